"""Two trials at the same time, on beds that only note what they are told; the load is a recorded one."""

# mypy: disable-error-code="arg-type"
# Labs and loads here are what the code needs of one.

import itertools
import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import psutil
import pytest

from analysis.contract.experiment_document import BedOfExperiment
from analysis.contract.schemas import read_document
from analysis.contract.trial_document import TrialDocument
from deploy.errors import PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.trial_sequence import conduct_all
from loadscripts.load.scenario import read_scenario
from loadscripts.load.think import Think
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import read_experiment
from loadscripts.planning.further_repetitions import extended, with_more
from loadscripts.planning.schedule import expected_s, parts_of_stands, schedule
from loadscripts.probes.machine import Revision
from loadscripts.system.dry_run_bed import DryRunBeds
from loadscripts.system.system_registry import SYSTEMS
from loadscripts.tests.test_trial_sequence import MACHINE, Ended, NoRecorder, RecordedSiege
from loadscripts.trial_errors import DuetError, ExperimentError, GeneratorError
from loadscripts.trials import drain, warmup
from loadscripts.trials.duet import Alone, duet
from loadscripts.trials.lab import Lab
from loadscripts.trials.results_folder import new_results, write_experiment

WINDOW_S = 0.4
BRIEF = {"warmup_s": 0.02, "measure_s": 0.05}
"""Where all that counts is which trials there are, on which beds."""
FILE = f"""
question     = "Does it matter where the applications live?"
baseline     = "one-server"
compare      = "topology"
side_by_side = true
duet         = true
repetitions  = 2
warmup_s     = 0.1
measure_s    = {WINDOW_S}
[factors]
topology  = ["one-server", "three-servers"]
customers = 1
think     = "none"
"""


class SleepingSiege(RecordedSiege):
    """Waits as long as it is asked to. fails: the how manieth that begins ends too early."""

    def __init__(self, fails=None):
        super().__init__()
        self.failing, self.begun, self.begins_s = fails, itertools.count(1), []

    def begin(self, load, folder):
        self.begins_s.append(time.monotonic())
        fails = next(self.begun) == self.failing
        return RunningSiege(super().begin(load, folder), GeneratorError("Siege ended too early") if fails else None)


class RunningSiege:
    pid = 1

    def __init__(self, recorded, error):
        self.recorded, self.error = recorded, error

    def wait_while_running(self, seconds):
        if self.error:
            raise self.error
        time.sleep(seconds)

    def finish(self):
        return self.recorded.finish()

    def stop(self):
        pass


@pytest.fixture
def beds():
    return DryRunBeds()


@pytest.fixture
def experiment(tmp_path):
    return read(tmp_path, FILE)


def read(folder, text) -> Experiment:
    file = folder / "duets.toml"
    file.write_text(text)
    return read_experiment(file)


@pytest.fixture
def lab(experiment, beds, monkeypatch):
    monkeypatch.setattr(drain, "POLL_INTERVAL_S", 0)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=100e9))
    system = replace(SYSTEMS["pet-store"], start_bed=beds.start_bed)
    revision = Revision("abc", dirty=False)
    scenario = read_scenario("place-orders")
    return Lab(experiment, system, scenario, SleepingSiege(), None, None, NoRecorder(), MACHINE, revision, Ended())


def conducted(lab, folder):
    results, trials = new_results(folder, lab.experiment), schedule(lab.experiment)
    reasons = conduct_all(trials, lab, BedChoice(), results, lambda folder: None)
    assert list(reasons) == [trial.id for trial in trials]
    return [read_document(results.folder_of(trial) / "trial.json", TrialDocument) for trial in trials]


