"""How much an experiment sees, and when it may stop: against published tables."""

import math

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.alpha_spending import bounds, p_bounds, spent
from analysis.statistics.intervals import Difference
from analysis.statistics.smallest_effect import smallest_effect, smallest_ratio, units_needed, units_to_leave


@pytest.mark.parametrize(("effect", "units"), [(0.2, 199), (0.5, 34), (0.8, 15)])
def test_units_needed_are_those_of_g_power(effect: float, units: int) -> None:
    """G*Power 3, difference of two dependent means, two tails, α = 0.05, power = 0.8: 199, 34 and 15 pairs."""
    assert units_needed(effect, 1.0) == units
    assert units_needed(-effect, 1.0) == units


def test_the_smallest_effect_is_the_one_that_the_units_were_chosen_for() -> None:
    """34 pairs see 0.5 standard deviations, and 33 do not."""
    assert smallest_effect(Difference(0.0, 1 / math.sqrt(34), 33)) == pytest.approx(0.4944, abs=1e-3)
    assert smallest_effect(Difference(0.0, 1 / math.sqrt(33), 32)) > 0.5


def test_with_many_units_it_is_that_of_the_normal_distribution() -> None:
    """1.95996 + 0.84162 = 2.80159 standard errors."""
    assert smallest_effect(Difference(0.3, 1.0, 1e6)) == pytest.approx(2.80159, abs=1e-4)
    assert smallest_ratio(Difference(0.3, 0.01, 1e6)) == pytest.approx(math.exp(0.0280159) - 1, abs=1e-6)


def test_an_interval_gets_narrower_with_the_root_of_the_units_and_with_what_t_is_of_them() -> None:
    """t / √n of 5 is 2.776 / √5 = 1.242; half of it, 0.621, between 2.201 / √12 = 0.635 and 2.179 / √13 = 0.604."""
    assert units_to_leave(1.0, 2.0, 5) == 13
    assert units_to_leave(2.0, 2.0, 5) == 5
    assert units_to_leave(0.0, 2.0, 5) is None


def test_an_effect_of_nothing_and_one_that_takes_too_long() -> None:
    """Two pairs have one degree of freedom, where t is 12.706 and the spread is below 1.2816 times the true one with a
    probability of 0.8: they see about 12.706 · 1.2816 / √2 = 11.5 standard deviations.
    """
    with pytest.raises(ValueError, match="an effect of 0"):
        units_needed(0.0, 1.0)
    assert units_needed(0.001, 1.0) is None
    assert (units_needed(12.0, 1.0), units_needed(11.0, 1.0)) == (2, 3)


def test_five_looks_have_the_bounds_of_lan_and_demets() -> None:
    """The bounds that O'Brien and Fleming's spending function gives for five equal looks at two-sided 5 %, as tables
    and the program LD98 (Reboussin, DeMets, Kim and Lan 2000) have them.
    """
    found = bounds([0.2, 0.4, 0.6, 0.8, 1.0])
    assert found == pytest.approx([4.8769, 3.3570, 2.6803, 2.2898, 2.0310], abs=6e-4)
    assert p_bounds([0.2, 0.4, 0.6, 0.8, 1.0])[-1] == pytest.approx(0.0423, abs=1e-4)


def test_a_single_look_is_the_plain_test() -> None:
    assert bounds([1.0]) == pytest.approx([1.959964], abs=1e-5)
    assert spent(1.0) == pytest.approx(0.05)


@pytest.mark.parametrize("fractions", [[0.5, 0.4], [0.5, 0.5], [0.0, 1.0], [0.5, 1.1]])
def test_looks_that_are_none(fractions: list[float]) -> None:
    with pytest.raises(ValueError, match="look"):
        bounds(fractions)


def test_looking_five_times_costs_no_more_than_five_percent() -> None:
    """Without the bounds it would be 14.2 % (Armitage, McPherson and Rowe 1969)."""
    random = np.random.default_rng(11)
    sums = np.cumsum(random.normal(size=(20_000, 5)), axis=1) / np.sqrt(np.arange(1, 6))
    assert np.mean((np.abs(sums) > bounds([0.2, 0.4, 0.6, 0.8, 1.0])).any(axis=1)) == pytest.approx(0.05, abs=0.004)
    assert np.mean((np.abs(sums) > stats.norm.isf(0.025)).any(axis=1)) == pytest.approx(0.142, abs=0.007)
