"""Where the broker keeps persistent messages: in its own journal, or in tables of the bed's database."""

from deploy.errors import PlanError

JOURNAL, DATABASE = "journal", "database"
MESSAGE_STORES = (JOURNAL, DATABASE)
ROLE = "message_store"
"""The role, and its schema, that has the broker's tables."""


def check(store: str, *, small_disks: bool) -> None:
    """Raises PlanError with the reason why messages cannot be kept there."""
    if store not in MESSAGE_STORES:
        raise PlanError(f"message store {store!r} is unknown; known are {', '.join(MESSAGE_STORES)}")
    if store == DATABASE and small_disks:
        raise PlanError(
            f"a fault that fills the broker's disk fills its journal: the message store {JOURNAL} was expected"
        )
