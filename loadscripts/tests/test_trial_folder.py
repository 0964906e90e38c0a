import json
import os
from pathlib import Path

import pytest

from analysis.contract.experiment_document import BedOfExperiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.machine import Revision
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import Results, new_results, write_experiment


@pytest.fixture
def experiment():
    return read_experiment(find_experiment("tiny"))


@pytest.fixture
def results(tmp_path, experiment):
    return new_results(tmp_path, experiment)


@pytest.fixture
def trial(experiment):
    return schedule(experiment)[0]


def names(results):
    return sorted(file.name for file in (results.folder / "trials").iterdir())


def test_a_trial_folder_gets_its_name_when_it_is_complete(results, trial):
    with results.trial_folder(trial) as folder:
        (folder / "points.csv").write_text("wall_ns\n")
        assert trial.id not in names(results)

    assert names(results) == [trial.id]


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError, SystemExit])
def test_whatever_goes_wrong_no_half_folder_stays(results, trial, error):
    with pytest.raises(error), results.trial_folder(trial) as folder:
        (folder / "points.csv").write_text("wall_ns\n")
        raise error

    assert names(results) == []


def test_what_is_repeated_is_kept_as_an_attempt(results, trial):
    for attempt in ("first", "second", "third"):
        with results.trial_folder(trial) as folder:
            (folder / "trial.json").write_text(attempt)

    kept = {file.parent.name: file.read_text() for file in results.folder.glob("repeated/*/trial.json")}
    assert kept == {f"{trial.id}-1": "first", f"{trial.id}-2": "second"}
    assert (results.conducted(trial) / "trial.json").read_text() == "third"


def test_an_attempt_that_is_not_conducted_to_its_end_takes_no_place(results, trial):
    with results.trial_folder(trial) as folder:
        (folder / "trial.json").write_text("first")
    with pytest.raises(KeyboardInterrupt), results.trial_folder(trial):
        raise KeyboardInterrupt

    assert (results.conducted(trial) / "trial.json").read_text() == "first"
    assert not (results.folder / "repeated").exists()


def test_what_a_killed_run_has_left_is_swept_away(results, trial):
    left = results.folder / "trials" / f".{trial.id}.tmp"
    left.mkdir()
    (left / "old.csv").write_text("old")

    with results.trial_folder(trial) as folder:
        assert list(folder.iterdir()) == []


def test_all_of_a_trial_is_on_the_disk_before_its_folder_has_its_name(results, trial, monkeypatch):
    happened, fsync, rename = [], os.fsync, os.rename

    def forced(descriptor):
        happened.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        fsync(descriptor)

    def renamed(old, new):
        happened.append(f"-> {Path(new).name}")
        rename(old, new)

    monkeypatch.setattr(os, "fsync", forced)
    monkeypatch.setattr(os, "rename", renamed)
    with results.trial_folder(trial) as folder:
        (folder / "points.csv").write_text("wall_ns\n")
        (folder / "recordings").mkdir()
        (folder / "recordings" / "server.jfr").touch()

    named = happened.index(f"-> {trial.id}")
    assert {"points.csv", "server.jfr", "recordings", "SHA256SUMS", f".{trial.id}.tmp"} <= set(happened[:named])
    assert happened[named + 1 :] == ["trials"]


@pytest.mark.parametrize("killed", [False, True])
def test_an_experiment_without_trials_leaves_no_folder(results, trial, killed):
    if killed:
        (results.folder / "trials" / f".{trial.id}.tmp").mkdir()
    results.remove_if_empty()

    assert not results.folder.exists()


def test_the_experiment_can_be_read_again_with_its_schedule(results, experiment):
    trials = schedule(experiment)
    write_experiment(
        results,
        experiment,
        trials,
        Revision("abc", dirty=False),
        "./petlab run tiny",
        BedOfExperiment(transactions=None, database=None),
    )

    read, scheduled, record = Results(results.folder).read()

    assert (read, scheduled) == (experiment, trials)
    assert record.command == "./petlab run tiny"
    assert record.factors["transition"] == ("jms-transacted", "soap")


@pytest.mark.parametrize(
    ("changes", "mistake"),
    [
        ({"warp_factor": 9}, "warp_factor: there is no such key"),
        ({"measure_s": "long"}, "measure_s: expected a valid number"),
    ],
)
def test_an_experiment_with_the_keys_of_another_petlab_is_refused_by_name(results, experiment, changes, mistake):
    bed = BedOfExperiment(transactions=None, database=None)
    write_experiment(results, experiment, schedule(experiment), Revision("abc", dirty=False), "./petlab run tiny", bed)
    file = results.folder / "experiment.json"
    document = json.loads(file.read_text())
    document["as_read"] |= changes
    file.write_text(json.dumps(document))

    with pytest.raises(ResultsError) as caught:
        Results(results.folder).read()

    message = str(caught.value)
    assert message.startswith(f"{file}, as_read: 1 mistake\n  {mistake}")
    assert message.endswith("use that one (the key commit says which)")


def test_of_an_older_experiment_the_levels_were_assigned_to_trials(results, experiment):
    plain = experiment.model_copy(update={"assignment": None})
    assert plain.units == ("order",)
    bed = BedOfExperiment(transactions=None, database=None)
    write_experiment(results, plain, schedule(experiment), Revision("abc", dirty=False), "./petlab run tiny", bed)
    file = results.folder / "experiment.json"
    document = json.loads(file.read_text())
    del document["assignment"]
    file.write_text(json.dumps(document))

    read, trials, _ = Results(results.folder).read()

    assert read.units == ("trial",) and trials == schedule(experiment)


def test_trials_by_order_and_by_window_are_read_again(results, experiment):
    both = experiment.model_copy(update={"assignment": ("order", "window"), "measure_s": 24})
    bed = BedOfExperiment(transactions=None, database=None)
    write_experiment(results, both, schedule(both), Revision("abc", dirty=False), "./petlab run tiny", bed)

    read, trials, record = Results(results.folder).read()

    assert (read, trials) == (both, schedule(both))
    assert (record.assignment, record.window_s, record.washout_s) == (("order", "window"), 6, 1)
    assert record.primary == "response_geomean_ms"


def test_a_folder_without_an_experiment_is_refused(tmp_path):
    with pytest.raises(ResultsError, match="holds no results"):
        Results(tmp_path).read()


def test_results_that_were_moved_meanwhile_are_not_begun_anew(results, trial):
    results.folder.rename(results.folder.with_name("elsewhere"))
    with pytest.raises(ResultsError, match=r"is gone: .* move it back"), results.trial_folder(trial):
        pass
    assert not results.folder.exists()
