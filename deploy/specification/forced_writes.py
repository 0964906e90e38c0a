"""Whether what a bed's broker, database and transaction log write is forced to the disk: all of it, or none.

With none, what was acknowledged outlives the process that has acknowledged it, and is lost with the machine.
"""

from dataclasses import replace

from deploy.errors import PlanError
from deploy.specification.transactions import DATABASE_STORE, PAYARA, VOLATILE_STORE, TransactionPlan

ALL, NONE = "all", "none"
FORCED_WRITES = (ALL, NONE)


def check(level: str) -> None:
    """Raises PlanError when there is no such level."""
    if level not in FORCED_WRITES:
        raise PlanError(f"forced writes {level!r} are unknown; known are {', '.join(FORCED_WRITES)}")


def check_bed(level: str, transactions: TransactionPlan, database_url: str | None) -> None:
    """Raises PlanError with the reason why a bed cannot do without."""
    check(level)
    if level == ALL:
        return
    if database_url is not None:
        raise PlanError(f"forced writes {NONE}: the bed's own database was expected, another decides for itself")
    if transactions != transactions_of(level, transactions):
        raise PlanError(f"forced writes {NONE}: a transaction log that is not forced was expected, too")


def transactions_of(level: str, requested: TransactionPlan) -> TransactionPlan:
    """The transactions of such a bed: with none, the log that was requested is not forced either.

    Raises:
        PlanError: it cannot but be forced.
    """
    if level == ALL:
        return requested
    if requested.manager == PAYARA:
        raise PlanError(f"forced writes {NONE}: narayana was expected, Payara's own transaction manager forces its log")
    if requested.store in (DATABASE_STORE, VOLATILE_STORE):
        return requested  # the database does as it is told, and memory forces nothing
    return replace(requested, forced_writes=False)
