"""The estimators of levels that are assigned by order and by window, against published and hand-worked values."""

# mypy: disable-error-code="arg-type,union-attr"
# A None here fails the test, as it should.

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.statistics.clustered_ratio import as_difference, clustered_mean, difference_of, time_blocks
from analysis.statistics.intervals import Difference
from analysis.statistics.sample_ratio import sample_ratio_p
from analysis.statistics.switchback import difference_over_blocks
from analysis.tests.test_intervals import SLEEP_1, SLEEP_2

Values = NDArray[np.float64]


def ratio(values: Values, treated: NDArray[np.bool_], blocks: NDArray[np.int64]) -> Difference:
    count = int(blocks.max()) + 1
    one, other = (clustered_mean(values[chosen], blocks[chosen], count) for chosen in (treated, ~treated))
    return difference_of(one, other)


def test_one_order_of_each_level_in_each_block_is_a_paired_t_test() -> None:
    """R, help page of t.test: extra ~ group, paired: t = 4.0621, df = 9, 95 % interval 0.7001142 to 2.4598858."""
    values = np.exp(np.concatenate([SLEEP_2, SLEEP_1]))
    found = ratio(values, np.arange(20) < 10, np.tile(np.arange(10), 2))
    assert (found.mean, found.dof) == pytest.approx((1.58, 9))
    assert found.bounds() == pytest.approx((0.7001142, 2.4598858), abs=1e-6)


def test_a_block_for_each_order_has_the_standard_error_of_welch() -> None:
    """R, help page of t.test: extra ~ group, unpaired: t = -1.8608 at a difference of -1.58. For two groups of 10 the
    degrees of freedom are 18: 20² · 9 · 9 / (100 · 9 + 100 · 9).
    """
    found = ratio(np.exp(np.concatenate([SLEEP_1, SLEEP_2])), np.arange(20) < 10, np.arange(20))
    assert found.mean / found.std_error == pytest.approx(-1.8608, abs=1e-4)
    assert found.dof == pytest.approx(18)


def test_few_orders_of_a_level_have_few_degrees_of_freedom() -> None:
    """Imbens and Kolesár, Robust Standard Errors in Small Samples (2016): 2.5 for 3 of 30, and not 28; by their formula
    30² · 26 · 2 / (9 · 2 + 729 · 26) = 2.467.
    """
    random = np.random.default_rng(1)
    found = ratio(np.exp(random.normal(size=30)), np.arange(30) < 3, np.arange(30))
    assert found.dof == pytest.approx(2.467, abs=1e-3)


