"""A garbage collection log of any program: a unified log of JDK 21 to 25 (JEP 158), whatever its lines are decorated
with.

A JVM writes decorations in an order of its own (time, uptime, …, level, tags), the same in every line, so that the
first line of a collection tells where instant and tags stand. Lines without decorations are the program's own, where
log and program write to the same place.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from analysis.analysis_errors import GcLogError
from analysis.reading.collector_signs import collector_of
from analysis.reading.gclog import COLLECTION, GcLog, book, decimal, wall_ns
from analysis.reading.jvm_starts import Stamped, first_lines, first_out_of_order

HOW = "start the JVM with -Xlog:gc*,safepoint:file=gc.log:time,uptime,level,tags"
_LINE = re.compile(r"(?P<decorations>(?:\[[^][]*\])+) ?(?P<message>.*)")
_DECORATION = re.compile(r"\[([^][]*)\]")
_TAGS = re.compile(r"(?:gc|safepoint)(?:,\w+)*\s*")
_WALL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d{4}")
_SINCE_START = re.compile(r"(\d+(?:[.,]\d+)?)(s|ms|ns)")
_NS = {"s": 1_000_000_000, "ms": 1_000_000, "ns": 1}
# Before JDK 9 every collector wrote in a form of its own.
_OLD = re.compile(r"\[(?:Full )?GC[ (]")


@dataclass(frozen=True)
class UnifiedLog:
    """What a log tells, and from which instant to which: since the epoch, or since the JVM started.

    foreign: lines without decorations; cut: whether the last line ends before its end.
    """

    log: GcLog
    begin_ns: int
    end_ns: int
    foreign: int
    cut: bool

    @property
    def elapsed_s(self) -> float:
        return (self.end_ns - self.begin_ns) / 1e9


@dataclass(frozen=True)
class _Layout:
    """At which place of its decorations a line has its instant and its tags, and how many there are."""

    instant: int
    tags: int
    count: int


@dataclass(frozen=True)
class LogLines:
    """The lines of one JVM in a file, or in the files that it wrote one after the other."""

    stamped: tuple[Stamped, ...]
    foreign: int
    cut: bool

    @property
    def begin_ns(self) -> int:
        return self.stamped[0][0]

    @property
    def end_ns(self) -> int:
        return self.stamped[-1][0]

    def followed_by(self, later: "LogLines") -> "LogLines":
        return LogLines((*self.stamped, *later.stamped), self.foreign + later.foreign, later.cut)


def read_lines(path: Path) -> list[LogLines]:
    """Reads the lines at `path`: those of each JVM that wrote to it, one after the other.

    Raises:
        GcLogError: it cannot be read, is empty, is of another form, or is not in the order of time.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise GcLogError(f"{path}: cannot be read: {error.strerror}") from error
    lines = text.splitlines()
    layout = next((found for line in lines if (found := _layout(line))), None)
    if layout is None:
        raise GcLogError(f"{path}: {_why_not(lines)}")
    numbered = list(_stamped(lines, layout))
    firsts = first_lines([stamped for _, stamped in numbered])
    # What is no line of a log is counted with the JVM that wrote the line before it.
    edges = [0, *(numbered[place][0] for place in firsts[1:]), len(lines)]
    jvms = [
        _of_one_jvm(path, numbered[first:end], lines[begin:finish])
        for (first, end), (begin, finish) in zip(pairwise([*firsts, len(numbered)]), pairwise(edges), strict=True)
    ]
    return [*jvms[:-1], replace(jvms[-1], cut=not text.endswith("\n"))]


def _of_one_jvm(path: Path, numbered: Sequence[tuple[int, Stamped]], lines: Iterable[str]) -> LogLines:
    """numbered: those that are lines of the log, each with its place in the file."""
    stamped = tuple(each for _, each in numbered)
    if (back := first_out_of_order(stamped)) is not None:
        back_s = (max(instant_ns for instant_ns, _, _ in stamped[:back]) - stamped[back][0]) / _NS["s"]
        raise GcLogError(
            f"{path}: line {numbered[back][0] + 1} is {back_s:.3f} s earlier than one before it, and no line "
            '("Using …") tells that another JVM started. Lines in the order of time were expected, of one JVM or of '
            "several, each from its start: cut the file there, or let each JVM write a log of its own"
        )
    return LogLines(stamped, sum(bool(line.strip()) for line in lines) - len(stamped), cut=False)


def booked(lines: LogLines) -> UnifiedLog:
    """What the lines tell. Where the first ones are missing, which name the collector, the others tell which it is."""
    log = GcLog()
    book(log, lines.stamped)
    log.collector = log.collector or collector_of(message for _, _, message in lines.stamped)
    # A line is stamped when its pause has ended: the run of a slice begins with the pause that its first line tells of.
    stops_ns = [pause.begin_ns for pause in log.pauses] + [stop.begin_ns for stop in log.safepoints]
    begin_ns = min([_first_ns(lines.stamped), *stops_ns])
    return UnifiedLog(log, begin_ns, lines.end_ns, lines.foreign, lines.cut)


def _first_ns(stamped: Sequence[Stamped]) -> int:
    """Of a log's first line; of a slice of one, whose collections are not counted from 0, of the first that is no
    heading: those are the JVM's, from its start.
    """
    ids = (found["id"] for _, _, message in stamped if (found := COLLECTION.match(message)))
    if next(ids, "0") == "0":
        return stamped[0][0]
    return next(instant for instant, tags, message in stamped if tags == "safepoint" or COLLECTION.match(message))


def _why_not(lines: list[str]) -> str:
    if not any(line.strip() for line in lines):
        return f"it is empty; {HOW}"
    if any(_OLD.search(line) for line in lines):
        return f"a log of JDK 8 or older; one of JDK 21 to 25 was expected: {HOW}"
    return f"no line of a unified garbage collection log with instant and tags was found; {HOW}"


def _layout(line: str) -> _Layout | None:
    """None for a line that is not one of a collection or a safepoint, or has no instant."""
    found = _LINE.match(line)
    if not found:
        return None
    decorations = _DECORATION.findall(found["decorations"])
    instants = [place for place, text in enumerate(decorations) if _instant_ns(text) is not None]
    # Tags are always the last.
    if not instants or not _TAGS.fullmatch(decorations[-1]):
        return None
    # The wall clock, where it is there, comes first.
    return _Layout(instants[0], len(decorations) - 1, len(decorations))


def _stamped(lines: Iterable[str], layout: _Layout) -> Iterator[tuple[int, Stamped]]:
    """Each line of that layout, and its place among all."""
    for place, line in enumerate(lines):
        found = _LINE.match(line)
        decorations = _DECORATION.findall(found["decorations"]) if found else []
        if found is None or len(decorations) != layout.count:
            continue
        instant = _instant_ns(decorations[layout.instant])
        if instant is not None:
            yield place, (instant, decorations[layout.tags].strip(), found["message"])


def _instant_ns(text: str) -> int | None:
    if _WALL.fullmatch(text):
        return wall_ns(text)
    since = _SINCE_START.fullmatch(text)
    return round(decimal(since[1]) * _NS[since[2]]) if since else None
