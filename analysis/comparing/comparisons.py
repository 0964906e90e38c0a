"""One variant against another: the ratio of their metrics within blocks, with an interval, and a verdict.

Within a block everything but the compared level is alike, so that the logarithm of the ratio is taken block by block,
and Student's interval of these logarithms is the interval of the ratio. The verdict is
  equivalent within the margin   two one-sided tests at 5 % place the ratio within 1 ± margin
  different                      otherwise, and the 95 % interval of the ratio leaves 1 out
  cannot tell                    otherwise, and always with fewer than two blocks
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from analysis.comparing.design import Design, Level, Pair
from analysis.statistics.intervals import CONFIDENCE, Difference, Estimate, equivalence, paired
from analysis.trials.trial_analysis import TrialResult

MARGIN = 0.05
SINGLE_REPETITION = "a single repetition cannot separate the variant from noise: increase repetitions"
NO_RATIO = "a value of zero has no ratio"
Verdict = Literal["different", "equivalent within the margin", "cannot tell"]
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


@dataclass(frozen=True)
class Comparison:
    """The ratio level / against of one metric, all else held."""

    metric: str
    factor: str
    level: Level
    against: Level
    held: dict[str, Any]
    ratio: float | None
    low: float | None
    high: float | None
    n: int  # blocks
    verdict: Verdict
    interval: Literal["paired t on logarithms", "within one pair of trials", "none"]
    reason: str | None = None
    excluded_level: int = 0  # trials that were void or failed, repeated ones included
    excluded_against: int = 0


Excluded = Callable[[dict[str, Any]], int]


def comparisons_of(
    design: Design, valid: tuple[TrialResult, ...], margin: float = MARGIN, excluded: Excluded = lambda levels: 0
) -> list[Comparison]:
    """Every pair of levels, at every combination of the other factors' levels, for every metric that is compared.

    excluded: how many trials of a combination of levels were void or failed.
    """
    found = []
    for pair in design.pairs():
        for held, blocks in matched(pair, valid):
            left_out = {
                "excluded_level": excluded({**held, pair.factor: pair.level}),
                "excluded_against": excluded({**held, pair.factor: pair.against}),
            }
            found += [replace(compare(metric, pair, held, blocks, margin), **left_out) for metric in COMPARED]
    return [comparison for comparison in found if comparison.n or comparison.reason != "not measured"]


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


def compare(metric: str, pair: Pair, held: dict[str, Any], blocks: list[Block], margin: float) -> Comparison:
    known = [
        (one.metrics[metric], other.metrics[metric])
        for one, other in blocks
        if one.value(metric) is not None and other.value(metric) is not None
    ]
    logs = [math.log(one.value / other.value) for one, other in known if one.value and other.value]

    def comparison_with(
        ratio: float | None,
        low: float | None,
        high: float | None,
        n: int,
        verdict: Verdict,
        interval: Any,
        reason: str | None = None,
    ) -> Comparison:
        return Comparison(
            metric, pair.factor, pair.level, pair.against, held, ratio, low, high, n, verdict, interval, reason
        )

    if not known:
        return comparison_with(None, None, None, 0, "cannot tell", "none", "not measured")
    if len(logs) < len(known):
        return comparison_with(None, None, None, len(known), "cannot tell", "none", NO_RATIO)
    if len(logs) == 1:
        low, high = within_pair(*known[0])
        basis = "within one pair of trials" if low is not None else "none"
        return comparison_with(math.exp(logs[0]), low, high, 1, "cannot tell", basis, SINGLE_REPETITION)
    difference = paired(logs)
    low, high = (math.exp(bound) for bound in difference.bounds())
    return comparison_with(
        math.exp(difference.mean), low, high, len(logs), verdict_of(difference, margin), "paired t on logarithms"
    )


def verdict_of(of_logs: Difference, margin: float = MARGIN) -> Verdict:
    """The verdict on a difference of logarithms."""
    if equivalence(of_logs, math.log1p(margin)).p < 1 - CONFIDENCE:
        return "equivalent within the margin"
    low, high = of_logs.bounds()
    return "different" if low > 0 or high < 0 else "cannot tell"


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
