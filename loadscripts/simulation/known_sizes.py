"""Of what size everything is in the simulated store. Times are in milliseconds."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Mishap = Literal[
    "lost", "lost, completion mailed", "not shipped", "duplicated", "stuck", "waiting", "refused", "missing", "phantom",
    "mail missing", "mail twice", "redelivered", "rolled back after SOAP",
]  # fmt: skip

REQUEST_MS = 10.0
"""How long each request of a customer takes."""


@dataclass(frozen=True)
class LevelSizes:
    """What a level does to an order: factors of the store's own sizes. noise: standard deviation of the logarithm of
    each of its times.
    """

    response: float = 1.0
    call: float = 1.0
    latency: float = 1.0
    cpu: float = 1.0
    noise: float = 0.0


@dataclass(frozen=True)
class Pause:
    """A pause for a collection each `every_s` seconds, from `first_s` on; both since the epoch, in whole milliseconds
    at its end. in_log: as the GC log names it.
    """

    every_s: float
    first_s: float
    ms: float
    in_log: str


# The last one begins just before the window of a first trial, after five seconds, and ends in it.
PAUSES = (
    Pause(2.0, 0.701, 7.125, "Pause Young (Normal) (G1 Evacuation Pause)"),
    Pause(10.0, 3.303, 21.5, "Pause Young (Mixed) (G1 Evacuation Pause)"),
    Pause(15.0, 5.002, 3.25, "Pause Remark"),
)


@dataclass(frozen=True)
class StoreSizes:
    """The whole store. What is not named is as in a store where nothing goes wrong and nothing disturbs.

    levels: by delegate; jvms: by JVM option; process_cpu_ms: of each process for an order.
    machine_noise: standard deviation of what the machine does to all orders of a second, on the log scale, each second
    correlated with the one before by `correlation` (AR(1)). drift, cpu_drift: how much greater (log) all times, or all
    CPU, are after 100 s.
    trial_factors: on all times and CPU of each trial in the order of conducting. disturbance: factor on the response
    time of orders by other levels than the first while levels are mixed in the same seconds.
    carry_over_s: so long after a switch orders still take half of what the level before does to the response time.
    clock_offsets_ms: of each application's clock; clock_set_by_ms: once in the window. unmeasured: of each level's
    orders so many in a hundred leave no mark of their completion; astray: so many of all calls go by another delegate.
    crash_losses: orders that each crash loses, of those at risk.
    late_ms: how much later than due an open load's requests are sent; stall_after_s, stall_s: when, from the begin of
    an open load on, and for how long the shop answers nobody. most_orders_per_s: what comes faster than that waits.
    """

    levels: Mapping[str, LevelSizes] = field(default_factory=dict)
    jvms: Mapping[str, LevelSizes] = field(default_factory=dict)
    response_ms: float = 40.0
    call_ms: float = 0.8
    latency_ms: float = 4.0
    order_cpu_ms: float = 10.0
    process_cpu_ms: Mapping[str, float] = field(
        default_factory=lambda: {"server": 18.0, "broker": 7.0, "postgresql": 5.0}
    )
    slow_step_ms: Mapping[str, float] = field(default_factory=dict)
    machine_noise: float = 0.0
    correlation: float = 0.0
    drift: float = 0.0
    cpu_drift: float = 0.0
    trial_factors: tuple[float, ...] = ()
    disturbance: float = 1.0
    carry_over_s: float = 0.0
    pauses: tuple[Pause, ...] = PAUSES
    clock_offsets_ms: Mapping[str, float] = field(default_factory=dict)
    clock_set_by_ms: float = 0.0
    unmeasured: Mapping[str, int] = field(default_factory=dict)
    astray: int = 0
    mishaps: tuple[Mishap, ...] = ()
    stock_error: int = 0
    crash_losses: tuple[int, ...] = ()
    recovery_s: float = 4.0
    late_ms: float = 0.0
    stall_after_s: float = 0.0
    stall_s: float = 0.0
    most_orders_per_s: float = math.inf
    busy_by_others: float = 0.08  # fraction of all cores
    steal: float = 0.02
    iowait: float = 0.05
    io_pressure: float = 0.1
    allocation_bytes_per_s: int = 120_000_000
    collector_cpu_ms: float = 9.0  # of each pause
