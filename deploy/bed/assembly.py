"""Putting a bed up, piece by piece, and taking it down again. The order of the steps is the order of this file."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from deploy.bed import bed_record, bed_secrets, servers, versions
from deploy.bed.bed_record import BedRecord, ServerJvm
from deploy.bed.fault_injection import DATABASE, FaultInjection
from deploy.bed.leftovers import lock_of, tidy_up
from deploy.bed.servers import Servers
from deploy.broker import artemis
from deploy.broker.artemis import BrokerManagement
from deploy.broker.broker_configuration import ADMIN, BrokerKey, BrokerPlan, MessageDatabase, broker_users
from deploy.build import step_faults
from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.database import jdbc, postgresql
from deploy.database.jdbc import Database
from deploy.database.postgresql import Cluster
from deploy.errors import BedError
from deploy.host import certificates, ports, processes, small_disks
from deploy.host.certificates import Certificates
from deploy.host.jdk import Jdk
from deploy.host.processes import Account, BedProcess
from deploy.host.small_disks import SmallDisk
from deploy.mail import mail_sink_process, mailbox
from deploy.mail.mail_sink_process import MailboxOptions
from deploy.paths import cache, private_folder, write_private
from deploy.payara.payara_domain import DomainSettings
from deploy.payara.payara_pools import BrokerLogin, DataSource
from deploy.payara.prepared_domain import Payara
from deploy.progress import Progress
from deploy.specification import bed_properties, foreign_client, message_store
from deploy.specification.plan import BedPlan, CheckedPlan, check
from deploy.specification.topology import ServerPlan
from deploy.specification.transactions import LOG_DATABASE, PAYARA

_BROKER_TIMEOUT_S = 20


class Assembly:
    """The bed that this process owns. It holds the lock of the checkout until it is closed."""

    def __init__(self, checked: CheckedPlan, progress: Progress, home: Path, lock: TextIO) -> None:
        self._checked = checked
        self._progress = progress
        self._lock = lock
        self._jdk = Jdk.of_this_run()
        self._built = Built(checked.checkout)
        self._store = Store(cache(), Maven.of_this_machine(), progress, listed=self._built.pinned)
        self._payara = Payara.from_store(self._store, self._jdk, progress)
        self._cluster: Cluster | None = None
        self._database: Database | None = None
        self._keys: Certificates | None = None
        self._disks: dict[str, SmallDisk] = {}
        self._record = bed_record.new(checked.plan, bed_secrets.generate(checked))
        self.home = home
        payara = self._payara.with_modules(self._built.modules_of(checked.plan))
        token = self._secret("management")
        self._servers = Servers(checked, payara, home, token, progress, self._server_started)

    @staticmethod
    def begin(plan: BedPlan, progress: Progress, home: Path) -> "Assembly":
        """Takes the lock, tidies up after a bed that died, and makes sure that what is needed is there and free."""
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
            return Assembly(checked, progress, home, lock)
        except BaseException:
            lock.close()
            raise

    def assemble(self) -> BedRecord:
        """Starts everything and waits until all applications answer."""
        self._note(self._record)
        if self._checked.topology.tls:
            self._progress.step("making certificates")
            self._keys = certificates.make(self._jdk, self.home, self._secret("certificates"))
        self._progress.step("starting broker, database and mail sink")
        self._mount("broker", "broker", self.home / "broker/data")
        keeps_journal = self._checked.plan.message_store == message_store.JOURNAL
        if keeps_journal:
            self._start_broker()
        self._start_mail()
        self._database = database = self._start_database()
        prepared = self._prepared_domain(database)
        self._make_roles(database)
        if not keeps_journal:
            self._start_broker()
        self._make_domains(prepared, database)
        self._wait_for_broker()
        self._wait_for_mail()
        self._servers.start_all(self._checked.plan.jvm_options)
        self._write_foreign_client_file()
        applications = {name: self._checked.base_url(name) for name in self._checked.table.applications}
        found = versions.of_bed(self._checked.plan, database, self._jdk, self._built)
        self._note(replace(self._record, applications=applications, versions=found, is_up=True))
        return self._record

    def _write_foreign_client_file(self) -> None:
        password = self._secret(f"broker.{self._checked.table.foreign_client.name}")
        content = foreign_client.environment_file(self._checked, password, artemis.program(self._store), self._keys)
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
        return FaultInjection(self._record, self._checked, self._disks)

    def recover(self, *, lost_connections: bool = False) -> dict[str, float]:
        """Starts what does not run any more, each on what it has left on disk; the seconds that each took, by name.

        lost_connections: the servers have lost broker or database, although these run.

        Raises:
            BedError: one of them does not come back.
        """
        if lost_connections:
            self._end_silent_broker()
        took_s: dict[str, float] = {}
        for name, start_again in self._starts().items():
            begin_s = time.monotonic()
            if not self._process(name).is_running():
                processes.reap(self._process(name).pid)
                self._progress.step(f"starting {name} again")
                start_again()
                took_s[name] = time.monotonic() - begin_s
        self._servers.wait_for_all(self._record.plan.jvm_options)
        lost = lost_connections or took_s.keys() & {DATABASE, "broker"}
        if lost and self._checked.plan.transactions.manager == PAYARA:
            self._recover_transactions()
        return took_s

    def _end_silent_broker(self) -> None:
        """A broker whose journal has failed runs on and serves nobody: only another start helps it."""
        broker = self._broker()
        try:
            processes.wait_until(
                broker.is_ready, "the broker", timeout_s=_BROKER_TIMEOUT_S, process=self._process("broker")
            )
        except BedError as silent:
            self._progress.step(f"ending the broker: {str(silent).partition(';')[0]}")
            processes.kill(self._process("broker"))

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
        """Ends everything at once: nothing in a bed is worth an orderly end. The logs of the servers stay."""
        processes.end(self._record.processes)
        for disk in self._disks.values():
            disk.close()
        tidy_up(self.home)
        self._lock.close()

    def _starts(self) -> dict[str, Callable[[], None]]:
        """How each server is started again, in the order in which they need each other. A server is waited for here."""
        return {
            **({DATABASE: self._start_cluster} if self._cluster else {}),
            "broker": self._restart_broker,
            "mail": self._restart_mail,
            **{server.name: self._restarting(server) for server in self._checked.topology.servers},
        }

    def _restart_broker(self) -> None:
        self._start_broker()
        self._wait_for_broker()

    def _restart_mail(self) -> None:
        self._start_mail()
        self._wait_for_mail()

    def _restarting(self, server: ServerPlan) -> Callable[[], None]:
        return lambda: self._servers.start_one(server, self._record.plan.jvm_options)

    def _start_broker(self) -> None:
        passwords = {name: self._secret(f"broker.{name}") for name in broker_users(self._checked.table)}
        where = self._checked.ports
        key = BrokerKey(self._keys.broker_key, self._secret("certificates")) if self._keys else None
        plan = BrokerPlan(
            self._checked.table,
            where.broker,
            where.broker_console,
            passwords,
            key=key,
            small_disk=self._checked.plan.small_disks,
            database=self._message_database(),
        )
        self._started(artemis.start(self._store, self._jdk, self.home / "broker", plan))

    def _message_database(self) -> MessageDatabase | None:
        database, role = self._database, message_store.ROLE
        if database is None or self._checked.plan.message_store == message_store.JOURNAL:
            return None
        driver = self._store.file(self._store.pinned(database.driver))
        return MessageDatabase(driver, database.driver_class, database.url, role, self._secret(f"database.{role}"))

    def _mount(self, what: str, process: str, folder: Path, account: Account | None = None) -> None:
        """Puts a folder on a disk that can be filled, where the plan wants such disks."""
        if self._checked.plan.small_disks:
            self._disks[process] = SmallDisk(folder, small_disks.SIZES_MB[what], account)

    def _mount_database(self, folder: Path, account: Account | None) -> None:
        self._mount("database", DATABASE, folder, account)

    def _start_mail(self) -> None:
        options = None
        if self._checked.kept_mails:
            where, token = self._checked.ports.mailbox, self._secret("mailbox")
            options = MailboxOptions(self._checked.kept_mails, str(self.home / mailbox.FILE), where, token)
        record_file, log = self.home / "mails.csv", self.home / "mail.log"
        self._started(mail_sink_process.start(self._checked.ports.mail, record_file, log, options))

    def _start_database(self) -> Database:
        if self._checked.plan.database_url:
            return jdbc.of_url(self._checked.plan.database_url)
        cluster = postgresql.create(
            self._store,
            self.home,
            self._checked.ports.database,
            self._secret("database.admin"),
            self._mount_database if self._checked.plan.small_disks else None,
        )
        self._note(replace(self._record, folders=(*self._record.folders, cluster.folder)))
        self._cluster = cluster
        self._start_cluster()
        return cluster.database

    def _start_cluster(self) -> None:
        cluster = self._cluster
        assert cluster is not None  # noqa: S101 - only an embedded database is started
        process = self._started(postgresql.start(cluster))
        processes.wait_until(
            lambda: postgresql.is_ready(cluster), "PostgreSQL", timeout_s=60, process=process, log=cluster.log
        )

    def _prepared_domain(self, database: Database) -> Path:
        drivers = sorted({"postgresql-driver", database.driver})
        libraries = [self._store.file(self._store.pinned(driver)) for driver in drivers]
        first = self._checked.ports.server(0)
        wars = self._built.wars
        if self._checked.plan.faults:
            wars = step_faults.added(wars, self._built.step_faults, self.home / "wars")
        return self._payara.prepare(self._built.resource_adapter, wars, libraries, first)

    def _make_roles(self, database: Database) -> None:
        self._progress.step("database: making roles and tables")
        passwords = {name: self._secret(f"database.{name}") for name in self._roles()}
        driver = self._store.file(self._store.pinned(database.driver))
        jdbc.prepare(database, passwords, self._built, driver=driver, jdk=self._jdk, folder=self.home)

    def _roles(self) -> Sequence[str]:
        plan = self._checked.plan
        log = [LOG_DATABASE] if plan.transactions.logs_to_database else []
        messages = [message_store.ROLE] if plan.message_store == message_store.DATABASE else []
        return [*self._checked.table.applications, *log, *messages]

    def _make_domains(self, prepared: Path, database: Database) -> None:
        trust = self._keys.trust_store if self._keys else None
        for index, server in enumerate(self._checked.topology.servers):
            settings = DomainSettings(
                ports=self._checked.ports.server(index),
                transaction_identity=servers.identity(server),
                applications=server.applications,
                databases={
                    name: database.data_source(name, self._secret(f"database.{name}")) for name in server.applications
                },
                brokers={
                    name: BrokerLogin(self._checked.ports.broker, name, self._secret(f"broker.{name}"), trust)
                    for name in server.applications
                },
                transaction_log=self._transaction_log(database),
                tls=self._checked.topology.tls,
            )
            folder, password = servers.domain(self.home, server), self._secret("payara.admin")
            self._payara.copy(prepared, folder, settings, password, self._keys)
            self._mount("log", server.name, folder / servers.TRANSACTION_LOG)
            text = bed_properties.text(self._checked, server.name, self._record.secrets)
            write_private(servers.properties(self.home, server), text)

    def _transaction_log(self, database: Database) -> DataSource | None:
        if not self._checked.plan.transactions.logs_to_database:
            return None
        return database.plain_data_source(LOG_DATABASE, self._secret(f"database.{LOG_DATABASE}"))

    def _broker(self) -> BrokerManagement:
        trust = self._keys.authority if self._keys else None
        return BrokerManagement(self._checked.console_url, self._secret(f"broker.{ADMIN}"), "", trust)

    def _wait_for_broker(self) -> None:
        broker = self._broker()
        log = self.home / "broker/log/artemis.log"
        processes.wait_until(broker.is_ready, "the broker", timeout_s=90, process=self._process("broker"), log=log)

    def _wait_for_mail(self) -> None:
        port, log = self._checked.ports.mail, self.home / "mail.log"
        processes.wait_until(
            lambda: ports.answers(port), "the mail sink", timeout_s=30, process=self._process("mail"), log=log
        )

    def _server_started(self, process: BedProcess, jvm: ServerJvm) -> None:
        self._started(process)
        others = [known for known in self._record.jvms if known.name != jvm.name]
        order = [each.name for each in self._checked.topology.servers]
        jvms = sorted([*others, jvm], key=lambda known: order.index(known.name))
        self._note(replace(self._record, jvms=tuple(jvms)))

    def _started(self, process: BedProcess) -> BedProcess:
        self._note(self._record.with_process(process))
        return process

    def _note(self, known: BedRecord) -> None:
        self._record = known
        bed_record.write(known, self.home)

    def _process(self, name: str) -> BedProcess:
        return next(process for process in self._record.processes if process.name == name)

    def _secret(self, name: str) -> str:
        return self._record.secrets[name]
