"""A whole campaign, on beds that only note what they are told; the load is a recorded one."""

import shutil
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from analysis.contract.schemas import read_document, tables
from analysis.contract.trial_document import AssignmentOfTrial, TrialDocument
from deploy.errors import BedError
from deploy.specification.plan import BedPlan
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.trial_sequence import conduct_all
from loadscripts.campaign_progress import Silent
from loadscripts.load.scenario import read_scenario
from loadscripts.planning.assignment import plan_windows
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.flight_recording import Exported
from loadscripts.probes.machine import Machine, Revision
from loadscripts.simulation.simulated_machine import CANARY_PIECES
from loadscripts.system.dry_run_bed import DryRunBed, DryRunBeds
from loadscripts.system.system_registry import SYSTEMS
from loadscripts.trial_errors import GeneratorError, RecordingError
from loadscripts.trials import conduct, drain
from loadscripts.trials.lab import Lab
from loadscripts.trials.results_folder import Results, new_results
from loadscripts.trials.warmup import warm_up_jvms

RECORDED = Path(__file__).parent / "recorded"
EXPERIMENT = Experiment.model_validate(
    {
        "name": "dry-run",
        "question": "What is a bed told?",
        "baseline": "jms-transacted",
        "compare": "topology",
        "repetitions": 1,
        "warmup_s": 0.01,
        "measure_s": 0.02,
        "factors": {"transition": "soap", "customers": 1, "topology": ["one-server", "three-servers"]}
        | {"think": "none", "measuring": "off"},
    }
    | {"baseline": "one-server"}
)
MACHINE = Machine("a processor", 2, 8 * 10**9, "6.1", "Debian", None, None)


class RecordedSiege:
    """The lines and counts of a Siege that once ran. fails: whether it ends too early."""

    version = "4.0.7"
    pid = 1

    def __init__(self, fails: bool = False) -> None:
        self._fails = fails

    def think_method(self, think):
        return "none"

    def begin(self, load, folder: Path) -> "RecordedSiege":
        shutil.copyfile(RECORDED / "siege-4.0.7.out", folder / "siege.out")
        shutil.copyfile(RECORDED / "siege-4.0.7.err", folder / "siege.err")
        return self

    def wait_while_running(self, seconds: float) -> None:
        if self._fails:
            raise GeneratorError("Siege ended too early")

    def finish(self) -> int:
        return 0

    def stop(self) -> None:
        pass


class NoRecorder:
    """Records nothing, and loses nothing of it."""

    def recording(self, jvms, folder, *, profile=False):
        return nullcontext()

    def require_none(self, jvms):
        pass

    def flags(self, jvms):
        return {}

    def export(self, jvms, folder, tables, window_ns):
        return Exported({"data_loss": 0})


class KilledExporter(NoRecorder):
    """Its tables are half written."""

    def export(self, jvms, folder, tables, window_ns):
        (tables / "steps.csv").write_text("begin_ns,dur")
        raise RecordingError("the recordings cannot be read: killed")


@dataclass
class Ended(Silent):
    """Records how trials ended."""

    ended: list[tuple[str, str | None]] = field(default_factory=list)

    def trial_ended(self, trial_id: str, void_reason: str | None) -> None:
        self.ended.append((trial_id, void_reason))


@pytest.fixture
def beds():
    return DryRunBeds()


@pytest.fixture
def progress():
    return Ended()


