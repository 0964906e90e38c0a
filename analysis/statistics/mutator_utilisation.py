"""Minimum mutator utilisation: of every stretch of time so long, the least fraction in which the program could run.

Source: Cheng and Blelloch, A Parallel, Real-Time Garbage Collector, PLDI 2001.
"""

import numpy as np
from numpy.typing import NDArray


def minimum_mutator_utilisation(
    begins_ns: NDArray[np.int64], durations_ns: NDArray[np.int64], window_ns: int, run_ns: tuple[int, int]
) -> float | None:
    """The least fraction of a window without a pause; None where the run is shorter than the window (above zero).

    begins_ns, durations_ns: pauses, in the order of time, which do not overlap. run_ns: its begin and end. The least
    one begins where a pause begins, or lies at an end of the run: another one, moved to the left as far as the begin of
    the pause in which it begins, gains in front what it loses behind.
    """
    first, last = run_ns[0], run_ns[1] - window_ns
    if last < first:
        return None
    starts_ns = np.clip(np.concatenate([begins_ns, [first, last]]), first, last)
    paused_ns = paused_until(starts_ns + window_ns, begins_ns, durations_ns) - paused_until(
        starts_ns, begins_ns, durations_ns
    )
    return float(1 - paused_ns.max() / window_ns)


def paused_until(
    instants_ns: NDArray[np.int64], begins_ns: NDArray[np.int64], durations_ns: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How long one JVM had been stopped, since its first pause, at each instant: pauses of one JVM do not overlap."""
    if not len(begins_ns):
        return np.zeros(len(instants_ns), dtype=np.int64)
    before = np.searchsorted(begins_ns, instants_ns, side="right")
    whole = np.concatenate([[0], np.cumsum(durations_ns)])
    last = np.maximum(before - 1, 0)
    into_last = np.minimum(instants_ns - begins_ns[last], durations_ns[last])
    return np.where(before > 0, whole[last] + into_last, 0)
