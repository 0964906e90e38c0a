"""What an up-and-down series tells: the load at which an objective is kept half of the time.

A series rises after a trial that kept the objective and falls after one that did not. Where it turns there is a peak,
which did not, or a valley, which did. Each pair of a peak and a valley that follow each other brackets the load once;
the pairs are disjoint, and their midpoints the repetitions. The first two turning points end the way from wherever the
series began, by larger steps, and are left out.

Source: Wetherill and Levitt, Sequential estimation of points on a psychometric function, British J. Mathematical and
Statistical Psychology 18 (1965).
"""

import itertools
import math
from collections.abc import Sequence

from analysis.statistics.crossing import Crossing

FIRST_TURNS = 2
MAX_BEYOND = 1
"""How often a series may have had no further load to go to; more often, what it tells is the end of its loads."""


def brackets(series: Sequence[tuple[float, bool]], loads: Sequence[float]) -> list[Crossing]:
    """One for each pair of turning points; without a pair, or where the loads did not go far enough, one of what was
    seen, which has no load.

    series: load and whether it kept the objective, in the order in which they were conducted; loads: all that it could
    have had. The midpoint is the geometric mean.
    """
    if series.count((max(loads), True)) > MAX_BEYOND:
        return [Crossing(max(loads), None, None)]
    if series.count((min(loads), False)) > MAX_BEYOND:
        return [Crossing(None, min(loads), None)]
    turns = turning_points(series)[FIRST_TURNS:]
    pairs = [sorted(pair) for pair in zip(turns[::2], turns[1::2], strict=False)]
    if pairs:
        return [Crossing(low, high, math.sqrt(low * high)) for low, high in pairs]
    kept, broken = ([load for load, was_kept in series if was_kept is wanted] for wanted in (True, False))
    return [Crossing(max(kept, default=None), min(broken, default=None), None)]


def turning_points(series: Sequence[tuple[float, bool]]) -> list[float]:
    """The loads at which the series turns: whose outcome is not that of the trial before."""
    return [load for (_, before), (load, kept) in itertools.pairwise(series) if kept is not before]
