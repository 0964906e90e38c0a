"""What a fault that throws or delays did until it was disarmed, counted to the end."""

# mypy: disable-error-code="arg-type"
# Beds here are what the code needs of one.

from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.errors import ManagementError
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults import halting
from loadscripts.faults.fault_spec import parse_fault_spec
from loadscripts.faults.halting import Halt
from loadscripts.faults.injecting import armed

SPEC = parse_fault_spec("sent@supplier-order:throw:each-20")


class TriggeringBed:
    """A server whose fault is triggered by every call that is made to it, as long as it is armed."""

    jvms = (SimpleNamespace(name="server"),)

    def __init__(self) -> None:
        self.triggered, self.spec, self.hits = 7, "", 0

    def crash_points(self):
        found = {"armed": self.spec, "triggered": self.triggered, "hits": {"sent": self.hits}}
        self._come_by()
        return {"server": found}

    def arm(self, server, spec):
        self.spec, self.hits = spec, 0

    def disarm(self):
        self._come_by()
        self.spec, self.hits = "", 0

    def _come_by(self):
        self.triggered += bool(self.spec)
        self.hits += 20 * bool(self.spec)


def test_what_is_triggered_until_it_is_disarmed_counts():
    bed, run = TriggeringBed(), TrialRun(Path())

    with armed(SPEC, bed, run):
        bed.crash_points()

    assert run.crash_points["server"]["triggered"] == bed.triggered - 7 == 3
    assert run.crash_points["server"]["armed"] == str(SPEC)
    assert run.crash_points["server"]["hits"] == {"sent": 20}


def test_nothing_stays_armed_when_the_trial_fails():
    bed, run = TriggeringBed(), TrialRun(Path())

    with pytest.raises(ManagementError, match="the load"), armed(SPEC, bed, run):
        raise ManagementError("the load has ended")

    assert bed.spec == ""


def test_nothing_stays_armed_when_nobody_says_what_it_did():
    """The next trial on this bed would have the fault of this one."""
    bed, run = TriggeringBed(), TrialRun(Path())
    answers = iter([bed.crash_points()])

    def crash_points():
        if (answer := next(answers, None)) is None:
            raise ManagementError("the server does not answer in time")
        return answer

    bed.crash_points = crash_points  # type: ignore[method-assign]
    with pytest.raises(ManagementError, match="in time"), armed(SPEC, bed, run):
        assert bed.spec

    assert bed.spec == ""


class BedThatHalts(TriggeringBed):
    """Its server halts while it is disarmed, and is seen to run for some polls more; or it does not halt at all."""

    def __init__(self, polls: float) -> None:
        super().__init__()
        self.polls, self.disarmed = polls, False

    def is_running(self, name):
        assert name == "server"
        self.polls -= self.disarmed
        return self.polls > 0

    def disarm(self):
        self.disarmed = True


@pytest.mark.parametrize(("polls", "triggered"), [(3, True), (float("inf"), False)])
def test_a_server_that_halts_while_it_is_disarmed_was_triggered(polls, triggered, monkeypatch):
    monkeypatch.setattr(halting, "TRIGGER_TIMEOUT_S", 0)
    monkeypatch.setattr(halting, "HALT_TIMEOUT_S", 0.2)
    bed, event = BedThatHalts(polls), FaultEvent("log-written:halt:3", "server", at_ns=1)

    Halt(parse_fault_spec("log-written:halt:3")).inject(event, SimpleNamespace(bed=bed))

    assert event.triggered == triggered and bed.disarmed
