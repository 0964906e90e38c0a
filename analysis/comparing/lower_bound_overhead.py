"""What garbage collection costs at least: the lower-bound overhead of each variant (LBO).

Nobody can measure a JVM that collects for free. Of all variants that did the same work, the least of what is left when
the CPU of the collectors' threads is taken off is an upper bound of what it would use; so the ratio of all that a
variant uses to this bound is at least 1, and its collector costs at least that much: Cai, Blackburn, Bond and Maas,
Distilling the Real Cost of Production Garbage Collectors, ISPASS 2022. What barriers in the application's own code cost
all of them is in none of the ratios. Of time on the clock it is the same: an order's response, and the pauses in it.

Means over launches come first and the least of them after that: the least of single launches would lie below what any
variant needs, by chance alone. So the table's own columns give the overhead, but for duets.
"""

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from analysis.comparing.estimates import Combination
from analysis.reading.trial_facts import HEAP, JVM
from analysis.statistics.intervals import Difference, Estimate
from analysis.trials.trial_analysis import TrialResult

CPU, COLLECTING = "cpu_per_order_ms", "gc_cpu_per_order_ms"
RESPONSE, PAUSED = "response_mean_ms", "gc_paused_mean_ms"
Cost = tuple[str, str]
"""The metric of all that an order takes, and that of the collectors' part of it."""
OF_CPU: Cost = (CPU, COLLECTING)
OF_TIME: Cost = (RESPONSE, PAUSED)
Used = tuple[float, float]
"""What an order takes in ms, of CPU or of time, and the collectors' part of it."""


@dataclass(frozen=True)
class Overhead:
    """Of one variant: what an order takes over the bound; 1.1 for 10 %. n: launches, or trials on shared ones. The
    interval is by the jackknife over what was repeated, and begins at 1, as no overhead is less. Where many variants
    need about as little, the least of their means lies below what any needs, by chance: then all overheads are too
    great by about as much as such a mean's error.
    """

    combination: Combination
    overhead: Estimate


@dataclass(frozen=True)
class _Sample:
    """What a variant used, by what was repeated: blocks of trials, or duets. partner: the place of the variant beside
    it in its duets, whose parts these are; None for its own milliseconds.
    """

    combination: Combination
    used: Mapping[Hashable, Used]
    partner: int | None = None


def overheads(combinations: list[Combination], cost: Cost = OF_CPU) -> list[Overhead]:
    """One for each combination of which both metrics of the cost are known. Those that differ in nothing but the JVM's
    options and heap did the same work, and have one bound.
    """
    same: dict[tuple[tuple[str, Any], ...], list[Combination]] = {}
    for combination in combinations:
        work = {factor: level for factor, level in combination.levels.items() if factor not in (JVM, HEAP)}
        same.setdefault(tuple(sorted(work.items())), []).append(combination)
    return [each for group in same.values() for each in _within(group, cost)]


def _within(group: list[Combination], cost: Cost) -> Iterator[Overhead]:
    in_duets = _in_several_duets(group)
    samples = _by_duet(group, cost) if in_duets else [_Sample(each, _by_repetition(each, cost)) for each in group]
    used = _means(samples)
    needed = [each[0] - each[1] if each else math.inf for each in used]
    of_bound = len(samples[needed.index(min(needed))].used)
    repeated = {key for sample in samples for key in sample.used}
    without = [_over_bound(_means(samples, key)) for key in repeated]
    for place, (sample, value) in enumerate(zip(samples, _over_bound(used), strict=True)):
        if value is not None:
            n = len(sample.used)
            yield Overhead(
                sample.combination, _estimate(value, n, [each[place] for each in without], min(n, of_bound) - 1)
            )


def _means(samples: Sequence[_Sample], without: Hashable = None) -> list[Used | None]:
    """Of each variant over its repetitions but one; None where nothing is known.

    Samples of different sizes are independent but for what they share, so that each has a jackknife of its own: where
    one of n is left out its mean goes √((n - 1) / n) of the way, and the squares of what that does to a function of all
    means sum up to its variance (Efron and Tibshirani, An Introduction to the Bootstrap, 11.5, for one sample).
    """
    own = [_towards(_mean(list(sample.used.values())), sample, without) for sample in samples]
    return [
        _times(mean, own[sample.partner]) if sample.partner is not None else mean
        for sample, mean in zip(samples, own, strict=True)
    ]


