"""The JDK that this run uses. The launcher has chosen it and says so in JAVA_HOME."""

import os
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import MissingError

OLDEST_FEATURE = 21
#: Any two of these may be the same in different builds: Semeru's and Temurin's of one tag, or two of a person's own.
_BUILD = ("IMPLEMENTOR", "JAVA_RUNTIME_VERSION", "JVM_VARIANT", "SOURCE")
#: JVMs write the decimals of their logs as the locale has them: of ours, with a point.
LOCALE = "C.UTF-8"


@dataclass(frozen=True)
class Jdk:
    """A JDK's folder and version. build: what tells it from others of the same version, as its `release` says: by whom
    and of what it was made.
    """

    home: Path
    version: str
    build: str = ""

    @property
    def feature(self) -> int:
        """The feature release: 25 of `25.0.3`."""
        return int(self.version.split(".")[0].split("-")[0].split("+")[0])

    @property
    def key(self) -> str:
        """What tells it from others, also from one that was in its folder before."""
        return f"{self.home} {self.version} {self.build}"

    @property
    def java(self) -> Path:
        """The launcher of JVMs."""
        return self.home / "bin" / "java"

    @property
    def environment(self) -> dict[str, str]:
        """With which a server's JVM is started: that of this process, but for the JDK and the locale."""
        return os.environ | {"JAVA_HOME": str(self.home), "LC_ALL": LOCALE}

    @staticmethod
    def of_this_run() -> "Jdk":
        """Reads JAVA_HOME; raises MissingError when there is no JDK of 21 or newer behind it."""
        named = os.environ.get("JAVA_HOME", "")
        jdk = Jdk.at(Path(named)) if named else None
        if jdk is None or jdk.feature < OLDEST_FEATURE:
            raise MissingError(
                f"a JDK of {OLDEST_FEATURE} or newer is needed, JAVA_HOME is {named or 'not set'} "
                "(package temurin-25-jdk or openjdk-21-jdk): set PETLAB_JAVA_HOME and start with ./petlab"
            )
        return jdk

    @staticmethod
    def named(home: str | None) -> "Jdk":
        """The one in this folder, or this run's. Raises MissingError where there is none of 21 or newer."""
        if home is None:
            return Jdk.of_this_run()
        jdk = Jdk.at(Path(home))
        if jdk is None or jdk.feature < OLDEST_FEATURE:
            raise MissingError(f"{home}: the folder of a JDK of {OLDEST_FEATURE} or newer was expected")
        return jdk

    @staticmethod
    def at(home: Path) -> "Jdk | None":
        """The JDK in this folder, None when there is none. Servers are started in other folders than this process."""
        release = home / "release"
        if not (home / "bin" / "javac").exists() or not release.exists():
            return None
        lines = release.read_text(encoding="utf-8").splitlines()
        told = {key: value.strip('"') for key, _, value in (line.partition("=") for line in lines)}
        if "JAVA_VERSION" not in told:
            return None
        return Jdk(home.absolute(), told["JAVA_VERSION"], ", ".join(told[key] for key in _BUILD if told.get(key)))
