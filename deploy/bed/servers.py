"""The Payara servers of a bed: how each is started and waited for."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from deploy.bed.bed_record import ServerJvm
from deploy.bed.leftovers import last_logs
from deploy.build import class_archives
from deploy.errors import BedError, ServerEndedError
from deploy.host import certificates, processes
from deploy.host.jvm_refusal import is_of_its_archive, reason_in
from deploy.host.processes import BedProcess
from deploy.paths import private_folder
from deploy.payara import readiness
from deploy.payara.management import Management
from deploy.payara.prepared_domain import Payara
from deploy.progress import Progress
from deploy.specification import transactions
from deploy.specification.plan import CheckedPlan
from deploy.specification.topology import ServerPlan

#: All listeners of a JVM share one pool of Artemis' client, eight threads per core if nothing is said. A listener keeps
#: its thread while its queue holds anything: with fewer threads than sessions the first steps of an overloaded store
#: would starve the last ones.
_LISTENER_THREADS = 128
_READY_TIMEOUT_S = 240
_HEALTH_TIMEOUT_S = 10
_STUCK_S = 60
_DUMPED_IN_S = 10
STOP_S = 20
#: Where either transaction manager keeps its log, in the server's domain.
TRANSACTION_LOG = "transaction-log"


class _NotLoadedError(BedError):
    """Payara runs, but an application in it does not, or it got stuck before."""


def identity(server: ServerPlan) -> str:
    """What tells the transactions of this server from those of others in the same database and broker."""
    return f"petlab-{server.name}"


def domain(home: Path, server: ServerPlan) -> Path:
    """The folder of the server's domain."""
    return home / "servers" / server.name


def properties(home: Path, server: ServerPlan) -> Path:
    """The file with what the applications of the server are told."""
    return home / f"petlab-{server.name}.properties"


