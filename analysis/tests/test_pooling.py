"""Several campaigns as one, worked by hand."""

import math
import statistics

import pytest
from scipy import stats

from analysis.statistics.intervals import welch
from analysis.statistics.pooling import CampaignMean, p_groups_alike, pool


def test_campaigns_that_are_alike_are_strata_whose_units_count_alike() -> None:
    """Means of 0 and 0.2 of five units each, standard errors 0.1: their mean 0.1 has sqrt(2 (0.1 / 2)²) = 0.0707.

    Degrees of freedom, Satterthwaite: 0.005² / (2 · 0.0025² / 4) = 8. Between the campaigns 5 · 2 · 0.1² = 0.1, within
    5 · 0.1² = 0.05: F(1, 8) = 2, which is t(8) = 1.414, p = 0.195.
    """
    found = pool([CampaignMean(0.0, 0.1, 5, 4), CampaignMean(0.2, 0.1, 5, 4)])

    assert found.are_alike and found.p_alike == pytest.approx(0.195, abs=5e-4)
    assert found.p_alike == pytest.approx(2 * stats.t.sf(math.sqrt(2), 8))
    assert (found.pooled.mean, found.pooled.std_error, found.pooled.dof) == pytest.approx((0.1, 0.0707107, 8))
    assert found.pooled.bounds() == pytest.approx((0.1 - 2.306 * 0.0707107, 0.1 + 2.306 * 0.0707107), abs=1e-4)


def test_a_campaign_of_three_times_as_many_units_counts_three_times() -> None:
    """(5 · 1 + 15 · 1.4) / 20 = 1.3; sqrt((0.25 · 0.4)² + (0.75 · 0.2)²) = 0.18028."""
    found = pool([CampaignMean(1.0, 0.4, 5, 4), CampaignMean(1.4, 0.2, 15, 14)])

    assert (found.pooled.mean, found.pooled.std_error) == pytest.approx((1.3, 0.180278), abs=1e-6)


def test_campaigns_that_differ_are_the_sample_themselves() -> None:
    """Means of 0, 1 and 2: F = 5 / 0.05 = 100. Their mean has sd / sqrt(3) = 0.577, with two degrees of freedom."""
    found = pool([CampaignMean(mean, 0.1, 5, 4) for mean in (0.0, 1.0, 2.0)])

    assert not found.are_alike and found.p_alike < 1e-6
    assert found.pooled.bounds() == pytest.approx((1 - 4.30265 / math.sqrt(3), 1 + 4.30265 / math.sqrt(3)), abs=1e-4)


def test_the_two_halves_of_a_sample_are_compared_as_by_t() -> None:
    """The F test of two groups of equal size and spread is Student's."""
    one, other = [1.0, 2.0, 3.0, 4.0], [2.5, 3.5, 4.5, 5.5]
    std_error = math.sqrt(5 / 3 / 4)

    found = pool([CampaignMean(2.5, std_error, 4, 3), CampaignMean(4.0, std_error, 4, 3)])

    assert found.p_alike == pytest.approx(welch(one, other).p)


@pytest.mark.parametrize(("means", "alike"), [((1.0, 1.0), True), ((1.0, 1.1), False)])
def test_campaigns_without_any_spread_are_alike_when_they_are_equal(means: tuple[float, ...], alike: bool) -> None:
    assert pool([CampaignMean(mean, 0.0, 5, 4) for mean in means]).are_alike == alike


def test_what_a_standard_error_is_known_to_counts_and_not_how_many_units_there_were() -> None:
    """By order of 40 blocks 30 degrees are left: twice 30 of two campaigns, whose variances are the same."""
    found = pool([CampaignMean(0.0, 0.1, 40, 30.0), CampaignMean(0.1, 0.1, 40, 30.0)])

    assert found.pooled.dof == pytest.approx(60)
    # Between them 40 · 2 · 0.05² = 0.2, within 40 · 0.1² = 0.4: F(1, 60) = 0.5.
    assert found.p_alike == pytest.approx(2 * stats.t.sf(math.sqrt(0.5), 60))


def of_values(*values: float) -> CampaignMean:
    return CampaignMean(statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values)), len(values), 1)


# Calcium in turnip greens, per cent: four plants, three leaves of each, two determinations of each leaf (Snedecor and
# Cochran, Statistical Methods, nested classifications).
CALCIUM = [
    [of_values(3.28, 3.09), of_values(3.52, 3.48), of_values(2.88, 2.80)],
    [of_values(2.46, 2.44), of_values(1.87, 1.92), of_values(2.19, 2.19)],
    [of_values(2.77, 2.66), of_values(3.74, 3.44), of_values(2.55, 2.55)],
    [of_values(3.78, 3.87), of_values(4.07, 4.12), of_values(3.31, 3.31)],
]


def test_groups_whose_campaigns_differ_are_compared_by_them() -> None:
    """Published: mean squares of plants 2.5201 (3 degrees of freedom) and of leaves 0.3288 (8), of which F is 7.67;
    that of determinations is 0.0067 (12), by which the leaves of a plant differ, with F of 49.
    """
    assert p_groups_alike(CALCIUM) == pytest.approx(stats.f.sf(2.5201 / 0.3288, 3, 8), rel=2e-3)


def test_groups_whose_campaigns_are_alike_are_compared_by_their_units() -> None:
    """Two campaigns of five units at 0, two at 0.3: 20 · 0.15² = 0.45 between the groups, 5 · 0.1² = 0.05 within the
    campaigns: F(1, 16) = 9, which is t(16) = 3.
    """
    groups = [[CampaignMean(mean, 0.1, 5, 4)] * 2 for mean in (0.0, 0.3)]
    assert p_groups_alike(groups) == pytest.approx(2 * stats.t.sf(3, 16))


def test_groups_of_one_campaign_each_cannot_be_told_from_campaigns() -> None:
    apart = [[CampaignMean(mean, 0.01, 5, 4)] for mean in (0.0, 1.0)]
    assert p_groups_alike(apart) == 1.0
    assert p_groups_alike([[*apart[0], *apart[0]], apart[1]]) < 1e-6
    assert p_groups_alike([[*apart[0], *apart[1]]]) == 1.0
