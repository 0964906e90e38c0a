"""One variant against another: the ratio of their metrics within blocks, with an interval, and a verdict.

Within a block everything but the compared level is alike, so that the logarithm of the ratio is taken block by block,
and Student's interval of these logarithms is the interval of the ratio. Where the levels had servers of their own, it
is that of the means over the blocks that share a launch (`launches`). Verdicts are those of `verdicts`, of all ratios
of a report as one family; without repetition it is always that it cannot be told.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any, Literal

from analysis.comparing.design import Design, Pair
from analysis.comparing.launches import ONE_LAUNCH, units
from analysis.contract.document import Level
from analysis.statistics.intervals import Difference, Estimate, paired
from analysis.statistics.verdicts import MARGIN, NO_RATIO, SINGLE_REPETITION, Verdict, verdicts_on
from analysis.trials.trial_analysis import TrialResult

COMPARED = (
    "throughput_per_min",
    "mailed_per_min",
    "response_mean_ms",
    "response_p50_ms",
    "response_p95_ms",
    "response_p99_ms",
    "call_mean_ms",
    "latency_mean_ms",
    "order_post_mean_ms",
    "cpu_per_order_ms",
    "cpu_servers_s",
    "forced_writes_per_order",
    "gc_pause_s",
    "gc_young_s",
    "gc_young_mean_ms",
    "gc_old_s",
    "gc_per_order_ms",
    "safepoint_s",
    "allocation_per_order_kb",
    "gc_affected_fraction",
)


Interval = Literal["paired t on logarithms", "within one pair of trials", "none"]


@dataclass(frozen=True)
class Comparison:
    """The ratio level / against of one metric, all else held."""

    metric: str
    factor: str
    level: Level
    against: Level
    held: dict[str, Any]
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0  # blocks; launches, where the levels had servers of their own
    unit: Literal["block", "launch"] = "block"
    verdict: Verdict = "cannot tell"
    interval: Interval = "none"
    reason: str | None = None
    p_different: float | None = None  # adjusted for the number of ratios
    p_equivalent: float | None = None
    excluded_level: int = 0  # trials that were void or failed, repeated ones included
    excluded_against: int = 0


# A comparison, and what its verdict depends on.
Tested = tuple[Comparison, Difference | None]
Excluded = Callable[[dict[str, Any]], int]


def comparisons_of(
    design: Design, valid: tuple[TrialResult, ...], margin: float = MARGIN, excluded: Excluded = lambda levels: 0
) -> list[Comparison]:
    """Every pair of levels, at every combination of the other factors' levels, for every metric that is compared.

    excluded: how many trials of a combination of levels were void or failed.
    """
    found: list[Tested] = []
    for pair in design.pairs():
        for held, blocks in matched(pair, valid):
            of_level, of_other = (excluded({**held, pair.factor: side}) for side in (pair.level, pair.against))
            tested = [compare(metric, pair, held, blocks) for metric in COMPARED]
            found += [
                (replace(comparison, excluded_level=of_level, excluded_against=of_other), difference)
                for comparison, difference in tested
            ]
    return [
        comparison for comparison in with_verdicts(found, margin) if comparison.n or comparison.reason != "not measured"
    ]


def with_verdicts(tested: list[Tested], margin: float) -> list[Comparison]:
    """With the verdicts on those whose difference can be tested."""
    verdicts = iter(verdicts_on([difference for _, difference in tested if difference], margin))
    return [
        replace(comparison, **vars(next(verdicts))) if difference else comparison for comparison, difference in tested
    ]


Block = tuple[TrialResult, TrialResult]


def matched(pair: Pair, valid: tuple[TrialResult, ...]) -> Iterator[tuple[dict[str, Any], list[Block]]]:
    """For each combination of the other levels, the blocks in which both levels have a valid trial."""
    sides: dict[tuple[tuple[str, Any], ...], dict[int, dict[Level, TrialResult]]] = {}
    for result in valid:
        levels = result.trial.levels
        level = levels.pop(pair.factor)
        if level in (pair.level, pair.against):
            sides.setdefault(tuple(sorted(levels.items())), {}).setdefault(result.trial.block, {})[level] = result
    for held, blocks in sorted(sides.items(), key=lambda side: [in_order(level) for _, level in side[0]]):
        both = [(block[pair.level], block[pair.against]) for _, block in sorted(blocks.items()) if len(block) == 2]
        if both:
            yield dict(held), both


def in_order(level: Level) -> tuple[bool, float, str]:
    """Numbers by size, before words."""
    return (isinstance(level, str), 0.0 if isinstance(level, str) else float(level), str(level))


def compare(metric: str, pair: Pair, held: dict[str, Any], blocks: list[Block]) -> Tested:
    """The ratio in these blocks, and the difference of the logarithms where there are two blocks or more."""
    found = Comparison(metric, pair.factor, pair.level, pair.against, held)
    known = [block for block in blocks if None not in (block[0].value(metric), block[1].value(metric))]
    pairs = [(one.metrics[metric], other.metrics[metric]) for one, other in known]
    logs = [math.log(one.value / other.value) for one, other in pairs if one.value and other.value]
    if not known:
        return replace(found, reason="not measured"), None
    if len(logs) < len(known):
        return replace(found, n=len(known), reason=NO_RATIO), None
    launches = [(one.launch, other.launch) for one, other in known]
    by_unit = means_by(units(launches), logs)
    apart = any(one != other for one, other in launches)
    found = replace(found, ratio=math.exp(fmean(by_unit)), n=len(by_unit), unit="launch" if apart else "block")
    if len(by_unit) == 1:
        return alone(found, pairs, apart=apart), None
    difference = paired(by_unit)
    low, high = (math.exp(bound) for bound in difference.bounds())
    return replace(found, low=low, high=high, interval="paired t on logarithms"), difference


def means_by(units: list[int], logs: list[float]) -> list[float]:
    """The mean of the logarithms of each unit."""
    grouped: dict[int, list[float]] = {}
    for unit, log in zip(units, logs, strict=True):
        grouped.setdefault(unit, []).append(log)
    return [fmean(of_unit) for of_unit in grouped.values()]


def alone(found: Comparison, pairs: list[tuple[Estimate, Estimate]], *, apart: bool) -> Comparison:
    """Without repetition. Windows of one launch are none: their spread would be taken for that between launches."""
    if apart:
        return replace(found, reason=ONE_LAUNCH if len(pairs) > 1 else SINGLE_REPETITION)
    low, high = within_pair(*pairs[0])
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
