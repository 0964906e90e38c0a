"""Where the time of an order goes, step by step, along the way that leads to the completion mail.

For each step: its work until the send begins; the call, as far as the next step had not begun; then the transit,
which is the rest until the next step begins (the commit of the sender, the transport, the queue).

A send lasts from the begin of its call until the next step begins, and no shorter than the wait which that step
measured itself, from a stamp that travels with the message. No segment counts below zero. So the sum meets the
end-to-end time between the first and the last measuring point when the marks of a way stand in order and agree with
the waits; what is out of order shows as a sum that is too great. It must meet within 5 %.
"""

from itertools import pairwise

import polars as pl

from analysis.reading.records import Records
from analysis.timing.order_times import NS_PER_MS, measured

# Step, transition to the next one. The mail of the completion ends the way.
WAY = (
    ("checkout", "order-submission"),
    ("receiving", "order-approval"),
    ("approving", "supplier-order"),
    ("supplying", "invoice"),
    ("invoicing", "notification"),
    ("mailing", None),
)
TOLERANCE_FRACTION = 0.05
COMPLETION = "-M-completed"  # how the id of the mail ends that tells of an order's completion


def segments(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """One row per order whose way is complete: a column of milliseconds per segment, sum_ms, and its response_ms."""
    way_df = whole_ways(records, orders_df)
    columns: list[pl.Expr] = []
    start = pl.col("received_ns")
    for (step, transition), (following, _) in pairwise(WAY):
        call_begin, begin = pl.col(f"call_begin_{step}"), pl.col(f"begin_{following}")
        over = pl.max_horizontal(begin - call_begin, pl.col(f"wait_{following}"))
        call = pl.min_horizontal(pl.col(f"call_ns_{step}"), over)
        columns += [
            (call_begin - start).clip(lower_bound=0).alias(f"{step}: work"),
            call.alias(f"{transition}: call"),
            (over - call).alias(f"{transition}: transit"),
        ]
        start = begin
    columns.append((pl.col("mailed_ns") - start).clip(lower_bound=0).alias(f"{WAY[-1][0]}: work"))
    names = [column.meta.output_name() for column in columns]
    in_ms_df = way_df.select("order_id", "response_ms", *[column / NS_PER_MS for column in columns])
    return in_ms_df.with_columns(sum_ms=pl.sum_horizontal(names))


def whole_ways(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """One row per measured order with a committed step and a call at every place of the way, found from its end."""
    steps_df = records.steps.filter(pl.col("outcome") == "committed")
    calls_df = records.calls.filter(pl.col("outcome") == "returned")
    # Three mails go out for an order; the way is that of the last one.
    telling = (pl.col("step") != "mailing") | pl.col("document_id").str.ends_with(COMPLETION)
    steps_df = steps_df.filter(telling)
    finished_df = measured(orders_df).filter(pl.col("mailed_ns").is_not_null())
    way_df = finished_df.select("order_id", "received_ns", "mailed_ns", "response_ms")
    way_df = last_before(way_df, steps_df, "mailing", "mailed_ns")
    for (following, _), (step, transition) in pairwise(reversed(WAY)):
        way_df = the_call(way_df, calls_df, str(transition), step, following)
        # The order's time begins with its mark, and not with the step of the checkout.
        if step != WAY[0][0]:
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
    """Joins to each order the call that sent the document of the following step: the last one before that step
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


def followed_fraction(segments_df: pl.DataFrame, orders_df: pl.DataFrame) -> float | None:
    """Share of the measured, finished orders whose way could be followed from end to end."""
    finished = len(measured(orders_df)["mailed_ns"].drop_nulls())
    return len(segments_df) / finished if finished else None


def gap_fraction(segments_df: pl.DataFrame) -> float | None:
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
