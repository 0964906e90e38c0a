"""The store itself under load: orders per second, processor time and forced writes."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from analysis.contract.floors_document import StoreRate
from analysis.contract.trial_document import MAX_CLOCK_STEP_NS
from deploy.bed.standing_bed import Bed
from loadscripts.load.customers import Customers
from loadscripts.load.scenario import Scenario
from loadscripts.load.siege import Siege
from loadscripts.load.think import Think
from loadscripts.probes import proc
from loadscripts.probes.forced_writes import Tracer, completed_between, count_forced_writes
from loadscripts.probes.machine import ClockReading, clock_record, read_clocks
from loadscripts.system.system_under_test import SystemUnderTest
from loadscripts.trial_errors import FloorError, OverloadError
from loadscripts.trials.drain import wait_until_drained

_DRAIN_TIMEOUT_S = 120.0
_MARGIN_S = 60.0
_SHORTEST_S = 3.0
"""An order takes longer than a primitive: in a shorter time none may be completed."""

NO_THINK = Think(0.0, 0.0)

T = TypeVar("T")


@dataclass(frozen=True)
class StoreLoad:
    """Who orders, and how it is counted. tracer: None where forced writes are not counted."""

    bed: Bed
    system: SystemUnderTest
    scenario: Scenario
    siege: Siege
    tracer: Tracer | None
    customers: int
    think: Think = NO_THINK

    def warm_up(self, seconds: float, seed: int) -> None:
        """Lets them order for so long; nothing is counted."""
        self._ordering(seconds, seed, lambda wait: wait(seconds))

    def measure(self, warmup_s: float, seconds: float, seed: int) -> StoreRate:
        """Counts what they order in so many seconds, three at least, after a while in which the store fills.

        Raises:
            OverloadError: not one order was completed, some were given up, or the store does not come to rest.
            FloorError: the wall clock was set meanwhile.
        """
        seconds = max(seconds, _SHORTEST_S)
        return self._ordering(warmup_s + 2 * seconds, seed, lambda wait: self._measure(warmup_s, seconds, wait))

    def _measure(self, warmup_s: float, seconds: float, wait: Callable[[float], None]) -> StoreRate:
        wait(warmup_s)
        clocks = read_clocks()
        begin_ns, begin_s, before = time.time_ns(), time.monotonic(), self._cpu_s()
        wait(seconds)
        end_ns, end_s, after = time.time_ns(), time.monotonic(), self._cpu_s()
        counted = None
        if self.tracer is not None:
            counted = count_forced_writes(self.tracer, self.bed, self.system, seconds, wait)
        _require_steady_clock(clocks)
        books, completed = self.system.completed
        orders = completed_between(self.bed.table(*self.system.tables[books]), completed, begin_ns, end_ns)
        if not orders:
            raise OverloadError(f"the store completed no order within {seconds:g} s: give more --seconds")
        return StoreRate(
            orders=orders,
            elapsed_s=end_s - begin_s,
            cpu_s={name: round(used_s - before.get(name, 0.0), 2) for name, used_s in after.items()},
            forced_writes=counted.as_record() if counted else None,
        )

    def _ordering(self, seconds: float, seed: int, measured: Callable[[Callable[[float], None]], T]) -> T:
        self.bed.reset()
        customers = Customers(self.scenario, self.customers, self.think, seconds + _MARGIN_S, seed)
        urls = customers.urls(self.bed.applications[self.scenario.application])
        with (
            TemporaryDirectory(prefix="petlab-siege-") as scratch,
            customers.ordering(self.siege, urls, Path(scratch)) as siege,
        ):
            found = measured(siege.wait_while_running)
            siege.finish()
        if not wait_until_drained(self.bed, _DRAIN_TIMEOUT_S):
            raise OverloadError(f"the store was still busy {_DRAIN_TIMEOUT_S:g} s after the last customer left")
        _require_no_dead_letters(self.bed)
        self.bed.reset()
        return found

    def _cpu_s(self) -> dict[str, float]:
        """What each process tree of the bed has used until now."""
        found = proc.processes()
        children, roots = proc.children_of(found), {each.name: each.pid for each in self.bed.processes}
        uses = {name: proc.tree_use(pid, found, children, without=set(roots.values())) for name, pid in roots.items()}
        return {name: use.cpu_s for name, use in uses.items() if use}


def _require_no_dead_letters(bed: Bed) -> None:
    """An order that was given up is not completed, however quickly the others were."""
    dead = Counter(letter.queue for letter in bed.dead_letters())
    if dead:
        told = ", ".join(f"{number} in {queue}" for queue, number in sorted(dead.items()))
        raise OverloadError(f"orders have become dead letters: {told}")


def _require_steady_clock(begin: ClockReading) -> None:
    """Orders are told to be of these seconds by the wall clock."""
    step_ns = clock_record(begin, read_clocks()).step_ns
    if step_ns > MAX_CLOCK_STEP_NS:
        raise FloorError(f"the wall clock was set while the store was measured, by {step_ns / 1e6:.1f} ms: try again")
