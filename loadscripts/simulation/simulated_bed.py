"""A bed behind the seam of a system under test: it has a simulated store in it, and no server."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from analysis.contract.schemas import TableName, table
from deploy.bed.bed_record import ServerJvm
from deploy.broker.broker_management import DeadLetter, QueueLength
from deploy.host.processes import BedProcess
from deploy.progress import Progress
from deploy.specification.plan import BedPlan
from loadscripts.simulation import simulated_books, simulated_metrics
from loadscripts.simulation.simulated_pauses import header, log_lines, pauses_between
from loadscripts.simulation.simulated_store import SimulatedStore
from loadscripts.system.dry_run_bed import DryRunBed

SERVER_PID, BROKER_PID, DATABASE_PID, WORKER_PID, SIEGE_PID = 101, 102, 103, 104, 110
# The server's second process, and a broker below the server: a tree within another is not counted twice.
PARENTS = {SERVER_PID: 1, WORKER_PID: SERVER_PID, BROKER_PID: SERVER_PID, DATABASE_PID: 1, SIEGE_PID: 1}
QUEUES = {"SupplierOrderQueue": (0, 4), "MailQueue": (1, 1)}
"""Their lengths at even and at odd seconds."""


class SimulatedBed(DryRunBed):
    """Tells of its store whatever a bed is asked. files: a folder for the GC log and the mails."""

    def __init__(self, plan: BedPlan, store: SimulatedStore, files: Path) -> None:
        super().__init__(plan)
        self.store = store
        self._gc_log = files / "gc.log"
        self.mail_record = files / "mails.csv"
        self.jvms = tuple(
            ServerJvm(jvm.name, SERVER_PID, self._gc_log, files / "server.log", jvm.applications) for jvm in self.jvms
        )
        self.processes = (
            BedProcess("server", SERVER_PID, 0.0),
            BedProcess("broker", BROKER_PID, 0.0),
            BedProcess("postgresql", DATABASE_PID, 0.0),
        )
        self._heard_ns = store.clock.time_ns()
        self._launched(plan.jvm_options)
        self._gc_log.write_text(header(), encoding="utf-8")

    def _launched(self, jvm_options: Sequence[str]) -> None:
        self.store.jvm = " ".join(jvm_options)
        self.store.launches += 1
        self.launch = f"simulated {self.store.launches}"

    @contextmanager
    def running(self) -> Iterator["SimulatedBed"]:
        with self.store.clock.heard_by(self._time_passed):
            yield self

    def _time_passed(self, now_ns: int) -> None:
        self.store.open_until(now_ns)
        with self._gc_log.open("a", encoding="utf-8") as log:
            log.writelines(map(log_lines, pauses_between(self.store.sizes.pauses, self._heard_ns, now_ns)))
        self._heard_ns = now_ns

    def reset(self) -> None:
        super().reset()
        self.store.begin_trial()

    def switch(self, transition: str, delegate: str) -> None:
        super().switch(transition, delegate)
        self.store.switch(transition, delegate)

    def set_phase(self, phase: str) -> None:
        super().set_phase(phase)
        self.store.phase = phase
        if phase == "measure" and self.store.sizes.clock_set_by_ms:
            self.store.clock.set_wall_clock(round(self.store.sizes.clock_set_by_ms * 1e6))

    def restart_servers(self, jvm_options: Sequence[str] = ()) -> None:
        super().restart_servers(jvm_options)
        self._launched(jvm_options)

    def kill(self, name: str) -> None:
        super().kill(name)
        self.store.crash(self.store.clock.time_ns())

    def recover(self, *, lost_connections: bool = False) -> Mapping[str, float]:
        self.store.clock.sleep(self.store.sizes.recovery_s)
        return super().recover(lost_connections=lost_connections)

    def counts(self) -> Mapping[str, Any]:
        now_ns = self.store.clock.time_ns()
        return {"completed": sum(order.completed_ns <= now_ns for order in self.store.orders)}

    def table(self, application: str, name: str) -> str:
        record, rows = simulated_books.BOOKS[application, name]
        if name == "orders.csv" and application == "storefront":
            self._write_mails()
        return as_csv(record, rows(self.store))

    def _write_mails(self) -> None:
        self.mail_record.write_text(as_csv("mails", simulated_books.mails(self.store)), encoding="utf-8")

    def transactions(self) -> Mapping[str, Mapping[str, Any]]:
        requested = self.plan.transactions
        facts = {"manager": requested.manager, "log_store": requested.store, "forced_writes": True}
        return {jvm.name: facts for jvm in self.jvms}

    def dead_letters(self) -> Sequence[DeadLetter]:
        return [DeadLetter(**row) for row in simulated_books.dead_letters(self.store)]

    def metrics(self, application: str, sources: Sequence[str]) -> str:
        return simulated_metrics.text(self.store.orders, self.store.clock.time_ns(), sources)

    def queue_lengths(self) -> Sequence[QueueLength]:
        """Some messages while orders come, and none afterwards."""
        odd = self.store.clock.time_ns() // 1_000_000_000 % 2
        busy = self.store.phase in ("warmup", "measure")
        lengths = [QueueLength(name, both[odd] if busy else 0, 0, 0, False) for name, both in QUEUES.items()]
        return [*lengths, QueueLength("MailQueue.dead", 50, 0, 0, True)]


def as_csv(record: str, rows: Iterable[Mapping[str, Any]]) -> str:
    """A table as a bed or a recording has it."""
    names: list[TableName] = [record]  # type: ignore[list-item]
    columns = [column.name for column in table(names[0]).columns]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_told(row[column]) for column in columns] for row in rows)
    return text.getvalue()


def _told(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else value


@contextmanager
def simulated_bed(plan: BedPlan, progress: Progress, store: SimulatedStore, files: Path) -> Iterator[SimulatedBed]:
    """Puts a bed up for the time of a block."""
    progress.step(f"simulating {plan.topology}")
    files.mkdir(parents=True, exist_ok=True)
    with SimulatedBed(plan, store, files).running() as bed:
        yield bed
