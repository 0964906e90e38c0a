"""What a synthetic trial is to look like, and the rows that its records are made of. Test data only."""

from dataclasses import dataclass, field
from typing import Any, Literal

from analysis.timing.assigned_levels import drawn_level

T0_NS = 1_767_225_600_000_000_000
MS, SECOND = 1_000_000, 1_000_000_000
WARMUP_S, DRAIN_S = 10, 5
WINDOW_S, WASHOUT_S, SWITCH_NS = 6, 1, 20 * MS  # of trials by window


@dataclass(frozen=True)
class Variant:
    """Means of one way of sending, in milliseconds."""

    name: str
    call_ms: float
    latency_ms: float
    slowdown: float = 1.0  # of everything else
    cpu_per_order_ms: float = 30.0


VARIANTS = {
    "jms-transacted": Variant("jms-transacted", call_ms=2.0, latency_ms=14.0),
    "jms-nontransacted": Variant("jms-nontransacted", call_ms=6.0, latency_ms=4.0),
    "soap": Variant("soap", call_ms=15.0, latency_ms=12.0, slowdown=1.15, cpu_per_order_ms=36.0),
}


@dataclass(frozen=True)
class TrialPlan:
    """What one trial is to look like, and what is to be wrong with it."""

    id: str = "001"
    block: int = 1
    position: int = 1
    seed: int = 1
    variant: Variant = VARIANTS["jms-transacted"]
    customers: int = 15
    measure_s: int = 30
    measuring: str = "on"
    faults: tuple[str, ...] = ()
    changes: dict[str, Any] = field(default_factory=dict)  # of trial.json, by dotted key
    levels: dict[str, Any] = field(default_factory=dict)  # further factors
    unit: Literal["order", "window"] | None = None  # by which all VARIANTS take turns
    orders_more: float = 1.0  # so many times as many as the customers would submit
    placebo: tuple[str, ...] = ()  # levels that take turns instead, and change nothing

    @property
    def orders_per_s(self) -> float:
        return self.orders_more * self.customers / 30

    @property
    def windows(self) -> list[tuple[int, int, int, str]]:
        """(begin_ns, end_ns, block, level) of a trial by window: A B C C B A, B C A A C B, ..."""
        names, listed = list(self.placebo or VARIANTS), []
        turns = self.measure_s // WINDOW_S if self.unit == "window" else 0
        for number in range(turns):
            block, place = divmod(number, 2 * len(names))
            level = names[(min(place, 2 * len(names) - 1 - place) + block) % len(names)]
            first_ns = begin_ns(self) + number * WINDOW_S * SECOND
            listed.append((first_ns + SWITCH_NS, first_ns + WINDOW_S * SECOND, block + 1, level))
        return listed

    def variant_of(self, order: str, instant_ns: int) -> Variant:
        """How an order is handed over at this instant."""
        if self.placebo:
            return self.variant
        if self.unit == "order":
            return VARIANTS[drawn_level(self.seed, order, list(VARIANTS))]
        levels = [level for begin, _, _, level in self.windows if begin <= instant_ns]
        return VARIANTS[levels[-1]] if levels else self.variant


@dataclass(frozen=True)
class Truth:
    """What the analysis should find."""

    orders: int  # received in the window
    completed_in_window: int
    response_mean_ms: float
    call_mean_ms: float
    latency_mean_ms: float
    gc_pause_s: float
    cpu_servers_s: float


class Rows(dict[str, list[dict[str, Any]]]):
    """Rows of each record, by its name."""

    def add(self, table: str, **row: Any) -> None:
        self.setdefault(table, []).append(row)


def begin_ns(plan: TrialPlan) -> int:
    return T0_NS + WARMUP_S * SECOND


def end_ns(plan: TrialPlan) -> int:
    return begin_ns(plan) + plan.measure_s * SECOND


def phase_at(plan: TrialPlan, instant_ns: int) -> str:
    if instant_ns < begin_ns(plan):
        return "warmup"
    return "measure" if instant_ns < end_ns(plan) else "drain"
