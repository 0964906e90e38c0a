"""A trial by window, block by block: what each level did in its windows, the wash-out cut off.

Completed orders and the times of orders count where the order had the level of the window: what the level before left
behind counts nowhere. Totals, such as CPU time, are interpolated between their samples at both ends of each window.
"""

from collections.abc import Iterator
from itertools import chain

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.metrics import GEOMETRIC_MEANS
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND
from analysis.timing.assigned_levels import kept_windows, placed
from analysis.timing.order_times import NS_PER_MS
from analysis.trials.machine_metrics import (
    CORE_TIMES,
    MAX_GAP_NS,
    OUTSIDE_THE_BED,
    increments,
    other_fraction,
    sum_if_all_known,
)

SCHEMA = {"block": pl.Int64, "level": pl.String, "metric": pl.String, "value": pl.Float64}
Part = tuple[int, str]  # a level in a block
Row = tuple[int, str, str, float | None]


def switchback_blocks(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """blocks_df: one row per whole block, level and metric; empty for a trial that is not by window."""
    kept_df = kept_windows(records)
    if not len(kept_df):
        return pl.DataFrame(schema=SCHEMA)
    parts: dict[Part, pl.DataFrame] = {
        (int(str(block)), str(level)): windows_df
        for (block, level), windows_df in kept_df.group_by("block", "level", maintain_order=True)
    }
    completed = completed_by_part(orders_df, kept_df)
    rows = chain(
        rates(parts, completed), cpu(records, parts, completed), collections(records, kept_df, parts, completed),
        machine(records, parts), collectors_cpu(records, parts, completed), queues(records.queues, kept_df),
        times(orders_df, kept_df),
    )  # fmt: skip
    return pl.DataFrame([row for row in rows if row[-1] is not None], schema=SCHEMA, orient="row")


def completed_by_part(orders_df: pl.DataFrame, kept_df: pl.DataFrame) -> dict[Part, int]:
    """Orders completed in the kept windows of their own level."""
    of_level_df = placed(orders_df, "mailed_ns", kept_df).filter(pl.col("level") == pl.col("window_level"))
    return {(block, level): count for block, level, count in of_level_df.group_by("block", "level").len().iter_rows()}


def carried_over_fraction(records: Records, orders_df: pl.DataFrame) -> float | None:
    """Of the orders completed in kept windows, those of another level: the wash-out was too short for them."""
    mailed_df = placed(orders_df, "mailed_ns", kept_windows(records)).filter(pl.col("level").is_not_null())
    return float((mailed_df["level"] != mailed_df["window_level"]).mean()) if len(mailed_df) else None  # type: ignore[arg-type]


def rates(parts: dict[Part, pl.DataFrame], completed: dict[Part, int]) -> Iterator[Row]:
    for (block, level), windows_df in parts.items():
        kept_min = float((windows_df["end_ns"] - windows_df["begin_ns"]).sum()) / NS_PER_SECOND / 60
        yield block, level, "throughput_per_min", completed.get((block, level), 0) / kept_min


def cpu(records: Records, parts: dict[Part, pl.DataFrame], completed: dict[Part, int]) -> Iterator[Row]:
    """By completed order: of the bed, and of each of its processes."""
    samples = {
        str(process): samples_df.sort("wall_ns")
        for (process,), samples_df in records.resources.group_by("process", maintain_order=True)
        if process not in OUTSIDE_THE_BED
    }
    for (block, level), windows_df in parts.items():
        orders = completed.get((block, level), 0)
        used_s = {process: increase_in(windows_df, samples_df) for process, samples_df in samples.items()}
        by_metric = {f"cpu_per_order_of_{process}_ms": seconds for process, seconds in used_s.items()}
        for metric, seconds in {"cpu_per_order_ms": sum_if_all_known(used_s.values()), **by_metric}.items():
            yield block, level, metric, seconds * 1000 / orders if seconds is not None and orders else None


def machine(records: Records, parts: dict[Part, pl.DataFrame]) -> Iterator[Row]:
    """The fraction of the cores that no process of the trial used while they were busy."""
    machine_df = records.machine.sort("wall_ns")
    processes = [frame.sort("wall_ns") for _, frame in records.resources.group_by("process", maintain_order=True)]
    for (block, level), windows_df in parts.items():
        spent = {name: increase_in(windows_df, machine_df, f"{name}_s") for name in CORE_TIMES}
        ours_s = sum_if_all_known(increase_in(windows_df, frame) for frame in processes)
        yield block, level, "cpu_other_fraction", other_fraction(spent, ours_s)


def increase_in(windows_df: pl.DataFrame, samples_df: pl.DataFrame, total: str = "cpu_s") -> float | None:
    """By how much a total of ordered samples grew in these windows; None where samples are missing at an end of one."""
    wall_ns = samples_df["wall_ns"].to_numpy()
    ends_ns = windows_df.select("begin_ns", "end_ns").to_numpy()
    if not sampled_around(wall_ns, ends_ns.ravel()):
        return None
    grown = np.concatenate([[0.0], np.cumsum(increments(samples_df[total].to_numpy()))])
    at = np.interp((ends_ns - wall_ns[0]).ravel(), wall_ns - wall_ns[0], grown).reshape(ends_ns.shape)
    return float((at[:, 1] - at[:, 0]).sum())


def sampled_around(wall_ns: NDArray[np.int64], instants_ns: NDArray[np.int64]) -> bool:
    """Whether each instant has a sample before it and one after it that are no more than MAX_GAP_NS apart."""
    after = np.searchsorted(wall_ns, instants_ns)
    if len(wall_ns) < 2 or after.min() < 1 or after.max() >= len(wall_ns):
        return False
    return bool((wall_ns[after] - wall_ns[after - 1] <= MAX_GAP_NS).all())


def collections(
    records: Records, kept_df: pl.DataFrame, parts: dict[Part, pl.DataFrame], completed: dict[Part, int]
) -> Iterator[Row]:
    """Pauses that began in the windows, by completed order."""
    if not records.gc_logs:
        return
    pauses = [(pause.begin_ns, pause.duration_ns) for log in records.gc_logs.values() for pause in log.pauses]
    pauses_df = pl.DataFrame(pauses, schema={"begin_ns": pl.Int64, "duration_ns": pl.Int64}, orient="row")
    summed_df = placed(pauses_df, "begin_ns", kept_df).group_by("block", "window_level").agg(pl.sum("duration_ns"))
    paused_ns = {(block, level): total for block, level, total in summed_df.iter_rows()}
    for block, level in parts:
        orders = completed.get((block, level), 0)
        paused_ms = paused_ns.get((block, level), 0) / NS_PER_MS
        yield block, level, "gc_per_order_ms", paused_ms / orders if orders else None


def collectors_cpu(records: Records, parts: dict[Part, pl.DataFrame], completed: dict[Part, int]) -> Iterator[Row]:
    """CPU of the collectors' threads, by completed order; nothing where a JVM has none of its own."""
    samples = [
        samples_df.sort("wall_ns") for _, samples_df in records.collector_threads.group_by("jvm", maintain_order=True)
    ]
    if not samples or len(samples) < len(records.gc_logs):
        return
    for (block, level), windows_df in parts.items():
        orders = completed.get((block, level), 0)
        used_ns = sum_if_all_known(increase_in(windows_df, samples_df, "cpu_ns") for samples_df in samples)
        per_order_ms = used_ns / NS_PER_MS / orders if used_ns is not None and orders else None
        yield block, level, "gc_cpu_per_order_ms", per_order_ms


def queues(queues_df: pl.DataFrame, kept_df: pl.DataFrame) -> Iterator[Row]:
    """The greatest of the queues' mean lengths."""
    alive_df = placed(queues_df.filter(~pl.col("dead")), "wall_ns", kept_df)
    means_df = alive_df.group_by("block", "window_level", "queue").agg(pl.col("messages").mean())
    longest_df = means_df.group_by("block", "window_level").agg(pl.col("messages").max())
    for block, level, length in longest_df.iter_rows():
        yield block, level, "queue_longest_mean", length


def times(orders_df: pl.DataFrame, kept_df: pl.DataFrame) -> Iterator[Row]:
    """Geometric means of the orders that were received in the windows of their own level."""
    own_df = placed(orders_df, "received_ns", kept_df).filter(pl.col("level") == pl.col("window_level"))
    for metric, column in GEOMETRIC_MEANS.items():
        positive_df = own_df.filter(pl.col(column) > 0)
        means_df = positive_df.group_by("block", "level").agg(pl.col(column).log().mean().exp())
        for block, level, mean in means_df.iter_rows():
            yield block, level, metric, mean
