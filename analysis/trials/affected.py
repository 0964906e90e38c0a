"""Whom the collections of one trial met: orders and requests that a pause stopped, and orders that were under way while
a collector worked beside the application.

Pauses are JFR's where there are any (they are placed to the nanosecond), and otherwise the log's (to the millisecond).
Phases beside the application are the log's.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.reading.gclog import Phase
from analysis.reading.records import Records
from analysis.statistics.mutator_utilisation import paused_until
from analysis.timing.concurrent_work import stretches
from analysis.timing.order_times import NS_PER_MS
from analysis.trials.pauses import Metrics

Instants = NDArray[np.int64]
MIN_ORDERS = 30
"""Of fewer orders of either kind a ratio of their means tells nothing."""


def gc_affected_metrics(records: Records, orders_df: pl.DataFrame) -> Metrics:
    """Which fraction of the finished orders a pause met, and what it cost each of these, and all of them on average;
    not known where nobody told of pauses.
    """
    paused_ms = gc_affected(records, orders_df)["paused_ms"].to_numpy()
    if not records.gc_logs and not len(records.pauses):
        paused_ms = paused_ms[:0]
    of_all = float(paused_ms.mean()) if len(paused_ms) else None
    return _fraction_and_mean("gc_affected", paused_ms) | {"gc_paused_mean_ms": of_all}


def gc_affected(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """One row per finished order of orders_df: order_id and paused_ms, the pauses between first and last mark."""
    finished_df = orders_df.filter(pl.col("mailed_ns").is_not_null())
    paused_ms = _paused_ms(records, finished_df["received_ns"].to_numpy(), finished_df["mailed_ns"].to_numpy())
    return finished_df.select("order_id", paused_ms=pl.Series(paused_ms, dtype=pl.Float64))


def gc_requests_affected_metrics(records: Records, requests_df: pl.DataFrame) -> Metrics:
    """The same of requests, from when they were sent until their answers were there; nothing where the generator does
    not tell these instants (Siege tells whole seconds), or nobody told of pauses.
    """
    if not records.gc_logs and not len(records.pauses):
        return {}
    timed_df = requests_df.drop_nulls(["sent_ns", "end_ns"])
    paused_ms = _paused_ms(records, timed_df["sent_ns"].to_numpy(), timed_df["end_ns"].to_numpy())
    return _fraction_and_mean("gc_requests_affected", paused_ms) if len(timed_df) else {}


def _fraction_and_mean(name: str, paused_ms: NDArray[np.float64]) -> Metrics:
    met_ms = paused_ms[paused_ms > 0]
    return {
        f"{name}_fraction": len(met_ms) / len(paused_ms) if len(paused_ms) else None,
        f"{name}_mean_ms": float(met_ms.mean()) if len(met_ms) else None,
    }


def _paused_ms(records: Records, begins_ns: Instants, ends_ns: Instants) -> NDArray[np.float64]:
    """How much of each interval all threads of a JVM stood still; of several JVMs, the sum."""
    paused_ns = np.zeros(len(begins_ns), dtype=np.int64)
    for stops_ns, durations_ns in _pause_times(records):
        paused_ns += paused_until(ends_ns, stops_ns, durations_ns) - paused_until(begins_ns, stops_ns, durations_ns)
    return paused_ns / NS_PER_MS


def _pause_times(records: Records) -> Iterator[tuple[Instants, Instants]]:
    """(begins, durations) in ns of each JVM's pauses, in the order of time."""
    if len(records.pauses):
        for _, frame in records.pauses.group_by("jvm", maintain_order=True):
            ordered_df = frame.sort("begin_ns")
            yield ordered_df["begin_ns"].to_numpy(), ordered_df["duration_ns"].to_numpy()
        return
    for log in records.gc_logs.values():
        stops = sorted((pause.begin_ns, pause.duration_ns) for pause in log.pauses)
        begins_ns, durations_ns = np.array(stops, dtype=np.int64).reshape(-1, 2).T
        yield begins_ns, durations_ns


def gc_concurrent_metrics(records: Records, orders_df: pl.DataFrame) -> Metrics:
    """How much longer orders took beside which some JVM's collector worked, geometric means, than the others of the
    trial; nothing where no collector worked beside the application, not known with fewer than MIN_ORDERS of either.

    An order counts as such whose first moments, as long as the trial's median response, a phase overlaps. Were it
    overlapped at any time, long orders would be such because they are long, and no collector need have slowed them.
    """
    phases = [phase for log in records.gc_logs.values() for phase in log.concurrent]
    if not phases:
        return {}
    known_df = orders_df.filter(pl.col("response_ms") > 0)
    logarithms, is_beside = known_df["response_ms"].log().to_numpy(), _is_beside(phases, known_df)
    beside, others = logarithms[is_beside], logarithms[~is_beside]
    enough = min(len(beside), len(others)) >= MIN_ORDERS
    return {"gc_concurrent_response_ratio": float(np.exp(beside.mean() - others.mean())) if enough else None}


def _is_beside(phases: Iterable[Phase], orders_df: pl.DataFrame) -> NDArray[np.bool_]:
    """Of each order, whether a phase overlaps its first moments."""
    if not len(orders_df):
        return np.zeros(0, dtype=np.bool_)
    edges_ns = stretches(phases)
    begins_ns, ends_ns = edges_ns[:, 0], edges_ns[:, 1]
    received_ns = orders_df["received_ns"].to_numpy()
    until_ns = received_ns + round(float(np.median(orders_df["response_ms"].to_numpy())) * NS_PER_MS)
    last = np.searchsorted(begins_ns, until_ns) - 1  # the last phase that has begun by then
    return (last >= 0) & (ends_ns[np.maximum(last, 0)] > received_ns)
