"""The windows of a trial, on a bed that only notes what it is told."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.errors import ManagementError
from deploy.specification.plan import BedPlan
from loadscripts.campaign_progress import Silent
from loadscripts.facts.trial_run import SwitchedWindow, TrialRun
from loadscripts.faults.fault import FaultContext
from loadscripts.planning.assignment import Assignment, plan_windows
from loadscripts.planning.trial import Trial
from loadscripts.probes.gc_log import GcSlices
from loadscripts.system.dry_run_bed import DryRunBed
from loadscripts.trial_errors import SwitchError
from loadscripts.trials import switchback
from loadscripts.trials.collect import write_windows
from loadscripts.trials.switchback import switch_by_window

ASSIGNMENT = Assignment("window", "transition", ("jms-transacted", "soap"), window_s=0.1, washout_s=0.02)
TRIAL = Trial("001", 1, 1, 7, {"transition": "by window", "customers": 1}, assignment=ASSIGNMENT)
MEASURE_S = 0.8


class Clock:
    """Nothing but waiting takes time by it."""

    def __init__(self) -> None:
        self.now_ns = 1_000_000_000

    def sleep(self, seconds: float) -> None:
        self.now_ns += round(1e9 * max(0.0, seconds))

    def monotonic(self) -> float:
        return self.now_ns / 1e9


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(switchback, "time", SimpleNamespace(monotonic=clock.monotonic))
    monkeypatch.setattr(switchback, "now_ns", lambda: clock.now_ns)
    return clock


@pytest.fixture
def bed() -> DryRunBed:
    return DryRunBed(BedPlan())


class Watched:
    """A trial that runs; its samples are noted with the bed's switches."""

    def __init__(self, bed: DryRunBed, folder: Path, clock: Clock) -> None:
        self.bed = bed
        self.clock = clock
        self.run = TrialRun(folder)
        self.context = FaultContext(bed, self.run, GcSlices((), folder), self.wait, Silent())

    def wait(self, seconds: float) -> None:
        self.bed.commands.append("wait")
        self.clock.sleep(seconds)

    def conduct(self) -> list[SwitchedWindow]:
        switch_by_window(TRIAL, ASSIGNMENT, MEASURE_S, self.context, lambda: self.bed.commands.append("sample"))
        return self.run.switched_windows


@pytest.fixture
def watched(bed, tmp_path, clock) -> Watched:
    return Watched(bed, tmp_path, clock)


def test_the_levels_take_turns_as_planned_and_each_window_is_as_long(watched, clock):
    begin_ns = clock.now_ns
    windows = watched.conduct()

    planned = plan_windows(ASSIGNMENT, TRIAL.seed, MEASURE_S)
    assert len(planned) == 8
    assert [(window.block, window.level) for window in windows] == [(each.block, each.level) for each in planned]
    for number, window in enumerate(windows):
        assert window.begin_ns - begin_ns == pytest.approx(number * 1e8, abs=10)
        assert window.end_ns - begin_ns == pytest.approx((number + 1) * 1e8, abs=10)
    assert all(after.begin_ns >= before.end_ns for before, after in pairwise(windows))


def test_samples_are_taken_right_before_each_switch_after_each_washout_and_at_the_end(watched):
    windows = watched.conduct()

    expected: list[str] = []
    for window in windows:
        switched = [f"{transition} by {window.level}" for transition in ("supplier-order", "invoice")]
        expected += ["sample", *switched, "wait", "sample", "wait"]
    assert watched.bed.commands == [*expected, "sample"]


def test_a_switch_that_is_answered_late_makes_its_window_shorter_and_no_other(bed, watched, clock):
    late = iter([0.05])

    def switched(transition: str, delegate: str) -> None:
        clock.sleep(next(late, 0.0))

    bed.when_switched = switched
    first, second, *_ = watched.conduct()

    assert first.end_ns - first.begin_ns == pytest.approx(5e7, abs=10)
    assert second.end_ns - second.begin_ns == pytest.approx(1e8, abs=10)


def test_a_switch_that_leaves_nothing_of_its_window_fails_the_trial(bed, watched, clock):
    bed.when_switched = lambda transition, delegate: clock.sleep(0.05)
    with pytest.raises(SwitchError, match=r"was answered 0\.1 s after its window should have begun.*window_s = 0\.1"):
        watched.conduct()


def test_a_switch_that_fails_fails_the_trial_and_the_windows_before_it_are_kept(bed, watched):
    switches = []

    def switched(transition: str, delegate: str) -> None:
        switches.append(transition)
        if len(switches) == 4:
            raise ManagementError("PUT supplier/manage/transitions/invoice was answered 503")

    bed.when_switched = switched
    with pytest.raises(ManagementError, match="answered 503"):
        watched.conduct()
    assert len(watched.run.switched_windows) == 1


def test_the_table_has_a_row_for_each_window(tmp_path):
    run = TrialRun(tmp_path)
    write_windows(run)
    assert (tmp_path / "windows.csv").read_text() == "begin_ns,end_ns,block,level\n"

    run.switched_windows += [SwitchedWindow(10, 20, 1, "soap"), SwitchedWindow(21, 30, 1, "jms-transacted")]
    write_windows(run)
    assert (tmp_path / "windows.csv").read_text() == (
        "begin_ns,end_ns,block,level\n10,20,1,soap\n21,30,1,jms-transacted\n"
    )


def test_a_transition_that_the_factor_does_not_switch_is_left_alone(watched):
    levels = {"transition": "jms-transacted", "invoice": "by window", "customers": 1}
    assignment = replace(ASSIGNMENT, factor="invoice")
    trial = replace(TRIAL, levels=levels, assignment=assignment)
    switch_by_window(trial, assignment, 0.4, watched.context, lambda: None)
    assert {command.partition(" by ")[0] for command in watched.bed.commands if command != "wait"} == {"invoice"}
