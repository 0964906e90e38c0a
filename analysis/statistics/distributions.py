"""How the times of orders are spread: counts in bins of equal ratio, ten to a decade."""

import numpy as np
import polars as pl

from analysis.metrics import TIMES

BINS_PER_DECADE = 10
SCHEMA = {
    "variant": pl.String,
    "customers": pl.Int64,
    "time": pl.String,
    "from_ms": pl.Float64,
    "to_ms": pl.Float64,
    "orders": pl.Int64,
}


def histogram(orders_df: pl.DataFrame) -> pl.DataFrame:
    """One row per variant, load, time and bin that holds an order; times of zero and less fall into the lowest bin."""
    rows = []
    groups = orders_df.group_by("variant", "customers", maintain_order=True) if len(orders_df) else ()
    for (variant, customers), of_group_df in groups:
        for time in TIMES:
            values_ms = of_group_df[f"{time}_ms"].drop_nulls().to_numpy()
            bins = np.floor(np.log10(np.maximum(values_ms, 1e-3)) * BINS_PER_DECADE).astype(int)
            for place, count in zip(*np.unique(bins, return_counts=True), strict=True):
                low_ms, high_ms = 10 ** (place / BINS_PER_DECADE), 10 ** ((place + 1) / BINS_PER_DECADE)
                rows.append((variant, customers, time, low_ms, high_ms, int(count)))
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")
