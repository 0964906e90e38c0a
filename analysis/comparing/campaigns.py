"""Holds two results folders against each other: metric by metric, wherever both have the same combination of levels.

The trials of two campaigns share no blocks, so that the logarithms of their metrics are compared as independent
samples (Welch).
"""

import math
from dataclasses import dataclass
from pathlib import Path

from analysis.analysis_errors import ResultsError
from analysis.comparing.comparisons import COMPARED, Verdict, verdict_of
from analysis.comparing.estimates import Combination
from analysis.comparing.results import read_results
from analysis.statistics.intervals import welch


@dataclass(frozen=True)
class FolderComparison:
    """The ratio B / A of one metric at one combination of levels."""

    variant: str
    customers: int
    metric: str
    a: float
    b: float
    n_a: int
    n_b: int
    ratio: float
    low: float | None
    high: float | None
    verdict: Verdict


def compare_results(a: Path, b: Path) -> list[FolderComparison]:
    """Every metric that both folders have; ResultsError when they share no combination of levels."""
    ours, theirs = read_results(a), read_results(b)
    same = [(one, other) for one in ours.combinations for other in theirs.combinations if one.levels == other.levels]
    if not same:
        raise ResultsError(
            f"{a} and {b} share no combination of levels with a valid trial, so that there is nothing to compare"
        )
    pairs = [compare_metric(name, one, other) for one, other in same for name in COMPARED]
    return [pair for pair in pairs if pair]


def compare_metric(name: str, one: Combination, other: Combination) -> FolderComparison | None:
    ours, theirs = positive(one, name), positive(other, name)
    if not ours or not theirs:
        return None
    a, b = sum(ours) / len(ours), sum(theirs) / len(theirs)
    identity = (one.variant, one.customers, name, a, b, len(ours), len(theirs))
    if min(len(ours), len(theirs)) < 2:
        return FolderComparison(*identity, b / a, None, None, "cannot tell")
    difference = welch([math.log(value) for value in theirs], [math.log(value) for value in ours])
    low, high = difference.bounds()
    return FolderComparison(*identity, math.exp(difference.mean), math.exp(low), math.exp(high), verdict_of(difference))


def positive(combination: Combination, name: str) -> list[float]:
    values = [trial.value(name) for trial in combination.trials]
    return [value for value in values if value is not None and value > 0]
