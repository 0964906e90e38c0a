"""How small an effect an experiment can see, and how many units it takes to see a wished one.

An effect is seen when the two-sided t test at 5 % finds it, with a probability (power) of 80 %. Source: Cohen,
Statistical Power Analysis for the Behavioral Sciences, 2, with the noncentral t distribution.
"""

import math
from collections.abc import Callable
from functools import cache

from scipy import optimize, stats

from analysis.statistics.intervals import Difference

POWER, ALPHA = 0.8, 0.05
#: Nobody would wait for an experiment of more units.
MAX_UNITS = 100_000
MAX_LOG = 700.0
"""Whose exponential is still a number, and that of its negative more than nothing."""


def smallest_effect(difference: Difference, power: float = POWER, alpha: float = ALPHA) -> float:
    """The difference that would have been found with this power, in the unit of the difference."""
    return _noncentrality(difference.dof, power, alpha) * difference.std_error


def smallest_ratio(difference_of_logs: Difference, alpha: float = ALPHA) -> float:
    """The same as a relative change: 0.04 means that 4 % more would have been seen."""
    effect = smallest_effect(difference_of_logs, alpha=alpha)
    return math.expm1(effect) if effect < MAX_LOG else math.inf


def ratio_at(log: float) -> float:
    """The ratio of this logarithm, or the greatest or least that a number can say."""
    return math.exp(max(-MAX_LOG, min(log, MAX_LOG)))


def units_needed(
    effect: float, spread: float, power: float = POWER, alpha: float = ALPHA, strata: int = 1
) -> int | None:
    """How many paired units of each stratum find a difference of this size; None where it takes more than MAX_UNITS.

    `spread` is the standard deviation of one unit's difference within its stratum, in the unit of `effect`; all strata
    count alike. Raises ValueError for an effect of 0, which no number of units finds.
    """
    if effect == 0:
        raise ValueError("no number of units finds an effect of 0")

    return _least_units(
        lambda units: (
            _noncentrality(strata * (units - 1), power, alpha) * spread / math.sqrt(strata * units) <= abs(effect)
        )
    )


def units_to_leave(distance: float, half: float, units: int) -> int | None:
    """How many units make half of Student's interval no wider than this distance, if their spread stays as it is; None
    where it takes more than MAX_UNITS. half: what it is with so many units, two or more; in the unit of the distance.
    """
    spread = half / _t_over_root(units)
    return _least_units(lambda number: _t_over_root(number) * spread <= distance)


def _least_units(suffice: Callable[[int], bool]) -> int | None:
    """Two or more; None where even MAX_UNITS do not suffice. More than suffice do so, too."""
    if not suffice(MAX_UNITS):
        return None
    low, high = 1, MAX_UNITS  # the first does not suffice, the last does
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if suffice(middle) else (middle, high)
    return high


def _t_over_root(units: int) -> float:
    return float(stats.t.isf(ALPHA / 2, units - 1)) / math.sqrt(units)


@cache
def _noncentrality(dof: float, power: float, alpha: float) -> float:
    """By how many standard errors the truth must lie from zero. The other tail's share of the power is nil."""
    bound = float(stats.t.isf(alpha / 2, dof))
    highest = bound + float(stats.t.isf(1 - power, dof)) + 1
    while _power(highest, bound, dof) < power:
        highest *= 2
    return float(optimize.brentq(lambda shift: _power(shift, bound, dof) - power, 0, highest, xtol=1e-9))


def _power(shift: float, bound: float, dof: float) -> float:
    return float(stats.nct.sf(bound, dof, shift))
