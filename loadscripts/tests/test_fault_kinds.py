"""Each kind of fault on a real bed, with a few customers in it: it bites, it ends, and what was confirmed is kept.

Kills and halts are in `test_injecting`: here is what stalls, is cut off, is full, or stops in good order.
"""

import random
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
import pytest

from deploy.bed.servers import TRANSACTION_LOG
from deploy.bed.standing_bed import Bed
from deploy.host import processes, small_disks, stalling
from deploy.specification.transactions import NARAYANA
from deploy.tests import store
from loadscripts.campaign_progress import Silent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults.fault import FaultContext
from loadscripts.faults.fault_levels import draw, parse_fault
from loadscripts.faults.injecting import inject_all
from loadscripts.probes.gc_log import GcSlices
from loadscripts.trials.quiescence import wait_until_quiescent

pytestmark = [
    pytest.mark.bed,
    pytest.mark.parametrize("faulty_bed", [NARAYANA], indirect=True),
]

CUSTOMERS = 4
PAUSE_S = (1.0, 1.0)
DRAIN_TIMEOUT_S = 100
"""The broker keeps what an abandoned branch has taken for a minute, and looks after such branches each few seconds."""
RESOLUTION_TIMEOUT_S = 60
"""What is still in doubt then has the servers restarted, as the lab does it. Narayana needs some passes of four seconds
and what they take.
"""


@dataclass
class CustomerAnswers:
    """What customers were told: numbers of orders; and how often they heard anything else, or nothing."""

    confirmed: list[str] = field(default_factory=list)
    otherwise: int = 0


@contextmanager
def customers(bed: Bed) -> Iterator[CustomerAnswers]:
    """They order one thing after the other while the block runs."""
    answers, over = CustomerAnswers(), threading.Event()

    def orders(number: int) -> None:
        chance = random.Random(number)
        while not over.is_set():
            # A visit that has failed is not gone on with: its cart may be ordered later.
            with suppress(httpx.TransportError), store.Customer(bed, f"customer{number}") as customer:
                try:
                    answers.confirmed.append(customer.order({f"EST-{chance.randint(1, 9)}": 1}))
                except AssertionError:
                    answers.otherwise += 1
                    time.sleep(0.1)

    with ThreadPoolExecutor(CUSTOMERS) as at_once:
        done = [at_once.submit(orders, number) for number in range(1, CUSTOMERS + 1)]
        try:
            yield answers
        finally:
            over.set()
    for each in done:
        each.result()


@pytest.fixture(autouse=True)
def soon_decided(monkeypatch):
    monkeypatch.setattr("loadscripts.faults.in_doubt_polling.RESOLUTION_TIMEOUT_S", RESOLUTION_TIMEOUT_S)


def injected(
    bed: Bed, level: str, folder: Path, wait_while_running: Callable[[float], None] = time.sleep
) -> tuple[TrialRun, CustomerAnswers]:
    """One fault of this level while customers order, and what the lab does after it until the store is quiescent."""
    bed.recover()  # what an earlier test may have left
    bed.reset()
    run = TrialRun(folder)
    context = FaultContext(bed, run, GcSlices(bed.jvms, folder), wait_while_running, Silent())
    with customers(bed) as answers:
        store.wait_for("a first order, which a cold server may take long for", lambda: answers.confirmed)
        inject_all(draw(parse_fault(level), 1, PAUSE_S, seed=1), context)
    wait_until_quiescent(context, DRAIN_TIMEOUT_S)
    return run, answers


def assert_all_is_well(bed: Bed, run: TrialRun, answers: CustomerAnswers) -> None:
    """It was triggered, all came back, and every order that was confirmed is in the books of all and was completed."""
    [event] = run.faults
    assert event.triggered_ns is not None and event.recovered_ns is not None
    assert event.at_ns <= event.triggered_ns < event.recovered_ns
    assert run.drained, [each for each in bed.queue_lengths() if each.messages or each.delivering]
    assert bed.in_doubt().total == 0
    assert answers.confirmed
    assert set(answers.confirmed) <= {row["order_id"] for row in store.rows(bed, "storefront")}
    states = {row["order_id"]: row["state"] for row in store.rows(bed, "opc")}
    assert {states.get(order_id) for order_id in answers.confirmed} == {"COMPLETED"}
    assert all(process.is_running() for process in bed.processes)


def statuses(bed: Bed, name: str) -> set[str]:
    [process] = [each for each in bed.processes if each.name == name]
    found = set()
    for each in processes.tree(process):
        with suppress(psutil.NoSuchProcess):
            found.add(str(each.status()))
    return found - {psutil.STATUS_ZOMBIE}  # a backend that ended just before: who stands still collects nobody


def postgresql_log(bed: Bed) -> str:
    return (bed.home / "postgresql.log").read_text(encoding="utf-8", errors="replace")


def broker_log(bed: Bed) -> str:
    return (bed.home / "broker/log/artemis.log").read_text(encoding="utf-8", errors="replace")


