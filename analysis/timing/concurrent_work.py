"""How long a collector worked beside its program."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.reading.gclog import Phase
from analysis.statistics.mutator_utilisation import paused_until


def beside_ns(phases: Sequence[Phase], pauses: Sequence[Phase], within_ns: tuple[int, int] | None = None) -> int:
    """How long at least one of these phases of a JVM lasted, less its pauses in them, as G1's cycle has: two phases at
    the same time, as ZGC and Shenandoah have for the two generations, count once. within_ns: begin and end of the time
    that is asked for; None: all of it.
    """
    edges_ns = stretches(phases)
    if within_ns is not None:
        edges_ns = np.clip(edges_ns, *within_ns)
    stops = sorted((pause.begin_ns, pause.duration_ns) for pause in pauses)
    begins_ns, durations_ns = np.array(stops, dtype=np.int64).reshape(-1, 2).T
    paused_ns = np.diff(paused_until(edges_ns.ravel(), begins_ns, durations_ns).reshape(-1, 2))
    return int(np.diff(edges_ns).sum() - paused_ns.sum())


def stretches(phases: Iterable[Phase]) -> NDArray[np.int64]:
    """Begin and end, in ns, of each stretch of time without a gap between phases, in the order of time: of shape
    (stretches, 2).
    """
    found: list[tuple[int, int]] = []
    for begin_ns, end_ns in sorted((each.begin_ns, each.begin_ns + each.duration_ns) for each in phases):
        if found and begin_ns <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end_ns))
        else:
            found.append((begin_ns, end_ns))
    return np.array(found, dtype=np.int64).reshape(-1, 2)
