"""Every acknowledged order has exactly one outcome, and each fault is found, named and counted."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis.auditing.audit import Audit, audit
from analysis.auditing.order_outcomes import CLASSES
from analysis.reading.records import read_records
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_faults import FAULTS
from analysis.tests.synthetic_plan import TrialPlan
from analysis.trials.trial_analysis import analyse, void_reason


def audited(folder: Path, *faults: str, **changes: object) -> Audit:
    write_trial(folder, TrialPlan(faults=faults, changes=changes))
    return audit(read_records(folder))


def test_a_trial_without_fault_passes(tmp_path: Path) -> None:
    found = audited(tmp_path / "001")
    assert found.passed
    assert found.completed == found.acknowledged > 10
    assert found.mails == 3 * found.acknowledged


@pytest.mark.parametrize("outcome", ["lost", "duplicated", "stuck"])
def test_an_order_that_went_wrong_is_named(tmp_path: Path, outcome: str) -> None:
    found = audited(tmp_path / "001", outcome)
    assert getattr(found, outcome) == 1
    assert found.failures == (f"1 order {outcome}: 10003",)


@pytest.mark.parametrize("outcome", ["waiting", "refused"])
def test_an_order_that_is_not_finished_for_good_reason_is_no_fault(tmp_path: Path, outcome: str) -> None:
    found = audited(tmp_path / "001", outcome)
    assert getattr(found, outcome) == 1
    assert found.passed


def test_a_phantom_was_never_acknowledged(tmp_path: Path) -> None:
    found = audited(tmp_path / "001", "phantom")
    assert found.phantom == 1
    assert "1 order phantom: 10003" in found.failures


def test_mails_are_counted(tmp_path: Path) -> None:
    twice, never = audited(tmp_path / "001", "mail twice"), audited(tmp_path / "002", "mail never")
    assert (twice.mails_duplicated, never.mails_missing) == (1, 1)
    assert "with a duplicate mail: 10003" in twice.failures[0]
    assert "with a mail missing: 10003" in never.failures[0]


def test_stock_must_add_up(tmp_path: Path) -> None:
    found = audited(tmp_path / "001", "stock")
    assert found.stock_unbalanced == 1
    assert found.failures == ("stock does not add up for EST-1",)


def test_what_was_not_drained_is_stuck_not_lost(tmp_path: Path) -> None:
    found = audited(tmp_path / "001", "lost", drained=False)
    assert (found.lost, found.stuck) == (0, 1)


@pytest.mark.parametrize("drained", [True, False])
@pytest.mark.parametrize("fault", sorted(set(FAULTS) - {"phantom"}))
def test_outcomes_add_up_to_the_acknowledged(tmp_path: Path, fault: str, drained: bool) -> None:
    found = audited(tmp_path / "001", fault, drained=drained)
    assert sum(getattr(found, outcome) for outcome in CLASSES) == found.acknowledged


@pytest.mark.parametrize("fault", sorted(set(FAULTS) - {"waiting", "refused", "rolled back"}))
def test_a_failing_audit_voids_the_trial(tmp_path: Path, fault: str) -> None:
    write_trial(tmp_path / "001", TrialPlan(faults=(fault,)))
    result = analyse(tmp_path / "001")
    assert result.status == "void"
    assert result.reasons


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"data_loss": 2}, "marks were lost: 2 jdk.DataLoss events"),
        ({"generator.exit": 124}, "the generator failed: exit 124"),
        ({"generator.ran_out_of_files": True}, "the generator had no file descriptor left"),
        ({"load.failed": 3}, "requests failed: 3"),
        ({"drained": False}, "the queues had not been emptied"),
    ],
)
def test_a_trial_that_cannot_be_believed_is_void(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes=changes))
    result = analyse(tmp_path / "001")
    assert result.status == "void"
    assert reason in result.reasons[0]


@pytest.mark.parametrize("fault", ["none", "kill broker"])
def test_a_trial_in_which_a_customer_got_no_response_is_void(tmp_path: Path, fault: str) -> None:
    write_trial(tmp_path / "001", TrialPlan(customers=15, levels={"fault": fault}))
    assert void_reason(tmp_path / "001") is None
    file = tmp_path / "001/requests.csv"
    requests_df = pl.read_csv(file)
    requests_df.filter(pl.col("user") != 3).write_csv(file)
    assert void_reason(tmp_path / "001") == "only 14 of 15 customers received a response"


def test_who_asks_for_the_verdict_gets_that_of_the_report(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(faults=("lost",), changes={"drained": False}))
    assert void_reason(tmp_path / "001") == "; ".join(analyse(tmp_path / "001").reasons)
    (tmp_path / "001/stock.csv").unlink()
    assert "stock.csv: missing" in str(void_reason(tmp_path / "001"))


REASON = {"outcome": {"status": "failed", "reason": "the broker did not answer"}}


def test_a_failed_trial_is_a_record_with_a_reason(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes=REASON))
    for path in (tmp_path / "001").glob("*.csv"):
        path.unlink()
    result = analyse(tmp_path / "001")
    assert (result.status, result.reasons, result.audit) == ("failed", ("the broker did not answer",), None)


def test_a_failed_trial_is_audited_when_its_tables_are_there(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes=REASON, faults=("lost",)))
    result = analyse(tmp_path / "001")
    assert (result.status, result.reasons) == ("failed", ("the broker did not answer", "1 order lost: 10003"))
    assert result.audit is not None and result.audit.lost == 1
    assert result.metrics == {}


def test_of_a_failed_trial_the_tables_of_the_store_are_enough(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes=REASON, faults=("lost",)))
    for name in ("steps", "calls", "requests", "machine"):
        (tmp_path / "001" / f"{name}.csv").unlink()
    found = analyse(tmp_path / "001").audit
    assert found is not None and found.lost == 1
    assert (found.redeliveries, found.sent_by_rolled_back) == (None, None)


def test_a_failed_trial_may_have_broken_tables(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes=REASON))
    (tmp_path / "001" / "stock.csv").write_text("item_id\n")
    result = analyse(tmp_path / "001")
    assert result.audit is None
    assert "its records cannot be read: " in result.reasons[1]


def test_a_call_that_a_rolled_back_step_made_outside_its_transaction_is_counted(tmp_path: Path) -> None:
    found = audited(tmp_path / "001", "rolled back")
    assert (found.sent_by_rolled_back, found.taken_from_rolled_back, found.duplicate_documents) == (1, 1, 1)
    assert audited(tmp_path / "002").sent_by_rolled_back == 0


def test_what_takes_marks_is_not_known_without_them(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(measuring="off"))
    found = audit(read_records(tmp_path / "001"))
    assert found.passed
    assert (found.sent_by_rolled_back, found.redeliveries, found.missing_acknowledged) == (None, None, None)
