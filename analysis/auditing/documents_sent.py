"""Documents that a step sent outside its transaction, and that stayed sent when the step rolled back: the
weakness that the paper names of sending without a transaction.
"""

from dataclasses import dataclass
from itertools import pairwise

import polars as pl

from analysis.reading.records import Records
from analysis.timing.waterfall import WAY

IN_THE_TRANSACTION = ("jms-transacted",)
# Which step sends along a transition that can be switched, and which one takes what is sent.
SENDERS = {transition: step for step, transition in WAY if transition not in (None, "notification")}
TAKERS = {transition: taker for (_, transition), (taker, _) in pairwise(WAY)}


@dataclass(frozen=True)
class SentByRolledBack:
    """By steps that rolled back."""

    calls: int
    taken: int  # documents; each once, however often it was sent


def by_rolled_back_steps(records: Records) -> SentByRolledBack | None:
    """Calls that returned and could not be taken back; None in a trial without marks."""
    if not records.has_steps:
        return None
    calls_df = calls_of_rolled_back(records)
    return SentByRolledBack(len(calls_df), taken_documents(records, calls_df))


def calls_of_rolled_back(records: Records) -> pl.DataFrame:
    """One row per call of a delegate outside the transaction, made by an attempt at a step that rolled back."""
    untransacted_df = (
        records.calls.with_row_index("call")
        .filter((pl.col("outcome") == "returned") & ~pl.col("delegate").is_in(IN_THE_TRANSACTION))
        .filter(pl.col("transition").is_in(list(SENDERS)))
        .with_columns(step=pl.col("transition").replace_strict(SENDERS, default=None, return_dtype=pl.String))
    )
    attempts_df = records.steps.filter(pl.col("outcome") == "rolled-back").select(
        "jvm",
        "step",
        "order_id",
        attempt_ns=pl.col("begin_ns"),
        over_ns=pl.col("begin_ns") + pl.col("duration_ns"),
    )
    within = pl.col("begin_ns").is_between("attempt_ns", "over_ns")
    return untransacted_df.join(attempts_df, on=["jvm", "step", "order_id"]).filter(within).unique("call")


def taken_documents(records: Records, calls_df: pl.DataFrame) -> int:
    """Documents of these calls that the next step took: it committed an attempt begun after the call."""
    takers_df = calls_df.select(
        "document_id",
        called_ns=pl.col("begin_ns"),
        step=pl.col("transition").replace_strict(TAKERS, default=None, return_dtype=pl.String),
    )
    committed_df = records.steps.filter(pl.col("outcome") == "committed").select(
        "step", "document_id", taken_ns=pl.col("begin_ns")
    )
    taken_df = takers_df.join(committed_df, on=["step", "document_id"])
    return taken_df.filter(pl.col("taken_ns") >= pl.col("called_ns"))["document_id"].n_unique()
