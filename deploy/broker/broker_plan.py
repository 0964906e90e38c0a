"""What a bed's broker is to be: its ports, its users, who keeps its messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.specification.workflow_table import WorkflowTable

BROKER_NAME = "petlab"
ADMIN = "lab"


@dataclass(frozen=True)
class BrokerKey:
    """The key store with which the broker proves who it is."""

    file: Path
    password: str


@dataclass(frozen=True)
class MessageDatabase:
    """The database that keeps the messages, and how to log in there. driver: the file with the JDBC driver."""

    driver: Path
    driver_class: str
    url: str
    user: str
    password: str


@dataclass(frozen=True)
class BrokerPlan:
    """The broker of one bed. key: it speaks TLS only; None: plain. small_disk: its journal must fit on one.
    database: what keeps its messages; None: its journal. is_forced: whether that forces what it writes.
    """

    table: WorkflowTable
    port: int
    console_port: int
    passwords: Mapping[str, str]
    journal: str = "NIO"
    key: BrokerKey | None = None
    small_disk: bool = False
    database: MessageDatabase | None = None
    is_forced: bool = True

    @property
    def journal_file_size(self) -> str:
        """On a small disk a new file is needed every few seconds, so that a full one is met at once."""
        return "200K" if self.small_disk else "10M"

    @property
    def console_url(self) -> str:
        """Where its management answers."""
        return f"{'https' if self.key else 'http'}://127.0.0.1:{self.console_port}"


def broker_users(table: WorkflowTable) -> list[str]:
    """Who has a password at the broker."""
    return [*table.applications, table.foreign_client.name, ADMIN]