def _towards(mean: Used | None, sample: _Sample, without: Hashable) -> Used | None:
    if mean is None or without not in sample.used:
        return mean
    rest = _mean([used for key, used in sample.used.items() if key != without])
    if rest is None:
        return None
    way = math.sqrt(1 - 1 / len(sample.used))
    return mean[0] + way * (rest[0] - mean[0]), mean[1] + way * (rest[1] - mean[1])


def _times(parts: Used | None, partner: Used | None) -> Used | None:
    return (parts[0] * partner[0], parts[1] * partner[0]) if parts and partner else None


def _over_bound(used: Iterable[Used | None]) -> list[float | None]:
    """All over the least without collecting that any of them has."""
    listed = list(used)
    bound = min((each[0] - each[1] for each in listed if each), default=0.0)
    return [each[0] / bound if each and bound > 0 else None for each in listed]


def _estimate(value: float, n: int, without: Sequence[float | None], dof: int) -> Estimate:
    """without: the same ratio without one repetition each. dof: of the fewer, of the variant and of the bound's."""
    known = [each for each in without if each is not None]
    if dof < 1 or len(known) < len(without):
        return Estimate(value, n)
    std_error = math.hypot(*(math.log(each / value) for each in known))
    low, high = Difference(math.log(value), std_error, dof).bounds()
    return Estimate(value, n, max(1.0, math.exp(low)), math.exp(high), "t over launches")


def _by_repetition(combination: Combination, cost: Cost) -> dict[Hashable, Used]:
    """What an order takes in each repetition, and the collectors' part of it, by the blocks of its trials."""
    means = ((frozenset(result.trial.block for result in unit), _mean(_told(unit, cost))) for unit in combination.units)
    return {blocks: mean for blocks, mean in means if mean}


def _in_several_duets(group: list[Combination]) -> bool:
    """Whether each variant had its trials at the same time as one of them, the baseline."""
    return len(group) > 2 and all(result.trial.facts.beside is not None for each in group for result in each.trials)


def _by_duet(group: list[Combination], cost: Cost) -> list[_Sample]:
    """Each launch of a variant as a part of that of the baseline beside it: so the machine's speed, which differs from
    minute to minute, is in none of them.
    """
    of_trial = {result.trial.id: (place, result) for place, each in enumerate(group) for result in each.trials}
    partners = [{of_trial[at][0] for at in _beside(each) if at in of_trial} for each in group]
    return [
        _Sample(each, dict(_launches(each, cost)))
        if _is_baseline(place, partners)
        else _Sample(each, dict(_parts(each, of_trial, cost)), partner=min(partners[place], default=None))
        for place, each in enumerate(group)
    ]


def _is_baseline(place: int, partners: Sequence[set[int]]) -> bool:
    """Whether it stood beside several, or beside one that stood beside it alone and comes after it."""
    beside = partners[place]
    return len(beside) > 1 or any(len(partners[other]) == 1 and place < other for other in beside)


def _launches(combination: Combination, cost: Cost) -> Iterator[tuple[Hashable, Used]]:
    for unit in combination.units:
        if mean := _mean(_told(unit, cost)):
            yield _duet_of(unit), mean


def _parts(
    combination: Combination, of_trial: Mapping[str, tuple[int, TrialResult]], cost: Cost
) -> Iterator[tuple[Hashable, Used]]:
    """Of what the launch beside it used in all."""
    for unit in combination.units:
        duets = [(each, of_trial[at][1]) for each in unit if (at := str(each.trial.facts.beside)) in of_trial]
        one = _mean(_told([each for each, _ in duets], cost))
        other = _mean(_told([each for _, each in duets], cost))
        if one and other:
            yield _duet_of(unit), (one[0] / other[0], one[1] / other[0])


def _duet_of(unit: Iterable[TrialResult]) -> Hashable:
    """The same for both of its launches."""
    return frozenset(name for result in unit for name in (result.trial.id, str(result.trial.facts.beside)))


def _beside(combination: Combination) -> Iterator[str]:
    return (str(result.trial.facts.beside) for result in combination.trials)


def _told(trials: Iterable[TrialResult], cost: Cost) -> list[Used]:
    told = [(result.value(cost[0]), result.value(cost[1])) for result in trials]
    return [(all_ms, collecting_ms) for all_ms, collecting_ms in told if all_ms and collecting_ms is not None]


def _mean(used: list[Used]) -> Used | None:
    return (fmean(all_ms for all_ms, _ in used), fmean(of_gc_ms for _, of_gc_ms in used)) if used else None
