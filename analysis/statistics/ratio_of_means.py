"""The logarithm of a ratio of two means, for values of which some are zero and have no logarithm: what happens now and
then, such as a collection of the old generation, has no ratio in each block, but one over all of them.

Standard errors by the jackknife (Efron and Tibshirani, An Introduction to the Bootstrap, 11; Miller, Biometrika 61,
1974). None where a mean would be zero if one value were left out, or where a value is less than zero.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.intervals import Difference, Values, welch_dof


def paired_ratio_of_means(pairs: Sequence[tuple[float, float]]) -> Difference | None:
    """Of the first of each pair over the second; pairs may depend on each other within, not among themselves."""
    ones, others = (log_means(side) for side in zip(*pairs, strict=True))
    if ones is None or others is None:
        return None
    return Difference(ones[0] - others[0], float(np.sqrt(jackknife_variance(ones[1] - others[1]))), len(pairs) - 1)


def independent_ratio_of_means(ones: Values, others: Values) -> Difference | None:
    """Of the mean of the ones over that of the others."""
    sides = [log_means(ones), log_means(others)]
    known = [side for side in sides if side is not None]
    if len(known) < len(sides):
        return None
    (one, without_one), (other, without_other) = known
    variances = [jackknife_variance(without_one), jackknife_variance(without_other)]
    return Difference(one - other, float(np.sqrt(sum(variances))), welch_dof(variances, [len(ones), len(others)]))


def log_means(values: Values) -> tuple[float, NDArray[np.float64]] | None:
    """The logarithm of the mean, and of each mean without one of the values."""
    sample = np.asarray(values, dtype=np.float64)
    without = (sample.sum() - sample) / (len(sample) - 1) if len(sample) > 1 else np.zeros(1)
    return None if sample.min() < 0 or without.min() <= 0 else (float(np.log(sample.mean())), np.log(without))


def jackknife_variance(without: NDArray[np.float64]) -> float:
    """Of a statistic, from its values without one of the sample each."""
    return float((len(without) - 1) * without.var())
