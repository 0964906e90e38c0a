"""The CPU time of an order: what the threads of the application servers did for it.

The sum over its steps, repeated attempts included, and over the requests in which it entered a server. Neither the
broker nor the database is in it, nor collections and compilation, which no order can be charged with.
"""

import polars as pl

from analysis.reading.records import Records


def order_cpu(records: Records) -> pl.DataFrame:
    """order_id and cpu_ns of the orders all of whose steps and requests were told with their CPU time."""
    parts = [frame.select("order_id", "cpu_ns") for frame in (records.steps, records.service_requests)]
    known_df = pl.concat(parts).filter(pl.col("order_id").is_not_null())
    sums_df = known_df.group_by("order_id").agg(pl.col("cpu_ns").sum(), untold=pl.col("cpu_ns").null_count())
    return sums_df.filter(pl.col("untold") == 0).select("order_id", "cpu_ns")
