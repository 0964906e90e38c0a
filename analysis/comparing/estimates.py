"""From trials to combinations of levels: the trial is the unit of repetition, not the order."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from analysis.comparing.design import LOAD, Design
from analysis.metrics import metric
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

    def value(self, name: str) -> float | None:
        return self.metrics[name].value if name in self.metrics else None

    def within(self, name: str) -> Estimate | None:
        """The interval from within, when there is but one trial."""
        return self.trials[0].metrics.get(name) if len(self.trials) == 1 else None


def combinations_of(design: Design, valid: Iterable[TrialResult]) -> list[Combination]:
    """In the order of the variants, then of the load."""
    groups: dict[tuple[tuple[str, Any], ...], list[TrialResult]] = {}
    for result in valid:
        groups.setdefault(tuple(sorted(result.trial.levels.items())), []).append(result)
    listed = [
        Combination(dict(key), design.variant(dict(key)), int(dict(key)[LOAD]), tuple(members), means(members))
        for key, members in groups.items()
    ]
    variants = design.variants()
    return sorted(listed, key=lambda combination: (variants.index(combination.variant), combination.customers))


def means(results: list[TrialResult]) -> dict[str, Estimate]:
    names = dict.fromkeys(name for result in results for name in result.metrics)
    values = {name: [value for result in results if (value := result.value(name)) is not None] for name in names}
    return {name: mean_of(name, found) for name, found in values.items() if found}


def mean_of(name: str, values: list[float]) -> Estimate:
    """Where the metric cannot be, its interval is not either."""
    least, most = metric(name).limits
    if most == 1:
        return share_interval(values)
    estimate = t_interval(values)
    return estimate if estimate.low is None else replace(estimate, low=max(estimate.low, least))


def trials_frame(design: Design, results: Iterable[TrialResult]) -> pl.DataFrame:
    """trials_df: one row per trial and metric."""
    rows = [
        {
            "trial": result.trial.id,
            "block": result.trial.block,
            "variant": design.variant(result.trial.levels),
            "customers": int(result.trial.levels[LOAD]),
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
