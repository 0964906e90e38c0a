"""What is done to a bed's processes, connections and disks on purpose, beside killing them. For its owner only."""

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from typing import TypeVar

import psycopg

from deploy.bed import servers
from deploy.bed.bed_database import DATABASE
from deploy.bed.bed_record import BedRecord
from deploy.database import postgresql
from deploy.errors import BedError
from deploy.host import connections, processes
from deploy.host.processes import BedProcess
from deploy.host.small_disks import SmallDisk
from deploy.host.stalling import stalled
from deploy.specification.plan import CheckedPlan

T = TypeVar("T")

_MID_COMMIT_TIMEOUT_S = 20
_POLL_INTERVAL_S = 0.001
_BY_FAST_SHUTDOWN = signal.SIGINT  # PostgreSQL's: open transactions are rolled back, sessions ended (57P01)


class FaultInjection:
    """The faults of a running bed, as it is now. Names are those of its processes. Raises BedError."""

    def __init__(self, known: BedRecord, checked: CheckedPlan, disks: Mapping[str, SmallDisk]) -> None:
        self._record = known
        self._checked = checked
        self._disks = disks

    def stalled(self, name: str) -> AbstractContextManager[None]:
        """The process is stopped while the block runs, with all that it has started."""
        return stalled(self._process(name))

    def stop(self, name: str) -> bool:
        """Asks it to end in good order, during its work; whether it did so in time, else it is killed."""
        number = _BY_FAST_SHUTDOWN if name == DATABASE else signal.SIGTERM
        return processes.stop(self._process(name), number, timeout_s=servers.STOP_S)

    def terminate_backends(self) -> int:
        """Ends the database sessions of all applications while one is in mid-commit; how many, 0: none came to it."""
        with self._database() as connection:
            roles = self._checked.table.applications
            return _awaited(lambda: postgresql.terminate_in_mid_commit(connection, roles)) or 0

    def cut_connections(self) -> int:
        """Resets all connections of the servers to broker and database while one of them is in mid-commit; how many."""
        ports = {self._checked.ports.broker, self._checked.ports.database}
        with ExitStack() as stack, self._database() as connection:
            found = [
                stack.enter_context(each)
                for jvm in self._record.jvms
                for each in connections.connections(jvm.pid, ports)
            ]
            in_mid_commit = _awaited(lambda: postgresql.has_work_in_mid_commit(connection))
            return connections.cut(found) if in_mid_commit else 0

    @contextmanager
    def full_disk(self, name: str) -> Iterator[SmallDisk]:
        """The small disk on which the broker, the database, or a server's log writes is full while the block runs."""
        if name not in self._disks:
            raise BedError(f"{name} has no disk that can be filled: the bed needs small_disks in its plan")
        disk = self._disks[name]
        disk.fill()
        try:
            if name == DATABASE:
                self._write_a_new_segment()
            yield disk
        finally:
            disk.free()

    def _write_a_new_segment(self) -> None:
        """Files of the write-ahead log are made ready in advance: without this it would not need the disk for long."""
        with suppress(BedError), self._database() as connection:
            postgresql.begin_new_segment(connection)

    @contextmanager
    def _database(self) -> Iterator[psycopg.Connection]:
        """A session for the block. Raises BedError where the database does not answer, before the block or in it."""
        self._process(DATABASE)
        port, password = self._checked.ports.database, self._record.secrets["database.admin"]
        try:
            with postgresql.connect_as_admin(port, password) as connection:
                yield connection
        except psycopg.Error as error:
            raise BedError(f"the database does not say what is in mid-commit: {error}") from error

    def _process(self, name: str) -> BedProcess:
        for process in self._record.processes:
            if process.name == name:
                return process
        known = ", ".join(process.name for process in self._record.processes)
        raise BedError(f"the bed has no process {name} of its own, only {known}: leave out the faults that need it")


def _awaited(poll: Callable[[], T]) -> T | None:
    """The first thing that is seen; None when nothing is within some seconds."""
    end_s = time.monotonic() + _MID_COMMIT_TIMEOUT_S
    while time.monotonic() < end_s:
        if seen := poll():
            return seen
        time.sleep(_POLL_INTERVAL_S)
    return None
