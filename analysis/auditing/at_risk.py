"""Orders that a crash put at risk, and what losses so many of them rule out.

At risk is an order that the storefront had received and the order processing center had not completed when the process
was gone. An order that is on its way during two crashes is at risk twice: what is counted are exposures.
"""

import polars as pl
from scipy import stats

from analysis.reading.records import Records
from analysis.statistics.intervals import CONFIDENCE


def orders_at_risk(records: Records) -> int:
    """Over all crashes of a trial. Refused orders are left out: when they were refused is not recorded."""
    known_df = records.storefront_orders.select("order_id", "received_ns").join(
        records.opc_orders.select("order_id", "state", "completed_ns"), on="order_id", how="left"
    )
    open_df = known_df.filter(pl.col("state").ne_missing("DENIED"))
    return sum(on_the_way(open_df, crash.crash_ns) for crash in records.trial.crashes)


def on_the_way(open_df: pl.DataFrame, instant_ns: int) -> int:
    completed = (pl.col("completed_ns") <= instant_ns).fill_null(False)
    return len(open_df.filter((pl.col("received_ns") < instant_ns) & ~completed))


def upper_bound(events: int, chances: int, confidence: float = CONFIDENCE) -> float | None:
    """Upper bound of the probability of an event, one-sided and exact (Clopper and Pearson 1934):
    1 - (1 - confidence)^(1/n) when none of n came to pass. None when there was no chance.
    """
    if chances == 0:
        return None
    counted = stats.binomtest(min(events, chances), chances, alternative="less")
    return float(counted.proportion_ci(confidence, method="exact").high)
