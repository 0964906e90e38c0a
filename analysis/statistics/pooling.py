"""The mean of several campaigns, of which each tells its mean, its standard error and how many units it had.

Each is a stratum whose units count alike: the interval is that of the mean of these campaigns, whatever they differ by,
and none of campaigns in general. Where they differ by more than chance (F test of a one-way analysis of variance, 5 %)
such a mean says little, and the campaigns themselves are the sample. Sources: Cochran, Sampling Techniques, 3rd
edition, 1977, 5.3 and 5.4; Rice, Higgins and Lumley 2018, A re-evaluation of fixed effect(s) meta-analysis; Snedecor
and Cochran, Statistical Methods, 12 and 13.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy import stats

from analysis.statistics.intervals import Difference, paired, welch_dof

LEVEL = 0.05
"""Of the tests that tell campaigns that differ, and groups of them."""
_NOTHING = 1e-12
"""Below which a sum of squares is but rounding."""


@dataclass(frozen=True)
class CampaignMean:
    """Of two or more units. dof: of its standard error; without covariates one less than units."""

    mean: float
    std_error: float
    units: int
    dof: float


@dataclass(frozen=True)
class PooledMean:
    """p_alike: of the test that all campaigns have the same mean."""

    pooled: Difference
    p_alike: float

    @property
    def are_alike(self) -> bool:
        return self.p_alike >= LEVEL


def pool(campaigns: Sequence[CampaignMean]) -> PooledMean:
    """Of one campaign or more."""
    p_alike = _p_alike(campaigns)
    if p_alike < LEVEL:
        return PooledMean(paired([each.mean for each in campaigns]), p_alike)
    units = sum(each.units for each in campaigns)
    variances = [(each.units / units * each.std_error) ** 2 for each in campaigns]
    mean = math.fsum(each.units / units * each.mean for each in campaigns)
    dof = welch_dof(variances, [each.dof + 1 for each in campaigns])
    return PooledMean(Difference(mean, math.sqrt(sum(variances)), dof), p_alike)


def p_groups_alike(groups: Sequence[Sequence[CampaignMean]]) -> float:
    """Of a nested analysis of variance: of the test that groups of campaigns, as of one machine each, have the same
    mean. Where campaigns of one group differ by more than chance they are the sample, else their units. 1 where no
    group has two campaigns: that groups differ could not be told from campaigns that do.
    """
    campaigns = [each for group in groups for each in group]
    degrees = len(campaigns) - len(groups)
    if len(groups) < 2 or degrees == 0:
        return 1.0
    if _p_of(math.fsum(map(_spread, groups)), degrees, campaigns) < LEVEL:
        return float(stats.f_oneway(*([each.mean for each in group] for group in groups)).pvalue)
    between = _spread(campaigns) - math.fsum(map(_spread, groups))
    return _p_of(between, len(groups) - 1, campaigns)


def _p_alike(campaigns: Sequence[CampaignMean]) -> float:
    return _p_of(_spread(campaigns), len(campaigns) - 1, campaigns) if len(campaigns) > 1 else 1.0


def _spread(campaigns: Sequence[CampaignMean]) -> float:
    """The sum over their units of the squares by which the campaigns differ from their mean."""
    grand = math.fsum(each.units * each.mean for each in campaigns) / sum(each.units for each in campaigns)
    return math.fsum(each.units * (each.mean - grand) ** 2 for each in campaigns)


def _p_of(spread: float, degrees: int, campaigns: Sequence[CampaignMean]) -> float:
    """Of the F test of a sum of squares against the variance of these campaigns' units."""
    within_dof = math.fsum(each.dof for each in campaigns)
    within = math.fsum(each.dof * each.units * each.std_error**2 for each in campaigns) / within_dof
    if within == 0:
        return float(spread < _NOTHING)
    return float(stats.f.sf(spread / degrees / within, degrees, within_dof))
