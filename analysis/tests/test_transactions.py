"""Who drove the transactions is read off the records, and what it cost is compared with the baseline."""

from pathlib import Path
from typing import Any

import pytest

from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.results import Results, read_results
from analysis.contract import schemas
from analysis.contract.trial_document import Manager, TrialDocument
from analysis.reading.trial_facts import Trial
from analysis.reporting.findings import Findings
from analysis.reporting.report import write_report
from analysis.tests.synthetic import facts, write_trial
from analysis.tests.synthetic_crashes import STORES, driven, write_transactions
from analysis.tests.synthetic_plan import TrialPlan
from analysis.trials import trial_transactions
from analysis.trials.trial_analysis import analyse

pytestmark = pytest.mark.usefixtures("analysed_once")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return read_results(write_transactions(tmp_path_factory.mktemp("results") / "transaction-managers-1"))


def trial(**changes: Any) -> Trial:
    return Trial(TrialDocument.model_validate(facts(TrialPlan(changes=changes))))


@pytest.mark.parametrize(
    ("manager", "label"),
    [
        ({"manager": "payara"}, "payara"),
        ({"manager": "narayana", "log_store": "slots", "forced_writes": True}, "narayana slots"),
        ({"manager": "narayana", "log_store": "file", "forced_writes": False}, "narayana file unforced"),
        ({"manager": "narayana", "log_store": "volatile", "forced_writes": False}, "narayana volatile"),
    ],
)
def test_what_a_server_said_has_a_label(manager: dict[str, Any], label: str) -> None:
    assert trial_transactions.label(Manager.model_validate(manager)) == label


def test_servers_that_differ_are_named() -> None:
    managers = {"opc": {"manager": "narayana", "log_store": "file", "version": "7.3.4"}, "web": {"manager": "payara"}}
    assert trial_transactions.in_full(trial(managers=managers)) == "opc: narayana file (7.3.4), web: payara"
    assert trial_transactions.in_full(trial()) == trial_transactions.requested_transactions(trial()) == "not recorded"


def test_a_trial_that_another_manager_drove_is_void(tmp_path: Path) -> None:
    requested = {**driven("narayana file"), "managers": {"server": {"manager": "payara"}}}
    write_trial(tmp_path / "001", TrialPlan(changes=requested))
    assert analyse(tmp_path / "001").reasons == ("narayana file was requested, and the trial was driven by payara",)
    write_trial(tmp_path / "002", TrialPlan(changes={**driven("narayana file"), "transactions": "narayana"}))
    assert analyse(tmp_path / "002").status == "valid"


def test_forced_writes_are_divided_by_the_orders_completed_meanwhile(results: Results) -> None:
    metrics = results.trials[0].metrics
    assert metrics["forced_writes_per_order"].value == pytest.approx((3601 + 9000 + 18000) / 600)
    assert metrics["forced_writes_of_broker"].value == 15
    no_orders = {"seconds": 10.0, "orders": 0, "by_process": {"broker": 7}, "method": "perf"}
    assert trial_transactions.forced_write_metrics(trial(forced_writes=no_orders)) == {}


def test_transactions_are_compared_with_the_baseline_alone(results: Results) -> None:
    known = [c for c in comparisons_of(results.design, results.crash_free) if c.factor == "transactions"]
    found = [c for c in known if not c.is_main_effect]
    assert {(c.level, c.against) for c in found} == {(store, "payara") for store in STORES[1:]}
    writes = next(c for c in found if c.metric == "forced_writes_per_order" and c.level == "narayana slots")
    assert (writes.verdict, writes.n) == ("different", 3)
    assert writes.ratio == pytest.approx(57.1 / 51, abs=0.01)


def test_claims_are_judged_at_the_baseline_s_transactions(results: Results) -> None:
    claims = Findings(results).claims
    assert claims
    assert results.design.at_reference({"transition": "soap", "transactions": "payara", "customers": 16})
    assert not results.design.at_reference({"transition": "soap", "transactions": "narayana jdbc", "customers": 16})
    assert not results.design.at_reference({"transactions": "payara", "fault": "kill broker"})


def test_the_page_tells_what_transactions_cost(tmp_path: Path) -> None:
    folder = write_transactions(tmp_path / "tm-1", stores=("payara", "narayana slots"), repetitions=2)
    page = write_report(folder).page.read_text()
    assert '<h2 id="transactions">Transactions</h2>' in page
    assert "narayana slots (7.3.4.Final)" in page and "forced writes of broker" in page
    assert "Forced writes per order: ratio to payara" in page
    assert (folder / "plots" / "transactions_forced_writes_per_order.png").is_file()
    summary = schemas.read_json(folder / "summary.json", "summary")
    assert {"requested": "payara", "driven_by": "payara"} in summary["transactions"]


def test_many_variants_at_one_load_are_below_each_other(results: Results) -> None:
    findings = Findings(results)
    assert findings.loads.one_of_many
    assert len(findings.times.waterfalls) == 2  # no colour twice in a plot
