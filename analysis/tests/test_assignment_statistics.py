"""The estimators of levels that are assigned by order and by window, against published and hand-worked values."""

# mypy: disable-error-code="arg-type,index,misc,union-attr"
# A None here fails the test, as it should.

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.statistics.clustered_ratio import (
    TimedLogs,
    clustered_slope,
    difference_within_strata,
    less_means,
    mean_logarithm,
    stratum_of,
    timed_logs,
)
from analysis.statistics.intervals import Difference
from analysis.statistics.sample_ratio import sample_ratio_p
from analysis.statistics.switchback import difference_over_blocks
from analysis.tests.test_intervals import SLEEP_1, SLEEP_2

Values = NDArray[np.float64]


def within_blocks(values: Values, treated: NDArray[np.bool_], blocks: NDArray[np.int64]) -> Difference:
    """Of so few orders that a block is one stratum."""
    one, other = (timed_logs(values[chosen], 5_000_000_000 * blocks[chosen]) for chosen in (treated, ~treated))
    difference, told = difference_within_strata(one, other)
    assert told == len(set(blocks[treated]) & set(blocks[~treated]))
    return difference


def test_one_order_of_each_level_in_each_block_is_a_paired_t_test() -> None:
    """R, help page of t.test: extra ~ group, paired: t = 4.0621, df = 9, 95 % interval 0.7001142 to 2.4598858."""
    values = np.exp(np.concatenate([SLEEP_2, SLEEP_1]))
    found = within_blocks(values, np.arange(20) < 10, np.tile(np.arange(10), 2))
    assert (found.mean, found.dof) == pytest.approx((1.58, 9))
    assert found.bounds() == pytest.approx((0.7001142, 2.4598858), abs=1e-6)


