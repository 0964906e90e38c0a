"""From trials to combinations of levels: the trial is the unit of repetition, not the order; the launch of the servers
is, where levels had servers of their own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import Any

import polars as pl

from analysis.comparing.design import Design
from analysis.comparing.launches import beds_differ
from analysis.metrics import metric
from analysis.reading.trial_facts import customers_of, rate_of
from analysis.statistics.intervals import Estimate, t_interval
from analysis.statistics.shares import share_interval
from analysis.trials.trial_analysis import TrialResult


@dataclass(frozen=True)
class Combination:
    """One combination of levels: every metric as a mean over its valid trials, with Student's interval when there are
    two or more.
    """

    levels: dict[str, Any]
    variant: str
    customers: int
    trials: tuple[TrialResult, ...]
    metrics: dict[str, Estimate]
    units: tuple[tuple[TrialResult, ...], ...] = ()  # the trials of each repetition

    @property
    def assigned(self) -> bool:
        """Whether levels took turns within its trials, so that its metrics are those of all of them together."""
        return self.trials[0].trial.assignment is not None

    def value(self, name: str) -> float | None:
        return self.metrics[name].value if name in self.metrics else None

    def within(self, name: str) -> Estimate | None:
        """The interval from within, when there is but one trial."""
        return self.trials[0].metrics.get(name) if len(self.trials) == 1 else None


def heaviest(combinations: Sequence[Combination]) -> list[Combination]:
    """Those with the most customers, or to which orders came at the highest rate."""

    def load(combination: Combination) -> float:
        return float(combination.customers) or rate_of(combination.levels) or 0.0

    most = max(map(load, combinations), default=0.0)
    return [each for each in combinations if load(each) == most]


def combinations_of(design: Design, valid: Iterable[TrialResult]) -> list[Combination]:
    """In the order of the variants, then of the load."""
    groups: dict[tuple[tuple[str, Any], ...], list[TrialResult]] = {}
    for result in valid:
        groups.setdefault(tuple(sorted(result.trial.levels.items())), []).append(result)
    apart = [members for members in groups.values() if members[0].trial.assignment is None]
    by_launch = beds_differ(frozenset(result.launch for result in members) for members in apart)
    listed = [combination_of(design, dict(key), members, by_launch=by_launch) for key, members in groups.items()]
    variants = design.variants()
    return sorted(listed, key=lambda combination: (variants.index(combination.variant), combination.customers))


def combination_of(
    design: Design, levels: dict[str, Any], members: list[TrialResult], *, by_launch: bool
) -> Combination:
    units: dict[str, list[TrialResult]] = {}
    for result in members:
        units.setdefault(result.launch if by_launch else result.trial.id, []).append(result)
    listed = tuple(map(tuple, units.values()))
    found = means(listed, by_launch=by_launch)
    return Combination(levels, design.variant(levels), customers_of(levels), tuple(members), found, listed)


def means(units: Iterable[Sequence[TrialResult]], *, by_launch: bool = False) -> dict[str, Estimate]:
    """Of each metric the mean over the repetitions, each of which is the mean of its trials."""
    values: dict[str, list[float]] = {}
    for unit in units:
        for name in dict.fromkeys(name for result in unit for name in result.metrics):
            known = [value for result in unit if (value := result.value(name)) is not None]
            values.setdefault(name, []).extend([fmean(known)] if known else [])
    return {name: mean_of(name, found, by_launch=by_launch) for name, found in values.items() if found}


def mean_of(name: str, values: list[float], *, by_launch: bool = False) -> Estimate:
    """Where the metric cannot be, its interval is not either."""
    least, most = metric(name).limits
    if most == 1:
        return share_interval(values, "t on the logit over launches" if by_launch else "t on the logit over trials")
    estimate = t_interval(values, "t over launches" if by_launch else "t over trials")
    return estimate if estimate.low is None else replace(estimate, low=max(estimate.low, least))


def trials_frame(design: Design, results: Iterable[TrialResult]) -> pl.DataFrame:
    """trials_df: one row per trial and metric."""
    rows = [
        {
            "trial": result.trial.id,
            "block": result.trial.block,
            "variant": design.variant(result.trial.levels),
            "customers": customers_of(result.trial.levels),
            "status": result.status,
            **row_of(name, estimate),
        }
        for result in results
        for name, estimate in result.metrics.items()
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def levels_frame(combinations: Iterable[Combination]) -> pl.DataFrame:
    """levels_df: one row per combination of levels and metric."""
    rows = [
        {"variant": combination.variant, "customers": combination.customers, **row_of(name, estimate)}
        for combination in combinations
        for name, estimate in combination.metrics.items()
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def row_of(name: str, estimate: Estimate) -> dict[str, Any]:
    return {
        "metric": name,
        "unit": metric(name).unit,
        "value": estimate.value,
        "n": estimate.n,
        "low": estimate.low,
        "high": estimate.high,
        "interval": estimate.interval,
    }
