"""Little's law, twice: a trial in which the orders or the customers do not add up is not in balance, or lost marks.

Source: Little 1961; the form with think times is Denning and Buzen's interactive response time law (1978).
"""

import math

import numpy as np
import polars as pl

from analysis.auditing.order_outcomes import order_outcomes
from analysis.reading.records import Records
from analysis.reading.trial_facts import ENTRANCE, NS_PER_SECOND
from analysis.timing.order_times import measured

Metrics = dict[str, float | None]


def consistency_metrics(records: Records, orders_df: pl.DataFrame) -> Metrics:
    """orders_in_system, little_ratio and customers_ratio of a trial; the ratios are 1 in a trial that is in balance."""
    orders_df = on_their_way(records, orders_df)
    inside = in_system(records, orders_df)
    window_df = measured(orders_df)
    response_ms = window_df["response_ms"].drop_nulls()
    predicted = (
        len(window_df) / records.trial.window_s * float(np.mean(response_ms.to_numpy())) / 1000
        if len(response_ms)
        else None
    )
    return {
        "orders_in_system": inside,
        "little_ratio": predicted / inside if predicted is not None and inside else None,
        "customers_ratio": customers_ratio(records),
    }


def on_their_way(records: Records, orders_df: pl.DataFrame) -> pl.DataFrame:
    """The orders without those that were refused, or wait for a person or for goods: these have no completion mail, and
    when they left the system nobody knows.
    """
    not_running = order_outcomes(records).filter(pl.col("outcome").is_in(["refused", "waiting"]))
    return orders_df.join(not_running, on="order_id", how="anti")


def in_system(records: Records, orders_df: pl.DataFrame) -> float | None:
    """Time average of the number of orders between their first mark and their last, over the window, whatever phase
    they began in.
    """
    if not len(orders_df):
        return None
    begin_ns, end_ns = records.trial.begin_ns, records.trial.end_ns
    # An order that was never finished stays in the system to the end.
    left = pl.min_horizontal(pl.col("mailed_ns").fill_null(end_ns), pl.lit(end_ns))
    inside_ns = (
        orders_df.select((left - pl.max_horizontal("received_ns", pl.lit(begin_ns))).clip(lower_bound=0))
        .to_series()
        .sum()
    )
    return float(inside_ns) / (end_ns - begin_ns)


def customers_ratio(records: Records) -> float | None:
    """Request rate x (request time + think time) against the number of customers."""
    scenario = records.trial.facts.scenario
    requests_df, seconds = requests_in_window(records)
    if not len(requests_df) or records.trial.load is not None or ENTRANCE in records.trial.levels:
        return None  # by the last, a sender waits for more than its answer
    think_s = 0.0 if scenario.think_method == "none" else (scenario.think_min_s + scenario.think_max_s) / 2
    rate_per_s = len(requests_df) / seconds
    request_s = float(np.mean(requests_df["duration_s"].to_numpy()))
    return rate_per_s * (request_s + think_s) / float(records.trial.levels["customers"])


def silent_customers(records: Records) -> tuple[int, float]:
    """How many of Siege's customers finished no request in so many seconds before the end of the window, in which each
    thinks and is answered: twice as long as the slowest answer took, and two seconds of Siege's clock.
    """
    trial, requests_df = records.trial, records.requests
    if not len(requests_df) or trial.load is not None or ENTRANCE in trial.levels:
        return 0, 0.0
    scenario = trial.facts.scenario
    think_s = 0.0 if scenario.think_method == "none" else scenario.think_max_s
    seconds = think_s + 2 * float(requests_df.select(pl.max("duration_s")).item()) + 2
    last_df = requests_df.group_by("user").agg(pl.max("end_s"))
    return len(last_df.filter(pl.col("end_s") < trial.end_ns / NS_PER_SECOND - seconds)), seconds


def requests_in_window(records: Records) -> tuple[pl.DataFrame, float]:
    """Requests that ended in the window, and over how many seconds they are counted: by Siege, whose clock leaves off
    the fraction, over the whole seconds of the window alone.
    """
    begin_s, end_s = records.trial.begin_ns / NS_PER_SECOND, records.trial.end_ns / NS_PER_SECOND
    if records.requests["sent_ns"].is_null().all():
        begin_s, end_s = math.ceil(begin_s), max(math.floor(end_s), math.ceil(begin_s))
    return records.requests.filter(pl.col("end_s").is_between(begin_s, end_s, closed="left")), end_s - begin_s
