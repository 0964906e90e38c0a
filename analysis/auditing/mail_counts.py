"""Whether each mail came as often as it was due."""

import polars as pl

from analysis.reading.records import Records


def mail_faults(records: Records, outcomes_df: pl.DataFrame) -> pl.DataFrame:
    """One row per order and kind of mail that did not come as often as it was due: order_id, kind, due, came.

    Due are approved, one shipped for each shipment, and completed; or denied alone. Of lost, stuck and duplicated
    orders nothing can be said: they are counted as what they are.
    """
    judged_df = outcomes_df.filter(pl.col("outcome").is_in(["completed", "refused", "waiting"]))
    approved = pl.col("state").is_in(["APPROVED", "SHIPPED_PART", "COMPLETED"])
    due_df = judged_df.select(
        "order_id",
        approved=approved.cast(pl.Int64),
        denied=(pl.col("state") == "DENIED").cast(pl.Int64),
        shipped=pl.when(approved).then(pl.col("shipments").fill_null(0)).otherwise(0),
        completed=(pl.col("state") == "COMPLETED").cast(pl.Int64),
    ).unpivot(index="order_id", variable_name="kind", value_name="due")
    came_df = records.mails.group_by("order_id", "kind").agg(came=pl.len().cast(pl.Int64))
    both_df = due_df.join(came_df, on=["order_id", "kind"], how="left").with_columns(pl.col("came").fill_null(0))
    return both_df.filter(pl.col("came") != pl.col("due"))
