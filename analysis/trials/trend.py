"""Whether a trial was in a steady state: how much an order's CPU time changed from begin to end of the window.

The window is cut into ten blocks of time. A straight line is fitted to the logarithms of the blocks' CPU time per
completed order; its rise over the window is the change, with Student's interval of the slope.

Source: NIST/SEMATECH e-Handbook 4.1.4.1 (least squares), and Kutner et al., Applied Linear Statistical Models, 2.3.
"""

import math
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from analysis.reading.records import Records
from analysis.statistics.intervals import CONFIDENCE
from analysis.trials.machine_metrics import OUTSIDE_THE_BED, increments
from analysis.trials.switchback_blocks import sampled_around

BLOCKS = 10
#: With fewer orders in a block chance alone would show changes of a quarter now and then.
MIN_ORDERS = 30
#: A change whose whole interval lies beyond the first is remarked upon; beyond the second, twice or half, it voids a
#: trial of one level. Fresh JVMs change by half in their first minutes on two cores: that is no reason to be void.
REMARKED, VOIDS = 0.05, 1.0


@dataclass(frozen=True)
class Trend:
    """A relative change over the window, with its interval: 0.1 is 10 % more at its end than at its begin."""

    change: float
    low: float
    high: float

    @property
    def at_least(self) -> float:
        """As a factor's distance from 1, the same up and down: what the change is at least, by its interval."""
        nearest = min(abs(math.log1p(self.low)), abs(math.log1p(self.high)))
        return 0.0 if self.low <= 0 <= self.high else math.expm1(nearest)

    def __str__(self) -> str:
        verb = "rose" if self.change > 0 else "fell"
        bounds = sorted((abs(self.low), abs(self.high)))
        return f"{verb} by {abs(self.change):.0%} within the window ({bounds[0]:.0%}–{bounds[1]:.0%})"


def trend_of(values: NDArray[np.float64]) -> Trend:
    """The change over equally long blocks of time, three or more, whose values are above zero."""
    places = (np.arange(len(values)) + 0.5) / len(values)
    fitted = stats.linregress(places, np.log(values))
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 2)) * float(fitted.stderr)
    slope = float(fitted.slope)
    return Trend(math.expm1(slope), math.expm1(slope - half), math.expm1(slope + half))


def cpu_trend(records: Records) -> Trend | None:
    """Of the bed's CPU time per completed order; None where a block has too few orders, or samples are missing. A
    store in which something crashed is in no steady state.
    """
    if records.trial.faulted:
        return None
    edges_ns = np.linspace(records.trial.begin_ns, records.trial.end_ns, BLOCKS + 1).astype(np.int64)
    orders = completed_in(records, edges_ns)
    used_s = cpu_in(records, edges_ns)
    if used_s is None or orders.min() < MIN_ORDERS or used_s.min() <= 0:
        return None
    return trend_of(used_s / orders)


def completed_in(records: Records, edges_ns: NDArray[np.int64]) -> NDArray[np.float64]:
    """Completion mails between neighbouring edges."""
    mailed_ns = records.mails.filter(pl.col("kind") == "completed")["wall_ns"].to_numpy()
    counts, _ = np.histogram(mailed_ns - edges_ns[0], bins=edges_ns - edges_ns[0])
    return counts.astype(np.float64)


def cpu_in(records: Records, edges_ns: NDArray[np.int64]) -> NDArray[np.float64] | None:
    """CPU seconds of the bed between neighbouring edges."""
    used_s = np.zeros(len(edges_ns) - 1)
    for (process,), samples_df in records.resources.sort("wall_ns").group_by("process", maintain_order=True):
        if process in OUTSIDE_THE_BED:
            continue
        wall_ns = samples_df["wall_ns"].to_numpy()
        if not sampled_around(wall_ns, edges_ns):
            return None
        grown = np.concatenate([[0.0], np.cumsum(increments(samples_df["cpu_s"].to_numpy().astype(float)))])
        used_s += np.diff(np.interp(edges_ns - wall_ns[0], wall_ns - wall_ns[0], grown))
    return used_s


def unsteady_reason(records: Records) -> str | None:
    """Why a trial of one level does not count. Levels that take turns within a trial meet its trend alike."""
    return None if records.trial.assignment else trend_void_reason(cpu_trend(records))


def trend_void_reason(trend: Trend | None) -> str | None:
    """That the window was no steady state at all."""
    if trend is None or trend.at_least <= VOIDS:
        return None
    return f"CPU per order {trend}: the store was not in a steady state, so warm up for longer"


def trend_remark(trend: Trend | None) -> str | None:
    """That a reader should not take the window for a steady state."""
    if trend is None or trend.at_least <= REMARKED:
        return None
    return f"CPU per order {trend}"
