"""The ratio of two levels that take turns in windows of time under one load: mirrored blocks are the unit.

In a block each level stands as often and, since its second half mirrors the first (A B C C B A), on average at the same
time as every other: a trend that is linear within the block drops out of its ratios. Blocks in which some level is
missing or stands less often than another are left out whole.

Source: Bojinov, Simchi-Levi and Zhao, Design and Analysis of Switchback Experiments, Management Science 69 (2023);
the test is Student's paired t of the blocks.
"""

import math
from collections.abc import Sequence

from analysis.statistics.intervals import Difference, paired


def difference_over_blocks(values: Sequence[tuple[float, float]]) -> Difference | None:
    """The mean of the logarithms of the ratios one / other of each block; None with fewer than two blocks.

    Raises ValueError for values of zero or less, which have no ratio.
    """
    if any(min(pair) <= 0 for pair in values):
        raise ValueError("a ratio takes values above zero")
    return paired([math.log(one / other) for one, other in values]) if len(values) > 1 else None
