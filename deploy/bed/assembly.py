"""Putting a bed up, piece by piece, and taking it down again. The order of the steps is the order of this file."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from deploy.bed import bed_record, bed_secrets, domains, servers, versions
from deploy.bed.bed_broker import BROKER, BedBroker
from deploy.bed.bed_context import BedContext
from deploy.bed.bed_database import DATABASE, BedDatabase
from deploy.bed.bed_record import BedRecord, ServerJvm
from deploy.bed.fault_injection import FaultInjection
from deploy.bed.leftovers import lock_of, tidy_up
from deploy.bed.servers import Servers
from deploy.broker import artemis
from deploy.build import step_faults
from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.errors import BedError
from deploy.host import certificates, ports, processes
from deploy.host.held_signals import held_signals
from deploy.host.jdk import Jdk
from deploy.host.processes import BedProcess
from deploy.mail import mail_sink_process, mailbox
from deploy.mail.mail_sink_process import MailboxOptions
from deploy.paths import cache, private_folder, write_private
from deploy.payara.payara_domain import DomainSettings
from deploy.payara.payara_pools import BrokerLogin
from deploy.payara.prepared_domain import Payara
from deploy.progress import Progress
from deploy.specification import bed_properties, foreign_client
from deploy.specification.plan import BedPlan, CheckedPlan, check
from deploy.specification.topology import ServerPlan
from deploy.specification.transactions import PAYARA

_MAIL = "mail"


class Assembly:
    """The bed that this process owns. It holds the lock of the checkout until it is closed."""

    def __init__(self, checked: CheckedPlan, progress: Progress, home: Path, lock: TextIO, *, kept: bool) -> None:
        self._checked = checked
        self._progress = progress
        self._lock = lock
        self._jdk = jdk = Jdk.named(checked.plan.jdk)
        self._built = built = Built(checked.checkout)
        self._store = store = Store(cache(), Maven.of_this_machine(), progress, listed=built.pinned)
        self._payara = Payara.from_store(store, jdk, progress)
        self._record = bed_record.new(checked.plan, bed_secrets.generate(checked), kept=kept)
        self.home = home
        self._context = BedContext(
            checked,
            home,
            self._record.secrets,
            store,
            built,
            jdk,
            progress,
            on_started=lambda process: self._note(self._record.with_process(process)),
            on_folder=lambda folder: self._note(replace(self._record, folders=(*self._record.folders, folder))),
        )
        self._database = BedDatabase(self._context)
        self._broker = BedBroker(self._context, self._database)
        payara = self._payara.with_modules(built.modules_of(checked.plan))
        token = self._secret("management")
        further = self._broker.server_options()
        self._servers = Servers(checked, payara, home, token, progress, self._server_started, further)

    @staticmethod
    def begin(plan: BedPlan, progress: Progress, home: Path, *, kept: bool = False) -> "Assembly":
        """Takes the lock, tidies up after a bed that died, and makes sure that what is needed is there and free.

        kept: for whoever comes; see BedRecord.
        """
        checked = check(plan)
        Built(checked.checkout).check(checked.plan)
        lock = lock_of(home)
        try:
            tidy_up(home)
            ports.check_free(checked.ports.used(len(checked.topology.servers)))
            if warning := checked.ports.overlap_with_ephemeral_ports():
                progress.step(warning)
            private_folder(home.parent)
            private_folder(home)
            return Assembly(checked, progress, home, lock, kept=kept)
        except BaseException:
            lock.close()
            raise

    def assemble(self) -> BedRecord:
        """Starts everything and waits until all applications answer."""
        self._note(self._record)
        if self._checked.topology.tls:
            self._progress.step("making certificates")
            certificates.make(self._jdk, self.home, self._secret("certificates"))
        self._progress.step("starting broker, database and mail sink")
        self._broker.mount()
        if not self._broker.needs_database:
            self._broker.start()
        self._start_mail()
        self._database.start()
        driver = self._database.access.driver
        prepared = domains.prepared(self._payara, self._store, self._built, self._checked, driver)
        self._database.make_roles()
        if self._broker.needs_database:
            self._broker.start()
        self._make_domains(prepared)
        self._broker.wait_until_ready()
        self._wait_for_mail()
        self._servers.start_all(self._checked.plan.jvm_options)
        self._write_foreign_client_file()
        applications = {name: self._checked.base_url(name) for name in self._checked.table.applications}
        found = versions.of_bed(self._checked.plan, self._database.access, self._jdk, self._built)
        self._note(replace(self._record, applications=applications, versions=found, is_up=True))
        return self._record

    def _write_foreign_client_file(self) -> None:
        password = self._secret(f"broker.{self._checked.table.foreign_client.name}")
        program = artemis.program(self._store)
        content = foreign_client.environment_file(self._checked, password, program, self._context.keys)
        write_private(self.home / foreign_client.FILE, content)

    def restart_servers(self, jvm_options: tuple[str, ...]) -> BedRecord:
        """Ends the Payara servers in good order and starts them with other options."""
        names = [server.name for server in self._checked.topology.servers]
        self._progress.step("restarting the servers")
        processes.end([process for process in self._record.processes if process.name in names], grace_s=servers.STOP_S)
        self._servers.start_all(jvm_options)
        self._note(replace(self._record, plan=replace(self._record.plan, jvm_options=jvm_options)))
        return self._record

    def kill(self, name: str) -> BedRecord:
        """Kills one of the servers, broker and database included, by SIGKILL."""
        processes.kill(self._process(name))
        return self._record

    @property
    def fault_injection(self) -> FaultInjection:
        """What else can be done to it on purpose."""
        return FaultInjection(self._record, self._checked, self._context.disks)

    def recover(self, *, lost_connections: bool = False) -> dict[str, float]:
        """Starts what does not run any more, each on what it has left on disk; the seconds that each took, by name.

        lost_connections: the servers have lost broker or database, although these run.

        Raises:
            BedError: one of them does not come back.
        """
        if lost_connections:
            self._database.end_if_silent()
            self._broker.end_if_silent()
        took_s: dict[str, float] = {}
        for name, start_again in self._starts().items():
            begin_s = time.monotonic()
            if not self._process(name).is_running():
                processes.reap(self._process(name).pid)
                self._progress.step(f"starting {name} again")
                start_again()
                took_s[name] = time.monotonic() - begin_s
        self._servers.wait_for_all(self._record.plan.jvm_options)
        lost = lost_connections or took_s.keys() & {DATABASE, BROKER}
        if lost and self._checked.plan.transactions.manager == PAYARA:
            self._recover_transactions()
        return took_s

    def _recover_transactions(self) -> None:
        """Payara's own manager looks for what is in doubt when it starts, and later only when it is told to."""
        for index, server in enumerate(self._checked.topology.servers):
            folder, password = servers.domain(self.home, server) / "config", self._secret("payara.admin")
            self._payara.asadmin(folder, password, self._checked.ports.server(index)).recover_transactions()

    @property
    def record(self) -> BedRecord:
        """What is known of the bed now."""
        return self._record

    def close(self) -> None:
        """Ends everything at once: nothing in a bed is worth an orderly end. The logs of the servers stay. A signal
        that comes meanwhile waits: half of the bed would stay. An error at one of them keeps none of the others back.
        """
        with held_signals(), ExitStack() as last_first:
            last_first.callback(self._lock.close)
            last_first.callback(tidy_up, self.home)
            for disk in self._context.disks.values():
                last_first.callback(disk.close)
            last_first.callback(processes.end, self._record.processes)

    def _starts(self) -> dict[str, Callable[[], None]]:
        """How each server is started again, in the order in which they need each other. A server is waited for here."""
        return {
            **({DATABASE: self._database.start_again} if self._database.is_own else {}),
            **({} if self._broker.is_in_server else {BROKER: self._broker.start_again}),
            _MAIL: self._restart_mail,
            **{server.name: self._restarting(server) for server in self._checked.topology.servers},
        }

    def _restart_mail(self) -> None:
        self._start_mail()
        self._wait_for_mail()

    def _restarting(self, server: ServerPlan) -> Callable[[], None]:
        return lambda: self._servers.start_one(server, self._record.plan.jvm_options)

    def _start_mail(self) -> None:
        options = None
        if self._checked.kept_mails:
            where, token = self._checked.ports.mailbox, self._secret("mailbox")
            options = MailboxOptions(self._checked.kept_mails, str(self.home / mailbox.FILE), where, token)
        record_file, log = self.home / "mails.csv", self.home / "mail.log"
        self._context.started(mail_sink_process.start(self._checked.ports.mail, record_file, log, options))

    def _make_domains(self, prepared: Path) -> None:
        keys = self._context.keys
        trust = keys.trust_store if keys else None
        for index, server in enumerate(self._checked.topology.servers):
            settings = DomainSettings(
                ports=self._checked.ports.server(index),
                transaction_identity=servers.identity(server),
                applications=server.applications,
                databases={name: self._database.data_source(name) for name in server.applications},
                brokers={
                    name: BrokerLogin(self._checked.ports.broker, name, self._secret(f"broker.{name}"), trust)
                    for name in server.applications
                },
                transaction_log=self._database.transaction_log(),
                tls=self._checked.topology.tls,
            )
            folder, password = servers.domain(self.home, server), self._secret("payara.admin")
            self._payara.copy(prepared, folder, settings, password, keys, self._broker.server_login())
            if self._checked.plan.faults:
                step_faults.add(self._built.step_faults, folder / "applications", server.applications)
            self._context.mount("log", server.name, folder / servers.TRANSACTION_LOG)
            text = bed_properties.text(self._checked, server.name, self._record.secrets)
            write_private(servers.properties(self.home, server), text)

    def _wait_for_mail(self) -> None:
        port, log = self._checked.ports.mail, self.home / "mail.log"
        processes.wait_until(
            lambda: ports.answers(port), "the mail sink", timeout_s=30, process=self._process(_MAIL), log=log
        )

    def _server_started(self, process: BedProcess, jvm: ServerJvm) -> None:
        self._context.started(process)
        others = [known for known in self._record.jvms if known.name != jvm.name]
        order = [each.name for each in self._checked.topology.servers]
        jvms = sorted([*others, jvm], key=lambda known: order.index(known.name))
        self._note(replace(self._record, jvms=tuple(jvms)))

    def _note(self, known: BedRecord) -> None:
        self._record = known
        bed_record.write(known, self.home)

    def _process(self, name: str) -> BedProcess:
        for process in self._record.processes:
            if process.name == name:
                return process
        names = ", ".join(process.name for process in self._record.processes)
        raise BedError(f"the bed has no process {name}; it has {names}")

    def _secret(self, name: str) -> str:
        return self._record.secrets[name]
