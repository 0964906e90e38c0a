"""The bootstrap draws blocks of neighbours, as long as the cube root of the series."""

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.statistics import intervals
from analysis.statistics.intervals import block_bootstrap, resampled


def means(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(samples.mean(axis=1))


STEP = np.array([0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0])


@pytest.mark.parametrize(
    ("block", "std_error"),
    [
        (1, 0.1768),  # values 0 and 1 with variance 1/4; the mean of 8: √(1/4 / 8)
        (2, 0.2165),  # eight blocks in a circle, means 0 0 0 ½ 1 1 1 ½ with variance 3/16; of 4: √(3/16 / 4)
        (4, 0.2165),  # means 0 ¼ ½ ¾ 1 ¾ ½ ¼ with variance 3/32; of 2: √(3/32 / 2)
    ],
)
def test_the_error_of_a_mean_is_that_of_its_blocks(block: int, std_error: float) -> None:
    drawn = resampled(STEP, means, seed=1, resamples=20_000, block=block)
    assert drawn.mean() == pytest.approx(0.5, abs=0.005)
    assert drawn.std() == pytest.approx(std_error, rel=0.02)


@pytest.mark.parametrize("length", [9, 10, 11])
def test_a_block_is_neighbours_in_a_circle_and_a_resample_as_long_as_the_series(length: int) -> None:
    drawn = resampled(np.arange(float(length)), lambda samples: samples, seed=1, resamples=50, block=3)
    assert drawn.shape == (50, length)
    steps = np.diff(drawn, axis=1) % length
    within_blocks = [place for place in range(length - 1) if place % 3 != 2]
    assert (steps[:, within_blocks] == 1).all()
    assert {0.0, length - 1.0} <= set(drawn.ravel())


def test_however_many_are_drawn_at_once_the_draws_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    series = np.arange(20.0)
    together = resampled(series, lambda samples: samples, seed=1, resamples=7, block=3)
    monkeypatch.setattr(intervals, "_RESAMPLED_AT_ONCE", 3 * len(series))
    assert (resampled(series, lambda samples: samples, seed=1, resamples=7, block=3) == together).all()


def test_blocks_are_as_long_as_the_cube_root_of_the_series() -> None:
    series = np.random.default_rng(3).normal(size=64)
    (estimate,) = block_bootstrap(series, means, seed=5)
    low, high = np.quantile(resampled(series, means, seed=5, resamples=500, block=4), [0.025, 0.975])
    assert estimate.low == pytest.approx(low)
    assert estimate.high == pytest.approx(high)
