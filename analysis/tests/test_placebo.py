"""Levels that change nothing, in every unit of assignment: from records to verdicts."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from analysis.comparing.comparison import Comparison
from analysis.comparing.results import read_results
from analysis.contract.assignment_units import Unit
from analysis.presentation.assignment_sentences import sentence
from analysis.reporting.findings import Findings
from analysis.reporting.report import write_report
from analysis.reporting.summary import summary_of
from analysis.tests.synthetic_placebo import write_placebo

SAME = "equivalent within the margin"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """By order, by window and by trial, in four blocks of 72 s."""
    return write_placebo(tmp_path_factory.mktemp("placebo") / "r", ("order", "window", "trial"), blocks=4, seconds=72)


def compared(folder: Path) -> list[Comparison]:
    return Findings(read_results(folder)).comparisons


@pytest.mark.parametrize(
    ("unit", "metric", "n", "verdict"),
    [
        ("order", "response_geomean_ms", 4 * 15, SAME),  # 72 s have 15 blocks of 5 s, the last one short
        ("window", "cpu_per_order_ms", 4 * 3, SAME),  # a block of two levels, twice each, for 6 s is 24 s
        # Some 480 orders a trial, so ± 4.6 % by their number alone.
        ("trial", "cpu_per_order_ms", 4, "cannot tell"),
    ],
)
def test_no_level_differs_by_any_unit(folder: Path, unit: Unit, metric: str, n: int, verdict: str) -> None:
    found = [c for c in compared(folder) if c.assignment == unit and c.ratio is not None]
    assert {(c.factor, c.level, c.against) for c in found} == {("placebo", "a2", "a1")}
    assert {c.verdict for c in found} <= {SAME, "cannot tell"}
    [told] = [c for c in found if c.metric == metric]
    assert (told.n, told.verdict) == (n, verdict)
    assert told.low is not None and told.high is not None and told.low < 1 < told.high


@pytest.mark.parametrize(
    ("margin", "words", "verdict"), [(0.5, "within 50 %", SAME), (0.001, "within 0.1 %", "cannot tell")]
)
def test_the_experiment_says_what_counts_as_the_same(
    folder: Path, tmp_path: Path, margin: float, words: str, verdict: str
) -> None:
    """No interval of 5 s blocks here is as narrow as 0.1 %, and none as wide as 50 %."""
    other = shutil.copytree(folder, tmp_path / "r", ignore=shutil.ignore_patterns("report.html", "summary.json"))
    record = json.loads((other / "experiment.json").read_text())
    assert "margin" not in record
    (other / "experiment.json").write_text(json.dumps({**record, "margin": margin}))
    results = read_results(other)
    findings = Findings(results)
    judged = [c for c in findings.comparisons if c.assignment == "order" and c.ratio is not None]
    assert judged and {c.verdict for c in judged} == {verdict}
    assert f"within {findings.margin}" == words
    assert summary_of(results, findings)["margin"] == margin
    assert all(words in sentence(c) for c in judged) == (verdict == SAME)


def test_by_bed_launches_are_what_was_repeated(tmp_path: Path) -> None:
    found = compared(write_placebo(tmp_path / "r", ["bed"], blocks=3, seconds=30))
    cpu = next(c for c in found if c.metric == "cpu_per_order_ms")
    assert (cpu.assignment, cpu.unit, cpu.n) == ("bed", "launch", 3)


def test_a_report_of_all_units_is_written_and_all_its_trials_are_valid(folder: Path) -> None:
    report = write_report(folder)
    assert report.complaints == ()
    page = report.page.read_text()
    assert 'id="by-order"' in page and 'id="by-window"' in page and 'id="interference"' in page
    assert "Orders by a2" in page or "of a2 and a1" in page


def test_an_order_that_was_under_way_when_the_level_changed_has_none(folder: Path) -> None:
    results = read_results(folder)
    by_window = next(r for r in results.trials if r.trial.assignment and r.trial.assignment.unit == "window")
    orders_df = by_window.orders_df.filter(pl.col("in_window"))
    without = orders_df.filter(pl.col("level").is_null())
    # An order's steps take less than 0.1 s, in windows of 6 s: some half per cent of the orders, and no more.
    assert 0 <= len(without) < 0.03 * len(orders_df)
    assert set(orders_df["level"].drop_nulls()) == {"a1", "a2"}