def test_unequal_blocks_by_hand() -> None:
    """Two levels in three blocks. Level A: logarithms 1, 3 | 2 | 6, mean 3, deviations by block -2, -1, 3; of 4 orders,
    so divided by 4 √(1 - 2/4), 4 √(1 - 1/4), 4 √(3/4): -0.70711, -0.28868, 0.86603. Level B: 0 | 1, 1 | none, mean 2/3,
    deviations -2/3, 2/3; divided by 3 √(2/3), 3 √(1/3): -0.27217, 0.38490. Differences -0.43494, -0.67358, 0.86603:
    the sum of their squares is 1.39288, its root 1.18021.
    """
    logs = np.array([1.0, 3, 2, 6, 0, 1, 1])
    found = ratio(np.exp(logs), np.arange(7) < 4, np.array([0, 0, 1, 2, 0, 1, 1]))
    assert found.mean == pytest.approx(7 / 3)
    assert found.std_error == pytest.approx(1.18021, abs=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_the_closed_form_is_what_the_matrices_of_bell_and_mccaffrey_give(seed: int) -> None:
    """CR2 and its degrees of freedom as their definition has them: A_g = (I - H_gg)^(-1/2), dof from the matrix G'G."""
    random = np.random.default_rng(seed)
    treated, blocks = random.random(60) < 0.4, random.integers(0, 12, 60)
    logs = random.normal(size=60)
    design = np.column_stack([treated, ~treated]).astype(float)
    bread, contrast = np.linalg.inv(design.T @ design), np.array([1.0, -1.0])
    residual_maker = np.eye(60) - design @ bread @ design.T
    columns = []
    for block in range(12):
        inside = np.flatnonzero(blocks == block)
        values, vectors = np.linalg.eigh(residual_maker[np.ix_(inside, inside)])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        columns.append(residual_maker[:, inside] @ root @ design[inside] @ bread @ contrast)
    matrix = np.column_stack(columns)
    covariance = matrix.T @ matrix
    found = ratio(np.exp(logs), treated, blocks)
    assert found.std_error == pytest.approx(math.sqrt(np.sum((matrix.T @ logs) ** 2)))
    assert found.dof == pytest.approx(np.trace(covariance) ** 2 / np.sum(covariance**2))


def test_the_mean_of_one_level_in_equal_blocks_is_a_t_interval() -> None:
    """Student's sleep data, as the differences of ten patients: 1.58, 0.7001142 to 2.4598858."""
    found = as_difference(clustered_mean(np.exp(SLEEP_2 - SLEEP_1), np.arange(10), 10))
    assert (found.mean, *found.bounds()) == pytest.approx((1.58, 0.7001142, 2.4598858), abs=1e-6)
    assert found.dof == pytest.approx(9)


def test_one_block_has_no_spread() -> None:
    assert clustered_mean(np.array([1.0, 2.0]), np.array([3, 3]), 9) is None


def test_zero_has_no_geometric_mean() -> None:
    with pytest.raises(ValueError, match="above zero"):
        clustered_mean(np.array([1.0, 0.0]), np.array([0, 1]), 2)
    with pytest.raises(ValueError, match="above zero"):
        difference_over_blocks([(1.0, 2.0), (0.0, 1.0)])


def test_orders_are_in_the_block_that_they_were_received_in() -> None:
    begin_ns = 1_767_225_600_000_000_000
    received_ns = begin_ns + np.array([0, 4_999_999_999, 5_000_000_000, 61_000_000_000])
    assert time_blocks(received_ns, begin_ns).tolist() == [0, 0, 1, 12]


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


def by_order(random: np.random.Generator, seconds: int, correlation: float) -> Difference:
    """Some six orders a second of three levels, of which two are compared; times of one second have much in common."""
    received_s = np.sort(random.uniform(0, seconds, random.poisson(6 * seconds)))
    blocks = time_blocks((received_s * 1e9).astype(np.int64), 0)
    level = random.integers(0, 3, len(received_s))
    machine = drift(random, seconds, correlation, 0.3)[received_s.astype(int)]
    values = np.exp(3.6 + machine + random.normal(0, 0.5, len(received_s)))
    two = level < 2
    return ratio(values[two], level[two] == 0, blocks[two])


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
@pytest.mark.parametrize(("design", "length"), [(by_order, 60), (by_order, 180), (by_window, 5), (by_window, 20)])
def test_what_does_not_differ_is_called_different_one_time_in_twenty(
    design: Callable[[np.random.Generator, int, float], Difference], length: int, correlation: float
) -> None:
    random = np.random.default_rng(length)
    found = sum(design(random, length, correlation).p < 0.05 for _ in range(EXPERIMENTS))
    assert found / EXPERIMENTS == pytest.approx(0.05, abs=REACH)


def test_without_blocks_orders_that_queue_together_would_be_called_different() -> None:
    """Levels that come in groups, as customers do who were held up together: a block each order finds far too much."""
    random = np.random.default_rng(7)
    found = 0
    for _ in range(300):
        group = np.repeat(np.arange(40), 10)
        values = np.exp(random.normal(0, 0.5, 40)[group] + random.normal(0, 0.5, 400))
        treated = (random.random(40) < 0.5)[group]
        found += ratio(values, treated, group).p < 0.05
        assert ratio(values, treated, np.arange(400)).std_error < ratio(values, treated, group).std_error
    assert found / 300 == pytest.approx(0.05, abs=2.576 * math.sqrt(0.05 * 0.95 / 300))
