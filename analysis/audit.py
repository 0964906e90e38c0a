"""What became of every order that the storefront acknowledged, whether the stock adds up, and whether each mail came
once.

An acknowledged order is exactly one of
  doubled    more was shipped than ordered
  completed  COMPLETED at the order processing center, and all of it shipped
  refused    DENIED, and nothing shipped
  waiting    waits for a person's approval, or for stock, as it should
  stuck      not finished, and a document of it lies in a dead-letter queue, or the queues had not been emptied in time
  lost       not finished, and no document is left that could finish it
A phantom is an order that is known behind the storefront, which never acknowledged it.
"""

from dataclasses import asdict, dataclass, field

import polars as pl

from analysis.records import Records

CLASSES = ("completed", "refused", "waiting", "lost", "doubled", "stuck")
NAMED_AT_MOST = 10  # order ids that a reason lists


@dataclass(frozen=True)
class Audit:
    """Counts of one trial, and why it failed, if it did."""

    acknowledged: int
    completed: int
    refused: int
    waiting: int
    lost: int
    doubled: int
    stuck: int
    phantom: int
    mails: int
    mails_missing: int
    mails_doubled: int
    stock_unbalanced: int  # items
    dead_letters: int
    repeated_documents: int
    redeliveries: int
    failures: tuple[str, ...] = field(default=())

    @property
    def passed(self) -> bool:
        return not self.failures

    def counts(self) -> dict[str, int | bool]:
        """As `summary.json` has it."""
        counted = {name: value for name, value in asdict(self).items() if name != "failures"}
        return {**counted, "passed": self.passed}


def audit(records: Records) -> Audit:
    """Classifies every order, balances the stock and counts the mails."""
    fates_df = fates(records)
    mails_df = mail_faults(records, fates_df)
    phantoms = phantom_orders(records)
    unbalanced = unbalanced_items(records)
    classes = {name: ids(fates_df.filter(pl.col("fate") == name)) for name in CLASSES}
    missing = mails_df.filter(pl.col("came") < pl.col("due"))
    doubled = mails_df.filter(pl.col("came") > pl.col("due"))
    failures = [
        *named("lost", classes["lost"]),
        *named("doubled", classes["doubled"]),
        *named("stuck", classes["stuck"]),
        *named("phantom", phantoms),
        *named("with a mail missing", ids(missing)),
        *named("with a mail too many", ids(doubled)),
        *named("refused, and shipped all the same", refused_and_shipped(records, classes["refused"])),
        *([f"stock does not add up for {', '.join(unbalanced[:NAMED_AT_MOST])}"] if unbalanced else []),
    ]
    return Audit(
        acknowledged=len(fates_df),
        **{name: len(members) for name, members in classes.items()},
        phantom=len(phantoms),
        mails=len(records.mails),
        mails_missing=int((missing["due"] - missing["came"]).sum()),
        mails_doubled=int((doubled["came"] - doubled["due"]).sum()),
        stock_unbalanced=len(unbalanced),
        dead_letters=len(records.dead_letters),
        repeated_documents=int(records.opc_orders["repeated"].sum()) + int(records.supplier_orders["repeated"].sum()),
        redeliveries=len(records.steps.filter(pl.col("deliveries") > 1)),
        failures=tuple(failures),
    )


def ids(frame: pl.DataFrame) -> list[str]:
    return sorted(frame["order_id"].unique().to_list(), key=lambda order: (len(order), order))


def named(what: str, orders: list[str]) -> list[str]:
    """One reason with the orders' ids, or none."""
    if not orders:
        return []
    more = f" and {len(orders) - NAMED_AT_MOST} more" if len(orders) > NAMED_AT_MOST else ""
    return [
        f"{len(orders)} {'order' if len(orders) == 1 else 'orders'} {what}: {', '.join(orders[:NAMED_AT_MOST])}{more}"
    ]


def fates(records: Records) -> pl.DataFrame:
    """One row an acknowledged order: its fate, its state at the OPC, shipments made, and what is short or too many."""
    known_df = (
        records.storefront_orders.select("order_id")
        .unique()
        .join(
            records.opc_orders.select("order_id", "state", "awaiting_approval").unique("order_id"),
            on="order_id",
            how="left",
        )
        .join(supplied(records), on="order_id", how="left")
        .join(goods(records), on="order_id", how="left")
        .with_columns(dead=pl.col("order_id").is_in(records.dead_letters["order_id"].drop_nulls().to_list()))
    )
    over, short = pl.col("pieces_over").fill_null(0) > 0, pl.col("pieces_short").fill_null(0) > 0
    state, at_supplier = pl.col("state"), pl.col("supplier_state")
    unfinished = "stuck" if not records.trial.facts["drained"] else "lost"
    return known_df.with_columns(
        fate=pl.when(over)
        .then(pl.lit("doubled"))
        .when((state == "COMPLETED") & ~short)
        .then(pl.lit("completed"))
        .when(state == "DENIED")
        .then(pl.lit("refused"))
        .when((state == "PENDING") & pl.col("awaiting_approval") & ~pl.col("dead"))
        .then(pl.lit("waiting"))
        .when(state.is_in(["APPROVED", "SHIPPED_PART"]) & (at_supplier == "waiting") & ~pl.col("dead"))
        .then(pl.lit("waiting"))
        .when(pl.col("dead"))
        .then(pl.lit("stuck"))
        .otherwise(pl.lit(unfinished))
    )


def supplied(records: Records) -> pl.DataFrame:
    """One row an order at the supplier: waiting while any of its documents waits."""
    return records.supplier_orders.group_by("order_id").agg(
        supplier_state=pl.when((pl.col("state") == "waiting").any())
        .then(pl.lit("waiting"))
        .otherwise(pl.lit("shipped"))
        .first(),
        shipments=pl.col("shipments").sum(),
    )


def goods(records: Records) -> pl.DataFrame:
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


def refused_and_shipped(records: Records, refused: list[str]) -> list[str]:
    return ids(records.shipments.filter(pl.col("order_id").is_in(refused)))


def unbalanced_items(records: Records) -> list[str]:
    """Items for which stock on hand and pieces shipped are not what there was and came in."""
    shipped_df = records.shipments.group_by("item_id").agg(shipped=pl.col("quantity").sum())
    balance = (
        pl.col("on_hand").fill_null(0)
        + pl.col("shipped").fill_null(0)
        - pl.col("initial").fill_null(0)
        - pl.col("restocked").fill_null(0)
    )
    stock_df = records.stock.join(shipped_df, on="item_id", how="full", coalesce=True)
    return stock_df.filter(balance != 0).sort("item_id")["item_id"].to_list()


def mail_faults(records: Records, fates_df: pl.DataFrame) -> pl.DataFrame:
    """One row an order and kind of mail that did not come as often as it was due: order_id, kind, due, came.

    Due are approved, one shipped for each shipment, and completed; or denied alone. Of lost, stuck and doubled
    orders nothing can be said: they are counted as what they are.
    """
    judged_df = fates_df.filter(pl.col("fate").is_in(["completed", "refused", "waiting"]))
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
