"""A running bed: what is known of it, and what can be done with it. `lifetime` starts one."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from deploy.bed import bed_broker
from deploy.bed.assembly import Assembly
from deploy.bed.bed_record import BedRecord, ObservedJvm, ServerJvm
from deploy.bed.fault_injection import FaultInjection
from deploy.bed.in_doubt import InDoubt
from deploy.broker.broker_management import BrokerManagement, DeadLetter, QueueLength
from deploy.errors import BedError, ConflictError, ManagementError
from deploy.host import certificates
from deploy.host.processes import BedProcess
from deploy.mail import mail_sink, mailbox
from deploy.payara import health
from deploy.payara.management import Management
from deploy.specification import signons
from deploy.specification.delegate_choice import delegates_of
from deploy.specification.foreign_client import ForeignAccess, foreign_access
from deploy.specification.plan import BedPlan, check
from deploy.specification.signons import SignOn

__all__ = [
    "Bed",
    "BedPlan",
    "BedProcess",
    "DeadLetter",
    "InDoubt",
    "Management",
    "QueueLength",
    "ServerJvm",
    "SignOn",
]

_EMPTY_TIMEOUT_S = 60
_RESET_TIMEOUT_S = 300
"""The first one hashes the seeded accounts' passwords: 15 s of two cores' time at `up`'s cost in a cold JVM."""
_METRICS_TIMEOUT_S = 1


