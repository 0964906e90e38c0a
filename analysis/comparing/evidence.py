"""What claims are judged by: the combinations and comparisons of an experiment, and the loads that papers refer to."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from analysis.comparing.bottleneck import bottleneck_of
from analysis.comparing.comparison import UNITS, Comparison
from analysis.comparing.design import CUSTOMERS, TRANSITION
from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.metrics import TIMES
from analysis.reading.trial_facts import ENTRANCE, FAULT, NO_FAULT, customers_of
from analysis.trials.trial_analysis import TrialResult

JMS_TX, JMS, SOAP = "jms-transacted", "jms-nontransacted", "soap"
LIGHT_CUSTOMERS, MODERATE_CUSTOMERS, MODERATE_AT_MOST, SATURATED_CUSTOMERS = 25, 40, 60, 80
# Of two cores that are half busy, a task that comes has to wait for a third of its own time (M/M/2, Erlang C).
LIGHT_FRACTION, SATURATED_FRACTION = 0.5, 0.85
# Within a trial, means are geometric: the times of orders are skewed.
WITHIN_TRIALS = {f"{time}_mean_ms": f"{time}_geomean_ms" for time in TIMES}
Load = Literal["light", "moderate", "saturated", "heaviest", "failing steps"]


@dataclass(frozen=True)
class Evidence:
    """What claims are judged by."""

    results: Results
    comparisons: list[Comparison]

    @cached_property
    def combinations(self) -> list[Combination]:
        """Those that papers refer to: by pages, without faults, and alike but for transition and load."""
        at_reference = self.results.design.at_reference
        return [c for c in self.results.combinations if at_reference(c.levels) and ENTRANCE not in c.levels]

    @cached_property
    def failing(self) -> list[Combination]:
        """Those whose steps fail after they have sent, and that are plain otherwise."""
        plain = [c for c in self.results.combinations if self.results.design.plain(c.levels)]
        return [c for c in plain if fails_after_sending(str(c.levels.get(FAULT, NO_FAULT)))]

    @cached_property
    def of_transitions(self) -> list[Comparison]:
        design = self.results.design
        return [c for c in self.comparisons if c.factor == TRANSITION and design.at_reference(c.held)]

    def ratios(self, metric: str, customers: int) -> list[Comparison]:
        """Of two delegates at this load, those of the finest unit of assignment first: they tell the most."""
        names = (metric, WITHIN_TRIALS.get(metric))
        found = [c for c in self.of_transitions if c.metric in names and c.held.get(CUSTOMERS) == customers]
        return sorted(found, key=lambda c: (list(UNITS).index(c.assignment), names.index(c.metric)))

    def at(self, delegate: str, customers: int) -> Combination | None:
        found = [c for c in self.combinations if c.levels[TRANSITION] == delegate and c.customers == customers]
        return found[0] if found else None

    def load(self, wanted: Load) -> int | str:
        """The number of customers that stands for a load, or why none does."""
        if wanted == "failing steps":
            heaviest = max((combination.customers for combination in self.failing), default=None)
            without = "it takes trials whose steps fail after they have sent (send-faults, send-faults-database)"
            return heaviest or without
        loads = sorted({combination.customers for combination in self.combinations})
        if not loads[0]:
            return "the load is a rate of orders, not a number of customers"
        if wanted == "light":
            return self.light(loads[0])
        if wanted == "moderate":
            between = [load for load in loads if LIGHT_CUSTOMERS < load <= MODERATE_AT_MOST]
            return self.moderate(sorted(between, key=lambda load: abs(load - MODERATE_CUSTOMERS)))
        if wanted == "saturated":
            return self.saturated(loads)
        return loads[-1]

    def light(self, lightest: int) -> int | str:
        """The lightest load, if nothing but the customers' think time limits it."""
        busy = self.busy(lightest)
        if lightest > LIGHT_CUSTOMERS:
            return f"no load of {LIGHT_CUSTOMERS} customers or fewer"
        if busy is None:
            return f"whether {lightest} customers are a light load is not known: the machine was not sampled"
        if busy >= LIGHT_FRACTION:
            return (
                f"{lightest} customers are not a light load: they keep the cores {busy:.0%} busy, "
                f"and less than {LIGHT_FRACTION:.0%} was expected"
            )
        found = [bottleneck_of(c) for c in self.combinations if c.customers == lightest]
        limited = [bottleneck for bottleneck in found if bottleneck.resource != "customers"]
        return f"{lightest} customers are not a light load: {limited[0].explanation}" if limited else lightest

    def moderate(self, closest_first: list[int]) -> int | str:
        """The first of these loads with which some delegate leaves the cores free enough."""
        for load in closest_first:
            busy = self.least_busy(load)
            if busy is None:
                return f"whether {load} customers saturate the cores is not known: the machine was not sampled"
            if busy < SATURATED_FRACTION:
                return load
        return f"no unsaturated load between {LIGHT_CUSTOMERS + 1} and {MODERATE_AT_MOST} customers"

    def saturated(self, loads: list[int]) -> int | str:
        """Of the loads that keep the cores busy, whatever the delegate, that closest to the paper's. One at which some
        delegate has no valid trial tells nothing of each.
        """
        at_load = {load: {c.variant for c in self.combinations if c.customers == load} for load in loads}
        variants = set.union(*at_load.values())
        busy = {load: self.least_busy(load) for load in loads if at_load[load] == variants}
        if not busy:
            return "there is no load at which every delegate has a valid trial"
        loads = list(busy)
        unknown = [load for load, known in busy.items() if known is None]
        if unknown:
            return f"whether {unknown[0]} customers saturate the cores is not known: the machine was not sampled"
        fitting = [load for load, known in busy.items() if known is not None and known >= SATURATED_FRACTION]
        without = f"nothing was saturated: the cores were {busy[loads[-1]]:.0%} busy at {loads[-1]} customers"
        return min(fitting, key=lambda load: abs(load - SATURATED_CUSTOMERS), default=without)

    def overloaded(self, customers: int) -> str | None:
        """How many trials at this load were overloaded; None where none was."""
        trials = self.trials(customers)
        found = sum(map(is_overloaded, trials))
        return f"{found} of {len(trials)} trials at this load were overloaded: their queues grew" if found else None

    def trials(self, customers: int, delegate: str | None = None) -> list[TrialResult]:
        """At this load, of this delegate or all: those that count, and with them attempts that were overloaded so much
        that they are void.
        """
        at_load = [c for c in self.combinations if c.customers == customers]
        counted = [trial for c in at_load if delegate in (None, c.levels[TRANSITION]) for trial in c.trials]
        void = [trial for trial in self.void_by_overload if customers_of(trial.trial.levels) == customers]
        return counted + [trial for trial in void if delegate in (None, trial.trial.levels[TRANSITION])]

    @cached_property
    def void_by_overload(self) -> list[TrialResult]:
        """Of trials like those that papers refer to."""
        alike = [each for each in self.results.conducted if is_overloaded(each) and not each.trial.faults]
        return [
            each
            for each in alike
            if each.status == "void"
            and self.results.design.at_reference(each.trial.levels)
            and ENTRANCE not in each.trial.levels
        ]

    def busy(self, customers: int) -> float | None:
        """With the variant that keeps the cores busiest at this load; None where that of some variant is unknown."""
        return max(self._busy_of_variants(customers), default=None)

    def least_busy(self, customers: int) -> float | None:
        """With the variant that keeps them least busy."""
        return min(self._busy_of_variants(customers), default=None)

    def _busy_of_variants(self, customers: int) -> list[float]:
        """Of each variant at this load, fraction of the cores; empty where that of some variant is unknown."""
        fractions = [c.value("cpu_busy_fraction") for c in self.combinations if c.customers == customers]
        known = [fraction for fraction in fractions if fraction is not None]
        return known if len(known) == len(fractions) else []


def is_overloaded(trial: TrialResult) -> bool:
    return bool(trial.value("overloaded_fraction"))


def without_queues(trial: TrialResult) -> bool:
    return not any(metric.startswith("queue_") for metric in trial.metrics)


def fails_after_sending(fault: str) -> bool:
    """Whether a fault such as `sent@supplier-order:throw:each-20` lets steps fail."""
    point, _, action = fault.partition(":")
    return point.partition("@")[0] == "sent" and action.startswith(("throw", "error"))
