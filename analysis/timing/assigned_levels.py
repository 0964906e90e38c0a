"""Which level each order had, in a trial whose levels were assigned by order or by window."""

import hashlib
from collections.abc import Sequence

import polars as pl

from analysis.contract.trial_document import AssignmentOfTrial
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND

DRAW_BYTES = 8


def drawn_level(seed: int, order_id: str, levels: Sequence[str]) -> str:
    """The level that the applications draw for an order (`trial.json`, assignment): SHA-256 of seed and id."""
    digest = hashlib.sha256(f"{seed}/{order_id}".encode()).digest()
    return levels[int.from_bytes(digest[:DRAW_BYTES], "big") % len(levels)]


def with_levels(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """orders_df with the column level: the one that was drawn for the order, or by window the one that it had.

    By window it is null where an order had several, or was never sent on; the column is null in other trials.
    """
    assignment = records.trial.assignment
    if assignment is None:
        return orders_df.with_columns(level=pl.lit(None, dtype=pl.String))
    if assignment.unit == "order":
        drawn = [drawn_level(assignment.seed, order_id, assignment.levels) for order_id in orders_df["order_id"]]
        return orders_df.with_columns(level=pl.Series(drawn, dtype=pl.String))
    return orders_df.join(only_level(records, assignment), on="order_id", how="left", maintain_order="left")


def only_level(records: Records, assignment: AssignmentOfTrial) -> pl.DataFrame:
    """The orders all of whose calls along the switched transitions went by one delegate, which is their level; of a
    placebo, those all of whose calls began under one level.
    """
    if assignment.transitions:
        calls_df = switched_calls(records, assignment).with_columns(had="delegate")
    else:
        calls_df = in_windows(records.calls, records.windows)
    return (
        calls_df.group_by("order_id")
        .agg(level=pl.col("had").first(), several=pl.col("had").n_unique() > 1)
        .filter(~pl.col("several"))
        .select("order_id", "level")
    )


def switched_calls(records: Records, assignment: AssignmentOfTrial) -> pl.DataFrame:
    return records.calls.filter(pl.col("transition").is_in(assignment.transitions))


def in_windows(calls_df: pl.DataFrame, windows_df: pl.DataFrame) -> pl.DataFrame:
    """The calls with the level of the window that had begun last before them, as had; null before the first."""
    begins_df = windows_df.select("begin_ns", had="level").sort("begin_ns")
    return calls_df.sort("begin_ns").join_asof(begins_df, on="begin_ns")


def kept_windows(records: Records) -> pl.DataFrame:
    """The windows of the trial's whole blocks, their wash-out cut off: begin_ns, end_ns, block, level.

    A block is whole when each level stands in it twice, and all of it lies in the measuring window.
    """
    assignment, trial = records.trial.assignment, records.trial
    if assignment is None or assignment.unit != "window":
        return records.windows.clear()
    inside = (pl.col("begin_ns") >= trial.begin_ns) & (pl.col("end_ns") <= trial.end_ns)
    counted_df = records.windows.filter(inside).group_by("block", "level").agg(windows=pl.len())
    twice_df = counted_df.filter(pl.col("windows") == 2).group_by("block").agg(levels=pl.len())
    whole = twice_df.filter(pl.col("levels") == len(assignment.levels))["block"]
    washout_ns = round((assignment.washout_s or 0.0) * NS_PER_SECOND)
    kept_df = records.windows.filter(inside & pl.col("block").is_in(whole.implode()))
    kept_df = kept_df.with_columns(begin_ns=pl.col("begin_ns") + washout_ns)
    return kept_df.filter(pl.col("begin_ns") < pl.col("end_ns")).sort("begin_ns")


def placed(events_df: pl.DataFrame, instant: str, kept_df: pl.DataFrame) -> pl.DataFrame:
    """The events whose instant lies in a kept window, with its block and level as block and window_level."""
    windows_df = kept_df.select(pl.col("begin_ns").alias("_begin_ns"), "end_ns", "block", window_level="level")
    known_df = events_df.filter(pl.col(instant).is_not_null()).sort(instant)
    joined_df = known_df.join_asof(windows_df.sort("_begin_ns"), left_on=instant, right_on="_begin_ns")
    return joined_df.filter(pl.col(instant) < pl.col("end_ns")).drop("_begin_ns", "end_ns")
