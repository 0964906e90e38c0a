"""A results folder becomes a page that stands alone, tables beside it, and a summary that keeps to its schema."""

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import cast

import polars as pl
import pytest
from jinja2 import UndefinedError
from rich.console import Console

from analysis.analysis_errors import ResultsError
from analysis.comparing.results import read_results
from analysis.contract import schemas
from analysis.plotting.palette import on_white
from analysis.reporting.compare import compare
from analysis.reporting.findings import Findings
from analysis.reporting.report import rendered, write_report
from analysis.reporting.terminal import key_table, left_out
from analysis.tests.synthetic import plan_of, write_results, write_trial
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.trials import side_by_side
from analysis.trials.trial_analysis import TrialResult, analyse

pytestmark = pytest.mark.usefixtures("analysed_once")

FAILED = TrialPlan(changes={"outcome": {"status": "failed", "reason": "the broker <b>did not</b> answer within 60 s"}})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    special = {"002": TrialPlan(faults=("lost",)), "004": FAILED}
    folder = write_results(
        tmp_path_factory.mktemp("results") / "quickstart-1", list(VARIANTS), [15, 60], repetitions=2, special=special
    )
    write_report(folder)
    return folder


def page_of(folder: Path) -> str:
    return (folder / "report.html").read_text()


def test_the_page_stands_alone(folder: Path) -> None:
    page = page_of(folder)
    fetched = re.findall(r"""(?:src|href)\s*=\s*["'](?!#)([^"']+)""", page.replace("xmlns:xlink", ""))
    assert fetched == []
    assert "@import" not in page and "url(" not in page


def test_the_page_says_that_beds_stood_side_by_side(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "alone", ["soap"], [15], repetitions=1)
    write_report(folder)
    assert "side by side" not in page_of(folder)
    file = folder / "experiment.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"side_by_side": True}))
    write_report(folder)
    assert "side by side" in page_of(folder) and "the trials took turns" in page_of(folder)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"duet": True}))
    write_report(folder)
    assert "trials ran in pairs at the same time" in page_of(folder)


def test_the_page_names_the_commits_where_trials_were_conducted_at_two(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "resumed", ["soap"], [15], repetitions=2)
    write_report(folder)
    assert "were conducted at" not in page_of(folder)
    file = folder / "trials/002/trial.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"commit": "fedcba9876"}))
    write_report(folder)
    assert re.search(r"the trials were conducted at commit 0123456 \(001\); commit fedcba9 \(002\)", page_of(folder))


def test_a_single_process_may_be_the_question(tmp_path: Path) -> None:
    variants = ["jms-transacted", "soap"]
    folder = write_results(tmp_path / "sink", variants, [15], repetitions=2, primary="cpu_process_broker_s")
    write_report(folder)
    assert "CPU of broker (primary)" in page_of(folder)


def test_the_page_has_the_question_and_its_summary(folder: Path) -> None:
    page = page_of(folder)
    assert "What does each way of handing an order to the supplier cost?" in page
    assert page.count("<strong>soap</strong> against") == 2
    assert "Kai S. Juse, Samuel Kounev, Alejandro Buchmann: PetStore-WS: " in page
    for heading in (
        "Summary",
        "Metrics by load",
        "Where an order&#39;s time goes",
        "Order outcomes",
        "The paper&#39;s claims",
        "Reproduction",
    ):
        assert heading.replace("&#39;", "'") in page
    assert page.count("<svg") >= 12


def test_excluded_trials_are_shown_with_their_reasons_and_escaped(folder: Path) -> None:
    page = page_of(folder)
    assert "Only 10 of 12 trials are valid" in page
    assert "1 order lost: 10003" in page
    assert "&lt;b&gt;did not&lt;/b&gt;" in page and "<b>did not" not in page


def test_what_was_left_out_is_counted_beside_each_verdict(folder: Path) -> None:
    """Trial 002 (jms-nontransacted at 15) and 004 (jms-transacted at 60) are void and failed."""
    comparisons = pl.read_csv(folder / "tables" / "comparisons.csv").filter(pl.col("metric") == "response_mean_ms")
    counted = {
        (row["level"], row["against"], "60" in row["held"]): (row["excluded_level"], row["excluded_against"])
        for row in comparisons.iter_rows(named=True)
    }
    assert counted == {
        ("jms-nontransacted", "jms-transacted", False): (1, 0),
        ("jms-nontransacted", "jms-transacted", True): (0, 1),
        ("soap", "jms-transacted", False): (0, 0),
        ("soap", "jms-transacted", True): (0, 1),
        ("soap", "jms-nontransacted", False): (0, 1),
        ("soap", "jms-nontransacted", True): (0, 0),
    }
    page = page_of(folder)
    assert "(excluded trials: 1 of jms-nontransacted)" in page and "<td>1 of jms-transacted</td>" in page


