"""The ratio of two levels that are drawn for each order: geometric means within short strata of time, with blocks of
time as clusters.

Orders of the same seconds share queues, collections and whatever else the machine does, so that they are not
independent; but all levels meet the same seconds. What a stratum of time has in common drops out, as each order is
compared with those of the other level in its stratum; whatever of a block of strata is left in common is in the
standard error, for which the block is the cluster.

Source: randomised blocks, Imbens and Rubin, Causal Inference (2015), 9; Bell and McCaffrey, Bias reduction in standard
errors for linear regression with multi-stage samples, Survey Methodology 28 (2002); as CR2 with Satterthwaite's
degrees of freedom, and with strata within clusters, in Pustejovsky and Tipton, J. Business & Economic Statistics 36
(2018). With one coefficient its matrices have the closed form of `clustered_slope`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.intervals import Difference

NS_PER_S = 1_000_000_000
#: Orders that were received in the same so many seconds are one cluster.
BLOCK_S = 5.0
#: Fewer blocks have no interval: some of them would have no order of a level.
MIN_BLOCKS = 10
TOO_FEW_BLOCKS = f"an interval takes orders of both levels in {MIN_BLOCKS} blocks of {BLOCK_S:g} s or more"
#: The lengths of a stratum; a block consists of whole ones.
STRATA_S = (1.0, 2.5, BLOCK_S)
#: Orders of two levels in a stratum, on the average: with n of them, 1/n of what they tell goes to the stratum's mean.
MIN_ORDERS = 8

Floats = NDArray[np.float64]
Times = NDArray[np.int64]


@dataclass(frozen=True)
class TimedLogs:
    """The logarithms of what was measured of a level's orders, and when they were received. Both of shape (n,)."""

    logs: Floats
    at_ns: Times  # since the beginning of the first block; trials follow each other in whole blocks

    @property
    def blocks(self) -> NDArray[np.int64]:
        """The block of time of each order. Shape (n,)."""
        return self.at_ns // round(BLOCK_S * NS_PER_S)


def timed_logs(values: Floats, at_ns: Times) -> TimedLogs:
    """Of positive values. Raises ValueError for values of zero or less, which have no logarithm."""
    if np.any(values <= 0):
        raise ValueError("the geometric mean takes values above zero")
    return TimedLogs(np.log(values), at_ns)


def mean_logarithm(orders: TimedLogs) -> tuple[Difference, int] | None:
    """Of one level, and the number of blocks; None when there are fewer than two, and so no spread."""
    return clustered_slope(np.ones(len(orders.logs)), orders.logs, orders.blocks)


def difference_within_strata(one: TimedLogs, other: TimedLogs) -> tuple[Difference, int] | None:
    """The logarithm of the ratio of two levels' geometric means, and the number of blocks that tell of it; None when
    there are fewer than two. A stratum counts by how much it tells: orders of one · orders of the other / their sum.
    """
    treated = np.repeat([1.0, 0.0], [len(one.logs), len(other.logs)])
    both = TimedLogs(np.concatenate([one.logs, other.logs]), np.concatenate([one.at_ns, other.at_ns]))
    _, strata = np.unique(both.at_ns // round(stratum_s(both.at_ns) * NS_PER_S), return_inverse=True)
    return clustered_slope(less_means(treated, strata), less_means(both.logs, strata), both.blocks)


def stratum_s(at_ns: Times) -> float:
    """The shortest of `STRATA_S` that has `MIN_ORDERS` on the average, or the longest. It depends on when orders were
    received alone, not on what was measured of them.
    """
    for length in STRATA_S[:-1]:
        if len(at_ns) >= MIN_ORDERS * len(np.unique(at_ns // round(length * NS_PER_S))):
            return length
    return STRATA_S[-1]


def less_means(values: Floats, groups: NDArray[np.int64]) -> Floats:
    """Each value less the mean of its group; groups are numbered from 0 and none is empty. All of shape (n,)."""
    means = np.bincount(groups, weights=values) / np.bincount(groups)
    return np.asarray(values - means[groups], dtype=np.float64)


def clustered_slope(x: Floats, y: Floats, clusters: NDArray[np.int64]) -> tuple[Difference, int] | None:
    """The slope of y = slope · x by least squares, its CR2 standard error with Satterthwaite's degrees of freedom for
    independent errors of one variance, and the number of clusters that tell of it; None when there are fewer than two.

    All of shape (n,). With w_g the share of cluster g in Σ x² and u_g its share in the slope's residuals, Σ x (y -
    slope · x) / Σ x² over the cluster: the variance is Σ u_g² / (1 - w_g). The eigenvalues of the matrix that Bell and
    McCaffrey have for the degrees of freedom add up to 1, and their squares to what is written below.
    """
    total = float(x @ x)
    if total == 0:
        return None
    slope = float(x @ y) / total
    _, numbers = np.unique(clusters, return_inverse=True)
    weights = np.bincount(numbers, weights=x * x) / total
    residuals = np.bincount(numbers, weights=x * (y - slope * x)) / total
    told = weights > 0
    weights, residuals = weights[told], residuals[told]
    if len(weights) < 2:
        return None
    left = 1 - weights
    own, common = weights / left, weights**2 / left
    squares = np.sum(own**2) - 2 * np.sum(own * common) + np.sum(common) ** 2
    variance = np.sum(residuals**2 / left)
    return Difference(slope, float(np.sqrt(variance)), float(1 / squares)), len(weights)
