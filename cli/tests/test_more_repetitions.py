"""More repetitions for results that cannot tell yet: `resume --repetitions`."""

import json
from pathlib import Path

import pytest

from analysis.comparing.results import read_results
from analysis.contract.checksums import changes
from analysis.contract.looks import EndedAtLook
from analysis.presentation.settings import circumstances, levels_of_further
from analysis.tests.synthetic import write_results
from cli.conducted_trials import require_finished
from cli.tests.test_command_line import petlab
from deploy.errors import BedError, PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.further_repetitions import extended, levels_alone, with_more
from loadscripts.planning.schedule import schedule
from loadscripts.planning.trial import Trial
from loadscripts.probes.machine import revision
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import Results, new_results, write_experiment


@pytest.fixture
def saturation() -> Experiment:
    return read_experiment(find_experiment("saturation"))


def begun(folder: Path, experiment: Experiment) -> Results:
    results = new_results(folder, experiment)
    write_experiment(results, experiment, schedule(experiment), revision(), "./petlab run", bed_record(BedChoice()))
    return results


def extend(results: Results, chosen: Experiment, trials: tuple[Trial, ...]) -> None:
    """With the last of them conducted."""
    with results.extended(chosen, trials):
        results.folder_of(trials[-1]).mkdir(parents=True)
        (results.folder_of(trials[-1]) / "trial.json").write_text("{}")


@pytest.mark.parametrize("trouble", [BedError, KeyboardInterrupt])
def test_what_cannot_begin_extends_nothing(
    tmp_path: Path, saturation: Experiment, trouble: type[BaseException]
) -> None:
    """So that the same command can be given again."""
    results = begun(tmp_path, saturation)
    before = (results.folder / "experiment.json").read_bytes()
    chosen = with_more(saturation, saturation.repetitions + 2)
    with pytest.raises(trouble), results.extended(chosen, extended(schedule(saturation), chosen)):
        assert results.read()[0] == chosen
        raise trouble("port 21000 is in use")
    assert (results.folder / "experiment.json").read_bytes() == before
    assert list(changes(results.folder, [results.folder / "experiment.json"])) == []


def test_what_was_extended_is_read_again_with_the_trials_that_it_had_and_those_to_come(
    tmp_path: Path, saturation: Experiment
) -> None:
    results = begun(tmp_path, saturation)
    for more in (2, 3):
        chosen, trials, _ = results.read()
        chosen = with_more(chosen, saturation.repetitions + more)
        extend(results, chosen, extended(trials, chosen))

    again, trials, record = results.read()
    assert again == saturation.model_copy(update={"repetitions": saturation.repetitions + 3})
    assert trials == schedule(again) and trials[: len(schedule(saturation))] == schedule(saturation)
    assert record.extended == (saturation.repetitions, saturation.repetitions + 2)
    assert list(changes(results.folder, [results.folder / "experiment.json"])) == []


def test_further_repetitions_may_be_of_some_levels_alone(tmp_path: Path, saturation: Experiment) -> None:
    results, had = begun(tmp_path, saturation), schedule(saturation)
    chosen = with_more(saturation, saturation.repetitions + 2)
    first, *_, last = (str(level) for level in saturation.levels()["customers"])
    trials = extended(had, chosen, levels_alone(chosen, [f"customers={first}, {last}"]))
    extend(results, chosen, trials)

    assert trials[: len(had)] == had and [trial.position for trial in trials] == list(range(1, len(trials) + 1))
    further = trials[len(had) :]
    assert len(further) == 2 * 2 * len(saturation.levels()["transition"])
    assert {str(trial.levels["customers"]) for trial in further} == {first, last}
    assert {trial.levels["transition"] for trial in further} == set(saturation.levels()["transition"])
    assert results.read()[1] == trials
    record = results.read()[2]
    assert levels_of_further(record) == f" (the added ones with customers {first}, {last} alone)"


def test_levels_of_a_factor_may_be_named_one_by_one(saturation: Experiment) -> None:
    first, second, *_ = (str(level) for level in saturation.levels()["customers"])
    found = levels_alone(saturation, [f"customers={first}", f"customers={second}"])
    assert found == {"customers": (first, second)}


