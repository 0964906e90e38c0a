"""What the collectors of each of a trial's servers did, where its metrics are sums over all of them."""

import polars as pl

from analysis.reading.records import Records, of_jvms
from analysis.trials.heap_metrics import heap_metrics
from analysis.trials.pauses import gc_metrics

OF_SERVER = (
    "gc_pause_count", "gc_pause_s", "gc_pause_max_ms", "gc_total_cpu_s", "allocation_mb_per_s", "heap_after_gc_mib",
)  # fmt: skip
SERVERS = {"jvm": pl.String, **dict.fromkeys(OF_SERVER, pl.Float64)}


def server_collections(records: Records) -> pl.DataFrame:
    """servers_df: a row for each server's JVM, with its part of these metrics; empty cells where they are not known."""
    rows = [(jvm, *_of(records, jvm)) for jvm in sorted(records.gc_logs)]
    return pl.DataFrame(rows, schema=SERVERS, orient="row")


def _of(records: Records, jvm: str) -> list[float | None]:
    alone = of_jvms(records, {jvm})
    found = {**gc_metrics(alone, completed=0), **heap_metrics(alone)}
    return [found.get(name) for name in OF_SERVER]
