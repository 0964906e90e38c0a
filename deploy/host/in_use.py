"""Folders of the cache that several processes use at a time: the last few are kept, and those that somebody uses.

Whoever calls these holds the lock of the folder that the places lie in.
"""

import json
import os
import shutil
import time
from dataclasses import asdict
from pathlib import Path

from deploy.host.processes import BedProcess

_USER = ".used-by-"
_DRAFT = ".draft"
_GONE = ".gone"


def mark_used(place: Path) -> None:
    """Other processes, which prune too, must not take it away while this one lives."""
    os.utime(place)
    process = BedProcess.of("user", os.getpid())
    mark = place / f"{_USER}{process.pid}"
    draft = place / f".{process.pid}{_DRAFT}"
    draft.write_text(json.dumps(asdict(process)), encoding="utf-8")
    draft.replace(mark)


def prune(folder: Path, kept: int) -> None:
    """Removes what was not used lately: all but the last few, and those that a process uses."""
    made = sorted(folder.glob("[!.]*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in made[kept:]:
        if not _is_used(old):
            remove(old)
    for gone in folder.glob(f".*{_GONE}"):  # and by a run that was killed
        shutil.rmtree(gone, ignore_errors=True)


def remove(place: Path) -> None:
    """Removes one of them, whoever uses it, if it is there."""
    if place.exists():
        gone = place.replace(_gone(place.parent, place.name))  # by one step: nobody takes half of it for the whole
        shutil.rmtree(gone, ignore_errors=True)


def _gone(folder: Path, name: str) -> Path:
    return folder / f".{name}-{os.getpid()}-{time.monotonic_ns()}{_GONE}"


def _is_used(place: Path) -> bool:
    return any(user.is_running() for file in place.glob(f"{_USER}*") if (user := _user(file)))


def _user(file: Path) -> BedProcess | None:
    """None where the mark is damaged: a disk was full, or the machine went down. Whoever wrote it has failed."""
    try:
        return BedProcess(**json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
