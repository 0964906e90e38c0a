"""The broker of a bed: started, waited for, ended when it serves nobody any more."""

from collections.abc import Iterable
from pathlib import Path

from deploy.bed.bed_context import BedContext
from deploy.bed.bed_database import BedDatabase
from deploy.bed.bed_record import ObservedJvm
from deploy.broker import artemis
from deploy.broker.broker_configuration import login_configuration
from deploy.broker.broker_management import BrokerManagement
from deploy.broker.broker_plan import ADMIN, BrokerKey, BrokerPlan, broker_users
from deploy.host import processes
from deploy.host.processes import BedProcess
from deploy.specification import message_store
from deploy.specification.broker_place import IN_SERVER
from deploy.specification.forced_writes import ALL

#: Its process.
BROKER = "broker"

_READY_TIMEOUT_S = 90
_ANSWER_TIMEOUT_S = 20


def instance(home: Path) -> Path:
    """The folder of the broker of the bed in this one."""
    return home / "broker"


def observed(processes_of_bed: Iterable[BedProcess], home: Path) -> tuple[ObservedJvm, ...]:
    """Its JVM among the processes of the bed; nothing where it runs in the server."""
    gc_log = artemis.gc_log(instance(home))
    return tuple(ObservedJvm(BROKER, each.pid, gc_log) for each in processes_of_bed if each.name == BROKER)


class BedBroker:
    """The broker of one bed."""

    def __init__(self, context: BedContext, database: BedDatabase) -> None:
        self._context = context
        self._database = database
        self._process: BedProcess | None = None

    @property
    def is_in_server(self) -> bool:
        """Whether it lives and dies with the JVM of the server."""
        return self._context.checked.plan.broker == IN_SERVER

    def server_options(self) -> list[str]:
        """What the JVM of the server is told of it: nothing when it has a process of its own."""
        context = self._context
        if not self.is_in_server:
            return []
        return artemis.server_options(context.store, self._instance, context.built.broker_agent)

    def server_login(self) -> str:
        """How its clients log in, for the file in which the server has the like; nothing when that is no business of
        the server's.
        """
        return login_configuration(self._instance / "etc") if self.is_in_server else ""

    @property
    def needs_database(self) -> bool:
        """Whether it keeps its messages there, and can start only after its role was made."""
        return self._context.checked.plan.message_store == message_store.DATABASE

    def mount(self) -> None:
        """Puts its journal on a small disk where the plan wants one."""
        self._context.mount("broker", BROKER, self._context.home / "broker/data")

    def start(self) -> None:
        """Returns at once. In the server it is started with that."""
        context = self._context
        artemis.write_instance(self._instance, self._plan, context.built.broker_agent)
        if not self.is_in_server:
            self._process = context.started(
                artemis.start(context.store, context.jdk, self._instance, context.checked.plan.broker_jvm_options)
            )

    def wait_until_ready(self) -> None:
        """In the server there is nothing to wait for before. Raises BedError with the last lines of its log."""
        if self.is_in_server:
            return
        log = self._instance / "log/artemis.log"
        is_ready = self._management.is_ready
        processes.wait_until(is_ready, "the broker", timeout_s=_READY_TIMEOUT_S, process=self._process, log=log)

    def start_again(self) -> None:
        """Starts it on what it has on disk, and waits until it is ready."""
        self.start()
        self.wait_until_ready()

    def end_if_silent(self) -> None:
        """A broker whose journal has failed runs on and serves nobody: only another start helps it."""
        process = self._process
        if process and processes.kill_if_silent(process, self._management.is_ready, timeout_s=_ANSWER_TIMEOUT_S):
            self._context.progress.step(f"the broker did not answer for {_ANSWER_TIMEOUT_S} s and was killed")

    @property
    def _instance(self) -> Path:
        return instance(self._context.home)

    @property
    def _plan(self) -> BrokerPlan:
        context, checked = self._context, self._context.checked
        keys = context.keys
        return BrokerPlan(
            checked.table,
            checked.ports.broker,
            checked.ports.broker_console,
            {name: context.secrets[f"broker.{name}"] for name in broker_users(checked.table)},
            key=BrokerKey(keys.broker_key, context.secrets["certificates"]) if keys else None,
            small_disk=checked.plan.small_disks,
            database=self._database.message_store(),
            is_forced=checked.plan.forced_writes == ALL,
        )

    @property
    def _management(self) -> BrokerManagement:
        context, keys = self._context, self._context.keys
        trust = keys.authority if keys else None
        return BrokerManagement(context.checked.console_url, context.secrets[f"broker.{ADMIN}"], "", trust)
