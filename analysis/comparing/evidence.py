"""What claims are judged by: the combinations and comparisons of an experiment, and the loads that papers refer to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, geometric_mean
from typing import Literal

from analysis.comparing.bottleneck import bottleneck_of
from analysis.comparing.comparison import UNITS, Comparison
from analysis.comparing.design import LOAD, TRANSITION
from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.metrics import TIMES
from analysis.reading.trial_facts import FAULT, NO_FAULT
from analysis.statistics.intervals import Estimate, Kind, ratio_interval, t_interval
from analysis.trials.trial_analysis import TrialResult

JMS_TX, JMS, SOAP = "jms-transacted", "jms-nontransacted", "soap"
LIGHT_CUSTOMERS, MODERATE_CUSTOMERS = 25, 60
# Of two cores that are half busy, a task that comes has to wait for a third of its own time (M/M/2, Erlang C).
LIGHT_FRACTION, SATURATED_FRACTION = 0.5, 0.85
# Within a trial, means are geometric: the times of orders are skewed.
WITHIN_TRIALS = {f"{time}_mean_ms": f"{time}_geomean_ms" for time in TIMES}
KINDS: Mapping[str, Kind] = {"order": "clustered t over time blocks", "window": "t over switchback blocks"}
Load = Literal["light", "moderate", "saturated", "heaviest", "failing steps"]
# One estimate, or one of each delegate; a string says why there is none.
Found = Estimate | Mapping[str, Estimate] | str
# Measures a claim at a number of customers.
Measure = Callable[["Evidence", int], Found]


@dataclass(frozen=True)
class Evidence:
    """What claims are judged by."""

    results: Results
    comparisons: list[Comparison]

    @cached_property
    def combinations(self) -> list[Combination]:
        """Those that papers refer to: without faults, and alike but for transition and load."""
        return [c for c in self.results.combinations if self.results.design.at_reference(c.levels)]

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
        found = [c for c in self.of_transitions if c.metric in names and c.held[LOAD] == customers]
        return sorted(found, key=lambda c: (list(UNITS).index(c.assignment), names.index(c.metric)))

    def at(self, delegate: str, customers: int) -> Combination | None:
        found = [c for c in self.combinations if c.levels[TRANSITION] == delegate and c.customers == customers]
        return found[0] if found else None

    def load(self, wanted: Load) -> int | str:
        """The number of customers that stands for a load, or why none does."""
        if wanted == "failing steps":
            heaviest = max((combination.customers for combination in self.failing), default=None)
            return heaviest or "it takes trials whose steps fail after they have sent (send-faults)"
        loads = sorted({combination.customers for combination in self.combinations})
        if wanted == "light":
            return self.light(loads[0])
        if wanted == "moderate":
            between = [load for load in loads if LIGHT_CUSTOMERS < load <= MODERATE_CUSTOMERS]
            busy = {load: self.busy(load) for load in between}
            fitting = [load for load, known in busy.items() if known is not None and known < SATURATED_FRACTION]
            without = f"no unsaturated load between {LIGHT_CUSTOMERS + 1} and {MODERATE_CUSTOMERS} customers"
            return fitting[-1] if fitting else without
        if wanted == "saturated":
            return self.saturated(loads[-1])
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
                f"{lightest} customers are no light load: they keep the cores {busy:.0%} busy, "
                f"and less than {LIGHT_FRACTION:.0%} was expected"
            )
        found = [bottleneck_of(c) for c in self.combinations if c.customers == lightest]
        limited = [bottleneck for bottleneck in found if bottleneck.resource != "customers"]
        return f"{lightest} customers are no light load: {limited[0].explanation}" if limited else lightest

    def saturated(self, heaviest: int) -> int | str:
        """The heaviest load, if it keeps the cores busy."""
        busy = self.busy(heaviest)
        if busy is None:
            return f"whether {heaviest} customers saturate the cores is not known: the machine was not sampled"
        if busy < SATURATED_FRACTION:
            return f"nothing was saturated: the cores were {busy:.0%} busy at {heaviest} customers"
        return heaviest

    def busy(self, customers: int) -> float | None:
        """Busiest variant at this load; None where that of some variant is unknown."""
        fractions = [c.value("cpu_busy_fraction") for c in self.combinations if c.customers == customers]
        known = [fraction for fraction in fractions if fraction is not None]
        return max(known) if known and len(known) == len(fractions) else None


def fails_after_sending(fault: str) -> bool:
    """Whether a fault such as `sent@supplier-order:throw:each-20` lets steps fail."""
    point, _, action = fault.partition(":")
    return point.partition("@")[0] == "sent" and action.startswith(("throw", "error"))


def ratio(metric: str, level: str, against: str) -> Measure:
    """The ratio of two delegates, by order or by window where they were so assigned, else within blocks."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        for found in evidence.ratios(metric, customers):
            if (found.level, found.against) == (level, against):
                return from_comparison(found)
            if (found.level, found.against) == (against, level):
                return inverse(from_comparison(found))
        return f"no block has both {level} and {against} at {customers} customers with this metric"

    return measure


