"""Whether levels that were drawn alike were drawn alike often: if not, what is compared was selected.

Source: Fabijan et al., Diagnosing Sample Ratio Mismatch in Online Controlled Experiments, KDD 2019; the test is
Pearson's chi-squared.
"""

from collections.abc import Sequence

from scipy import stats

#: One sound experiment in a thousand has a smaller p-value.
MISMATCH = 0.001


def sample_ratio_p(counts: Sequence[int]) -> float:
    """Of the hypothesis that all these levels are equally likely. Raises ValueError for fewer than two levels."""
    if len(counts) < 2:
        raise ValueError(f"the ratio of levels takes two or more, not {len(counts)}")
    return float(stats.chisquare(counts).pvalue) if sum(counts) else 1.0
