"""What a trial took from the machine: CPU by process, the fraction of busy time, disk, pressure, and the lengths of the
queues.

Totals are sampled each second; their values at both ends of the measuring window are interpolated between the
samples.
"""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.reading.records import Records
from analysis.reading.trial_facts import Trial

Metrics = dict[str, float | None]
OUTSIDE_THE_BED = ("siege", "petlab", "hyperfoil", "generator")


def counter_increase(samples_df: pl.DataFrame, total: str, trial: Trial) -> float | None:
    """By how much a running total grew in the window; None when its samples do not reach over half of it."""
    samples_df = samples_df.sort("wall_ns")
    wall_ns = samples_df["wall_ns"].to_numpy()
    covered = min(wall_ns[-1], trial.end_ns) - max(wall_ns[0], trial.begin_ns) if len(wall_ns) > 1 else 0
    if covered < (trial.end_ns - trial.begin_ns) / 2:
        return None
    values = samples_df[total].to_numpy().astype(float)
    values = values[0] + np.concatenate([[0.0], np.cumsum(increments(values))])
    origin = wall_ns[0]
    at = np.interp([trial.begin_ns - origin, trial.end_ns - origin], wall_ns - origin, values)
    return float(at[1] - at[0])


def increments(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What came in from sample to sample. A process that was restarted counts from zero; a small fall is none."""
    before, after = values[:-1], values[1:]
    return np.where(after >= before, after - before, np.where(after < before / 2, after, 0.0))


def cpu_metrics(records: Records, completed: int) -> Metrics:
    """CPU seconds of each process tree, of the whole bed, and per order completed in the window."""
    by_process = cpu_by_process(records)
    bed_s = [used for process, used in by_process.items() if process not in OUTSIDE_THE_BED and used is not None]
    total_s = sum(bed_s) if bed_s else None
    return {
        **{f"cpu_process_{process}_s": used for process, used in sorted(by_process.items())},
        "cpu_servers_s": total_s,
        "cpu_per_order_ms": total_s * 1000 / completed if total_s is not None and completed else None,
    }


def cpu_by_process(records: Records) -> dict[str, float | None]:
    """CPU seconds of each process tree in the window."""
    grouped = records.resources.group_by("process", maintain_order=True)
    return {str(process): counter_increase(samples_df, "cpu_s", records.trial) for (process,), samples_df in grouped}


def machine_metrics(records: Records) -> Metrics:
    """Shares of all cores' time, disk traffic, and pressure."""
    trial = records.trial
    if len(records.machine) < 2:
        return {}
    parts = {
        name: counter_increase(records.machine, f"{name}_s", trial) or 0.0
        for name in ("user", "system", "iowait", "idle", "steal")
    }
    whole_s = sum(parts.values())
    written = counter_increase(records.machine, "disk_write_bytes", trial)
    busy_s = whole_s - parts["idle"] - parts["iowait"]
    ours_s = sum(used for used in cpu_by_process(records).values() if used is not None)
    return {
        "cpu_busy_fraction": busy_s / whole_s if whole_s else None,
        "cpu_other_fraction": max(0.0, busy_s - ours_s) / whole_s if whole_s else None,
        "iowait_fraction": parts["iowait"] / whole_s if whole_s else None,
        "disk_write_mb_per_s": written / 1e6 / trial.window_s if written is not None else None,
        "io_pressure_fraction": pressure_fraction(records, "io"),
        "cpu_pressure_fraction": pressure_fraction(records, "cpu"),
    }


def pressure_fraction(records: Records, resource: str) -> float | None:
    samples_df = records.pressure.filter(pl.col("resource") == resource)
    stalled_us = counter_increase(samples_df, "some_us", records.trial) if len(samples_df) > 1 else None
    return stalled_us / 1e6 / records.trial.window_s if stalled_us is not None else None


def queue_metrics(records: Records) -> Metrics:
    """Mean and maximum length of each queue in the window, and of the longest; dead-letter queues are the audit's
    business.
    """
    inside = pl.col("wall_ns").is_between(records.trial.begin_ns, records.trial.end_ns)
    lengths_df = (
        records.queues.filter(inside & ~pl.col("dead"))
        .group_by("queue")
        .agg(mean=pl.col("messages").mean(), longest=pl.col("messages").max())
        .sort("queue")
    )
    if not len(lengths_df):
        return {}
    metrics: Metrics = {}
    for queue, mean, longest in lengths_df.iter_rows():
        metrics |= {f"queue_{queue}_mean": mean, f"queue_{queue}_max": float(longest)}
    means, maxima = lengths_df["mean"].to_list(), lengths_df["longest"].to_list()
    return {**metrics, "queue_longest_mean": max(means), "queue_longest_max": float(max(maxima))}
