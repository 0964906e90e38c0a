"""Transactions of every kind in the real server, by both managers: what they leave in database, broker and log.

An application of the tests makes them (`deploy.tests.probe`), over the server's own pools; no order is involved.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.bed.standing_bed import Bed, BedPlan
from deploy.errors import ManagementError
from deploy.host.jdk import Jdk
from deploy.payara.management import Management
from deploy.specification.transactions import PAYARA, parse
from deploy.testing import PORT_BASE, another_bed, recovering_soon
from deploy.tests import store
from deploy.tests.probe import Probe, deployed

pytestmark = pytest.mark.bed

BASE = PORT_BASE + 2800
RECOVERED_IN_S = 60
LOST_COMMITS = ("UNREACHABLE", "RETRY")
TOLD_WITHIN_S = 50  # Payara waits a minute before it repeats a commit
THREADS, OF_ONE_CALL, WARM_UP, MANY = 8, 100, 1_000, 10_000
MAX_GROWTH_BYTES = 8_000_000  # 800 bytes a transaction: one alone is some thousands
MAX_TRANSACTIONS_ALIVE = 100
TRANSACTION = "com.sun.enterprise.transaction.JavaEETransactionImpl"  # whoever drives it


IN_FILES = "narayana file"
"""This store keeps a file for each decision: what is left of one can be seen."""
# One process runs all that is for one server, and starts it once.
NARAYANA_S, PAYARA_S = pytest.mark.xdist_group("probe in narayana"), pytest.mark.xdist_group("probe in payara")
WITH_FILES, WITH_PAYARA = pytest.param(IN_FILES, marks=NARAYANA_S), pytest.param(PAYARA, marks=PAYARA_S)


@dataclass(frozen=True)
class Ended:
    """How a transaction over database and broker ends, what its thread is told, and what each of the two has then."""

    ending: str
    answer: str
    rows: int
    messages: int


TOGETHER = (
    Ended("COMMIT", "committed", rows=1, messages=1),
    Ended("ROLLBACK", "rolled back", rows=0, messages=0),
    Ended("REFUSAL", "rolled back", rows=0, messages=0),  # both had prepared when a third would not
    Ended("END_FAILS", "rolled back", rows=0, messages=0),
)

# Both managers tell whoever enlists a resource that cannot start. Whether the others may still commit then, without it,
# Payara's own manager leaves to that caller; Narayana is made to refuse (NarayanaTransaction.enlistResource).
AFTER_A_START_THAT_FAILED = [
    pytest.param(IN_FILES, Ended("START_FAILS", "rolled back", rows=0, messages=0), marks=NARAYANA_S),
    pytest.param(PAYARA, Ended("START_FAILS", "committed", rows=1, messages=1), marks=PAYARA_S),
]

# The last agent commits after the last of the others has prepared, and before the first of them commits. Resources
# commit in the order in which they came: so the database's branch lies between those of `first` and `last`.
PLACES = ("BEFORE_THE_OTHERS", "AFTER_THE_OTHERS")
LAST_AGENT = [
    "first prepares, seen: []",
    "last prepares, seen: []",
    "first commits, seen: [agent]",
    "last commits, seen: [agent, database]",
]


@pytest.fixture(scope="module", params=[WITH_FILES, WITH_PAYARA])
def probe(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Probe]:
    """In a bed of its own: after these tests a server knows resources that no other has."""
    transactions, served = parse(request.param), "-Dpetlab.contexts=storefront,opc,supplier,probe"
    jvm_options = (served, *recovering_soon(transactions.manager))
    plan = BedPlan(port_base=BASE, transactions=transactions, jvm_options=jvm_options)
    with another_bed(plan, tmp_path_factory.mktemp("probed")) as standing:
        yield deployed(standing, tmp_path_factory.mktemp("probe"))


@pytest.fixture(autouse=True)
def nothing_is_left_in_doubt(probe: Probe) -> Iterator[None]:
    probe.empty()
    yield
    assert probe.bed.in_doubt().total == 0


@pytest.mark.parametrize("ended", TOGETHER, ids=lambda ended: ended.ending)
def test_database_and_broker_end_together(probe: Probe, ended: Ended) -> None:
    assert probe.make("together", ended.ending) == ended.answer
    assert (len(probe.rows()), probe.messages()) == (ended.rows, ended.messages)


@pytest.mark.parametrize(("probe", "ended"), AFTER_A_START_THAT_FAILED, indirect=["probe"], scope="module")
def test_whoever_enlists_a_resource_that_cannot_start_gets_an_error(probe: Probe, ended: Ended) -> None:
    test_database_and_broker_end_together(probe, ended)


def test_an_inner_transaction_commits_while_the_outer_one_rolls_back(probe: Probe) -> None:
    assert probe.make("inner") == "rolled back"
    assert (probe.rows(), probe.messages()) == (["inner"], 1)


@pytest.mark.parametrize("place", PLACES)
def test_a_last_agent_commits_between_the_phases_of_the_others(probe: Probe, place: str) -> None:
    assert probe.make("last-agent", place) == "committed"
    assert (probe.rows(), probe.messages()) == (["agent", "database"], 1)
    assert probe.trace() == LAST_AGENT


@pytest.mark.parametrize(
    "probe", [WITH_FILES, pytest.param(PAYARA, marks=[PAYARA_S, pytest.mark.thorough])], indirect=True
)
def test_ten_thousand_transactions_leave_rows_and_messages_and_nothing_else(probe: Probe) -> None:
    commit(probe, WARM_UP)
    before = alive(probe.bed)
    commit(probe, MANY)
    after = alive(probe.bed)

    assert (len(probe.rows()), probe.messages()) == (WARM_UP + MANY, WARM_UP + MANY)
    assert after.bytes - before.bytes < MAX_GROWTH_BYTES
    assert after.transactions < MAX_TRANSACTIONS_ALIVE
    assert log_files(probe.bed) == []


@pytest.mark.parametrize("lost_commit", LOST_COMMITS)
@pytest.mark.parametrize("probe", [WITH_FILES], indirect=True)
def test_a_resource_that_dies_between_prepare_and_commit_commits_when_it_is_back(
    probe: Probe, lost_commit: str
) -> None:
    before = own_branches(probe)["committed"]
    assert probe.make("dying", lost_commit) == "committed"
    assert (probe.rows(), probe.messages()) == (["dying"], 1)

    store.wait_for("the branch is committed", lambda: own_branches(probe)["committed"] == before + 1, RECOVERED_IN_S)
    store.wait_for("nothing in the log", lambda: probe.bed.in_doubt().log == 0, RECOVERED_IN_S)
    assert own_branches(probe) == {"prepared": 0, "committed": before + 1, "rolled_back": 0}
    assert probe.trace() == [
        "dying prepares, seen: []",
        "dying commits, seen: [dying]",  # and is not there
        "back commits, seen: [dying]",
    ]


@pytest.mark.parametrize("lost_commit", LOST_COMMITS)
@pytest.mark.parametrize("probe", [WITH_PAYARA], indirect=True)
def test_a_commit_that_fails_on_its_way_holds_neither_its_thread_nor_recovery(probe: Probe, lost_commit: str) -> None:
    begin_s = time.monotonic()
    assert "SystemException" in probe.make("dying", lost_commit)
    assert time.monotonic() - begin_s < TOLD_WITHIN_S
    assert (probe.rows(), probe.messages()) == (["dying"], 1)
    # It freezes the transaction service, which waits for all threads: a command that waits too long fails.
    probe.bed.recover(lost_connections=True)


def test_nobody_without_the_management_token_gets_at_the_probe(probe: Probe) -> None:
    with pytest.raises(ManagementError, match="401"):
        Management("probe", probe.calls.base_url, "guessed").post("together", "COMMIT")
    assert probe.rows() == []


def commit(probe: Probe, times: int) -> None:
    """So many transactions over database and broker, by several threads of the server."""
    calls = times // OF_ONE_CALL
    with ThreadPoolExecutor(THREADS) as callers:
        answer = list(callers.map(lambda _: probe.make("many", str(OF_ONE_CALL)), range(calls)))
    assert answer == ["committed"] * calls


@dataclass(frozen=True)
class Alive:
    """What a full collection leaves in the server's heap."""

    bytes: int
    transactions: int


def alive(bed: Bed) -> Alive:
    jcmd = Jdk.of_this_run().home / "bin/jcmd"
    command = [str(jcmd), str(bed.jvms[0].pid), "GC.class_histogram"]
    histogram = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    total = re.search(r"^Total +\d+ +(\d+)$", histogram, re.MULTILINE)
    assert total, histogram[-500:]
    transactions = re.search(rf"^ *\d+: +(\d+) +\d+ +{re.escape(TRANSACTION)} ", histogram, re.MULTILINE)
    return Alive(int(total.group(1)), int(transactions.group(1)) if transactions else 0)


def log_files(bed: Bed) -> list[Path]:
    """Decisions that still lie in Narayana's log. What is in its own Payara's manager does not tell."""
    directory = bed.transactions()["server"].get("store_directory")
    return [path for path in Path(directory).rglob("*") if path.is_file()] if directory else []


def own_branches(probe: Probe) -> dict[str, int]:
    return dict(probe.calls.get_json("own"))
