"""The load at which an objective is kept half of the time, from trials of which each kept it or did not.

A trial at load x keeps it with the probability λ/2 + (1 − λ) Φ((ln threshold − ln x) / spread): the thresholds of
single trials are lognormal around that of their variant, with a spread that all variants share; a lapse, one trial in
fifty (λ), tells nothing of its load. The posterior is summed on a grid. Prior: flat in the logarithms of the threshold,
from half the lightest load to twice the heaviest, and of the spread, from 1 % to 50 %. Intervals are credible ones,
with equal tails; `petlab selfcheck` shows how often they hold the truth.

Source: Kuss, Jäkel and Wichmann, Bayesian inference for psychometric functions, J. Vision 5 (2005); Schütt, Harmeling,
Macke and Wichmann, Vision Research 122 (2016).
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from analysis.statistics.intervals import CONFIDENCE, Estimate

LAPSES = 0.02
LEAST_SPREAD, GREATEST_SPREAD = 0.01, 0.5
BEYOND = 2.0
THRESHOLDS, SPREADS = 400, 40
TAIL = (1 - CONFIDENCE) / 2

Series = Sequence[tuple[float, bool]]
"""Load and whether it kept the objective, of each trial of a variant."""


@dataclass(frozen=True)
class Thresholds:
    """The posterior of several variants' thresholds.

    step: of the grid, in ln load; first: its first ln load; trials: of each variant; given_spread: of each, the
    probability of each threshold (rows) given each spread (columns); spreads: the probability of each spread.
    """

    first: float
    step: float
    trials: Mapping[str, int]
    given_spread: Mapping[str, NDArray[np.float64]]
    spreads: NDArray[np.float64]

    def of(self, variant: str) -> Estimate:
        """The median, and the interval."""
        probability = self.given_spread[variant] @ self.spreads
        return self._estimate(probability, self.first, self.trials[variant])

    def ratio(self, variant: str, baseline: str) -> Estimate:
        """Of the variant's threshold to the baseline's, which are independent given the spread."""
        ours, theirs = self.given_spread[variant], self.given_spread[baseline]
        differences = [
            probability * np.convolve(ours[:, column], theirs[::-1, column])
            for column, probability in enumerate(self.spreads)
        ]
        first = -(len(ours) - 1) * self.step
        return self._estimate(np.sum(differences, axis=0), first, min(self.trials[variant], self.trials[baseline]))

    @property
    def spread(self) -> float:
        """Of a trial's threshold around that of its variant, as a standard deviation of logarithms: the median."""
        return float(np.exp(np.interp(0.5, _below(self.spreads), LOG_SPREADS)))

    def _estimate(self, probability: NDArray[np.float64], first: float, trials: int) -> Estimate:
        logs = first + self.step * np.arange(len(probability))
        low, middle, high = np.exp(np.interp([TAIL, 0.5, 1 - TAIL], _below(probability), logs))
        return Estimate(float(middle), trials, float(low), float(high), "credible, of a probit model")


def _below(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of all that lies below the middle of each cell."""
    share: NDArray[np.float64] = probability / probability.sum()
    return np.cumsum(share) - share / 2


def midpoints(low: float, high: float, cells: int) -> NDArray[np.float64]:
    """Of so many equal cells from low to high."""
    return np.asarray(low + (high - low) / cells * (np.arange(cells) + 0.5), dtype=np.float64)


LOG_SPREADS = midpoints(math.log(LEAST_SPREAD), math.log(GREATEST_SPREAD), SPREADS)


def fit_thresholds(series: Mapping[str, Series], lightest: float, heaviest: float) -> Thresholds:
    """series: by variant, with one trial or more each; lightest, heaviest: of all loads that a trial could have had."""
    logs = midpoints(math.log(lightest / BEYOND), math.log(heaviest * BEYOND), THRESHOLDS)
    likelihoods = {variant: _log_likelihood(of, logs) for variant, of in series.items()}
    given_spread, evidence = {}, np.zeros(SPREADS)
    for variant, log_likelihood in likelihoods.items():
        greatest = log_likelihood.max(axis=0)
        likelihood = np.exp(log_likelihood - greatest)
        given_spread[variant] = likelihood / likelihood.sum(axis=0)
        evidence += greatest + np.log(likelihood.sum(axis=0))
    spreads = np.exp(evidence - evidence.max())
    trials = {variant: len(of) for variant, of in series.items()}
    return Thresholds(float(logs[0]), float(logs[1] - logs[0]), trials, given_spread, spreads / spreads.sum())


def _log_likelihood(series: Series, thresholds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of each threshold (rows, in ln load) with each spread (columns)."""
    found = np.zeros((len(thresholds), SPREADS))
    for load, kept in series:
        deviates = (thresholds[:, None] - math.log(load)) / np.exp(LOG_SPREADS)
        found += np.log(LAPSES / 2 + (1 - LAPSES) * ndtr(deviates if kept else -deviates))
    return found
