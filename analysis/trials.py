"""One trial, from its records to its figures: sound, void with reasons, or failed."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl

from analysis import laws, machine, pauses, tables, waterfall
from analysis.audit import Audit, audit
from analysis.figures import TIMES
from analysis.intervals import Estimate, batch_means, block_bootstrap, t_interval
from analysis.records import NS_A_SECOND, Records, Trial, read_records, read_trial
from analysis.step_times import step_times

Status = Literal["sound", "void", "failed"]
PERCENTILES = (50, 90, 95, 99)
TIME_BATCHES = 10
# What is beyond these is remarked upon.
IN_BALANCE = (0.9, 1.1)  # Little's law
FOLLOWED_SHARE, FOREIGN_SHARE = 0.95, 0.15


@dataclass(frozen=True)
class TrialResult:
    """What one trial showed. A failed trial has neither audit nor figures."""

    trial: Trial
    status: Status
    reasons: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    audit: Audit | None = None
    figures: dict[str, Estimate] = field(default_factory=dict)
    orders_df: pl.DataFrame = field(default_factory=pl.DataFrame)
    segments_df: pl.DataFrame = field(default_factory=pl.DataFrame)
    steps_df: pl.DataFrame = field(default_factory=pl.DataFrame)

    def value(self, figure: str) -> float | None:
        return self.figures[figure].value if figure in self.figures else None


def analyse(folder: Path) -> TrialResult:
    """The result of the trial in `folder`."""
    trial = read_trial(folder)
    if not trial.complete:
        return TrialResult(trial, "failed", (str(trial.facts["outcome"]["reason"] or "no reason was recorded"),))
    return result_of(read_records(folder, trial))


def result_of(records: Records) -> TrialResult:
    orders_df = tables.orders(records)
    audited = audit(records)
    segments_df = waterfall.segments(records, orders_df)
    figures = figures_of(records, orders_df, segments_df)
    reasons = (*void_reasons(records, orders_df), *audited.failures)
    return TrialResult(
        records.trial,
        "void" if reasons else "sound",
        reasons,
        remarks(records, orders_df, figures),
        audited,
        figures,
        orders_df,
        waterfall.mean_segments(segments_df),
        step_times(records),
    )


def void_reasons(records: Records, orders_df: pl.DataFrame) -> list[str]:
    """Why the trial's figures are not to be believed, the audit left out."""
    facts: dict[str, Any] = records.trial.facts
    refused = len(records.requests.filter(pl.col("status") >= 400))
    unmarked = (
        len(records.storefront_orders.join(orders_df, on="order_id", how="anti")) if records.trial.measured else 0
    )
    conditions = [
        (facts["data_loss"] > 0, f"marks were lost: {facts['data_loss']} jdk.DataLoss events"),
        (unmarked > 0, f"marks were lost: {unmarked} acknowledged orders have no order-received mark"),
        (facts["generator"]["exit"] != 0, f"the generator failed: exit {facts['generator']['exit']}"),
        (bool(facts["load"]["failed"]), f"requests failed: {facts['load']['failed']} by the generator's count"),
        (refused > 0, f"requests failed: {refused} were answered with status 400 or above"),
        (not facts["drained"], "the queues had not been emptied when the deadline was reached"),
        (records.trial.measured and not orders_df["mailed_in_window"].any(), "no order was completed in the window"),
    ]
    return [reason for holds, reason in conditions if holds]


def remarks(records: Records, orders_df: pl.DataFrame, figures: dict[str, Estimate]) -> tuple[str, ...]:
    """What a reader should know of a trial that is not void for it."""
    told = []
    used_df = tables.measured(orders_df)["delegate"].drop_nulls().value_counts(sort=True)
    if used_df["delegate"].to_list() not in ([], [records.trial.facts["delegates"].get(tables.SUPPLIER_ORDER)]):
        shares = ", ".join(f"{delegate} ({count} orders)" for delegate, count in used_df.iter_rows())
        told.append(f"{tables.SUPPLIER_ORDER} was switched under load: {shares}")
    gap, followed = figures["waterfall_gap_share"].value, figures["waterfall_followed_share"].value
    if gap is not None and abs(gap) > waterfall.TOLERANCE_SHARE:
        told.append(f"the waterfall misses the end-to-end time by {gap:+.1%}")
    if followed is not None and followed < FOLLOWED_SHARE:
        told.append(f"of only {followed:.0%} of the finished orders the way could be followed from end to end")
    foreign = figures["cpu_foreign_share"].value if "cpu_foreign_share" in figures else None
    if foreign is not None and foreign > FOREIGN_SHARE:
        told.append(f"the machine was not ours alone: others used {foreign:.0%} of the cores")
    for name, what in (("little_ratio", "orders"), ("customers_ratio", "customers")):
        ratio = figures[name].value
        if ratio is not None and not IN_BALANCE[0] <= ratio <= IN_BALANCE[1]:
            told.append(f"Little's law of the {what} gives {ratio:.2f}, not 1: the trial was not in balance")
    return tuple(told)


