"""One order of the simulated store: when it was where, and what it cost."""

import hashlib
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from deploy.specification.delegate_choice import delegates_of
from loadscripts.simulation.known_sizes import LevelSizes, StoreSizes

MS_NS = 1_000_000
STEPS = ("checkout", "receiving", "approving", "supplying", "invoicing", "mailing")
TRANSITIONS = ("order-submission", "order-approval", "supplier-order", "invoice", "notification")
APPLICATIONS = ("storefront", "opc", "opc", "supplier", "opc", "opc")
"""Where each step is done."""

# What an order's time is made of, without the way of its supplier order: six pieces of work, four sends.
_WORK_FRACTION, _SEND_FRACTION, _CALL_FRACTION = 0.08, 0.13, 0.02
# Of its CPU time: each step, and the request in which it came.
_STEP_CPU_FRACTION, REQUEST_CPU_FRACTION = 0.15, 0.10


@dataclass
class SimulatedOrder:
    """Instants are true ones, of no application's clock, in nanoseconds. steps_ns: when each of STEPS began;
    calls_ns: when each of TRANSITIONS was called; completed_ns: when its completion was mailed.
    """

    id: str
    received_ns: int
    account: str
    item: str
    quantity: int
    phase: str
    delegates: Mapping[str, str]
    level: str
    steps_ns: tuple[int, ...]
    work_ns: tuple[int, ...]
    calls_ns: tuple[int, ...]
    call_durations_ns: tuple[int, ...]
    completed_ns: int
    step_cpu_ns: int
    request_cpu_ns: int
    process_cpu_ms: Mapping[str, float]
    mishap: str = ""
    is_measured: bool = True
    crashes: list[int] = field(default_factory=list)
    """The crashes by which it was put at risk, by number."""

    def is_open(self, now_ns: int) -> bool:
        """Whether it is not completed: one that was lost never is."""
        return now_ns < self.completed_ns or self.mishap == "lost"

    @property
    def response_ns(self) -> int:
        return self.completed_ns - self.received_ns

    @property
    def latency_ns(self) -> int:
        return self.steps_ns[3] - self.calls_ns[2]


@dataclass(frozen=True)
class Times:
    """Those of one order, in milliseconds."""

    response: float
    call: float
    latency: float
    cpu: float


def drawn_times(sizes: StoreSizes, level: LevelSizes, common: float, chance: Random) -> Times:
    """common: the factor on all orders of this moment."""

    def drawn(mean: float) -> float:
        return mean * common * math.exp(chance.gauss(0.0, level.noise))

    return Times(
        drawn(sizes.response_ms * level.response),
        drawn(sizes.call_ms * level.call),
        drawn(sizes.latency_ms * level.latency),
        drawn(sizes.order_cpu_ms * level.cpu),
    )


def steps_of(times: Times, received_ns: int, slow_step_ms: Mapping[str, float]) -> dict[str, tuple[int, ...]]:
    """The way of an order: the fields of SimulatedOrder that are tuples. Its pieces sum up to the response time."""
    rest_ms = times.response - times.latency
    begin_ns, steps, work, calls, durations = received_ns, [], [], [], []
    for step, transition in zip(STEPS[:-1], TRANSITIONS, strict=True):
        supplying = transition == "supplier-order"
        work_ns = _ns(rest_ms * _WORK_FRACTION + slow_step_ms.get(step, 0.0))
        steps.append(begin_ns)
        work.append(work_ns)
        calls.append(begin_ns + work_ns)
        durations.append(_ns(times.call if supplying else rest_ms * _CALL_FRACTION))
        begin_ns += work_ns + _ns(times.latency if supplying else rest_ms * _SEND_FRACTION)
    steps.append(begin_ns)
    work.append(_ns(rest_ms * _WORK_FRACTION))
    return {
        "steps_ns": tuple(steps),
        "work_ns": tuple(work),
        "calls_ns": tuple(calls),
        "call_durations_ns": tuple(durations),
    }


def cpu_of(times: Times, sizes: StoreSizes, level: LevelSizes) -> dict[str, object]:
    share = times.cpu / (sizes.order_cpu_ms * level.cpu) * level.cpu
    return {
        "step_cpu_ns": _ns(times.cpu * _STEP_CPU_FRACTION),
        "request_cpu_ns": _ns(times.cpu * REQUEST_CPU_FRACTION),
        "process_cpu_ms": {name: ms * share for name, ms in sizes.process_cpu_ms.items()},
    }


def delegate_for(order_id: str, choice: str) -> str:
    """As the applications choose it: the contract of `trial.json`, written down here once more on purpose."""
    delegates: Sequence[str] = delegates_of(choice)
    if len(delegates) == 1:
        return delegates[0]
    seed = re.split(":", choice)[1]
    digest = hashlib.sha256(f"{seed}/{order_id}".encode()).digest()
    return delegates[int.from_bytes(digest[:8], "big") % len(delegates)]


def _ns(ms: float) -> int:
    return round(ms * MS_NS)
