"""Fractions have intervals that are fractions, too."""

# mypy: disable-error-code="operator,type-var,arg-type"
# A None here fails the test, as it should.

import numpy as np
import pytest

from analysis.comparing.estimates import mean_of
from analysis.metrics import METRICS
from analysis.statistics.shares import share_interval


@pytest.mark.parametrize(
    ("count", "low", "high"),
    [(2, 0.0070794, 0.1110924), (8, 0.058317, 0.2173648), (30, 0.3214848, 0.5553295), (11, 0.0895793, 0.267702)],
)
def test_the_interval_is_stata_s(count: int, low: float, high: float) -> None:
    """Stata, [R] proportion, example 1: repair records of 69 cars, 2, 8, 30, 18 and 11 of them of each kind. The values
    here have Stata's standard error, the root of p (1 - p) / 69.
    """
    p, shape = count / 69, np.linspace(-1, 1, 69)
    values = p + shape / shape.std(ddof=1) * np.sqrt(p * (1 - p))
    estimate = share_interval(values)
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((p, low, high), abs=1e-5)


def test_three_fractions_whose_plain_interval_would_be_beyond_one() -> None:
    """By hand: mean 2/3, sd 0.2887, se 1/6, t(2) = 4.30265, half 0.71711 (plain: -5 % to 138 %); on the logit
    ln 2 = 0.69315 ± 0.71711 / (2/9) = 3.22699: 1 / (1 + e^2.53384) = 0.07352 and 1 / (1 + e^-3.92014) = 0.98055.
    """
    estimate = share_interval([0.5, 0.5, 1.0])
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((2 / 3, 0.07352, 0.98055), abs=1e-5)
    assert estimate.interval == "t on the logit over trials"


@pytest.mark.parametrize(("shares", "expected"), [([0.0, 0.0], (0, 0)), ([1.0] * 3, (1, 1)), ([0.4], (None, None))])
def test_equal_ends_and_single_values(shares: list[float], expected: tuple[float | None, float | None]) -> None:
    estimate = share_interval(shares)
    assert (estimate.low, estimate.high) == expected


@pytest.mark.parametrize("name", [name for name, metric in METRICS.items() if metric.unit == "fraction"])
def test_every_fraction_of_a_variant_stays_within_its_limits(name: str) -> None:
    estimate = mean_of(name, [0.01, 0.99, 0.98])
    outside = estimate.low < 0 or estimate.high > 1
    assert outside == (name == "waterfall_gap_fraction")


def test_what_may_fall_as_well_as_grow_has_an_interval_below_zero() -> None:
    """-6, -8 and -10: -8 ± 4.303 · 2 / √3."""
    estimate = mean_of("orders_growth", [-6.0, -8.0, -10.0])
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((-8, -12.968, -3.032), abs=1e-3)


def test_what_is_no_fraction_may_be_above_one_and_not_below_zero() -> None:
    estimate = mean_of("little_ratio", [0.1, 2.9])
    assert estimate.low == 0 and estimate.high > 10
