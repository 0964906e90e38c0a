"""The processor time of collections in the window of one trial, by each source that tells it, of each server's JVM:
what a report says of how far these agree.
"""

import polars as pl

from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND
from analysis.trials.machine_metrics import counter_increase
from analysis.trials.pauses import SERIAL, collector_cpu_s

SOURCES = {
    "jvm": pl.String,
    "collector": pl.String,
    "kernel_s": pl.Float64,
    "counters_s": pl.Float64,
    "recording_s": pl.Float64,
}


def cpu_by_source(records: Records) -> pl.DataFrame:
    """cpu_df: a row for each server's JVM. kernel_s: by /proc, of the threads that only collect, by their names;
    counters_s: of the same threads by the JVM's own counters; recording_s: by JFR, of pauses alone, in ticks of 10 ms
    of the whole process. Of Serial the first two are those of the VM thread. Empty where a source does not tell.
    """
    rows = [
        (jvm, log.collector, *_counted(records, jvm, log.collector == SERIAL), collector_cpu_s(records, [jvm]))
        for jvm, log in records.gc_logs.items()
    ]
    return pl.DataFrame(rows, schema=SOURCES, orient="row")


def _counted(records: Records, jvm: str, in_vm_thread: bool) -> tuple[float | None, float | None]:
    """By the kernel and by the JVM's counters."""
    counters_df = records.collector_counters.filter(pl.col("jvm") == jvm)
    if in_vm_thread:
        by_kernel = counters_df.filter(pl.col("source") == "proc VM thread")
        by_jvm = counters_df.filter(pl.col("source") == "hsperf VM thread")
    else:
        by_kernel = records.collector_threads.filter(pl.col("jvm") == jvm)
        by_jvm = counters_df.filter(pl.col("source") == "hsperf collectors")
    return _seconds(by_kernel, records), _seconds(by_jvm, records)


def _seconds(samples_df: pl.DataFrame, records: Records) -> float | None:
    used_ns = counter_increase(samples_df, "cpu_ns", records.trial)
    return None if used_ns is None else used_ns / NS_PER_SECOND