def test_an_attempt_that_was_repeated_stays_in_the_counts(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "again", ["jms-transacted", "soap"], [15], repetitions=2)
    write_trial(folder / "repeated" / "002-1", replace(plan_of(2, 1, 15, VARIANTS["soap"]), faults=("lost",)))
    report = write_report(folder)
    page = page_of(folder)
    assert "All 4 trials are valid" in page and "1 earlier attempt at 002 did not count." in page
    assert "void, repeated" in page and "excluded trials: 1 of soap" in page
    lost = {row[0]: row[6] for row in Findings(read_results(folder)).order_outcomes_table.rows}
    assert lost == {"jms-transacted": "0", "soap": "1"}
    assert report.complaints == ()
    [excluded] = json.loads((folder / "summary.json").read_text())["excluded_trials"]
    assert (excluded["trial"], excluded["status"], excluded["repeated"]) == ("002", "void", True)


def test_a_valid_trial_that_was_repeated_with_its_launch_is_no_attempt_in_vain(tmp_path: Path) -> None:
    """The other trial on its servers was void."""
    folder = write_results(tmp_path / "again", ["jms-transacted", "soap"], [15], repetitions=2)
    write_trial(folder / "repeated" / "001-1", plan_of(1, 1, 15, VARIANTS["jms-transacted"]))
    write_trial(folder / "repeated" / "002-1", replace(plan_of(2, 1, 15, VARIANTS["soap"]), faults=("lost",)))
    assert write_report(folder).complaints == ()
    found = json.loads((folder / "summary.json").read_text())["excluded_trials"]
    assert [(each["trial"], each["status"]) for each in found] == [("002", "void")]


def test_every_table_has_headings_and_every_plot_its_words(folder: Path) -> None:
    page = page_of(folder)
    assert page.count("<table") == page.count("<thead>")
    assert page.count('<metric role="img" aria-label="') == page.count("<metric")


def test_the_summary_keeps_to_its_schema_and_holds_every_figure(folder: Path) -> None:
    summary = schemas.read_json(folder / "summary.json", "summary")
    assert [trial["status"] for trial in summary["trials"]].count("valid") == 10
    assert {excluded["status"] for excluded in summary["excluded_trials"]} == {"void", "failed"}
    combination = summary["combinations"][0]["metrics"]["response_mean_ms"]
    assert (combination["unit"], combination["n"], combination["interval"]) == ("ms", 2, "t over trials")
    assert summary["trials"][0]["audit"]["acknowledged"] == summary["trials"][0]["audit"]["completed"]
    assert {claim["verdict"] for claim in summary["claims"]} <= {"agrees", "disagrees", "cannot tell"}


def test_tables_and_plots_lie_beside_the_page(folder: Path) -> None:
    for name in ("trials", "levels", "orders", "comparisons", "audits", "waterfall", "histogram", "claims"):
        assert (
            pl.read_csv(folder / "tables" / f"{name}.csv").height
            == pl.read_parquet(folder / "tables" / f"{name}.parquet").height
            > 0
        )
    pictures = list((folder / "plots").glob("*.png"))
    assert len(pictures) >= 12
    assert all(picture.read_bytes().startswith(b"\x89PNG") for picture in pictures)


def test_pictures_of_an_earlier_report_are_removed(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "results", ["soap"], [15], repetitions=1)
    (folder / "plots").mkdir()
    for name in ("throughput_of_soap.png", "notes.txt"):
        (folder / "plots" / name).write_bytes(b"older")
    write_report(folder)
    drawn = {f"{plot.name}.png" for plot in Findings(read_results(folder)).plots}
    assert {path.name for path in (folder / "plots").iterdir()} == drawn | {"notes.txt"}


def test_a_picture_beside_the_page_lies_on_white() -> None:
    drawing = '<svg width="2"><g/></svg>'
    assert on_white(drawing) == '<svg width="2"><rect width="100%" height="100%" fill="white"/><g/></svg>'


def test_the_histogram_counts_every_order_once(folder: Path) -> None:
    counted = pl.read_csv(folder / "tables" / "histogram.csv").filter(pl.col("time") == "response")["orders"].sum()
    assert counted == pl.read_csv(folder / "tables" / "orders.csv")["response_ms"].drop_nulls().len()


@pytest.mark.parametrize(
    ("variants", "loads"), [(["jms-transacted", "soap"], [15]), (["soap"], [15, 40])], ids=["one load", "one variant"]
)
def test_small_experiments_have_a_page_too(tmp_path: Path, variants: list[str], loads: list[int]) -> None:
    write_report(write_results(tmp_path / "small", variants, loads, repetitions=1))
    page = page_of(tmp_path / "small")
    assert ("The experiment has a single repetition" in page) == (len(variants) > 1)
    assert ("There is nothing to compare" in page) == (len(variants) == 1)


