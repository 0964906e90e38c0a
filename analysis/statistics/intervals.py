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
from scipy import stats

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
Statistics = Callable[[NDArray[np.float64]], NDArray[np.float64] | np.float64]


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
    return float(stats.t.ppf((1 + confidence) / 2, len(sample) - 1) * sample.std(ddof=1) / np.sqrt(len(sample)))


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
    neighbours.

    `statistics` gives one value or an array of values; there is one estimate for each.
    """
    series = np.asarray(values, dtype=np.float64)
    if len(series) == 0:
        return [NOTHING]
    found = np.atleast_1d(statistics(series))
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
    and counted are their ranks, which is several times as fast for 10,000 values.
    """
    series = np.asarray(values, dtype=np.float64)
    ordered, ranks = np.sort(series), series.argsort().argsort()
    positions = np.asarray(percentiles) / 100 * (len(series) - 1)

    def of_ranks(drawn: NDArray[np.float64]) -> NDArray[np.float64]:
        up_to = np.bincount(drawn.astype(np.intp), minlength=len(ordered)).cumsum()
        below, above = (
            ordered[up_to.searchsorted(at, side="right")] for at in (np.floor(positions), np.ceil(positions))
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
    drawn = []
    for _ in range(resamples):
        starts = random.integers(0, len(series), size=(blocks, 1))
        drawn.append(np.atleast_1d(statistics(series[((starts + steps) % len(series)).ravel()[: len(series)]])))
    return np.array(drawn)


@dataclass(frozen=True)
class Difference:
    """The mean difference of two samples, or of pairs: what its interval and its tests are made from."""

    mean: float
    std_error: float
    dof: float

    def bounds(self, confidence: float = CONFIDENCE) -> tuple[float, float]:
        half = float(stats.t.ppf((1 + confidence) / 2, self.dof)) * self.std_error
        return self.mean - half, self.mean + half

    @property
    def p(self) -> float:
        """Of the two-sided t test that it is zero."""
        if self.std_error == 0:
            return float(self.mean == 0)
        return float(2 * stats.t.sf(abs(self.mean) / self.std_error, self.dof))


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
    return EquivalenceTest(
        t_low, t_high, max(float(stats.t.sf(t_low, difference.dof)), float(stats.t.cdf(t_high, difference.dof)))
    )
