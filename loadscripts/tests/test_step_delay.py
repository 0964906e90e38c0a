"""The factor `delay`: its levels, what they are assigned to, what the bed is told, and what is counted."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from deploy.progress import Silent
from deploy.specification.plan import BedPlan
from loadscripts.campaign.bed_pool import BedChoice, BedPool
from loadscripts.campaign.bed_slot import BedFactory
from loadscripts.campaign.dry_run import dry_run
from loadscripts.campaign_progress import Silent as SilentCampaign
from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults.fault import FaultContext
from loadscripts.faults.step_delay import StepDelay, counted_delays, parse_delay
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import levels_differ_by_bed, schedule
from loadscripts.probes.gc_log import GcSlices
from loadscripts.system.dry_run_bed import DryRunBed, DryRunBeds
from loadscripts.trial_errors import ExperimentError
from loadscripts.trials import switchback
from loadscripts.trials.conduct import prepare
from loadscripts.trials.lab import Lab
from loadscripts.trials.switchback import switch_by_window

LEVELS = ("none", "received@approving 0.8 ms")


def experiment_by(*units: str, **keys: Any) -> Experiment:
    asked = {"name": "a", "question": "?", "baseline": "none", "compare": "delay", "repetitions": 2, "warmup_s": 1}
    factors = {"customers": 4, "delay": list(LEVELS)}
    more = {"assignment": list(units)} if units else {}
    return Experiment.model_validate(asked | {"measure_s": 30, "factors": factors} | more | keys)


@pytest.mark.parametrize(
    ("level", "delay"),
    [
        ("none", None),
        ("received@approving 1 ms", StepDelay("received", "approving", 1.0)),
        ("sent@supplier-order 0.8 ms", StepDelay("sent", "supplier-order", 0.8)),
        ("worked@invoice 12.345 ms", StepDelay("worked", "invoice", 12.345)),
    ],
)
def test_levels_that_there_are(level, delay):
    assert parse_delay(level) == delay


@pytest.mark.parametrize(
    "level",
    [
        "",
        "1 ms",
        "received 1 ms",
        "received@approving 1",
        "received@approving 0 ms",
        "received@approving 01 ms",
        "received@approving 1.0 ms",  # one level would have two names
        "received@approving 0.0001 ms",
        "committed@approving 1 ms",
    ],
)
def test_what_is_no_level(level):
    with pytest.raises(ValueError, match=r"expected none, or a point .* received@approving 0\.8 ms"):
        parse_delay(level)


def test_a_place_that_the_point_does_not_have_is_named():
    with pytest.raises(ValueError, match="expected as place of sent one of order-submission"):
        parse_delay("sent@approving 1 ms")


def test_it_is_assigned_to_orders_unless_the_file_says_otherwise():
    assert experiment_by().units == ("order",)
    assert [trial.levels["delay"] for trial in schedule(experiment_by("order", "window"))[:2]] in (
        ["by order", "by window"],
        ["by window", "by order"],
    )


FILE = """
question = "?"
compare = "delay"
baseline = "none"
assignment = "%s"
repetitions = 1
warmup_s = 1
measure_s = 60
[factors]
customers = 4
delay = ["none", "received@approving 1 ms"]
%s
"""


@pytest.mark.parametrize("unit", ["order", "window", "trial", "bed"])
def test_it_is_assigned_to_whatever_the_file_says(tmp_path: Path, unit: str):
    (tmp_path / "a.toml").write_text(FILE % (unit, ""))
    assert read_experiment(tmp_path / "a.toml").units == (unit,)


def test_a_fault_beside_it_is_a_mistake(tmp_path: Path):
    (tmp_path / "a.toml").write_text(FILE % ("trial", 'fault = "worked:throw"'))
    with pytest.raises(ExperimentError, match="delay: expected without the fault 'worked:throw'"):
        read_experiment(tmp_path / "a.toml")


def test_by_order_it_is_drawn_as_delegates_are():
    trial, *_ = schedule(experiment_by("order"))
    assert trial.delay == f"drawn:{trial.seed}:none,received@approving 0.8 ms"
    assert trial.switched == () and set(trial.delegates.values()) == {"jms-transacted"}
    assert trial.assignment is not None and trial.assignment.as_record(trial.seed, trial.switched).transitions == ()


def test_by_trial_all_orders_have_the_same():
    assert {trial.delay for trial in schedule(experiment_by("trial"))} == set(LEVELS)


def test_all_beds_have_crash_points_and_those_of_other_experiments_have_none():
    with BedPool(
        experiment := experiment_by("trial"),
        BedChoice(),
        BedFactory(DryRunBeds().start_bed, lambda beds: None, Silent()),
    ) as pool:
        assert all(pool.plan_for(trial).faults for trial in schedule(experiment))
        without = replace(schedule(experiment)[0], levels={"transition": "soap", "customers": 4, "jvm": "default"})
        assert not pool.plan_for(without).faults


@pytest.mark.parametrize(("unit", "changes"), [("trial", ["new"] + ["reused"] * 3), ("bed", ["new"] * 4)])
def test_by_bed_each_level_has_a_bed_of_its_own_in_each_block(unit: str, changes: list[str]):
    experiment = experiment_by(unit)
    trials = schedule(experiment)
    assert levels_differ_by_bed(trials) == (unit == "bed")
    assert list(dry_run(experiment, trials, BedChoice())) == changes


@pytest.mark.parametrize("level", LEVELS)
def test_a_trial_begins_with_its_delay(level: str):
    [trial, *_] = [each for each in schedule(experiment_by("trial")) if each.delay == level]
    bed, lab = DryRunBed(BedPlan()), cast(Lab, SimpleNamespace(progress=SilentCampaign()))
    prepare(trial, bed, lab)
    assert [command for command in bed.commands if command.startswith("delay")] == [f"delay {level}"]


def test_by_window_the_bed_is_told_at_each_switch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    waited_s: list[float] = []  # nothing but waiting takes time
    monkeypatch.setattr(switchback, "time", SimpleNamespace(monotonic=lambda: sum(waited_s)))
    trial, *_ = schedule(experiment_by("window", window_s=0.4, washout_s=0.01, measure_s=1.6))
    assert trial.assignment is not None
    bed, run = DryRunBed(BedPlan()), TrialRun(tmp_path)
    context = FaultContext(bed, run, GcSlices((), tmp_path), lambda s: waited_s.append(max(0.0, s)), SilentCampaign())
    switch_by_window(trial, trial.assignment, 1.6, context, lambda: None)
    assert bed.commands == [f"delay {window.level}" for window in run.switched_windows] and len(bed.commands) == 4
    assert all(before.end_ns <= after.begin_ns for before, after in pairwise(run.switched_windows))


def test_what_was_delayed_before_the_window_does_not_count():
    totals = iter(
        [
            {"chosen": "a", "hits": {"a": 5}, "waited_ns": {"a": 5000}},
            {"chosen": "a", "hits": {"a": 12, "b": 3}, "waited_ns": {"a": 12100, "b": 9000}},
        ]
    )
    bed, run = DryRunBed(BedPlan(), answers_delays=lambda: next(totals)), TrialRun(Path())
    with counted_delays("a", bed, run):
        pass
    assert run.delays == {"server": {"hits": {"a": 7, "b": 3}, "waited_ns": {"a": 7100, "b": 9000}}}


def test_without_the_factor_the_bed_is_not_asked():
    bed, run = DryRunBed(BedPlan(), answers_delays=lambda: pytest.fail("asked")), TrialRun(Path())
    with counted_delays(None, bed, run):
        pass
    assert run.delays == {}


def test_the_bundled_experiment_has_a_delay_of_known_size():
    experiment = read_experiment(find_experiment("known-delay"))
    (trial,) = schedule(experiment)
    assert experiment.units == ("order",) and experiment.primary_metric == "response_geomean_ms"
    assert re.fullmatch(r"drawn:\d+:none,received@approving \S+ ms", str(trial.delay))
    assert trial.describe() == "jms-transacted, 40 customers, by order"
