"""Maven, met here only: it builds the Java half and fetches what is pinned by coordinates."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import ArtifactError, BuildError, MissingError

_COPY_GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy"
_FETCH_TIMEOUT_S = 1800


@dataclass(frozen=True)
class Maven:
    """The `mvn` of this machine, run quietly."""

    program: str

    @staticmethod
    def of_this_machine() -> "Maven":
        """Finds `mvn`; raises MissingError with the command that installs it."""
        if program := shutil.which("mvn"):
            return Maven(program)
        raise MissingError("Maven is missing (package maven): apt-get install maven")

    def fetch(self, coordinates: str, into: Path) -> None:
        """Copies one artefact into a folder. Raises ArtifactError with Maven's own first word on it."""
        outcome = self._run(
            [_COPY_GOAL, f"-Dartifact={coordinates}", f"-DoutputDirectory={into}", "-Dmdep.overWriteReleases=true"],
            folder=into,
            timeout_s=_FETCH_TIMEOUT_S,
        )
        if outcome.returncode != 0:
            raise ArtifactError(f"{coordinates} could not be fetched by Maven: {_first_error(outcome.stdout)}")

    def package(self, checkout: Path, modules: Sequence[str]) -> None:
        """Builds these modules and what they need, without tests. Raises BuildError with the compiler's lines."""
        outcome = self._run(
            ["-pl", ",".join(modules), "-am", "package", "-Dmaven.test.skip=true"],
            folder=checkout,
            timeout_s=_FETCH_TIMEOUT_S,
        )
        if outcome.returncode != 0:
            raise BuildError(f"the Java build failed:\n{_errors(outcome.stdout)}\n(to see it all: mvn package)")

    def _run(self, arguments: Sequence[str], *, folder: Path, timeout_s: float) -> "subprocess.CompletedProcess[str]":
        try:
            return subprocess.run(
                [self.program, "-B", "-q", "-ntp", "-Dstyle.color=never", *arguments],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=timeout_s,
                env=_environment(),
                check=False,
            )
        except subprocess.TimeoutExpired as late:
            raise BuildError(f"Maven did not finish within {timeout_s:.0f} s: {' '.join(arguments)}") from late


def _environment() -> dict[str, str]:
    """Maven's own libraries use what newer JDKs warn about; those warnings are not about Petlab."""
    quiet = "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
    environment = dict(os.environ)
    if _is_jdk_24_or_newer():
        environment["MAVEN_OPTS"] = f"{environment.get('MAVEN_OPTS', '')} {quiet}".strip()
    return environment


def _is_jdk_24_or_newer() -> bool:
    from deploy.host.jdk import Jdk  # here, since a machine without JDK can still ask for --help

    return Jdk.of_this_run().feature >= 24


def _first_error(output: str) -> str:
    errors = _errors(output).splitlines()
    return errors[0] if errors else "no reason given"


def _errors(output: str) -> str:
    lines = [line.removeprefix("[ERROR]").strip() for line in output.splitlines() if line.startswith("[ERROR]")]
    useful = [
        line for line in lines if line and not line.startswith(("To see the full", "Re-run", "For more", "[Help"))
    ]
    return "\n".join(useful[:20]) or output.strip()[-2000:]