def test_the_windows_of_a_duet_are_the_same_seconds_and_each_record_names_the_other(lab, beds, tmp_path):
    one, other, *second = conducted(lab, tmp_path)
    for first, then in ((one, other), second):
        assert first.outcome.status == then.outcome.status == "complete"
        assert (first.beside, then.beside) == (then.trial.id, first.trial.id)
        assert first.trial.block == then.trial.block
        begun = [each.windows.measure_begin_ns for each in (first, then)]
        assert max(begun) < min(each.windows.measure_end_ns for each in (first, then))
    assert one.windows.measure_end_ns < second[0].windows.measure_begin_ns
    assert sorted(bed.plan.topology for bed in beds.beds) == ["one-server"] * 2 + ["three-servers"] * 2


def test_trials_in_turns_have_nobody_beside_them(lab, tmp_path):
    alone = lab.experiment.model_copy(update={"duet": False})
    one, other, *_ = conducted(replace(lab, experiment=alone), tmp_path)
    assert one.beside is other.beside is None
    assert one.windows.measure_end_ns < other.windows.measure_begin_ns


@pytest.mark.parametrize("failing", [1, 2])
def test_where_one_fails_the_other_does_and_the_next_duet_is_conducted(lab, tmp_path, failing):
    one, other, *second = conducted(replace(lab, siege=SleepingSiege(failing)), tmp_path)
    failed, left = sorted((one, other), key=lambda trial: trial.outcome.reason != "Siege ended too early")
    assert failed.outcome.reason == "Siege ended too early"
    expected = f"trial {failed.trial.id}, which was conducted at the same time, did not come to its end"
    assert left.outcome.reason == expected
    assert [trial.outcome.status for trial in second] == ["complete"] * 2


def test_both_beds_are_put_up_and_then_warmed_up_in_the_same_seconds(lab, beds, tmp_path):
    warmed = lab.experiment.model_copy(update={"jvm_warmup_s": 1.0, "jvm_warmup_max_s": 1.0, "repetitions": 1})
    lab = replace(lab, experiment=warmed, siege=(siege := SleepingSiege()))
    conducted(lab, tmp_path)
    warmups, trials = siege.begins_s[:2], siege.begins_s[2:]
    assert max(warmups) - min(warmups) < 1.0, "neither was over when the other began"
    assert min(trials) - max(warmups) >= 1.0
    assert set(lab.warmups) == {bed.launch for bed in beds.beds}


def test_a_duet_is_warmed_up_by_the_customers_of_its_trials_and_one_bed_by_some_who_do_not_think(experiment):
    of_trials = experiment.factors.model_copy(update={"customers": (7,), "think": ("0.1-0.4 s",)})
    duet_of_seven = experiment.model_copy(update={"factors": of_trials})
    assert warmup._customers(duet_of_seven) == (7, Think(0.1, 0.4))
    assert warmup._customers(duet_of_seven.model_copy(update={"duet": False})) == (8, Think(0.0, 0.0))
    at_a_rate = experiment.factors.model_copy(update={"customers": None, "load": ("9/s",)})
    assert warmup._customers(experiment.model_copy(update={"factors": at_a_rate})) == (8, Think(0.1, 0.4))


def test_an_interrupted_warm_up_ends_on_both_beds(lab, beds, tmp_path, monkeypatch):
    monkeypatch.setattr(warmup, "WINDOW_S", 0.2)
    patient = lab.experiment.model_copy(update={"jvm_warmup_s": 60.0, "jvm_warmup_max_s": 60.0})
    threads, begin_s = set(threading.enumerate()), time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        conducted(replace(lab, experiment=patient, progress=Interrupting()), tmp_path)
    assert time.monotonic() - begin_s < 20
    assert set(threading.enumerate()) <= threads
    assert [bed.commands[-1] for bed in beds.beds] == ["down", "down"]


class Interrupting(Ended):
    """Ctrl-C arrives when the first bed's warm-up has begun."""

    def wait(self, text: str, seconds: float) -> None:
        if text.startswith("warming up the JVMs"):
            time.sleep(0.3)  # the other thread is in the midst of it
            raise KeyboardInterrupt


