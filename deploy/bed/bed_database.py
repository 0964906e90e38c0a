"""The database of a bed: a cluster of its own or somebody else's, the roles in it, and how each of them logs in."""

from collections.abc import Sequence
from pathlib import Path

from deploy.bed.bed_context import BedContext
from deploy.broker.broker_plan import MessageDatabase
from deploy.database import jdbc, postgresql
from deploy.database.jdbc import Database
from deploy.database.postgresql import Cluster
from deploy.errors import BedError
from deploy.host import processes
from deploy.host.processes import Account, BedProcess
from deploy.payara.payara_pools import DataSource
from deploy.specification import message_store
from deploy.specification.database_commit import TWO_PHASE
from deploy.specification.forced_writes import ALL
from deploy.specification.transactions import LOG_DATABASE

#: The process of a cluster of its own.
DATABASE = "postgresql"

_READY_TIMEOUT_S = 60
_SILENT_S = 60


class BedDatabase:
    """The database of one bed. Raises BedError when it does not start."""

    def __init__(self, context: BedContext) -> None:
        self._context = context
        self._cluster: Cluster | None = None
        self._process: BedProcess | None = None
        self._access: Database | None = None

    def start(self) -> None:
        """Makes the cluster and starts it; of somebody else's only the URL is read."""
        context, plan = self._context, self._context.checked.plan
        if plan.database_url:
            self._access = jdbc.of_url(plan.database_url)
            return
        port, password = context.checked.ports.database, context.secrets["database.admin"]
        on_disk = self._mount if plan.small_disks else None
        is_forced = plan.forced_writes == ALL
        self._cluster = cluster = postgresql.create(
            context.store, context.home, port, password, on_disk, is_forced=is_forced, on_folder=context.on_folder
        )
        self._access = cluster.database
        self.start_again()

    def start_again(self) -> None:
        """Starts the cluster on what it has on disk, and waits until it answers."""
        cluster = self._own_cluster()
        self._process = process = self._context.started(postgresql.start(cluster))
        processes.wait_until(
            lambda: postgresql.answers(cluster),
            "PostgreSQL",
            timeout_s=_READY_TIMEOUT_S,
            process=process,
            log=cluster.log,
        )

    def end_if_silent(self) -> None:
        """A cluster that runs and serves nobody is killed: only another start helps it.

        One was seen whose recovery from a full disk had begun and was not at its end after 17 minutes.
        """
        cluster, process = self._cluster, self._process
        if cluster is None or process is None:
            return
        if processes.kill_if_silent(process, lambda: postgresql.answers(cluster), timeout_s=_SILENT_S):
            self._context.progress.step(f"PostgreSQL did not answer for {_SILENT_S} s and was killed")

    @property
    def is_own(self) -> bool:
        """Whether it is a cluster of the bed's own."""
        return self._cluster is not None

    @property
    def access(self) -> Database:
        """How to log in as the one who may make roles."""
        assert self._access is not None  # noqa: S101 - the database is started before anybody asks
        return self._access

    def make_roles(self) -> None:
        """Makes the role of each application, with its tables, and of who else keeps something there."""
        context = self._context
        context.progress.step("database: creating roles and tables")
        passwords = {name: self._password(name) for name in self._roles()}
        jdbc.prepare(self.access, passwords, context.built, driver=self._driver, jdk=context.jdk, folder=context.home)

    def data_source(self, application: str) -> DataSource:
        """Where an application keeps its books."""
        is_xa = self._context.checked.plan.database_commit == TWO_PHASE
        return self.access.data_source(application, self._password(application), is_xa=is_xa)

    def transaction_log(self) -> DataSource | None:
        """Where the transaction manager keeps its log; None when it does so in files."""
        if not self._context.checked.plan.transactions.logs_to_database:
            return None
        return self.access.plain_data_source(LOG_DATABASE, self._password(LOG_DATABASE))

    def message_store(self) -> MessageDatabase | None:
        """Where the broker keeps its messages; None when it does so in its journal."""
        if self._context.checked.plan.message_store == message_store.JOURNAL:
            return None
        access, role = self.access, message_store.ROLE
        return MessageDatabase(self._driver, access.driver_class, access.url, role, self._password(role))

    @property
    def _driver(self) -> Path:
        store = self._context.store
        return store.file(store.pinned(self.access.driver))

    def _roles(self) -> Sequence[str]:
        plan = self._context.checked.plan
        log = [LOG_DATABASE] if plan.transactions.logs_to_database else []
        messages = [message_store.ROLE] if plan.message_store == message_store.DATABASE else []
        return [*self._context.checked.table.applications, *log, *messages]

    def _password(self, role: str) -> str:
        return self._context.secrets[f"database.{role}"]

    def _mount(self, folder: Path, account: Account | None) -> None:
        self._context.mount("database", DATABASE, folder, account)

    def _own_cluster(self) -> Cluster:
        if self._cluster is None:
            raise BedError("the database is not the bed's own: start it again where it runs")
        return self._cluster
