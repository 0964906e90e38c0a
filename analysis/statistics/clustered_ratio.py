"""The ratio of two levels that are drawn for each order: geometric means, with blocks of time as clusters.

Orders of the same seconds share queues, collections and whatever else the machine does, so that they are not
independent; but all levels meet the same seconds. Each block of time is a cluster: what its orders have in common drops
out of the difference of the mean logarithms, and the rest is its influence on that difference.

Source: Bell and McCaffrey, Bias reduction in standard errors for linear regression with multi-stage samples, Survey
Methodology 28 (2002); as CR2 with Satterthwaite's degrees of freedom in Pustejovsky and Tipton, J. Business & Economic
Statistics 36 (2018). For the means of two levels its matrices have the closed form below: of the n orders of a level,
n_g in block g, the deviations of the block are divided by n √(1 − n_g / n).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.intervals import Difference

#: Orders that were received in the same so many seconds are one cluster.
BLOCK_S = 5.0
#: Fewer blocks have no interval: some of them would have no order of a level.
MIN_BLOCKS = 10
TOO_FEW_BLOCKS = f"an interval takes orders of both levels in {MIN_BLOCKS} blocks of {BLOCK_S:g} s or more"


@dataclass(frozen=True)
class ClusteredMean:
    """The mean logarithm of one level's orders. The arrays have a place for each block of time, shape (blocks,)."""

    mean: float
    influence: NDArray[np.float64]  # of each block on the mean; their squares sum up to its variance
    expected: NDArray[np.float64]  # these squares, if the orders were independent with variance 1
    common: NDArray[np.float64]  # the product of two of them is, but for its sign, their covariance then


def time_blocks(received_ns: NDArray[np.int64], begin_ns: int, block_s: float = BLOCK_S) -> NDArray[np.int64]:
    """The block of time of each order, numbered from 0 at `begin_ns`. Shape (n,)."""
    return np.asarray((received_ns - begin_ns) // round(block_s * 1e9), dtype=np.int64)


def clustered_mean(values: NDArray[np.float64], blocks: NDArray[np.int64], count: int) -> ClusteredMean | None:
    """Of positive values, both of shape (n,), in blocks numbered from 0 to `count` - 1.

    None when fewer than two blocks have one of them: there is no spread then. Raises ValueError for values of zero or
    less, which have no logarithm.
    """
    if np.any(values <= 0):
        raise ValueError("the geometric mean takes values above zero")
    of_block = np.bincount(blocks, minlength=count)
    total = len(values)
    if np.count_nonzero(of_block) < 2:
        return None
    logs = np.log(values)
    deviations = np.bincount(blocks, weights=logs - logs.mean(), minlength=count)
    left = np.sqrt(1 - of_block / total)
    common = of_block / (total**1.5 * left)
    return ClusteredMean(float(logs.mean()), deviations / (total * left), of_block / total**2, common)


def as_difference(one: ClusteredMean) -> Difference:
    """The mean logarithm itself, with its standard error."""
    nothing = np.zeros_like(one.influence)
    return difference_of(one, ClusteredMean(0.0, nothing, nothing, nothing))


def difference_of(one: ClusteredMean, other: ClusteredMean) -> Difference:
    """One mean logarithm less the other: the logarithm of the ratio of their geometric means."""
    variance = float(np.sum((one.influence - other.influence) ** 2))
    expected = one.expected + other.expected
    x, y = one.common, other.common
    apart = np.sum(x**2) ** 2 + np.sum(y**2) ** 2 + 2 * np.sum(x * y) ** 2 - np.sum((x**2 + y**2) ** 2)
    dof = float(np.sum(expected) ** 2 / (np.sum(expected**2) + apart))
    return Difference(one.mean - other.mean, float(np.sqrt(variance)), dof)
