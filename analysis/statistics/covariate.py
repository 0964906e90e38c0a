"""A covariate that the levels cannot touch: by what power of its ratio a metric's ratio changes.

The slope is that of a straight line through the pairs of log-ratios (least squares), with Student's interval. It is
taken from levels that change nothing, and never from the data that it corrects: fitted there it would take a part of
the effect for one of the covariate. Source: Deng, Xu, Kohavi and Walker, Improving the Sensitivity of Online Controlled
Experiments by Utilizing Pre-Experiment Data, WSDM 2013; the line and its worked example, NIST StRD, Norris.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats

from analysis.statistics.intervals import CONFIDENCE, Values

#: With fewer pairs the interval of the slope is as good as endless.
MIN_PAIRS = 5


@dataclass(frozen=True)
class Slope:
    """y = a + slope x over n pairs. spread: standard deviation of y; left: of what the line leaves of it; p: of the
    test that the slope is zero.
    """

    n: int
    slope: float
    low: float
    high: float
    spread: float
    left: float
    p: float


def slope_of(x: Values, y: Values) -> Slope | None:
    """The slope of y over x; None for fewer than MIN_PAIRS pairs, and where x does not vary."""
    xs, ys = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    count = len(xs)
    if count < MIN_PAIRS or np.ptp(xs) == 0:
        return None
    line = stats.linregress(xs, ys)
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, count - 2)) * float(line.stderr)
    left = ys - line.intercept - line.slope * xs
    slope = float(line.slope)
    return Slope(
        count,
        slope,
        slope - half,
        slope + half,
        spread=float(ys.std(ddof=1)),
        left=float(np.sqrt(np.sum(left**2) / (count - 2))),
        p=float(line.pvalue),
    )
