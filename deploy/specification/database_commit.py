"""How the database of an application ends a transaction in which the broker takes part: in two phases, or as the last
agent (last resource commit optimization).

A last agent has no branch that could be prepared: it commits in one phase, when all others have prepared and before
the first of them commits. If the server dies in between, they are rolled back though the database has committed.
"""

from deploy.errors import PlanError
from deploy.specification.transactions import NARAYANA

TWO_PHASE, LAST_AGENT = "two-phase", "last-agent"
DATABASE_COMMITS = (TWO_PHASE, LAST_AGENT)


def check_bed(level: str, manager: str) -> None:
    """Raises PlanError when there is no such level, or this transaction manager cannot do with it: when a last agent
    refuses to commit, Payara's own leaves the branches of the others prepared.
    """
    check(level)
    if level == LAST_AGENT and manager != NARAYANA:
        raise PlanError(
            f"the database commit {LAST_AGENT}: the transaction manager {NARAYANA} was expected, got {manager}"
        )


def check(level: str) -> None:
    """Raises PlanError when there is no such level."""
    if level not in DATABASE_COMMITS:
        raise PlanError(f"the database commit {level!r} is unknown; known are {', '.join(DATABASE_COMMITS)}")
