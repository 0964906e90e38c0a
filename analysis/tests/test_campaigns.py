"""Two campaigns held against each other: by the values of their launches, whatever these are."""

# mypy: disable-error-code="operator,type-var,misc,comparison-overlap,arg-type,union-attr"
# A None here fails the test, as it should.

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.campaigns import FolderComparison, common_margin, compare_metric, with_verdicts
from analysis.comparing.estimates import Combination
from analysis.statistics.intervals import Difference
from analysis.tests.synthetic_results import trial_of


def of_campaign(values: list[float], name: str, window_s: float = 30.0) -> Combination:
    """Each trial on a launch of its own."""
    trials = [
        trial_of(block, "soap", window_s, f"{block}", **{name: value}) for block, value in enumerate(values, start=1)
    ]
    return Combination({"transition": "soap"}, "soap", 15, tuple(trials), {})


def test_two_campaigns_are_compared_by_the_means_that_belong_to_their_ratio() -> None:
    """By hand: geometric means sqrt(10 * 40) = 20 and sqrt(30 * 120) = 60; the arithmetic ones are 25 and 75."""
    name = "response_mean_ms"
    found, _ = compare_metric(name, of_campaign([10, 40], name), of_campaign([30, 120], name))
    assert (found.a, found.b, found.ratio) == pytest.approx((20, 60, 3))


def test_trials_of_one_launch_of_a_campaign_are_one_value() -> None:
    name = "response_mean_ms"
    trials = tuple(trial_of(block, "soap", 30.0, "a", **{name: 10.0 + block}) for block in range(5))
    one = Combination({"transition": "soap"}, "soap", 15, trials, {})
    found, difference = compare_metric(name, one, of_campaign([10, 40], name))
    assert (found.n_a, found.n_b, difference, found.low) == (1, 2, None, None)
    assert (found.a, found.b, found.ratio) == pytest.approx((11.916, 20, 1.678), abs=1e-3)  # 240240 ** (1 / 5)
    assert "one launch of the servers is not a sample" in found.reason


def test_a_zero_is_not_dropped_from_a_campaign() -> None:
    """Without the zero the ratio would be 5; with it there is none."""
    name = "gc_old_s"
    found, difference = compare_metric(name, of_campaign([0.2, 0.2], name), of_campaign([0.0, 1.0], name))
    assert difference is None
    assert (found.a, found.b, found.n_b) == pytest.approx((0.4, 1.0, 2))  # seconds a minute
    assert (found.ratio, found.verdict, found.reason) == (None, "cannot tell", "a value of zero or less has no ratio")


def test_zeros_among_the_values_leave_a_ratio_of_the_means() -> None:
    """By hand as in test_ratio_of_means: seconds of a window of a minute."""
    name = "gc_old_s"
    found, difference = compare_metric(
        name, of_campaign([1.0, 2.0, 3.0], name, 60), of_campaign([0.0, 2.0, 4.0], name, 60)
    )
    assert (found.a, found.b, found.ratio, difference.std_error) == pytest.approx((2, 2, 1, 0.70637), abs=1e-4)


@pytest.mark.parametrize(
    ("name", "ratio"),
    [("gc_pause_s", 1.0), ("cpu_servers_s", 1.0), ("cpu_per_order_ms", 2.0), ("response_p50_ms", 2.0)],
)
def test_sums_over_windows_of_different_length_are_compared_by_their_rates(name: str, ratio: float) -> None:
    found, _ = compare_metric(name, of_campaign([3, 3], name, window_s=30), of_campaign([6, 6], name, window_s=60))
    assert found.ratio == pytest.approx(ratio)


@pytest.mark.parametrize(("margin", "verdict"), [(0.05, "equivalent within the margin"), (0.02, "different")])
def test_what_is_equivalent_is_for_the_experiment_to_say(margin: float, verdict: str) -> None:
    """1.03 ± 0.002 at 8 degrees: t = -9.6 against 1.05, +4.9 against 1.02, and 14.8 against 1."""
    found = FolderComparison("soap", 15, "response_mean_ms", 100.0, 103.0, 5, 5, 1.03)
    [judged] = with_verdicts([(found, Difference(math.log(1.03), 0.002, 8))], margin)
    assert (judged.verdict, judged.margin) == (verdict, margin)


def test_campaigns_with_other_margins_are_not_compared() -> None:
    strict, lax = (
        SimpleNamespace(folder=Path(name), experiment=SimpleNamespace(margin=margin))
        for name, margin in (("strict", 0.01), ("lax", 0.05))
    )
    same: Any = strict
    other: Any = lax
    assert common_margin(same, same) == 0.01
    with pytest.raises(ResultsError, match="strict called equivalent what lies within 1 %, and lax within 5 %"):
        common_margin(same, other)
