"""The tables of a report, as rows of text."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from analysis.auditing.audit import Audit
from analysis.auditing.order_outcomes import CLASSES
from analysis.comparing.comparison import Comparison
from analysis.comparing.design import CUSTOMERS
from analysis.comparing.results import Results
from analysis.contract.document import Level
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.presentation.formatting import (
    NOTHING,
    canary_note,
    effect,
    excluded_by_side,
    heading,
    held_words,
    number,
    ratio,
    with_interval,
)
from analysis.reading.trial_facts import LOAD
from analysis.statistics.verdicts import SINGLE_REPETITION

# fmt: off
OVERLOADED = "overloaded_fraction"
KEY_METRICS = (
    "throughput_per_min", "offered_per_min", "overloaded_fraction", "order_due_mean_ms", "response_mean_ms",
    "response_p50_ms", "response_p95_ms", "call_mean_ms", "latency_mean_ms", "cpu_per_order_ms",
    "forced_writes_per_order", "gc_pause_s", "gc_affected_fraction",
)
OUTCOME_COLUMNS = ("acknowledged", *CLASSES, "phantom")
TRACE_COLUMNS = (
    "mails", "mails_missing", "mails_duplicated", "stock_unbalanced", "dead_letters", "redeliveries",
    "duplicate_documents", "in_doubt_after",
)
# fmt: on
# Without measuring points the mail sink replaces them.
STANDS_IN = {"throughput_per_min": "mailed_per_min"}


@dataclass(frozen=True)
class Table:
    """Rows of cells under a heading; the first cells of a row name it."""

    caption: str
    columns: list[str]
    rows: list[list[str]]
    names: int = 1  # cells that name a row


def question_metrics(results: Results) -> tuple[str, ...]:
    """The metrics by which the experiment answers its question."""
    return results.primary, *results.experiment.secondary


def measured_metrics(names: tuple[str, ...], results: Results) -> list[str]:
    """Those that some valid trial has, or what replaces them. That no trial was overloaded is told of open loads."""
    known = {name for combination in results.by_trial for name in combination.metrics}
    if LOAD not in results.design.factors and not any(each.value(OVERLOADED) for each in results.by_trial):
        known.discard(OVERLOADED)
    wanted = [name if name in known else STANDS_IN.get(name, name) for name in names]
    return [name for name in dict.fromkeys(wanted) if name in known]


def load_cell(levels: Mapping[str, Level]) -> str:
    """How many customers there were, or at which rate they came."""
    return str(levels.get(CUSTOMERS, levels.get(LOAD, "")))


def load_heading(results: Results) -> str:
    """What the load of these results is."""
    return LOAD if LOAD in results.design.factors else CUSTOMERS


def key_table(results: Results) -> Table:
    """The metrics of each variant and load."""
    names = measured_metrics((*KEY_METRICS, *question_metrics(results)), results)
    rows = []
    for combination in results.by_trial:
        cells = [with_interval(combination.metrics.get(name), metric(name).unit == "fraction") for name in names]
        rows.append([combination.variant, load_cell(combination.levels), str(len(combination.trials)), *cells])
    columns = ["variant", load_heading(results), "trials", *(heading(name) for name in names)]
    return Table("Mean over the trials of each variant and load", columns, rows)


def named(found: Comparison) -> str:
    """Its metric, and whether the experiment asks for it."""
    rank = " (primary)" if found.primary else " (secondary)" if found.secondary else ""
    return metric(found.metric).label + rank


def comparison_table(results: Results, comparisons: list[Comparison]) -> Table:
    """Every ratio between trials of the metrics that the key table has, and of those that the experiment asks for."""
    names = measured_metrics(KEY_METRICS, results)
    varied = [factor for factor, levels in results.design.factors.items() if len(levels) > 1]
    rows = []
    shown = [
        c for c in comparisons if c.assignment in ("trial", "bed") and (c.metric in names or c.primary or c.secondary)
    ]
    for found in (c for c in shown if c.ratio is not None):
        held = [held_words(found, factor) for factor in found.held if factor in varied]
        compared = f"{found.level} against {found.against}"
        rows.append(
            [
                compared,
                ", ".join(held),
                named(found),
                ratio(found),
                judged(found),
                quantity(found.n, found.unit),
                effect(found.smallest_effect),
                excluded_by_side(found),
                found.interval,
            ]
        )
    columns = ["compared", "at", "metric", "ratio", "verdict", "repetitions", "could have been seen"]
    columns += ["excluded trials", "interval"]
    return Table("Ratios within blocks", columns, rows)


def judged(found: Comparison) -> str:
    """The verdict with its reason, but for what a banner says of all of them; and what it was without the canary."""
    reason = None if found.reason == SINGLE_REPETITION else found.reason
    told = [part for part in (reason, canary_note(found).removeprefix("; ")) if part]
    return f"{found.verdict}: {'; '.join(told)}" if told else found.verdict


def steps_table(steps_df: pl.DataFrame) -> Table:
    """Mean times of each step, variant by variant."""
    columns = [*load_columns(steps_df), "step", "attempts", "rolled back"]
    columns += ["work (ms)", "commit (ms)", "wait before (ms)"]
    rows = [
        [*load_cells(variant, load), step, str(attempts), str(rolled_back), *(number(value) for value in times)]
        for variant, load, step, attempts, rolled_back, *times in steps_df.iter_rows()
    ]
    return Table("Attempts at each step in the measuring window; means of those that were committed", columns, rows)


def load_columns(by_load_df: pl.DataFrame) -> list[str]:
    """What names a row: its variant, and its number of customers, unless orders came at rates, which a variant is
    called by.
    """
    return ["variant", CUSTOMERS] if (by_load_df[CUSTOMERS] > 0).any() else ["variant"]


def load_cells(variant: str, customers: int) -> list[str]:
    return [variant, str(customers)] if customers else [variant]


def call_parts_table(parts_df: pl.DataFrame) -> Table:
    """What a call by SOAP consists of, variant by variant."""
    named_by = load_columns(parts_df)
    columns = [*named_by, "orders", "to the endpoint (ms)", "in the endpoint (ms)", "back (ms)", "call (ms)"]
    rows = [
        [*load_cells(variant, load), str(orders), *(number(value) for value in times)]
        for variant, load, orders, *times in parts_df.iter_rows()
    ]
    caption = "The call to the supplier by SOAP: means of the orders of the measuring window"
    return Table(caption, columns, rows, names=len(named_by))


def order_outcomes_table(results: Results) -> Table:
    return audit_table(
        results, "Orders, in all trials with tables, void, failed and repeated ones included", OUTCOME_COLUMNS
    )


def traces_table(results: Results) -> Table:
    return audit_table(results, "Mails, items out of balance, and documents that came more than once", TRACE_COLUMNS)


def audit_table(results: Results, caption: str, counts: tuple[str, ...]) -> Table:
    """Sums over all trials of a combination that left their tables, void, failed and repeated ones included."""
    audits: dict[tuple[str, int, str], list[Audit]] = {}
    for result in results.conducted:
        if result.audit:
            place = (
                results.design.variant(result.trial.levels),
                result.trial.customers,
                load_cell(result.trial.levels),
            )
            audits.setdefault(place, []).append(result.audit)
    variants = results.design.variants()
    ordered = sorted(audits.items(), key=lambda item: (variants.index(item[0][0]), item[0][1]))
    rows = [[variant, load, *(total(found, name) for name in counts)] for (variant, _, load), found in ordered]
    columns = ["variant", load_heading(results), *(name.replace("_", " ") for name in counts)]
    return Table(caption, columns, rows)


def total(audits: list[Audit], count: str) -> str:
    """The sum over those trials whose records tell."""
    known = [value for audit in audits if (value := audit.counts()[count]) is not None]
    return str(sum(known)) if known else NOTHING
