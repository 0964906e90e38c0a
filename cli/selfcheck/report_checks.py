"""Known answers as a person reads them: sentences, the table in the terminal, the files beside the report."""

import json
import math

import polars as pl

from analysis.reporting.report import write_tables
from analysis.reporting.summary import valid_summary
from analysis.reporting.terminal import key_table
from cli.selfcheck.answers import Answer, Check, all_of, exactly, near
from cli.selfcheck.comparison_checks import ERROR_OF_BLOCKS, T_OF_TWO
from cli.selfcheck.evidence import Evidence
from cli.selfcheck.known_experiments import SOAP

BLOCKS_MEAN_MS = 53.3333  # of 40, 52 and 68


def sentence_by_order(evidence: Evidence) -> Answer:
    """`Orders by soap take 25 % longer (25–25 %) than by jms-transacted; n = …`."""
    found = evidence["exact"].findings.assignments.summary
    told = next(each.sentences[0] for each in found if each.level == SOAP)
    return exactly(f"Orders by {SOAP} take 25 % longer", told.partition(" (")[0].replace("25.0 %", "25 %"))


def sentence_by_trial(evidence: Evidence) -> Answer:
    told = next(each.text for each in evidence["trials"].findings.sentences if each.level == SOAP)
    return exactly("mean response time 1.25\u00a0× (1.19–1.31)", told.partition(", ")[2].partition(",")[0])


def key_cells(evidence: Evidence) -> Answer:
    """The mean response time of the baseline, with its interval below it."""
    shown = key_table(evidence["trials"].results)
    cells = next(list(column.cells) for column in shown.columns if column.header == "response\nmean ms")
    return exactly("53.3\n(18.4–88.2)", cells[0])


def tables_and_summary(evidence: Evidence) -> Answer:
    found = evidence["trials"]
    write_tables(found.results, found.findings, found.folder / "tables")
    summary = json.loads(valid_summary(found.results, found.findings, found.folder / "summary.json"))
    levels_df = pl.read_csv(found.folder / "tables" / "levels.csv").filter(metric="response_mean_ms")
    told = next(each for each in summary["comparisons"] if each["metric"] == "response_mean_ms")
    low = 1.25 * math.exp(-T_OF_TWO * ERROR_OF_BLOCKS)
    return all_of([near(BLOCKS_MEAN_MS, levels_df["value"][0], 1e-3), near(low, told["low"], 1e-5)])


def void_trials(evidence: Evidence) -> Answer:
    """They are named, and nothing is made of them."""
    found = evidence["mishaps"]
    caption = str(key_table(found.results).caption or "")
    named = "trial 001 is VOID: 4 orders lost"
    return exactly((named, 0), (caption[: len(named)], len(found.results.combinations)))


CHECKS = (
    Check("sentence by order", sentence_by_order),
    Check("sentence by trial", sentence_by_trial),
    Check("key table", key_cells),
    Check("tables and summary", tables_and_summary),
    Check("void trials", void_trials),
)
