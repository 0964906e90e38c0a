"""What `resume` refuses to go on with, and what it leaves alone."""

import json
from pathlib import Path

import pytest

from analysis.tests.synthetic import facts
from analysis.tests.synthetic_plan import TrialPlan
from cli.tests.test_command_line import petlab
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record
from loadscripts.planning.experiment import find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.machine import Revision, revision, this_machine
from loadscripts.trials.results_folder import Results, new_results, write_experiment


def begun(parent: Path, at: Revision | None = None) -> Results:
    """Results of two trials, none of which was conducted yet."""
    experiment = read_experiment(find_experiment("tiny"))
    results = new_results(parent, experiment)
    write_experiment(
        results, experiment, schedule(experiment), at or revision(), "./petlab run", bed_record(BedChoice())
    )
    return results


def conduct(results: Results, trial: str, jdk: str) -> Path:
    """The folder of a trial as if it had been conducted on this machine, on this version of a JDK."""
    folder = results.folder / "trials" / trial
    folder.mkdir()
    machine = this_machine(results.folder).as_record().model_dump()
    record = facts(TrialPlan(trial, changes={"machine": machine, "versions.jdk": jdk}))
    (folder / "trial.json").write_text(json.dumps(record), encoding="utf-8")
    return folder


def test_another_jdk_than_that_of_the_trials_is_refused(tmp_path: Path) -> None:
    results = begun(tmp_path)
    conduct(results, "001", jdk="21.0.1")
    shown = petlab("resume", str(results.folder))
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "petlab: trial 001 of these results was conducted on" in shown.stderr
    assert "JDK 21.0.1, and this is" in shown.stderr and "give --other-version" in shown.stderr


def test_other_uncommitted_changes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.conducting.revision", lambda: Revision("a" * 40, dirty=True, changes="2" * 64))
    results = begun(tmp_path, Revision("a" * 40, dirty=True, changes="1" * 64))
    shown = petlab("resume", str(results.folder))
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "and this is the same commit with other ones" in shown.stderr
