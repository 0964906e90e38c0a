"""The ratio of two levels that are drawn for each order: geometric means within short strata of time, with blocks of
time as clusters.

Orders of the same seconds share queues, collections and whatever else the machine does, so that they are not
independent; but all levels meet the same seconds. What a stratum of time has in common drops out, as each order is
compared with those of the other level in its stratum. So does, by regression, what comes of a covariate: how many
orders were in the system when this one was received, which its own level cannot have changed. Whatever of a block of
strata is left in common is in the standard error, for which the block is the cluster.

Source: randomised blocks, Imbens and Rubin, Causal Inference (2015), 9; a covariate from before the level was drawn,
Deng, Xu, Kohavi and Walker, WSDM 2013 (CUPED), and Lin, Annals of Applied Statistics 7 (2013); Bell and McCaffrey,
Bias reduction in standard errors for linear regression with multi-stage samples, Survey Methodology 28 (2002); as CR2
with Satterthwaite's degrees of freedom, and with strata within clusters, in Pustejovsky and Tipton, J. Business &
Economic Statistics 36 (2018).
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
#: Where the longest has fewer, there is no covariate either: they would not tell what comes of it.
MIN_ORDERS = 8

#: A cluster that alone tells of something leaves nothing of it in 1 - h: not divided by.
SMALLEST = 1e-12

Floats = NDArray[np.float64]
Times = NDArray[np.int64]


@dataclass(frozen=True)
class TimedLogs:
    """The logarithms of what was measured of a level's orders, and when they were received. All of shape (n,)."""

    logs: Floats
    at_ns: Times  # since the beginning of the first block; trials follow each other in whole blocks
    covariate: Floats  # of each order, from before its level was drawn

    @property
    def blocks(self) -> NDArray[np.int64]:
        """The block of time of each order. Shape (n,)."""
        return self.at_ns // round(BLOCK_S * NS_PER_S)


def timed_logs(values: Floats, at_ns: Times, covariate: Floats | None = None) -> TimedLogs:
    """Of positive values. Raises ValueError for values of zero or less, which have no logarithm."""
    if np.any(values <= 0):
        raise ValueError("the geometric mean takes values above zero")
    return TimedLogs(np.log(values), at_ns, np.zeros(len(values)) if covariate is None else covariate)


def mean_logarithm(orders: TimedLogs) -> tuple[Difference, int] | None:
    """Of one level, and the number of blocks; None when there are fewer than two, and so no spread."""
    return clustered_slope(np.ones((len(orders.logs), 1)), orders.logs, orders.blocks)


def difference_within_strata(one: TimedLogs, other: TimedLogs) -> tuple[Difference, int] | None:
    """The logarithm of the ratio of two levels' geometric means, and the number of blocks that tell of it; None when
    there are fewer than two. A stratum counts by how much it tells: orders of one · orders of the other / their sum.
    """
    treated = np.repeat([1.0, 0.0], [len(one.logs), len(other.logs)])
    both = TimedLogs(
        np.concatenate([one.logs, other.logs]),
        np.concatenate([one.at_ns, other.at_ns]),
        np.concatenate([one.covariate, other.covariate]),
    )
    length_s, enough = stratum_of(both.at_ns)
    _, strata = np.unique(both.at_ns // round(length_s * NS_PER_S), return_inverse=True)
    columns = [treated, both.covariate] if enough else [treated]
    x = np.column_stack([less_means(column, strata) for column in columns])
    return clustered_slope(x, less_means(both.logs, strata), both.blocks)


def stratum_of(at_ns: Times) -> tuple[float, bool]:
    """The shortest of `STRATA_S` that has `MIN_ORDERS` on the average, or the longest, and whether it has them. It
    depends on when orders were received alone, not on what was measured of them.
    """
    for length in STRATA_S:
        if len(at_ns) >= MIN_ORDERS * len(np.unique(at_ns // round(length * NS_PER_S))):
            return length, True
    return STRATA_S[-1], False


def less_means(values: Floats, groups: NDArray[np.int64]) -> Floats:
    """Each value less the mean of its group; groups are numbered from 0 and none is empty. All of shape (n,)."""
    means = np.bincount(groups, weights=values) / np.bincount(groups)
    return np.asarray(values - means[groups], dtype=np.float64)


def clustered_slope(x: Floats, y: Floats, clusters: NDArray[np.int64]) -> tuple[Difference, int] | None:
    """The slope of y on the first column of x by least squares, its CR2 standard error with Satterthwaite's degrees of
    freedom for independent errors of one variance, and the number of clusters that tell of it; None when there are
    fewer than two. x of shape (n, columns), the others of shape (n,).

    For cluster g, v_g = (I - H_gg)^(-1/2) x_g M e_1 with M = (x'x)^-1 and H = x M x'; the variance is the sum of
    (v_g' residuals_g)². The degrees of freedom are trace² / sum of squares of the matrix whose elements are v_g' (I -
    H)_gh v_h. With M = r r' it is v_g = x_g r (I - r' x_g' x_g r)^(-1/2) r' e_1, for which all clusters have a matrix
    of columns × columns.
    """
    _, numbers = np.unique(clusters, return_inverse=True)
    inverse = np.linalg.pinv(x.T @ x, hermitian=True)
    slopes = inverse @ x.T @ y
    scales, vectors = np.linalg.eigh(inverse)
    root = vectors * np.sqrt(np.maximum(scales, 0))
    told = len(np.unique(numbers[x[:, 0] != 0]))
    if told < 2:
        return None
    turned = x @ root
    squares = sums_by(numbers, (turned[:, :, np.newaxis] * turned[:, np.newaxis, :]).reshape(len(x), -1))
    sizes, sides = np.linalg.eigh(squares.reshape(-1, len(root), len(root)))
    left = 1 - sizes
    scaled = np.where(left > SMALLEST, 1 / np.sqrt(np.maximum(left, SMALLEST)), 0)
    weights = ((sides * scaled[:, np.newaxis, :]) @ sides.swapaxes(1, 2)) @ root[0] @ root.T
    v = np.sum(x * weights[numbers], axis=1)
    influence = sums_by(numbers, (v * (y - x @ slopes))[:, np.newaxis])
    own = sums_by(numbers, (v * v)[:, np.newaxis])[:, 0]
    shared = sums_by(numbers, x * v[:, np.newaxis])
    # Of the diagonal matrix of `own` less shared inverse shared', without making it: it is clusters × clusters.
    common, outer = inverse @ shared.T @ shared, np.sum(shared @ inverse * shared, axis=1)
    squared = np.sum(own**2) - 2 * np.sum(own * outer) + np.trace(common @ common)
    dof = np.sum(own - outer) ** 2 / squared
    return Difference(float(slopes[0]), float(np.linalg.norm(influence)), float(dof)), told


def sums_by(groups: NDArray[np.int64], values: Floats) -> Floats:
    """Of each column over each group: groups, of shape (n,), are numbered from 0; values are of shape (n, columns)."""
    columns = [np.bincount(groups, weights=column) for column in values.T]
    return np.column_stack(columns)
