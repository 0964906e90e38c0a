"""Reads the unified garbage collection log of JDK 21 to 25: Serial, Parallel, G1, ZGC and Shenandoah, each in its own
dialect.

The log must carry the decorations that the lab sets (`-Xlog:gc*,safepoint:…:time,uptime,level,tags`). A line is
stamped when it is written, in whole milliseconds, so that a pause began at its stamp less its length: pauses here
are placed to within 1 ms. Lengths are printed to the microsecond, safepoints to the nanosecond.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from analysis.analysis_errors import GcLogError
from analysis.reading.gc_cycles import Cycles

LINE = re.compile(
    r"\[(?P<time>\d{4}-[^][]+)\]\[(?P<uptime>[\d.,]+)s\]\[\w+\s*\]\[(?P<tags>[\w,]+)\s*\] (?P<message>.*)"
)
STAMPED = re.compile(r"(?=\[\d{4}-\d\d-\d\dT)")
#: With a decimal comma where the locale of the JVM has one.
_DECIMAL = r"\d+[.,]\d+"
COLLECTION = re.compile(r"GC\((?P<id>\d+)\) (?:(?P<prefix>[yYOo]): )?(?P<rest>.*)")
TIMED = re.compile(
    rf"(?P<kind>(?:Pause|Concurrent) .*?)(?: (?P<heap>\d+[KMG]->\d+[KMG]\(\d+[KMG]\)))? (?P<ms>{_DECIMAL})ms"
)
LASTED_S = re.compile(rf" ({_DECIMAL})s$")
HEAP = re.compile(r"(?P<before>\d+)(?P<before_unit>[KMG])(?:\(\d+%\))?->(?P<after>\d+)(?P<after_unit>[KMG])")
SAFEPOINT = re.compile(
    r'Safepoint "(?P<operation>\w+)",.* Reaching safepoint: (?P<reaching>\d+) ns,.*'
    r" At safepoint: (?P<at>\d+) ns,.* Total: (?P<total>\d+) ns"
)
BRACKETS = re.compile(r"\(((?:[^()]|\(\))+)\)")
#: Of the pauses that have a cause in brackets, what else stands in such.
NO_CAUSE = ("Normal", "Concurrent Start", "Prepare Mixed", "Mixed")
CPU = re.compile(rf"User=(?P<user>{_DECIMAL})s Sys=(?P<system>{_DECIMAL})s Real={_DECIMAL}s")
STALL = re.compile(rf"(?:Allocation|Relocation) Stall \(.*\) (?P<ms>{_DECIMAL})ms")
# ZGC and Shenandoah write their phases under one of these two tags; inner phases of G1 have tags of their own.
TIMED_TAGS = {"gc", "gc,phases"}
UNIT_BYTES = {"K": 1024, "M": 1024**2, "G": 1024**3}


@dataclass(frozen=True)
class Phase:
    """A pause of all threads, or a phase that ran beside them."""

    begin_ns: int
    duration_ns: int
    gc_id: int
    generation: str  # young | mixed | old | whole (the collector knows no generations)
    kind: str  # as the log names it, without the cause
    cause: str | None = None  # of Serial, Parallel and G1 that of young and full pauses, else that of the collection


@dataclass(frozen=True)
class Safepoint:
    """All threads were stopped, for whatever reason; total = reaching + at + leaving."""

    begin_ns: int
    operation: str
    reaching_ns: int
    at_ns: int
    total_ns: int


@dataclass(frozen=True)
class HeapChange:
    """Heap in use before and after a collection or one of its phases."""

    begin_ns: int
    end_ns: int
    gc_id: int
    before_bytes: int
    after_bytes: int


@dataclass(frozen=True)
class Promotion:
    """What a collection of the young generation moved into the old one."""

    end_ns: int
    gc_id: int
    promoted_bytes: int


@dataclass(frozen=True)
class Stall:
    """A thread of the program waited until ZGC had memory for it."""

    begin_ns: int
    duration_ns: int


@dataclass(frozen=True)
class PauseCpu:
    """CPU time of all threads of the JVM in a pause of Serial, Parallel or G1; in steps of 10 ms."""

    end_ns: int
    gc_id: int
    cpu_ns: int


@dataclass
class GcLog:
    """What one log tells, in the order of the log."""

    collector: str | None = None
    pauses: list[Phase] = field(default_factory=list)
    concurrent: list[Phase] = field(default_factory=list)
    safepoints: list[Safepoint] = field(default_factory=list)
    heap: list[HeapChange] = field(default_factory=list)
    promotions: list[Promotion] = field(default_factory=list)  # none where the log does not tell
    stalls: list[Stall] = field(default_factory=list)
    pause_cpu: list[PauseCpu] = field(default_factory=list)
    unreadable: int = 0  # lines, or beginnings of lines that the end of their JVM cut off; none of them is booked


def read_gc_log(path: Path) -> GcLog:
    """The log at `path`, which may be a slice of a longer one; GcLogError when no line is in the expected form."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    if any(line.strip() for line in lines) and not any(LINE.match(line) for line in lines):
        option = "-Xlog:gc*,safepoint:file=…:time,uptime,level,tags"
        raise GcLogError(f"{path}: no line of a unified log; the JVM must be started with {option}")
    return parse(lines)


def parse(lines: Iterable[str]) -> GcLog:
    """Tells pauses, concurrent phases, safepoints and heap changes apart, and skips the rest."""
    log = GcLog()
    book(log, decorated(whole_lines(lines, log), log))
    return log


