"""trial.json of trials with faults, against its schema."""

import pytest

from deploy.bed.in_doubt import InDoubt
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.probes.forced_writes import ForcedWrites


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
