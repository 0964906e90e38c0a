"""Files that are whole and on the disk when they have their name: a run may be killed, and a machine lose its power."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path

_FOLDERS_CANNOT_BE_FORCED = (errno.EINVAL, errno.ENOTSUP)
"""By some file systems of other machines."""


def replace_text(file: Path, text: str) -> None:
    """Puts a text in the place of an older one: whatever happens, the file has the one or the other, and all of it."""
    draft = file.with_name(f".{file.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(text, encoding="utf-8")
        force([draft])
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    force([file.parent])


def give_name(draft: Path, folder: Path, aside: Path | None = None) -> None:
    """Renames a folder once all that is in it is on the disk. aside: the new name of one that has it already."""
    force([*draft.rglob("*"), draft])
    if aside is not None:
        folder.rename(aside)
        force([aside.parent])
    draft.rename(folder)
    force([folder.parent])


def force(paths: Iterable[Path]) -> None:
    """Returns when these files and folders are on the disk."""
    for path in paths:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            if not (path.is_dir() and error.errno in _FOLDERS_CANNOT_BE_FORCED):
                raise
        finally:
            os.close(descriptor)
