"""What faults did is counted, whatever it was; it voids no trial."""

# mypy: disable-error-code="operator,type-var"
# A None here fails the test, as it should.

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from analysis.analysis_errors import ResultsError
from analysis.auditing.at_risk import upper_bound
from analysis.comparing import fault_statistics
from analysis.comparing.claims import judge, judgement
from analysis.comparing.evidence import Evidence, fails_after_sending
from analysis.comparing.fault_statistics import row_of
from analysis.comparing.pet_store_claims import PET_STORE_CLAIMS
from analysis.comparing.results import Results, read_results
from analysis.contract import schemas
from analysis.counting import quantity
from analysis.presentation.report_faults import counted, crash_sentences, spec_sentence
from analysis.reporting.fault_findings import FaultFindings
from analysis.reporting.report import write_report
from analysis.reporting.terminal import faults_table
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_crashes import (
    CRASHES,
    MANAGERS,
    THROWS,
    crash,
    crash_plan,
    write_crashes,
    write_send_faults,
)
from analysis.trials.trial_analysis import analyse

pytestmark = pytest.mark.usefixtures("analysed_once")

LOST = replace(crash_plan(3, "payara", "kill database"), faults=("lost",))
TWICE = replace(crash_plan(2, "payara", "kill broker"), faults=("mail twice",))
SILENT = crash_plan(
    4, "payara", "log-written:halt", faults=[crash("log-written:halt", 15, triggered=False, triggered_ns=None)]
)
FAILED = crash_plan(
    5, "narayana file", "kill server", outcome={"status": "failed", "reason": "the server did not recover"}
)
UNDRAINED = replace(crash_plan(6, "narayana file", "kill broker", drained=False), faults=("lost",))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    special = {"t002": TWICE, "t003": LOST, "t004": SILENT, "t005": FAILED, "t006": UNDRAINED}
    return read_results(write_crashes(tmp_path_factory.mktemp("results") / "crashes-1", **special))


def test_faults_void_nothing(results: Results) -> None:
    statuses = {result.trial.id: result.status for result in results.trials}
    assert set(statuses.values()) == {"valid", "failed"}
    assert statuses["005"] == "failed"


def test_there_is_a_row_for_each_transactions_and_fault_in_the_order_of_the_file(results: Results) -> None:
    rows = FaultFindings(results).rows
    assert [tuple(row.levels.values()) for row in rows] == [(m, fault) for m in MANAGERS for fault in CRASHES]
    assert [row.crashes for row in rows] == [2, 2, 2, 0, 2, 2, 2, 2]
    assert rows[3].not_triggered == 1


def test_what_was_lost_is_counted_and_bounds_the_probability(results: Results) -> None:
    row = FaultFindings(results).rows[2]
    assert row.counts["lost"] == 1
    assert row.at_risk >= 2  # the lost order, at both crashes
    assert 0 < row.order_loss_bound < 1
    assert results.trials[2].remarks[0] == "1 order lost: 10003"


def test_an_order_that_was_lost_stays_lost_when_its_trial_is_repeated(tmp_path: Path) -> None:
    folder = write_crashes(tmp_path / "crashes-1")
    write_trial(folder / "repeated" / "003-1", LOST)
    row = FaultFindings(read_results(folder)).rows[2]
    assert (row.trials, row.crashes, row.counts["lost"], row.losing) == (2, 4, 1, 1)


def test_a_copied_attempt_is_refused_and_not_counted_twice(tmp_path: Path) -> None:
    folder = write_crashes(tmp_path / "crashes-1")
    write_trial(folder / "repeated" / "003-1.bak", LOST)
    with pytest.raises(ResultsError, match=r"003-1\.bak holds an attempt at trial 003: .*; move it out of .*repeated$"):
        read_results(folder)


def test_a_mail_that_came_twice_is_counted_and_no_failure(results: Results) -> None:
    assert FaultFindings(results).rows[1].counts["mails_duplicated"] == 1
    assert results.trials[1].audit is not None and results.trials[1].audit.passed


def test_what_did_not_drain_is_stuck(results: Results) -> None:
    row = FaultFindings(results).rows[5]
    assert (row.counts["lost"], row.counts["stuck"]) == (0, 1)


