"""Random streams, one for each purpose, so that more of one thing changes nothing about the others; what is popular."""

from dataclasses import dataclass

import numpy as np

from deploy.specification.past import Past

# Purposes: the numbers are part of what a seed means.
PEOPLE, ANIMALS, CALENDAR, FAVOURITES, ORDERS = range(1, 6)

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]


def stream(past: Past, purpose: int, part: int = 0) -> np.random.Generator:
    """The random numbers of a purpose, and of a part of it."""
    return np.random.default_rng([past.seed, purpose, part])


@dataclass(frozen=True)
class Share:
    """Draws places 0, 1, …, each with its share."""

    upper: Floats

    @staticmethod
    def from_weights(weights: Floats) -> "Share":
        """With shares that are as these weights."""
        upper = np.cumsum(weights)
        return Share(upper / upper[-1])

    @staticmethod
    def zipf(count: int, exponent: float) -> "Share":
        """Zipf's law: the place r has a share as 1 / r^exponent."""
        return Share.from_weights(np.arange(1, count + 1, dtype=np.float64) ** -exponent)

    def draw(self, chance: np.random.Generator, count: int) -> Ints:
        """So many places."""
        places: Ints = np.searchsorted(self.upper, chance.random(count), side="right").astype(np.int64)
        return np.minimum(places, len(self.upper) - 1)


def between(chance: np.random.Generator, least: float, most: float, count: int) -> Ints:
    """Whole numbers, spread evenly."""
    return chance.integers(int(least), int(most), count, dtype=np.int64)
