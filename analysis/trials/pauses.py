"""Garbage collection of one trial: pauses by generation, safepoints, concurrent phases and allocation.

The GC log is the source of the sums.
"""

from collections.abc import Collection, Iterable

import polars as pl

from analysis.reading.gclog import GcLog, Phase
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND, Trial
from analysis.timing.concurrent_work import beside_ns
from analysis.timing.order_times import NS_PER_MS
from analysis.trials.machine_metrics import counter_increase, sum_if_all_known

Metrics = dict[str, float | None]
MEGABYTE, KILOBYTE = 1e6, 1e3
SERIAL = "Serial"
"""It has no threads of its own: it works in the VM thread."""


def begun_within(trial: Trial, phases: Iterable[Phase]) -> list[Phase]:
    return [phase for phase in phases if trial.begin_ns <= phase.begin_ns < trial.end_ns]


def gc_metrics(records: Records, completed: int) -> Metrics:
    """Sums over all JVMs of the bed, of what began in the measuring window."""
    trial = records.trial
    pauses = [pause for log in records.gc_logs.values() for pause in begun_within(trial, log.pauses)]
    young = [pause for pause in pauses if pause.generation == "young"]
    old = [pause for pause in pauses if pause.generation in ("old", "mixed")]
    if not records.gc_logs:
        return {}
    return {
        "gc_pause_s": seconds(pauses),
        "gc_pause_fraction": seconds(pauses) / trial.window_s / len(records.gc_logs),
        "gc_pause_count": float(len(pauses)),
        "gc_pause_mean_ms": mean_ms(pauses),
        "gc_pause_max_ms": max((pause.duration_ns for pause in pauses), default=0) / NS_PER_MS,
        "gc_young_s": seconds(young),
        "gc_young_count": float(len(young)),
        "gc_young_mean_ms": mean_ms(young),
        "gc_old_s": seconds(old),
        "gc_old_count": float(len(old)),
        "gc_concurrent_s": sum(concurrent_s(trial, log) for log in records.gc_logs.values()),
        "gc_cpu_s": collector_cpu_s(records),
        "gc_jfr_pause_s": jfr_pause_s(records),
        "gc_per_order_ms": seconds(pauses) * 1000 / completed if completed else None,
        **total_cpu_metrics(records, completed),
        **safepoint_metrics(records),
        **allocation_metrics(records, completed),
    }


def seconds(phases: list[Phase]) -> float:
    return sum(phase.duration_ns for phase in phases) / NS_PER_SECOND


def concurrent_s(trial: Trial, log: GcLog) -> float:
    """Of the phases beside the application that began in the window."""
    return beside_ns(begun_within(trial, log.concurrent), log.pauses) / NS_PER_SECOND


def mean_ms(phases: list[Phase]) -> float | None:
    return seconds(phases) * 1000 / len(phases) if phases else None


def collector_cpu_s(records: Records, jvms: Collection[str] | None = None) -> float | None:
    """CPU of the collector's threads while the application was stopped, in these JVMs or all; None without JFR, and
    where it told of collections but not of their times (ZGC).
    """
    of_jvms = pl.lit(True) if jvms is None else pl.col("jvm").is_in(list(jvms))
    times_df = records.collector_times.filter(of_jvms)
    silent = len(records.collections.filter(of_jvms)) > 0 and not len(times_df)
    if not records.trial.measured or silent:
        return None
    inside = pl.col("wall_ns").is_between(records.trial.begin_ns, records.trial.end_ns, closed="left")
    times = times_df.filter(inside).select(pl.sum("user_ns") + pl.sum("system_ns"))
    return float(times.item()) / NS_PER_SECOND


def total_cpu_metrics(records: Records, completed: int) -> Metrics:
    """CPU of garbage collection, in pauses and beside the application, over all JVMs."""
    cpu_s = total_cpu_s(records)
    per_order_ms = cpu_s * 1000 / completed if cpu_s is not None and completed else None
    return {"gc_total_cpu_s": cpu_s, "gc_cpu_per_order_ms": per_order_ms}


def total_cpu_s(records: Records) -> float | None:
    """What the threads that only collect used in the window, and of a JVM that has none (Serial collects in the VM
    thread; that of equal strings helps it), what JFR says of its pauses. None where the kernel was not asked, or of one
    JVM nobody told.
    """
    if "collector_threads" in records.absent:
        return None
    by_jvm: dict[str, float | None] = {
        str(jvm): counter_increase(samples_df, "cpu_ns", records.trial)
        for (jvm,), samples_df in records.collector_threads.group_by("jvm", maintain_order=True)
    }
    used_ns = sum_if_all_known(by_jvm.values()) if by_jvm else 0.0
    without = [jvm for jvm, log in records.gc_logs.items() if jvm not in by_jvm or log.collector == SERIAL]
    in_pauses_s = collector_cpu_s(records, without) if without else 0.0
    return used_ns / NS_PER_SECOND + in_pauses_s if used_ns is not None and in_pauses_s is not None else None


def jfr_pause_s(records: Records) -> float | None:
    """Cross-check by JFR; None when it was off."""
    if not records.trial.measured:
        return None
    inside = pl.col("begin_ns").is_between(records.trial.begin_ns, records.trial.end_ns, closed="left")
    return float(records.pauses.filter(inside)["duration_ns"].sum()) / NS_PER_SECOND


def safepoint_metrics(records: Records) -> Metrics:
    begin_ns, end_ns = records.trial.begin_ns, records.trial.end_ns
    logs = records.gc_logs.values()
    inside = [stop for log in logs for stop in log.safepoints if begin_ns <= stop.begin_ns < end_ns]
    stalls = [stall for log in logs for stall in log.stalls if begin_ns <= stall.begin_ns < end_ns]
    return {
        "safepoint_s": sum(stop.total_ns for stop in inside) / NS_PER_SECOND,
        "safepoint_reaching_s": sum(stop.reaching_ns for stop in inside) / NS_PER_SECOND,
        "gc_stall_s": sum(stall.duration_ns for stall in stalls) / NS_PER_SECOND,
    }


def allocation_metrics(records: Records, completed: int) -> Metrics:
    allocated = float((records.allocation["end_bytes"] - records.allocation["begin_bytes"]).sum())
    if not len(records.allocation):
        return {}
    return {
        "allocation_mb_per_s": allocated / MEGABYTE / records.trial.window_s,
        "allocation_per_order_kb": allocated / KILOBYTE / completed if completed else None,
    }
