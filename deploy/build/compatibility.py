"""Whether this checkout can put up a bed of another revision: by the files and names that both must have."""

from collections.abc import Iterator
from pathlib import Path

from deploy.build.built import Built
from deploy.build.java_build import MODULES
from deploy.errors import BedError, PlanError
from deploy.specification import workflow_table


def check(name: str, place: Path) -> None:
    """Raises PlanError that says what the revision of this name lacks; its files are in the place."""
    if lacking := next(missing(place), None):
        raise PlanError(
            f"revision {name} differs too much from this checkout to be compared with it: it has no {lacking}, which "
            "this checkout needs to put up a bed; name a closer one"
        )


def missing(place: Path) -> Iterator[str]:
    """What a bed of this checkout is made of and these files lack."""
    yield from _files(place)
    yield from _applications(place)


def _files(place: Path) -> Iterator[str]:
    built = Built(place)
    needed = [*(place / module.path / "pom.xml" for module in MODULES if not module.later), built.pinned]
    yield from (str(file.relative_to(place)) for file in needed if not file.exists())
    for application in built.wars:
        try:
            built.ddl(application, "postgresql")
        except BedError:
            yield f"tables of {application} for postgresql"


def _applications(place: Path) -> Iterator[str]:
    ours, theirs = workflow_table.read().applications, workflow_table.of_checkout(place).applications
    yield from (f"application {name}" for name in ours if name not in theirs)
