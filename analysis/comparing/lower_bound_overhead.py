"""What garbage collection costs at least: the lower-bound overhead of each variant (LBO).

Nobody can measure a JVM that collects for free. Of all variants that did the same work, the least of what is left when
the CPU of the collectors' threads is taken off is an upper bound of what it would use; so the ratio of all that a
variant uses to this bound is at least 1, and its collector costs at least that much: Cai, Blackburn, Bond and Maas,
Distilling the Real Cost of Production Garbage Collectors, ISPASS 2022. What barriers in the application's own code cost
all of them is in none of the ratios.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from analysis.comparing.estimates import Combination
from analysis.reading.trial_facts import HEAP, JVM
from analysis.statistics.intervals import Estimate, ratio_interval
from analysis.trials.trial_analysis import TrialResult

CPU, COLLECTING = "cpu_per_order_ms", "gc_cpu_per_order_ms"
Repetition = frozenset[int]
"""The blocks of what was repeated: one of trials that share a bed, several of a launch that served them; of duets of
several levels the number of the launch.
"""
Used = tuple[float, float]
"""CPU per order in ms, and the collectors' part of it."""


@dataclass(frozen=True)
class Overhead:
    """Of one variant: its CPU per order over the bound, geometric mean over repetitions; 1.1 for 10 %."""

    combination: Combination
    overhead: Estimate


def overheads(combinations: list[Combination]) -> list[Overhead]:
    """One for each combination whose CPU and collectors are known. Those that differ in nothing but the JVM's options
    and heap did the same work, and have one bound in each repetition.
    """
    same: dict[tuple[tuple[str, Any], ...], list[Combination]] = {}
    for combination in combinations:
        work = {factor: level for factor, level in combination.levels.items() if factor not in (JVM, HEAP)}
        same.setdefault(tuple(sorted(work.items())), []).append(combination)
    return [each for group in same.values() for each in _within(group)]


def _within(group: list[Combination]) -> Iterator[Overhead]:
    used = _by_duet(group) if _in_several_duets(group) else [(each, dict(_by_repetition(each))) for each in group]
    known = [(each, by_repetition) for each, by_repetition in used if by_repetition]
    bounds = _bounds([by_repetition for _, by_repetition in known])
    for each, by_repetition in known:
        ratios = [cpu_ms / bounds[at] for at, (cpu_ms, _) in by_repetition.items() if at in bounds]
        if ratios:
            yield Overhead(each, ratio_interval(ratios))


def _bounds(used: list[Mapping[Repetition, Used]]) -> dict[Repetition, float]:
    """The least CPU without collecting, of each repetition that all have."""
    common = frozenset.intersection(*(frozenset(each) for each in used)) if used else frozenset()
    found = {at: min(cpu_ms - collecting_ms for cpu_ms, collecting_ms in (each[at] for each in used)) for at in common}
    return {at: bound for at, bound in found.items() if bound > 0}


def _by_repetition(combination: Combination) -> Iterator[tuple[Repetition, Used]]:
    """CPU per order of each repetition, and the collectors' part of it."""
    for unit in combination.units:
        if mean := _mean(_told(unit)):
            yield frozenset(result.trial.block for result in unit), mean


def _in_several_duets(group: list[Combination]) -> bool:
    """Whether each variant had its trials at the same time as one of them, the baseline."""
    return len(group) > 2 and all(result.trial.facts.beside is not None for each in group for result in each.trials)


def _by_duet(group: list[Combination]) -> list[tuple[Combination, dict[Repetition, Used]]]:
    """Each launch of a variant against that of the baseline beside it, scaled by the mean of all the baseline's: so the
    machine's speed, which differs from minute to minute, is in none of them.
    """
    of_trial = {result.trial.id: (place, result) for place, each in enumerate(group) for result in each.trials}
    partners = [{of_trial[at][0] for at in _beside(each) if at in of_trial} for each in group]
    found: list[tuple[Combination, dict[Repetition, Used]]] = []
    for each, beside in zip(group, partners, strict=True):
        if not beside:
            continue
        [partner, *others] = sorted(beside)
        if others or (len(partners[partner]) == 1 and group.index(each) < partner):
            launches = range(max(len(group[place].units) for place in beside))
            mean = _mean(_told(each.trials))
            found.append((each, {frozenset({at}): mean for at in launches} if mean else {}))
        else:
            scale = _mean(_told(group[partner].trials))
            scaled = [_scaled(unit, of_trial, scale) for unit in each.units] if scale else []
            found.append((each, {frozenset({at}): used for at, used in enumerate(scaled) if used}))
    return found


def _scaled(unit: tuple[TrialResult, ...], of_trial: Mapping[str, tuple[int, TrialResult]], scale: Used) -> Used | None:
    """Of one launch. scale: of the baseline over all its launches."""
    duets = [(each, of_trial[at][1]) for each in unit if (at := str(each.trial.facts.beside)) in of_trial]
    one, other = _mean(_told([each for each, _ in duets])), _mean(_told([each for _, each in duets]))
    if one is None or other is None:
        return None
    factor = scale[0] / other[0]
    return one[0] * factor, one[1] * factor


def _beside(combination: Combination) -> Iterator[str]:
    return (str(result.trial.facts.beside) for result in combination.trials)


def _told(trials: Iterable[TrialResult]) -> list[Used]:
    told = [(result.value(CPU), result.value(COLLECTING)) for result in trials]
    return [(cpu_ms, collecting_ms) for cpu_ms, collecting_ms in told if cpu_ms and collecting_ms is not None]


def _mean(used: list[Used]) -> Used | None:
    return (fmean(cpu_ms for cpu_ms, _ in used), fmean(of_gc_ms for _, of_gc_ms in used)) if used else None
