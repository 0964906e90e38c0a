"""The orders of trials by order: each level's geometric means, and their ratios within strata of time, with blocks of
time as clusters.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil, exp

import numpy as np
import polars as pl

from analysis.comparing.comparison import Comparison, Tested, with_ratio
from analysis.comparing.design import Pair, by_levels
from analysis.contract.document import Level
from analysis.metrics import GEOMETRIC_MEANS
from analysis.statistics.clustered_ratio import (
    BLOCK_S,
    MIN_BLOCKS,
    NS_PER_S,
    TOO_FEW_BLOCKS,
    TimedLogs,
    difference_within_strata,
    mean_logarithm,
    timed_logs,
)
from analysis.statistics.intervals import NOTHING, Estimate
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
    logs: dict[tuple[str, str], TimedLogs]  # by metric and level

    def compare(self, metric: str, pair: Pair) -> Tested:
        """The ratio of the geometric means within strata, and the difference of the logarithms where it has an
        interval.
        """
        found = Comparison(metric, pair.factor, pair.level, pair.against, self.held, "order")
        one, other = (self.logs.get((metric, str(level))) for level in (pair.level, pair.against))
        told = difference_within_strata(one, other) if one and other else None
        if told is None:
            return replace(found, reason="not measured"), None
        difference, blocks = told
        found = replace(found, n=blocks)
        if blocks < MIN_BLOCKS:
            return replace(found, ratio=exp(difference.mean), reason=TOO_FEW_BLOCKS), None
        return with_ratio(found, difference, "clustered t on logarithms")

    def estimate(self, metric: str, level: str) -> Estimate:
        """The geometric mean of one level; n counts blocks of time."""
        logs = self.logs.get((metric, level))
        told = mean_logarithm(logs) if logs else None
        if told is None:
            return NOTHING
        mean, blocks = told
        if blocks < MIN_BLOCKS:
            return Estimate(exp(mean.mean), blocks)
        low, high = (exp(bound) for bound in mean.bounds())
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
    frames, blocks = [], 0
    for result in members:
        orders_df = with_in_flight(result.orders_df).filter(pl.col("in_window"))
        at_ns = orders_df["received_ns"] - result.trial.begin_ns + blocks * round(BLOCK_S * NS_PER_S)
        frames.append(orders_df.with_columns(at_ns=at_ns))
        blocks += ceil(result.trial.window_s / BLOCK_S)
    orders_df = pl.concat(frames)
    of_level = {str(level): frame for (level,), frame in orders_df.group_by("level", maintain_order=True)}
    logs = {
        (metric, level): timed_logs(*(known_df[name].to_numpy() for name in (column, "at_ns", "log_in_flight")))
        for metric, column in GEOMETRIC_MEANS.items()
        for level, frame in of_level.items()
        if (known_df := frame.filter(pl.col(column) > 0)).height
    }
    launches = len({result.launch for result in members})
    return OrderSample(factor, held, len(members), launches, {k: len(f) for k, f in of_level.items()}, logs)


def with_in_flight(orders_df: pl.DataFrame) -> pl.DataFrame:
    """log_in_flight: the logarithm of 1 + the orders that had been received before this one and were complete later.

    What an order waits for is above all those before it; its own level has no part in how many there were.
    """
    received_ns = orders_df["received_ns"].to_numpy()
    complete_df = orders_df.filter(pl.col("response_ms") > 0)
    completed_ns = complete_df["received_ns"] + (complete_df["response_ms"] * 1e6).cast(pl.Int64)
    begun, ended = (
        np.searchsorted(np.sort(moments.to_numpy()), received_ns, side="left")
        for moments in (complete_df["received_ns"], completed_ns)
    )
    return orders_df.with_columns(log_in_flight=np.log1p(begun - ended))
