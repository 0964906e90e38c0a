"""The slope over a covariate, against a certified data set and by hand."""

import numpy as np
import pytest

from analysis.statistics.covariate import MIN_PAIRS, slope_of

# NIST StRD, Norris: ozone by a customer's instrument (y) and by NIST's (x).
NORRIS = [
    (0.1, 0.2), (338.8, 337.4), (118.1, 118.2), (888.0, 884.6), (9.2, 10.1), (228.1, 226.5), (668.5, 666.3),
    (998.5, 996.3), (449.1, 448.6), (778.9, 777.0), (559.2, 558.2), (0.3, 0.4), (0.1, 0.6), (778.1, 775.5),
    (668.8, 666.9), (339.3, 338.0), (448.9, 447.5), (10.8, 11.6), (557.7, 556.0), (228.3, 228.1), (998.0, 995.8),
    (888.8, 887.6), (119.6, 120.2), (0.3, 0.3), (0.6, 0.3), (557.6, 556.8), (339.3, 339.1), (888.0, 887.2),
    (998.5, 999.0), (778.9, 779.0), (10.2, 11.1), (117.6, 118.3), (228.9, 229.2), (668.4, 669.1), (449.2, 448.9),
    (0.2, 0.5),
]  # fmt: skip


def test_slope_and_interval_are_the_certified_ones() -> None:
    """Slope 1.00211681802045, its standard deviation 0.000429796848199937, residual 0.884796396144373; Student's t at
    34 degrees is 2.03224.
    """
    y, x = zip(*NORRIS, strict=True)
    found = slope_of(x, y)
    assert found is not None and found.n == 36
    assert found.slope == pytest.approx(1.00211681802045, rel=1e-12)
    assert found.high - found.slope == pytest.approx(2.032245 * 0.000429796848199937, rel=1e-6)
    assert found.slope - found.low == pytest.approx(found.high - found.slope)
    assert found.left == pytest.approx(0.884796396144373, rel=1e-10)


def test_what_is_left_is_measured_as_the_whole_is() -> None:
    """x = -2 … 2 and y = x + (1, -1, 0, -1, 1) / 2: slope 1 as the rest is orthogonal to x; Σ rest² = 1 over 3 degrees,
    and the variance of y is (10 + 1) / 4.
    """
    x = np.arange(-2.0, 3.0)
    found = slope_of(x, x + np.array([1, -1, 0, -1, 1]) / 2)
    assert found is not None
    assert (found.slope, found.left, found.spread) == pytest.approx((1.0, (1 / 3) ** 0.5, (11 / 4) ** 0.5))


def test_too_few_pairs_and_a_covariate_that_stands_still_have_no_slope() -> None:
    assert MIN_PAIRS == 5
    assert slope_of([1, 2, 3, 4], [1, 2, 3, 4.5]) is None
    assert slope_of([1, 1, 1, 1, 1], [1, 2, 3, 4, 5]) is None
