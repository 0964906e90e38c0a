"""A campaign that ends as soon as it is decided, and what its folder says then. What decides is a stand-in here."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from analysis.contract.experiment_document import BedOfExperiment
from analysis.contract.looks import EndedAtLook
from loadscripts.campaign import trial_sequence
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.trial_sequence import StopRule, conduct_all, never
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.machine import Revision
from loadscripts.system.dry_run_bed import DryRunBeds
from loadscripts.trial_errors import ExperimentError
from loadscripts.trials.results_folder import Results, new_results, write_experiment

EXPERIMENT = Experiment.model_validate(
    {"name": "a", "question": "?", "baseline": "soap", "repetitions": 6, "looks": 3, "warmup_s": 1, "measure_s": 1}
    | {"assignment": "trial", "margin": 0.02, "factors": {"customers": 1, "transition": ["soap", "jms-transacted"]}}
)
ENDED = EndedAtLook(look=2, blocks=4, level=0.012, verdicts=("soap against jms-transacted: different",))


@pytest.fixture
def results(tmp_path: Path) -> Results:
    folder = new_results(tmp_path, EXPERIMENT)
    nothing = BedOfExperiment(transactions=None, database=None)
    write_experiment(folder, EXPERIMENT, schedule(EXPERIMENT), Revision("abc", dirty=False), "./petlab run a", nothing)
    return folder


def conducted(results: Results, decided: StopRule, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The blocks of the trials that were conducted."""
    blocks: list[int] = []
    monkeypatch.setattr(trial_sequence, "warm_up_together", lambda beds, lab: None)
    monkeypatch.setattr(trial_sequence, "conduct", lambda trial, *_: blocks.append(trial.block))
    lab = SimpleNamespace(
        experiment=EXPERIMENT, progress=Silent(), system=SimpleNamespace(start_bed=DryRunBeds().start_bed)
    )
    conduct_all(schedule(EXPERIMENT), lab, BedChoice(), results, lambda folder: None, decided)  # type: ignore[arg-type]
    return blocks


def test_it_asks_after_each_block_and_ends_when_it_is_decided(results, monkeypatch):
    asked: list[int] = []

    def decided(blocks: int) -> EndedAtLook | None:
        asked.append(blocks)
        return ENDED if blocks == 4 else None

    assert conducted(results, decided, monkeypatch) == [1, 1, 2, 2, 3, 3, 4, 4]
    assert asked == [1, 2, 3, 4]
    assert results.read()[2].ended == ENDED and results.read()[0] == EXPERIMENT


def test_what_is_not_decided_goes_to_its_end(results, monkeypatch):
    assert len(conducted(results, never, monkeypatch)) == 12
    _, _, record = results.read()
    assert (record.ended, record.looks, record.margin) == (None, 3, 0.02)


@pytest.mark.parametrize(("looks", "mistaken"), [(3, False), (4, True), (0, True)])
def test_there_are_at_most_as_many_looks_as_repetitions(tmp_path: Path, looks: int, mistaken: bool):
    text = 'question = "?"\nbaseline = "jms-transacted"\nrepetitions = 3\nwarmup_s = 1\nmeasure_s = 5\n'
    (tmp_path / "a.toml").write_text(f"{text}looks = {looks}\n[factors]\ncustomers = 1\n")
    if mistaken:
        with pytest.raises(ExperimentError, match="looks: expected"):
            read_experiment(tmp_path / "a.toml")
    else:
        assert read_experiment(tmp_path / "a.toml").looks == 3
