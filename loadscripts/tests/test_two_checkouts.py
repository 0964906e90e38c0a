"""This checkout against another revision: the schedule, the beds, what is refused, what is recorded."""

# mypy: disable-error-code="arg-type"
# The lab here is what a campaign or a record needs of one.

import json
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from analysis.contract.experiment_document import BedOfExperiment
from analysis.contract.trial_document import BuiltFrom
from deploy.build import revisions
from deploy.errors import BedError, PlanError
from deploy.paths import checkout_of
from deploy.progress import Silent
from deploy.tests.other_revision import TABLE, commit, repository
from loadscripts.campaign import trial_sequence
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.dry_run import dry_run
from loadscripts.campaign.other_checkout import against_record, get_ready
from loadscripts.campaign.trial_sequence import conduct_all
from loadscripts.campaign_progress import Silent as SilentCampaign
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import expected_s, schedule
from loadscripts.planning.two_checkouts import compared_with, revision_of
from loadscripts.probes.machine import Revision
from loadscripts.system.dry_run_bed import DryRunBeds
from loadscripts.trial_errors import ExperimentError
from loadscripts.trials.results_folder import Results, new_results, write_experiment
from loadscripts.trials.trial_record import built_from

COMMIT = "1a2b3c4d5e6f" + "0" * 28
LEVEL = "1a2b3c4"


def asked(repetitions=4, side_by_side=True, seed=1, duet=False, **factors) -> Experiment:
    return Experiment.model_validate(
        {"name": "mine", "question": "?", "baseline": "jms-transacted", "warmup_s": 1, "measure_s": 1, "seed": seed}
        | {
            "repetitions": repetitions,
            "side_by_side": side_by_side,
            "duet": duet,
            "factors": {"customers": 2} | factors,
        }
    )


def both(**changes) -> Experiment:
    return compared_with(asked(**changes), COMMIT)


def letters(experiment: Experiment) -> list[str]:
    """The checkouts of each block in their order, A for this one."""
    blocks: dict[int, str] = {}
    for trial in schedule(experiment):
        blocks[trial.block] = blocks.get(trial.block, "") + ("A" if trial.is_of_this_checkout else "B")
    return list(blocks.values())


def test_the_two_are_levels_of_a_factor_and_the_revision_is_the_baseline():
    experiment = both(transition=["soap", "jms-transacted"])
    assert experiment.levels()["checkout"] == ("this", LEVEL)
    assert (experiment.compare, experiment.baseline, experiment.against) == ("checkout", LEVEL, COMMIT)
    assert experiment.levels()["transition"] == ("soap", "jms-transacted")


def test_the_order_alternates_from_block_to_block_and_which_begins_is_drawn():
    begin = [letters(both(seed=seed)) for seed in range(20)]
    assert {tuple(each) for each in begin} == {("AB", "BA", "AB", "BA"), ("BA", "AB", "BA", "AB")}


def test_on_beds_that_stand_for_several_blocks_each_begins_as_often_with_the_first_of_them():
    """It is put up first, too."""
    kept = compared_with(asked(repetitions=8).model_copy(update={"blocks_per_bed": 2}), COMMIT)
    assert letters(kept) in (["AB", "BA", "BA", "AB"] * 2, ["BA", "AB", "AB", "BA"] * 2)


def test_side_by_side_the_two_take_turns_at_each_load():
    assert letters(both(customers=[4, 16])) in (["ABAB", "BABA"] * 2, ["BABA", "ABAB"] * 2)
    trials = schedule(both(customers=[4, 16]))
    assert all(one.customers == other.customers for one, other in zip(trials[::2], trials[1::2], strict=True))


def test_one_after_the_other_the_trials_of_a_block_share_the_bed_of_their_checkout():
    experiment = both(customers=[4, 16], side_by_side=False)
    assert letters(experiment) in (["AABB", "BBAA"] * 2, ["BBAA", "AABB"] * 2)
    assert dry_run(experiment, schedule(experiment), BedChoice()) == ("new", "reused") * 8
    # Two beds of 40 s in each of four blocks, and eight trials of 1 + 1 s, each with 7 s around it.
    assert expected_s(both(side_by_side=False), schedule(both(side_by_side=False))) == 8 * 40 + 8 * 5


class Beds:
    """Beds that record what is done, the plan of each, and on which the trials were conducted."""

    def __init__(self, fails=lambda plan: None) -> None:
        self.dry_run = DryRunBeds(fails=fails)
        self.conducted: list[tuple[int, str]] = []

    def conduct(self, trial, bed, lab, results):
        self.conducted.append((self.dry_run.beds.index(bed), trial.checkout))


def campaign(monkeypatch, experiment: Experiment, beds: Beds):
    monkeypatch.setattr(trial_sequence, "warm_up_together", lambda beds, lab: None)
    monkeypatch.setattr(trial_sequence, "conduct", beds.conduct)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=100e9))
    system = SimpleNamespace(start_bed=beds.dry_run.start_bed)
    lab = SimpleNamespace(experiment=experiment, progress=SilentCampaign(), system=system)
    conduct_all(schedule(experiment), lab, BedChoice(), Results(Path("results")), lambda folder: None)


@pytest.mark.parametrize("side_by_side", [True, False])
def test_each_block_has_a_fresh_bed_of_each_checkout(monkeypatch, side_by_side):
    beds = Beds()
    campaign(monkeypatch, both(repetitions=3, customers=[4, 16], side_by_side=side_by_side), beds)
    assert sorted(str(bed.plan.revision) for bed in beds.dry_run.beds) == [COMMIT] * 3 + ["None"] * 3
    assert len(beds.conducted) == 12 and len(set(beds.conducted)) == 6
    for number, checkout in beds.conducted:
        assert beds.dry_run.beds[number].plan.revision == (None if checkout == "this" else COMMIT)
    assert all(bed.commands == ["down"] for bed in beds.dry_run.beds)


