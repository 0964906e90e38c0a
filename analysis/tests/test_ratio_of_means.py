"""Ratios of means with zeros among the values. Expected values are worked by hand: of 0, 2, 4 the means without one are
3, 2, 1; of 1, 2, 3 they are 2.5, 2, 1.5.
"""

import pytest

from analysis.statistics.intervals import Difference
from analysis.statistics.ratio_of_means import independent_ratio_of_means, paired_ratio_of_means

WITH_ZERO, WITHOUT = [0.0, 2.0, 4.0], [1.0, 2.0, 3.0]


def parts(difference: Difference | None) -> tuple[float, float, float]:
    assert difference is not None
    return difference.mean, difference.std_error, difference.dof


def test_pairs() -> None:
    """Ratios without one: 6/5, 1, 2/3; their logarithms' squared deviations sum to 0.18105, two thirds of which are the
    variance.
    """
    found = paired_ratio_of_means(list(zip(WITH_ZERO, WITHOUT, strict=True)))
    assert parts(found) == pytest.approx((0.0, 0.34742, 2), abs=1e-5)


def test_independent_samples() -> None:
    """Variances 0.41151 and 0.08744; degrees of freedom by Welch and Satterthwaite."""
    found = independent_ratio_of_means(WITH_ZERO, WITHOUT)
    assert parts(found) == pytest.approx((0.0, 0.70637, 2.8133), abs=1e-4)


def test_a_ratio_is_of_the_first_over_the_second() -> None:
    doubled = [2 * value for value in WITH_ZERO]
    assert parts(paired_ratio_of_means(list(zip(doubled, WITHOUT, strict=True))))[0] == pytest.approx(0.693147)
    assert parts(independent_ratio_of_means(doubled, WITHOUT))[0] == pytest.approx(0.693147)


@pytest.mark.parametrize("side", [[-4.0, -3.0, -4.0], [5.0, -2.0, 5.0]])
def test_what_is_less_than_nothing_has_no_ratio(side: list[float]) -> None:
    assert paired_ratio_of_means(list(zip(side, [-2.0, -2.0, -2.0], strict=True))) is None
    assert independent_ratio_of_means([1.0, 2.0, 3.0], side) is None


@pytest.mark.parametrize("side", [[0.0, 0.0, 0.0], [0.0, 0.0, 5.0], [5.0]])
def test_what_one_value_decides_has_no_ratio(side: list[float]) -> None:
    ones = [1.0] * len(side)
    assert paired_ratio_of_means(list(zip(side, ones, strict=True))) is None
    assert paired_ratio_of_means(list(zip(ones, side, strict=True))) is None
    assert independent_ratio_of_means(side, WITHOUT) is None
    assert independent_ratio_of_means(WITHOUT, side) is None