def from_comparison(found: Comparison) -> Estimate | str:
    if found.ratio is None or found.verdict == "unstable":
        return found.reason or "not measured"
    low, high = (found.low, found.high) if found.has_interval else (None, None)
    return Estimate(found.ratio, found.n, low, high, KINDS.get(found.assignment, "t over trials"))


def inverse(estimate: Estimate | str) -> Estimate | str:
    if isinstance(estimate, str) or not estimate.value:
        return estimate
    low = 1 / estimate.high if estimate.high else None
    high = 1 / estimate.low if estimate.low else None
    return Estimate(1 / estimate.value, estimate.n, low, high, estimate.interval)


def within_trials(delegate: str, metric: str, against: str) -> Measure:
    """The ratio of two metrics of the same trials."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        combination = evidence.at(delegate, customers)
        if combination is None:
            return f"no valid trial with {delegate} at {customers} customers"
        ratios = []
        for unit in combination.units:
            values = [(trial.value(metric), trial.value(against)) for trial in unit]
            ratios.append([one / other for one, other in values if one and other and one > 0])
        return ratio_over(ratios) or f"not measured: {metric} and {against}"

    return measure


def ratio_over(units: list[list[float]]) -> Estimate | None:
    """The ratio over repetitions, each of which has those of its trials; None where there is none."""
    known = [geometric_mean(ratios) for ratios in units if ratios]
    return ratio_interval(known) if known else None


def mean_of(delegate: str, metric: str) -> Measure:
    """A metric of one delegate, as the report has it."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        combination = evidence.at(delegate, customers)
        if combination is None:
            return f"no valid trial with {delegate} at {customers} customers"
        return combination.metrics.get(metric) or f"not measured: {metric}"

    return measure


def left_behind(*delegates: str) -> Measure:
    """Documents that stayed sent, for each step that failed afterwards: of each delegate."""

    def measure(evidence: Evidence, customers: int) -> Found:
        found = {}
        for delegate in delegates:
            at_load = [c for c in evidence.failing if (c.levels[TRANSITION], c.customers) == (delegate, customers)]
            units = [unit for combination in at_load for unit in combination.units]
            fractions = [[left for trial in unit if (left := left_by_failures(trial)) is not None] for unit in units]
            known = [fmean(of_unit) for of_unit in fractions if of_unit]
            if not known:
                return f"no valid trial with {delegate} shows what its failing steps left behind"
            found[delegate] = t_interval(known)
        return found

    return measure


def left_by_failures(result: TrialResult) -> float | None:
    """None where no step failed, or where there were no marks to tell by."""
    sent = result.audit.sent_by_rolled_back if result.audit else None
    return None if sent is None or not result.trial.triggered else sent / result.trial.triggered


def soap_call_parts(evidence: Evidence, customers: int) -> Estimate | str:
    """SOAP's call time over its latency and the untransacted send, block by block."""
    soap, jms = evidence.at(SOAP, customers), evidence.at(JMS, customers)
    if soap is None or jms is None:
        return f"no valid trials with {SOAP} and {JMS} at {customers} customers"
    sends = {trial.trial.block: trial.value("call_mean_ms") for trial in jms.trials}
    ratios = []
    for unit in soap.units:
        values = [(t.value("call_mean_ms"), t.value("latency_mean_ms"), sends.get(t.trial.block)) for t in unit]
        ratios.append([call / (latency + send) for call, latency, send in values if call and latency and send])
    return ratio_over(ratios) or "no block has both"


def linearity(evidence: Evidence, customers: int) -> Found:
    """Throughput per customer at this load over that at the lightest load, of each of the two delegates."""
    lightest = evidence.load("light")
    if isinstance(lightest, str):
        return lightest
    if lightest == customers:
        return "one load alone shows no line"
    found = {}
    for delegate in (JMS, SOAP):
        here, there = evidence.at(delegate, customers), evidence.at(delegate, lightest)
        if here is None or there is None:
            return f"no valid trials with {delegate} at both loads"
        there_by_block = {trial.trial.block: trial.value("throughput_per_min") for trial in there.trials}
        ratios = []
        for unit in here.units:
            pairs = [(trial.value("throughput_per_min"), there_by_block.get(trial.trial.block)) for trial in unit]
            ratios.append([(one / customers) / (other / lightest) for one, other in pairs if one and other])
        estimate = ratio_over(ratios)
        if estimate is None:
            return f"no block has a throughput of {delegate} at both loads"
        found[delegate] = estimate
    return found
