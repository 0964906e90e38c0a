"""Levels that change nothing, in every unit of assignment: from records to verdicts."""

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from analysis.analysis_errors import RecordError
from analysis.comparing.comparison import Comparison
from analysis.comparing.results import Results, read_results
from analysis.contract.assignment_units import Unit
from analysis.contract.experiment_document import ExperimentDocument
from analysis.presentation.assignment_sentences import sentence
from analysis.reporting.findings import Findings
from analysis.reporting.report import write_report
from analysis.reporting.summary import summary_of
from analysis.reporting.verification import verify
from analysis.tests.synthetic_placebo import write_placebo

pytestmark = pytest.mark.usefixtures("analysed_once")

SAME = "equivalent within the margin"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """By order, by window and by trial, in four blocks of 72 s."""
    return write_placebo(tmp_path_factory.mktemp("placebo") / "r", ("order", "window", "trial"), blocks=4, seconds=72)


@pytest.fixture(scope="module")
def results(folder: Path) -> Results:
    return read_results(folder)


@pytest.fixture(scope="module")
def comparisons(results: Results) -> list[Comparison]:
    return Findings(results).comparisons


@pytest.mark.parametrize(
    ("unit", "metric", "n", "verdict"),
    [
        ("order", "response_geomean_ms", 4 * 15, SAME),  # 72 s have 15 blocks of 5 s, the last one short
        ("window", "cpu_per_order_ms", 4 * 3, SAME),  # a block of two levels, twice each, for 6 s is 24 s
        # Some 480 orders a trial, so ± 4.6 % by their number alone.
        ("trial", "cpu_per_order_ms", 4, "cannot tell"),
    ],
)
def test_no_level_differs_by_any_unit(
    comparisons: list[Comparison], unit: Unit, metric: str, n: int, verdict: str
) -> None:
    found = [c for c in comparisons if c.assignment == unit and c.ratio is not None]
    assert {(c.factor, c.level, c.against) for c in found} == {("placebo", "a2", "a1")}
    assert {c.verdict for c in found} <= {SAME, "cannot tell"}
    [told] = [c for c in found if c.metric == metric]
    assert (told.n, told.verdict) == (n, verdict)
    assert told.low is not None and told.high is not None and told.low < 1 < told.high


@pytest.mark.parametrize(
    ("margin", "words", "verdict"), [(0.5, "within 50 %", SAME), (0.001, "within 0.1 %", "cannot tell")]
)
def test_the_experiment_says_what_counts_as_the_same(results: Results, margin: float, words: str, verdict: str) -> None:
    """No interval of 5 s blocks here is as narrow as 0.1 %, and none as wide as 50 %."""
    record = json.loads((results.folder / "experiment.json").read_text())
    assert "margin" not in record
    results = replace(results, experiment=ExperimentDocument.model_validate(record | {"margin": margin}))
    findings = Findings(results)
    judged = [c for c in findings.comparisons if c.assignment == "order" and c.ratio is not None]
    assert judged and {c.verdict for c in judged} == {verdict}
    assert f"within {findings.margin}" == words
    assert summary_of(results, findings)["margin"] == margin
    assert all(words in sentence(c) for c in judged) == (verdict == SAME)


def test_by_bed_launches_are_what_was_repeated(tmp_path: Path) -> None:
    found = Findings(read_results(write_placebo(tmp_path / "r", ["bed"], blocks=3, seconds=30))).comparisons
    cpu = next(c for c in found if c.metric == "cpu_per_order_ms")
    assert (cpu.assignment, cpu.unit, cpu.n) == ("bed", "launch", 3)


def test_two_blocks_of_a_crossover_are_one_repetition_and_the_report_says_so(tmp_path: Path) -> None:
    folder = write_placebo(tmp_path / "r", ["trial"], blocks=4, seconds=30, crossover=True)
    write_report(folder)
    told = json.loads((folder / "summary.json").read_text())["comparisons"]
    assert {(each["unit"], each["n"]) for each in told if each["ratio"] is not None} == {("block pair", 2)}
    assert "2 block pairs" in (folder / "report.html").read_text()
    assert verify(folder).differences == []


def test_a_report_that_cannot_be_written_leaves_the_one_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_placebo(tmp_path / "r", ["trial"], blocks=2, seconds=30)
    page, text = (report := write_report(folder)).page, report.page.read_text()

    def refused(summary: object, name: str, path: Path) -> None:
        raise RecordError(f"{path}: not as its schema says")

    monkeypatch.setattr("analysis.reporting.summary.schemas.check_json", refused)
    with pytest.raises(RecordError):
        write_report(folder)
    assert page.read_text() == text


def test_a_report_of_all_units_is_written_and_all_its_trials_are_valid(folder: Path) -> None:
    report = write_report(folder)
    assert report.complaints == ()
    page = report.page.read_text()
    assert 'id="by-order"' in page and 'id="by-window"' in page and 'id="interference"' in page
    assert "Orders by a2" in page or "of a2 and a1" in page


def test_an_order_that_was_under_way_when_the_level_changed_has_none(results: Results) -> None:
    by_window = next(r for r in results.trials if r.trial.assignment and r.trial.assignment.unit == "window")
    orders_df = by_window.orders_df.filter(pl.col("in_window"))
    without = orders_df.filter(pl.col("level").is_null())
    # An order's steps take less than 0.1 s, in windows of 6 s: some half per cent of the orders, and no more.
    assert 0 <= len(without) < 0.03 * len(orders_df)
    assert set(orders_df["level"].drop_nulls()) == {"a1", "a2"}
