"""Trials whose customers came when they were due: whether the generator kept its schedule, how long customers waited
from when they were due, and whether the store could keep up.
"""

import math
from dataclasses import dataclass

import numpy as np
import polars as pl

from analysis.counting import quantity
from analysis.reading.records import Records
from analysis.timing import order_times
from analysis.timing.order_times import NS_PER_MS

#: The 99th percentile of sent - due beyond which a generator has not kept its schedule.
MAX_LATENESS_P99_MS = 10.0
#: Below this fraction of the received orders completed in the same window, a store may not keep up ...
KEPT_UP_FRACTION = 0.95
#: ... and does not when the orders in it have grown by so many standard deviations of those received (Poisson).
GROWTH_DEVIATIONS = 3.0

PERCENTILES = (50, 90, 95, 99)
Metrics = dict[str, float | None]


@dataclass(frozen=True)
class Backlog:
    """Orders in the window. growth: orders in the system at its end less those at its begin."""

    received: int
    completed: int
    growth: int

    @property
    def is_overload(self) -> bool:
        """Whether orders came faster than the store completed them."""
        slow = self.completed < KEPT_UP_FRACTION * self.received
        return slow and self.growth > GROWTH_DEVIATIONS * math.sqrt(self.received)


def backlog(records: Records, orders_df: pl.DataFrame) -> Backlog:
    begin_ns, end_ns = records.trial.begin_ns, records.trial.end_ns

    def inside(at_ns: int) -> int:
        left = pl.col("mailed_ns").is_null() | (pl.col("mailed_ns") > at_ns)
        return len(orders_df.filter((pl.col("received_ns") <= at_ns) & left))

    return Backlog(
        len(order_times.measured(orders_df)),
        int(orders_df["mailed_in_window"].sum()),
        inside(end_ns) - inside(begin_ns),
    )


def overload(records: Records, orders_df: pl.DataFrame) -> str | None:
    """How the store could not keep up with an open load; None where it could, and of customers who wait for it."""
    if records.trial.load is None:
        return None
    found = backlog(records, orders_df)
    if not found.is_overload:
        return None
    return (
        f"overloaded: {found.completed} of {quantity(found.received, 'received order')} were completed in the window, "
        f"and {found.growth} more were in the system at its end than at its begin; "
        "response times are those of a growing queue and are not compared"
    )


def without_response_times(orders_df: pl.DataFrame) -> pl.DataFrame:
    """Of an overloaded trial: how long an order took then depends on how long the window was."""
    return orders_df.with_columns(response_ms=pl.lit(None, dtype=pl.Float64))


def schedule_reasons(records: Records) -> list[str]:
    """Why the generator did not keep its schedule."""
    if records.trial.load is None:
        return []
    kept = records.trial.facts.generator.open
    blocked = kept.sessions_blocked if kept else 0
    limit = kept.session_limit if kept else 0
    p99_ms = lateness_metrics(records)["lateness_p99_ms"]
    conditions = [
        (kept is None, "the generator did not say how it kept its schedule"),
        (
            blocked > 0,
            f"the generator could not keep its schedule: {quantity(blocked, 'customer')} had to wait because "
            f"{limit} were there at once, its limit",
        ),
        (
            p99_ms is not None and p99_ms > MAX_LATENESS_P99_MS,
            f"the generator could not keep its schedule: 1 % of the requests were sent {p99_ms or 0:.1f} ms late or "
            f"later ({MAX_LATENESS_P99_MS:g} ms are allowed)",
        ),
        (p99_ms is None, "no request was due in the window"),
    ]
    return [reason for holds, reason in conditions if holds]


def open_load_metrics(records: Records, orders_df: pl.DataFrame, *, steady: bool) -> Metrics:
    """Of an open load; nothing of customers who order again and again. steady: whether the store could keep up."""
    if records.trial.load is None:
        return {}
    due_df = due_in_window(records)
    found = backlog(records, orders_df)
    return {
        "offered_per_min": len(due_df.filter(pl.col("url_index") == 0)) / records.trial.window_s * 60,
        "orders_growth": float(found.growth),
        "overloaded_fraction": 0.0 if steady else 1.0,
        **lateness_metrics(records),
        **(times("request_due", response_ms(due_df)) | times("order_due", order_due_ms(records)) if steady else {}),
    }


def due_in_window(records: Records) -> pl.DataFrame:
    """The requests that were due in the measuring window."""
    return records.requests.filter(
        pl.col("intended_ns").is_not_null() & order_times.within(records.trial, "intended_ns").fill_null(False)
    )


def lateness_metrics(records: Records) -> Metrics:
    """How much later than due requests were sent."""
    due_df = due_in_window(records)
    if not len(due_df):
        return {"lateness_p99_ms": None, "lateness_max_ms": None}
    late_ms = (due_df["sent_ns"] - due_df["intended_ns"]).to_numpy() / NS_PER_MS
    return {"lateness_p99_ms": float(np.percentile(late_ms, 99)), "lateness_max_ms": float(late_ms.max())}


def response_ms(due_df: pl.DataFrame) -> pl.Series:
    """From when a request was due until its answer was there."""
    return (due_df["end_ns"] - due_df["intended_ns"]) / NS_PER_MS


def order_due_ms(records: Records) -> pl.Series:
    """From when the ordering request was due until the completion mail, of the orders whose number the customer was
    told: an answer has the instant at which its request was sent.
    """
    last = records.trial.facts.scenario.requests - 1
    posts_df = due_in_window(records).filter(pl.col("url_index") == last).select("sent_ns", "account", "intended_ns")
    told_df = records.answers.filter(pl.col("answer") == "confirmed").select(
        "order_id", "account", sent_ns=pl.col("begin_ns")
    )
    mailed_df = order_times.first_mark(records.points, "completion-mailed", "mailed_ns")
    joined_df = posts_df.join(told_df, on=["sent_ns", "account"]).join(mailed_df, on="order_id")
    return (joined_df["mailed_ns"] - joined_df["intended_ns"]) / NS_PER_MS


def times(name: str, values_ms: pl.Series) -> Metrics:
    """Mean and percentiles."""
    if not len(values_ms):
        return {}
    values = values_ms.to_numpy()
    return {
        f"{name}_mean_ms": float(np.mean(values)),
        **{f"{name}_p{p}_ms": float(np.percentile(values, p)) for p in PERCENTILES},
    }