def test_a_level_may_have_commas_itself(saturation: Experiment) -> None:
    loads = ("steps 10,20,40/s", "30/s", "steps 10,20/s")
    factors = saturation.factors.model_copy(update={"load": loads, "customers": None})
    experiment = saturation.model_copy(update={"factors": factors})
    for asked, expected in {
        "steps 10,20,40/s": loads[:1],
        "30/s, steps 10,20/s": loads[1:],
        "steps 10,20,40/s,steps 10,20/s,30/s": (loads[0], loads[2], loads[1]),
    }.items():
        assert levels_alone(experiment, [f"load={asked}"]) == {"load": expected}
    with pytest.raises(PlanError, match=r"from steps 10,20,40/s, 30/s, steps 10,20/s, got 'steps 10'"):
        levels_alone(experiment, ["load=steps 10,21/s"])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "transition=soap",
            "--only transition=soap: expected FACTOR=LEVEL,LEVEL with a factor of .*got 'transition'",
        ),
        ("customer=15", "--only customer=15: expected FACTOR=LEVEL,LEVEL with a factor of .*, got 'customer'"),
        ("customers", "--only customers: expected levels of customers from .*, got ''"),
        ("customers=1,16,17", "--only customers=1,16,17: expected levels of customers from 1, .*, got '17'"),
    ],
)
def test_other_levels_are_refused(saturation: Experiment, asked: str, said: str) -> None:
    with pytest.raises(PlanError, match=said):
        levels_alone(saturation, [asked])


def test_the_load_that_follows_from_trials_is_not_chosen() -> None:
    with pytest.raises(PlanError, match="got 'load'"):
        levels_alone(read_experiment(find_experiment("capacity")), ["load=10/s"])


def test_levels_without_further_repetitions_are_refused(tmp_path: Path, saturation: Experiment) -> None:
    shown = petlab("resume", str(begun(tmp_path, saturation).folder), "--only", "customers=15")
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "give --repetitions, too" in shown.stderr and shown.stderr.count("\n") == 1


@pytest.mark.parametrize("fewer", [0, 1])
def test_repetitions_are_not_taken_away(saturation: Experiment, fewer: int) -> None:
    with pytest.raises(PlanError, match=f"more than the {saturation.repetitions} of these results, got"):
        with_more(saturation, saturation.repetitions - fewer)


def test_what_is_decided_at_looks_gets_no_more(saturation: Experiment) -> None:
    with pytest.raises(PlanError, match=r"saturation has 2 looks.*leave --repetitions out, or begin a new run"):
        with_more(saturation.model_copy(update={"looks": 2}), 50)


def test_who_asks_for_fewer_is_told_so_and_nothing_is_begun(tmp_path: Path, saturation: Experiment) -> None:
    results = begun(tmp_path, saturation)
    before = (results.folder / "experiment.json").read_bytes()
    shown = petlab("resume", str(results.folder), "--repetitions", "2")
    assert (shown.returncode, shown.stdout) == (1, "")
    assert "--repetitions: expected more than the 3 of these results" in shown.stderr and shown.stderr.count("\n") == 1
    assert (results.folder / "experiment.json").read_bytes() == before


def test_the_report_says_so(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "small", ["jms-transacted", "soap"], [15], repetitions=3)
    assert "repetitions" not in dict(circumstances(read_results(folder)))
    file = folder / "experiment.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"extended": [2]}))
    said = dict(circumstances(read_results(folder)))["repetitions"]
    assert said.startswith("2 at first, 3 in the end: ") and "more often than 5 times in 100" in said


def test_what_ended_at_a_look_is_finished_with_the_blocks_until_then(tmp_path: Path, saturation: Experiment) -> None:
    results, trials = begun(tmp_path, saturation), schedule(saturation)
    for trial in trials:
        if trial.block == 1:
            results.folder_of(trial).mkdir(parents=True)
            (results.folder_of(trial) / "trial.json").write_text("{}")
    with pytest.raises(ResultsError, match=r"is not finished: .* still to be conducted"):
        require_finished(results)
    results.record_end(EndedAtLook(look=1, blocks=1, level=0.01, verdicts=("soap: different",)))
    require_finished(results)
