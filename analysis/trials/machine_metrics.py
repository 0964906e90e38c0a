"""What a trial took from the machine: CPU by process, the fraction of busy time, disk, pressure, and the lengths of the
queues.

Totals are sampled each second; their values at both ends of the measuring window are interpolated between the
samples.
"""

from collections.abc import Iterable, Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND, Trial

Metrics = dict[str, float | None]
OUTSIDE_THE_BED = ("siege", "hyperfoil", "order-generator", "petlab")
# Samples come once a second, and the generator ends within a second of the window.
MAX_GAP_NS = 2 * NS_PER_SECOND
MAX_MISSED_FRACTION = 0.05
CORE_TIMES = ("user", "system", "iowait", "idle", "steal")


def counter_increase(samples_df: pl.DataFrame, total: str, trial: Trial) -> float | None:
    """By how much a running total grew in the window; None when its samples do not reach both ends.

    Where up to MAX_GAP_NS are missing at an end, the total is taken to have gone on as in the rest of the window.
    """
    samples_df = samples_df.sort("wall_ns")
    wall_ns = samples_df["wall_ns"].to_numpy()
    if not reach_both_ends(wall_ns, trial):
        return None
    values = samples_df[total].to_numpy().astype(float)
    values = values[0] + np.concatenate([[0.0], np.cumsum(increments(values))])
    first, last = max(trial.begin_ns, int(wall_ns[0])), min(trial.end_ns, int(wall_ns[-1]))
    origin = wall_ns[0]
    at = np.interp([first - origin, last - origin], wall_ns - origin, values)
    return float(at[1] - at[0]) * (trial.end_ns - trial.begin_ns) / (last - first)


def reach_both_ends(wall_ns: NDArray[np.int64], trial: Trial) -> bool:
    """Whether ordered samples begin with the window and end with it, but for MAX_GAP_NS."""
    if len(wall_ns) < 2 or min(wall_ns[-1], trial.end_ns) <= max(wall_ns[0], trial.begin_ns):
        return False
    return bool(wall_ns[0] <= trial.begin_ns + MAX_GAP_NS and wall_ns[-1] >= trial.end_ns - MAX_GAP_NS)


def increments(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """What came in from sample to sample. A process that was restarted counts from zero; a small fall is none."""
    before, after = values[:-1], values[1:]
    return np.where(after >= before, after - before, np.where(after < before / 2, after, 0.0))


def cpu_metrics(records: Records, completed: int) -> Metrics:
    """CPU seconds of each process tree, of the whole bed, and per order completed in the window."""
    by_process = cpu_by_process(records)
    total_s = sum_if_all_known([used for process, used in by_process.items() if process not in OUTSIDE_THE_BED])
    return {
        **{f"cpu_process_{process}_s": used for process, used in sorted(by_process.items())},
        "cpu_servers_s": total_s,
        "cpu_per_order_ms": total_s * 1000 / completed if total_s is not None and completed else None,
    }


def sum_if_all_known(parts: Iterable[float | None]) -> float | None:
    """The sum; None when a part is unknown, for the rest would be taken for all."""
    listed = list(parts)
    known = [part for part in listed if part is not None]
    return sum(known) if known and len(known) == len(listed) else None


def cpu_by_process(records: Records) -> dict[str, float | None]:
    """CPU seconds of each process tree in the window."""
    grouped = records.resources.group_by("process", maintain_order=True)
    return {str(process): counter_increase(samples_df, "cpu_s", records.trial) for (process,), samples_df in grouped}


def machine_metrics(records: Records) -> Metrics:
    """Shares of all cores' time, disk traffic, and pressure."""
    trial = records.trial
    written = counter_increase(records.machine, "disk_write_bytes", trial)
    return {
        **core_metrics(records),
        "canary_ms": canary_ms(records),
        "canary_between_ms": canary_between_ms(trial),
        "disk_write_mb_per_s": written / 1e6 / trial.window_s if written is not None else None,
        "io_pressure_fraction": pressure_fraction(records, "io"),
        "cpu_pressure_fraction": pressure_fraction(records, "cpu"),
    }


def canary_ms(records: Records) -> float | None:
    """What the canary took in the window, its median; older trials had none."""
    inside = pl.col("wall_ns").is_between(records.trial.begin_ns, records.trial.end_ns)
    cpu_ns = records.canary.filter(inside)["cpu_ns"]
    return float(np.median(cpu_ns.to_numpy())) / 1e6 if len(cpu_ns) else None


def canary_between_ms(trial: Trial) -> float | None:
    """What the canary took without the load, before and after; None where one of them was not told."""
    canary = trial.facts.canary
    if canary is None or not canary.before or not canary.after:
        return None
    medians = [float(np.median([piece.cpu_ns for piece in pieces])) for pieces in (canary.before, canary.after)]
    return sum(medians) / 2 / 1e6


def core_metrics(records: Records) -> Metrics:
    """Shares of all cores' time; none when the machine was not sampled from end to end of the window."""
    increases = {name: counter_increase(records.machine, f"{name}_s", records.trial) for name in CORE_TIMES}
    total_s = sum_if_all_known(increases.values())
    if not total_s:
        return {}
    waiting_s, idle_s = increases["iowait"] or 0.0, increases["idle"] or 0.0
    busy_s, ours_s = total_s - idle_s - waiting_s, sum_if_all_known(cpu_by_process(records).values())
    return {
        "cpu_busy_fraction": busy_s / total_s,
        # What a trial beside this one used is neither ours nor anybody else's.
        "cpu_other_fraction": None if records.trial.facts.beside else other_fraction(increases, ours_s),
        "iowait_fraction": waiting_s / total_s,
        "steal_fraction": (increases["steal"] or 0.0) / total_s,
    }


def other_fraction(spent: Mapping[str, float | None], ours_s: float | None) -> float | None:
    """Of all cores' time, what was busy and is not in ours_s: other programs had it, or other guests of the host."""
    total_s = sum_if_all_known(spent.values())
    if not total_s or ours_s is None:
        return None
    busy_s = total_s - (spent["idle"] or 0.0) - (spent["iowait"] or 0.0)
    return max(0.0, busy_s - ours_s) / total_s


def pressure_fraction(records: Records, resource: str) -> float | None:
    samples_df = records.pressure.filter(pl.col("resource") == resource)
    stalled_us = counter_increase(samples_df, "some_us", records.trial)
    return stalled_us / 1e6 / records.trial.window_s if stalled_us is not None else None


def queue_metrics(records: Records) -> Metrics:
    """Mean and maximum length of each queue in the window, and of the longest; dead-letter queues are the audit's
    business. None where polls are missing: a broker that does not answer may be the one whose queues are long.
    """
    wall_ns = records.queues["wall_ns"].unique().sort().to_numpy()
    if not reach_both_ends(wall_ns, records.trial) or missed_polls(records) > MAX_MISSED_FRACTION:
        return {}
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


def missed_polls(records: Records) -> float:
    """The fraction of its polls in which the broker did not tell the lengths of its queues."""
    missed = records.trial.queue_polls_missed
    return missed / (missed + records.queues["wall_ns"].n_unique()) if missed else 0.0
