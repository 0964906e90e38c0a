"""Trials with faults on a real bed with crash points: what dies comes back, and the record says so."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from deploy.bed.standing_bed import Bed
from deploy.paths import CHECKOUT
from deploy.specification.transactions import NARAYANA
from deploy.tests import store
from loadscripts.campaign.trial_sequence import make_lab
from loadscripts.campaign_progress import Silent
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun, now_ns
from loadscripts.faults.fault import FaultContext
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.probes.gc_log import GcSlices
from loadscripts.tests.test_conduct import rows
from loadscripts.tests.warm_jvms import warm_up_once
from loadscripts.trials.conduct import conduct
from loadscripts.trials.lab import Lab
from loadscripts.trials.quiescence import wait_until_quiescent
from loadscripts.trials.results_folder import new_results, read_json

pytestmark = [
    pytest.mark.bed,
    pytest.mark.parametrize("faulty_bed", [NARAYANA], indirect=True),
]

THROWING = "sent@supplier-order:throw:each-5"
EXPERIMENT: dict[str, Any] = {
    "name": "small",
    "question": "Is a crash recorded, and does the load outlive it?",
    "baseline": "jms-transacted",
    "repetitions": 1,
    "warmup_s": 4,
    "measure_s": 8,
    "faults_per_trial": 1,
    "fault_pause_s": [4, 5],
    "jvm_warmup_s": 4,
    "jvm_warmup_max_s": 4,
}


@pytest.fixture(scope="module")
def warm_bed(faulty_bed: Bed) -> Bed:
    """The bed with crash points, after some orders."""
    faulty_bed.recover()  # what earlier tests may have left
    warm_up_once(faulty_bed, lab_for("none"))
    return faulty_bed


def lab_for(fault: str, further: Mapping[str, str] | None = None, **keys: object) -> Lab:
    """further: factors beside the fault."""
    factors = {"customers": 6, "think": "0.1-0.2 s", "measuring": "off", "fault": fault} | dict(further or {})
    return make_lab(Experiment.model_validate(EXPERIMENT | keys | {"factors": factors}), Silent())


def conducted(lab: Lab, bed: Bed, folder: Path) -> tuple[Path, dict[str, Any]]:
    """A trial's folder and facts."""
    results = new_results(folder, lab.experiment)
    [trial] = schedule(lab.experiment)
    assert conduct(trial, bed, lab, results) is None
    home = results.folder / "trials" / trial.id
    record = read_json(home / "trial.json")
    jsonschema.validate(record, read_json(CHECKOUT / "shared-schemas/records/trial.schema.json"))
    return home, record


@pytest.mark.parametrize(
    ("fault", "process"),
    [
        ("kill server", "server"),
        ("kill broker", "broker"),
        ("kill database", "postgresql"),
        # deploy/tests/test_recovery.py halts there without a load.
        pytest.param("log-written:halt:3", "server", marks=pytest.mark.thorough),
    ],
)
def test_what_dies_under_load_comes_back_and_no_order_is_lost(warm_bed, tmp_path, fault, process):
    folder, record = conducted(lab_for(fault), warm_bed, tmp_path)

    [event] = record["faults"]
    assert (event["kind"], event["process"], event["triggered"]) == (fault, process, True)
    assert event["at_ns"] <= event["triggered_ns"] < event["recovered_ns"] <= event["resolved_ns"]
    assert record["windows"]["measure_begin_ns"] < event["at_ns"] < record["windows"]["measure_end_ns"]
    in_doubt = record["in_doubt"]
    assert (in_doubt["before"], in_doubt["after"], in_doubt["restarted"]) == (0, 0, False)
    assert (in_doubt["left_in_database"], in_doubt["left_in_broker"]) == ([], [])
    assert record["transactions"] == "narayana slots"
    assert record["managers"]["server"]["manager"] == "narayana"
    assert record["drained"] is True
    # A dead server answers nobody; while broker or database are away, customers may only have to wait.
    assert record["load"]["failed"] > 0 or process != "server"
    placed = {row["order_id"]: row for row in rows(folder / "storefront_orders.csv")}
    completed = {row["order_id"] for row in rows(folder / "opc_orders.csv") if row["state"] == "COMPLETED"}
    assert len(placed) > 0
    assert placed.keys() == completed
    seconds = [float(row["cpu_s"]) for row in rows(folder / "resources.csv") if row["process"] == process]
    assert seconds == sorted(seconds)


def test_a_throw_is_armed_for_the_window_and_forced_writes_are_counted_after_it(warm_bed, tmp_path):
    folder, record = conducted(lab_for(THROWING, count_forced_writes_s=5), warm_bed, tmp_path)

    assert record["faults"] == []
    points = record["crash_points"]["server"]
    assert points["triggered"] >= 1
    # The hits are read just before it is disarmed, what was triggered just after.
    assert points["hits"]["sent"] >= 5 * (points["triggered"] - 1)
    assert warm_bed.crash_points()["server"]["armed"] == ""
    counted = record["forced_writes"]
    assert 5 <= counted["seconds"] < 10
    assert counted["orders"] > 0
    assert min(counted["by_process"][name] for name in ("server", "broker", "postgresql")) >= counted["orders"]
    assert {row["account"] for row in rows(folder / "requests.csv")} == {f"customer{n}" for n in range(1, 7)}


def test_what_nobody_decides_has_the_servers_restarted_and_is_named(warm_bed, tmp_path, monkeypatch):
    monkeypatch.setattr("loadscripts.faults.in_doubt_polling.RESOLUTION_TIMEOUT_S", 1)
    run = TrialRun(tmp_path, faults=[FaultEvent("kill broker", "broker", at_ns=now_ns())])
    before = warm_bed.jvms[0].pid
    with store.sql(warm_bed, "opc") as database:
        database.execute("begin; prepare transaction 'of no manager'")
        try:
            wait_until_quiescent(
                FaultContext(warm_bed, run, GcSlices(warm_bed.jvms, tmp_path), lambda _: None, Silent()), 60
            )
            left = warm_bed.in_doubt()
        finally:
            database.execute("rollback prepared 'of no manager'")

    assert run.drained
    assert run.restarted_to_decide
    assert warm_bed.jvms[0].pid != before
    assert left.database == ("of no manager",)
