"""Where the time of an order goes, step by step, along the way that leads to the completion mail.

For each step: its work until the hand-over begins; the call, as far as the next step had not begun; then the
transit, which is the rest of the next step's wait (the commit of the sender, the transport, the queue). Work comes
from begin marks of one JVM, waits from what the receiver measured: their sum is held against the end-to-end time
between the first and last measuring point, and must meet it within 5 %.
"""

import polars as pl

from analysis.records import Records
from analysis.tables import NS_A_MS, measured

# Step, transition to the next one. The mail of the completion ends the way.
WAY = (
    ("checkout", "order-submission"),
    ("receiving", "order-approval"),
    ("approving", "supplier-order"),
    ("supplying", "invoice"),
    ("invoicing", "notification"),
    ("mailing", None),
)
TOLERANCE_SHARE = 0.05


def segments(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """One row an order whose way is complete: a column of milliseconds a segment, sum_ms, and its response_ms."""
    way_df = whole_ways(records, orders_df)
    columns: list[pl.Expr] = []
    for place, (step, transition) in enumerate(WAY):
        # What the checkout did before the first mark is no part of the order's time.
        start = pl.col("received_ns") if place == 0 else pl.col(f"begin_{step}")
        if transition is None:
            columns.append((pl.col("mailed_ns") - start).alias(f"{step}: work"))
            continue
        following = WAY[place + 1][0]
        wait, call = pl.col(f"wait_{following}"), pl.min_horizontal(f"call_ns_{step}", f"wait_{following}")
        columns += [
            (pl.col(f"call_begin_{step}") - start).alias(f"{step}: work"),
            call.alias(f"{transition}: call"),
            (wait - call).alias(f"{transition}: transit"),
        ]
    names = [column.meta.output_name() for column in columns]
    return way_df.select("order_id", "response_ms", *[column / NS_A_MS for column in columns]).with_columns(
        sum_ms=pl.sum_horizontal(names)
    )


def whole_ways(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """One row a measured order with a committed attempt at every step of the way, found from the completion mail
    backwards.
    """
    steps_df = records.steps.filter(pl.col("outcome") == "committed")
    calls_df = records.calls.filter(pl.col("outcome") == "returned")
    way_df = (
        measured(orders_df)
        .filter(pl.col("mailed_ns").is_not_null())
        .select("order_id", "received_ns", "mailed_ns", "response_ms")
    )
    way_df = last_before(way_df, steps_df, "mailing", "mailed_ns")
    for place in range(len(WAY) - 2, -1, -1):
        step, transition = WAY[place]
        following = WAY[place + 1][0]
        way_df = the_call(way_df, calls_df, str(transition), step, following)
        way_df = last_before(way_df, steps_df, step, f"call_begin_{step}")
    return way_df


def last_before(way_df: pl.DataFrame, steps_df: pl.DataFrame, step: str, instant: str) -> pl.DataFrame:
    """Joins to each order the last attempt at `step` that began before `instant`."""
    attempts_df = steps_df.filter(pl.col("step") == step).select(
        "order_id",
        pl.col("begin_ns").alias(f"begin_{step}"),
        pl.col("wait_ns").alias(f"wait_{step}"),
        pl.col("document_id").alias(f"document_{step}"),
    )
    return (
        way_df.join(attempts_df, on="order_id", how="inner")
        .filter(pl.col(f"begin_{step}") <= pl.col(instant))
        .sort(f"begin_{step}")
        .unique("order_id", keep="last", maintain_order=True)
    )


def the_call(way_df: pl.DataFrame, calls_df: pl.DataFrame, transition: str, step: str, following: str) -> pl.DataFrame:
    """Joins to each order the call that handed on the document of the following step: the last one before that step
    began.
    """
    handed_df = calls_df.filter(pl.col("transition") == transition).select(
        pl.col("document_id").alias(f"document_{following}"),
        "order_id",
        pl.col("begin_ns").alias(f"call_begin_{step}"),
        pl.col("duration_ns").alias(f"call_ns_{step}"),
    )
    return (
        way_df.join(handed_df, on=["order_id", f"document_{following}"], how="inner")
        .filter(pl.col(f"call_begin_{step}") <= pl.col(f"begin_{following}"))
        .sort(f"call_begin_{step}")
        .unique("order_id", keep="last", maintain_order=True)
    )


def mean_segments(segments_df: pl.DataFrame) -> pl.DataFrame:
    """Mean of each segment over the orders, in the order of the way: place, segment, step, mean_ms, orders."""
    names = [name for name in segments_df.columns if ": " in name]
    means = segments_df.select(names).mean().row(0) if len(segments_df) else [None] * len(names)
    return pl.DataFrame(
        {
            "place": list(range(len(names))),
            "segment": names,
            "mean_ms": list(means),
            "orders": [len(segments_df)] * len(names),
        },
        schema={"place": pl.Int64, "segment": pl.String, "mean_ms": pl.Float64, "orders": pl.Int64},
    )


def gap_share(segments_df: pl.DataFrame) -> float | None:
    """By how much the segments' sum misses the end-to-end time, over all orders: 0 when they meet."""
    end_to_end_ms = float(segments_df["response_ms"].sum())
    return float(segments_df["sum_ms"].sum()) / end_to_end_ms - 1 if end_to_end_ms else None


def mean_ways(segment_frames: list[pl.DataFrame]) -> pl.DataFrame:
    """Mean over trials of mean_segments that name variant and customers, with each segment's begin and end."""
    schema = {
        "variant": pl.String,
        "customers": pl.Int64,
        "place": pl.Int64,
        "segment": pl.String,
        "mean_ms": pl.Float64,
    }
    known = [frame.filter(pl.col("mean_ms").is_not_null()).select(*schema, "orders") for frame in segment_frames]
    ways_df = pl.concat([pl.DataFrame(schema={**schema, "orders": pl.Int64}), *known], how="vertical_relaxed")
    keys = ["variant", "customers", "place", "segment"]
    means_df = ways_df.group_by(keys).agg(pl.col("mean_ms").mean(), pl.col("orders").sum()).sort(keys[:3])
    end = pl.col("mean_ms").cum_sum().over("variant", "customers")
    return means_df.with_columns(start_ms=end - pl.col("mean_ms"), end_ms=end)
