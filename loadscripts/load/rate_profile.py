"""When orders are due: arrivals at a rate that may change, evenly or as a seeded Poisson process.

An arrival is due when the expected number of arrivals until then, the integral of the rate, reaches a count: the whole
numbers for even arrivals, sums of exponential gaps of mean 1 for a Poisson process (a change of time).
"""

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class RatePiece:
    """For so many seconds the rate goes evenly from one to the other. Rates are above zero."""

    duration_s: float
    begin_per_s: float
    end_per_s: float

    @property
    def expected(self) -> float:
        """How many arrivals are expected in it."""
        return self.duration_s * (self.begin_per_s + self.end_per_s) / 2

    def time_of(self, expected: float) -> float:
        """After how many seconds so many arrivals are expected."""
        slope = (self.end_per_s - self.begin_per_s) / self.duration_s
        # The root of slope/2 t² + begin t = expected in a form that a slope of zero does not divide by.
        return 2 * expected / (self.begin_per_s + math.sqrt(self.begin_per_s**2 + 2 * slope * expected))


@dataclass(frozen=True)
class RateProfile:
    """The rates of a trial from the begin of its load on. Behind the last piece its last rate holds on."""

    pieces: tuple[RatePiece, ...]
    paced: bool

    @property
    def max_per_s(self) -> float:
        return max(max(piece.begin_per_s, piece.end_per_s) for piece in self.pieces)

    def due_times_s(self, duration_s: float, seed: int) -> Iterator[float]:
        """When arrivals are due within so many seconds, in seconds from the begin of the load."""
        begin_s, passed = 0.0, 0.0
        pieces = iter(self._until(duration_s))
        piece = next(pieces)
        for count in self._counts(seed):
            while count - passed >= piece.expected:
                begin_s, passed = begin_s + piece.duration_s, passed + piece.expected
                following = next(pieces, None)
                if following is None:
                    return
                piece = following
            due_s = begin_s + piece.time_of(count - passed)
            if due_s >= duration_s:
                return
            yield due_s

    def _until(self, duration_s: float) -> tuple[RatePiece, ...]:
        left_s = duration_s - sum(piece.duration_s for piece in self.pieces)
        last_per_s = self.pieces[-1].end_per_s
        return (*self.pieces, RatePiece(left_s, last_per_s, last_per_s)) if left_s > 0 else self.pieces

    def _counts(self, seed: int) -> Iterator[float]:
        chance, count = random.Random(f"{seed}/arrivals"), 0.0
        while True:
            if self.paced:
                yield count
                count += 1
            else:
                count += chance.expovariate(1.0)
                yield count
