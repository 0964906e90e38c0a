"""Where the CPU time, the memory and the waiting of an order went, by samples of the servers' threads."""

import polars as pl

from analysis.reading.records import Records

CPU, ALLOCATION, WAIT, LOCK, ANSWER, FORCE = "cpu", "allocation", "wait", "lock", "answer", "force"
UNITS = {CPU: 1e6, ALLOCATION: 1e3, WAIT: 1e6, LOCK: 1e6, ANSWER: 1.0, FORCE: 1.0}
"""By kind how many of what is recorded are one of what is told: ns in a ms, bytes in a kB."""

SCHEMA = {
    "kind": pl.String,
    "activity": pl.String,
    "path": pl.String,
    "layer": pl.String,
    "leaf": pl.String,
    "per_order": pl.Float64,
}


def profile_per_order(records: Records, completed: int) -> pl.DataFrame:
    """By kind, activity, path, layer and leaf what an order took of it, over all servers: ms of CPU, kB allocated,
    ms waited, how many answers and forced writes.

    completed: orders completed in the window. No rows where nothing was sampled or completed.
    """
    if not completed or not len(records.profile):
        return pl.DataFrame(schema=SCHEMA)
    unit = pl.col("kind").replace_strict(UNITS, return_dtype=pl.Float64)
    keys = [name for name in SCHEMA if name != "per_order"]
    return records.profile.group_by(keys, maintain_order=True).agg(
        per_order=(pl.col("amount") / unit).sum() / completed
    )
