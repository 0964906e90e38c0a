"""What customers were told, held against the books of every application.

Where their answers were recorded, a confirmed order is known by its number: it is missing when the storefront does not
have it. An order that was shipped although no customer was told its number, not even as one in question, was denied
when a customer had been told that nothing was ordered: in the storefront's books it is of the same account and was
received while the request was on its way; without the storefront's books it came to the order processing center at that
time or soon after.
"""

from dataclasses import dataclass

import polars as pl

from analysis.auditing.acknowledged import count_unmatched, missing_acknowledged_orders
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND

#: How long a document whose request has ended may lie in a queue of a broker that hangs.
MAX_DELIVERY_DELAY_S = 60.0


@dataclass(frozen=True)
class ConfirmationCheck:
    """Orders of which the customer was told one thing and the books another; None where the records cannot tell."""

    missing: int | None = None
    missing_ids: tuple[str, ...] = ()
    missing_completed: int | None = None
    denied_shipped: int | None = None


def check_confirmations(records: Records) -> ConfirmationCheck:
    """By the recorded answers; where there are none, by the times of the requests."""
    if records.answers.is_empty():
        return ConfirmationCheck(missing=missing_acknowledged_orders(records))
    missing = acknowledged_but_missing(records)
    completed_df = records.opc_orders.filter(pl.col("state") == "COMPLETED")
    return ConfirmationCheck(
        missing=len(missing),
        missing_ids=tuple(missing),
        missing_completed=len(completed_df.filter(pl.col("order_id").is_in(missing))),
        denied_shipped=denied_but_shipped(records),
    )


def acknowledged_but_missing(records: Records) -> list[str]:
    """The numbers that customers were told, and that the storefront does not know."""
    known = records.storefront_orders["order_id"].to_list()
    return (
        answered_order_ids(records, "confirmed").filter(~pl.col("order_id").is_in(known))["order_id"].sort().to_list()
    )


def answered_order_ids(records: Records, *answers: str) -> pl.DataFrame:
    """The numbers that customers were told by these answers, each once."""
    return records.answers.filter(pl.col("answer").is_in(answers)).select("order_id").drop_nulls().unique()


def denied_but_shipped(records: Records) -> int:
    """Shipped orders that the words `nothing was ordered` can have been about; each answer is about one at most."""
    denials_df = records.answers.filter(pl.col("answer") == "refused")
    unanswered_df = shipped_without_answer(records)
    left, matched = [], 0
    for (account,), answers_df in denials_df.group_by("account"):
        own_df = unanswered_df.filter((pl.col("customer") == pl.lit(account, pl.String)).fill_null(False))
        # Matched is an answer that finds an order: each takes one.
        found, without = matched_spans(answers_df, own_df, 0.0)
        matched += found
        left.append(without)
    unknown_df = unanswered_df.filter(pl.col("customer").is_null())
    if left and len(unknown_df):
        matched += matched_spans(pl.concat(left), unknown_df, MAX_DELIVERY_DELAY_S)[0]
    return matched


def shipped_without_answer(records: Records) -> pl.DataFrame:
    """order_id, customer, received_s of shipped orders whose number no customer was told; the customer is null, and the
    time that of the order processing center, where the storefront has no such order.
    """
    at_opc_df = records.opc_orders.select("order_id", "received_ns", customer=pl.lit(None, dtype=pl.String))
    in_shop_df = records.storefront_orders.select("order_id", "received_ns", "customer")
    known_df = pl.concat([in_shop_df, at_opc_df.join(in_shop_df, on="order_id", how="anti")])
    return (
        known_df.join(answered_order_ids(records, "confirmed", "unsettled"), on="order_id", how="anti")
        .join(records.shipments.select("order_id").unique(), on="order_id", how="semi")
        .select("order_id", "customer", received_s=pl.col("received_ns") / NS_PER_SECOND)
        .sort("received_s")
    )


def matched_spans(answers_df: pl.DataFrame, orders_df: pl.DataFrame, later_s: float) -> tuple[int, pl.DataFrame]:
    """How many answers find an order of their own within their request, or so much later; and those that find none."""
    instants = orders_df["received_s"].to_list()
    left = []
    for begin_ns, end_ns in answers_df.sort("end_ns").select("begin_ns", "end_ns").iter_rows():
        if count_unmatched([(begin_ns / NS_PER_SECOND, end_ns / NS_PER_SECOND + later_s)], instants):
            left.append(end_ns)
    return len(answers_df) - len(left), answers_df.filter(pl.col("end_ns").is_in(left))
