"""The load at which an objective is kept half of the time, from trials of which each kept it or did not.

A trial at load x keeps it with the probability λ/2 + (1 − λ) Φ((ln threshold − βs − ln x) / spread): the thresholds of
single trials are lognormal around that of their variant, with a spread that all variants share; a lapse, one trial in
fifty (λ), tells nothing of its load. s is how much slower than usual the machine was meanwhile, on the log scale, and β
what that takes off the threshold, for all variants alike. The posterior is summed on a grid. Prior: flat in the
logarithms of the threshold, from half the lightest load to twice the heaviest, and of the spread, from 1 % to 50 %, and
in β, from 0 to 4. Intervals are credible ones, with equal tails; `petlab selfcheck` shows how often they hold the
truth.

Source: Kuss, Jäkel and Wichmann, Bayesian inference for psychometric functions, J. Vision 5 (2005); Schütt, Harmeling,
Macke and Wichmann, Vision Research 122 (2016).
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from analysis.statistics.intervals import CONFIDENCE, NOTHING, Estimate

LAPSES = 0.02
LEAST_SPREAD, GREATEST_SPREAD = 0.01, 0.5
GREATEST_SLOPE = 4.0
BEYOND = 2.0
THRESHOLDS, SPREADS, SLOPES = 400, 40, 20
TAIL = (1 - CONFIDENCE) / 2


class Outcome(NamedTuple):
    """Of a trial: its load, and whether it kept the objective. slowness: the logarithm of how much slower than usual
    the machine was.
    """

    load: float
    kept: bool
    slowness: float = 0.0


Series = Sequence[Outcome]
"""The trials of a variant."""


@dataclass(frozen=True)
class Thresholds:
    """The posterior of several variants' thresholds.

    step: of the grid, in ln load; first: its first ln load; trials: of each variant; given_rest: of each, the
    probability of each threshold (rows) given what the variants share (columns); rest: the probability of each column;
    log_spreads, slopes: of each column.
    """

    first: float
    step: float
    trials: Mapping[str, int]
    given_rest: Mapping[str, NDArray[np.float64]]
    rest: NDArray[np.float64]
    log_spreads: NDArray[np.float64]
    slopes: NDArray[np.float64]

    def of(self, variant: str) -> Estimate:
        """The median, and the interval."""
        probability = self.given_rest[variant] @ self.rest
        return self._estimate(probability, self.first, self.trials[variant])

    def ratio(self, variant: str, baseline: str) -> Estimate:
        """Of the variant's threshold to the baseline's, which are independent given the rest."""
        ours, theirs = self.given_rest[variant], self.given_rest[baseline]
        differences = [
            probability * np.convolve(ours[:, column], theirs[::-1, column])
            for column, probability in enumerate(self.rest)
        ]
        first = -(len(ours) - 1) * self.step
        return self._estimate(np.sum(differences, axis=0), first, min(self.trials[variant], self.trials[baseline]))

    @property
    def spread(self) -> float:
        """Of a trial's threshold around that of its variant, as a standard deviation of logarithms: the median."""
        return math.exp(_quantiles(*_marginal(self.log_spreads, self.rest))[1])

    @property
    def slope(self) -> Estimate:
        """By how much the logarithm of a threshold falls with the machine's slowness; nothing where none is known."""
        slopes, probability = _marginal(self.slopes, self.rest)
        if len(slopes) == 1:
            return NOTHING
        low, middle, high = _quantiles(slopes, probability)
        return Estimate(middle, sum(self.trials.values()), low, high, "credible, of a probit model")

    def _estimate(self, probability: NDArray[np.float64], first: float, trials: int) -> Estimate:
        logs = np.asarray(first + self.step * np.arange(len(probability)), dtype=np.float64)
        low, middle, high = map(math.exp, _quantiles(logs, probability))
        return Estimate(middle, trials, low, high, "credible, of a probit model")


def _marginal(
    values: NDArray[np.float64], probability: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each value once, in ascending order, with the probability of all its cells."""
    distinct = np.unique(values)
    return distinct, np.array([probability[values == value].sum() for value in distinct], dtype=np.float64)


def _quantiles(values: NDArray[np.float64], probability: NDArray[np.float64]) -> tuple[float, float, float]:
    """The ends of the interval, and the median between them."""
    low, middle, high = np.interp([TAIL, 0.5, 1 - TAIL], _below(probability), values)
    return float(low), float(middle), float(high)


def _below(probability: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of all that lies below the middle of each cell."""
    share: NDArray[np.float64] = probability / probability.sum()
    return np.cumsum(share) - share / 2


def midpoints(low: float, high: float, cells: int) -> NDArray[np.float64]:
    """Of so many equal cells from low to high."""
    return np.asarray(low + (high - low) / cells * (np.arange(cells) + 0.5), dtype=np.float64)


def fit_thresholds(series: Mapping[str, Series], lightest: float, heaviest: float) -> Thresholds:
    """series: by variant, with one trial or more each; lightest, heaviest: of all loads that a trial could have had."""
    logs = midpoints(math.log(lightest / BEYOND), math.log(heaviest * BEYOND), THRESHOLDS)
    log_spreads, slopes = _rest(series)
    likelihoods = {variant: _log_likelihood(of, logs, log_spreads, slopes) for variant, of in series.items()}
    given_rest, evidence = {}, np.zeros(len(slopes))
    for variant, log_likelihood in likelihoods.items():
        greatest = log_likelihood.max(axis=0)
        likelihood = np.exp(log_likelihood - greatest)
        given_rest[variant] = likelihood / likelihood.sum(axis=0)
        evidence += greatest + np.log(likelihood.sum(axis=0))
    rest = np.exp(evidence - evidence.max())
    trials = {variant: len(of) for variant, of in series.items()}
    step = float(logs[1] - logs[0])
    return Thresholds(float(logs[0]), step, trials, given_rest, rest / rest.sum(), log_spreads, slopes)


def _rest(series: Mapping[str, Series]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What the variants share: each spread, in logarithms, with each slope; with that of zero alone where the machine
    is not known to have been slower or faster in any trial.
    """
    is_known = any(outcome.slowness for of in series.values() for outcome in of)
    slopes = midpoints(0, GREATEST_SLOPE, SLOPES) if is_known else np.zeros(1)
    log_spreads = midpoints(math.log(LEAST_SPREAD), math.log(GREATEST_SPREAD), SPREADS)
    return np.tile(log_spreads, len(slopes)), np.repeat(slopes, SPREADS)


def _log_likelihood(
    series: Series, thresholds: NDArray[np.float64], log_spreads: NDArray[np.float64], slopes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Of each threshold (rows, in ln load) with each spread and slope (columns)."""
    found = np.zeros((len(thresholds), len(slopes)))
    for (load, kept, slowness), times in Counter(series).items():
        deviates = (thresholds[:, None] - math.log(load) - slopes * slowness) / np.exp(log_spreads)
        found += times * np.log(LAPSES / 2 + (1 - LAPSES) * ndtr(deviates if kept else -deviates))
    return found