@pytest.fixture
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the last order of a bed that has none, and for the canary, which takes a third of a second before a trial and
    another one after it: longer than these trials.
    """
    monkeypatch.setattr(drain, "POLL_INTERVAL_S", 0)
    monkeypatch.setattr(conduct, "canary_pieces", lambda: CANARY_PIECES)


@pytest.fixture
def lab(beds, progress, without_waiting) -> Lab:
    system = replace(SYSTEMS["pet-store"], start_bed=beds.start_bed)
    scenario, revision = read_scenario("place-orders"), Revision("abc", dirty=False)
    return Lab(EXPERIMENT, system, scenario, RecordedSiege(), None, None, NoRecorder(), MACHINE, revision, progress)  # type: ignore[arg-type]


@pytest.fixture
def results(tmp_path) -> Results:
    return new_results(tmp_path, EXPERIMENT)


TRIALS = schedule(EXPERIMENT)


def conducted(lab: Lab, results: Results, judge=lambda folder: None, **how):
    return conduct_all(TRIALS, lab, BedChoice(), results, judge, **how)


def document(results: Results, number: int) -> TrialDocument:
    return read_document(results.folder_of(TRIALS[number]) / "trial.json", TrialDocument)


def test_each_trial_switches_its_bed_and_announces_its_phases(lab, beds, results):
    conducted(lab, results)
    begin = ["reset", "order-submission by jms-transacted", "supplier-order by soap", "invoice by soap"]
    phases = ["phase warmup", "phase measure", "phase drain", "phase idle"]
    assert [bed.commands for bed in beds.beds] == [[*begin, *phases, "down"]] * 2


def test_each_trial_leaves_a_folder_that_the_contract_can_read(lab, results):
    conducted(lab, results)
    for number in range(2):
        facts = document(results, number)
        assert facts.outcome.status == "complete" and facts.drained and facts.in_doubt.after == 0
        assert facts.levels == TRIALS[number].levels and facts.delegates["invoice"] == "soap"
        # Of the 110 recorded lines 15 say 404 and 15 say 500 (test_siege_records).
        assert facts.load.failed == 30 and facts.generator.exit == 0
    files = {path.name for path in results.folder_of(TRIALS[0]).iterdir()}
    assert {"steps.csv", "requests.csv", "queues.csv", "machine.csv", "storefront_orders.csv", "siege.json"} <= files


def test_the_lab_does_not_judge_and_says_what_the_judge_says(lab, progress, results):
    judged = []

    def judge(folder: Path) -> str | None:
        judged.append(folder)
        return "an order was lost" if folder.name == TRIALS[1].id else None

    assert conducted(lab, results, judge) == {TRIALS[0].id: None, TRIALS[1].id: "an order was lost"}
    assert judged == [results.folder_of(trial) for trial in TRIALS]
    assert progress.ended == [(TRIALS[0].id, None), (TRIALS[1].id, "an order was lost")]
    assert document(results, 1).outcome.reason is None


def test_a_trial_that_goes_wrong_is_a_record_and_the_next_one_is_conducted(lab, beds, results):
    conducted(replace(lab, siege=RecordedSiege(fails=True)), results)
    for number in range(2):
        outcome = document(results, number).outcome
        assert (outcome.status, outcome.reason) == ("failed", "Siege ended too early")
    assert len(beds.beds) == 2


def test_what_a_failed_export_has_written_is_in_no_trial_s_folder(lab, results):
    """The analysis reads the tables without rows, and tells what became of the orders."""
    trial = replace(TRIALS[0], levels={**TRIALS[0].levels, "measuring": "on"})
    conduct_all((trial,), replace(lab, recorder=KilledExporter()), BedChoice(), results, lambda folder: None)
    folder = results.folder_of(trial)
    assert document(results, 0).outcome.reason == "the recordings cannot be read: killed"
    assert (folder / "steps.csv").read_text() == tables()["steps"].header + "\n"
    assert list(folder.glob(".*")) == []


def second_topology(plan: BedPlan) -> str | None:
    return "no port is free" if plan.topology == TRIALS[1].levels["topology"] else None


def test_a_later_bed_that_cannot_start_is_one_trial_s_trouble(lab, beds, results):
    beds.fails = second_topology
    conducted(lab, results)
    assert document(results, 0).outcome.status == "complete"
    assert document(results, 1).outcome.reason == "no port is free"


def test_without_a_first_bed_there_is_no_campaign(lab, beds, results):
    beds.fails = lambda plan: "no port is free"
    with pytest.raises(BedError, match="no port is free"):
        conducted(lab, results)
    assert list((results.folder / "trials").iterdir()) == []


def test_where_starts_may_fail_the_first_bed_is_one_trial_s_trouble_too(lab, beds, results):
    beds.fails = lambda plan: "no port is free" if plan.topology == TRIALS[0].levels["topology"] else None
    conducted(lab, results, starts_may_fail=True)
    assert document(results, 0).outcome.reason == "no port is free"
    assert document(results, 1).outcome.status == "complete"


def test_by_order_the_bed_is_told_to_draw_and_by_window_the_levels_take_turns(lab, beds, tmp_path):
    experiment = Experiment.model_validate(
        {"name": "turns", "question": "?", "baseline": "soap", "repetitions": 1, "warmup_s": 0.01, "measure_s": 80}
        | {"assignment": ["order", "window"], "window_s": 20, "washout_s": 0}
        | {"factors": {"transition": ["soap", "jms-transacted"], "customers": 1, "think": "none"}}
    )
    results, trials = new_results(tmp_path / "turns", experiment), schedule(experiment)
    conduct_all(
        trials, replace(lab, experiment=experiment, recorder=NoRecorder()), BedChoice(), results, lambda _: None
    )

    drawn = f"drawn:{trials[0].seed}:soap,jms-transacted"
    (bed,) = beds.beds
    told = [each.removeprefix("supplier-order by ") for each in bed.commands if each.startswith("supplier-order")]
    by_order, by_window = sorted(trials, key=lambda trial: trial.levels["transition"])
    planned = [window.level for window in plan_windows(experiment.assignment_by("window"), trials[0].seed, 80)]
    assert sorted(planned) == ["jms-transacted"] * 2 + ["soap"] * 2
    assert told == ([drawn, drawn, *planned] if trials[0] == by_order else [drawn, *planned, drawn])

    facts = {trial.id: read_document(results.folder_of(trial) / "trial.json", TrialDocument) for trial in trials}
    assert {each.outcome.status for each in facts.values()} == {"complete"}
    assert facts[by_order.id].delegates["invoice"] == drawn
    assert facts[by_window.id].delegates["invoice"] == "by window"
    assert facts[by_order.id].assignment == AssignmentOfTrial(
        unit="order",
        factor="transition",
        transitions=("supplier-order", "invoice"),
        levels=("soap", "jms-transacted"),
        seed=trials[0].seed,
        window_s=None,
        washout_s=None,
    )
    rows = (results.folder_of(by_window) / "windows.csv").read_text().splitlines()[1:]
    assert [row.split(",")[2:] for row in rows] == [["1", level] for level in planned]
    assert (results.folder_of(by_order) / "windows.csv").read_text().count("\n") == 1


@pytest.mark.parametrize(
    ("compare", "factors", "ways"),
    [
        (
            "transition",
            {"transition": ["soap", "jms-transacted"]},
            ("drawn:1:soap,jms-transacted", "drawn:1:soap,jms-transacted"),
        ),
        (
            "invoice",
            {"transition": "soap", "invoice": ["jms-transacted", "jms-nontransacted"]},
            ("soap", "drawn:1:jms-transacted,jms-nontransacted"),
        ),
        ("measuring", {"transition": "soap", "measuring": ["on", "off"]}, ("soap", "soap")),
    ],
)
def test_fresh_jvms_are_warmed_by_each_delegate_that_is_compared(lab, compare, factors, ways):
    experiment = Experiment.model_validate(
        {"name": "warm", "question": "?", "baseline": "soap", "repetitions": 1, "warmup_s": 1, "measure_s": 1}
        | {"compare": compare, "jvm_warmup_s": 0.02, "jvm_warmup_max_s": 0.02, "factors": {"customers": 1} | factors}
    )
    bed = DryRunBed(BedPlan())
    warm_up_jvms(bed, replace(lab, experiment=experiment))
    told = [each for each in bed.commands if not each.startswith("order-submission")]
    assert told == ["reset", "phase warmup", f"supplier-order by {ways[0]}", f"invoice by {ways[1]}"]