class Bed:
    """A running bed. Whoever owns it closes it; others may only ask it."""

    def __init__(self, known: BedRecord, home: Path, owned: Assembly | None = None) -> None:
        self._record = known
        self._owned = owned
        self._checked = check(known.plan)
        self._table = self._checked.table
        self.home = home

    @property
    def plan(self) -> BedPlan:
        """What was asked for."""
        return self._record.plan

    @property
    def applications(self) -> Mapping[str, str]:
        """Where each application shows its pages, by its id."""
        return self._record.applications

    @property
    def services(self) -> Mapping[str, str]:
        """Where each application answers programs: by SOAP, and what other applications ask it."""
        return {name: self._checked.service_url(name) for name in self.applications}

    @property
    def management(self) -> Mapping[str, str]:
        """Where each application answers management calls and tells its metrics."""
        return {name: self._checked.management_url(name) for name in self.applications}

    @property
    def jvms(self) -> tuple[ServerJvm, ...]:
        """The Payara servers; they are others after `restart_servers`."""
        return self._record.jvms

    @property
    def observed_jvms(self) -> tuple[ObservedJvm, ...]:
        """Those of the servers, and the broker's where it has one of its own."""
        return (*self.jvms, *bed_broker.observed(self.processes, self.home))

    @property
    def processes(self) -> tuple[BedProcess, ...]:
        """The roots of all process trees of the bed."""
        return self._record.processes

    @property
    def launch(self) -> str:
        """Which launch this is: the latest start among its processes. After a restart of any of them it is another."""
        latest = max(self.processes, key=lambda process: process.started)
        return f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(latest.started))}-{latest.pid}"

    @property
    def versions(self) -> Mapping[str, str]:
        """The version of everything that runs."""
        return self._record.versions

    @property
    def folders(self) -> Sequence[Path]:
        """Where the bed's own database lies; empty when it is another's."""
        return self._record.folders

    @property
    def owner(self) -> BedProcess:
        """The process that the bed lives and dies with."""
        return self._record.owner

    @property
    def is_kept(self) -> bool:
        """Whether it was left running for whoever comes; else its owner measures on it."""
        return self._record.kept

    @property
    def is_owned(self) -> bool:
        """Whether it is this process."""
        return self._owned is not None

    @property
    def mail_record(self) -> Path:
        """What the mail sink has taken since the last reset: wall_ns, order_id, kind, message_id."""
        return self.home / "mails.csv"

    def manage(self, application: str) -> Management:
        """The management calls of an application."""
        token = self._record.secrets["management"]
        return Management(application, self.management[application], token, trust=self.trust)

    @property
    def trust(self) -> Path | None:
        """The certificate (PEM) of the authority that a client of this bed must trust; None when it speaks plainly."""
        return certificates.of_bed(self.home).authority if self._checked.topology.tls else None

    def health(self) -> tuple[health.Check, ...]:
        """What the servers say of their applications' parts, and of themselves. Raises ManagementError."""
        urls = [self._checked.health_url(server) for server in self._checked.topology.servers]
        return tuple(check for url in urls for check in health.fetch_checks(url, self.trust))

    def switch(self, transition: str, delegate: str) -> None:
        """Switches a transition; what is sent from now on uses this delegate, or one that is drawn per order."""
        sender = self._table.switchable(transition).sender
        for name in delegates_of(delegate):
            self._table.delegate(name)
        self.manage(sender).put(f"transitions/{transition}", delegate)

    def delegates(self) -> dict[str, str]:
        """The delegate of each switchable transition now, as the applications say."""
        found: dict[str, str] = {}
        for sender in sorted({each.sender for each in self._table.transitions if each.switchable}):
            found |= self.manage(sender).get_json("transitions")
        return {each.name: found[each.name] for each in self._table.transitions if each.switchable}

    def is_ready(self) -> bool:
        """Whether every application says that it is. Raises ManagementError when one does not answer."""
        return all(self.manage(each).get_json("health")["ready"] for each in self.applications)

    def counts(self) -> dict[str, Any]:
        """What each application has counted so far."""
        return {application: self.manage(application).get_json("counts") for application in self.applications}

    def table(self, application: str, name: str) -> str:
        """A table of an application's books, such as `orders.csv`, as CSV."""
        return self.manage(application).get_text(name)

    def set_phase(self, phase: str) -> None:
        """Tells all applications which phase their measuring points stand in."""
        for application in self.applications:
            self.manage(application).put("phase", phase)

    def metrics(self, application: str, sources: Sequence[str]) -> str:
        """Metrics of an application, as OpenMetrics text, of these of its sources; at once, or a ManagementError."""
        return replace(self.manage(application), timeout_s=_METRICS_TIMEOUT_S).metrics(sources)

    def queue_lengths(self) -> list[QueueLength]:
        """All queues of the broker, in one call."""
        return self._broker.queue_lengths()

    def dead_letters(self) -> list[DeadLetter]:
        """The documents that no step could take."""
        return self._broker.dead_letters()

    def secret(self, name: str) -> str:
        """A credential of this bed by its name in bed.json, such as `application.opc` or `database.opc`."""
        return self._record.secrets[name]

    @property
    def foreign_access(self) -> ForeignAccess:
        """By what a program outside submits orders."""
        keys = certificates.of_bed(self.home) if self._checked.topology.tls else None
        return foreign_access(self._checked, self.secret(f"broker.{self._table.foreign_client.name}"), keys)

    @property
    def sign_ons(self) -> tuple[SignOn, ...]:
        """By what a person signs on to each application."""
        return signons.of_bed(self._record.secrets)

    def put(self, destination: str, text: str, sender: str) -> None:
        """Puts a raw text message into a queue or topic as an application: what any sender could do."""
        self._broker.put(destination, text, sender, self.secret(f"broker.{sender}"))

    def reset(self) -> None:
        """Empties queues, orders and mails, and restores the seed. Raises ManagementError when they do not empty."""
        deadline = time.monotonic() + _EMPTY_TIMEOUT_S
        while not self._is_emptied():
            if time.monotonic() > deadline:
                raise ManagementError(f"orders came after each reset for {_EMPTY_TIMEOUT_S} s: end the load")
        mail_sink.begin_record(self.mail_record)
        mailbox.empty(self.home / mailbox.FILE)

    def _is_emptied(self) -> bool:
        """A step that is not a queue's, or that has taken its message, may book an order in between or after."""
        self._broker.empty_queues(_EMPTY_TIMEOUT_S)
        try:
            for application in self.applications:
                replace(self.manage(application), timeout_s=_RESET_TIMEOUT_S).post("reset")
        except ConflictError:
            return False
        self._broker.empty_queues(_EMPTY_TIMEOUT_S)
        return not any(count for counts in self.counts().values() for count in counts.values())

    def restart_servers(self, jvm_options: Sequence[str] = ()) -> None:
        """Starts fresh JVMs with these options; database, broker and domains stay. Raises BedError."""
        self._record = self._owner_of_servers().restart_servers(tuple(jvm_options))

    def is_running(self, name: str) -> bool:
        """Whether a process of the bed, such as `broker`, still runs."""
        return any(process.name == name and process.is_running() for process in self.processes)

    def kill(self, name: str) -> None:
        """Kills (SIGKILL) a server, `broker` or `postgresql`. Raises BedError when it is not ours to kill."""
        self._owner_of_servers().kill(name)

    @property
    def faults(self) -> FaultInjection:
        """What else can be done to it on purpose. Raises BedError when it is not ours."""
        return self._owner_of_servers().fault_injection

    def recover(self, *, lost_connections: bool = False) -> dict[str, float]:
        """Starts what does not run any more, each on what it has left on disk, and waits until all applications answer.

        lost_connections: the servers have lost broker or database, although these run.

        Returns:
            Seconds that each took, by its name. Its process, and its JVM, are others than before.
        """
        try:
            return self._owner_of_servers().recover(lost_connections=lost_connections)
        finally:
            self._record = self._owner_of_servers().record

    def transactions(self) -> dict[str, dict[str, Any]]:
        """What really drives the transactions of each server, as the servers say."""
        return {jvm.name: self._server(jvm).get_json("transactions") for jvm in self.jvms}

    def in_doubt(self) -> InDoubt:
        """What is prepared and not decided, or decided and not carried out, everywhere."""
        database = [name for each in self.applications for name in self.manage(each).get_json("in-doubt")["database"]]
        logs = [facts["in_doubt"] for facts in self.transactions().values() if "in_doubt" in facts]
        return InDoubt(tuple(sorted(database)), self.prepared_in_broker(), sum(logs) if logs else None)

    def prepared_in_broker(self) -> tuple[str, ...]:
        """The broker's part of what is in doubt, which it tells also when no application answers."""
        return self._broker.prepared()

    @contextmanager
    def queue_paused(self, queue: str) -> Iterator[None]:
        """The queue takes documents but delivers none while the block runs."""
        self._broker.pause_queue(queue)
        try:
            yield
        finally:
            self._broker.resume_queue(queue)

    def arm(self, server: str, spec: str) -> None:
        """Arms a crash point of a server: `log-written:halt:3`. Raises ManagementError with what was expected."""
        self._server(self._jvm(server)).put("crash-point", spec)

    def disarm(self) -> None:
        """Disarms the crash points of all servers. Raises ManagementError when one does not answer, the others done."""
        with ExitStack() as each_of_them:
            for jvm in self.jvms:
                each_of_them.callback(self._server(jvm).delete, "crash-point")

    def crash_points(self) -> dict[str, dict[str, Any]]:
        """For each server what is armed, how often a fault was triggered, and how often each point was passed."""
        return {jvm.name: self._server(jvm).get_json("crash-point") for jvm in self.jvms}

    def delay(self, choice: str) -> None:
        """Delays steps from now on by a known time: `received@approving 1 ms`, `none`, or one drawn for each order."""
        for jvm in self.jvms:
            self._server(jvm).put("delay", choice)

    def delays(self) -> dict[str, dict[str, Any]]:
        """For each server by what steps are delayed, how often they were (hits), and how long in all (waited_ns)."""
        return {jvm.name: self._server(jvm).get_json("delay") for jvm in self.jvms}

    def close(self) -> None:
        """Takes the bed down when it is ours; nothing of it runs afterwards."""
        if self._owned:
            self._owned.close()
            self._owned = None

    def __enter__(self) -> "Bed":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _owner_of_servers(self) -> Assembly:
        if self._owned is None:
            raise BedError(f"the servers belong to process {self.owner.pid}; only it can restart them")
        return self._owned

    def _jvm(self, server: str) -> ServerJvm:
        for jvm in self.jvms:
            if jvm.name == server:
                return jvm
        raise BedError(f"there is no server {server}; there are {', '.join(jvm.name for jvm in self.jvms)}")

    def _server(self, jvm: ServerJvm) -> Management:
        """A server's own management calls: any of its applications answers them."""
        return self.manage(jvm.applications[0])

    @property
    def _broker(self) -> BrokerManagement:
        suffix = self._table.redelivery.dead_letter_suffix
        return BrokerManagement(self._checked.console_url, self._record.secrets["broker.lab"], suffix, self.trust)
