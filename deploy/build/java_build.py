"""Keeps the Java half fresh: builds the modules whose sources have changed since they were last built here.

A module's stamp is a hash of its own files and of the stamps of what it needs, so a change in `workflow` rebuilds
the three applications, and a change in `supplier` only the supplier. The launcher calls
`python -m deploy.build.java_build`.
"""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.build.artifacts import locked
from deploy.build.maven import Maven
from deploy.errors import PetlabError
from deploy.paths import CHECKOUT
from deploy.progress import Progress, Silent

_INTERRUPTED = 130


@dataclass(frozen=True)
class Module:
    """A Maven module, what it needs of this checkout, and what it makes. later: no bed takes it from an
    older revision, which may lack it.
    """

    path: str
    needs: tuple[str, ...]
    makes: str
    later: bool = False


MODULES = (
    Module("shared-schemas", (), "shared-schemas/target/shared-schemas-1.0.0-SNAPSHOT.jar"),
    Module("workflow", ("shared-schemas",), "workflow/target/workflow-1.0.0-SNAPSHOT.jar"),
    Module("pages", ("workflow",), "pages/target/pages-1.0.0-SNAPSHOT.jar"),
    Module("storefront", ("workflow", "pages"), "storefront/target/storefront.war"),
    Module("order-processing-center", ("workflow", "pages"), "order-processing-center/target/opc.war"),
    Module("supplier", ("workflow", "pages"), "supplier/target/supplier.war"),
    Module("http-listener", (), "http-listener/target/http-listener-1.0.0-SNAPSHOT.jar"),
    Module("transaction-manager", (), "transaction-manager/target/transaction-manager-1.0.0-SNAPSHOT.jar"),
    Module("transaction-manager/probe", (), "transaction-manager/probe/target/probe.war"),
    Module("workflow/step-faults", ("workflow",), "workflow/step-faults/target/step-faults.jar"),
    Module("deploy/resource-adapter", (), "deploy/resource-adapter/target/artemis-ra.rar"),
    Module("deploy/broker-agent", (), "deploy/broker-agent/target/broker-agent.jar", later=True),
    Module("deploy/floor-probe", (), "deploy/floor-probe/target/floors.war", later=True),
    Module("loadscripts/recording-export", (), "loadscripts/recording-export/target/recording-export.jar"),
    Module("load-generator", (), "load-generator/target/load-generator.jar", later=True),
    Module("order-generator", ("load-generator",), "order-generator/target/order-generator.jar", later=True),
)


def build(progress: Progress, checkout: Path = CHECKOUT, stamps_folder: Path = CHECKOUT / ".petlab") -> tuple[str, ...]:
    """Builds what has changed and returns the modules built. Raises BuildError, MissingError."""
    stamp_file = stamps_folder / "java-build.json"
    with locked(stamps_folder / "java-build.lock"):
        stamps, built = module_stamps(checkout), _read(stamp_file)
        stale = changed(stamps, built, checkout)
        if stale:
            progress.step(f"building {', '.join(stale)}")
            # A build that does not end leaves artefacts of these sources: whatever the next one finds, they are stale.
            _write(stamp_file, {module: stamp for module, stamp in built.items() if module not in stale})
            for module in stale:  # what compilers and generators have made of older sources misleads them
                shutil.rmtree(checkout / module / "target", ignore_errors=True)
            Maven.of_this_machine().package(checkout, stale)
            _write(stamp_file, stamps)
        return stale


def changed(stamps: Mapping[str, str], built: Mapping[str, str], checkout: Path) -> tuple[str, ...]:
    """The modules whose stamp is not the one they were built with, or whose artefact is gone."""
    return tuple(
        module.path
        for module in modules_of(checkout)
        if stamps[module.path] != built.get(module.path) or not (checkout / module.makes).exists()
    )


def modules_of(checkout: Path) -> tuple[Module, ...]:
    """The modules of a checkout, which may be of an older revision."""
    return tuple(module for module in MODULES if not module.later or (checkout / module.path / "pom.xml").exists())


def module_stamps(checkout: Path) -> dict[str, str]:
    """A hash of every module's sources and of everything that they are built from."""
    stamps: dict[str, str] = {}
    for module in modules_of(checkout):
        digest = hashlib.sha256((checkout / "pom.xml").read_bytes())
        for needed in module.needs:
            digest.update(stamps[needed].encode())
        for file in _sources(checkout / module.path):
            digest.update(str(file.relative_to(checkout)).encode())
            digest.update(file.read_bytes())
        stamps[module.path] = digest.hexdigest()
    return stamps


def _sources(folder: Path) -> Iterable[Path]:
    main = folder / "src" / "main"
    return [folder / "pom.xml", *sorted(file for file in main.rglob("*") if file.is_file())]


def _read(file: Path) -> dict[str, str]:
    try:
        return dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def _write(file: Path, stamps: Mapping[str, str]) -> None:
    draft = file.with_suffix(".tmp")
    draft.write_text(json.dumps(stamps, indent=2) + "\n", encoding="utf-8")
    draft.replace(file)


class _Terminal(Silent):
    def step(self, text: str) -> None:
        """Writes one line: the launcher has no progress bar."""
        sys.stderr.write(f"petlab: {text}\n")


def main() -> int:
    """Builds; one line on stderr says what, or what is wrong."""
    try:
        build(_Terminal())
    except (PetlabError, OSError) as error:
        sys.stderr.write(f"petlab: {error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("petlab: interrupted\n")
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
