"""How long each step takes, whatever order and document it is for: work, commit, and the wait before it."""

import polars as pl

from analysis.reading.records import Records
from analysis.timing.order_times import NS_PER_MS, within

MEANS = ("work_ms", "commit_ms", "wait_ms")
SCHEMA = {"step": pl.String, "attempts": pl.Int64, "rolled_back": pl.Int64, **dict.fromkeys(MEANS, pl.Float64)}


def step_times(records: Records) -> pl.DataFrame:
    """steps_df: one row per step, over attempts begun in the window; means are of those that were committed."""
    attempts_df = records.steps.filter(within(records.trial, "begin_ns"))
    committed = pl.col("outcome") == "committed"
    means = {name: (pl.col(name.replace("_ms", "_ns")).filter(committed).mean() / NS_PER_MS) for name in MEANS}
    steps_df = attempts_df.group_by("step").agg(
        attempts=pl.len().cast(pl.Int64), rolled_back=(~committed).sum().cast(pl.Int64), **means
    )
    return steps_df.select(*SCHEMA).cast(pl.Schema(SCHEMA)).sort("step")


def mean_steps(step_frames: list[pl.DataFrame]) -> pl.DataFrame:
    """Mean over trials of step_times that name variant and customers."""
    keys = {"variant": pl.String, "customers": pl.Int64}
    known = [frame.select(*keys, *SCHEMA).cast(pl.Schema({**keys, **SCHEMA})) for frame in step_frames]
    steps_df = pl.concat([pl.DataFrame(schema={**keys, **SCHEMA}), *known])
    counts, means = pl.col("attempts", "rolled_back").sum(), pl.col(*MEANS).mean()
    return steps_df.group_by(*keys, "step").agg(counts, means).sort(*keys, "step")
