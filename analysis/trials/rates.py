"""How many orders were completed in the window, and what the generator had to say of its requests."""

import numpy as np
import polars as pl

from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND, Trial
from analysis.statistics.intervals import Estimate, t_interval
from analysis.timing import order_times
from analysis.trials import consistency_checks

TIME_BATCHES = 10


def rate_estimates(records: Records, orders_df: pl.DataFrame) -> dict[str, Estimate]:
    """Completed orders per minute, by the marks and by the mail sink; the interval is over ten equal parts of the
    window.
    """
    finished_ns = orders_df.filter(pl.col("mailed_in_window"))["mailed_ns"]
    mailed_df = records.mails.filter((pl.col("kind") == "completed") & order_times.within(records.trial, "wall_ns"))
    rates = {"mailed_per_min": rate_per_min(mailed_df["wall_ns"], records.trial)}
    if records.trial.measured:
        rates["throughput_per_min"] = rate_per_min(finished_ns, records.trial)
    return rates


def rate_per_min(instants_ns: pl.Series, trial: Trial) -> Estimate:
    span_min = (trial.end_ns - trial.begin_ns) / NS_PER_SECOND / 60
    counts, _ = np.histogram(
        instants_ns.to_numpy() - trial.begin_ns, bins=TIME_BATCHES, range=(0, trial.end_ns - trial.begin_ns)
    )
    rates = counts / (span_min / TIME_BATCHES)
    spread = t_interval(rates, "batch means within one trial")
    return Estimate(len(instants_ns) / span_min, len(instants_ns), spread.low, spread.high, spread.interval)


def completions_mailed(records: Records) -> int:
    """Orders completed in the window by the sink's record: for trials that were not measured."""
    completed_df = records.mails.filter((pl.col("kind") == "completed") & order_times.within(records.trial, "wall_ns"))
    return int(completed_df["order_id"].n_unique())


def http_metrics(records: Records) -> dict[str, float | None]:
    """The generator's view, a cross-check in ticks of 10 ms."""
    requests_df, seconds = consistency_checks.requests_in_window(records)
    if not len(requests_df):
        return {}
    posts_df = requests_df.filter(pl.col("url_index") == records.trial.facts.scenario.requests - 1)
    return {
        "http_per_s": len(requests_df) / seconds,
        "http_mean_ms": float(np.mean(requests_df["duration_s"].to_numpy())) * 1000,
        "order_post_mean_ms": float(np.mean(posts_df["duration_s"].to_numpy())) * 1000 if len(posts_df) else None,
    }
