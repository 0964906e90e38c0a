"""What a call by SOAP consists of: the way to the receiver's endpoint, the time there, the way back.

The endpoint's request is recorded from its entry into the receiver's web application until it is answered. What comes
before is the sender's marshalling, the network and the receiver's HTTP listener. A call by JMS enters no endpoint of
the receiver, and has no parts.
"""

import polars as pl

CALL_PARTS = ("to_endpoint", "in_endpoint", "from_endpoint")
PARTS_MS = tuple(f"{part}_ms" for part in CALL_PARTS)
SUPPLIER_ENTRANCE = "supplier-order"


def call_parts(first_calls_df: pl.DataFrame, requests_df: pl.DataFrame) -> pl.DataFrame:
    """order_id, to_endpoint_ns, in_endpoint_ns and from_endpoint_ns of the calls during which a request of their order
    entered the supplier's endpoint; the parts add up to call_ns.

    Both are wall clocks of one machine. Of several requests, which a client's second try makes, the last one counts:
    it is what the caller waited for. An endpoint may note its end after the caller has the answer.
    """
    entered_df = requests_df.filter(pl.col("entrance") == SUPPLIER_ENTRANCE).select(
        "order_id", entry_ns="begin_ns", endpoint_ns="duration_ns"
    )
    call_begin, call = pl.col("call_begin_ns"), pl.col("call_ns")
    during_call = pl.col("entry_ns").is_between(call_begin, call_begin + call)
    last_df = (
        first_calls_df.join(entered_df, on="order_id", how="inner")
        .filter(during_call)
        .sort("entry_ns")
        .unique("order_id", keep="last", maintain_order=True)
    )
    to_endpoint = pl.col("entry_ns") - call_begin
    in_endpoint = pl.min_horizontal(pl.col("endpoint_ns"), call - to_endpoint)
    return last_df.select(
        "order_id",
        to_endpoint_ns=to_endpoint,
        in_endpoint_ns=in_endpoint,
        from_endpoint_ns=call - to_endpoint - in_endpoint,
    )


def mean_call_parts(orders_df: pl.DataFrame) -> pl.DataFrame:
    """Means in ms over the orders whose call has parts: variant, customers, orders, one column a part, call_ms."""
    schema = {"variant": pl.String, "customers": pl.Int64, **dict.fromkeys(PARTS_MS, pl.Float64), "call_ms": pl.Float64}
    known_df = orders_df.select(*schema).cast(pl.Schema(schema)) if len(orders_df) else pl.DataFrame(schema=schema)
    by_variant = known_df.filter(pl.col(PARTS_MS[0]).is_not_null()).group_by("variant", "customers")
    return by_variant.agg(pl.len().alias("orders"), pl.col(*PARTS_MS, "call_ms").mean()).sort("variant", "customers")