def test_a_failed_trial_counts_when_its_tables_are_there(results: Results) -> None:
    row = FaultFindings(results).rows[4]
    assert (row.trials, row.crashes, row.counts["in_doubt_after"]) == (1, 2, 0)
    assert row.counts["acknowledged"] == row.counts["completed"] > 0


def test_times_are_those_since_the_process_was_gone(results: Results) -> None:
    total = FaultFindings(results).total
    assert (total.recovery.median_s, total.recovery.max_s, total.recovery.n) == (4.0, 4.0, 14)
    assert (total.resolved.median_s, total.resolved.n) == (9.0, 14)
    assert total.branches_at_recovery == 3 * 14


def test_trials_with_a_crash_are_compared_with_none(results: Results) -> None:
    assert results.valid and not results.crash_free
    assert not results.combinations


def test_the_page_the_summary_and_the_terminal_tell_of_crashes(tmp_path: Path) -> None:
    folder = write_crashes(tmp_path / "crashes-1", t003=LOST)
    report = write_report(folder)
    page = report.page.read_text()
    assert "16 faults under load put 2 orders at risk: 1 lost, none duplicated, none stuck" in page
    assert '<h2 id="faults">Faults</h2>' in page and "what the faults did to orders" in page
    summary = schemas.read_json(folder / "summary.json", "summary")
    assert len(summary["faults"]) == len(MANAGERS) * len(CRASHES) + 1
    assert (summary["faults"][-1]["levels"], summary["faults"][-1]["crashes"]) == ({}, 16)
    assert pl.read_csv(folder / "tables" / "faults.csv")["lost"].sum() == 1
    console = Console(width=160, record=True)
    console.print(report.key_table)
    assert "kill database" in (text := console.export_text()) and "loss" in text and "harm" in text
    assert "Each kind of fault, whatever drove the transactions" in page


def test_a_bound_is_reported_for_each_kind_of_fault_over_all_transactions(results: Results) -> None:
    kinds = {row.levels["fault"]: row for row in FaultFindings(results).kinds}
    assert list(kinds) == list(CRASHES)
    assert [row.crashes for row in kinds.values()] == [4, 4, 4, 2]
    # One lost order can have been the work of one fault of its two; nobody knows of which.
    assert [row.harmful for row in kinds.values()] == [0, 1, 1, 0]
    assert kinds["kill server"].harm_bound == pytest.approx(1 - 0.05 ** (1 / 4))
    # Clopper and Pearson 1934, one of four: 1 - p is the 5 % point of Beta(3, 2).
    assert kinds["kill database"].harm_bound == pytest.approx(0.7514, abs=1e-4)
    assert FaultFindings(results).total.harmful == 2


@pytest.mark.parametrize(
    ("audited", "harmful"),
    [({}, 0), ({"lost": 1}, 1), ({"phantom": 1, "missing_acknowledged": 1}, 2), ({"missing_acknowledged": 9}, 2),
     ({"denied_shipped": 1}, 1), ({"in_doubt_after": 1}, 1), ({"mails_duplicated": 5}, 0),
     ({"denied_shipped": None}, 0)],
)  # fmt: skip
def test_a_trial_has_no_more_harmful_faults_than_faults(
    results: Results, audited: dict[str, Any], harmful: int
) -> None:
    valid = results.trials[0]
    assert valid.audit is not None
    found = replace(valid, audit=replace(valid.audit, **audited))
    assert fault_statistics.guilty(found, fault_statistics.HARM) == harmful


def test_a_count_that_some_trials_do_not_tell_says_of_how_many_it_is(results: Results) -> None:
    """Where nobody listened to what customers are told, none of them is known to have been denied."""
    unheard, *others = results.trials
    assert unheard.audit is not None

    def told(denied: int | None) -> fault_statistics.FaultRow:
        heard = [replace(each, audit=replace(each.audit, denied_shipped=0)) for each in others if each.audit]
        return fault_statistics.total([replace(unheard, audit=replace(unheard.audit, denied_shipped=denied)), *heard])

    number = told(0).trials
    partly = told(None)
    assert (partly.counts["denied_shipped"], partly.untold["denied_shipped"]) == (0, 1)
    assert counted(partly, "denied_shipped") == f"0 ({number - 1} of {number} trials)"
    assert counted(told(0), "denied_shipped") == "0"
    assert f"In 1 of {number} trials it is not known what was denied but shipped: " in crash_sentences(partly)
    assert "denied but shipped: harm" not in crash_sentences(told(0))


