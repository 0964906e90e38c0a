"""Each estimator against a published worked example."""

# mypy: disable-error-code="operator,type-var,arg-type"
# A None here fails the test, as it should.

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.statistics.intervals import (
    batch_means,
    block_bootstrap,
    equivalence,
    paired,
    ratio_interval,
    resampled,
    t_interval,
    welch,
)

# Student 1908, after Cushny and Peebles: hours of sleep gained by two drugs, ten patients.
SLEEP_1 = np.array([0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0])
SLEEP_2 = np.array([1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4])
# Law, Simulation Modeling and Analysis: mean delays in ten replications of a bank's day.
DELAYS_MIN = [1.53, 1.66, 1.24, 2.34, 2.00, 1.69, 2.69, 2.86, 1.70, 2.60]
# Efron and Tibshirani, table 2.1: survival of seven treated mice in days.
MICE_DAYS = np.array([94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0])


def test_t_interval_of_paired_differences_is_student_s() -> None:
    """R, help page of t.test: extra ~ group, paired: mean 1.58, 95 % interval 0.7001142 to 2.4598858."""
    estimate = t_interval(SLEEP_2 - SLEEP_1)
    assert (estimate.value, estimate.low, estimate.high) == pytest.approx((1.58, 0.7001142, 2.4598858), abs=1e-6)
    assert estimate.n == 10


def test_t_interval_of_nist() -> None:
    """NIST/SEMATECH e-Handbook 1.3.5.2, ZARR13.DAT: n 195, mean 9.261460, s 0.022789, interval 9.258242 to 9.264679."""
    shape = np.linspace(-1, 1, 195)
    values = 9.261460 + shape / shape.std(ddof=1) * 0.022789
    estimate = t_interval(values)
    assert (estimate.low, estimate.high) == pytest.approx((9.258242, 9.264679), abs=2e-6)


def test_batch_means_are_law_s() -> None:
    """Law: mean 2.03, 90 % interval 2.03 ± 0.32; each batch here has the mean of one of his replications."""
    series = [delay + wiggle for delay in DELAYS_MIN for wiggle in (-0.5, 0.5)]
    estimate = batch_means(series, batches=10, confidence=0.90)
    assert estimate.value == pytest.approx(2.03, abs=0.005)
    assert estimate.high - estimate.value == pytest.approx(0.32, abs=0.005)
    assert estimate.interval == "batch means within one trial"


def means(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.mean(samples, axis=1))


def medians(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.median(samples, axis=1))


def test_bootstrap_errors_are_efron_s() -> None:
    """Efron and Tibshirani, table 2.1: standard error of the mean 23.36, of the median 37.83, as resamples grow."""
    assert resampled(MICE_DAYS, means, seed=1, resamples=20_000, block=1).std() == pytest.approx(23.36, rel=0.02)
    assert resampled(MICE_DAYS, medians, seed=1, resamples=20_000, block=1).std() == pytest.approx(37.83, rel=0.02)


def test_equivalence_is_toster_s() -> None:
    """TOSTER, vignette on t_TOST: sleep data, paired, bounds ± 0.5: t = -2.78 and -5.35 with 9 degrees, p = 0.989."""
    test = equivalence(paired(SLEEP_1 - SLEEP_2), bound=0.5)
    assert (test.t_low, test.t_high) == pytest.approx((-2.777, -5.348), abs=1e-3)
    assert test.p == pytest.approx(0.989, abs=1e-3)


def test_welch_is_r_s() -> None:
    """R, help page of t.test: extra ~ group, unpaired: df = 17.776, interval -3.3654832 to 0.2054832."""
    difference = welch(SLEEP_1, SLEEP_2)
    assert difference.dof == pytest.approx(17.776, abs=1e-3)
    assert difference.bounds() == pytest.approx((-3.3654832, 0.2054832), abs=1e-6)


def test_a_ratio_s_interval_is_student_s_of_its_logarithms() -> None:
    estimate = ratio_interval(np.exp(SLEEP_2 - SLEEP_1))
    assert np.log([estimate.value, estimate.low, estimate.high]) == pytest.approx(
        (1.58, 0.7001142, 2.4598858), abs=1e-6
    )


def test_a_dependent_series_has_a_wider_interval_than_an_independent_one() -> None:
    """First-order autoregression with 0.9: the naive interval would be 4.4 times too narrow."""
    random = np.random.default_rng(4)
    noise = random.normal(size=4000)
    series = np.zeros(4000)
    for i in range(1, 4000):
        series[i] = 0.9 * series[i - 1] + noise[i]
    naive, batched = t_interval(series), batch_means(series)
    assert (batched.high - batched.low) / (naive.high - naive.low) > 2.5


def test_a_single_value_has_no_interval() -> None:
    estimate = t_interval([7.0])
    assert (estimate.value, estimate.n, estimate.low, estimate.interval) == (7.0, 1, None, "none")


@pytest.mark.parametrize("seed", range(20))
def test_a_bootstrap_interval_stays_within_the_values(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = random.lognormal(0, 3, size=random.integers(20, 60))
    (estimate,) = block_bootstrap(values, medians, seed, resamples=50)
    assert values.min() <= estimate.low <= estimate.high <= values.max()
