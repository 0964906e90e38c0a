"""Putting a bed up, piece by piece, and taking it down again. The order of the steps is the order of this file."""

import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from deploy import artemis, bed_properties, java_build, jdbc, mail, ports, postgresql, processes, readiness, record
from deploy.artemis import BrokerManagement
from deploy.artifacts import Store, pinned
from deploy.broker_configuration import ADMIN, BrokerPlan
from deploy.errors import BedError
from deploy.jdbc import Database
from deploy.jdk import Jdk
from deploy.leftovers import last_logs, lock_of, tidy_up
from deploy.management import Management
from deploy.maven import Maven
from deploy.payara import Payara
from deploy.payara_domain import BrokerLogin, DomainSettings
from deploy.places import CHECKOUT, cache, private_folder, write_private
from deploy.plan import BedPlan, CheckedPlan, check
from deploy.processes import BedProcess
from deploy.progress import Progress
from deploy.record import BedRecord, ServerJvm
from deploy.topology import ServerPlan

#: All listeners of a JVM share one pool of Artemis' client, eight threads a core if nothing is said. A listener keeps
#: its thread while its queue holds anything: with fewer threads than sessions the first steps of an overloaded store
#: would starve the last ones.
_LISTENER_THREADS = 128
_READY_DEADLINE_S = 240
_STOP_S = 20
_LOADING_FAILED = re.compile(r"Exception while (loading|preparing) the app|Unable to load the EJB module")


class _NotLoadedError(BedError):
    """Payara runs, but an application in it does not."""


