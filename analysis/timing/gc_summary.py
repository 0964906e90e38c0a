"""What one garbage collection log tells of its JVM, in figures."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analysis.reading.collector_signs import SHENANDOAH, Z
from analysis.reading.gclog import Phase
from analysis.reading.unified_log import UnifiedLog
from analysis.statistics.mutator_utilisation import minimum_mutator_utilisation
from analysis.timing.concurrent_work import beside_ns
from analysis.timing.heap_use import live_bytes, promoted_bytes_per_s

NS_PER_S, NS_PER_MS, MEGABYTE = 1e9, 1e6, 1024**2
BESIDE_THE_PROGRAM = (Z, SHENANDOAH)
#: Windows of the minimum mutator utilisation, in milliseconds.
WINDOWS_MS = (20, 100, 1_000)


@dataclass(frozen=True)
class GcSummary:
    """Of one log. Times of pauses in ms, heap in MiB, fractions of the time from its first line to its last."""

    unified: UnifiedLog

    @property
    def collector(self) -> str:
        return self.unified.log.collector or "not told"

    @property
    def elapsed_s(self) -> float:
        return self.unified.elapsed_s

    @property
    def tells_phases(self) -> bool:
        """Whether pauses and phases beside the program are in the log; of ZGC they are not where it was asked for the
        tag of whole collections alone, -Xlog:gc.
        """
        log = self.unified.log
        return self.collector != Z or bool(log.pauses or log.concurrent) or not log.heap

    @property
    def pause_count(self) -> int | None:
        """None where the log does not tell pauses."""
        return len(self.pauses_ms) if self.tells_phases else None

    @cached_property
    def pauses_ms(self) -> NDArray[np.float64]:
        return np.array([pause.duration_ns / NS_PER_MS for pause in self.unified.log.pauses], dtype=np.float64)

    def percentile_ms(self, percent: float) -> float | None:
        """Of the pauses; the 100th is the longest."""
        return float(np.percentile(self.pauses_ms, percent)) if len(self.pauses_ms) else None

    @property
    def paused_s(self) -> float | None:
        """None where the log does not tell pauses."""
        return float(self.pauses_ms.sum()) / 1e3 if self.tells_phases else None

    @property
    def concurrent_s(self) -> float | None:
        """How long phases beside the program lasted, without the pauses in them; None where the log does not tell."""
        if not self.tells_phases:
            return None
        log, run_ns = self.unified.log, (self.unified.begin_ns, self.unified.end_ns)
        return beside_ns(log.concurrent, log.pauses, run_ns) / NS_PER_S

    @property
    def pause_cpu_s(self) -> float | None:
        """CPU time in pauses, of each in steps of 10 ms; None of a collector that does not tell it."""
        told = self.unified.log.pause_cpu
        return sum(each.cpu_ns for each in told) / NS_PER_S if told else None

    def of_run(self, seconds: float | None) -> float | None:
        """As a fraction of the time that the log tells of."""
        return seconds / self.elapsed_s if seconds is not None and self.elapsed_s > 0 else None

    @property
    def by_generation(self) -> dict[str, list[Phase]]:
        """Pauses, those of which there are most first."""
        counted = Counter(pause.generation for pause in self.unified.log.pauses)
        return {
            generation: [pause for pause in self.unified.log.pauses if pause.generation == generation]
            for generation, _ in counted.most_common()
        }

    @property
    def by_cause(self) -> dict[str, list[Phase]]:
        """Pauses that have a cause, the cause of most time first."""
        pauses = self.unified.log.pauses
        causes = dict.fromkeys(pause.cause for pause in pauses if pause.cause)
        found = {cause: [pause for pause in pauses if pause.cause == cause] for cause in causes}
        return dict(sorted(found.items(), key=lambda item: -sum(pause.duration_ns for pause in item[1])))

    @property
    def safepoints_s(self) -> float:
        return sum(stop.total_ns for stop in self.unified.log.safepoints) / NS_PER_S

    @property
    def longest_to_safepoint_ms(self) -> float | None:
        """How long it took at most until the last thread had stopped."""
        reached = [stop.reaching_ns for stop in self.unified.log.safepoints]
        return max(reached) / NS_PER_MS if reached else None

    @property
    def allocation_mib_per_s(self) -> float | None:
        """By how much the heap has grown from after one collection to before the next, in a second; what came before
        the first one is left out. None with fewer than two collections, and of collectors that work beside the program:
        while they do it allocates, and their logs do not tell how much.
        """
        if self.collector in BESIDE_THE_PROGRAM:
            return None
        heap = sorted(self.unified.log.heap, key=lambda change: change.end_ns)
        if len(heap) < 2 or heap[-1].end_ns == heap[0].end_ns:
            return None
        grown = sum(max(0, later.before_bytes - earlier.after_bytes) for earlier, later in pairwise(heap))
        return grown / MEGABYTE / ((heap[-1].end_ns - heap[0].end_ns) / NS_PER_S)

    @property
    def most_used_mib(self) -> float | None:
        """The heap in use before a collection, at most."""
        return max((change.before_bytes / MEGABYTE for change in self.unified.log.heap), default=None)

    @property
    def least_left_mib(self) -> float | None:
        """Near to what lives."""
        return _in_mib(live_bytes(self.unified.log.heap, self.unified.begin_ns, self.unified.end_ns))

    @property
    def promotion_mib_per_s(self) -> float | None:
        """What collections moved into the old generation; None where the log does not tell."""
        return _in_mib(promoted_bytes_per_s(self.unified.log, self.unified.begin_ns, self.unified.end_ns))

    @property
    def stalled_s(self) -> float:
        """How long threads waited for memory, each by itself."""
        return sum(stall.duration_ns for stall in self.unified.log.stalls) / NS_PER_S

    @property
    def stops(self) -> list[tuple[int, int]]:
        """When the program stood still, and for how long: by the safepoints, which hold the pauses and what it takes to
        stop all threads; by the pauses where the log does not tell of all safepoints.
        """
        log = self.unified.log
        if self.safepoints_s >= (self.paused_s or 0.0):
            return sorted((stop.begin_ns, stop.total_ns) for stop in log.safepoints)
        return sorted((pause.begin_ns, pause.duration_ns) for pause in log.pauses)

    def utilisation(self, window_ms: int) -> float | None:
        """Minimum mutator utilisation over windows of this length; None where the log tells neither pauses nor
        safepoints.
        """
        stops = self.stops
        if not stops and not self.tells_phases:
            return None
        begins = np.array([begin_ns for begin_ns, _ in stops], dtype=np.int64)
        durations = np.array([duration_ns for _, duration_ns in stops], dtype=np.int64)
        run = (self.unified.begin_ns, self.unified.end_ns)
        return minimum_mutator_utilisation(begins, durations, round(window_ms * NS_PER_MS), run)


def _in_mib(number_of_bytes: float | None) -> float | None:
    return None if number_of_bytes is None else number_of_bytes / MEGABYTE