def server_log(bed: Bed) -> str:
    return bed.jvms[0].server_log.read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize(
    ("victim", "process"), [("broker", "broker"), ("database", "postgresql"), ("server", "server")]
)
def test_what_is_stalled_stops_and_continues_as_the_same_process(faulty_bed, tmp_path, victim, process):
    faulty_bed.recover()
    before = {each.name: each.pid for each in faulty_bed.processes}
    seen: list[set[str]] = []

    def wait_while_running(seconds: float) -> None:
        time.sleep(seconds)
        seen.append(statuses(faulty_bed, process))

    run, answers = injected(faulty_bed, f"stall {victim} 2s", tmp_path, wait_while_running)

    assert {psutil.STATUS_STOPPED} in seen
    assert psutil.STATUS_STOPPED not in statuses(faulty_bed, process)
    assert {each.name: each.pid for each in faulty_bed.processes} == before
    assert run.faults[0].process == process
    assert_all_is_well(faulty_bed, run, answers)


@pytest.mark.parametrize(
    ("level", "process"),
    [
        ("stop database fast", "postgresql"),
        ("stop broker", "broker"),
        # test_injecting.py kills it.
        pytest.param("stop server", "server", marks=pytest.mark.thorough),
    ],
)
def test_who_is_stopped_under_load_comes_back_as_another_process(faulty_bed, tmp_path, level, process):
    faulty_bed.recover()
    before = {each.name: each.pid for each in faulty_bed.processes}

    run, answers = injected(faulty_bed, level, tmp_path)

    after = {each.name: each.pid for each in faulty_bed.processes}
    assert {name for name in before if before[name] != after[name]} == {process}
    assert ("received fast shutdown request" in postgresql_log(faulty_bed)) or process != "postgresql"
    assert_all_is_well(faulty_bed, run, answers)


def test_a_database_that_runs_and_answers_nobody_is_started_again(faulty_bed, monkeypatch):
    monkeypatch.setattr("deploy.bed.bed_database._SILENT_S", 5)
    faulty_bed.recover()
    faulty_bed.reset()
    [database] = [each for each in faulty_bed.processes if each.name == "postgresql"]

    stalling.stop(database)
    took_s = faulty_bed.recover(lost_connections=True)

    assert list(took_s) == ["postgresql"]
    assert not database.is_running()
    with store.Customer(faulty_bed, "customer1") as customer:
        order_id = customer.order({"EST-1": 1})
    store.wait_until_told(faulty_bed, order_id, *store.THREE_MAILS)


def test_backends_are_terminated_in_mid_commit(faulty_bed, tmp_path):
    ended = "terminating connection due to administrator command"
    before = postgresql_log(faulty_bed).count(ended)

    run, answers = injected(faulty_bed, "terminate backends", tmp_path)

    assert postgresql_log(faulty_bed).count(ended) >= before + CUSTOMERS
    assert_all_is_well(faulty_bed, run, answers)


def test_connections_are_cut_in_mid_commit(faulty_bed, tmp_path):
    reset = "Connection reset by peer"
    before = postgresql_log(faulty_bed).count(reset)

    run, answers = injected(faulty_bed, "cut connections", tmp_path)

    assert postgresql_log(faulty_bed).count(reset) >= before + CUSTOMERS
    assert_all_is_well(faulty_bed, run, answers)


@pytest.mark.skipif(not small_disks.may_mount(), reason="no tmpfs may be mounted here")
@pytest.mark.parametrize(
    ("level", "log", "complaint"),
    [
        # It looks at its disk once in five seconds; a write that meets the full disk before has it stop.
        ("full disk broker 11s", broker_log, "AMQ222210|AMQ222010"),
        ("full disk database 3s", postgresql_log, "No space left on device"),
        # The log's slots were made before: who has enough of them needs no more space, and does not complain.
        ("full disk log 3s", server_log, ""),
    ],
)
def test_a_full_disk_is_met_and_outlived(faulty_bed, tmp_path, level, log, complaint):
    before = len(re.findall(complaint, log(faulty_bed)))
    folder = disk_of(faulty_bed, level.split()[2])
    free: list[int] = []

    def wait_while_running(seconds: float) -> None:
        time.sleep(seconds)
        free.append(shutil.disk_usage(folder).free)

    run, answers = injected(faulty_bed, level, tmp_path, wait_while_running)

    assert 0 in free
    assert shutil.disk_usage(folder).free > 1_000_000
    assert not complaint or len(re.findall(complaint, log(faulty_bed))) > before
    assert_all_is_well(faulty_bed, run, answers)


def disk_of(bed: Bed, what: str) -> Path:
    [cluster] = bed.folders
    log = bed.home / "servers" / bed.jvms[0].name / TRANSACTION_LOG
    folder = {"broker": bed.home / "broker/data", "database": cluster / "data", "log": log}[what]
    assert folder.is_mount()
    return folder
