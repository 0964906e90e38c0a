"""Confidence intervals, and the tests that go with them. Each is tested against a published worked example.

Sources: t interval, NIST/SEMATECH e-Handbook 1.3.5.2; batch means, Law, Simulation Modeling and Analysis, 9.5;
bootstrap, Efron and Tibshirani, An Introduction to the Bootstrap, 6 (blocks: Künsch 1989); two one-sided tests,
Schuirmann 1987 and Lakens 2017; samples of unequal variance, Welch 1947.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit  # of which scipy.stats makes the t distribution, fifty times as slow

CONFIDENCE = 0.95
BATCHES = 10
RESAMPLES = 500
Kind = Literal[
    "t over trials",
    "t on the logit over trials",
    "t over launches",
    "t on the logit over launches",
    "batch means within one trial",
    "block bootstrap within one trial",
    "clustered t over time blocks",
    "t over switchback blocks",
    "t of the fitted law",
    "credible, of a probit model",
    "jackknife of a ratio of means",
    "t over units of several campaigns",
    "t over campaigns",
    "none",
]
Values = Sequence[float] | NDArray[np.float64]
Statistics = Callable[[NDArray[np.float64]], NDArray[np.float64]]
"""Of samples, one a row; for each a value, or a row of values."""
_RESAMPLED_AT_ONCE = 2**15
"""Values: so many fit into a processor's cache."""


@dataclass(frozen=True)
class Estimate:
    """A value with its interval; low and high are None where one cannot be given."""

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    interval: Kind = "none"


NOTHING = Estimate(None, 0)


def t_interval(values: Values, kind: Kind = "t over trials", confidence: float = CONFIDENCE) -> Estimate:
    """Mean of independent values with Student's interval; a single value has none."""
    sample = np.asarray(values, dtype=np.float64)
    if len(sample) == 0:
        return NOTHING
    mean = float(sample.mean())
    if len(sample) == 1:
        return Estimate(mean, 1)
    half = half_width(sample, confidence)
    return Estimate(mean, len(sample), mean - half, mean + half, kind)


def half_width(sample: NDArray[np.float64], confidence: float) -> float:
    """Half of Student's interval of the mean of two or more values."""
    return float(stdtrit(len(sample) - 1, (1 + confidence) / 2) * sample.std(ddof=1) / np.sqrt(len(sample)))


def ratio_interval(ratios: Values, kind: Kind = "t over trials", confidence: float = CONFIDENCE) -> Estimate:
    """Geometric mean of positive ratios, with Student's interval of their logarithms."""
    logs = t_interval(np.log(np.asarray(ratios, dtype=np.float64)), kind, confidence)
    if logs.value is None:
        return NOTHING
    low, high = (None if bound is None else float(np.exp(bound)) for bound in (logs.low, logs.high))
    return Estimate(float(np.exp(logs.value)), logs.n, low, high, logs.interval)


def batch_means(values: Values, batches: int = BATCHES, confidence: float = CONFIDENCE) -> Estimate:
    """Mean of a series in the order of time: neighbours depend on each other, so that batches of them are the sample.

    The mean is that of all values; the interval needs at least two values in each batch.
    """
    series = np.asarray(values, dtype=np.float64)
    if len(series) < 2 * batches:
        return Estimate(float(series.mean()), len(series)) if len(series) else NOTHING
    means = np.array([batch.mean() for batch in np.array_split(series, batches)])
    half, mean = half_width(means, confidence), float(series.mean())
    return Estimate(mean, len(series), mean - half, mean + half, "batch means within one trial")


def block_bootstrap(
    values: Values, statistics: Statistics, seed: int, resamples: int = RESAMPLES, confidence: float = CONFIDENCE
) -> list[Estimate]:
    """Statistics of a series in the order of time (a median, percentiles), resampled in blocks of about n^(1/3)
    adjacent values. There is an estimate for each value that `statistics` gives of a sample.
    """
    series = np.asarray(values, dtype=np.float64)
    if len(series) == 0:
        return [NOTHING]
    found = _of_each(statistics, series[np.newaxis])[0]
    if len(series) < 2 * BATCHES:
        return [Estimate(float(value), len(series)) for value in found]
    drawn = resampled(series, statistics, seed, resamples, max(1, round(len(series) ** (1 / 3))))
    lows, highs = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return [
        Estimate(float(value), len(series), float(low), float(high), "block bootstrap within one trial")
        for value, low, high in zip(found, lows, highs, strict=True)
    ]


