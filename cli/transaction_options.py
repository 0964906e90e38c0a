"""The options that say what drives a bed's transactions; the same for every command that starts one."""

from typing import Annotated

import typer

from cli.given_texts import given
from deploy.errors import PlanError
from deploy.specification.transactions import LOG_STORES, MANAGERS, NARAYANA, TransactionPlan, check
from loadscripts.planning.experiment import Experiment

ManagerOption = Annotated[
    str | None,
    typer.Option("--transaction-manager", callback=given, metavar="NAME", help=f"One of {', '.join(MANAGERS)}."),
]
LogStoreOption = Annotated[
    str | None,
    typer.Option("--log-store", callback=given, metavar="NAME", help=f"For narayana: one of {', '.join(LOG_STORES)}."),
]
ForcedWritesOption = Annotated[
    bool | None,
    typer.Option("--forced-writes/--no-forced-writes", help="For narayana: whether its log is forced to disk."),
]


def requested(manager: str | None, log_store: str | None, forced_writes: bool | None) -> TransactionPlan | None:
    """What the options say; None when they say nothing. `deploy` refuses what cannot be.

    A log store or forced writes without a manager imply the manager that has a choice of them.
    """
    if manager is None and log_store is None and forced_writes is None:
        return None
    return TransactionPlan(manager or NARAYANA, log_store, forced_writes)


def of_experiment(experiment: Experiment, chosen: TransactionPlan | None) -> TransactionPlan | None:
    """What the options say drives the transactions. Raises PlanError when that cannot be, or is the experiment's."""
    if chosen is None:
        return None
    check(chosen)
    if experiment.factors.transactions is not None:
        raise PlanError(
            f"{experiment.name} compares transaction managers (its factor transactions): "
            "leave --transaction-manager, --log-store and --forced-writes out"
        )
    return chosen
