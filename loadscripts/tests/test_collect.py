"""What is written into a trial's folder, from a bed that only tells what the test has put into it."""

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from deploy.errors import ManagementError
from loadscripts.facts.trial_run import TrialRun
from loadscripts.load.siege import KILLED
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trials import collect
from loadscripts.trials.results_folder import read_json

HEADER = "queue,order_id,document_id,reason\n"


@dataclass
class ToldBed:
    """Applications that answer each call with its own name."""

    mail_record: Path
    letters: list[Any] = field(default_factory=list)
    jvms: tuple[Any, ...] = ()
    applications: tuple[str, ...] = ("storefront", "opc", "supplier")
    silent: str = ""

    def table(self, application: str, name: str) -> str:
        if application == self.silent:
            raise ManagementError(f"{application} does not answer")
        return f"{application} {name}\n"

    def counts(self) -> dict[str, Any]:
        return {application: {"counts": application} for application in self.applications}

    def dead_letters(self) -> list[Any]:
        return self.letters


@pytest.fixture
def bed(tmp_path):
    record = tmp_path / "mails-of-the-sink.csv"
    record.write_text("wall_ns,order_id,kind,message_id\n1,10001,approved,<a>\n")
    return ToldBed(record)


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "001"
    made.mkdir()
    return made


def test_each_table_comes_from_its_application(bed, folder):
    collect.collect_store(bed, PET_STORE, folder)

    contents = {file.name: file.read_text() for file in folder.iterdir()}
    assert contents.pop("counts.json") and contents.pop("dead_letters.csv") == HEADER
    assert contents == {
        "storefront_orders.csv": "storefront orders.csv\n",
        "opc_orders.csv": "opc orders.csv\n",
        "supplier_orders.csv": "supplier orders.csv\n",
        "shipments.csv": "supplier shipments.csv\n",
        "stock.csv": "supplier stock.csv\n",
        "mails.csv": "wall_ns,order_id,kind,message_id\n1,10001,approved,<a>\n",
    }
    counted = read_json(folder / "counts.json")
    assert counted == {name: {"counts": name} for name in ("storefront", "opc", "supplier")}


def test_a_dead_letter_s_reason_is_one_field_whatever_is_in_it(bed, folder):
    bed.letters = [SimpleNamespace(queue="MailQueue.dead", order_id=None, document_id="m-1", reason='a "b", c')]
    collect.collect_store(bed, PET_STORE, folder)
    assert (folder / "dead_letters.csv").read_text() == HEADER + 'MailQueue.dead,,m-1,"a ""b"", c"\n'


def test_of_a_failed_trial_what_still_answers_is_kept(bed, folder):
    bed.silent = "supplier"
    collect.collect_store_if_up(bed, PET_STORE, folder)
    assert sorted(file.name for file in folder.iterdir()) == ["opc_orders.csv", "storefront_orders.csv"]


def test_the_servers_logs_are_kept_by_their_names(bed, folder, tmp_path):
    log = tmp_path / "server.log"
    log.write_text("all is well\n")
    bed.jvms = (SimpleNamespace(name="opc", server_log=log),)
    collect.collect_server_logs(bed, folder)
    assert (folder / "log-opc.log").read_text() == "all is well\n"


def test_tables_of_recordings_have_their_columns_without_rows(folder):
    collect.write_empty_tables(folder)
    assert {file.stem for file in folder.iterdir()} == set(collect.RECORDED_TABLES)
    assert (folder / "points.csv").read_text() == "wall_ns,jvm,point,order_id,phase\n"


COUNTS = """
Transactions:\t\t           2 hits
Availability:\t\t       66.67 %
Elapsed time:\t\t       10.00 secs
Data transferred:\t        0.01 MB
Response time:\t\t        0.02 secs
Transaction rate:\t        0.20 trans/sec
Throughput:\t\t        0.00 MB/sec
Concurrency:\t\t        0.01
Successful transactions:           2
Failed transactions:\t           1
Longest transaction:\t        0.03
Shortest transaction:\t        0.01
"""
LINE = "[ 2026-11-21 10:00:00] 0,HTTP/1.1,200,   0.02,    4000,http://127.0.0.1/storefront/,0,2026-11-21 10:00:01\n"


def siege_folder(tmp_path, stderr):
    made = tmp_path / "siege"
    made.mkdir()
    (made / "siege.err").write_text(stderr)
    (made / "siege.out").write_text(LINE + "a socket complains\n")
    return made


def collected(run, siege):
    line = SimpleNamespace(method="GET", path="/storefront/?a=1")
    urls: Any = SimpleNamespace(requests=[line], account_of_line=lambda index: "customer1")
    collect.collect_load(run, siege, urls, pass_length=12)


def test_what_siege_recorded_is_read_and_its_counts_are_kept(folder, tmp_path):
    run = TrialRun(folder, generator_exit=0)
    collected(run, siege_folder(tmp_path, COUNTS))

    [request] = run.requests
    assert (request.user, request.status, request.duration_s) == (0, 200, 0.02)
    assert (
        (folder / "requests.csv")
        .read_text()
        .splitlines()[1]
        .endswith(",0,GET /storefront/,0,200,0.02,4000,customer1,,,")
    )
    assert run.generator_counts is not None
    assert (run.generator_counts.transactions, run.generator_counts.failed) == (2, 1)
    assert read_json(folder / "siege.json")["availability"] == 66.67
    assert (folder / "siege.log").read_text() == COUNTS
    assert (folder / "answers.csv").read_text().count("\n") == 1


@pytest.mark.parametrize(
    ("exit_code", "stderr", "out_of_files"),
    [(KILLED, "", False), (0, "socket: Too many open files\n", True)],
    ids=["hung", "out of files"],
)
def test_a_siege_that_came_to_no_counts_is_no_error_here(folder, tmp_path, exit_code, stderr, out_of_files):
    run = TrialRun(folder, generator_exit=exit_code)
    collected(run, siege_folder(tmp_path, stderr))
    assert (run.generator_counts, run.generator_ran_out_of_files) == (None, out_of_files)
    assert not (folder / "siege.json").exists()
    assert len(run.requests) == 1


def test_what_customers_were_told_is_kept(folder, tmp_path):
    siege = siege_folder(tmp_path, COUNTS)
    (siege / "answers.csv").write_text("1,2,3\n")
    collected(TrialRun(folder, generator_exit=0), siege)
    assert (folder / "answers.csv").read_text().endswith("\n1,2,3\n")
