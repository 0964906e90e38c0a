"""The orders of trials by order: each level's geometric means, and their ratios, with blocks of time as clusters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil, exp

import numpy as np
import polars as pl

from analysis.comparing.comparison import Comparison, Tested, with_ratio
from analysis.comparing.design import Pair, by_levels
from analysis.contract.document import Level
from analysis.statistics.clustered_ratio import (
    BLOCK_S,
    MIN_BLOCKS,
    TOO_FEW_BLOCKS,
    ClusteredMean,
    as_difference,
    clustered_mean,
    difference_of,
    time_blocks,
)
from analysis.statistics.intervals import NOTHING, Estimate
from analysis.trials.switchback_blocks import GEOMETRIC_MEANS
from analysis.trials.trial_analysis import TrialResult

Held = dict[str, Level]


@dataclass(frozen=True)
class OrderSample:
    """The measured orders of all trials by order at one combination of the other factors' levels."""

    factor: str
    held: Held
    trials: int
    launches: int
    orders: dict[str, int]  # by level
    means: dict[tuple[str, str], ClusteredMean]  # by metric and level

    def compare(self, metric: str, pair: Pair) -> Tested:
        """The ratio of the geometric means, and the difference of the logarithms where it has an interval."""
        found = Comparison(metric, pair.factor, pair.level, pair.against, self.held, "order")
        one, other = (self.means.get((metric, str(level))) for level in (pair.level, pair.against))
        if one is None or other is None:
            return replace(found, reason="not measured"), None
        found = replace(found, n=int(np.count_nonzero(one.expected + other.expected)))
        if found.n < MIN_BLOCKS:
            return replace(found, ratio=exp(one.mean - other.mean), reason=TOO_FEW_BLOCKS), None
        return with_ratio(found, difference_of(one, other), "clustered t on logarithms")

    def estimate(self, metric: str, level: str) -> Estimate:
        """The geometric mean of one level; n counts blocks of time."""
        mean = self.means.get((metric, level))
        if mean is None:
            return NOTHING
        blocks = int(np.count_nonzero(mean.expected))
        if blocks < MIN_BLOCKS:
            return Estimate(exp(mean.mean), blocks)
        low, high = (exp(bound) for bound in as_difference(mean).bounds())
        return Estimate(exp(mean.mean), blocks, low, high, "clustered t over time blocks")


def order_samples(valid: Iterable[TrialResult]) -> list[OrderSample]:
    """One for each combination of the other factors' levels that has a trial by order."""
    return [sample_of(factor, held, members) for factor, held, members in assigned_trials(valid, "order")]


def assigned_trials(valid: Iterable[TrialResult], unit: str) -> Iterator[tuple[str, Held, list[TrialResult]]]:
    """The trials whose levels were assigned by this unit: factor, the other factors' levels, and their trials."""
    groups: dict[tuple[str, tuple[tuple[str, Level], ...]], list[TrialResult]] = {}
    for result in valid:
        assignment, held = result.trial.assignment, result.trial.levels
        if assignment is not None and assignment.unit == unit:
            held.pop(assignment.factor)
            groups.setdefault((assignment.factor, tuple(sorted(held.items()))), []).append(result)
    for (factor, levels), members in sorted(groups.items(), key=lambda group: (group[0][0], by_levels(group[0][1]))):
        yield factor, dict(levels), members


def sample_of(factor: str, held: Held, members: list[TrialResult]) -> OrderSample:
    frames, count = [], 0
    for result in members:
        orders_df = result.orders_df.filter(pl.col("in_window"))
        blocks = time_blocks(orders_df["received_ns"].to_numpy(), result.trial.begin_ns) + count
        frames.append(orders_df.with_columns(time_block=blocks))
        count += ceil(result.trial.window_s / BLOCK_S)
    orders_df = pl.concat(frames)
    of_level = {str(level): frame for (level,), frame in orders_df.group_by("level", maintain_order=True)}
    means = {
        (metric, level): mean
        for metric, column in GEOMETRIC_MEANS.items()
        for level, frame in of_level.items()
        if (mean := mean_of(frame.filter(pl.col(column) > 0), column, count)) is not None
    }
    launches = len({result.launch for result in members})
    return OrderSample(factor, held, len(members), launches, {k: len(f) for k, f in of_level.items()}, means)


def mean_of(orders_df: pl.DataFrame, column: str, count: int) -> ClusteredMean | None:
    return clustered_mean(orders_df[column].to_numpy(), orders_df["time_block"].to_numpy(), count)
