"""Verdicts of many ratios, against adjusted p-values that are published or worked by hand."""

import math

import pytest

from analysis.statistics.intervals import Difference, equivalence, paired
from analysis.statistics.verdicts import holm, verdict_by, verdicts_on
from analysis.tests.test_intervals import SLEEP_1, SLEEP_2


@pytest.mark.parametrize(
    ("p_values", "adjusted"),
    [
        # stdlib.io, stats/padjust, its example of Holm's method.
        ([0.319, 0.201, 0.4, 0.374, 0.113], [0.957, 0.804, 0.957, 0.957, 0.565]),
        # By hand: 5 * 0.01, 4 * 0.02, 3 * 0.03, then 0.08 and 0.05, which may not be below 0.09.
        ([0.05, 0.04, 0.03, 0.02, 0.01], [0.09, 0.09, 0.09, 0.08, 0.05]),
        ([0.6, 0.7], [1.0, 1.0]),
        ([0.04], [0.04]),
        ([], []),
    ],
)
def test_p_values_are_adjusted_as_holm_does(p_values: list[float], adjusted: list[float]) -> None:
    assert holm(p_values) == pytest.approx(adjusted)


def test_the_test_of_difference_is_student_s() -> None:
    """R, help page of t.test: extra ~ group, paired: t = -4.0621, df = 9, p-value = 0.002833."""
    assert paired(SLEEP_1 - SLEEP_2).p == pytest.approx(0.002833, abs=1e-6)


@pytest.mark.parametrize(("mean", "p"), [(0.0, 1.0), (0.1, 0.0)])
def test_values_without_spread_differ_or_do_not(mean: float, p: float) -> None:
    assert Difference(mean, 0.0, 3).p == p


@pytest.mark.parametrize(
    ("p_different", "p_equivalent", "verdict"),
    [
        (0.0499, 0.5, "different"),
        (0.05, 0.5, "cannot tell"),
        (0.0499, 0.0499, "equivalent within the margin"),
        (0.5, 0.05, "cannot tell"),
    ],
)
def test_a_verdict_is_given_below_five_percent(p_different: float, p_equivalent: float, verdict: str) -> None:
    assert verdict_by(p_different, p_equivalent) == verdict


def test_equivalence_is_adjusted_as_well() -> None:
    """Of two ratios of 1 with a standard error of 0.02 and 9 degrees: alone (1.05 is 2.4395 errors away) each has
    p = 0.0187, and as one of two 0.0374; as one of three it would be 0.056.
    """
    one = Difference(0.0, 0.02, 9)
    assert equivalence(one, math.log1p(0.05)).p == pytest.approx(0.0187, abs=1e-4)
    assert [judged.verdict for judged in verdicts_on([one] * 2)] == ["equivalent within the margin"] * 2
    third = verdicts_on([one] * 3)[2]
    assert third.verdict == "cannot tell" and third.p_equivalent == pytest.approx(0.0561, abs=3e-4)
    assert third.reason == "equivalent within the margin by itself (p = 0.019), but not as one of 3 ratios"
