"""The pauses of the simulated JVM: when each was, and the lines of the GC log that tell of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from loadscripts.simulation.known_sizes import Pause
from loadscripts.simulation.virtual_time import BEGIN_NS, SECOND_NS

MS_NS = 1_000_000
REACHING_NS, LEAVING_NS = 20_000, 10_000
HEADER = "Using G1"


@dataclass(frozen=True)
class PauseAt:
    """One pause: end_ns is in whole milliseconds, as the log's stamps are."""

    gc_id: int
    end_ns: int
    duration_ns: int
    in_log: str

    @property
    def begin_ns(self) -> int:
        return self.end_ns - self.duration_ns


def pauses_between(kinds: tuple[Pause, ...], after_ns: int, until_ns: int) -> Iterator[PauseAt]:
    """Those that end after one instant and no later than another, in the order of time."""
    found = [
        (end_ns, kind)
        for kind in kinds
        for end_ns in _ends(kind, after_ns, until_ns)
    ]  # fmt: skip
    for end_ns, kind in sorted(found, key=lambda each: each[0]):
        yield PauseAt((end_ns - BEGIN_NS) // MS_NS, end_ns, round(kind.ms * MS_NS), kind.in_log)


def _ends(kind: Pause, after_ns: int, until_ns: int) -> Iterator[int]:
    first_ns, every_ns = BEGIN_NS + round(kind.first_s * 1000) * MS_NS, round(kind.every_s * SECOND_NS)
    number = max(0, (after_ns - first_ns) // every_ns + 1)
    while (end_ns := first_ns + number * every_ns) <= until_ns:
        yield end_ns
        number += 1


def header() -> str:
    return f"{_stamp(BEGIN_NS)}[info][gc,init] {HEADER}\n"


def log_lines(pause: PauseAt) -> str:
    """The pause, and its safepoint."""
    total_ns = pause.duration_ns + REACHING_NS + LEAVING_NS
    operation = 'Safepoint "G1CollectForAllocation", Time since last: 1 ns, '
    parts = f"Reaching safepoint: {REACHING_NS} ns, At safepoint: {pause.duration_ns} ns, "
    ends = f"Leaving safepoint: {LEAVING_NS} ns, Total: {total_ns} ns, Threads: 1 runnable"
    heap = "90M->30M(256M)"
    return (
        f"{_stamp(pause.end_ns)}[info][gc      ] GC({pause.gc_id}) {pause.in_log} {heap} "
        f"{pause.duration_ns / MS_NS:.3f}ms\n"
        f"{_stamp(pause.end_ns)}[info][safepoint] {operation}{parts}{ends}\n"
    )


def _stamp(wall_ns: int) -> str:
    moment = datetime.fromtimestamp(wall_ns // SECOND_NS, UTC)
    milliseconds = wall_ns % SECOND_NS // MS_NS
    return f"[{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03}+0000][{(wall_ns - BEGIN_NS) / SECOND_NS:.3f}s]"
