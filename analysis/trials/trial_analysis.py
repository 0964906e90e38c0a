"""One trial, from its records to its metrics: valid, void with reasons, or failed."""

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import polars as pl

from analysis.analysis_errors import AnalysisError
from analysis.auditing.at_risk import orders_at_risk
from analysis.auditing.audit import Audit, audit, redeliveries
from analysis.metrics import GEOMETRIC_MEANS, TIMES
from analysis.reading.records import Records, has_store_tables, read_records, read_trial
from analysis.reading.trial_facts import Trial
from analysis.statistics.intervals import Estimate, batch_means, percentile_bootstrap
from analysis.timing import order_times, waterfall
from analysis.timing.call_parts import CALL_PARTS
from analysis.timing.step_times import step_times
from analysis.trials import affected, consistency_checks, machine_metrics, pauses, rates, trial_transactions
from analysis.trials.broker_collections import broker_metrics
from analysis.trials.closed_loop_shadow import shadow_metrics
from analysis.trials.compilers import compiler_metrics
from analysis.trials.heap_metrics import heap_metrics
from analysis.trials.open_load import due_in_window, open_load_metrics, overload, without_response_times, without_waits
from analysis.trials.profile import profile_per_order
from analysis.trials.switchback_blocks import switchback_blocks
from analysis.trials.trial_collections import TrialCollections, trial_collections
from analysis.trials.validity import remarks, unsteady, void_reasons

Status = Literal["valid", "void", "failed"]
PERCENTILES = (50, 90, 95, 99)


@dataclass(frozen=True)
class TrialResult:
    """What one trial showed. A failed trial has no metrics, and an audit only when it left tables of the store."""

    trial: Trial
    status: Status
    reasons: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    audit: Audit | None = None
    at_risk: int = 0  # orders, over all crashes of the trial
    metrics: dict[str, Estimate] = field(default_factory=dict)
    orders_df: pl.DataFrame = field(default_factory=pl.DataFrame)
    segments_df: pl.DataFrame = field(default_factory=pl.DataFrame)
    steps_df: pl.DataFrame = field(default_factory=pl.DataFrame)
    blocks_df: pl.DataFrame = field(default_factory=pl.DataFrame)  # of a trial by window
    profile_df: pl.DataFrame = field(default_factory=pl.DataFrame)  # of a trial that was profiled
    unsteady: tuple[str, ...] = ()  # of the remarks those that show that the store still changed
    collections: TrialCollections | None = None  # where a JVM left its GC log
    launch: str = ""  # of the servers that it was conducted on, as `comparing.launches` has it

    def value(self, metric: str) -> float | None:
        return self.metrics[metric].value if metric in self.metrics else None


def analyse(folder: Path) -> TrialResult:
    """The result of the trial in `folder`; one whose tables are malformed has failed. RecordError when not even its
    facts can be read.
    """
    trial = read_trial(folder)
    if not trial.complete:
        return result_of_failed(folder, trial)
    try:
        return result_of(read_records(folder, trial))
    except AnalysisError as error:
        return TrialResult(trial, "failed", (unreadable(folder, error),))


def unreadable(folder: Path, error: AnalysisError) -> str:
    """Why the trial is excluded; files are named as in its folder."""
    return f"its records cannot be read: {str(error).replace(f'{folder}/', '')}"


def void_reason(folder: Path) -> str | None:
    """Why the metrics of the trial in `folder` do not count; None when they do. There is no other judge."""
    try:
        result = analyse(folder)
    except AnalysisError as error:
        return str(error)
    return None if result.status == "valid" else "; ".join(result.reasons)


def result_of_failed(folder: Path, trial: Trial) -> TrialResult:
    """What the lab calls failed has no metrics. What became of its orders is told all the same."""
    reason = trial.facts.outcome.reason or "no reason was recorded"
    if not has_store_tables(folder):
        return TrialResult(trial, "failed", (reason,))
    try:
        records = read_records(folder, trial)
    except AnalysisError as error:
        return TrialResult(trial, "failed", (reason, unreadable(folder, error)))
    audited = audit(records)
    reasons = (reason, *audited.failures)
    return TrialResult(trial, "failed", reasons, audit=audited, at_risk=orders_at_risk(records))


