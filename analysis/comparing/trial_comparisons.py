"""One variant against another that had trials of its own: the ratio of their metrics within blocks.

Within a block everything but the compared level is alike, so that the logarithm of the ratio is taken block by block,
and Student's interval of these logarithms is the interval of the ratio. Where the levels had servers of their own, it
is that of the means over the blocks that share a launch (`launches`). Where a trial has a value of zero, the ratio is
that of the means over all blocks. Without repetition it is always that it cannot be told.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from statistics import fmean
from typing import Any

from analysis.comparing.canary_correction import (
    Block,
    Slopes,
    at_the_same_time,
    log_of_ratio,
    means_by,
    no_slopes,
    with_machine,
)
from analysis.comparing.comparison import Comparison, Interval, Tested, Unit, ratio_of_means, with_ratio
from analysis.comparing.design import Pair, by_levels
from analysis.comparing.launches import ONE_LAUNCH, changed_places, units
from analysis.contract.document import Level
from analysis.statistics.intervals import Estimate, paired
from analysis.statistics.verdicts import SINGLE_REPETITION
from analysis.trials.trial_analysis import TrialResult

COMPARED = (
    "throughput_per_min",
    "mailed_per_min",
    "response_geomean_ms",
    "response_mean_ms",
    "response_p50_ms",
    "response_p95_ms",
    "response_p99_ms",
    "call_mean_ms",
    "latency_mean_ms",
    "order_post_mean_ms",
    "cpu_per_order_ms",
    "order_cpu_geomean_ms",
    "cpu_servers_s",
    "forced_writes_per_order",
    "gc_pause_s",
    "gc_young_s",
    "gc_young_mean_ms",
    "gc_old_s",
    "gc_per_order_ms",
    "gc_cpu_per_order_ms",
    "gc_concurrent_s",
    "gc_stall_s",
    "safepoint_s",
    "allocation_per_order_kb",
    "gc_affected_fraction",
)
OF_SOME = ("gc_concurrent_s", "gc_stall_s")
"""Serial and Parallel never work beside the application, and threads wait for memory with ZGC alone."""


def compared_in(valid: Iterable[TrialResult]) -> list[str]:
    """What is compared, without what only some collectors have and none of these trials has: a zero has no ratio."""
    listed = list(valid)
    return [name for name in COMPARED if name not in OF_SOME or any(result.value(name) for result in listed)]


def matched(pair: Pair, valid: tuple[TrialResult, ...]) -> Iterator[tuple[dict[str, Any], list[Block]]]:
    """For each combination of the other levels, the blocks in which both levels have a valid trial."""
    sides: dict[tuple[tuple[str, Any], ...], dict[int, dict[Level, TrialResult]]] = {}
    for result in valid:
        levels = result.trial.levels
        level = levels.pop(pair.factor)
        if level in (pair.level, pair.against):
            sides.setdefault(tuple(sorted(levels.items())), {}).setdefault(result.trial.block, {})[level] = result
    for held, blocks in sorted(sides.items(), key=lambda side: by_levels(side[0])):
        both = [(block[pair.level], block[pair.against]) for _, block in sorted(blocks.items()) if len(block) == 2]
        if both:
            yield dict(held), both


def compare(metric: str, pair: Pair, held: dict[str, Any], blocks: list[Block], slopes: Slopes = no_slopes) -> Tested:
    """The ratio in these blocks, and the difference of the logarithms where there are two blocks or more."""
    found = Comparison(metric, pair.factor, pair.level, pair.against, held)
    measured = [block for block in blocks if None not in (block[0].value(metric), block[1].value(metric))]
    known, numbers, unit = repetitions(measured)
    pairs = [(one.metrics[metric], other.metrics[metric]) for one, other in known]
    logs = [log for block in known if (log := log_of_ratio(metric, block)) is not None]
    if not known:
        return replace(found, reason="not measured"), None
    found = replace(found, n=len(set(numbers)), **assigned_by(unit))
    if len(logs) < len(known):
        sides = (means_by(numbers, [values[side].value or 0.0 for values in pairs]) for side in (0, 1))
        return on_this_machine(ratio_of_means(found, list(zip(*sides, strict=True))), [], known, numbers, no_slopes)
    by_unit = means_by(numbers, logs)
    found = replace(found, ratio=math.exp(fmean(by_unit)))
    if len(by_unit) == 1:
        return alone(found, pairs, apart=unit == "launch"), None
    return on_this_machine(
        with_ratio(found, paired(by_unit), "paired t on logarithms"), by_unit, known, numbers, slopes
    )


def on_this_machine(
    tested: Tested, by_unit: list[float], known: list[Block], numbers: list[int], slopes: Slopes
) -> Tested:
    """With what the machine did to one level more than to the other, unless they ran beside each other."""
    if at_the_same_time(known):
        return tested
    return with_machine(tested, by_unit, known, numbers, slopes)


def repetitions(blocks: list[Block]) -> tuple[list[Block], list[int], Unit]:
    """The blocks that tell, the number of the repetition of each, and what is one. Of a crossover those tell that have
    a counterpart. Where the levels share launches in some blocks, as trials do that were repeated later, it is none.
    """
    launches = [(one.launch, other.launch) for one, other in blocks]
    apart = bool(launches) and all(one != other for one, other in launches)
    couples = changed_places(launches) if apart else [None] * len(launches)
    told = [(block, couple) for block, couple in zip(blocks, couples, strict=True) if couple is not None]
    if told:
        return [block for block, _ in told], [couple for _, couple in told], "block pair"
    return blocks, units(launches), "launch" if apart else "block"


def assigned_by(unit: Unit) -> dict[str, Any]:
    """What a comparison says of such repetitions."""
    return {"assignment": "bed" if unit == "launch" else "trial", "crossover": unit == "block pair"}


def alone(found: Comparison, pairs: list[tuple[Estimate, Estimate]], *, apart: bool) -> Comparison:
    """Without repetition. Windows of one launch are none: their spread would be taken for that between launches."""
    if apart:
        return replace(found, reason=ONE_LAUNCH if len(pairs) > 1 else SINGLE_REPETITION)
    low, high = within_pair(*pairs[0]) if len(pairs) == 1 else (None, None)
    basis: Interval = "within one pair of trials" if low is not None else "none"
    return replace(found, low=low, high=high, interval=basis, reason=SINGLE_REPETITION)


def within_pair(one: Estimate, other: Estimate) -> tuple[float | None, float | None]:
    """Interval of a ratio of two trials from the spread within each: another pass may show another ratio."""
    spreads = [relative_spread(one), relative_spread(other)]
    if None in spreads or not one.value or not other.value:
        return None, None
    spread = math.hypot(*(fraction for fraction in spreads if fraction is not None))
    ratio = one.value / other.value
    return ratio * math.exp(-spread), ratio * math.exp(spread)


def relative_spread(estimate: Estimate) -> float | None:
    """Half the width of an interval against its value."""
    if not estimate.value or estimate.low is None or estimate.high is None:
        return None
    return (estimate.high - estimate.low) / 2 / estimate.value
