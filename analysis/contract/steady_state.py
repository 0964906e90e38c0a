"""When fresh JVMs have been warmed up long enough: the rule by which the lab ends the warm-up and the report judges it.

Source: Georges, Buytaert and Eeckhout, Statistically rigorous Java performance evaluation, OOPSLA 2007: a JVM is steady
when the coefficient of variation of the last few measurements has fallen below a threshold.
"""

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Annotated

from pydantic import Field

from analysis.contract.document import Count, Part

WINDOW_S = 3.0
"""How long a measurement takes: some hundred orders."""

WINDOWS = 5
MAX_VARIATION = 0.05

METHOD = (
    f"processor time of the application servers per order in windows of {WINDOW_S:g} s; steady when the coefficient of "
    f"variation of the last {WINDOWS} is at most {MAX_VARIATION:.0%}"
)


class WarmupWindow(Part):
    end_s: float = Field(ge=0, description="since the warm-up began")
    orders: Count = Field(description="orders that were completed in it")
    cpu_ms: float = Field(ge=0, description="processor time of the application servers")
    compiler_ms: float | None = Field(default=None, ge=0, description="of it that of the JIT compilers' threads")

    @property
    def cpu_per_order_ms(self) -> float | None:
        return self.cpu_ms / self.orders if self.orders else None


class WarmupDocument(Part):
    """How the JVMs of a launch were warmed up before its first trial."""

    method: str
    steady: bool = Field(description="whether they were steady when the warm-up ended; else its longest time was over")
    windows: Annotated[tuple[WarmupWindow, ...], Field(strict=False)]


def variation(windows: Sequence[WarmupWindow]) -> float | None:
    """Coefficient of variation of the processor time per order in the last windows; None with too few of them, or
    where one has no order.
    """
    last = [window.cpu_per_order_ms for window in windows[-WINDOWS:]]
    known = [value for value in last if value]
    return stdev(known) / fmean(known) if len(known) == WINDOWS else None


def compiling_fraction(windows: Sequence[WarmupWindow]) -> float | None:
    """What the compilers took of the servers' processor time in the last windows; None where it was not recorded."""
    last = windows[-WINDOWS:]
    compiling_ms = [window.compiler_ms for window in last if window.compiler_ms is not None]
    all_ms = sum(window.cpu_ms for window in last)
    return sum(compiling_ms) / all_ms if all_ms and len(compiling_ms) == len(last) else None


def is_steady(windows: Sequence[WarmupWindow]) -> bool:
    """Whether the JVMs do no less work for an order than some seconds ago, as far as their noise shows."""
    found = variation(windows)
    return found is not None and found <= MAX_VARIATION
