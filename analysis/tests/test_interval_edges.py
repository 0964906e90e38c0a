"""Where an interval cannot be given, where one begins to be, and what is said of it."""

# mypy: disable-error-code="operator,type-var,arg-type"
# A None here fails the test, as it should.

import math

import numpy as np
import polars as pl
import pytest
from numpy.typing import NDArray

from analysis.statistics.distributions import histogram
from analysis.statistics.intervals import (
    NOTHING,
    Difference,
    Estimate,
    batch_means,
    block_bootstrap,
    equivalence,
    paired,
    percentile_bootstrap,
    ratio_interval,
    t_interval,
    welch,
)
from analysis.trials.trial_analysis import time_estimates


def means(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(samples.mean(axis=1))


def test_of_no_value_there_is_nothing() -> None:
    assert t_interval([]) == ratio_interval([]) == batch_means([]) == NOTHING == Estimate(None, 0, None, None, "none")
    assert block_bootstrap([], means, seed=1) == [NOTHING]


def test_an_interval_says_what_it_is_over() -> None:
    """Mean 2 of 1 and 3: sd sqrt 2, se 1, t(1) = 12.7062; at 50 % t(1) is 1."""
    assert t_interval([1.0, 3.0]).interval == ratio_interval([1.0, 3.0]).interval == "t over trials"
    assert t_interval([1.0, 3.0], "t over launches").interval == "t over launches"
    estimate = t_interval([1.0, 3.0])
    assert (estimate.low, estimate.value, estimate.high) == pytest.approx((-10.7062, 2, 14.7062), abs=1e-4)
    narrow = t_interval([1.0, 3.0], confidence=0.5)
    assert (narrow.low, narrow.high) == pytest.approx((1, 3))


def test_of_one_ratio_there_is_no_interval() -> None:
    assert ratio_interval([1.25]) == Estimate(pytest.approx(1.25), 1)
    both = ratio_interval([2.0, 8.0], confidence=0.5)
    assert (both.value, both.n, both.low, both.high) == pytest.approx((4, 2, 2, 8))


@pytest.mark.parametrize(("length", "known"), [(19, False), (20, True)])
def test_batches_and_the_bootstrap_need_two_values_in_each_of_ten(length: int, known: bool) -> None:
    series = np.arange(float(length))
    batched, [drawn] = batch_means(series), block_bootstrap(series, means, seed=1)
    for estimate in (batched, drawn):
        assert (estimate.value, estimate.n) == ((length - 1) / 2, length)
        assert (estimate.low is not None) == (estimate.high is not None) == known
    assert batched.interval == ("batch means within one trial" if known else "none")
    assert drawn.interval == ("block bootstrap within one trial" if known else "none")


def test_batches_are_of_neighbours() -> None:
    """Ten batches of two, of means 0.5, 2.5 ... 18.5: sd 6.0553, over sqrt 10 1.91485, times t(9) = 2.262157."""
    estimate = batch_means(np.arange(20.0))
    assert (estimate.low, estimate.high) == pytest.approx((9.5 - 4.33170, 9.5 + 4.33170), abs=1e-4)


def test_several_statistics_have_an_interval_each_and_a_narrower_one_at_less_confidence() -> None:
    series = np.random.default_rng(2).normal(size=400)
    low, high = block_bootstrap(series, lambda samples: np.percentile(samples, (10, 90), axis=1).T, seed=3)
    assert low.high < high.low
    [narrow] = block_bootstrap(series, lambda samples: np.percentile(samples, 90, axis=1), seed=3, confidence=0.5)
    assert high.low < narrow.low < narrow.high < high.high


def test_a_difference_has_bounds_at_any_confidence() -> None:
    """t(1) is 1 at 50 % and 12.7062 at 95 %."""
    difference = Difference(5.0, 2.0, 1)
    assert difference.bounds(0.5) == pytest.approx((3, 7))
    assert difference.bounds() == pytest.approx((-20.4124, 30.4124), abs=1e-4)


@pytest.mark.parametrize(("mean", "p"), [(0.09, 0.0), (-0.09, 0.0), (0.1, 1.0), (-0.2, 1.0)])
def test_values_without_spread_lie_within_the_bound_or_do_not(mean: float, p: float) -> None:
    test = equivalence(Difference(mean, 0.0, 3), 0.1)
    assert (test.p, test.t_low, test.t_high) == (p, math.inf, -math.inf)


def test_two_samples_without_spread_have_all_their_degrees_of_freedom() -> None:
    assert welch([3.0, 3.0, 3.0], [1.0, 1.0]) == Difference(2.0, 0.0, 3.0)
    assert paired([1.0, 3.0]) == Difference(2.0, pytest.approx(1.0), 1)


def test_times_are_counted_in_bins_of_equal_ratio() -> None:
    """Ten to a decade: 1 to 1.2589 ms, 10 to 12.589; nothing is below 0.001 ms."""
    rows = {
        "variant": ["a"] * 4, "customers": [15] * 4, "response_ms": [1.0, 1.25, 10.0, None],
        "call_ms": [0.0, -3.0, 0.0011, 1.26], "latency_ms": [None] * 4,
    }  # fmt: skip
    frame = histogram(
        pl.DataFrame(rows, {"variant": pl.String, "customers": pl.Int64, **dict.fromkeys(list(rows)[2:], pl.Float64)})
    )
    assert frame.select("time", "orders").rows() == [("response", 2), ("response", 1), ("call", 3), ("call", 1)]
    assert frame["from_ms"].to_list() == pytest.approx([1, 10, 0.001, 1.258925])
    assert frame["to_ms"].to_list() == pytest.approx([1.258925, 12.58925, 0.001258925, 1.584893])
    assert frame.select("variant", "customers").unique().rows() == [("a", 15)]
    assert histogram(pl.DataFrame()).is_empty()


@pytest.mark.parametrize(
    ("orders", "known"), [(99, ["p50"]), (100, ["p50", "p90"]), (1000, ["p50", "p90", "p95", "p99"])]
)
def test_a_percentile_has_an_interval_with_ten_orders_beyond_it(orders: int, known: list[str]) -> None:
    """Of 1, 2, ... n ms; percentiles are interpolated (type 7): the 90th lies at 1 + 0.9 (n - 1)."""
    frame = pl.DataFrame({"call_ms": [*map(float, range(1, orders + 1)), None]})
    found = time_estimates("call", frame, seed=7)
    assert [name for name in ("p50", "p90", "p95", "p99") if found[f"call_{name}_ms"].low is not None] == known
    assert found["call_p90_ms"].value == pytest.approx(1 + 0.9 * (orders - 1))
    assert found["call_p99_ms"].value == pytest.approx(1 + 0.99 * (orders - 1))
    assert found["call_max_ms"] == Estimate(float(orders), orders)
    assert found["call_mean_ms"].value == pytest.approx((orders + 1) / 2)
    assert found["call_p50_ms"].n == orders and found["call_p90_ms"].n == orders


def test_without_times_there_are_no_estimates_of_them() -> None:
    assert time_estimates("call", pl.DataFrame({"call_ms": [None]}, {"call_ms": pl.Float64}), seed=7) == {}


@pytest.mark.parametrize("length", [40, 400])  # the resamples of the latter are drawn in parts
def test_percentiles_by_ranks_are_those_of_the_values(length: int) -> None:
    """The same draws give numpy's own percentiles, also where values are tied."""
    series = np.random.default_rng(4).integers(0, 60, size=length).astype(np.float64)
    expected = block_bootstrap(series, lambda samples: np.percentile(samples, (0, 37, 50, 99), axis=1).T, seed=3)
    for found, wanted in zip(percentile_bootstrap(series, (0, 37, 50, 99), seed=3), expected, strict=True):
        assert (found.value, found.low, found.high) == pytest.approx((wanted.value, wanted.low, wanted.high))
    assert percentile_bootstrap([], (50,), seed=3) == [NOTHING]
