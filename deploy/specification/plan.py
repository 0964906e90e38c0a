"""What is asked for when a bed is started."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from deploy.errors import MissingError, PlanError
from deploy.host import small_disks
from deploy.host.jdk import Jdk
from deploy.host.ports import BedPorts, ServerPorts
from deploy.paths import checkout_of
from deploy.specification import (
    broker_place,
    class_archive,
    database_commit,
    floor_probe,
    forced_writes,
    message_store,
    past,
    topology,
    transactions,
    workflow_table,
)
from deploy.specification.broker_place import PROCESS
from deploy.specification.database_commit import TWO_PHASE
from deploy.specification.forced_writes import ALL
from deploy.specification.message_store import JOURNAL
from deploy.specification.past import Past
from deploy.specification.topology import ServerPlan, Topology
from deploy.specification.transactions import TransactionPlan
from deploy.specification.workflow_table import WorkflowTable

#: What trying a customer's password costs (Argon2id: KiB of memory, passes, lanes). Sign-on is under load in a trial,
#: and its customers' passwords are known to everybody; a bed to look at has the cost that OWASP recommends.
CHEAP_PASSWORDS = "m=32,t=1,p=1"
STRONG_PASSWORDS = "m=19456,t=2,p=1"

#: How many new passwords an address may choose in a minute: a load may come from one address, a bed to look at must
#: bear somebody who would keep its processors busy with hashing.
MANY_NEW_PASSWORDS = "1000000"
FEW_NEW_PASSWORDS = "30"

#: How many customers may be having a password checked or hashed at a time, waiting for a processor included; half of
#: them from one address. A load may be all of a server's threads; in a bed to look at, half of them serve other pages.
MANY_PENDING_PASSWORDS = "1000000"
FEW_PENDING_PASSWORDS = "32"

#: How many sessions of the shop an address may have at a time, each of which stays for a quarter of an hour: a load has
#: one for each of its customers, and the server keeps 100,000 in all.
MANY_SESSIONS = "1000000"
FEW_SESSIONS = "10000"

#: How many mails the sink keeps, so that customer and administrator can read them: none while it is measured.
KEPT_MAILS = "mails.kept"
NO_MAILS = "0"
MANY_MAILS = "5000"
_MAX_MAILS = 100_000

#: What the applications read besides addresses and secrets, with its defaults (petlab.properties).
DEFAULT_SETTINGS: Mapping[str, str] = {
    "approval.limit": "500.00",
    "stock.initial": "1000000",
    "soap.connect-timeout-ms": "2000",
    "soap.read-timeout-ms": "10000",
    "password.cost": CHEAP_PASSWORDS,
    "password.new-per-minute": MANY_NEW_PASSWORDS,
    "password.max-pending": MANY_PENDING_PASSWORDS,
    "sessions.max-per-address": MANY_SESSIONS,
    "history": "on",
    KEPT_MAILS: NO_MAILS,
}
_NUMBER = re.compile(r"\d{1,9}")
_SETTINGS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "approval.limit": (re.compile(r"\d{1,9}(\.\d{1,2})?"), "an amount such as 500.00"),
    "password.cost": (re.compile(r"m=\d{1,9},t=\d{1,9},p=1"), "KiB of memory and passes, such as m=19456,t=2,p=1"),
    "history": (re.compile("on|off"), "on or off"),
}
"""What the values of settings look like that are no whole numbers."""

_DEFAULT_DELEGATE = "jms-transacted"


BED_BYTES = 3 * 10**9
"""The memory that a bed needs, in bytes, with the heaps that it has by default."""


@dataclass(frozen=True)
class BedPlan:
    """A bed as it is asked for. Everything has a default.

    jvm_options: of the servers; faults: whether it contains crash points; small_disks: whether broker, database and log
    lie on disks that can be filled; message_store: where the broker keeps messages; broker: where it runs;
    broker_jvm_options: of its JVM, where it has one; forced_writes: whether broker, database and log force what they
    write; database_commit: how the database ends a transaction with the broker; jdk: the folder of that of servers and
    broker, this run's when None; floor_probe: whether it has the application by which floors are measured; past: what
    its store holds before anybody enters it; revision: the commit whose applications and contracts it has, this
    checkout's when None; label: what tells it from another bed that is to be alike.
    """

    topology: str = "one-server"
    port_base: int = 21000
    database_url: str | None = None
    jvm_options: tuple[str, ...] = ()
    transitions: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, str] = field(default_factory=dict)
    transactions: TransactionPlan = field(default_factory=TransactionPlan)
    faults: bool = False
    small_disks: bool = False
    message_store: str = JOURNAL
    broker: str = PROCESS
    broker_jvm_options: tuple[str, ...] = ()
    forced_writes: str = ALL
    database_commit: str = TWO_PHASE
    jdk: str | None = None
    floor_probe: bool = False
    past: Past | None = None
    revision: str | None = None
    label: str = ""

    def as_json(self) -> dict[str, Any]:
        """Plain values. A database's password is not among them when it is in the environment."""
        options = {"jvm_options": list(self.jvm_options), "broker_jvm_options": list(self.broker_jvm_options)}
        return asdict(self) | options

    @staticmethod
    def of_json(values: Mapping[str, Any]) -> "BedPlan":
        """The plan that `as_json` gave."""
        options = {name: tuple(values.get(name, ())) for name in ("jvm_options", "broker_jvm_options")}
        requested = TransactionPlan(**values["transactions"])
        requested_past = Past(**values["past"]) if values.get("past") else None
        return BedPlan(**{**values, **options, "transactions": requested, "past": requested_past})


