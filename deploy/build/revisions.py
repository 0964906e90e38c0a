"""Another revision of this checkout, beside it: its files lie in the cache by their commit, and are built there.

The files come out of git as an archive, so that nothing is written into the checkout or its `.git`.
"""

import os
import shutil
import tarfile
from pathlib import Path

from deploy.build import compatibility
from deploy.build.artifacts import locked
from deploy.build.built import Built
from deploy.build.java_build import build
from deploy.errors import BuildError, PlanError
from deploy.host import git, in_use
from deploy.paths import CHECKOUT, checkout_of
from deploy.progress import Progress

_KEPT = 4
_BUILD_BYTES = 400 * 10**6
"""What the files of a revision and their build take, and something to spare."""

#: How a bed is put up: this checkout's code, whichever revision the bed stands for.
_PUTTING_UP = (
    "deploy",
    *(f":(exclude)deploy/{other}" for other in ("tests", "testing.py", "*.lock", "resource-adapter", "floor-probe")),
)


def short(commit: str) -> str:
    """A commit as people write it."""
    return commit[:7]


def commit_of(revision: str, checkout: Path = CHECKOUT) -> str:
    """The full commit of a revision such as `HEAD~1`, a branch, a tag. Raises MissingError, PlanError."""
    try:
        git.ask(checkout, "rev-parse", "--git-dir")
    except PlanError as refused:
        raise PlanError(f"another revision can only be taken from a git checkout: {refused}") from refused
    try:
        return git.ask(checkout, "rev-parse", "--verify", f"{revision}^{{commit}}")
    except PlanError as refused:
        raise PlanError(
            f"there is no revision {revision!r} here: a commit, a branch or a tag was expected, such as HEAD~1 "
            "(a shallow clone lacks older ones: git fetch --unshallow)"
        ) from refused


def not_compared(commit: str, checkout: Path = CHECKOUT) -> tuple[str, ...]:
    """The files in which the two differ and that act on both alike: how a bed is put up. Raises PlanError."""
    pinned = f":(exclude){Built().pinned.relative_to(CHECKOUT)}"
    return tuple(git.ask(checkout, "diff", "--name-only", commit, "--", *_PUTTING_UP, pinned).splitlines())


def files_of(commit: str, progress: Progress, checkout: Path = CHECKOUT) -> Path:
    """The folder with the files of a commit, which stays at least as long as this process lives.

    Raises:
        PlanError: git does not know the commit, or a bed of it cannot be put up by this checkout.
        BuildError: they cannot be written.
    """
    place = checkout_of(commit)
    with locked(place.parent / ".lock"):
        if not place.exists():
            progress.step(f"getting revision {short(commit)}")
            _export(commit, place, checkout)
        in_use.mark_used(place)
        in_use.prune(place.parent, _KEPT)
    compatibility.check(short(commit), place)
    return place


def build_of(commit: str, progress: Progress) -> None:
    """Builds a commit whose files are there, unless it has been. Raises BuildError with the compiler's lines."""
    place = checkout_of(commit)
    try:
        build(progress, place, place / ".petlab")
    except BuildError as error:
        raise BuildError(f"revision {short(commit)}, in {place}: {error}") from error


def _export(commit: str, place: Path, checkout: Path) -> None:
    for left in place.parent.glob(f".{place.name}.*.part"):  # by a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    workplace = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        workplace.mkdir(parents=True)
        _require_space(place.parent)
        git.ask(checkout, "archive", "--format=tar", f"--output={workplace / 'files.tar'}", commit)
        with tarfile.open(workplace / "files.tar") as archive:
            if hasattr(tarfile, "data_filter"):
                archive.extractall(workplace / "files", filter="data")
            else:  # Debian 12's Python 3.11.2; the archive is git's own
                archive.extractall(workplace / "files")  # noqa: S202
        (workplace / "files").replace(place)
    except PlanError as refused:
        raise PlanError(
            f"revision {short(commit)} cannot be taken from this checkout (any more): {refused}; fetch or name another"
        ) from refused
    except OSError as error:
        raise BuildError(f"revision {short(commit)} cannot be written to {place.parent}: {error.strerror}") from error
    finally:
        shutil.rmtree(workplace, ignore_errors=True)


def _require_space(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < _BUILD_BYTES:
        raise BuildError(
            f"{folder} has {free / 1e6:.0f} MB left, and another revision takes {_BUILD_BYTES / 1e6:.0f} MB: make "
            "room, or name another place in PETLAB_CACHE"
        )
