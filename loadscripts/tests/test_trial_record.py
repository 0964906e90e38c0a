"""trial.json of trials with faults, against its schema; what makes a trial with faults void."""

import pytest

from deploy.bed.in_doubt import InDoubt
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.load.siege_records import Counts, SiegedRequest
from loadscripts.probes.forced_writes import ForcedWrites

COUNTS = {"availability": 50.0, "elapsed_s": 9.0, "response_time_s": 0.1, "transaction_rate": 1.0, "concurrency": 1.0}


@pytest.fixture
def fault() -> FaultEvent:
    return FaultEvent("log-written:halt:17", "server", at_ns=100, triggered_ns=200, recovered_ns=900)


def test_a_fault_is_resolved_when_all_that_was_in_doubt_at_the_recovery_is_gone(fault):
    fault.record_recovery(InDoubt(("a", "b"), ("c",), 2))
    fault.resolve(InDoubt(("b", "d"), (), 1), seen_ns=1000)
    assert fault.is_unresolved

    fault.resolve(InDoubt(("d",), ("e",), 1), seen_ns=2000)

    assert not fault.is_unresolved
    assert fault.as_record().model_dump() == {
        "kind": "log-written:halt:17",
        "process": "server",
        "at_ns": 100,
        "triggered_ns": 200,
        "recovered_ns": 900,
        "resolved_ns": 2000,
        "in_doubt_at_recovery": {"database": 2, "broker": 1, "log": 2},
        "triggered": True,
    }


def test_a_fault_that_leaves_nothing_in_doubt_is_resolved_with_the_recovery(fault):
    fault.record_recovery(InDoubt((), (), None))

    assert fault.resolved_ns == fault.recovered_ns


def test_a_fault_that_was_not_triggered_is_recorded_as_that():
    fault = FaultEvent("between-commits:halt:40", "server", at_ns=100)

    assert fault.as_record().triggered is False


def test_forced_writes_are_recorded_to_the_millisecond():
    counted = ForcedWrites(10.0012, 88, {"server": 350, "broker": 410, "postgresql": 700}, "perf stat: fsync")

    assert counted.as_record().seconds == 10.001


def run_with_failures(tmp_path):
    requests = [SiegedRequest(1, 0, 0, 200, 0.1, 5), SiegedRequest(2, 0, 1, 503, 0.1, 5)]
    counts = Counts(**COUNTS, transactions=1, successful=1, failed=1, longest_s=0.1, shortest_s=0.1)
    return TrialRun(tmp_path, generator_exit=0, generator_counts=counts, requests=requests)


def test_requests_that_fail_make_a_trial_void(tmp_path):
    assert "requests failed" in str(run_with_failures(tmp_path).void_reason(2, may_fail=False))


def test_with_faults_requests_that_fail_are_a_finding(tmp_path):
    assert run_with_failures(tmp_path).void_reason(2, may_fail=True) is None
