"""Trials whose customers came when they were due: whether the generator kept its schedule, how long customers waited
from when they were due. And of all trials, whether the store could keep up.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from analysis.counting import quantity
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND
from analysis.timing import order_times
from analysis.timing.order_times import NS_PER_MS
from analysis.trials.consistency_checks import on_their_way

#: The 99th percentile of sent - due beyond which a generator has not kept its schedule.
MAX_LATENESS_P99_MS = 10.0
#: Below this fraction of what came in the same window, a store may not keep up ...
KEPT_UP_FRACTION = 0.95
#: ... and does not when what waits has grown by so many standard deviations of what came (Poisson).
GROWTH_DEVIATIONS = 3.0

PERCENTILES = (50, 90, 95, 99)
Metrics = dict[str, float | None]


@dataclass(frozen=True)
class Backlog:
    """What came in the window and what became of it. due: customers who, thinking as they do, were to order in it;
    growth: orders in the system at its end less those at its begin; blocked: customers, of the whole load, who had to
    wait because as many as the generator may have were there; put_off: received orders that were refused, or wait for a
    person or for goods, and are in no queue.
    """

    due: int
    received: int
    completed: int
    growth: int
    blocked: int = 0
    put_off: int = 0

    @property
    def to_complete(self) -> int:
        """How many of the received orders the store was to complete by itself."""
        return self.received - self.put_off

    @property
    def waits_outside(self) -> bool:
        """Whether customers came faster than they could order: it is the shop that cannot keep up."""
        return self.blocked > 0 or _falls_behind(self.received, self.due, self.due - self.received)

    @property
    def waits_inside(self) -> bool:
        """Whether orders came faster than the store completed them."""
        return _falls_behind(self.completed, self.to_complete, self.growth)


def _falls_behind(done: int, of: int, growth: int) -> bool:
    return done < KEPT_UP_FRACTION * of and growth > GROWTH_DEVIATIONS * math.sqrt(of)


def backlog(records: Records, orders_df: pl.DataFrame) -> Backlog:
    begin_ns, end_ns = records.trial.begin_ns, records.trial.end_ns
    under_way_df = on_their_way(records, orders_df)

    def inside(at_ns: int) -> int:
        left = pl.col("mailed_ns").is_null() | (pl.col("mailed_ns") > at_ns)
        return len(under_way_df.filter((pl.col("received_ns") <= at_ns) & left))

    kept = records.trial.facts.generator.open
    received = len(order_times.measured(orders_df))
    return Backlog(
        _due_to_order(records),
        received,
        int(under_way_df["mailed_in_window"].sum()),
        inside(end_ns) - inside(begin_ns),
        kept.sessions_blocked if kept else 0,
        received - len(order_times.measured(under_way_df)),
    )


def _due_to_order(records: Records) -> int:
    """Customers who would have ordered in the window had every answer been there at once: they came earlier by their
    think times.
    """
    requests = records.trial.facts.scenario.requests
    earlier_ns = round((requests - 1) * mean_think_s(records) * NS_PER_SECOND)
    begin_ns, end_ns = records.trial.begin_ns - earlier_ns, records.trial.end_ns - earlier_ns
    came = pl.col("intended_ns").is_between(begin_ns, end_ns, closed="left").fill_null(False)
    return len(records.requests.filter(came & (pl.col("url_index") == 0)))


def mean_think_s(records: Records) -> float:
    """How long a customer thinks after an answer, on the average."""
    scenario = records.trial.facts.scenario
    return 0.0 if scenario.think_method == "none" else (scenario.think_min_s + scenario.think_max_s) / 2


def overload(records: Records, orders_df: pl.DataFrame) -> str | None:
    """How the store could not keep up; None where it could. Customers who come again when their pages were answered do
    not wait for the steps behind these, whose queues grow without bound. Of a store that something was done to, of
    levels that shared the growing queue, and where nothing was measured, it tells nothing.
    """
    trial = records.trial
    is_closed = trial.load is None
    if is_closed and (trial.faulted or trial.assignment is not None or not trial.measured):
        return None
    found = backlog(records, orders_df)
    if found.waits_inside:
        how = (
            f"{found.completed} of {quantity(found.to_complete, 'received order')} were completed in the window, "
            f"and {found.growth} more were in the system at its end than at its begin"
        )
    elif is_closed:
        return None
    elif found.blocked:
        how = f"{quantity(found.blocked, 'customer')} had to wait because as many as may be were there"
    elif found.waits_outside:
        how = f"of {quantity(found.due, 'customer')} who were to order in the window {found.received} could"
    else:
        return None
    return f"overloaded: {how}; response times are those of a growing queue and are not compared"


def without_response_times(orders_df: pl.DataFrame) -> pl.DataFrame:
    """Of an overloaded trial: how long an order took, and how long its document lay in a queue that grows, depend on
    how long the window was. A call waits in no queue.
    """
    unknown = pl.lit(None, dtype=pl.Float64)
    return orders_df.with_columns(response_ms=unknown, latency_ms=unknown)


def without_waits(records: Records) -> Records:
    """Of an overloaded trial: how long documents lay in queues is no more known than how long its orders took."""
    return replace(records, steps=records.steps.with_columns(wait_ns=pl.lit(None, dtype=pl.Int64)))


def schedule_reasons(records: Records, *, overloaded: bool) -> list[str]:
    """Why the generator did not keep its schedule. overloaded: the store did not keep up, on cores that both share."""
    if records.trial.load is None:
        return []
    p99_ms = lateness_metrics(records)["lateness_p99_ms"]
    conditions = [
        (records.trial.facts.generator.open is None, "the generator did not say how it kept its schedule"),
        (
            p99_ms is not None and p99_ms > MAX_LATENESS_P99_MS and not overloaded,
            f"the generator could not keep its schedule: 1 % of the requests were sent {p99_ms or 0:.1f} ms late or "
            f"later ({MAX_LATENESS_P99_MS:g} ms are allowed)",
        ),
        (p99_ms is None, "no request was due in the window"),
    ]
    return [reason for holds, reason in conditions if holds]


def unanswered_remark(records: Records) -> list[str]:
    """What is missing from the times from due of an open load."""
    kept = records.trial.facts.generator.open
    unanswered = (kept.requests_unanswered if kept else None) or 0
    if not unanswered:
        return []
    return [
        f"{quantity(unanswered, 'request')} that had been due had no answer when the load was ended: the times from "
        "due may be without them, and so too short"
    ]


def open_load_metrics(records: Records, orders_df: pl.DataFrame, *, steady: bool) -> Metrics:
    """Of an open load; of customers who order again and again whether the store could keep up (steady), too."""
    if records.trial.load is None:
        return {"overloaded_fraction": 0.0 if steady else 1.0}
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
