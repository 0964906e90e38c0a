"""Counts the writes that a bed forces to disk, and the orders that it completes meanwhile.

That is done after the measuring window, with the load still on: who looks at system calls slows them.
"""

import subprocess
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from csv import DictReader
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from analysis.contract.fault_documents import ForcedWritesDocument
from loadscripts.probes import perf, strace
from loadscripts.probes.tracing import StopCounting
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.system_under_test import SystemUnderTest
from loadscripts.trial_errors import MissingToolError, TracingError


class Tracer(Protocol):
    """Counts forced writes of process trees; `perf` where it may, else `strace`."""

    @property
    def method(self) -> str:
        """What the record says of it."""

    def trace(self, pid: int, seconds: float, folder: Path) -> AbstractContextManager[StopCounting]:
        """Begins to count those of a process and of all below it, for so many seconds."""


@dataclass(frozen=True)
class ForcedWrites:
    """What was counted. seconds: of the window that was counted over, not as asked for."""

    seconds: float
    orders: int
    by_process: Mapping[str, int]
    method: str

    def as_record(self) -> ForcedWritesDocument:
        """As trial.json has it."""
        return ForcedWritesDocument(
            seconds=round(self.seconds, 3), orders=self.orders, by_process=dict(self.by_process), method=self.method
        )


def find_tracer() -> Tracer:
    """The means of counting that works here and now.

    Raises:
        MissingToolError: none does; it says what each lacks.
    """
    tracers: tuple[Tracer, ...] = (perf.Perf(), strace.Strace())
    refusals = []
    for tracer in tracers:
        refusal = _refusal(tracer)
        if refusal is None:
            return tracer
        refusals.append(refusal)
    raise MissingToolError(f"forced writes cannot be counted here: {'; '.join(refusals)}")


def count_forced_writes(
    tracer: Tracer, bed: Bed, system: SystemUnderTest, seconds: float, wait_while_running: Callable[[float], None]
) -> ForcedWrites:
    """Counts those of every process of the bed, each with all below it, for so many seconds of load.

    Raises:
        TracingError: the tracer has failed.
    """
    with _folder() as folder, ExitStack() as stack:
        counters = {
            process.name: stack.enter_context(
                tracer.trace(process.pid, seconds, _subfolder(Path(folder), process.name))
            )
            for process in bed.processes
        }
        wait_while_running(seconds)
        counted = {name: each() for name, each in counters.items()}
    books, completed = system.completed
    orders_csv = bed.table(*system.tables[books])
    orders = {
        name: completed_between(orders_csv, completed, each.begin_ns, each.end_ns) for name, each in counted.items()
    }
    first = next(iter(counted))
    # Tracers begin one after the other, and the load need not stay the same: each is held against its own orders.
    by_process = {name: of_orders(each.calls, orders[name], orders[first]) for name, each in counted.items()}
    seconds = (counted[first].end_ns - counted[first].begin_ns) / 1e9
    return ForcedWrites(seconds, orders[first], by_process, tracer.method)


def of_orders(calls: int, meanwhile: int, orders: int) -> int:
    """How many calls so many orders would have needed, where those that were completed meanwhile needed these."""
    return round(calls * orders / meanwhile) if meanwhile else calls


def completed_between(orders_csv: str, completed: str, begin_ns: int, end_ns: int) -> int:
    """How many orders were completed in this time. completed: the column that has the time."""
    times = (row[completed] for row in DictReader(orders_csv.splitlines()))
    return sum(begin_ns <= int(time_ns) < end_ns for time_ns in times if time_ns)


def _refusal(tracer: Tracer) -> str | None:
    """Why it cannot be used here, tried on a process that does nothing; None when it can."""
    idle = subprocess.Popen(["sleep", "60"])
    try:
        with _folder() as folder, tracer.trace(idle.pid, 0.1, Path(folder)) as counted:
            counted()
        return None
    except (OSError, TracingError) as error:
        return f"{tracer.method.partition(':')[0]}: {error}"
    finally:
        idle.kill()
        idle.wait()


def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="petlab-tracing-")


def _subfolder(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    return path