def test_an_interruption_ends_both_soon_and_leaves_no_thread(lab, tmp_path):
    patient = lab.experiment.model_copy(update={"measure_s": 60.0})
    threads, begin_s = set(threading.enumerate()), time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        conducted(replace(lab, experiment=patient, siege=InterruptedSiege()), tmp_path)
    assert time.monotonic() - begin_s < 20
    assert set(threading.enumerate()) <= threads
    assert not list(tmp_path.glob("duets-*/trials/*/trial.json"))


class InterruptedSiege(SleepingSiege):
    """Ctrl-C arrives where the main thread waits."""

    def begin(self, load, folder):
        interrupted = threading.current_thread() is threading.main_thread()
        return RunningSiege(RecordedSiege.begin(self, load, folder), KeyboardInterrupt() if interrupted else None)


def test_who_meets_waits_for_the_other_and_not_for_one_that_has_left():
    one, other = duet("001", "002")
    assert (one.other, other.other) == ("002", "001")
    met = []

    def meet():
        other.meet()
        met.append("other")

    thread = threading.Thread(target=meet)
    thread.start()
    assert met == []
    one.meet()
    thread.join(10)
    assert met == ["other"]
    one.leave()
    with pytest.raises(DuetError, match="trial 001, which was conducted at the same time"):
        other.meet()
    Alone().meet()  # for nobody


def test_two_at_the_same_time_take_half_as_long(experiment):
    in_turns = experiment.model_copy(update={"duet": False})
    saved_s = expected_s(in_turns, schedule(in_turns)) - expected_s(experiment, schedule(experiment))
    assert saved_s == pytest.approx(2 * (WINDOW_S + 0.1 + 3))  # of each of two blocks one trial, and 3 s around it


SEVERAL = FILE.replace('["one-server", "three-servers"]', '["one-server", "three-servers", "one-server-tls"]').replace(
    "customers = 1", 'message_store = ["journal", "database"]\ntransition = ["soap", "jms-transacted"]\ncustomers = 1'
)


def test_each_other_level_has_duets_with_the_baseline_on_fresh_beds(tmp_path):
    """Two other topologies in two message stores are four pairs of beds, each with a duet of either delegate."""
    experiment = read(tmp_path, SEVERAL)
    trials = schedule(experiment)
    assert len(trials) == 2 * 4 * 2 * 2 and [trial.position for trial in trials] == list(range(1, 33))
    for block, members in itertools.groupby(trials, key=lambda trial: trial.block):
        duets = _pairs(members)
        assert {trial.levels["transition"] for trial, _ in duets} == {"soap", "jms-transacted"}, block
        assert len({trial.levels["message_store"] for duet in duets for trial in duet}) == 1
        for one, other in duets:
            levels = {one.levels["topology"], other.levels["topology"]}
            assert len(levels) == 2 and "one-server" in levels
            assert one.levels["transition"] == other.levels["transition"]
    stands = [frozenset(trial.levels["topology"] for trial in trials if trial.block == block) for block in range(1, 9)]
    assert len({experiment.stand_of(block) for block in range(1, 9)}) == 8
    assert sorted(map(sorted, stands[:4])) == sorted(map(sorted, stands[4:]))
    assert extended(trials, experiment.model_copy(update={"repetitions": 3}))[:32] == trials


def _pairs(trials):
    listed = list(trials)
    return list(zip(listed[::2], listed[1::2], strict=True))


@pytest.mark.parametrize(("asked", "next_one"), [(5, 6), (1, 2)])
def test_in_duets_of_several_levels_no_stand_has_a_part_of_its_blocks(tmp_path, asked, next_one):
    """More trials would be conducted than the results say."""
    experiment = read(tmp_path, SEVERAL).model_copy(update={"blocks_per_bed": 2})
    whole = experiment.model_copy(update={"repetitions": 4})
    told = parts_of_stands(experiment.model_copy(update={"repetitions": asked}))
    assert told and told.endswith(f"a multiple of 2 as the number of repetitions, such as {next_one}, got {asked}")
    assert parts_of_stands(whole) is None
    with pytest.raises(PlanError, match="such as 6, got 5"):
        with_more(whole, 5)
    assert with_more(whole, 6).repetitions == 6