def result_of(records: Records) -> TrialResult:
    orders_df = order_times.orders(records)
    overloaded = overload(records, orders_df)
    if overloaded:
        orders_df = without_response_times(orders_df)
    audited = audit(records)
    segments_df = waterfall.segments(records, orders_df)
    metrics = metrics_of(records, orders_df, segments_df, steady=overloaded is None)
    noted = remarks(records, orders_df, metrics, overloaded)
    void = void_reasons(records, orders_df, overloaded)
    timed = (records, orders_df, segments_df)
    if overloaded:
        timed = (without_waits(records), orders_df, segments_df.clear())
    # What faults did to the orders is what the trial was conducted for, and voids nothing.
    reasons = () if records.trial.faulted and not void else (*void, *audited.failures)
    findings = audited.failures if not reasons else ()
    return TrialResult(
        records.trial,
        "void" if reasons else "valid",
        reasons,
        (*findings, *noted),
        audited,
        orders_at_risk(records),
        metrics,
        orders_df,
        *times_by_level(*timed),
        switchback_blocks(records, orders_df),
        profile_per_order(records, int(orders_df["mailed_in_window"].sum())),
        unsteady(records),
        trial_collections(records, orders_df.clear() if overloaded else orders_df),
    )


def times_by_level(
    records: Records, orders_df: pl.DataFrame, segments_df: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The mean segments and the times of the steps; with the column level where levels were assigned to orders."""
    if records.trial.assignment is None:
        return waterfall.mean_segments(segments_df), step_times(records)
    segments, steps = [], []
    for level in records.trial.assignment.levels:
        of_level = pl.col("order_id").is_in(orders_df.filter(pl.col("level") == level)["order_id"].implode())
        named = pl.lit(level).alias("level")
        segments.append(waterfall.mean_segments(segments_df.filter(of_level)).with_columns(named))
        steps.append(step_times(replace(records, steps=records.steps.filter(of_level))).with_columns(named))
    return pl.concat(segments), pl.concat(steps)


def metrics_of(
    records: Records, orders_df: pl.DataFrame, segments_df: pl.DataFrame, *, steady: bool
) -> dict[str, Estimate]:
    """Every metric of the trial, those of the orders with an interval from within the trial. steady: the store could
    keep up.
    """
    window_df = order_times.measured(orders_df)
    affected_df = window_df if steady else window_df.clear()  # in a growing queue an order meets any number of pauses
    requests_df = due_in_window(records)
    completed = int(orders_df["mailed_in_window"].sum()) or rates.completions_mailed(records)
    plain: dict[str, float | None] = {
        "orders": float(len(window_df)),
        "orders_unfinished": float(window_df["mailed_ns"].null_count()),
        "redeliveries": redeliveries(records),
        "waterfall_gap_fraction": waterfall.gap_fraction(segments_df),
        "waterfall_followed_fraction": waterfall.followed_fraction(segments_df, orders_df),
        **rates.http_metrics(records),
        **machine_metrics.cpu_metrics(records, completed),
        **machine_metrics.machine_metrics(records),
        **machine_metrics.queue_metrics(records),
        **trial_transactions.forced_write_metrics(records.trial),
        **compiler_metrics(records, completed),
        **pauses.gc_metrics(records, completed),
        **heap_metrics(records),
        **affected.gc_affected_metrics(records, affected_df),
        **affected.gc_requests_affected_metrics(records, requests_df if steady else requests_df.clear()),
        **affected.gc_concurrent_metrics(records, affected_df),
        **broker_metrics(records, completed, affected_df),
        **consistency_checks.consistency_metrics(records, orders_df),
        **open_load_metrics(records, orders_df, steady=steady),
        **shadow_metrics(records),
    }
    estimates = {name: Estimate(value, 1 if value is not None else 0) for name, value in plain.items()}
    for time in TIMES:
        estimates |= time_estimates(time, window_df, records.trial.facts.trial.seed)
    estimates |= {
        f"{part}_mean_ms": batch_means(window_df[f"{part}_ms"].drop_nulls().to_numpy()) for part in CALL_PARTS
    }
    estimates |= {name: geometric_mean_of(window_df[column]) for name, column in GEOMETRIC_MEANS.items()}
    estimates |= rates.rate_estimates(records, orders_df)
    return estimates


def geometric_mean_of(values: pl.Series) -> Estimate:
    """Of those above zero, by batch means of their logarithms."""
    found = batch_means(values.filter(values > 0).log().to_numpy())
    value, low, high = (None if log is None else math.exp(log) for log in (found.value, found.low, found.high))
    return replace(found, value=value, low=low, high=high)


def time_estimates(time: str, window_df: pl.DataFrame, seed: int) -> dict[str, Estimate]:
    """Mean by batch means, percentiles by block bootstrap; none for those with fewer than ten orders beyond them."""
    values = window_df[f"{time}_ms"].drop_nulls().to_numpy()
    if not len(values):
        return {}
    estimates = {f"{time}_mean_ms": batch_means(values), f"{time}_max_ms": Estimate(float(values.max()), len(values))}
    found = percentile_bootstrap(values, PERCENTILES, seed)
    for percentile, estimate in zip(PERCENTILES, found, strict=True):
        enough = len(values) * (100 - percentile) / 100 >= 10
        estimates[f"{time}_p{percentile}_ms"] = estimate if enough else Estimate(estimate.value, estimate.n)
    return estimates