def test_the_probability_of_a_loss_is_bounded_by_crashes_not_by_the_orders_at_risk(results: Results) -> None:
    """Of the 14 faults of all trials two can have lost an order: one is lost, one was unfinished at the deadline.
    Clopper and Pearson 1934: P(X <= 2) of 14 at 0.385390 is 0.614610^14 + 14 * 0.385390 * 0.614610^13
    + 91 * 0.385390^2 * 0.614610^12 = 0.0011 + 0.0097 + 0.0393 = 0.05.
    """
    total = FaultFindings(results).total
    assert (total.crashes, total.losing, total.counts["lost"], total.counts["stuck"]) == (14, 2, 1, 1)
    assert total.loss_bound == pytest.approx(0.38539, abs=1e-5)


def test_an_order_that_is_unfinished_at_the_deadline_counts_as_a_loss(results: Results) -> None:
    unfinished = FaultFindings(results).rows[5]
    assert (unfinished.counts["lost"], unfinished.losing, unfinished.crashes) == (0, 1, 2)
    # One of two faults: P(X <= 1) = 1 - p^2 = 0.05.
    assert unfinished.loss_bound == pytest.approx(0.95**0.5)
    # The order was at risk in both faults, if no other was: then one of two exposures is the same value.
    assert unfinished.order_loss_bound == pytest.approx(upper_bound(1, unfinished.at_risk))


def test_the_bound_per_fault_comes_first_and_the_one_per_order_tells_what_it_assumes(results: Results) -> None:
    text = crash_sentences(FaultFindings(results).total)
    first, second = text.index("a fault loses an order with a probability of at most 39 %"), text.index("independent")
    assert first < second


def test_documents_of_steps_that_rolled_back_are_counted_by_transition(tmp_path: Path) -> None:
    folder = write_send_faults(tmp_path / "send-1")
    rows = FaultFindings(read_results(folder)).rows
    found = {row.levels["transition"]: row for row in rows}
    assert {row.levels["fault"] for row in rows} == {THROWS}
    assert [found[name].counts["sent_by_rolled_back"] for name in found] == [0, 1, 1]
    assert (found["soap"].triggered, found["soap"].counts["taken_from_rolled_back"]) == (3, 1)
    page = write_report(folder).page.read_text()
    assert "1 document stayed sent when the step rolled back, and the receiver took it" in page


@pytest.mark.parametrize(
    ("repetitions", "triggered", "verdict", "measured"),
    [(3, 1, "agrees", 1.0), (3, 2, "disagrees", 0.5), (1, 1, "cannot tell", 1.0), (3, 0, "cannot tell", None)],
)
def test_atomicity_is_judged_by_what_failing_steps_left_behind(
    tmp_path: Path, repetitions: int, triggered: int, verdict: str, measured: float | None
) -> None:
    results = read_results(write_send_faults(tmp_path / "send-1", repetitions, triggered))
    [judged] = judge(PET_STORE_CLAIMS, results, [])  # no other claim speaks of failing steps
    assert (judged.name, judged.verdict, judged.measured) == ("PS-atomicity", verdict, measured)
    assert judged.unit == "documents per failure"
    assert ("at 15 customers" in judged.reason) == (measured is not None)


def test_without_trials_that_fail_atomicity_is_not_judged(results: Results) -> None:
    [claim] = [claim for claim in PET_STORE_CLAIMS if claim.name == "PS-atomicity"]
    judged = judgement(claim, Evidence(results, []))
    assert (judged.verdict, judged.measured) == ("cannot tell", None)
    assert "send-faults" in judged.reason