def percentile_bootstrap(values: Values, percentiles: Sequence[float], seed: int) -> list[Estimate]:
    """`block_bootstrap` of percentiles (0 to 100, linearly interpolated). The values are sorted once: what is resampled
    and counted are their ranks.
    """
    series = np.asarray(values, dtype=np.float64)
    ordered, ranks = np.sort(series), series.argsort().argsort()
    length, positions = len(series), np.asarray(percentiles) / 100 * (len(series) - 1)

    def of_ranks(samples: NDArray[np.float64]) -> NDArray[np.float64]:
        rows = np.arange(len(samples))[:, np.newaxis]
        counts = np.bincount((samples.astype(np.intp) + length * rows).ravel(), minlength=samples.size)
        # It ascends over all rows, so that one search finds the places in each.
        up_to = (counts.reshape(samples.shape).cumsum(axis=1) + (length + 1) * rows).ravel()
        below, above = (
            ordered[up_to.searchsorted(at.astype(np.intp) + (length + 1) * rows, side="right") - length * rows]
            for at in (np.floor(positions), np.ceil(positions))
        )
        found: NDArray[np.float64] = below + (positions % 1) * (above - below)
        return found

    return block_bootstrap(ranks.astype(np.float64), of_ranks, seed)


def resampled(
    series: NDArray[np.float64], statistics: Statistics, seed: int, resamples: int, block: int
) -> NDArray[np.float64]:
    """The statistics of `resamples` series drawn from blocks of neighbours, in a circle: one row per resample."""
    random = np.random.default_rng(seed)
    blocks = -(-len(series) // block)
    steps = np.arange(block)
    at_once = max(1, _RESAMPLED_AT_ONCE // len(series))
    drawn = []
    for first in range(0, resamples, at_once):
        starts = random.integers(0, len(series), size=(min(at_once, resamples - first), blocks, 1))
        places = ((starts + steps) % len(series)).reshape(len(starts), -1)[:, : len(series)]
        drawn.append(_of_each(statistics, series[places]))
    return np.concatenate(drawn)


def _of_each(statistics: Statistics, samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return statistics(samples).reshape(len(samples), -1)


@dataclass(frozen=True)
class Difference:
    """The mean difference of two samples, or of pairs: what its interval and its tests are made from."""

    mean: float
    std_error: float
    dof: float

    def bounds(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        half = float(stdtrit(self.dof, (1 + confidence) / 2)) * self.std_error
        return self.mean - half, self.mean + half

    @property
    def p(self) -> float:
        """Of the two-sided t test that it is zero."""
        if self.std_error == 0:
            return float(self.mean == 0)
        return float(2 * stdtr(self.dof, -abs(self.mean) / self.std_error))


@dataclass(frozen=True)
class EquivalenceTest:
    """Two one-sided tests: both must reject for the difference to lie within the bounds."""

    t_low: float
    t_high: float
    p: float


def paired(differences: Values) -> Difference:
    """Of two or more paired differences."""
    sample = np.asarray(differences, dtype=np.float64)
    return Difference(float(sample.mean()), float(sample.std(ddof=1) / np.sqrt(len(sample))), len(sample) - 1)


def welch(one: Values, other: Values) -> Difference:
    """Of two independent samples of two or more values each, whose variances may differ."""
    samples = [np.asarray(values, dtype=np.float64) for values in (one, other)]
    squares = [float(sample.var(ddof=1)) / len(sample) for sample in samples]
    dof = welch_dof(squares, list(map(len, samples)))
    return Difference(float(samples[0].mean() - samples[1].mean()), float(np.sqrt(sum(squares))), dof)


def welch_dof(variances: Sequence[float], counts: Sequence[float]) -> float:
    """The degrees of freedom of a difference of estimates with these variances, each from so many values."""
    parts = sum(variance**2 / (count - 1) for variance, count in zip(variances, counts, strict=True))
    return sum(variances) ** 2 / parts if parts else float(sum(counts) - len(counts))


def equivalence(difference: Difference, bound: float) -> EquivalenceTest:
    """Whether a mean difference lies within ± `bound`; p is the greater of the two."""
    mean, std_error = difference.mean, difference.std_error
    if std_error == 0:
        return EquivalenceTest(np.inf, -np.inf, 0.0 if abs(mean) < bound else 1.0)
    t_low, t_high = (mean + bound) / std_error, (mean - bound) / std_error
    return EquivalenceTest(t_low, t_high, float(max(stdtr(difference.dof, -t_low), stdtr(difference.dof, t_high))))
