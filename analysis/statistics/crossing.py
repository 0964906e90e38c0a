"""Where a metric that grows with load crosses its bound."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, inf, log


@dataclass(frozen=True)
class Crossing:
    """The load at which the bound is met, between the greatest load that keeps it and the next that does not.

    None: no load was conducted that keeps it (`kept` is None), or none that does not (`broken` is None).
    """

    kept: float | None
    broken: float | None
    load: float | None


def first_crossing(points: Iterable[tuple[float, float]], bound: float) -> Crossing:
    """Of loads in ascending order the first that breaks the bound counts, whatever greater ones did.

    points: load and metric, both positive; the metric is infinite where the load was more than could be served. Between
    the two loads both are interpolated on logarithms; where the metric is infinite the load is their geometric mean.
    """
    kept: tuple[float, float] | None = None
    for load, value in sorted(points):
        if value > bound:
            return Crossing(kept[0] if kept else None, load, _between(kept, (load, value), bound) if kept else None)
        kept = load, value
    return Crossing(kept[0] if kept else None, None, None)


def _between(kept: tuple[float, float], broken: tuple[float, float], bound: float) -> float:
    (low, value_low), (high, value_high) = kept, broken
    fraction = 0.5 if value_high == inf else (log(bound) - log(value_low)) / (log(value_high) - log(value_low))
    return exp(log(low) + fraction * (log(high) - log(low)))
