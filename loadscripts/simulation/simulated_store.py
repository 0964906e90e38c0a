"""The store itself: what its orders do while virtual time passes, one trial after the other. The simulated bed,
generator, sampler and recorder tell of it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from loadscripts.simulation.known_sizes import LevelSizes, StoreSizes
from loadscripts.simulation.simulated_order import (
    MS_NS,
    TRANSITIONS,
    Common,
    SimulatedOrder,
    cpu_of,
    delegate_for,
    drawn_times,
    steps_of,
)
from loadscripts.simulation.virtual_time import BEGIN_NS, SECOND_NS, VirtualTime

FIRST_MISHAP = 30
"""Mishaps come to orders of the window from this one on, to every third."""


@dataclass(frozen=True)
class Visit:
    """A customer who will place an order: when the store receives it, and what he says."""

    received_ns: int
    account: str
    item: str
    quantity: int


@dataclass
class SimulatedStore:
    """What is true of the present trial, and how many there were before. visits: those to come, by time."""

    sizes: StoreSizes
    clock: VirtualTime
    seed: int = 1
    trial: int = -1
    phase: str = "idle"
    jvm: str = ""
    launches: int = 0
    delegates: dict[str, str] = field(default_factory=lambda: dict.fromkeys(TRANSITIONS, "jms-transacted"))
    orders: list[SimulatedOrder] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)
    crashes: int = 0
    switched_ns: int = 0
    before_switch: str = ""
    _under_way: list[SimulatedOrder] = field(default_factory=list)
    _used_ms: dict[str, float] = field(default_factory=dict)
    _machine: list[float] = field(default_factory=list)
    _in_window: int = 0
    _begin_ns: int = 0
    _free_ns: int = 0
    _chance: Random = field(default_factory=Random)

    def begin_trial(self) -> None:
        """A store without orders; the machine is as it was."""
        self.trial += 1
        self.orders, self.visits, self._in_window = [], [], 0
        self._begin_ns = self.clock.time_ns()
        self._chance = Random(f"{self.seed}/{self.trial}")

    def open_until(self, now_ns: int) -> None:
        """Receives the orders of those who came until now."""
        while self.visits and self.visits[0].received_ns <= now_ns:
            visit = self.visits.pop(0)
            if self.phase != "idle":
                self.orders.append(self._placed(visit))
                self._under_way.append(self.orders[-1])

    def switch(self, transition: str, delegate: str) -> None:
        """From now on orders go by another delegate."""
        if transition == "supplier-order":
            self.before_switch, self.switched_ns = self.delegates[transition], self.clock.time_ns()
        self.delegates[transition] = delegate

    def close(self) -> None:
        """Nobody comes any more."""
        self.visits.clear()

    def crash(self, now_ns: int) -> None:
        """A process is gone: orders on their way are at risk, and some of them lost."""
        at_risk = [order for order in self.orders if order.received_ns < now_ns and order.is_open(now_ns)]
        losses = self.sizes.crash_losses[self.crashes] if self.crashes < len(self.sizes.crash_losses) else 0
        for number, order in enumerate(at_risk):
            order.crashes.append(self.crashes)
            if number < losses and not order.mishap:
                order.mishap = "lost"
        self.crashes += 1

    def process_cpu_s(self, now_ns: int) -> Mapping[str, float]:
        """What each process of the bed has used for the orders that were completed until now, since the first trial."""
        done = [order for order in self._under_way if order.completed_ns <= now_ns]
        self._under_way = [order for order in self._under_way if order.completed_ns > now_ns]
        for order in done:
            for process, used_ms in order.process_cpu_ms.items():
                self._used_ms[process] = self._used_ms.get(process, 0.0) + used_ms
        return {process: used_ms / 1000 for process, used_ms in self._used_ms.items()}

    def _placed(self, visit: Visit) -> SimulatedOrder:
        order_id = str(10_001 + len(self.orders))
        delegates = {name: self._delegate(order_id, name) for name in TRANSITIONS}
        name = delegates["supplier-order"]
        level, common = self._level(name, visit.received_ns), self._common(visit.received_ns)
        times = drawn_times(self.sizes, level, common, self._chance)
        times = replace(times, response=times.response + self._waited_ms(visit.received_ns))
        way = steps_of(times, visit.received_ns, self.sizes.slow_step_ms)
        completed_ns = way["steps_ns"][-1] + way["work_ns"][-1]
        costs: dict[str, Any] = cpu_of(times, self.sizes, level)
        facts: Mapping[str, Any] = {**vars(visit), **way, **costs, "delegates": delegates, "level": name}
        order = SimulatedOrder(order_id, phase=self.phase, completed_ns=completed_ns, **facts)
        self._goes_wrong(order)
        return order

    def _waited_ms(self, received_ns: int) -> float:
        """Behind those who came before, as no more orders in a second are worked on than the store can."""
        begin_ns = max(received_ns, self._free_ns)
        self._free_ns = begin_ns + round(SECOND_NS / self.sizes.most_orders_per_s)
        return (begin_ns - received_ns) / MS_NS

    def _delegate(self, order_id: str, transition: str) -> str:
        choice = self.delegates[transition]
        chosen = delegate_for(order_id, choice)
        if transition == "supplier-order" and self.sizes.astray and int(order_id) % 100 < self.sizes.astray:
            return next(name for name in ("soap", "jms-transacted") if name != chosen)
        return chosen

    def _level(self, delegate: str, instant_ns: int) -> LevelSizes:
        """Of the delegate, of the JVM's options, and of what levels do to each other."""
        one, other = self.sizes.levels.get(delegate, LevelSizes()), self.sizes.jvms.get(self.jvm, LevelSizes())
        is_mixed = self.delegates["supplier-order"].startswith("drawn:")
        disturbed = is_mixed and delegate != next(iter(self.sizes.levels), delegate)
        carried = self._carried_over(one, instant_ns)
        return LevelSizes(
            one.response * other.response * (self.sizes.disturbance if disturbed else 1.0) * carried,
            one.call * other.call,
            one.latency * other.latency,
            one.cpu * other.cpu,
            one.noise,
        )

    def _carried_over(self, present: LevelSizes, instant_ns: int) -> float:
        if instant_ns - self.switched_ns >= self.sizes.carry_over_s * SECOND_NS:
            return 1.0
        before = self.sizes.levels.get(self.before_switch, present)
        return math.sqrt(before.response / present.response)

    def _common(self, instant_ns: int) -> Common:
        """What this moment does to all orders alike: drift, machine, and which trial it is."""
        second = (instant_ns - BEGIN_NS) // SECOND_NS
        while len(self._machine) <= second:
            before = self._machine[-1] if self._machine else 0.0
            correlation = self.sizes.correlation
            step = Random(f"{self.seed}/machine/{len(self._machine)}").gauss(0.0, self.sizes.machine_noise)
            self._machine.append(correlation * before + math.sqrt(1 - correlation**2) * step)
        hundreds_s = (instant_ns - self._begin_ns) / SECOND_NS / 100
        factors = self.sizes.trial_factors
        factor = factors[self.trial] if 0 <= self.trial < len(factors) else 1.0
        alike = factor * math.exp(self._machine[second])
        return Common(
            alike * math.exp(self.sizes.drift * hundreds_s), alike * math.exp(self.sizes.cpu_drift * hundreds_s)
        )

    def _goes_wrong(self, order: SimulatedOrder) -> None:
        if self.phase != "measure":
            return
        self._in_window += 1
        place, every_third = divmod(self._in_window - FIRST_MISHAP, 3)
        if every_third == 0 and 0 <= place < len(self.sizes.mishaps):
            order.mishap = self.sizes.mishaps[place]
        selected = self.sizes.unmeasured.get(order.level, 0)
        order.is_measured = self._chance.random() * 100 >= selected if selected else True

    def offset_ns(self, application: str) -> int:
        """How far the clock of an application is ahead."""
        return round(self.sizes.clock_offsets_ms.get(application, 0.0) * MS_NS)
