"""The commands know both sides: the campaign asks, the analysis decides, and what is resumed is decided alike."""

import json
from pathlib import Path

import pytest

from analysis.comparing.canary_correction import Slopes, no_slopes
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.machine_profile import MachineIdentity, MachineProfile
from analysis.contract.schemas import read_document
from analysis.tests.synthetic_looks import with_trials, write_looks
from cli.looks import due, stop_rule
from loadscripts.campaign.trial_sequence import never
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.trial import Trial
from loadscripts.trials.results_folder import Results

EXPERIMENT = Experiment.model_validate(
    {"name": "a", "question": "?", "baseline": "jms-transacted", "repetitions": 6, "looks": 3, "warmup_s": 1}
    | {"measure_s": 1, "assignment": "trial", "factors": {"customers": 15, "transition": ["jms-transacted", "soap"]}}
)
TRIALS = tuple(Trial(f"{number:03d}", (number + 1) // 2, number, 1, {}) for number in range(1, 13))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_looks(tmp_path_factory.mktemp("looks") / "r")


def interrupted(whole: Path, folder: Path, trials: int) -> Results:
    return Results(with_trials(whole, folder, trials))


def record(results: Results) -> ExperimentDocument:
    return read_document(results.folder / "experiment.json", ExperimentDocument)


def test_the_analysis_is_asked_at_looks_only(whole: Path, tmp_path: Path) -> None:
    rule = stop_rule(EXPERIMENT, interrupted(whole, tmp_path / "r", 8))
    assert [blocks for blocks in range(1, 7) if rule(blocks)] == [4]
    assert stop_rule(EXPERIMENT.model_copy(update={"looks": 1}), Results(tmp_path)) is never


@pytest.mark.parametrize(("conducted", "left"), [(2, 12), (5, 12), (7, 12), (8, 8), (10, 12)])
def test_what_is_resumed_at_a_look_is_decided_first(whole: Path, tmp_path: Path, conducted: int, left: int) -> None:
    """Interrupted right after the last trial of the fourth block, it was decided and did not know yet."""
    results = interrupted(whole, tmp_path / "r", conducted)
    assert len(due(EXPERIMENT, TRIALS, results, record(results))) == left
    assert (record(results).ended is not None) == (left == 8)


def test_a_look_is_decided_with_the_profile_that_the_report_will_take(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one beside the results where this machine has none of theirs."""
    results = interrupted(whole, tmp_path / "r", 8)
    another = MachineIdentity(cpu_model="another", cores=2, memory_bytes=1, kernel="6", jdk="25")
    beside = MachineProfile(schema_version=1, machine=another, units={})
    (results.folder / "machine-profile.json").write_text(beside.model_dump_json())
    seen: list[MachineProfile | None] = []

    def slopes_by(profile: MachineProfile | None, results: object) -> Slopes:
        seen.append(profile)
        return no_slopes

    monkeypatch.setattr("analysis.comparing.looks.slopes_by", slopes_by)
    assert stop_rule(EXPERIMENT, results)(4)
    assert seen == [beside]


def test_what_has_ended_at_a_look_has_no_trial_left(whole: Path, tmp_path: Path) -> None:
    results = interrupted(whole, tmp_path / "r", 8)
    file = results.folder / "experiment.json"
    ended = {"look": 2, "blocks": 4, "level": 0.012, "verdicts": []}
    file.write_text(json.dumps(json.loads(file.read_text()) | {"ended": ended}))
    found = due(EXPERIMENT, TRIALS, results, record(results))
    assert [trial.id for trial in found if results.conducted(trial) is None] == []
    assert found == TRIALS[:8]
