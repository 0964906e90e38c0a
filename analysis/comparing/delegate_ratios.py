"""Ratios of two delegates, as claims are about: by the comparisons of a report, or by what their trials show."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from statistics import fmean
from typing import get_args

from analysis.comparing.canary_correction import Block, at_the_same_time, machine_shift
from analysis.comparing.comparison import Comparison, MachineShift
from analysis.comparing.evidence import Evidence
from analysis.contract.assignment_units import UnitWithinTrial
from analysis.statistics.intervals import Difference, Estimate, Kind, paired, ratio_interval
from analysis.statistics.ratio_of_means import paired_ratio_of_means
from analysis.statistics.smallest_effect import ratio_at

KINDS: Mapping[str, Kind] = {"order": "clustered t over time blocks", "window": "t over switchback blocks"}


@dataclass(frozen=True)
class Compared(Estimate):
    """A ratio of two delegates. machine_shift: by how much the machine itself differed between them; why_no_interval:
    where there is a ratio alone; log_difference: what its interval was made from.
    """

    machine_shift: MachineShift | None = None
    why_no_interval: str | None = None
    log_difference: Difference | None = None


# One estimate, or one of each delegate; a string says why there is none.
Found = Estimate | Mapping[str, Estimate] | str
# Measures a claim at a number of customers.
Measure = Callable[[Evidence, int], Found]


def ratio(metric: str, level: str, against: str) -> Measure:
    """The ratio of two delegates, by order or by window where they were so assigned, else within blocks."""
    return _ratio(metric, level, against, lambda evidence, customers: evidence.ratios(metric, customers))


def ratio_alone(metric: str, level: str, against: str) -> Measure:
    """The ratio of two delegates of which each had all the load, where that was tried: by order they share it, and each
    waits for what the other takes of the processors.
    """

    def alone_first(evidence: Evidence, customers: int) -> list[Comparison]:
        return sorted(evidence.ratios(metric, customers), key=lambda found: found.assignment == "order")

    return _ratio(metric, level, against, alone_first)


def ratio_by_trial(metric: str, level: str, against: str) -> Measure:
    """The ratio of two delegates that had trials of their own: what a level has not completed by the end of its turn in
    a trial counts for none.
    """

    def of_trials_alone(evidence: Evidence, customers: int) -> list[Comparison]:
        within = get_args(UnitWithinTrial)
        return [found for found in evidence.ratios(metric, customers) if found.assignment not in within]

    return _ratio(metric, level, against, of_trials_alone)


def _ratio(metric: str, level: str, against: str, ratios: Callable[[Evidence, int], list[Comparison]]) -> Measure:
    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        of_both = [c for c in ratios(evidence, customers) if {c.level, c.against} == {level, against}]
        found = next(iter([c for c in of_both if c.has_interval] or of_both), None)
        if found is None:
            return f"no block has both {level} and {against} at {customers} customers with this metric"
        estimate = from_comparison(found)
        return estimate if found.level == level else inverse(estimate)

    return measure


def from_comparison(found: Comparison) -> Compared | str:
    """Whatever its verdict, which is on another question: whether the ratio is 1."""
    if found.ratio is None:
        return found.reason or "not measured"
    low, high = (found.low, found.high) if found.has_interval else (None, None)
    kind = KINDS.get(found.assignment, "t over trials")
    return Compared(found.ratio, found.n, low, high, kind, found.machine_shift, found.reason, found.log_difference)


def inverse(estimate: Compared | str) -> Compared | str:
    if isinstance(estimate, str) or not estimate.value:
        return estimate
    low = 1 / estimate.high if estimate.high else None
    high = 1 / estimate.low if estimate.low else None
    difference, shift = estimate.log_difference, estimate.machine_shift
    if difference:
        difference = replace(difference, mean=-difference.mean)
    if shift:
        shift = replace(shift, ratio=1 / shift.ratio)
    return replace(
        estimate, value=1 / estimate.value, low=low, high=high, log_difference=difference, machine_shift=shift
    )


Shown = tuple[float, float, Block]


def ratio_between(units: Sequence[Sequence[Shown]]) -> Compared | None:
    """The ratio of what two delegates' trials show, over repetitions, each of which has its blocks, with what the
    machine itself did between them. None where there is none, or a mean may be zero.
    """
    known = [unit for unit in units if unit]
    if not known:
        return None
    shift = _machine_shift(known)
    if all(one and other for unit in known for one, other, _ in unit):
        logs = [fmean(log(one / other) for one, other, _ in unit) for unit in known]
        estimate = ratio_interval([exp(mean) for mean in logs])
        difference = paired(logs) if len(logs) > 1 else None
        low, high = estimate.low, estimate.high
        return Compared(estimate.value, estimate.n, low, high, estimate.interval, shift, log_difference=difference)
    # A value of zero has no ratio.
    means = [(fmean(one for one, _, _ in unit), fmean(other for _, other, _ in unit)) for unit in known]
    if (of_means := paired_ratio_of_means(means)) is None:
        return None
    low, high = map(ratio_at, of_means.bounds())
    kind: Kind = "jackknife of a ratio of means"
    return Compared(exp(of_means.mean), len(known), low, high, kind, shift, log_difference=of_means)


def _machine_shift(units: Sequence[Sequence[Shown]]) -> MachineShift | None:
    blocks = [block for unit in units for _, _, block in unit]
    numbers = [number for number, unit in enumerate(units) for _ in unit]
    return None if at_the_same_time(blocks) else machine_shift(blocks, numbers)