def test_a_page_is_written_when_no_trial_is_valid(tmp_path: Path) -> None:
    write_report(write_results(tmp_path / "none", ["soap"], [15], repetitions=1, special={"001": FAILED}))
    assert "The only trial is not valid; it is excluded: trial 001 is failed" in page_of(tmp_path / "none")
    assert json.loads((tmp_path / "none" / "summary.json").read_text())["combinations"] == []


def test_a_trial_that_was_not_conducted_is_excluded(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "cut", ["soap"], [15, 40], repetitions=1)
    for path in (folder / "trials" / "002").iterdir():
        path.unlink()
    (folder / "trials" / "002").rmdir()
    write_report(folder)
    assert "trial 002 is missing (it was not conducted)" in page_of(folder)


def test_trials_that_were_not_conducted_stand_together(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "cut", ["soap", "jms-transacted"], [15, 40], repetitions=3)
    for number in (3, 5, 6, 7, 12):
        shutil.rmtree(folder / "trials" / f"{number:03}")
    write_report(folder)
    page = page_of(folder)
    told = "Only 7 of 12 trials are valid; the others are excluded: trials 003, 005–007, 012 are missing"
    assert f"{told} (they were not conducted)." in page
    assert page.count("they were not conducted") == 2  # in the table, too
    assert left_out(read_results(folder)) == ["trials 003, 005–007, 012 are MISSING: they were not conducted"]
    assert len(json.loads((folder / "summary.json").read_text())["excluded_trials"]) == 5


def test_what_no_trial_has_is_not_in_the_legends(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "half", ["soap", "jms-transacted"], [15, 40], repetitions=1)
    facts = {path: json.loads((path / "trial.json").read_text()) for path in folder.glob("trials/*")}
    for path, trial in facts.items():
        if trial["levels"]["transition"] == "soap":
            shutil.rmtree(path)
    write_report(folder)
    [_, section] = page_of(folder).split('<section aria-labelledby="load">')
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", section.partition("</section>")[0])
    assert "jms-transacted" in labels and "soap" not in labels


def test_each_trial_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def noted(folder: Path) -> TrialResult:
        read.append(folder.name)
        return analyse(folder)

    monkeypatch.setattr(side_by_side, "analyse", noted)
    report = write_report(write_results(tmp_path / "small", ["soap"], [15, 40], repetitions=1))
    assert read == ["001", "002"]
    assert report.key_table.row_count == 2


def test_a_name_that_the_findings_do_not_have_fails() -> None:
    with pytest.raises(UndefinedError):
        rendered(cast(Findings, object()))


@pytest.mark.parametrize("names", [[], ["experiment.json"]])
def test_a_folder_without_results_is_refused_in_words(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text((schemas.SCHEMAS / "examples" / name).read_text())
    with pytest.raises(ResultsError, match=r"no results of an experiment|no trial has been conducted"):
        write_report(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("steps.csv", "begin_ns\n", "its records cannot be read: steps.csv: column duration_ns is missing"),
        ("gc-server.log", "nonsense\n", "its records cannot be read: gc-server.log"),
        ("trial.json", "{", "its records cannot be read: trial.json: not JSON"),
    ],
)
def test_a_malformed_record_is_a_hole_in_the_report_and_not_its_end(
    tmp_path: Path, file: str, text: str, reason: str
) -> None:
    folder = write_results(tmp_path / "broken", ["jms-transacted", "soap"], [15], repetitions=3)
    (folder / "trials" / "003" / file).write_text(text)
    page = write_report(folder).page.read_text()
    assert "Only 5 of 6 trials are valid" in page and f"trial 003 is failed ({reason}" in page
    [found] = [c for c in Findings(read_results(folder)).comparisons if c.metric == "response_mean_ms"]
    assert found.n == 2


def test_where_no_trial_can_be_read_the_message_says_why(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "broken", ["soap"], [15], repetitions=1)
    (folder / "trials" / "001" / "trial.json").write_text("{")
    with pytest.raises(ResultsError, match=r"no trial can be read: .*trial\.json: not JSON"):
        write_report(folder)


def test_the_terminal_s_tables(folder: Path) -> None:
    console = Console(width=220, record=True)
    console.print(key_table(read_results(folder)))
    console.print(compare(folder, folder))
    text = console.export_text()
    assert "jms-nontransacted" in text and text.count("one launch of the servers is not a sample") == 1
    assert "trial 002 is VOID: 1 order lost: 10003" in text
