"""What lived in the heaps of one trial's servers, and what was promoted, by their GC logs."""

from analysis.reading.records import Records
from analysis.timing.heap_use import left_bytes, live_bytes, promoted_bytes_per_s
from analysis.trials.machine_metrics import sum_if_all_known
from analysis.trials.pauses import MEGABYTE, Metrics

MEBIBYTE = 2**20


def heap_metrics(records: Records) -> Metrics:
    """Sums over the servers' JVMs, of the measuring window; not known where one of them does not tell."""
    logs, window_ns = records.gc_logs.values(), (records.trial.begin_ns, records.trial.end_ns)
    if not logs:
        return {}
    return {
        "promotion_mb_per_s": _by(MEGABYTE, sum_if_all_known(promoted_bytes_per_s(log, *window_ns) for log in logs)),
        "heap_after_gc_mib": _by(MEBIBYTE, sum_if_all_known(left_bytes(log.heap, *window_ns) for log in logs)),
        "live_set_mib": _by(MEBIBYTE, sum_if_all_known(live_bytes(log.heap, *window_ns) for log in logs)),
    }


def _by(unit: float, number_of_bytes: float | None) -> float | None:
    return None if number_of_bytes is None else number_of_bytes / unit
