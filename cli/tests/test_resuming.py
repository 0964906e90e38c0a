"""What `resume` refuses to go on with, and what it leaves alone."""

import json
from pathlib import Path

import pytest

from analysis.contract.checksums import files_in, write_checksums
from analysis.tests.synthetic import facts
from analysis.tests.synthetic_plan import TrialPlan
from cli.missing_trials import Campaign
from cli.tests.test_command_line import petlab
from deploy.errors import BedError
from deploy.host.jdk import Jdk
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record
from loadscripts.planning.experiment_file import find_experiment, read_experiment
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
    monkeypatch.setattr("cli.missing_trials.revision", lambda: Revision("a" * 40, dirty=True, changes="2" * 64))
    results = begun(tmp_path, Revision("a" * 40, dirty=True, changes="1" * 64))
    shown = petlab("resume", str(results.folder))
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "and this is the same commit with other ones" in shown.stderr


def conduct_here(results: Results, trial: str) -> Path:
    """The same on the JDK of this run, with the checksums of its files."""
    folder = conduct(results, trial, Jdk.of_this_run().version)
    (folder / "points.csv").write_text("wall_ns\n", encoding="utf-8")
    write_checksums(folder, files_in(folder))
    return folder


@pytest.fixture
def conducted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the trials that would be conducted."""
    ids: list[str] = []

    def conduct_none(campaign: Campaign, page: object) -> None:
        ids.extend(trial.id for trial in campaign.trials)

    monkeypatch.setattr("cli.conducting.completed", conduct_none)
    monkeypatch.setattr("cli.conducting.show", lambda report: 0)
    return ids


@pytest.mark.parametrize("content", ["", "wall_n", None])
def test_a_trial_that_the_disk_has_lost_a_part_of_is_conducted_again(
    content: str | None, tmp_path: Path, conducted: list[str]
) -> None:
    results = begun(tmp_path)
    damaged = conduct_here(results, "001") / "points.csv"
    conduct_here(results, "002")
    if content is None:
        damaged.unlink()
    else:
        damaged.write_text(content)
    shown = petlab("resume", str(results.folder))
    assert (shown.returncode, conducted) == (0, ["001"])
    said = f"trial 001 has changed since it was conducted: points.csv {'changed' if content is not None else 'gone'}"
    assert said in shown.stderr


def test_what_was_added_to_a_trial_is_no_damage(tmp_path: Path, conducted: list[str]) -> None:
    results = begun(tmp_path)
    (conduct_here(results, "001") / "notes.txt").write_text("a busy hour", encoding="utf-8")
    shown = petlab("resume", str(results.folder))
    assert (shown.returncode, conducted) == (0, ["002"])
    assert "since it was conducted" not in shown.stderr


def refuse(*_: object) -> None:
    raise BedError("no bed today")


def test_a_folder_that_another_run_has_made_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its trials may all have been repeated, and its report lies there."""
    monkeypatch.setattr("cli.conducting.get_ready", refuse)
    results = begun(tmp_path)
    attempt = results.folder / "repeated" / "001-1" / "trial.json"
    attempt.parent.mkdir(parents=True)
    for file in (attempt, results.folder / "report.html"):
        file.write_text("kept", encoding="utf-8")
    shown = petlab("resume", str(results.folder))
    assert shown.returncode == 1 and "petlab: no bed today" in shown.stderr
    assert attempt.is_file() and (results.folder / "report.html").is_file()


def test_a_folder_that_this_run_has_made_goes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.conducting.get_ready", refuse)
    shown = petlab("run", "tiny", "--results", str(tmp_path))
    assert shown.returncode == 1 and "petlab: no bed today" in shown.stderr
    assert list(tmp_path.iterdir()) == []
