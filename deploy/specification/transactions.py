"""What drives a bed's transactions: the manager, where it writes down its decisions, and whether it forces them.

What is here is only asked for; `Bed.transactions` asks the running servers what they really have.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from deploy.errors import PlanError

NARAYANA, PAYARA = "narayana", "payara"
MANAGERS = (NARAYANA, PAYARA)
LOG_STORES = ("file", "journal", "slots", "jdbc", "volatile")
DATABASE_STORE, VOLATILE_STORE = "jdbc", "volatile"
LOG_DATABASE = "transaction_log"
"""The role, and its schema, in which the store `jdbc` keeps its table."""

_DEFAULT_STORE = "slots"
_UNFORCED = "unforced"
_EXPECTED = f"payara, or narayana with one of {', '.join(LOG_STORES)}, or that followed by {_UNFORCED}"
_NODE_LENGTH = 28  # of Narayana's names of branches


@dataclass(frozen=True)
class TransactionPlan:
    """The transaction manager that is asked for. None leaves the manager its own choice."""

    manager: str = NARAYANA
    log_store: str | None = None
    forced_writes: bool | None = None

    @property
    def label(self) -> str:
        """How a level of an experiment writes it: `payara`, `narayana file`, `narayana file unforced`."""
        if self.manager == PAYARA:
            return PAYARA
        unforced = [_UNFORCED] if self.forced_writes is False and self.store != VOLATILE_STORE else []
        return " ".join([self.manager, self.store, *unforced])

    @property
    def store(self) -> str:
        """Narayana's log store; Payara's own manager has a file of its own kind."""
        return self.log_store or _DEFAULT_STORE

    @property
    def logs_to_database(self) -> bool:
        """Whether the log is a table."""
        return self.manager == NARAYANA and self.store == DATABASE_STORE


def is_default(requested: TransactionPlan | None) -> bool:
    """Whether a bed has these transactions when nothing is said."""
    return requested is None or requested.label == TransactionPlan().label


def parse(text: str) -> TransactionPlan:
    """Reads a level of an experiment. Raises PlanError that says what was expected."""
    manager, *rest = text.split() or [""]
    unforced = bool(rest) and rest[-1] == _UNFORCED
    stores = rest[:-1] if unforced else rest
    if len(stores) > 1:
        raise PlanError(f"transactions {text!r}: expected {_EXPECTED}")
    plan = TransactionPlan(manager, stores[0] if stores else None, False if unforced else None)
    check(plan)
    return plan


def check(plan: TransactionPlan) -> None:
    """Raises PlanError with the reason why such a manager cannot be."""
    if plan.manager not in MANAGERS:
        raise PlanError(f"transaction manager {plan.manager!r} is unknown; known are {', '.join(MANAGERS)}")
    if plan.log_store is not None and plan.log_store not in LOG_STORES:
        raise PlanError(f"log store {plan.log_store!r} is unknown; known are {', '.join(LOG_STORES)}")
    if plan.manager == PAYARA and (plan.log_store is not None or plan.forced_writes is not None):
        raise PlanError(
            "Payara's own transaction manager has one log, which it forces: log store and forced writes "
            "can be chosen with the transaction manager narayana only"
        )
    if plan.store == VOLATILE_STORE and plan.forced_writes:
        raise PlanError("the log store volatile writes nothing that could be forced: leave forced writes out")
    if plan.store == DATABASE_STORE and plan.forced_writes is False:
        raise PlanError("with the log store jdbc the database forces each of its commits: forced writes cannot be off")


def jvm_options(plan: TransactionPlan, node: str, *, faults: bool) -> list[str]:
    """What a server's JVM is told; nothing for the server as it comes. node: unique in its database and broker."""
    if plan.manager == PAYARA and not faults:
        return []
    if len(node) > _NODE_LENGTH:
        raise PlanError(f"{node!r}: a transaction node's name has at most {_NODE_LENGTH} letters")
    properties: Mapping[str, str | None] = {
        "transaction-manager": plan.manager,
        "transaction-node": node,
        "log-store": plan.store if plan.manager == NARAYANA else None,
        "forced-writes": None if plan.forced_writes is None else str(plan.forced_writes).lower(),
        "faults": "true" if faults else None,
    }
    return [f"-Dpetlab.{name}={value}" for name, value in properties.items() if value is not None]
