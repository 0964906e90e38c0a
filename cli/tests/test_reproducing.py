"""What a person sees of `petlab reproduce`, as far as no server is needed."""

import json
import shutil
from pathlib import Path

import pytest

from analysis.tests.synthetic import write_assigned, write_results
from cli import reproducing
from cli.conducting import with_changes
from cli.tests.test_command_line import petlab
from deploy.errors import PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.machine import Revision, revision
from loadscripts.trials.results_folder import new_results, write_experiment


def as_the_lab_wrote_it(folder: Path, begun: Revision) -> Path:
    """The results folder with what the lab's experiment.json has and that of a test of the analysis lacks."""
    experiment = read_experiment(find_experiment("quickstart"))
    lab = new_results(folder.parent, experiment)
    write_experiment(lab, experiment, schedule(experiment), begun, "./petlab run", bed_record(BedChoice()))
    record = json.loads((lab.folder / "experiment.json").read_text())
    kept = json.loads((folder / "experiment.json").read_text())
    kept |= {key: record[key] for key in ("as_read", "bed", "commit", "dirty")}
    (folder / "experiment.json").write_text(json.dumps(kept))
    return folder


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_assigned(tmp_path_factory.mktemp("reproduced") / "first", seconds=120)
    return as_the_lab_wrote_it(folder, revision())


def test_results_that_were_conducted_already_are_held_against_the_first(first: Path) -> None:
    shown = petlab("reproduce", str(first), "--with", str(first))
    assert shown.returncode == 0, shown.stderr
    assert " came back, 0 contradicted, 0 cannot be told now." in shown.stdout.splitlines()[-1]


def test_results_that_are_not_finished_are_held_against_nothing(first: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(first, tmp_path / "half"))
    shutil.rmtree(max((folder / "trials").iterdir()))
    shown = petlab("reproduce", str(first), "--with", str(folder))
    assert (shown.returncode, shown.stdout) == (1, "")
    assert f"{folder} is not finished: 1 of " in shown.stderr and "./petlab resume" in shown.stderr


def test_a_void_trial_of_those_results_is_told(first: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(first, tmp_path / "again"))
    facts = max((folder / "trials").iterdir()) / "trial.json"
    facts.write_text(json.dumps(json.loads(facts.read_text()) | {"drained": False}))
    shown = petlab("reproduce", str(first), "--with", str(folder))
    assert shown.returncode == 1
    assert "void or failed" in shown.stderr and facts.parent.name in shown.stderr
    assert " 0 contradicted" in shown.stdout


def test_with_results_nothing_else_is_asked_for(first: Path) -> None:
    shown = petlab("reproduce", str(first), "--with", str(first), "--repetitions", "3")
    assert shown.returncode == 1
    assert shown.stderr == "petlab: --with conducts nothing: leave --seed, --repetitions and --measure out\n"


def test_what_has_no_verdict_is_not_conducted_again(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "small", ["jms-transacted", "soap"], [15], repetitions=1)
    shown = petlab("reproduce", str(as_the_lab_wrote_it(folder, revision())), "--results", str(tmp_path / "again"))
    assert shown.returncode == 1
    assert "has no verdict that could come back" in shown.stderr
    assert not (tmp_path / "again").exists()


def test_another_version_is_refused_unless_it_is_asked_for(tmp_path: Path) -> None:
    folder = as_the_lab_wrote_it(write_assigned(tmp_path / "old", seconds=120), Revision("1" * 40, dirty=False))
    shown = petlab("reproduce", str(folder), "--results", str(tmp_path / "again"))
    assert shown.returncode == 1
    assert "these results were begun at commit 1111111" in shown.stderr and "--other-version" in shown.stderr


def test_a_shorter_one_is_still_an_experiment() -> None:
    quickstart = read_experiment(find_experiment("quickstart"))
    shorter = with_changes(quickstart, seed=None, repetitions=None, measure_s=60.0)
    assert (shorter.measure_s, shorter.seed) == (60.0, quickstart.seed)
    turns = quickstart.assignment_by("window")
    assert quickstart.measured_s(turns) == 3 * turns.block_s
    assert shorter.measured_s(shorter.assignment_by("window")) == 60.0, "not as long as its blocks any more"
    shortest = rf"quickstart is by window: expected a measuring window of {turns.block_s:g} s"
    with pytest.raises(PlanError, match=shortest):
        with_changes(quickstart, measure_s=turns.block_s - 1)


@pytest.mark.parametrize(("bears", "matched"), [(40.0, True), (20.0, False), (None, False)])
def test_think_times_are_matched_to_the_machine_that_they_were_matched_to(
    bears: float | None, matched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reproducing, "capacity_per_s", lambda question: bears)
    paper = read_experiment(find_experiment("paper"), lambda question: 40.0)

    here = reproducing._here(paper)

    assert here.levels() == paper.levels()
    assert here.recorded == (paper.recorded if matched else {})


def test_loads_in_per_cent_stay_what_they_were(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reproducing, "capacity_per_s", lambda question: 20.0)
    shipped = find_experiment("open-load").read_text(encoding="utf-8")
    (tmp_path / "half.toml").write_text(shipped.replace('"20/s"', '"50%"'), encoding="utf-8")
    half = read_experiment(tmp_path / "half.toml", lambda question: 40.0)

    assert reproducing._here(half).recorded == half.recorded != {}
