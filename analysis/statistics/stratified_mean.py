"""The mean over strata of known weights, each of whose values is a repetition, with a variance of its own.

Source: Cochran, Sampling Techniques, 3rd edition, 1977, 5.3 and 5.4, where the degrees of freedom are Satterthwaite's.
"""

import math
from collections.abc import Sequence

import numpy as np

from analysis.statistics.intervals import Difference, Values, welch_dof


def stratified_mean(strata: Sequence[tuple[float, Values]]) -> Difference:
    """Of strata with their weights, which add up to one, and two or more values each."""
    samples = [(weight, np.asarray(values, dtype=np.float64)) for weight, values in strata]
    variances = [weight**2 * float(sample.var(ddof=1)) / len(sample) for weight, sample in samples]
    mean = math.fsum(weight * float(sample.mean()) for weight, sample in samples)
    return Difference(mean, math.sqrt(sum(variances)), welch_dof(variances, [len(sample) for _, sample in samples]))
