"""From records to one row per order: the paper's differences of marks (docs/measuring.md says which differences are
valid).

Instants stay in nanoseconds of the wall clock; differences are in milliseconds. An order belongs to the measuring
window when its order-received mark lies in it. Where a mark came more than once (a step that was delivered again),
the first one counts.
"""

import polars as pl

from analysis.reading.records import Records
from analysis.reading.trial_facts import Trial
from analysis.timing.assigned_levels import with_levels
from analysis.timing.call_parts import CALL_PARTS, call_parts
from analysis.timing.order_cpu import order_cpu

SUPPLIER_ORDER = "supplier-order"
NS_PER_MS = 1e6


def orders(records: Records) -> pl.DataFrame:
    """orders_df: one row per received order, with its marks, response_ms, call_ms and its parts (of SOAP), latency_ms,
    order_cpu_ms of finished ones, in_window, and its level where levels were assigned by order or by window.
    """
    received_df = first_mark(records.points, "order-received", "received_ns")
    arrived_df = first_mark(records.points, "supplier-order-arrived", "arrived_ns")
    mailed_df = first_mark(records.points, "completion-mailed", "mailed_ns")
    orders_df = received_df
    calls_df = first_calls(records.calls)
    parts_df = call_parts(calls_df, records.service_requests)
    for marks_df in (calls_df, parts_df, arrived_df, mailed_df, order_cpu(records)):
        orders_df = orders_df.join(marks_df, on="order_id", how="left")
    return (
        with_levels(records, orders_df)
        .with_columns(
            response_ms=(pl.col("mailed_ns") - pl.col("received_ns")) / NS_PER_MS,
            call_ms=pl.col("call_ns") / NS_PER_MS,
            **{f"{part}_ms": pl.col(f"{part}_ns") / NS_PER_MS for part in CALL_PARTS},
            latency_ms=(pl.col("arrived_ns") - pl.col("call_begin_ns")) / NS_PER_MS,
            order_cpu_ms=pl.when(pl.col("mailed_ns").is_not_null()).then(pl.col("cpu_ns") / NS_PER_MS),
            in_window=within(records.trial, "received_ns"),
            mailed_in_window=within(records.trial, "mailed_ns").fill_null(False),
        )
        .sort("received_ns", "order_id")  # two may come in the same nanosecond
    )


def first_mark(points_df: pl.DataFrame, point: str, name: str) -> pl.DataFrame:
    """The first mark of `point` for each order, as column `name`."""
    return points_df.filter(pl.col("point") == point).group_by("order_id").agg(pl.col("wall_ns").min().alias(name))


def first_calls(calls_df: pl.DataFrame) -> pl.DataFrame:
    """The first call to the supplier of each order that returned: points 3 and 4."""
    supplier_df = calls_df.filter((pl.col("transition") == SUPPLIER_ORDER) & (pl.col("outcome") == "returned"))
    return (
        supplier_df.sort("begin_ns")
        .group_by("order_id", maintain_order=True)
        .agg(
            call_begin_ns=pl.col("begin_ns").first(),
            call_ns=pl.col("duration_ns").first(),
            delegate=pl.col("delegate").first(),
        )
    )


def within(trial: Trial, instant: str) -> pl.Expr:
    """Whether an instant lies in the measuring window (its end not included)."""
    return pl.col(instant).is_between(trial.begin_ns, trial.end_ns, closed="left")


def measured(orders_df: pl.DataFrame) -> pl.DataFrame:
    """The orders that were received in the measuring window."""
    return orders_df.filter(pl.col("in_window"))