class Servers:
    """Starts the servers of one bed. Whoever asks for them is told of each new process."""

    def __init__(
        self,
        checked: CheckedPlan,
        payara: Payara,
        home: Path,
        token: str,
        progress: Progress,
        on_started: Callable[[BedProcess, ServerJvm], None],
        further_options: Sequence[str] = (),
    ) -> None:
        self._checked = checked
        self._payara = payara
        self._home = home
        self._token = token
        self._progress = progress
        self._on_started = on_started
        self._further_options = further_options
        self._processes: dict[str, BedProcess] = {}
        self._log_sizes: dict[str, int] = {}
        self._output_sizes: dict[str, int] = {}
        self._options_asked: tuple[str, ...] = ()

    def start_all(self, jvm_options: Sequence[str]) -> None:
        """Starts each with these options and waits until every application answers. Raises BedError."""
        servers = self._checked.topology.servers
        self._progress.step(f"Payara: starting {', '.join(server.name for server in servers)}")
        for server in servers:
            self._start(server, jvm_options)
        self.wait_for_all(jvm_options)
        self._payara.keep_bundles(domain(self._home, servers[0]))

    def start_one(self, server: ServerPlan, jvm_options: Sequence[str]) -> None:
        """Starts one of them and waits until its applications answer. Raises BedError."""
        self._start(server, jvm_options)
        self._wait_for_loaded(server, jvm_options, time.monotonic() + _READY_TIMEOUT_S)

    def wait_for_all(self, jvm_options: Sequence[str]) -> None:
        """Payara opens its ports long before its applications answer: each is asked, until it says that it is ready."""
        deadline = time.monotonic() + _READY_TIMEOUT_S
        for server in self._checked.topology.servers:
            self._wait_for_loaded(server, jvm_options, deadline)

    def _start(self, server: ServerPlan, jvm_options: Sequence[str]) -> None:
        gc_log = self._home / f"gc-{server.name}.log"
        self._log_sizes[server.name] = len(readiness.text_of(self._log(server)))
        self._output_sizes[server.name] = len(readiness.text_of(self._output(server)))
        self._options_asked = tuple(jvm_options)
        asked = class_archives.options_of(self._checked.plan, server.name, jvm_options)
        options = [*self._jvm_options(server, gc_log), *asked]
        process = self._payara.start(server.name, domain(self._home, server), options)
        self._processes[server.name] = process
        self._on_started(process, ServerJvm(server.name, process.pid, gc_log, self._log(server), server.applications))

    def _jvm_options(self, server: ServerPlan, gc_log: Path) -> list[str]:
        recordings = private_folder(self._home / "recordings" / server.name)
        plan = self._checked.plan
        return [
            *transactions.jvm_options(plan.transactions, identity(server), faults=plan.faults),
            f"-Dpetlab.bed={properties(self._home, server)}",
            f"-Dpetlab.contexts={','.join(server.applications)}",
            "-Dproduct.name=",  # no answer tells which server made it
            f"-Dactivemq.artemis.client.global.thread.pool.max.size={_LISTENER_THREADS}",
            f'-Xlog:gc*,safepoint:file="{gc_log}":time,uptime,level,tags:filecount=0',
            f"-XX:FlightRecorderOptions=repository={recordings}",
            *self._further_options,
        ]

    def _wait_for_loaded(self, server: ServerPlan, jvm_options: Sequence[str], deadline: float) -> None:
        try:
            self._wait_for(server, deadline)
        except _NotLoadedError as error:
            # Each was seen once, on a busy machine. After an application that was not loaded the next start was fine;
            # why a start gets stuck is not known: its threads are written down for whoever meets it again.
            self._progress.step(f"Payara: starting {server.name} once more: {str(error).partition(';')[0]}")
            processes.end([self._processes[server.name]], grace_s=STOP_S)
            self._start(server, jvm_options)
            self._wait_for(server, time.monotonic() + _READY_TIMEOUT_S)

    def _wait_for(self, server: ServerPlan, deadline: float) -> None:
        for name in server.applications:
            self._progress.step(f"Payara: waiting for {name}")
            self._wait_for_application(server, name, deadline)

    def _wait_for_application(self, server: ServerPlan, name: str, deadline: float) -> None:
        trust = certificates.of_bed(self._home).authority if self._checked.topology.tls else None
        management = Management(name, self._checked.management_url(name), self._token, _HEALTH_TIMEOUT_S, trust)
        while (answer := readiness.health(management)) != "ready":
            if not self._processes[server.name].is_running():
                reason = self._own_reason(server)
                self._discard_archives(reason)
                ended = f"the server {server.name} ended while it was starting{f': {reason}' if reason else ''}"
                raise ServerEndedError(f"{ended}{self._hint(server)}")
            if answer.startswith("answered 404") and readiness.loading_failed(self._log_since_start(server)):
                raise _NotLoadedError(f"{server.name} could not load an application{self._hint(server)}")
            if self._is_stuck(server, answer):
                self._write_down_threads(server)
                raise _NotLoadedError(f"{server.name} got stuck while it was starting{self._hint(server)}")
            if time.monotonic() > deadline:
                self._write_down_threads(server)
                late = f"{name} is not ready after {_READY_TIMEOUT_S} s"
                raise BedError(f"{late} ({answer}){self._hint(server)}")
            time.sleep(0.25)

    def _is_stuck(self, server: ServerPlan, answer: str) -> bool:
        """Whether nothing answers, and nothing has been logged for long: a server that starts logs all the time."""
        log, begun = self._log(server), self._processes[server.name].started
        last_heard = max(begun, log.stat().st_mtime) if log.exists() else begun
        return not answer.startswith("answered") and time.time() - last_heard > _STUCK_S

    def _write_down_threads(self, server: ServerPlan) -> None:
        """Where its threads stand goes to jvm.out, which is kept with the logs."""
        output = self._output(server)
        before = len(readiness.text_of(output))
        with suppress(ProcessLookupError):
            os.kill(self._processes[server.name].pid, signal.SIGQUIT)
        until = time.monotonic() + _DUMPED_IN_S
        while "JNI global refs" not in readiness.text_of(output)[before:] and time.monotonic() < until:
            time.sleep(0.1)

    def _own_reason(self, server: ServerPlan) -> str | None:
        """Why its JVM gave up, where it says so."""
        return reason_in(readiness.text_of(self._output(server))[self._output_sizes[server.name] :])

    def _discard_archives(self, reason: str | None) -> None:
        """Where a JVM cannot use its class archive: the next trial has them written again."""
        if reason is None or not is_of_its_archive(reason):
            return
        if archives := class_archives.of_plan(replace(self._checked.plan, jvm_options=self._options_asked)):
            self._progress.step(f"the class archives of these servers are discarded: {reason}")
            archives.discard()

    def _hint(self, server: ServerPlan) -> str:
        return f"; see {last_logs(self._home)}{readiness.complaints(self._log(server))}"

    def _log(self, server: ServerPlan) -> Path:
        return domain(self._home, server) / "logs/server.log"

    def _output(self, server: ServerPlan) -> Path:
        return self._log(server).with_name("jvm.out")

    def _log_since_start(self, server: ServerPlan) -> str:
        return readiness.text_of(self._log(server))[self._log_sizes[server.name] :]
