"""The parts of a log that its JVM has rotated (`filecount`, by default 5 of 20 MB) read as the one log that they are.

A JVM renames `gc.log` to `gc.log.0`, `gc.log.1`, … when it is full, and begins anew with 0 after the last; it does so
with what an earlier JVM has left, too. So names alone do not tell the order, nor whether it is one run.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.reading.gclog import COLLECTION
from analysis.reading.unified_log import LogLines, UnifiedLog, booked, read_lines

#: Cycles of two generations, and a pause of which some lines are in the next part.
_MOST_UNDER_WAY = 3
_PART = re.compile(r"(?P<name>.+?)(?:\.(?P<number>\d+))?")


@dataclass(frozen=True)
class RotatedLog:
    """One log, and the files that it was read from, in the order of time."""

    files: tuple[Path, ...]
    unified: UnifiedLog

    @property
    def path(self) -> Path:
        """Of one file its own; of several the one that all are named after."""
        return self.files[0] if len(self.files) == 1 else _named_after(self.files[0])


def read_logs_of(files: Sequence[Path]) -> list[RotatedLog]:
    """The logs that are in these files, in the order in which the first file of each was given. Raises GcLogError."""
    by_name: dict[Path, list[tuple[Path, LogLines]]] = {}
    for place, file in enumerate(files):
        is_given_twice = file in files[:place]
        # A file that is given twice is compared with itself.
        group = file / str(place) if is_given_twice else _named_after(file)
        by_name.setdefault(group, []).append((file, read_lines(file)))
    found = [log for parts in by_name.values() for log in _runs(parts)]
    return sorted(found, key=lambda log: min(files.index(file) for file in log.files))


def _named_after(file: Path) -> Path:
    named = _PART.fullmatch(file.name)
    return file.with_name(named["name"]) if named else file


def _runs(parts: Iterable[tuple[Path, LogLines]]) -> list[RotatedLog]:
    """Those that follow each other without a gap are one log."""
    runs: list[tuple[tuple[Path, ...], LogLines]] = []
    for file, lines in sorted(parts, key=lambda part: part[1].begin_ns):
        if runs and _follows(runs[-1][1], lines):
            before, known = runs[-1]
            runs[-1] = ((*before, file), known.followed_by(lines))
        else:
            runs.append(((file,), lines))
    return [RotatedLog(files, booked(lines)) for files, lines in runs]


def _follows(before: LogLines, after: LogLines) -> bool:
    """Whether the same JVM wrote them, one straight after the other: the second one does not tell of a JVM's start, and
    its collections are counted on from the first one's.
    """
    if before.end_ns > after.begin_ns or any(
        tags == "gc" and message.startswith("Using ") for _, tags, message in after.stamped
    ):
        return False
    known, further = _ids(before), _ids(after)
    last = max(known, default=-1)
    next_id = min((each for each in further if each > last), default=last + 1)
    return next_id <= last + 1 and len(known & further) <= _MOST_UNDER_WAY


def _ids(lines: LogLines) -> set[int]:
    """The numbers of the collections that have a line."""
    return {int(found["id"]) for _, _, message in lines.stamped if (found := COLLECTION.match(message))}
