"""When an experiment may stop early: a fixed number of looks at its data, and how much of the error each may spend.

Sources: Lan and DeMets, Discrete sequential boundaries for clinical trials, Biometrika 70 (1983), with the spending
function that is close to O'Brien and Fleming's boundary. The bounds follow from the recursive densities of Armitage,
McPherson and Rowe, J. Royal Statistical Society A 132 (1969), integrated on a grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from analysis.statistics.smallest_effect import ALPHA

#: Points of a density within ± its bound: 801 give bounds to about 0.0005.
GRID = 801
#: No first look asks for more: an error of 1e-15 is none.
MAX_BOUND = 8.0


def spent(fraction: float, alpha: float = ALPHA) -> float:
    """The two-sided error that may be spent until this fraction of the information is there: 2 (2 − 2 Φ(z(α/4) / √t)).

    Raises ValueError for a fraction that is not above 0 and at most 1.
    """
    if not 0 < fraction <= 1:
        raise ValueError(f"a look comes at a fraction of the information above 0 and at most 1, not at {fraction:g}")
    return float(4 * stats.norm.sf(stats.norm.isf(alpha / 4) / np.sqrt(fraction)))


def bounds(fractions: Sequence[float], alpha: float = ALPHA) -> list[float]:
    """How many standard errors the difference must lie from zero at each look to be called different, two-sided.

    fractions: of the information at the looks, rising, the last at most 1. Raises ValueError for others.
    """
    if any(later <= earlier for earlier, later in pairwise(fractions)):
        raise ValueError(f"each look takes more information than the one before, not {list(fractions)}")
    found: list[float] = []
    undecided: _Density | None = None
    for before, fraction in pairwise([0.0, *fractions]):
        look = _Look(undecided, fraction, fraction - before)
        to_spend = spent(fraction, alpha) - (spent(before, alpha) if before else 0.0)
        found.append(look.bound(to_spend))
        undecided = look.undecided(found[-1])
    return found


def p_bounds(fractions: Sequence[float], alpha: float = ALPHA) -> list[float]:
    """The same as p-values: a look calls different what has a smaller one, by the t test of its own dof."""
    return [float(2 * stats.norm.sf(bound)) for bound in bounds(fractions, alpha)]


@dataclass(frozen=True)
class _Density:
    """Of the sum so far (variance = information) in the experiments that no look has decided yet."""

    points: NDArray[np.float64]
    weighted: NDArray[np.float64]  # density times the weight of its point in the integral


@dataclass(frozen=True)
class _Look:
    """One look: what was undecided before it, the information at it, and how much of that is new."""

    before: _Density | None
    fraction: float
    step: float

    def bound(self, to_spend: float) -> float:
        """Where the probability to lie beyond, not having done so before, is what may be spent."""

        def too_much(bound: float) -> float:
            return self._crossing(bound * np.sqrt(self.fraction)) - to_spend

        return MAX_BOUND if too_much(MAX_BOUND) >= 0 else float(optimize.brentq(too_much, 0.0, MAX_BOUND, xtol=1e-6))

    def undecided(self, bound: float) -> _Density:
        reach = bound * np.sqrt(self.fraction)
        points = np.linspace(-reach, reach, GRID)
        weights = np.full(GRID, points[1] - points[0])
        weights[[0, -1]] /= 2
        return _Density(points, weights * self._density(points))

    def _crossing(self, reach: float) -> float:
        scale = np.sqrt(self.step)
        if self.before is None:
            return float(2 * stats.norm.sf(reach / scale))
        above, below = (reach - self.before.points) / scale, (-reach - self.before.points) / scale
        return float((stats.norm.sf(above) + stats.norm.cdf(below)) @ self.before.weighted)

    def _density(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        scale = np.sqrt(self.step)
        if self.before is None:
            return np.asarray(stats.norm.pdf(points, scale=scale), dtype=np.float64)
        kernel = stats.norm.pdf(points[:, None] - self.before.points[None, :], scale=scale)
        return np.asarray(kernel @ self.before.weighted, dtype=np.float64)
