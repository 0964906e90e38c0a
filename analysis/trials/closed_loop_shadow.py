"""What Siege would have told of an open load: its customers come again only when they have been served, and its clock
ticks every 10 ms.

Of the sessions that came, each customer of the shadow takes the first that comes when the one before is over and
thought about; the others nobody sees. In a stall all customers wait for the one request that they have sent, so that of
those who came meanwhile hardly one is counted: coordinated omission (Tene 2013). There are as many customers as come to
that rate by Little's law, with the median length of a session. Times count from when a request was sent, between two
readings of a clock that shows whole ticks.
"""

import heapq

import numpy as np
import polars as pl
from numpy.typing import NDArray

from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND
from analysis.timing.order_times import NS_PER_MS
from analysis.trials.open_load import Metrics, due_in_window, mean_think_s, times

TICK_NS = 10_000_000
NAME = "request_closed"


def shadow_metrics(records: Records) -> Metrics:
    """Of an open load; nothing of other loads."""
    if records.trial.load is None or not len(due_in_window(records)):
        return {}
    think_ns = round(mean_think_s(records) * NS_PER_SECOND)
    sessions_df = sessions(records)
    begins_ns, ends_ns = sessions_df["begin_ns"].to_numpy(), sessions_df["end_ns"].to_numpy() + think_ns
    customers = customers_of_shadow(begins_ns, ends_ns)
    met = sessions_df.filter(pl.Series(met_by(customers, begins_ns, ends_ns)))["user"]
    met_df = due_in_window(records).filter(pl.col("user").is_in(met.to_list()))
    return {"closed_customers": float(customers), **times(NAME, in_ticks_ms(met_df))}


def sessions(records: Records) -> pl.DataFrame:
    """sessions_df: user, begin_ns when the first request was sent, end_ns when the last one was answered; of the whole
    run, by begin.
    """
    known_df = records.requests.filter(pl.col("sent_ns").is_not_null())
    per_session = known_df.group_by("user").agg(begin_ns=pl.col("sent_ns").min(), end_ns=pl.col("end_ns").max())
    return per_session.sort("begin_ns", "user")


def customers_of_shadow(begins_ns: NDArray[np.int64], ends_ns: NDArray[np.int64]) -> int:
    """How many customers, one session after another, come to this rate: Little's law."""
    elapsed_ns = float(begins_ns[-1] - begins_ns[0])
    if not elapsed_ns:
        return 1
    return max(1, round((len(begins_ns) - 1) / elapsed_ns * float(np.median(ends_ns - begins_ns))))


def met_by(customers: int, begins_ns: NDArray[np.int64], ends_ns: NDArray[np.int64]) -> list[bool]:
    """Which of the sessions, in the order of their begin, find a customer who is free."""
    free_from = [int(begins_ns[0])] * customers
    found = []
    for begin, end in zip(begins_ns.tolist(), ends_ns.tolist(), strict=True):
        found.append(free_from[0] <= begin)
        if found[-1]:
            heapq.heapreplace(free_from, end)
    return found


def in_ticks_ms(requests_df: pl.DataFrame) -> pl.Series:
    """From when each request was sent until its answer was there, by a clock that shows whole ticks."""
    return (requests_df["end_ns"] // TICK_NS - requests_df["sent_ns"] // TICK_NS) * (TICK_NS / NS_PER_MS)
