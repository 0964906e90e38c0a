"""The load up to which each variant keeps the experiment's objective, block by block."""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.comparing.canary_correction import means_by
from analysis.comparing.estimates import Combination
from analysis.comparing.launches import beds_differ, units
from analysis.comparing.machine_speed import slowness, usual_canary_ms
from analysis.comparing.results import Results
from analysis.contract.experiment_document import series_of
from analysis.contract.objective import Objective, parse_objective
from analysis.reading.trial_facts import LOAD, Trial, customers_of, rate_of
from analysis.statistics.crossing import Crossing, first_crossing
from analysis.statistics.intervals import NOTHING, Estimate, Kind, ratio_interval
from analysis.statistics.probit_threshold import Outcome, Series, Thresholds, fit_thresholds
from analysis.trials.trial_analysis import TrialResult

MAX_BEYOND = 1
"""How often a series may have had no further load to go to; more often, what it tells is the end of its loads."""


@dataclass(frozen=True)
class Capacity:
    """Of one variant. crossings: by block, of those in which it was conducted; load: their geometric mean, over what
    was repeated, nothing where a block has none; against_baseline: the ratio of this load to the baseline's, within the
    blocks that both have, nothing where one of them has no crossing: the others alone would not be like all.

    Where loads went up and down there is one crossing, of all trials; load: that which half of the trials keep, nothing
    where the loads ended before it; spread: standard deviation of single trials around it, of logarithms. series: the
    same load as each of two series that took turns tells it by itself; second_to_first: their ratio, nothing where one
    of them does not tell it. slope: by how much the logarithm of a load falls with that of the canary's time in the
    window, nothing where that is not used; canary_ms: its mean, at which these loads are.
    """

    variant: str
    crossings: dict[int, Crossing]
    load: Estimate
    against_baseline: Estimate = NOTHING
    spread: float | None = None
    series: tuple[Estimate, ...] = ()
    second_to_first: Estimate = NOTHING
    slope: Estimate = NOTHING
    canary_ms: float | None = None

    @property
    def kept(self) -> float | None:
        """The greatest load that keeps the objective in every block."""
        loads = [crossing.kept for crossing in self.crossings.values()]
        return None if None in loads else min(load for load in loads if load is not None)

    @property
    def without_crossing(self) -> int:
        return sum(crossing.load is None for crossing in self.crossings.values())


def objective_of(results: Results) -> Objective | None:
    """The objective of the experiment, if it has one."""
    text = results.experiment.objective
    return parse_objective(text) if text else None


def capacities(results: Results) -> list[Capacity]:
    """One for each variant with a trial of its own; none where the experiment has no objective."""
    objective = objective_of(results)
    if objective is None:
        return []
    if results.experiment.up_and_down:
        return capacities_of_series(results, objective)
    points: dict[str, dict[int, list[tuple[float, float]]]] = {}
    launches: dict[str, dict[int, set[str]]] = {}
    of_valid = [trial for combination in results.by_trial for trial in combination.trials]
    for trial in (*of_valid, *void_by_overload(results)):
        load, value = number_of_load(trial.trial), value_of(trial, objective)
        if not load or value is None:
            continue
        variant, block = results.design.variant_at_any_load(trial.trial.levels), trial.trial.block
        points.setdefault(variant, {}).setdefault(block, []).append((load, value))
        launches.setdefault(variant, {}).setdefault(block, set()).add(trial.launch)
    crossings = {
        variant: {block: first_crossing(of_block, objective.bound_ms) for block, of_block in sorted(by_block.items())}
        for variant, by_block in points.items()
    }
    baseline = str(baseline_of(results))
    return capacities_by_block(crossings, launches, baseline)


def void_by_overload(results: Results) -> list[TrialResult]:
    """Trials so overloaded that they are void, as requests failed or queues were never empty: no load is broken more.
    Those of a variant that has no valid trial are left out: nothing is told of it.
    """
    known = {results.design.variant_at_any_load(combination.levels) for combination in results.by_trial}
    void = [each for each in results.trials if each.status == "void" and each.value("overloaded_fraction")]
    return [
        each
        for each in void
        if not each.trial.faults
        and each.trial.assignment is None
        and results.design.variant_at_any_load(each.trial.levels) in known
    ]


def capacities_of_series(results: Results, objective: Objective) -> list[Capacity]:
    """Of variants whose load went up and down."""
    canary_ms = usual_canary_ms(results)
    outcomes = outcomes_of(results, objective, canary_ms)
    loads = [rate for load in results.experiment.factors[LOAD] if (rate := rate_of({LOAD: load}))]
    lightest, heaviest = min(loads), max(loads)
    series = {variant: [each for of in by_series.values() for each in of] for variant, by_series in outcomes.items()}
    ends = {each: end for each, of in series.items() if (end := beyond(of, lightest, heaviest, len(outcomes[each])))}
    thresholds = fit_thresholds({each: of for each, of in series.items() if each not in ends}, lightest, heaviest)
    apart = thresholds_apart(outcomes, lightest, heaviest)
    baseline = baseline_of(results)
    numbers = range(1, results.experiment.series + 1)

    def capacity_within(variant: str) -> Capacity:
        load = thresholds.of(variant)
        is_compared = baseline in thresholds.trials and variant != baseline
        against = thresholds.ratio(variant, str(baseline)) if is_compared else NOTHING
        crossing = crossing_at(load, series[variant])
        found = Capacity(variant, {1: crossing}, load, against, thresholds.spread, slope=thresholds.slope)
        found = replace(found, canary_ms=canary_ms if found.slope.value is not None else None)
        if len(numbers) == 1:
            return found
        names = [series_name(variant, number) for number in numbers]
        told = tuple(apart.of(name) if name in apart.trials else NOTHING for name in names)
        again = NOTHING if NOTHING in told else apart.ratio(names[1], names[0])
        return replace(found, series=told, second_to_first=again)

    return [Capacity(each, {1: ends[each]}, NOTHING) if each in ends else capacity_within(each) for each in series]