def test_unequal_blocks_by_hand() -> None:
    """Logarithms of level A 1, 3 | 2 | 6 | 4, of level B 0 | 1, 1 | none | 1. Differences 2, 1, none, 3, of weights
    2·1/3, 1·2/3, 0, 1·1/2, so 4/11, 4/11, 3/11 of their sum: 21/11. Residuals 4/11 · 1/11, 4/11 · -10/11, 3/11 · 12/11,
    and the variance (16 / (7/11) + 1600 / (7/11) + 1296 / (8/11)) / 121² = 0.295160. Degrees of freedom: own 4/7, 4/7,
    3/8, common 16/77, 16/77, 9/88; 0.793686 - 2 · 0.275829 + 0.517857² = 0.510204, and 1.96 is one by that.
    """
    logs = np.array([1.0, 3, 2, 6, 4, 0, 1, 1, 1])
    found = within_blocks(np.exp(logs), np.arange(9) < 5, np.array([0, 0, 1, 2, 3, 0, 1, 1, 3]))
    assert found.mean == pytest.approx(21 / 11)
    assert found.std_error**2 == pytest.approx(0.295160, abs=1e-5)
    assert found.dof == pytest.approx(1.96, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("covariates", [0, 1])
def test_it_is_what_the_matrices_of_bell_and_mccaffrey_give(seed: int, covariates: int) -> None:
    """CR2 and its degrees of freedom as their definition has them, with a column for each stratum, of which a cluster
    has three: A_g = (I - H_gg)^(-1/2), the pseudo-inverse as the strata are in it, and the dof from the matrix G'G.
    """
    random = np.random.default_rng(seed)
    treated, strata = (random.random(120) < 0.4).astype(float), random.permutation(np.arange(120) % 24)
    covariate = random.normal(size=(120, covariates))
    clusters, logs = strata // 3, random.normal(size=120)
    design = np.column_stack([treated, covariate, *(strata == stratum for stratum in range(24))]).astype(float)
    bread = np.linalg.inv(design.T @ design)
    residual_maker = np.eye(120) - design @ bread @ design.T
    columns = []
    for cluster in range(8):
        inside = np.flatnonzero(clusters == cluster)
        values, vectors = np.linalg.eigh(residual_maker[np.ix_(inside, inside)])
        roots = np.where(values > 1e-9, np.abs(values) ** -0.5, 0)
        columns.append(residual_maker[:, inside] @ vectors @ np.diag(roots) @ vectors.T @ design[inside] @ bread[0])
    matrix = np.column_stack(columns)
    covariance = matrix.T @ matrix
    x = np.column_stack([less_means(column, strata) for column in (treated, *covariate.T)])
    found, told = clustered_slope(x, less_means(logs, strata), clusters)
    assert (found.mean, told) == (pytest.approx((bread @ design.T @ logs)[0]), 8)
    assert found.std_error == pytest.approx(math.sqrt(np.sum((matrix.T @ logs) ** 2)))
    assert found.dof == pytest.approx(np.trace(covariance) ** 2 / np.sum(covariance**2))


def test_the_mean_of_one_level_in_equal_blocks_is_a_t_interval() -> None:
    """Student's sleep data, as the differences of ten patients: 1.58, 0.7001142 to 2.4598858."""
    found, blocks = mean_logarithm(timed_logs(np.exp(SLEEP_2 - SLEEP_1), 5_000_000_000 * np.arange(10)))
    assert (found.mean, *found.bounds()) == pytest.approx((1.58, 0.7001142, 2.4598858), abs=1e-6)
    assert (found.dof, blocks) == (pytest.approx(9), 10)


def test_what_a_second_has_in_common_drops_out_and_what_comes_of_the_covariate() -> None:
    """Twelve orders in each of 60 seconds; those of one level take 1.3 times as long, whatever a second does, and each
    twice as long for one more of the covariate.
    """
    random = np.random.default_rng(5)
    at_ns = np.repeat(np.arange(60), 12) * 1_000_000_000
    treated, covariate = random.random(len(at_ns)) < 0.5, random.normal(size=len(at_ns))
    logs = random.normal(0, 1, 60).repeat(12) + math.log(1.3) * treated + math.log(2) * covariate
    sides = (TimedLogs(logs[of], at_ns[of], covariate[of]) for of in (treated, ~treated))
    found, blocks = difference_within_strata(*sides)
    assert (found.mean, found.std_error) == (pytest.approx(math.log(1.3)), pytest.approx(0, abs=1e-12))
    assert blocks == 12


def test_a_covariate_that_is_always_alike_changes_nothing() -> None:
    random = np.random.default_rng(6)
    at_ns = np.sort(random.integers(0, 60_000_000_000, 600))
    logs, treated = random.normal(size=600), random.random(600) < 0.5
    alike, none = (
        difference_within_strata(
            *(TimedLogs(logs[of], at_ns[of], np.full(of.sum(), of_all)) for of in (treated, ~treated))
        )
        for of_all in (3.0, 0.0)
    )
    assert vars(alike[0]) == pytest.approx(vars(none[0]))
    assert alike[0].std_error > 0.05


def test_a_stratum_has_orders_enough_to_compare() -> None:
    """Eight a second are enough for one of a second, four for one of 2.5 seconds, and one for none, so for a block."""
    expected = ((8, 1.0, True), (7, 2.5, True), (4, 2.5, True), (3, 5.0, True), (1, 5.0, False))
    for each_second, *stratum in expected:
        assert [*stratum_of(np.repeat(np.arange(60), each_second) * 1_000_000_000)] == stratum


def test_one_block_has_no_spread() -> None:
    orders = timed_logs(np.array([1.0, 2.0]), np.array([0, 4_999_999_999]))
    assert mean_logarithm(orders) is None
    assert difference_within_strata(orders, orders) is None


def test_levels_that_never_met_are_not_compared() -> None:
    one, other = (timed_logs(np.ones(4), 5_000_000_000 * (np.arange(4) + after)) for after in (0, 4))
    assert difference_within_strata(one, other) is None


def test_zero_has_no_geometric_mean() -> None:
    with pytest.raises(ValueError, match="above zero"):
        timed_logs(np.array([1.0, 0.0]), np.array([0, 1]))
    with pytest.raises(ValueError, match="above zero"):
        difference_over_blocks([(1.0, 2.0), (0.0, 1.0)])


def test_orders_are_in_the_block_that_they_were_received_in() -> None:
    at_ns = np.array([0, 4_999_999_999, 5_000_000_000, 61_000_000_000])
    assert timed_logs(np.ones(4), at_ns).blocks.tolist() == [0, 0, 1, 12]


def test_blocks_of_windows_are_compared_as_pairs() -> None:
    """Student's sleep data again: ten blocks, the ratio of each the exponential of a patient's difference."""
    found = difference_over_blocks(list(zip(np.exp(SLEEP_2), np.exp(SLEEP_1), strict=True)))
    assert found.bounds() == pytest.approx((0.7001142, 2.4598858), abs=1e-6)
    assert difference_over_blocks([(1.0, 2.0)]) is None


def test_sample_ratio_is_pearson_s_chi_squared() -> None:
    """SciPy, help page of chisquare: 16, 18, 16, 14, 12, 12 give 2.0 with 5 degrees, p = 0.84914503608460956."""
    assert sample_ratio_p([16, 18, 16, 14, 12, 12]) == pytest.approx(0.849145, abs=1e-6)
    # By hand: (60 - 50)² / 50 twice is 4, which has p = 0.0455 with one degree.
    assert sample_ratio_p([60, 40]) == pytest.approx(0.0455, abs=1e-4)
    assert sample_ratio_p([0, 0]) == 1.0, "nothing was drawn, which is no bias"
    with pytest.raises(ValueError, match="takes two or more, not 1"):
        sample_ratio_p([7])


# What the 99 % interval of a binomial proportion of 0.05 reaches in so many experiments: ± 2.576 √(0.05 · 0.95 / n).
EXPERIMENTS = 2000
REACH = 0.0126


def drift(random: np.random.Generator, steps: int, correlation: float, spread: float) -> Values:
    """First-order autoregression: what the machine does to all orders of a time."""
    noise, drifted = random.normal(0, spread, steps), np.zeros(steps)
    for step in range(steps):
        drifted[step] = correlation * drifted[step - 1] + noise[step]
    return drifted


def by_order(random: np.random.Generator, seconds: int, correlation: float, each_second: int = 6) -> Difference:
    """The orders of three levels, of which two are compared; times of one second have much in common."""
    received_s = np.sort(random.uniform(0, seconds, random.poisson(each_second * seconds)))
    level = random.integers(0, 3, len(received_s))
    machine = drift(random, seconds, correlation, 0.3)[received_s.astype(int)]
    logs = 3.6 + machine + random.normal(0, 0.5, len(received_s))
    at_ns = (received_s * 1e9).astype(np.int64)
    covariate = random.normal(size=len(logs))
    sides = (TimedLogs(logs[level == of], at_ns[level == of], covariate[level == of]) for of in (0, 1))
    found, _ = difference_within_strata(*sides)
    return found


by_crowded_order = partial(by_order, each_second=18)


def by_window(random: np.random.Generator, blocks: int, correlation: float) -> Difference:
    """Blocks of six windows of three levels, of which two are compared; neighbouring windows are alike."""
    windows = drift(random, 6 * blocks, correlation, 0.05).reshape(blocks, 6)
    halves = random.permuted(np.tile(np.arange(3), (blocks, 1)), axis=1)
    levels = np.hstack([halves, halves[:, ::-1]])
    one, other = (np.exp(windows[levels == level].reshape(blocks, 2)).sum(axis=1) for level in (0, 1))
    found = difference_over_blocks(list(zip(one, other, strict=True)))
    assert found is not None
    return found


@pytest.mark.parametrize("correlation", [0.0, 0.9])
@pytest.mark.parametrize(
    ("design", "length"), [(by_order, 60), (by_order, 180), (by_crowded_order, 60), (by_window, 5), (by_window, 20)]
)
def test_what_does_not_differ_is_called_different_one_time_in_twenty(
    design: Callable[[np.random.Generator, int, float], Difference], length: int, correlation: float
) -> None:
    random = np.random.default_rng(length)
    found = sum(design(random, length, correlation).p < 0.05 for _ in range(EXPERIMENTS))
    assert found / EXPERIMENTS == pytest.approx(0.05, abs=REACH)


def test_without_blocks_orders_that_queue_together_would_be_called_different() -> None:
    """Levels that come in groups, as customers do who were held up together, four of them in a block: a cluster for
    each order finds far too much.
    """
    random = np.random.default_rng(7)
    found = 0
    group = np.repeat(np.arange(160), 10)
    for _ in range(300):
        logs = random.normal(0, 0.5, 160)[group] + random.normal(0, 0.5, 1600)
        treated = (random.random(160) < 0.5)[group].astype(float)
        within = less_means(treated, group // 4)[:, np.newaxis], less_means(logs, group // 4)
        of_blocks, _ = clustered_slope(*within, group // 4)
        of_orders, _ = clustered_slope(*within, np.arange(1600))
        found += of_blocks.p < 0.05
        assert of_orders.std_error < of_blocks.std_error
    assert found / 300 == pytest.approx(0.05, abs=2.576 * math.sqrt(0.05 * 0.95 / 300))
