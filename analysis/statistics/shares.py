"""Intervals of fractions, which leave 0 to 1 as little as the fractions do.

Source: the logit-transformed interval of a proportion whose variance is that of clusters, with Student's quantile
(Stata, [R] proportion, methods and formulas; SAS, SURVEYFREQ, logit limits). The clusters are trials here.
"""

from dataclasses import replace

from scipy.special import expit, logit

from analysis.statistics.intervals import CONFIDENCE, Estimate, Kind, Values, t_interval


def share_interval(
    shares: Values, kind: Kind = "t on the logit over trials", confidence: float = CONFIDENCE
) -> Estimate:
    """Mean of independent fractions: logit(m) ± t · se / (m (1 - m)), taken back from the logit.

    All 0, or all 1, have the interval of equal values; a single one has none.
    """
    plain = t_interval(shares, confidence=confidence)
    if plain.value is None or plain.high is None:
        return plain
    if not 0 < plain.value < 1:
        return replace(plain, interval=kind)
    half = (plain.high - plain.value) / (plain.value * (1 - plain.value))
    centre = logit(plain.value)
    low, high = float(expit(centre - half)), float(expit(centre + half))
    return replace(plain, low=low, high=high, interval=kind)
