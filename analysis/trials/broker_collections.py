"""Garbage collection of the broker's JVM: it stops no step, but whatever a step sends or receives meanwhile."""

import polars as pl

from analysis.reading.records import Records
from analysis.trials.affected import gc_affected_metrics
from analysis.trials.pauses import Metrics, gc_metrics

OF_BROKER = (
    "gc_pause_s", "gc_pause_mean_ms", "gc_pause_max_ms", "gc_cpu_per_order_ms", "gc_affected_fraction",
    "allocation_per_order_kb",
)  # fmt: skip


def broker_metrics(records: Records, completed: int, orders_df: pl.DataFrame) -> Metrics:
    """Those of its JVM, `broker_gc_pause_s` and so on; none where that was not observed.

    completed: orders completed in the window; orders_df: those received in it.
    """
    if records.broker is None:
        return {}
    found = {**gc_metrics(records.broker, completed), **gc_affected_metrics(records.broker, orders_df)}
    return {f"broker_{name}": found[name] for name in OF_BROKER if name in found}
