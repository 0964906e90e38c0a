"""The load that half of the trials keep. Expected values: adaptive quadrature of the model as the module states it
(scipy's dblquad, the ends of the intervals by brentq; where the machine moved, Simpson's rule on a grid of 801 × 121 ×
121), and symmetry.
"""

import pytest

from analysis.statistics.intervals import NOTHING, Estimate
from analysis.statistics.probit_threshold import Outcome, fit_thresholds


def trials(*outcomes: tuple[float, bool] | tuple[float, bool, float]) -> list[Outcome]:
    return [Outcome(*outcome) for outcome in outcomes]


ONE = trials((20, True), (40, False), (20, True), (40, True), (80, False), (40, True))
HALF = [Outcome(load / 2, kept) for load, kept, _ in ONE]
#: On a machine that was faster or slower by up to a third.
MOVED = trials(
    (20, True, 0.2), (40, False, 0.3), (20, True, -0.1), (40, True, -0.2),
    (80, False, -0.3), (40, True, 0.0), (28, True, 0.3), (28, False, 0.4),
)  # fmt: skip


def told(found: Estimate) -> tuple[float, float, float]:
    """Low, value, high."""
    assert found.low is not None and found.value is not None and found.high is not None
    return found.low, found.value, found.high


def test_two_trials_tell_the_middle_between_them_and_hardly_more() -> None:
    found = fit_thresholds({"one": trials((20, True), (80, False))}, 10, 160).of("one")
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
    firm = fit_thresholds({"one": trials((20, True), (22, False)) * 8}, 10, 160)
    loose = fit_thresholds({"one": trials((20, True), (22, False), (20, False), (22, True)) * 4}, 10, 160)
    assert firm.spread < 0.04 < 0.15 < loose.spread
    low, _, high = told(firm.of("one"))
    assert 20 < low < high < 22
    low, _, high = told(loose.of("one"))
    assert low < 20 < 22 < high


def test_one_lapse_is_not_taken_for_the_threshold() -> None:
    outcomes = trials((10, False), *([(20, True), (22, False)] * 10))
    low, value, _ = told(fit_thresholds({"one": outcomes}, 10, 160).of("one"))
    assert value == pytest.approx(21, rel=0.02) and low > 19.5


def test_many_trials_cannot_be_too_unlikely_to_be_weighed() -> None:
    low, _, high = told(fit_thresholds({"one": trials((20, True), (40, False)) * 2000}, 10, 160).of("one"))
    assert 20 < low < high < 40


def test_what_a_slower_machine_takes_off_is_told_from_the_trials() -> None:
    fitted = fit_thresholds({"one": MOVED}, 10, 160)
    assert told(fitted.of("one")) == pytest.approx((35.135, 45.286, 86.567), rel=5e-3)
    assert told(fitted.slope) == pytest.approx((0.506, 1.391, 3.355), abs=0.03)
    assert fitted.spread == pytest.approx(0.0736, rel=2e-2)
    assert fitted.slope.n == 8


def test_whether_machine_or_variant_did_it_cannot_be_told_when_each_had_one_of_its_own() -> None:
    """The one kept half the load on a machine half as fast. Of the slope nothing but the prior is known, 0.1 to 3.9,
    and the ratio is 0.5 × 2^slope: from 0.536 to 7.46.
    """
    slower, faster = 0.34657, -0.34657
    half = trials((19, True, slower), (21, False, slower)) * 12
    whole = trials((38, True, faster), (42, False, faster)) * 12
    low, _, high = told(fit_thresholds({"half": half, "whole": whole}, 10, 160).ratio("half", "whole"))
    assert (low, high) == pytest.approx((0.536, 7.46), rel=0.05)


def test_a_machine_that_is_not_known_to_have_moved_takes_nothing_off() -> None:
    assert fit_thresholds({"one": ONE}, 10, 160).slope == NOTHING
