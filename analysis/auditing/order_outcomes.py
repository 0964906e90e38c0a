"""What became of every order that the storefront acknowledged.

It is exactly one of
  duplicated    more was shipped than ordered
  completed  COMPLETED at the order processing center, and all of it shipped
  refused    DENIED, and nothing shipped
  waiting    waits for a person's approval, or for stock, as it should
  stuck      not finished, and a document of it lies in a dead-letter queue, or the queues had not been emptied in time
  lost       not finished, and no document is left that could finish it
A phantom is an order that is known behind the storefront, which never acknowledged it.
"""

import polars as pl

from analysis.reading.records import Records

CLASSES = ("completed", "refused", "waiting", "lost", "duplicated", "stuck")
# An invoice of a step that rolled back can complete an order whose goods still wait.
AT_SUPPLIER = ("APPROVED", "SHIPPED_PART", "COMPLETED")


def order_outcomes(records: Records) -> pl.DataFrame:
    """One row per acknowledged order: outcome, state at the OPC, shipments, pieces short or too many."""
    known_df = (
        records.storefront_orders.select("order_id")
        .unique()
        .join(
            records.opc_orders.select("order_id", "state", "awaiting_approval").unique("order_id"),
            on="order_id",
            how="left",
        )
        .join(supplier_states(records), on="order_id", how="left")
        .join(piece_balances(records), on="order_id", how="left")
        .with_columns(dead=pl.col("order_id").is_in(records.dead_letters["order_id"].drop_nulls().to_list()))
    )
    over, short = pl.col("pieces_over").fill_null(0) > 0, pl.col("pieces_short").fill_null(0) > 0
    state, at_supplier = pl.col("state"), pl.col("supplier_state")
    unfinished = "stuck" if not records.trial.facts.drained else "lost"
    return known_df.with_columns(
        outcome=pl.when(over)
        .then(pl.lit("duplicated"))
        .when((state == "COMPLETED") & ~short)
        .then(pl.lit("completed"))
        .when(state == "DENIED")
        .then(pl.lit("refused"))
        .when((state == "PENDING") & pl.col("awaiting_approval") & ~pl.col("dead"))
        .then(pl.lit("waiting"))
        .when(state.is_in(AT_SUPPLIER) & (at_supplier == "waiting") & ~pl.col("dead"))
        .then(pl.lit("waiting"))
        .when(pl.col("dead"))
        .then(pl.lit("stuck"))
        .otherwise(pl.lit(unfinished))
    )


def supplier_states(records: Records) -> pl.DataFrame:
    """One row per order at the supplier: waiting while any of its documents waits."""
    return records.supplier_orders.group_by("order_id").agg(
        supplier_state=pl.when((pl.col("state") == "waiting").any())
        .then(pl.lit("waiting"))
        .otherwise(pl.lit("shipped"))
        .first(),
        shipments=pl.col("shipments").sum(),
    )


def piece_balances(records: Records) -> pl.DataFrame:
    """Pieces shipped beyond what was ordered, and short of it, for each acknowledged order."""
    ordered_df = (
        records.storefront_orders.select("order_id", pl.col("lines").str.split(";").alias("line"))
        .explode("line")
        .with_columns(pl.col("line").str.split_exact(":", 1).struct.rename_fields(["item_id", "ordered"]))
        .unnest("line")
        .group_by("order_id", "item_id")
        .agg(pl.col("ordered").cast(pl.Int64).sum())
    )
    shipped_df = records.shipments.group_by("order_id", "item_id").agg(shipped=pl.col("quantity").sum())
    difference = pl.col("shipped").fill_null(0) - pl.col("ordered").fill_null(0)
    return (
        ordered_df.join(shipped_df, on=["order_id", "item_id"], how="full", coalesce=True)
        .group_by("order_id")
        .agg(pieces_over=difference.clip(lower_bound=0).sum(), pieces_short=(-difference).clip(lower_bound=0).sum())
    )


def phantom_orders(records: Records) -> list[str]:
    acknowledged = records.storefront_orders["order_id"].to_list()
    behind_df = pl.concat(
        [
            records.opc_orders.select("order_id"),
            records.supplier_orders.select("order_id"),
            records.shipments.select("order_id"),
        ]
    )
    return ids(behind_df.filter(~pl.col("order_id").is_in(acknowledged)))


def ids(frame: pl.DataFrame) -> list[str]:
    return sorted(frame["order_id"].unique().to_list(), key=lambda order: (len(order), order))
