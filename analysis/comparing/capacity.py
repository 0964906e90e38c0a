"""The load up to which each variant keeps the experiment's objective, block by block."""

import math
from dataclasses import dataclass

from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.contract.objective import Objective, parse_objective
from analysis.reading.trial_facts import LOAD, rate_of
from analysis.statistics.crossing import Crossing, first_crossing
from analysis.statistics.intervals import NOTHING, Estimate, ratio_interval
from analysis.statistics.turning_points import brackets
from analysis.trials.trial_analysis import TrialResult


@dataclass(frozen=True)
class Capacity:
    """Of one variant. crossings: by block, of those in which it was conducted; load: their geometric mean, nothing
    where a block has none; against_baseline: the ratio of this load to the baseline's, within blocks.
    """

    variant: str
    crossings: dict[int, Crossing]
    load: Estimate
    against_baseline: Estimate = NOTHING

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
    for combination in results.by_trial:
        load = number_of_load(combination)
        for block, value in values_of(combination, objective) if load else ():
            variant = results.design.variant_at_any_load(combination.levels)
            points.setdefault(variant, {}).setdefault(block, []).append((load, value))
    crossings = {
        variant: {block: first_crossing(of_block, objective.bound_ms) for block, of_block in sorted(by_block.items())}
        for variant, by_block in points.items()
    }
    return against_baseline(results, crossings)


def capacities_of_series(results: Results, objective: Objective) -> list[Capacity]:
    """Of variants whose load went up and down; each pair of turning points stands where else a block does."""
    series: dict[str, dict[int, tuple[float, bool]]] = {}
    for combination in results.by_trial:
        variant = results.design.variant_at_any_load(combination.levels)
        for block, value in values_of(combination, objective):
            kept = value <= objective.bound_ms
            series.setdefault(variant, {})[block] = number_of_load(combination), kept
    loads = [rate for load in results.experiment.factors[LOAD] if (rate := rate_of({LOAD: load}))]
    crossings = {
        variant: dict(enumerate(brackets([of[block] for block in sorted(of)], loads), start=1))
        for variant, of in series.items()
    }
    return against_baseline(results, crossings)


def against_baseline(results: Results, crossings: dict[str, dict[int, Crossing]]) -> list[Capacity]:
    compared = [factor for factor in results.design.compared if factor != LOAD]
    baseline = crossings.get(str(results.design.baseline), {}) if len(compared) == 1 else {}
    return [capacity_of(variant, found, baseline) for variant, found in crossings.items()]


def kept_by(result: TrialResult, objective: Objective) -> bool | None:
    """Whether a trial kept the objective; None where it does not tell."""
    value = value_of(result, objective) if result.status == "valid" else None
    return None if value is None else value <= objective.bound_ms


def number_of_load(combination: Combination) -> float:
    """Orders per second, or customers who come again and again; 0 where the rate changed within its trials."""
    return rate_of(combination.levels) or float(combination.customers)


def values_of(combination: Combination, objective: Objective) -> list[tuple[int, float]]:
    """(block, metric) of its valid trials."""
    values = [(result.trial.block, value_of(result, objective)) for result in combination.trials]
    return [(block, value) for block, value in values if value is not None]


def value_of(result: TrialResult, objective: Objective) -> float | None:
    """The metric of the objective; infinite where orders came faster than they were completed."""
    return math.inf if result.value("overloaded_fraction") else result.value(objective.metric)


def capacity_of(variant: str, crossings: dict[int, Crossing], baseline: dict[int, Crossing]) -> Capacity:
    loads = {block: crossing.load for block, crossing in crossings.items() if crossing.load is not None}
    load = ratio_interval(list(loads.values())) if len(loads) == len(crossings) else NOTHING
    ratios = [
        here / there.load for block, here in loads.items() if (there := baseline.get(block)) and there.load is not None
    ]
    is_baseline = crossings is baseline
    against = ratio_interval(ratios) if ratios and not is_baseline else NOTHING
    return Capacity(variant, crossings, load, against)
