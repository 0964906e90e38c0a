"""A factor whose levels change nothing: assigned as any other, and switched nowhere."""

import re
from pathlib import Path
from typing import Any

import pytest

from analysis.contract.experiment_document import BedOfExperiment
from deploy.specification.plan import BedPlan
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.dry_run import dry_run
from loadscripts.campaign_progress import Silent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults.fault import FaultContext
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import expected_s, schedule
from loadscripts.probes.gc_log import GcSlices
from loadscripts.probes.machine import Revision
from loadscripts.system.dry_run_bed import DryRunBed
from loadscripts.tests.test_assignment import experiment_with, read
from loadscripts.trial_errors import ExperimentError
from loadscripts.trials.results_folder import Results, new_results, write_experiment
from loadscripts.trials.switchback import switch_by_window

PLACEBO = ["a1", "a2"]


def experiment_of(assignment: Any, **keys: Any) -> Experiment:
    factors = {"transition": "soap", "placebo": PLACEBO} | keys.pop("factors", {})
    return experiment_with(assignment=assignment, compare="placebo", baseline="a1", factors=factors, **keys)


@pytest.mark.parametrize("unit", ["order", "window"])
def test_levels_take_turns_within_a_trial_and_nothing_is_switched(unit):
    (trial,) = schedule(experiment_of(unit))
    assert trial.assignment is not None and trial.assignment.levels == ("a1", "a2")
    assert trial.switched == ()
    always = {"order-submission": "jms-transacted", "supplier-order": "soap", "invoice": "soap"}
    assert trial.delegates == trial.first_delegates == always
    record = trial.assignment.as_record(trial.seed, trial.switched)
    assert (record.factor, record.transitions, record.levels) == ("placebo", (), ("a1", "a2"))
    assert trial.describe() == f"soap, 4 customers, placebo by {unit}"


def test_windows_are_noted_and_the_bed_is_told_nothing(tmp_path: Path):
    (trial,) = schedule(experiment_of("window", window_s=0.1, washout_s=0.02))
    bed, run = DryRunBed(BedPlan()), TrialRun(tmp_path)
    context = FaultContext(bed, run, GcSlices((), tmp_path), lambda seconds: None, Silent())
    assert trial.assignment is not None
    switch_by_window(trial, trial.assignment, 0.8, context, lambda: None)
    assert bed.commands == []
    assert [window.level for window in run.switched_windows[:4]] in (
        ["a1", "a2", "a2", "a1"],
        ["a2", "a1", "a1", "a2"],
    )


def test_by_trial_each_level_has_its_own_on_one_bed():
    experiment = experiment_of("trial", repetitions=2)
    trials = schedule(experiment)
    assert sorted(trial.levels["placebo"] for trial in trials) == ["a1", "a1", "a2", "a2"]
    assert {trial.describe() for trial in trials} == {f"soap, 4 customers, placebo {level}" for level in PLACEBO}
    assert dry_run(experiment, trials, BedChoice()) == ("new", "reused", "reused", "reused")


@pytest.mark.parametrize("side_by_side", [False, True])
def test_by_bed_each_level_has_a_fresh_bed_in_each_block(side_by_side):
    experiment = experiment_of("bed", repetitions=2, side_by_side=side_by_side)
    trials = schedule(experiment)
    assert dry_run(experiment, trials, BedChoice()) == ("new",) * 4
    assert expected_s(experiment, trials) >= 4 * 40


def test_a_resumed_experiment_has_the_same_beds(tmp_path):
    experiment = experiment_of("bed")
    folder = new_results(tmp_path, experiment)
    bed = BedOfExperiment(transactions=None, database=None)
    write_experiment(folder, experiment, schedule(experiment), Revision(None, None), "./petlab run", bed)
    _, trials, _ = Results(folder.folder).read()
    assert trials == schedule(experiment)
    assert sorted(trial.bed_label for trial in trials) == ["a1", "a2"]


def test_units_of_one_level_cannot_be_told_apart_in_one_experiment(tmp_path):
    with pytest.raises(ExperimentError, match=re.escape("assignment: expected trial or bed, not both")):
        read(tmp_path, 'compare = "placebo"\nassignment = ["trial", "bed"]', 'placebo = ["a1", "a2"]')


def test_a_level_is_a_plain_name(tmp_path):
    with pytest.raises(ExperimentError, match=r"factors\.placebo\.0: expected String should match pattern"):
        read(tmp_path, 'compare = "placebo"', 'placebo = ["by order", "a2"]')