class Assembly:
    """The bed that this process owns. It holds the lock of the checkout until it is closed."""

    def __init__(self, checked: CheckedPlan, progress: Progress, home: Path, lock: TextIO) -> None:
        self._checked = checked
        self._progress = progress
        self._lock = lock
        self._jdk = Jdk.of_this_run()
        self._store = Store(cache(), Maven.of_this_machine(), progress)
        self._payara = Payara.from_store(self._store, self._jdk, progress)
        self._record = record.new(checked.plan, _secrets(checked))
        self._log_sizes: dict[str, int] = {}
        self.home = home

    @staticmethod
    def begin(plan: BedPlan, progress: Progress, home: Path) -> "Assembly":
        """Takes the lock, tidies up after a bed that died, and makes sure that what is needed is there and free."""
        checked = check(plan)
        _check_built()
        lock = lock_of(home)
        try:
            tidy_up(home)
            ports.check_free(checked.ports.used(len(checked.topology.servers)))
            private_folder(home.parent)
            private_folder(home)
            return Assembly(checked, progress, home, lock)
        except BaseException:
            lock.close()
            raise

    def assemble(self) -> BedRecord:
        """Starts everything and waits until all applications answer."""
        self._progress.step("starting broker, database and mail sink")
        self._note(self._record)
        self._start_broker()
        self._start_mail()
        database = self._start_database()
        prepared = self._prepared_domain(database)
        self._make_roles(database)
        self._make_domains(prepared, database)
        self._wait_for_broker()
        self._wait_for_mail()
        self._start_servers(self._checked.plan.jvm_options)
        self._wait_for_applications(self._checked.plan.jvm_options)
        applications = {name: self._checked.base_url(name) for name in self._checked.table.applications}
        self._note(replace(self._record, applications=applications, versions=self._versions(database), stands=True))
        return self._record

    def restart_servers(self, jvm_options: tuple[str, ...]) -> BedRecord:
        """Ends the Payara servers in good order and starts them with other options."""
        names = [server.name for server in self._checked.topology.servers]
        self._progress.step("restarting the servers")
        processes.end([process for process in self._record.processes if process.name in names], polite_s=_STOP_S)
        self._start_servers(jvm_options)
        self._wait_for_applications(jvm_options)
        self._note(replace(self._record, plan=replace(self._record.plan, jvm_options=jvm_options)))
        return self._record

    def close(self) -> None:
        """Ends everything at once: nothing in a bed is worth a slow farewell. The logs of the servers stay."""
        processes.end(self._record.processes)
        tidy_up(self.home)
        self._lock.close()

    def _start_broker(self) -> None:
        passwords = {name: self._secret(f"broker.{name}") for name in (*self._checked.table.applications, ADMIN)}
        where = self._checked.ports
        plan = BrokerPlan(self._checked.table, where.broker, where.broker_console, passwords)
        self._started(artemis.start(self._store, self._jdk, self.home / "broker", plan))

    def _start_mail(self) -> None:
        self._started(mail.start(self._checked.ports.mail, self.home / "mails.csv", self.home / "mail.log"))

    def _start_database(self) -> Database:
        if self._checked.plan.database_url:
            return jdbc.of_url(self._checked.plan.database_url)
        cluster = postgresql.create(
            self._store, self.home, self._checked.ports.database, self._secret("database.admin")
        )
        self._note(replace(self._record, folders=(*self._record.folders, cluster.folder)))
        process = self._started(postgresql.start(cluster))
        processes.wait_until(
            lambda: postgresql.is_ready(cluster), "PostgreSQL", deadline_s=60, process=process, log=cluster.log
        )
        return cluster.database

    def _prepared_domain(self, database: Database) -> Path:
        drivers = sorted({"postgresql-driver", database.driver})
        libraries = [self._store.file(pinned(driver)) for driver in drivers]
        first = self._checked.ports.server(0)
        return self._payara.prepare(java_build.RESOURCE_ADAPTER, java_build.WARS, libraries, first)

    def _make_roles(self, database: Database) -> None:
        self._progress.step("database: making roles and tables")
        passwords = {name: self._secret(f"database.{name}") for name in self._checked.table.applications}
        driver = self._store.file(pinned(database.driver))
        jdbc.prepare(database, passwords, driver=driver, jdk=self._jdk, folder=self.home)

    def _make_domains(self, prepared: Path, database: Database) -> None:
        for index, server in enumerate(self._checked.topology.servers):
            settings = DomainSettings(
                ports=self._checked.ports.server(index),
                transaction_identity=f"petlab-{server.name}",
                applications=server.applications,
                databases={
                    name: database.data_source(name, self._secret(f"database.{name}")) for name in server.applications
                },
                brokers={
                    name: BrokerLogin(self._checked.ports.broker, name, self._secret(f"broker.{name}"))
                    for name in server.applications
                },
            )
            self._payara.copy(prepared, self._domain(server), settings, self._secret("payara.admin"))
            text = bed_properties.text(self._checked, server.name, self._record.secrets)
            write_private(self._properties(server), text)

    def _wait_for_broker(self) -> None:
        broker = BrokerManagement(self._checked.ports.broker_console, self._secret(f"broker.{ADMIN}"), "")
        log = self.home / "broker/log/artemis.log"
        processes.wait_until(broker.is_ready, "the broker", deadline_s=90, process=self._process("broker"), log=log)

    def _wait_for_mail(self) -> None:
        port, log = self._checked.ports.mail, self.home / "mail.log"
        processes.wait_until(
            lambda: ports.answers(port), "the mail sink", deadline_s=30, process=self._process("mail"), log=log
        )

    def _start_servers(self, jvm_options: tuple[str, ...]) -> None:
        names = ", ".join(server.name for server in self._checked.topology.servers)
        self._progress.step(f"Payara: starting {names}")
        for server in self._checked.topology.servers:
            self._start_server(server, jvm_options)

    def _start_server(self, server: ServerPlan, jvm_options: tuple[str, ...]) -> None:
        gc_log = self.home / f"gc-{server.name}.log"
        self._log_sizes[server.name] = len(readiness.text_of(self._server_log(server)))
        options = [*self._jvm_options(server, gc_log), *jvm_options]
        process = self._started(self._payara.start(server.name, self._domain(server), options))
        jvm = ServerJvm(server.name, process.pid, gc_log, self._server_log(server), server.applications)
        others = [known for known in self._record.jvms if known.name != server.name]
        order = [each.name for each in self._checked.topology.servers]
        jvms = sorted([*others, jvm], key=lambda known: order.index(known.name))
        self._note(replace(self._record, jvms=tuple(jvms)))

    def _jvm_options(self, server: ServerPlan, gc_log: Path) -> list[str]:
        recordings = private_folder(self.home / "recordings" / server.name)
        return [
            f"-Dpetlab.bed={self._properties(server)}",
            f"-Dactivemq.artemis.client.global.thread.pool.max.size={_LISTENER_THREADS}",
            f'-Xlog:gc*,safepoint:file="{gc_log}":time,uptime,level,tags:filecount=0',
            f"-XX:FlightRecorderOptions=repository={recordings}",
        ]

    def _wait_for_applications(self, jvm_options: tuple[str, ...]) -> None:
        """Payara opens its ports long before its applications answer: each is asked, until it says that it is ready."""
        deadline = time.monotonic() + _READY_DEADLINE_S
        for server in self._checked.topology.servers:
            try:
                self._wait_for_server(server, deadline)
            except _NotLoadedError:
                # Seen once, on a busy machine, with an application that was whole; the next start was fine.
                self._progress.step(f"Payara: starting {server.name} once more, it has not loaded an application")
                processes.end([self._process(server.name)], polite_s=_STOP_S)
                self._start_server(server, jvm_options)
                self._wait_for_server(server, time.monotonic() + _READY_DEADLINE_S)

    def _wait_for_server(self, server: ServerPlan, deadline: float) -> None:
        for name in server.applications:
            self._progress.step(f"Payara: waiting for {name}")
            self._wait_for(server, name, deadline)

    def _wait_for(self, server: ServerPlan, application: str, deadline: float) -> None:
        management = Management(application, self._checked.base_url(application), self._secret("management"), 10)
        while (answer := readiness.health(management)) != "ready":
            if not self._process(server.name).is_running():
                raise BedError(f"the server {server.name} ended while it was starting{self._hint(server)}")
            if answer.startswith("answered 404") and _LOADING_FAILED.search(self._said_since_start(server)):
                raise _NotLoadedError(f"{server.name} could not load an application{self._hint(server)}")
            if time.monotonic() > deadline:
                late = f"{application} is not ready after {_READY_DEADLINE_S} s"
                raise BedError(f"{late} ({answer}){self._hint(server)}")
            time.sleep(0.25)

    def _hint(self, server: ServerPlan) -> str:
        return f"; see {last_logs(self.home)}{readiness.complaints(self._server_log(server))}"

    def _said_since_start(self, server: ServerPlan) -> str:
        return readiness.text_of(self._server_log(server))[self._log_sizes[server.name] :]

    def _versions(self, database: Database) -> dict[str, str]:
        adapter = (CHECKOUT / "deploy/resource-adapter/pom.xml").read_text(encoding="utf-8")
        embedded = self._checked.plan.database_url is None
        return {
            "payara": pinned("payara").version,
            "artemis": pinned("artemis").version,
            "artemis-ra": _first(r"<artemis-ra.version>(.*?)<", adapter),
            "postgresql" if embedded else "database": pinned("postgresql").version if embedded else database.url,
            database.driver: pinned(database.driver).version,
            "jdk": self._jdk.version,
        }

    def _started(self, process: BedProcess) -> BedProcess:
        self._note(self._record.with_process(process))
        return process

    def _note(self, known: BedRecord) -> None:
        self._record = known
        record.write(known, self.home)

    def _process(self, name: str) -> BedProcess:
        return next(process for process in self._record.processes if process.name == name)

    def _secret(self, name: str) -> str:
        return self._record.secrets[name]

    def _domain(self, server: ServerPlan) -> Path:
        return self.home / "servers" / server.name

    def _server_log(self, server: ServerPlan) -> Path:
        return self._domain(server) / "logs/server.log"

    def _properties(self, server: ServerPlan) -> Path:
        return self.home / f"petlab-{server.name}.properties"


def _secrets(checked: CheckedPlan) -> Mapping[str, str]:
    applications = checked.table.applications
    names = ["management", "payara.admin", "database.admin", f"broker.{ADMIN}"]
    names += [f"{kind}.{name}" for kind in ("application", "broker", "database") for name in applications]
    return {name: secrets.token_hex(20) for name in names}


def _check_built() -> None:
    missing = [file for file in (*java_build.WARS.values(), java_build.RESOURCE_ADAPTER) if not file.exists()]
    if missing:
        raise BedError(f"{missing[0].relative_to(CHECKOUT)} has not been built: start by ./petlab, which builds it")


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found.group(1) if found else "unknown"
