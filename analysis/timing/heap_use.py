"""How a heap was used over a stretch of time, by its garbage collection log: what collections left, what lives, and
what was promoted.
"""

from collections.abc import Iterable, Iterator
from statistics import fmean

from analysis.reading.gclog import GcLog, HeapChange

NS_PER_S = 1e9


def live_bytes(changes: Iterable[HeapChange], begin_ns: int, end_ns: int) -> int | None:
    """Near to what lives: what the collection left that left least in use, of those that ended in the second half of
    the time from begin to end. None where none did.
    """
    half_ns = begin_ns + (end_ns - begin_ns) // 2
    return min((change.after_bytes for change in _ended_within(changes, half_ns, end_ns)), default=None)


def left_bytes(changes: Iterable[HeapChange], begin_ns: int, end_ns: int) -> float | None:
    """What collections left in use on the average; of one that changed the heap in several phases, the last counts."""
    last = {change.gc_id: change.after_bytes for change in _ended_within(changes, begin_ns, end_ns)}
    return fmean(last.values()) if last else None


def promoted_bytes_per_s(log: GcLog, begin_ns: int, end_ns: int) -> float | None:
    """Moved into the old generation by collections of the young one, by the length of that time; None where the log
    does not tell.
    """
    if not log.promotions or end_ns <= begin_ns:
        return None
    promoted = sum(each.promoted_bytes for each in log.promotions if begin_ns <= each.end_ns <= end_ns)
    return promoted / ((end_ns - begin_ns) / NS_PER_S)


def _ended_within(changes: Iterable[HeapChange], begin_ns: int, end_ns: int) -> Iterator[HeapChange]:
    return (change for change in changes if begin_ns <= change.end_ns <= end_ns)