def figures_of(records: Records, orders_df: pl.DataFrame, segments_df: pl.DataFrame) -> dict[str, Estimate]:
    """Every figure of the trial, those of the orders with an interval from within the trial."""
    window_df = tables.measured(orders_df)
    completed = int(orders_df["mailed_in_window"].sum()) or completed_by_mail(records)
    plain: dict[str, float | None] = {
        "orders": float(len(window_df)),
        "orders_unfinished": float(window_df["mailed_ns"].null_count()),
        "redeliveries": float(len(records.steps.filter(pl.col("deliveries") > 1))),
        "waterfall_gap_share": waterfall.gap_share(segments_df),
        "waterfall_followed_share": waterfall.followed_share(segments_df, orders_df),
        **http_figures(records),
        **machine.cpu_figures(records, completed),
        **machine.machine_figures(records),
        **machine.queue_figures(records),
        **pauses.gc_figures(records, completed),
        **pauses.hit_figures(records, window_df),
        **laws.law_figures(records, orders_df),
    }
    estimates = {name: Estimate(value, 1 if value is not None else 0) for name, value in plain.items()}
    for time in TIMES:
        estimates |= time_estimates(time, window_df, int(records.trial.facts["trial"]["seed"]))
    estimates |= rate_estimates(records, orders_df)
    return estimates


def time_estimates(time: str, window_df: pl.DataFrame, seed: int) -> dict[str, Estimate]:
    """Mean by batch means, percentiles by block bootstrap; none for those with fewer than ten orders beyond them."""
    values = window_df[f"{time}_ms"].drop_nulls().to_numpy()
    if not len(values):
        return {}
    estimates = {f"{time}_mean_ms": batch_means(values), f"{time}_max_ms": Estimate(float(values.max()), len(values))}
    found = block_bootstrap(values, lambda sample: np.percentile(sample, PERCENTILES), seed)
    for percentile, estimate in zip(PERCENTILES, found, strict=True):
        enough = len(values) * (100 - percentile) / 100 >= 10
        estimates[f"{time}_p{percentile}_ms"] = estimate if enough else Estimate(estimate.value, estimate.n)
    return estimates


def rate_estimates(records: Records, orders_df: pl.DataFrame) -> dict[str, Estimate]:
    """Completed orders a minute, by the marks and by the mail sink; the interval is over ten equal parts of the
    window.
    """
    finished_ns = orders_df.filter(pl.col("mailed_in_window"))["mailed_ns"]
    mailed_df = records.mails.filter((pl.col("kind") == "completed") & tables.within(records.trial, "wall_ns"))
    rates = {"mailed_per_min": rate_per_min(mailed_df["wall_ns"], records.trial)}
    if records.trial.measured:
        rates["throughput_per_min"] = rate_per_min(finished_ns, records.trial)
    return rates


def rate_per_min(instants_ns: pl.Series, trial: Trial) -> Estimate:
    span_min = (trial.end_ns - trial.begin_ns) / NS_A_SECOND / 60
    counts, _ = np.histogram(
        instants_ns.to_numpy() - trial.begin_ns, bins=TIME_BATCHES, range=(0, trial.end_ns - trial.begin_ns)
    )
    rates = counts / (span_min / TIME_BATCHES)
    spread = t_interval(rates, "batch means within one trial")
    return Estimate(len(instants_ns) / span_min, len(instants_ns), spread.low, spread.high, spread.interval)


def completed_by_mail(records: Records) -> int:
    """Orders completed in the window by the sink's record: for trials that were not measured."""
    completed_df = records.mails.filter((pl.col("kind") == "completed") & tables.within(records.trial, "wall_ns"))
    return int(completed_df["order_id"].n_unique())


def http_figures(records: Records) -> dict[str, float | None]:
    """The generator's view, a cross-check in ticks of 10 ms."""
    requests_df = laws.requests_in_window(records)
    if not len(requests_df):
        return {}
    posts_df = requests_df.filter(pl.col("url_index") == int(records.trial.facts["scenario"]["requests"]) - 1)
    return {
        "http_per_s": len(requests_df) / records.trial.window_s,
        "http_mean_ms": float(np.mean(requests_df["duration_s"].to_numpy())) * 1000,
        "order_post_mean_ms": float(np.mean(posts_df["duration_s"].to_numpy())) * 1000 if len(posts_df) else None,
    }
