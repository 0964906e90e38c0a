"""What is printed in the terminal: the key table of a report, or what the faults did."""

from collections.abc import Iterable

from rich.table import Table

from analysis.comparing.comparison import Comparison
from analysis.comparing.results import Results
from analysis.metrics import metric
from analysis.presentation import assignment_tables, report_faults
from analysis.presentation.excluded_rows import excluded_rows
from analysis.presentation.formatting import with_interval
from analysis.presentation.report_tables import KEY_METRICS, load_cell, load_heading, measured_metrics
from analysis.reading.trial_facts import TRANSACTIONS
from analysis.reporting.fault_findings import FaultFindings
from analysis.reporting.transaction_findings import COSTS

# Headings of two short lines, so that the table fits a terminal.
HEADINGS = {
    "throughput_per_min": "orders\n/min",
    "mailed_per_min": "orders\n/min",
    "offered_per_min": "offered\n/min",
    "overloaded_fraction": "over-\nloaded",
    "order_due_mean_ms": "from due\nmean ms",
    "response_mean_ms": "response\nmean ms",
    "response_p50_ms": "median\nms",
    "response_p95_ms": "p95\nms",
    "call_mean_ms": "call\nms",
    "latency_mean_ms": "latency\nms",
    "cpu_per_order_ms": "CPU ms\n/order",
    "forced_writes_per_order": "forced\nwrites",
    "gc_pause_s": "GC\npauses s",
    "gc_affected_fraction": "affected\nby GC",
}
OF_FAULTS = {
    "missing_acknowledged": "acked,\nmissing",
    "denied_shipped": "denied,\nshipped",
    "duplicated": "dupli-\ncated",
    "phantom": "phan-\ntom",
    "stuck": "stuck",
}


def key_table(results: Results, comparisons: Iterable[Comparison] = ()) -> Table:
    """One row per variant and load, or per ratio where all levels were in each trial, or per fault where every trial
    had a crash; below it what was left out.
    """
    faults = FaultFindings(results)
    within = [c for c in comparisons if c.assignment in ("order", "window")]
    if within and not results.by_trial:
        table = ratios_table(within, results.design.compared)
    else:
        table = metrics_table(results) if results.by_trial or not faults.any else faults_table(faults)
    table.title, table.title_justify = results.experiment.question, "left"
    lines = [f"{about}: {sentence}" for about, sentence in faults.sentences] if faults.any else []
    table.caption, table.caption_justify = "\n".join([*lines, *left_out(results)]) or None, "left"
    return table


def metrics_table(results: Results) -> Table:
    """The report's key table; of transactions, what they cost, so that it stays narrow."""
    table = Table()
    names = measured_metrics(COSTS if TRANSACTIONS in results.design.compared else KEY_METRICS, results)
    load = load_heading(results).replace("customers", "custo-\nmers")
    for heading in ("variant", load, "trials", *(HEADINGS[name] for name in names)):
        table.add_column(heading, justify="left" if heading == "variant" else "right")
    for row in results.by_trial:
        # An interval is below its value.
        cells = [
            with_interval(row.metrics.get(name), metric(name).unit == "fraction").replace(" (", "\n(") for name in names
        ]
        table.add_row(row.variant, load_cell(row.levels), str(len(row.trials)), *cells)
    return table


def ratios_table(comparisons: list[Comparison], varied: list[str]) -> Table:
    """The ratios by order and by window, without the reasons, so that it stays narrow."""
    shown, table = assignment_tables.ratio_table(comparisons, varied), Table()
    for heading in shown.columns[:7]:
        table.add_column(heading)
    for row in shown.rows:
        table.add_row(*(cell.partition(":")[0].replace(" (", "\n(") for cell in row[:7]))
    return table


def faults_table(faults: FaultFindings) -> Table:
    """For each combination of levels: faults, orders at risk and what became of them, and how long it took."""
    table = Table()
    factors = list(faults.rows[0].levels)
    for heading in factors:
        table.add_column(heading)
    for heading in (
        "faults",
        "at\nrisk",
        "lost",
        *OF_FAULTS.values(),
        "in\ndoubt",
        "loss\nat most\nper fault",
        "harm\nat most\nper fault",
        "recovery\ns",
    ):
        table.add_column(heading, justify="right")
    for row in (*faults.rows, faults.total):
        named = list(row.levels.values()) or ["all", *("" for _ in factors[1:])]
        counts = [report_faults.counted(row, name) for name in ("lost", *OF_FAULTS, "in_doubt_after")]
        recovery, *_ = report_faults.times(row.recovery)
        bounds = [report_faults.percent(row.loss_bound), report_faults.percent(row.harm_bound)]
        table.add_row(*named, str(row.crashes), str(row.at_risk), *counts, *bounds, recovery)
    return table


def left_out(results: Results) -> list[str]:
    """The trials that no metric comes from, loudly."""
    excluded = excluded_rows(results.excluded_trials)
    return [f"{each.subject} {each.status.upper()}: {'; '.join(each.reasons)}" for each in excluded]
