"""The order of things around a fault, on a bed that only records its commands."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from deploy.bed.in_doubt import InDoubt
from deploy.errors import ManagementError, PetlabError
from loadscripts.campaign_progress import Silent
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults.fault import Fault, FaultContext
from loadscripts.faults.fault_levels import PlannedFault
from loadscripts.faults.fault_spec import parse_fault_spec
from loadscripts.faults.injecting import armed, inject_all

NOTHING = InDoubt((), (), 0)


@dataclass
class ScriptedBed:
    """Records each call. in_doubt: what it answers, poll by poll; the last answer stays."""

    calls: list[str] = field(default_factory=list)
    in_doubt_answers: list[InDoubt] = field(default_factory=lambda: [NOTHING])
    crash_point_answers: list[Mapping[str, Any]] = field(default_factory=list)
    jvms: tuple[Any, ...] = (SimpleNamespace(name="storefront"), SimpleNamespace(name="opc"))
    now_s: float = 0.0

    def wait(self, seconds: float) -> None:
        """The load goes on."""
        self.now_s += seconds
        self.calls.append(f"load {seconds:g}")

    def recover(self, *, lost_connections: bool) -> None:
        self.calls.append(f"recover {lost_connections}")

    def set_phase(self, phase: str) -> None:
        self.calls.append(f"phase {phase}")

    def is_running(self, name: str) -> bool:
        return True

    def in_doubt(self) -> InDoubt:
        self.calls.append("in doubt?")
        return self.in_doubt_answers.pop(0) if len(self.in_doubt_answers) > 1 else self.in_doubt_answers[0]

    def crash_points(self) -> Mapping[str, Any]:
        self.calls.append("crash points?")
        return self.crash_point_answers.pop(0)

    def arm(self, server: str, spec: str) -> None:
        self.calls.append(f"arm {server} {spec}")

    def disarm(self) -> None:
        self.calls.append("disarm")


@dataclass(frozen=True)
class Stop(Fault):
    """A fault that is triggered or not, as the test says."""

    triggered_ns: int | None = 7
    loses: bool = False

    @property
    def loses_connections(self) -> bool:
        return self.loses

    def __str__(self) -> str:
        return "stop nothing"

    def process_of(self, bed: Any) -> str:
        return "opc"

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        context.bed.calls.append("inject")  # type: ignore[attr-defined]
        event.triggered_ns = self.triggered_ns


class Steps(Silent):
    """Records the steps that the person is told."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def step(self, text: str) -> None:
        self.texts.append(text)


@pytest.fixture
def bed(monkeypatch):
    """Time passes only while the load runs, so that no test waits."""
    bed = ScriptedBed()
    monkeypatch.setattr(time, "monotonic", lambda: bed.now_s)
    return bed


def context_of(bed, tmp_path, progress=None):
    logs: Any = SimpleNamespace(keep=lambda: bed.calls.append("keep logs"))
    return FaultContext(bed, TrialRun(tmp_path), logs, bed.wait, progress or Silent())


def test_load_passes_before_each_fault_and_after_the_last(bed, tmp_path):
    context = context_of(bed, tmp_path)

    inject_all((PlannedFault(2.5, Stop()), PlannedFault(1.0, Stop())), context)

    of_a_fault = ["inject", "keep logs", "recover False", "phase measure", "in doubt?"]
    assert bed.calls == ["load 1", "load 1", "load 0.5", *of_a_fault, "load 1", *of_a_fault, "load 1"]


def test_what_the_person_sees(bed, tmp_path):
    steps = Steps()
    inject_all((PlannedFault(1.0, Stop()), PlannedFault(1.0, Stop())), context_of(bed, tmp_path, steps))
    assert steps.texts == ["fault 1 of 2: stop nothing", "fault 2 of 2: stop nothing"]


def test_a_trial_without_faults_waits_for_nothing(bed, tmp_path):
    inject_all((), context_of(bed, tmp_path))
    assert bed.calls == []


def test_after_a_fault_that_was_not_triggered_nothing_is_restarted(bed, tmp_path):
    context = context_of(bed, tmp_path)
    inject_all((PlannedFault(1.0, Stop(triggered_ns=None)),), context)
    assert bed.calls == ["load 1", "inject", "load 1"]
    [event] = context.run.faults
    assert (event.kind, event.process, event.triggered, event.recovered_ns) == ("stop nothing", "opc", False, None)


def test_a_bed_that_lost_its_connections_is_told_so(bed, tmp_path):
    inject_all((PlannedFault(1.0, Stop(loses=True)),), context_of(bed, tmp_path))
    assert "recover True" in bed.calls


def test_what_was_in_doubt_at_the_recovery_is_polled_until_it_is_decided(bed, tmp_path):
    bed.in_doubt_answers = [InDoubt(("a",), (), 0), InDoubt(("a", "b"), (), 0), InDoubt(("b",), (), 0)]
    context = context_of(bed, tmp_path)

    inject_all((PlannedFault(3.0, Stop()),), context)

    [event] = context.run.faults
    assert event.in_doubt_at_recovery == InDoubt(("a",), (), 0)
    # Found at the second poll after the recovery; nobody asks any more in the third second.
    assert bed.calls[-5:] == ["load 1", "in doubt?", "load 1", "in doubt?", "load 1"]
    assert event.resolved_ns > event.recovered_ns


def test_a_fault_that_throws_is_armed_everywhere_and_counts_what_came_of_this_trial(bed, tmp_path):
    bed.crash_point_answers = [
        {"storefront": {"triggered": 4, "hits": {}}, "opc": {"triggered": 1, "hits": {}}},
        {"storefront": {"triggered": 8, "hits": {"worked": 3}}, "opc": {"triggered": 1, "hits": {}}},
        # Once more while it was being disarmed; a server forgets its hits then.
        {"storefront": {"triggered": 9, "hits": {}}, "opc": {"triggered": 1, "hits": {}}},
    ]
    run = TrialRun(tmp_path)

    with armed(parse_fault_spec("worked:throw:each-20"), bed, run):
        bed.calls.append("load")

    spec = "worked:throw:each-20"
    expected = [
        "crash points?",
        f"arm storefront {spec}",
        f"arm opc {spec}",
        "load",
        "crash points?",
        "disarm",
        "crash points?",
    ]
    assert bed.calls == expected
    assert run.crash_points == {
        "storefront": {"triggered": 5, "hits": {"worked": 3}},
        "opc": {"triggered": 0, "hits": {}},
    }


def test_without_a_spec_nothing_is_armed(bed, tmp_path):
    with armed(None, bed, TrialRun(tmp_path)):
        pass
    assert bed.calls == []


@pytest.mark.parametrize("disarming_fails", [False, True])
def test_what_went_wrong_under_load_is_the_message_and_nothing_stays_armed(bed, tmp_path, disarming_fails):
    bed.crash_point_answers = [{"storefront": {"triggered": 0}, "opc": {"triggered": 0}}]

    def disarm():
        bed.calls.append("disarm")
        if disarming_fails:
            raise ManagementError("the server does not answer")

    bed.disarm = disarm
    with (
        pytest.raises(PetlabError, match="the load has ended"),
        armed(parse_fault_spec("worked:throw"), bed, TrialRun(Path())),
    ):
        raise PetlabError("the load has ended")
    assert bed.calls[-1] == "disarm"
