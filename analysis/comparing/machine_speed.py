"""How fast the machine was in each trial, by the canary in its window, for trials of one campaign."""

import math
from itertools import chain
from statistics import fmean, pstdev

from scipy import stats

from analysis.comparing.results import Results
from analysis.trials.trial_analysis import TrialResult

CANARY = "canary_ms"
ALIKE = 0.001
"""The standard deviation of logarithms below which there is no slower or faster trial."""
MOVED = 0.01
"""The p-value below which variants are taken to move the canary."""


def usual_canary_ms(results: Results) -> float | None:
    """The canary's geometric mean over all trials. None where a trial has none or all are alike, or where the variants'
    canaries differ by more than chance (F test): what a variant does to the canary would be taken off what it does.
    """
    by_variant: dict[str, list[float]] = {}
    for combination in results.by_trial:
        for trial in combination.trials:
            if not (canary_ms := trial.value(CANARY)):
                return None
            variant = results.design.variant_at_any_load(combination.levels)
            by_variant.setdefault(variant, []).append(math.log(canary_ms))
    logs = list(chain(*by_variant.values()))
    if not logs or pstdev(logs) < ALIKE:
        return None
    repeated = [of_variant for of_variant in by_variant.values() if len(of_variant) > 1]
    if len(repeated) > 1 and stats.f_oneway(*repeated).pvalue < MOVED:
        return None
    return math.exp(fmean(logs))


def slowness(trial: TrialResult, usual_ms: float | None) -> float:
    """The logarithm of how much slower than usual the machine was; zero where that is not known."""
    canary_ms = trial.value(CANARY)
    return math.log(canary_ms / usual_ms) if canary_ms and usual_ms else 0.0