@pytest.mark.parametrize(
    ("fault", "fails"),
    [
        (THROWS, True),
        ("sent:throw", True),
        ("sent:error:each-5", True),
        ("sent:delay:each-5", False),
        ("sent@invoice:halt:3", False),
        ("worked@supplier-order:throw", False),
        ("none", False),
    ],
)
def test_a_step_that_fails_after_it_has_sent_is_known_by_its_level(fault: str, fails: bool) -> None:
    assert fails_after_sending(fault) is fails


@pytest.mark.parametrize(
    ("count", "noun", "text"),
    [(0, "order", "0 orders"), (1, "order", "1 order"), (2104, "order", "2,104 orders"), (1, "crash", "1 crash"),
     (2, "crash", "2 crashes")],
)  # fmt: skip
def test_one_is_reported_in_the_singular(count: int, noun: str, text: str) -> None:
    assert quantity(count, noun) == text


def test_one_order_at_risk_is_reported_in_the_singular() -> None:
    row = row_of({}, [])
    one = replace(row, crashes=1, at_risk=1, triggered=1, counts={**row.counts, "in_doubt_after": 1})
    assert crash_sentences(one).startswith("1 fault under load put 1 order at risk: none lost")
    assert "1 was left in doubt afterwards" in crash_sentences(one)
    documents = {**one.counts, "sent_by_rolled_back": 1, "taken_from_rolled_back": 0}
    text = spec_sentence(replace(one, counts=documents))
    assert text.startswith("the fault was triggered 1 time; 1 document stayed sent when the step rolled back, and ")
    assert "the receiver did not take it;" in text


def test_an_order_that_the_storefront_lacks_is_counted_once(results: Results) -> None:
    row = FaultFindings(results).rows[0]
    counts, untold = row.counts | {"lost": 0, "missing_acknowledged": 1}, row.untold | {"missing_acknowledged": 0}
    missing = replace(row, counts=counts, untold=untold)
    assert ": none lost, " in crash_sentences(missing) and ", 1 acknowledged but missing;" in crash_sentences(missing)
    unsent = replace(missing, counts={**missing.counts, "sent_by_rolled_back": 0})
    assert spec_sentence(unsent).endswith("none of the orders lost, none duplicated, 1 acknowledged but missing.")
    findings = FaultFindings(results)
    vars(findings).update(rows=[missing], total=missing)
    columns = {str(column.header): list(column.cells) for column in faults_table(findings).columns}
    assert (columns["lost"], columns["acked,\nmissing"]) == (["0", "0"], ["1", "1"])


def test_a_restart_that_was_needed_is_reported() -> None:
    row = row_of({}, [])
    assert "restarted" not in crash_sentences(row)
    text = crash_sentences(replace(row, restarts=2))
    assert "In 2 trials something stayed in doubt until the servers were restarted" in text


def test_without_faults_the_page_says_nothing_of_them(tmp_path: Path) -> None:
    folder = write_crashes(tmp_path / "plain-1")
    for path in (folder / "trials").glob("*/trial.json"):
        facts = json.loads(path.read_text())
        del facts["faults"], facts["levels"]["fault"], facts["levels"]["transactions"]
        path.write_text(json.dumps(facts | {"load": facts["load"] | {"failed": 0}}))
    document = json.loads((folder / "experiment.json").read_text())
    for entry in (document["factors"], *(entry["levels"] for entry in document["schedule"])):
        del entry["fault"], entry["transactions"]
    (folder / "experiment.json").write_text(json.dumps(document))
    page = write_report(folder).page.read_text()
    assert 'id="faults"' not in page
    assert schemas.read_json(folder / "summary.json", "summary")["faults"] == []


@pytest.mark.parametrize("in_doubt", [2, None])
def test_what_is_left_in_doubt_is_reported(tmp_path: Path, in_doubt: int | None) -> None:
    plan = crash_plan(1, "payara", "kill server", in_doubt={"before": 0, "after": in_doubt})
    write_trial(tmp_path / "001", plan)
    result = analyse(tmp_path / "001")
    assert result.status == "valid"
    assert result.audit is not None and result.audit.in_doubt_after == in_doubt
    assert any("left in doubt: 2" in remark for remark in result.remarks) == (in_doubt == 2)