@dataclass(frozen=True)
class CheckedPlan:
    """A plan whose words have been looked up."""

    plan: BedPlan
    table: WorkflowTable
    topology: Topology
    ports: BedPorts

    @property
    def checkout(self) -> Path:
        """Whose build and contracts it has."""
        return checkout_of(self.plan.revision)

    @property
    def delegates(self) -> dict[str, str]:
        """The delegate of every switchable transition at start."""
        return {
            transition.name: self.plan.transitions.get(transition.name, _DEFAULT_DELEGATE)
            for transition in self.table.transitions
            if transition.switchable
        }

    @property
    def settings(self) -> dict[str, str]:
        """The defaults and what the plan says otherwise."""
        return {**DEFAULT_SETTINGS, **self.plan.settings}

    @property
    def kept_mails(self) -> int:
        """How many mails the sink keeps."""
        return int(self.settings[KEPT_MAILS])

    def base_url(self, application: str) -> str:
        """Where an application shows its pages."""
        return f"{self._url(self._ports(self.topology.server_of(application)).pages)}/{application}"

    def service_url(self, application: str) -> str:
        """Where an application answers programs: by SOAP, and what other applications ask it."""
        return f"{self._url(self._ports(self.topology.server_of(application)).services)}/{application}"

    def management_url(self, application: str) -> str:
        """Where an application answers management calls and tells its metrics."""
        return f"{self.health_url(self.topology.server_of(application))}/{application}"

    def health_url(self, server: ServerPlan) -> str:
        """Where a server tells its health."""
        return self._url(self._ports(server).management)

    def _ports(self, server: ServerPlan) -> ServerPorts:
        return self.ports.server(self.topology.servers.index(server))

    @property
    def console_url(self) -> str:
        """Where the broker's management answers."""
        return self._url(self.ports.broker_console)

    def _url(self, port: int) -> str:
        return f"{'https' if self.topology.tls else 'http'}://127.0.0.1:{port}"


def expected_setting(key: str, value: str) -> str | None:
    """What a known setting was to be, where its value is something else."""
    pattern, expected = _SETTINGS.get(key, (_NUMBER, "a whole number up to 999999999"))
    return None if pattern.fullmatch(value) else expected


def check(plan: BedPlan) -> CheckedPlan:
    """Looks up everything that the plan names. Raises PlanError that says what was expected."""
    table = workflow_table.of_checkout(checkout_of(plan.revision))
    transactions.check(plan.transactions)
    message_store.check(plan.message_store, small_disks=plan.small_disks)
    database_commit.check_bed(plan.database_commit, plan.transactions.manager)
    forced_writes.check_bed(plan.forced_writes, plan.transactions, plan.database_url)
    if plan.past is not None:
        past.check(plan.past)
    _check_jdk(plan.jdk)
    class_archive.check(plan.jvm_options, plan.broker_jvm_options, plan.jdk)
    if plan.small_disks:
        small_disks.check_allowed()
    for transition, delegate in plan.transitions.items():
        table.switchable(transition)
        table.delegate(delegate)
    if unknown := plan.settings.keys() - DEFAULT_SETTINGS.keys():
        raise PlanError(f"setting {', '.join(sorted(unknown))} is unknown; known are {', '.join(DEFAULT_SETTINGS)}")
    for key, value in plan.settings.items():
        if expected := expected_setting(key, value):
            raise PlanError(f"setting {key} = {value!r}: {expected} was expected")
    kept = plan.settings.get(KEPT_MAILS, NO_MAILS)
    if int(kept) > _MAX_MAILS:
        raise PlanError(f"setting {KEPT_MAILS} = {kept!r}: a number of mails from 0 to {_MAX_MAILS} was expected")
    spread = topology.read(plan.topology, table.applications)
    broker_place.check_bed(plan.broker, spread, plan.broker_jvm_options, small_disks=plan.small_disks)
    if plan.floor_probe:
        table, spread = floor_probe.added(table, spread, plan.database_url)
    return CheckedPlan(plan, table, spread, BedPorts(plan.port_base))


def _check_jdk(home: str | None) -> None:
    """That of this run has been found by the launcher."""
    try:
        if home is not None:
            Jdk.named(home)
    except MissingError as error:
        raise PlanError(str(error)) from error
