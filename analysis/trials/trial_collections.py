"""What the collectors did in the window of one trial, moment by moment, and in all: for pictures and tables.

Times are seconds since the window began. Heap and pauses are those of the servers' JVMs, by their GC logs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.reading.gclog import GcLog, Phase
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND, Trial
from analysis.timing.order_times import NS_PER_MS
from analysis.trials.affected import gc_affected
from analysis.trials.collector_cpu import cpu_by_source
from analysis.trials.pauses import begun_within
from analysis.trials.server_collections import server_collections

STRETCHES = 60
"""Into so many the window is cut where orders are counted."""
MEBIBYTE = 2**20
PAUSES = {
    "jvm": pl.String,
    "at_s": pl.Float64,
    "ms": pl.Float64,
    "generation": pl.String,
    "kind": pl.String,
    "cause": pl.String,
}
CONCURRENT = {"jvm": pl.String, "begin_s": pl.Float64, "end_s": pl.Float64}
HEAP = {"jvm": pl.String, "at_s": pl.Float64, "mib": pl.Float64}
AFFECTED = {"begin_s": pl.Float64, "end_s": pl.Float64, "orders": pl.Int64, "affected": pl.Int64}


@dataclass(frozen=True)
class TrialCollections:
    """pauses_df: each pause; concurrent_df: each phase beside the application; heap_df: heap in use, as each
    collection began and ended; affected_df: orders completed in each stretch of the window, and those of them that met
    a pause; cpu_df: as `collector_cpu` has it; servers_df: as `server_collections` has it.
    """

    pauses_df: pl.DataFrame
    concurrent_df: pl.DataFrame
    heap_df: pl.DataFrame
    affected_df: pl.DataFrame
    cpu_df: pl.DataFrame
    servers_df: pl.DataFrame


def trial_collections(records: Records, orders_df: pl.DataFrame) -> TrialCollections | None:
    """orders_df: those received before the window, too. None where no JVM left a log."""
    if not records.gc_logs:
        return None
    trial, logs = records.trial, records.gc_logs.items()
    pauses = [(jvm, *_pause(trial, each)) for jvm, log in logs for each in begun_within(trial, log.pauses)]
    concurrent = [(jvm, *_span(trial, each)) for jvm, log in logs for each in begun_within(trial, log.concurrent)]
    heap = [
        (jvm, _second(trial, at_ns), used_bytes / MEBIBYTE)
        for jvm, log in logs
        for at_ns, used_bytes in sorted(_filled(log))
        if trial.begin_ns <= at_ns < trial.end_ns
    ]
    return TrialCollections(
        pl.DataFrame(pauses, schema=PAUSES, orient="row"),
        pl.DataFrame(concurrent, schema=CONCURRENT, orient="row"),
        pl.DataFrame(heap, schema=HEAP, orient="row"),
        _affected(records, orders_df),
        cpu_by_source(records),
        server_collections(records),
    )


def _second(trial: Trial, instant_ns: int) -> float:
    return (instant_ns - trial.begin_ns) / NS_PER_SECOND


def _pause(trial: Trial, pause: Phase) -> tuple[float, float, str, str, str | None]:
    at_s, ms = _second(trial, pause.begin_ns), pause.duration_ns / NS_PER_MS
    return at_s, ms, pause.generation, pause.kind, pause.cause


def _filled(log: GcLog) -> Iterator[tuple[int, int]]:
    """Instants and bytes in use, as a collection began and as it ended."""
    for change in log.heap:
        yield change.begin_ns, change.before_bytes
        yield change.end_ns, change.after_bytes


def _span(trial: Trial, phase: Phase) -> tuple[float, float]:
    """What goes on beyond the window is drawn until its end."""
    return _second(trial, phase.begin_ns), _second(trial, min(phase.begin_ns + phase.duration_ns, trial.end_ns))


def _affected(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    trial = records.trial
    edges_s = np.linspace(0, trial.window_s, STRETCHES + 1)
    paused_df = gc_affected(records, orders_df).join(orders_df.select("order_id", "mailed_ns"), on="order_id")
    ended_s = (paused_df["mailed_ns"].to_numpy() - trial.begin_ns) / NS_PER_SECOND
    orders, _ = np.histogram(ended_s, edges_s)
    affected, _ = np.histogram(ended_s[paused_df["paused_ms"].to_numpy() > 0], edges_s)
    columns = {"begin_s": edges_s[:-1], "end_s": edges_s[1:], "orders": orders, "affected": affected}
    return pl.DataFrame(columns, schema=AFFECTED)
