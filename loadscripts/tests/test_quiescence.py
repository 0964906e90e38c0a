"""When the store is quiescent, and what is done about what stays in doubt. No server is started here."""

from itertools import chain, repeat
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.bed.in_doubt import InDoubt
from deploy.broker.broker_management import QueueLength
from deploy.errors import ManagementError
from deploy.specification.plan import BedPlan
from loadscripts.campaign_progress import Silent
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults import in_doubt_polling
from loadscripts.faults.fault import FaultContext
from loadscripts.faults.in_doubt_polling import in_doubt_once_available, poll_in_doubt
from loadscripts.probes.gc_log import GcSlices
from loadscripts.system.dry_run_bed import NOTHING_IN_DOUBT, DryRunBed
from loadscripts.trials import drain
from loadscripts.trials.drain import wait_until_drained
from loadscripts.trials.quiescence import wait_until_quiescent

LEFT = InDoubt(("branch",), (), 0)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Nothing but waiting takes time by it, and that is over at once."""
    slept: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: sum(slept), sleep=slept.append)
    monkeypatch.setattr(drain, "time", clock)
    monkeypatch.setattr(in_doubt_polling, "time", clock)
    return clock


@pytest.fixture
def bed():
    return DryRunBed(BedPlan())


def polls(*answers):
    """Each answer once, the last one from then on."""
    left = chain(answers, repeat(answers[-1]))
    return lambda: next(left)


def queue(messages=0, delivering=0, dead=False):
    return [QueueLength("MailQueue", messages, delivering, 0, dead)]


def silent():
    raise ManagementError("the database is gone")


def test_a_bed_that_cannot_tell_what_is_in_doubt_is_asked_again(bed):
    answers = chain([silent, silent], repeat(lambda: LEFT))
    bed.answers_in_doubt = lambda: next(answers)()
    assert in_doubt_once_available(bed) == LEFT


def test_a_bed_that_does_not_tell_for_a_minute_is_an_error(bed, clock):
    bed.answers_in_doubt = silent
    with pytest.raises(ManagementError, match="the database is gone"):
        in_doubt_once_available(bed)
    assert 60 < clock.monotonic() <= 60 + in_doubt_polling.POLL_INTERVAL_S


def test_what_is_in_doubt_of_a_bed_that_does_not_answer_is_polled_later(bed):
    bed.answers_in_doubt, event = silent, crash()
    poll_in_doubt([event], bed)
    assert event.is_unresolved


def test_rest_is_two_polls_that_say_the_same(bed):
    left = iter([{"opc": 1}, {"opc": 2}, {"opc": 3}, {"opc": 3}, {"opc": 4}])
    bed.answers_counts = lambda: next(left)
    assert wait_until_drained(bed, 5)
    assert next(left) == {"opc": 4}


@pytest.mark.parametrize("length", [queue(messages=1), queue(delivering=1)])
def test_a_queue_that_holds_anything_is_no_rest(bed, length):
    bed.answers_queue_lengths = lambda: length
    assert not wait_until_drained(bed, 5)
    bed.answers_queue_lengths = polls(length, length, queue())
    assert wait_until_drained(bed, 5)


def test_dead_letters_wait_for_nobody(bed):
    bed.answers_queue_lengths = lambda: queue(messages=4, dead=True)
    assert wait_until_drained(bed, 5)


def test_a_store_that_still_counts_is_not_at_rest_when_the_time_is_over(bed):
    numbers = iter(range(10**9))
    bed.answers_counts = lambda: {"opc": next(numbers)}
    assert not wait_until_drained(bed, 5)


def context(bed, folder, *faults):
    run = TrialRun(folder, faults=list(faults))
    return FaultContext(bed, run, GcSlices(bed.jvms, folder), lambda seconds: None, Silent())


def crash():
    event = FaultEvent("kill server", "server", at_ns=1, triggered_ns=1, recovered_ns=2)
    event.record_recovery(LEFT)
    return event


def test_without_faults_nobody_asks_what_is_in_doubt(bed, tmp_path: Path):
    bed.answers_in_doubt = lambda: LEFT
    given = context(bed, tmp_path)
    wait_until_quiescent(given, 5)
    assert given.run.drained and not given.run.restarted_to_decide and bed.commands == []


@pytest.mark.parametrize("decided_by", ["time", "a restart"])
def test_what_an_armed_crash_point_left_in_doubt_is_decided_too(bed, tmp_path: Path, decided_by):
    by_restart = polls(*[LEFT] * 3, NOTHING_IN_DOUBT)
    bed.answers_in_doubt = (
        by_restart if decided_by == "time" else lambda: NOTHING_IN_DOUBT if "recover server" in bed.commands else LEFT
    )
    given = context(bed, tmp_path)
    given.run.crash_points = {"server": {"armed": "log-written:throw:each-20", "triggered": 3}}
    wait_until_quiescent(given, 5)
    assert given.run.drained and given.run.restarted_to_decide == (decided_by == "a restart")
    assert bed.answers_in_doubt() == NOTHING_IN_DOUBT


def test_what_is_decided_in_time_needs_no_restart(bed, tmp_path: Path):
    event = crash()
    bed.answers_in_doubt = polls(LEFT, LEFT, LEFT, NOTHING_IN_DOUBT)
    given = context(bed, tmp_path, event)
    wait_until_quiescent(given, 5)
    assert given.run.drained and not given.run.restarted_to_decide and bed.commands == []
    assert event.resolved_ns is not None


def test_what_stays_in_doubt_has_the_servers_killed_and_started_again_once(bed, tmp_path: Path):
    event = crash()
    bed.answers_in_doubt = lambda: NOTHING_IN_DOUBT if "recover server" in bed.commands else LEFT
    given = context(bed, tmp_path, event)
    wait_until_quiescent(given, 5)
    assert bed.commands == ["kill server", "recover server", "phase drain"]
    assert given.run.restarted_to_decide and given.run.drained and event.resolved_ns is not None


def test_what_even_a_restart_does_not_decide_stays_in_doubt_and_ends_the_wait(bed, tmp_path: Path):
    event = crash()
    bed.answers_in_doubt = lambda: LEFT
    given = context(bed, tmp_path, event)
    wait_until_quiescent(given, 5)
    assert bed.commands.count("kill server") == 1 and event.resolved_ns is None


def test_documents_that_a_decision_released_are_waited_for(bed, tmp_path: Path):
    bed.answers_in_doubt = polls(LEFT, NOTHING_IN_DOUBT)
    lengths = iter([queue(), queue(), queue(messages=1)])
    bed.answers_queue_lengths = lambda: next(lengths, queue(messages=1))
    given = context(bed, tmp_path, crash())
    wait_until_quiescent(given, 5)
    assert given.run.drained is False
