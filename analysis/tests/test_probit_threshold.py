"""The load that half of the trials keep. Expected values: adaptive quadrature of the model as the module states it
(scipy's dblquad, the ends of the intervals by brentq), and symmetry.
"""

import pytest

from analysis.statistics.intervals import Estimate
from analysis.statistics.probit_threshold import fit_thresholds

ONE = [(20.0, True), (40.0, False), (20.0, True), (40.0, True), (80.0, False), (40.0, True)]
HALF = [(load / 2, kept) for load, kept in ONE]


def told(found: Estimate) -> tuple[float, float, float]:
    """Low, value, high."""
    assert found.low is not None and found.value is not None and found.high is not None
    return found.low, found.value, found.high


def test_two_trials_tell_the_middle_between_them_and_hardly_more() -> None:
    found = fit_thresholds({"one": [(20, True), (80, False)]}, 10, 160).of("one")
    assert told(found) == pytest.approx((17.838, 40.0, 89.697), rel=1e-4)
    assert found.n == 2


def test_the_interval_is_that_of_the_model() -> None:
    fitted = fit_thresholds({"one": ONE}, 10, 160)
    found = fitted.of("one")
    assert fitted.spread == pytest.approx(0.2026, rel=5e-3)
    assert told(found) == pytest.approx((31.419, 44.141, 79.999), rel=5e-4)
    assert (found.n, found.interval) == (6, "credible, of a probit model")


def test_a_variant_whose_trials_had_half_the_loads_has_half_the_threshold() -> None:
    found = fit_thresholds({"one": ONE, "half": HALF}, 5, 320)
    _, half, _ = told(found.of("half"))
    _, whole, _ = told(found.of("one"))
    assert half == pytest.approx(whole / 2, rel=2e-3)
    low, ratio, high = told(found.ratio("half", "one"))
    assert ratio == pytest.approx(0.5, rel=2e-3)
    assert low * high == pytest.approx(0.25, rel=2e-2), "even on logarithms, but for the ends of the loads"
    assert found.ratio("one", "one").value == pytest.approx(1.0, rel=1e-3)


def test_trials_that_agree_have_a_small_spread_and_tell_more() -> None:
    firm = fit_thresholds({"one": [(20, True), (22, False)] * 8}, 10, 160)
    loose = fit_thresholds({"one": [(20, True), (22, False), (20, False), (22, True)] * 4}, 10, 160)
    assert firm.spread < 0.04 < 0.15 < loose.spread
    low, _, high = told(firm.of("one"))
    assert 20 < low < high < 22
    low, _, high = told(loose.of("one"))
    assert low < 20 < 22 < high


def test_one_lapse_is_not_taken_for_the_threshold() -> None:
    low, value, _ = told(fit_thresholds({"one": [(10, False), *([(20, True), (22, False)] * 10)]}, 10, 160).of("one"))
    assert value == pytest.approx(21, rel=0.02) and low > 19.5


def test_many_trials_cannot_be_too_unlikely_to_be_weighed() -> None:
    low, _, high = told(fit_thresholds({"one": [(20, True), (40, False)] * 2000}, 10, 160).of("one"))
    assert 20 < low < high < 40