def outcomes_of(
    results: Results, objective: Objective, canary_ms: float | None = None
) -> dict[str, dict[int, list[Outcome]]]:
    """By variant, and by the number of the series, from 1: those of its trials. canary_ms: on the usual machine."""
    outcomes: dict[str, dict[int, list[Outcome]]] = {}
    for combination in results.by_trial:
        variant = results.design.variant_at_any_load(combination.levels)
        for trial in combination.trials:
            if (value := value_of(trial, objective)) is None:
                continue
            number = series_of(trial.trial.block, results.experiment.series)
            outcome = Outcome(number_of_load(combination), value <= objective.bound_ms, slowness(trial, canary_ms))
            outcomes.setdefault(variant, {}).setdefault(number, []).append(outcome)
    return outcomes


def series_name(variant: str, number: int) -> str:
    return f"{variant}, series {number}"


def thresholds_apart(outcomes: Mapping[str, Mapping[int, Series]], lightest: float, heaviest: float) -> Thresholds:
    """Of each series by itself that tells its threshold; the spread is common to all."""
    apart = {
        series_name(variant, number): of
        for variant, by_series in outcomes.items()
        for number, of in by_series.items()
        if not beyond(of, lightest, heaviest)
    }
    return fit_thresholds(apart, lightest, heaviest)


def beyond(series: Series, lightest: float, heaviest: float, number: int = 1) -> Crossing | None:
    """What was seen of a load whose threshold lies beyond all loads, or which never changed its outcome; else None.

    number: of the series that these trials are of.
    """
    loads = [outcome.load for outcome in series]
    kept, broken = ({outcome.load for outcome in series if outcome.kept is which} for which in (True, False))
    if not broken or _mostly(series, heaviest, number, kept=True):
        return Crossing(max(loads), None, None)
    if not kept or _mostly(series, lightest, number, kept=False):
        return Crossing(None, min(loads), None)
    return None


def _mostly(series: Series, end: float, number: int, *, kept: bool) -> bool:
    """Whether trials at an end of the loads would have gone beyond it, again and again and more often than back."""
    beyond_it = sum(outcome.load == end and outcome.kept is kept for outcome in series)
    back = sum(outcome.load == end and outcome.kept is not kept for outcome in series)
    return beyond_it > max(number * MAX_BEYOND, back)


def crossing_at(load: Estimate, series: Series) -> Crossing:
    """Between the greatest load below it that a trial kept, and the least above it that one did not."""
    at = load.value or 0.0
    kept = max((each.load for each in series if each.kept and each.load <= at), default=None)
    return Crossing(kept, min((each.load for each in series if not each.kept and each.load >= at), default=None), at)


def baseline_of(results: Results) -> str | None:
    """The variant with which the others are compared; None where the variants differ by more than one factor."""
    compared = [factor for factor in results.design.compared if factor != LOAD]
    return str(results.design.baseline) if len(compared) == 1 else None


def kept_by(result: TrialResult, objective: Objective) -> bool | None:
    """Whether a trial kept the objective; None where it does not tell."""
    value = value_of(result, objective) if result.status == "valid" else None
    return None if value is None else value <= objective.bound_ms


def number_of_load(of: Combination | Trial) -> float:
    """Orders per second, or customers who come again and again; 0 where the rate changed within its trials."""
    return rate_of(of.levels) or float(customers_of(of.levels))


def value_of(result: TrialResult, objective: Objective) -> float | None:
    """The metric of the objective; infinite where orders came faster than they were completed."""
    return math.inf if result.value("overloaded_fraction") else result.value(objective.metric)


def capacities_by_block(
    crossings: Mapping[str, dict[int, Crossing]], launches: Mapping[str, Mapping[int, set[str]]], baseline: str
) -> list[Capacity]:
    """Each variant's, by its crossings. launches: of its servers, by variant and block; where variants had servers of
    their own, what was repeated is their launch, and its blocks are averaged.
    """
    apart = beds_differ(frozenset().union(*by_block.values()) for by_block in launches.values())
    servers = {each: {block: "+".join(sorted(of)) for block, of in launches[each].items()} for each in launches}

    def capacity_of(variant: str) -> Capacity:
        here, there = crossings[variant], {} if variant == baseline else crossings.get(baseline, {})
        loads = [crossing.load for crossing in here.values()]
        alone = [servers[variant][block] if apart else block for block in here]
        both = [block for block in here if block in there]
        ratios = [ratio_of(here[block].load, there[block].load) for block in both]
        together = units([(servers[variant][block], servers[baseline][block]) for block in both])
        kind: Kind = "t over launches" if apart else "t over trials"
        return Capacity(variant, here, mean_of_units(alone, loads, kind), mean_of_units(together, ratios, kind))

    return [capacity_of(variant) for variant in crossings]


def ratio_of(one: float | None, other: float | None) -> float | None:
    return one / other if one is not None and other is not None else None


def mean_of_units(numbers: Sequence[Hashable], values: Sequence[float | None], kind: Kind) -> Estimate:
    """The geometric mean over the units, whose numbers these are, of each one's; nothing where a value is not known."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return NOTHING
    return ratio_interval([math.exp(mean) for mean in means_by(numbers, [math.log(value) for value in known])], kind)
