"""Totals that only grow, and what they grew by. A server that is started again begins at zero."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Increase:
    """What came between two readings."""

    counts: tuple[float, ...]
    elapsed_s: float


class Totals:
    """Some totals that are read together, such as the buckets of a histogram."""

    def __init__(self) -> None:
        self._before: tuple[int, tuple[float, ...]] | None = None

    def forget(self) -> None:
        """The next reading is of another server, whose totals have a past of their own."""
        self._before = None

    def read(self, wall_ns: int, totals: Sequence[float]) -> Increase | None:
        """What they grew by since the reading before; None at the first, and where the clock was set back.

        Where any of them fell, all have begun at zero since.
        """
        before, self._before = self._before, (wall_ns, tuple(totals))
        if before is None or wall_ns <= before[0] or len(before[1]) != len(totals):
            return None
        elapsed_s = (wall_ns - before[0]) / 1e9
        if any(now < then for now, then in zip(totals, before[1], strict=True)):
            return Increase(tuple(totals), elapsed_s)
        return Increase(tuple(now - then for now, then in zip(totals, before[1], strict=True)), elapsed_s)