def test_a_bed_of_the_revision_that_does_not_come_up_names_it(monkeypatch):
    beds = Beds(lambda plan: "opc is not ready after 240 s" if plan.revision else None)
    with pytest.raises(BedError, match=f"a bed of revision {LEVEL} cannot be started: opc is not ready after 240 s"):
        campaign(monkeypatch, both(), beds)
    assert all(bed.commands == ["down"] for bed in beds.dry_run.beds) and not beds.conducted


def test_the_command_line_names_the_revision_else_the_file_does(tmp_path):
    regression = read_experiment(find_experiment("regression"))
    assert (revision_of(regression, None), revision_of(regression, "v2")) == ("HEAD~1", "v2")
    assert (revision_of(asked(), None), revision_of(asked(), "v2")) == (None, "v2")


def test_a_regression_takes_at_most_three_quarters_of_an_hour():
    experiment = compared_with(read_experiment(find_experiment("regression")), COMMIT)
    assert expected_s(experiment, schedule(experiment)) <= 45 * 60
    assert experiment.repetitions % 2 == 0  # each of the two begins as often as the other


def test_a_duet_of_other_levels_cannot_be_one_of_two_checkouts():
    assert both(duet=True).duet
    with pytest.raises(PlanError, match="of the levels of customers: with --against, expected a single"):
        both(customers=[4, 16], duet=True)


def test_a_file_names_a_revision_and_no_commits(tmp_path):
    file = tmp_path / "f.toml"
    file.write_text(
        'question = "?"\ncompare = "checkout"\nbaseline = "HEAD~1"\nagainst = "abc"\nrepetitions = 1\nwarmup_s = 1\n'
        'measure_s = 1\n[factors]\ncustomers = 2\ncheckout = ["this", "abc"]\n'
    )
    with pytest.raises(ExperimentError) as refused:
        read_experiment(file)
    expected = 'expected compare = "checkout" and a revision of git as baseline instead'
    assert f"against: {expected}" in str(refused.value) and f"factors.checkout: {expected}" in str(refused.value)
    assert "2 mistakes" in str(refused.value)


def test_both_commits_are_recorded_and_the_experiment_is_read_again_with_them(tmp_path, monkeypatch):
    monkeypatch.setattr(revisions, "not_compared", lambda commit: ("deploy/bed/assembly.py",))
    experiment = both()
    results = new_results(tmp_path, experiment)
    here, bed = Revision("f" * 40, True), BedOfExperiment(transactions=None, database=None)
    write_experiment(results, experiment, schedule(experiment), here, "./petlab run", bed, against_record(experiment))
    read, trials, record = results.read()
    assert record.against is not None
    assert (record.commit, record.dirty, record.against.commit) == ("f" * 40, True, COMMIT)
    assert record.against.not_compared == ("deploy/bed/assembly.py",)
    assert (read, trials) == (experiment, schedule(experiment)) and read.against == COMMIT


def test_a_trial_says_what_its_bed_was_built_from():
    lab = SimpleNamespace(experiment=both(), revision=Revision("f" * 40, True))
    built = {trial.checkout: built_from(trial, lab) for trial in schedule(lab.experiment)}
    assert built == {"this": BuiltFrom(commit="f" * 40, dirty=True), LEVEL: BuiltFrom(commit=COMMIT, dirty=False)}
    assert built_from(schedule(asked())[0], lab) is None


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    """A checkout whose revisions are got instead of this one's, and are not built."""
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    folder = repository(tmp_path / "checkout")
    files_of = revisions.files_of
    monkeypatch.setattr(revisions, "files_of", lambda commit, bar: files_of(commit, bar, folder))
    return folder


@pytest.fixture
def built(monkeypatch) -> list[str]:
    commits: list[str] = []
    monkeypatch.setattr(revisions, "build_of", lambda commit, bar: commits.append(commit))
    return commits


def test_the_other_checkout_is_built_and_one_alone_needs_none(here, built):
    head = commit(here)
    get_ready(asked(), Silent())
    assert built == [] and not checkout_of(head).exists()
    get_ready(compared_with(asked(), head), Silent())
    assert built == [head] and checkout_of(head).exists()


def without_column(file: Path) -> None:
    contract = json.loads(file.read_text())
    contract["columns"] = [column for column in contract["columns"] if column["name"] != "completed_ns"]
    file.write_text(json.dumps(contract))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda records: without_column(records / "opc_orders.json"), "its record opc_orders has no completed_ns"),
        (lambda records: (records / "calls.json").unlink(), "its record calls has no "),
    ],
)
def test_a_revision_that_records_otherwise_is_refused_before_it_is_built(here, built, change, message):
    change(here / "shared-schemas/records")
    with pytest.raises(PlanError, match=message):
        get_ready(compared_with(asked(), commit(here)), Silent())
    assert built == []


def test_a_revision_without_a_delegate_of_the_experiment_is_refused(here, built):
    (here / TABLE).write_text((here / TABLE).read_text().replace('"soap"', '"pigeon"'))
    other = commit(here)
    with pytest.raises(PlanError, match=f"revision {other[:7]} cannot conduct mine: delegate soap is unknown"):
        get_ready(compared_with(asked(transition=["jms-transacted", "soap"]), other), Silent())
    get_ready(compared_with(asked(), other), Silent())
    assert built == [other]


def test_a_commit_that_is_gone_ends_the_run(here, built):
    with pytest.raises(PlanError, match=f"revision {LEVEL} cannot be taken from this checkout"):
        get_ready(both(), Silent())
