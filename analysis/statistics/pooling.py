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
"""Of the test that tells campaigns that differ."""


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
    """Of two campaigns or more."""
    p_alike = _p_alike(campaigns)
    if p_alike < LEVEL:
        return PooledMean(paired([each.mean for each in campaigns]), p_alike)
    units = sum(each.units for each in campaigns)
    variances = [(each.units / units * each.std_error) ** 2 for each in campaigns]
    mean = math.fsum(each.units / units * each.mean for each in campaigns)
    dof = welch_dof(variances, [each.dof + 1 for each in campaigns])
    return PooledMean(Difference(mean, math.sqrt(sum(variances)), dof), p_alike)


def _p_alike(campaigns: Sequence[CampaignMean]) -> float:
    """Of the F test: the variance between the campaigns against that of their units."""
    units = sum(each.units for each in campaigns)
    grand = math.fsum(each.units * each.mean for each in campaigns) / units
    between_dof, within_dof = len(campaigns) - 1, math.fsum(each.dof for each in campaigns)
    between = math.fsum(each.units * (each.mean - grand) ** 2 for each in campaigns) / between_dof
    within = math.fsum(each.dof * each.units * each.std_error**2 for each in campaigns) / within_dof
    if within == 0:
        return float(len({each.mean for each in campaigns}) == 1)
    return float(stats.f.sf(between / within, between_dof, within_dof))
