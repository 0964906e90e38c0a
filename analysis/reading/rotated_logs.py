"""The logs that are in files, one of each JVM: the parts of one that its JVM has rotated (`filecount`, by default 5 of
20 MB) are one log, and a file that several JVMs have written to, one after the other, has several.

A JVM renames `gc.log` to `gc.log.0`, `gc.log.1`, … when it is full, and begins anew with 0 after the last; it does so
with what an earlier JVM has left, too. So names alone do not tell the order, nor whether it is one run.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analysis.reading.gclog import COLLECTION, is_start
from analysis.reading.unified_log import LogLines, UnifiedLog, booked, read_lines

#: Cycles of two generations, and a pause of which some lines are in the next part.
_MOST_UNDER_WAY = 3
_PART = re.compile(r"(?P<name>.+?)(?:\.(?P<number>\d+))?")


@dataclass(frozen=True)
class RotatedLog:
    """One log, and the files that it was read from, in the order of time.

    start: which it is of the logs that are named after the same file, from 1 on; None where it is the only one.
    """

    files: tuple[Path, ...]
    unified: UnifiedLog
    start: int | None = None

    @property
    def path(self) -> Path:
        """Of one file its own; of several the one that all are named after."""
        return self.files[0] if len(self.files) == 1 else _named_after(self.files[0])


@dataclass(frozen=True)
class _Part:
    """What one JVM wrote to a file, and how many others had written to it before and since."""

    file: Path
    lines: LogLines
    before: int
    since: int


@dataclass(frozen=True)
class _Run:
    """What one JVM wrote."""

    parts: tuple[_Part, ...]
    lines: LogLines

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(part.file for part in self.parts)

    @property
    def order(self) -> tuple[int, int, int]:
        """Among runs: in a file, that which was written first comes first, whatever its instants count from."""
        return self.parts[0].before, self.parts[-1].before, self.lines.begin_ns

    def followed_by(self, part: _Part) -> "_Run":
        return _Run((*self.parts, part), self.lines.followed_by(part.lines))


def read_logs_of(files: Sequence[Path]) -> list[RotatedLog]:
    """The logs that are in these files, in the order in which the first file of each was given. Raises GcLogError."""
    by_name: dict[Path, list[_Part]] = {}
    for place, file in enumerate(files):
        is_given_twice = file in files[:place]
        # A file that is given twice is compared with itself.
        group = file / str(place) if is_given_twice else _named_after(file)
        by_name.setdefault(group, []).extend(_parts(file))
    found = [log for parts in by_name.values() for log in _logs(parts)]
    return sorted(found, key=lambda log: min(files.index(file) for file in log.files))


def _named_after(file: Path) -> Path:
    named = _PART.fullmatch(file.name)
    return file.with_name(named["name"]) if named else file


def _parts(file: Path) -> Iterator[_Part]:
    jvms = read_lines(file)
    for before, lines in enumerate(jvms):
        yield _Part(file, lines, before, since=len(jvms) - before - 1)


def _logs(parts: Iterable[_Part]) -> list[RotatedLog]:
    logs = [RotatedLog(run.files, booked(run.lines)) for run in sorted(_runs(parts), key=lambda run: run.order)]
    named, numbered = Counter(log.path for log in logs), Counter[Path]()
    for place, log in enumerate(logs):
        if named[log.path] > 1:
            numbered[log.path] += 1
            logs[place] = replace(log, start=numbered[log.path])
    return logs


def _runs(parts: Iterable[_Part]) -> list[_Run]:
    """Those that follow each other without a gap are one."""
    runs: list[_Run] = []
    for part in sorted(parts, key=lambda part: part.lines.begin_ns):
        # By instants since the start of the JVM, those of others may lie between its own.
        place = next((place for place, run in reversed(list(enumerate(runs))) if _follows(run, part)), None)
        if place is None:
            runs.append(_Run((part,), part.lines))
        else:
            runs[place] = runs[place].followed_by(part)
    return runs


def _follows(run: _Run, part: _Part) -> bool:
    """Whether the same JVM wrote them, one straight after the other: no other one has written between them, the second
    one does not tell of a JVM's start, and its collections are counted on from the first one's.
    """
    before, after = run.lines, part.lines
    if part.file in run.files or run.parts[-1].since or part.before:
        return False
    if before.end_ns > after.begin_ns or any(is_start(tags, message) for _, tags, message in after.stamped):
        return False
    known, further = _ids(before), _ids(after)
    last = max(known, default=-1)
    next_id = min((each for each in further if each > last), default=last + 1)
    return next_id <= last + 1 and len(known & further) <= _MOST_UNDER_WAY


def _ids(lines: LogLines) -> set[int]:
    """The numbers of the collections that have a line."""
    return {int(found["id"]) for _, _, message in lines.stamped if (found := COLLECTION.match(message))}
