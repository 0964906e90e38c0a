"""Where things lie: the checkout, what belongs to one bed, and what all beds of a person share."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent

#: What one checkout's bed owns (git-ignored): descriptor, logs, lock. A test may name another place.
RUNTIME = Path(os.environ.get("PETLAB_RUNTIME") or CHECKOUT / ".petlab").absolute()

BED_HOME = RUNTIME / "bed"
_EXTRA = "extra"


def extra_home(number: int) -> Path:
    """The home of an extra bed that the process keeps apart from its first: 1, 2, …"""
    return BED_HOME.parent / _EXTRA / str(number) / "bed"


def all_extra_homes() -> list[Path]:
    """The homes of extra beds that run, or have left something."""
    return sorted((BED_HOME.parent / _EXTRA).glob("*/bed"))


def cache() -> Path:
    """The folder that later runs share: `$PETLAB_CACHE`, `$XDG_CACHE_HOME/petlab` or `~/.cache/petlab`."""
    if named := os.environ.get("PETLAB_CACHE"):
        folder = Path(named)
    elif xdg := os.environ.get("XDG_CACHE_HOME"):
        folder = Path(xdg) / "petlab"
    else:
        folder = Path.home() / ".cache" / "petlab"
    folder.mkdir(parents=True, exist_ok=True)
    return folder.absolute()


def checkout_of(revision: str | None) -> Path:
    """The files of a revision, a full commit: in the cache, where `deploy.build.revisions` puts them; None: this
    checkout."""
    return CHECKOUT if revision is None else cache() / "revisions" / revision[:12]


def private_folder(folder: Path) -> Path:
    """Makes a folder that only its owner may enter."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    return folder


def write_private(file: Path, text: str) -> None:
    """Writes a file that only its owner may read; it is never readable by others, not even while it is written."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
    temporary.replace(file)


def copy_tree(source: Path, target: Path, copy: Callable[[str, str], object] = shutil.copy2) -> None:
    """Copies a folder with its links. copy: puts a file in its place.

    Raises:
        OSError: that of the first file that could not be copied: on a full disk none can, and all would be named.
    """
    failed: list[OSError] = []

    def copied(one: str, other: str) -> None:
        try:
            copy(one, other)
        except OSError as error:
            failed.append(error)
            raise

    try:
        shutil.copytree(source, target, symlinks=True, copy_function=copied)
    except shutil.Error as error:
        raise (failed[0] if failed else error) from error