def test_pairs_of_beds_are_kept_for_several_blocks_where_the_file_says_so(tmp_path):
    experiment = read(tmp_path, SEVERAL).model_copy(update={"blocks_per_bed": 2})
    trials = schedule(experiment)
    assert len(trials) == 4 * 2 * 2 * 2
    for stand in range(4):
        members = [trial for trial in trials if experiment.stand_of(trial.block) == stand]
        assert len(members) == 8 and len({trial.levels["topology"] for trial in members}) == 2


def test_duets_of_several_levels_are_conducted_on_two_beds_at_a_time(tmp_path, lab, beds):
    experiment = read(tmp_path, SEVERAL).model_copy(update={"repetitions": 1, **BRIEF})
    documents = conducted(replace(lab, experiment=experiment), tmp_path)
    assert all(document.outcome.status == "complete" for document in documents)
    assert [document.beside for document in documents[::2]] == [document.trial.id for document in documents[1::2]]
    assert len(beds.beds) == 8 and len({bed.plan.port_base for bed in beds.beds}) == 2
    assert all(bed.commands[-1] == "down" for bed in beds.beds)


BY_TRIAL = FILE.replace("one-server", "soap", 1).replace('compare      = "topology"', 'assignment   = "trial"')
BY_TRIAL = BY_TRIAL.replace('topology  = ["one-server", "three-servers"]', 'transition = ["soap", "jms-transacted"]')


def test_by_trial_the_levels_change_beds_with_each_block_and_two_beds_serve_all(tmp_path, lab, beds):
    experiment = read(tmp_path, BY_TRIAL).model_copy(update={"repetitions": 4, **BRIEF})
    trials = conducted(replace(lab, experiment=experiment), tmp_path)
    assert len(beds.beds) == 2
    assert all(trial.beside is not None for trial in trials)
    by_bed = [[c for c in bed.commands if c.startswith("supplier-order by ")] for bed in beds.beds]
    ways = ["supplier-order by soap", "supplier-order by jms-transacted"]
    assert sorted(by_bed) == sorted([ways * 2, ways[::-1] * 2])


def test_a_crossover_that_is_resumed_goes_on_with_the_beds_in_the_same_places(tmp_path):
    experiment = read(tmp_path, BY_TRIAL).model_copy(update={"repetitions": 4})
    results, trials = new_results(tmp_path, experiment), schedule(experiment)
    bed = BedOfExperiment(transactions=None, database=None)
    write_experiment(results, experiment, trials, Revision("abc", dirty=False), "./petlab run", bed)
    assert results.read()[1] == trials
    assert len({trial.bed_label for trial in trials}) == 2


def test_duets_of_several_levels_have_no_looks(tmp_path):
    with pytest.raises(ExperimentError, match="looks: expected none with duets of several levels"):
        read(tmp_path, SEVERAL.replace("repetitions  = 2", "repetitions = 2\nlooks = 2"))


@pytest.mark.parametrize(
    ("changed", "by", "mistake"),
    [
        ("side_by_side = true", "", "duet: expected with side_by_side = true"),
        ('["one-server", "three-servers"]', '["one-server"]', "two levels or more of topology, got nothing that var"),
        (
            'compare      = "topology"',
            'compare = "placebo"\nassignment = "order"',
            'duet: expected assignment = "trial" or',
        ),
    ],
)
def test_what_cannot_be_a_duet_is_a_mistake(tmp_path, changed, by, mistake):
    with pytest.raises(ExperimentError, match=mistake):
        read(tmp_path, FILE.replace(changed, by))
