"""Which trials of a campaign share a launch of the servers, seen on beds that only note what is done with them."""

# mypy: disable-error-code="arg-type"
# The lab here is what the bed pool needs of one.

from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from deploy.errors import BedError
from loadscripts.campaign import trial_sequence
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.trial_sequence import conduct_all
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import expected_s, levels_differ_by_bed, schedule
from loadscripts.system.dry_run_bed import DryRunBed, DryRunBeds
from loadscripts.trials.results_folder import Results


class Beds:
    """All beds that were started: the number of each, and which run. Which number was conducted on, by trial; and why
    a trial was not conducted.
    """

    def __init__(self) -> None:
        self.dry_run = DryRunBeds(fails=self.why_not)
        self.starts = 0
        self.standing: list[DryRunBed] = []
        self.conducted: dict[str, int] = {}
        self.reasons: dict[str, str] = {}
        self.most = 0
        self.broken: set[int] = set()

    def why_not(self, plan):
        self.starts += 1
        return f"bed {self.starts} does not come up" if self.starts in self.broken else None

    @contextmanager
    def start_bed(self, plan, progress, home=None):
        with self.dry_run.start_bed(plan, progress, home) as bed:
            self.standing.append(bed)
            self.most = max(self.most, len(self.standing))
            try:
                yield bed
            finally:
                self.standing.remove(bed)

    def conduct(self, trial, bed, lab, results):
        assert any(bed is each for each in self.standing)
        self.conducted[trial.id] = next(number for number, each in enumerate(self.dry_run.beds, 1) if each is bed)

    def not_conducted(self, trial, lab, results, reason):
        self.reasons[trial.id] = reason


@pytest.fixture
def beds(monkeypatch: pytest.MonkeyPatch) -> Beds:
    beds = Beds()
    monkeypatch.setattr(trial_sequence, "warm_up_together", lambda beds, lab: None)
    monkeypatch.setattr(trial_sequence, "conduct", beds.conduct)
    monkeypatch.setattr(trial_sequence, "not_conducted", beds.not_conducted)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=100e9))
    return beds


def experiment_with(*, side_by_side: bool, **factors: object) -> Experiment:
    return Experiment.model_validate(
        {"name": "f", "question": "?", "baseline": "jms-transacted", "repetitions": 3, "warmup_s": 1, "measure_s": 1}
        | {"side_by_side": side_by_side, "assignment": "trial"}
        | {"factors": {"customers": 1, "transition": ["jms-transacted", "soap"]} | factors}
    )


def conducted(experiment: Experiment, beds: Beds):
    trials = schedule(experiment)
    lab = SimpleNamespace(experiment=experiment, progress=Silent(), system=SimpleNamespace(start_bed=beds.start_bed))
    reasons = conduct_all(
        trials, lab, BedChoice(), Results(Path("results")), lambda folder: beds.reasons.get(folder.name)
    )
    assert beds.standing == []
    return trials, reasons


@pytest.mark.parametrize("side_by_side", [True, False])
def test_no_launch_serves_two_blocks_where_levels_differ_by_bed(beds: Beds, side_by_side: bool) -> None:
    experiment = experiment_with(side_by_side=side_by_side, transactions=["payara", "narayana slots"])
    trials, _ = conducted(experiment, beds)

    blocks = {number: {t.block for t in trials if beds.conducted[t.id] == number} for number in beds.conducted.values()}
    assert all(len(of_bed) == 1 for of_bed in blocks.values())
    assert levels_differ_by_bed(trials)
    assert beds.most == (2 if side_by_side else 1)


def test_side_by_side_the_trials_of_a_block_share_the_bed_of_their_level(beds: Beds) -> None:
    experiment = experiment_with(side_by_side=True, transactions=["payara", "narayana slots"])
    trials, _ = conducted(experiment, beds)

    levels = {(t.block, t.transaction_manager): beds.conducted[t.id] for t in trials}
    assert len(trials) == 12 and len(set(levels.values())) == 6
    assert all(beds.conducted[t.id] == levels[t.block, t.transaction_manager] for t in trials)


@pytest.mark.parametrize("side_by_side", [True, False])
def test_levels_that_are_switched_share_one_launch_in_all_blocks(beds: Beds, side_by_side: bool) -> None:
    trials, _ = conducted(experiment_with(side_by_side=side_by_side), beds)

    assert not levels_differ_by_bed(trials)
    assert set(beds.conducted.values()) == {1}


def test_a_bed_that_does_not_come_up_in_a_later_block_costs_its_trials_alone(beds: Beds) -> None:
    experiment = experiment_with(side_by_side=True, transactions=["payara", "narayana slots"])
    beds.broken = {4, 5, 6}  # the second bed of the second block, and both times that its trials ask for it
    trials, reasons = conducted(experiment, beds)

    without = [trial for trial in trials if reasons[trial.id]]
    assert len(without) == 2 and {trial.block for trial in without} == {2}
    assert len({trial.transaction_manager for trial in without}) == 1
    assert all("does not come up" in str(reasons[trial.id]) for trial in without)


def test_a_bed_that_does_not_come_up_at_the_beginning_ends_the_campaign(beds: Beds) -> None:
    beds.broken = {2}

    with pytest.raises(BedError, match="bed 2 does not come up"):
        conducted(experiment_with(side_by_side=True, transactions=["payara", "narayana slots"]), beds)
    assert not beds.conducted and not beds.standing


def test_the_plan_counts_the_beds_of_each_block() -> None:
    parallel = experiment_with(side_by_side=True, transactions=["payara", "narayana slots"])
    trials = schedule(parallel)

    once_s = expected_s(parallel, tuple(trial for trial in trials if trial.block == 1))
    assert expected_s(parallel, trials) == pytest.approx(3 * once_s)
