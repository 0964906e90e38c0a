"""Collects all records of a trial into its folder, as the record schemas say."""

import csv
import shutil
from dataclasses import astuple
from pathlib import Path

from analysis.contract.schemas import TableName, table
from deploy.errors import ManagementError
from loadscripts.facts.trial_run import TrialRun
from loadscripts.load import siege_answers
from loadscripts.load.scenario import UrlFile
from loadscripts.load.siege import KILLED
from loadscripts.load.siege_records import as_record, ran_out_of_files, read_counts, read_requests, write_requests
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.system_under_test import SystemUnderTest
from loadscripts.trials.results_folder import write_json

SENDER = "generator"
"""In the table of points, whose mark it is."""

RECORDED_TABLES: tuple[TableName, ...] = (
    "points",
    "calls",
    "steps",
    "service_requests",
    "collections",
    "pauses",
    "collector_times",
    "allocation",
    "profile",
)
"""What comes out of the flight recordings: tables without rows when nothing was measured."""


def collect_store(bed: Bed, system: SystemUnderTest, folder: Path) -> None:
    """What the store itself says: orders, shipments, stock, mails, dead letters, counts."""
    for name, (application, there) in system.tables.items():
        (folder / table(name).file).write_text(bed.table(application, there), encoding="utf-8")
    shutil.copyfile(bed.mail_record, folder / "mails.csv")
    write_json(folder / "counts.json", bed.counts())
    _write_dead_letters(bed, folder / "dead_letters.csv")


def collect_server_logs(bed: Bed, folder: Path) -> None:
    """The servers' own logs, for whoever asks why the trial ended as it did: log-<server>.log."""
    for jvm in bed.jvms:
        shutil.copyfile(jvm.server_log, folder / f"log-{jvm.name}.log")


def _write_dead_letters(bed: Bed, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(table("dead_letters").header.split(","))
        rows.writerows((each.queue, each.order_id, each.document_id, each.reason) for each in bed.dead_letters())


def collect_load(run: TrialRun, siege_folder: Path, url_file: UrlFile, pass_length: int) -> None:
    """What Siege recorded. One that hung has printed no counts."""
    shutil.copyfile(siege_folder / "siege.err", run.folder / "siege.log")
    run.requests = list(read_requests(siege_folder / "siege.out"))
    write_requests(run.requests, url_file, pass_length, run.folder / "requests.csv")
    stderr = (siege_folder / "siege.err").read_text(encoding="utf-8", errors="replace")
    write_answers(siege_folder / siege_answers.FILE, run.folder / siege_answers.FILE)
    run.generator_ran_out_of_files = ran_out_of_files(stderr)
    if run.generator_exit != KILLED and not run.generator_ran_out_of_files:
        run.generator_counts = read_counts(stderr)
        write_json(run.folder / "siege.json", as_record(run.generator_counts))


def write_answers(heard: Path, file: Path) -> None:
    """Without rows where nobody listened."""
    lines = heard.read_text(encoding="utf-8", errors="replace") if heard.is_file() else ""
    file.write_text(table("answers").header + "\n" + lines, encoding="utf-8")


def write_received_orders(run: TrialRun) -> None:
    """Where a program ordered without the storefront, its receipts are what the storefront's books would be."""
    if run.received_orders:
        contract = table("storefront_orders")
        with (run.folder / contract.file).open("w", encoding="utf-8", newline="") as out:
            rows = csv.writer(out, lineterminator="\n")
            rows.writerow(contract.header.split(","))
            rows.writerows(astuple(order) for order in run.received_orders)


def add_received_points(run: TrialRun) -> None:
    """The first measuring point of an order that did not come through the storefront is its sender's."""
    with (run.folder / table("points").file).open("a", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(
            (order.received_ns, SENDER, "order-received", order.order_id, run.phase_at(order.received_ns))
            for order in run.received_orders
        )


def write_empty_tables(folder: Path) -> None:
    """The tables of a trial without flight recordings: their columns and no row."""
    for contract in map(table, RECORDED_TABLES):
        (folder / contract.file).write_text(contract.header + "\n", encoding="utf-8")


def write_windows(run: TrialRun) -> None:
    """The windows of a trial by window; without rows of another one."""
    contract = table("windows")
    with (run.folder / contract.file).open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(contract.header.split(","))
        rows.writerows(astuple(window) for window in run.switched_windows)


def collect_store_if_up(bed: Bed, system: SystemUnderTest, folder: Path) -> None:
    """The same of a trial that failed, as far as the applications still answer."""
    try:
        collect_store(bed, system, folder)
    except (ManagementError, OSError):
        return