def book(log: GcLog, lines: Iterable[tuple[int, str, str]]) -> None:
    """Books what lines tell, of which each has its instant in ns, its tags and its message."""
    cycles = Cycles()
    for end_ns, tags, message in lines:
        if is_start(tags, message):
            cycles = Cycles()  # another JVM, which counts its collections from zero
            log.collector = message.removeprefix("Using ").removeprefix("The ").split(" (")[0]
        elif tags == "gc,init":
            cycles.heading(message)
        elif tags == "gc" and message.startswith("Trigger"):
            cycles.trigger(message)
        elif tags == "safepoint":
            log.safepoints.extend(safepoint(end_ns, message))
        elif tags == "gc" and (stalled := STALL.fullmatch(message)):
            duration_ns = round(decimal(stalled["ms"]) * 1e6)
            log.stalls.append(Stall(end_ns - duration_ns, duration_ns))
        elif found := COLLECTION.match(message):
            gc_id, rest = int(found["id"]), found["rest"]
            cycles.line(tags, gc_id, rest)
            if tags in TIMED_TAGS:
                collection_line(log, end_ns, gc_id, found, cycles)
            elif tags == "gc,cpu" and (used := CPU.fullmatch(rest)):
                cpu_ns = round((decimal(used["user"]) + decimal(used["system"])) * 1e9)
                log.pause_cpu.append(PauseCpu(end_ns, gc_id, cpu_ns))
            elif tags == "gc,heap" and (promoted := cycles.promoted_bytes(gc_id, rest.strip())) is not None:
                log.promotions.append(Promotion(end_ns, gc_id, promoted))


def is_start(tags: str, message: str) -> bool:
    """Whether a line tells of a JVM's start: which collector it has."""
    return tags == "gc" and message.startswith("Using ")


def whole_lines(lines: Iterable[str], log: GcLog) -> Iterator[str]:
    """Those in the expected form; the others are counted. Where a JVM ended in the midst of a line, the first line of
    the next JVM follows on the same one: all but the last of such a line is cut off, however far it can be read.
    """
    for line in lines:
        *cut, last = STAMPED.split(line)
        log.unreadable += sum(bool(part.strip()) for part in cut)
        if LINE.match(last):
            yield last
        else:
            log.unreadable += bool(last.strip())


def decorated(lines: Iterable[str], log: GcLog) -> Iterator[tuple[int, str, str]]:
    """(wall clock in ns, tags, message) of each line in the expected form; one of no possible time is counted."""
    for line in lines:
        found = LINE.match(line)
        if not found:
            continue
        instant_ns = wall_ns(found["time"])
        if instant_ns is None:
            log.unreadable += 1
        else:
            yield instant_ns, found["tags"], found["message"]


def wall_ns(stamp: str) -> int | None:
    """2026-11-21T04:05:31.227+0000 in nanoseconds since the epoch; None where it is no time."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return int(moment.timestamp()) * 1_000_000_000 + moment.microsecond * 1000


def decimal(text: str) -> float:
    """5.123 of `5.123` or `5,123`."""
    return float(text.replace(",", "."))


def collection_line(log: GcLog, end_ns: int, gc_id: int, found: re.Match[str], cycles: Cycles) -> None:
    """Books a timed phase and a change of the heap, where the line has one."""
    timed, duration_ns = TIMED.fullmatch(found["rest"]), lasted_ns(found["rest"])
    if timed:
        generation = generation_of(timed["kind"], found["prefix"], cycles.generations.get(gc_id))
        kind, cause = kind_of(timed["kind"]), cause_of(timed["kind"]) or cycles.causes.get(gc_id)
        phase = Phase(end_ns - duration_ns, duration_ns, gc_id, generation, kind, cause)
        (log.pauses if phase.kind.startswith("Pause") else log.concurrent).append(phase)
    heap = HEAP.search(found["rest"])
    if heap and not found["prefix"]:
        before = int(heap["before"]) * UNIT_BYTES[heap["before_unit"]]
        after = int(heap["after"]) * UNIT_BYTES[heap["after_unit"]]
        log.heap.append(HeapChange(end_ns - duration_ns, end_ns, gc_id, before, after))


def lasted_ns(rest: str) -> int:
    """How long what a line tells of took: a phase, in ms, or a collection of ZGC, in s; 0 where it does not tell."""
    if timed := TIMED.fullmatch(rest):
        return round(decimal(timed["ms"]) * 1e6)
    in_seconds = LASTED_S.search(rest)
    return round(decimal(in_seconds[1]) * 1e9) if in_seconds else 0


def generation_of(kind: str, prefix: str | None, cycle: str | None) -> str:
    """Which generation a phase worked for: by ZGC's prefix, by G1's, Serial's and Parallel's names, by Shenandoah's
    cycle.
    """
    if prefix:
        return "young" if prefix in "yY" else "old"
    if kind.startswith("Pause Young"):
        return "mixed" if "(Mixed)" in kind else "young"
    if kind.startswith(
        ("Pause Remark", "Pause Cleanup", "Pause Full", "Concurrent Mark Cycle", "Concurrent Undo Cycle")
    ):
        return "old"
    return cycle or "whole"


def kind_of(name: str) -> str:
    """The name without what follows in brackets: cause (which may have brackets of its own), generation, degree."""
    return name.partition(" (")[0]


def cause_of(name: str) -> str | None:
    """`Metadata GC Threshold` of `Pause Young (Concurrent Start) (Metadata GC Threshold)`."""
    if not name.startswith(("Pause Young", "Pause Full")):
        return None
    return next((found for found in BRACKETS.findall(name) if found not in NO_CAUSE), None)


def safepoint(end_ns: int, message: str) -> Iterator[Safepoint]:
    """The safepoint of a line, if any."""
    found = SAFEPOINT.match(message)
    if found:
        total_ns = int(found["total"])
        yield Safepoint(end_ns - total_ns, found["operation"], int(found["reaching"]), int(found["at"]), total_ns)
