"""Which transaction manager and log store really drove a trial, as its servers report, and how often they forced a
write.
"""

from analysis.contract.trial_document import Manager
from analysis.reading.trial_facts import TRANSACTIONS, Trial

Metrics = dict[str, float | None]
NOT_RECORDED = "not recorded"
# Of the others it is the store's own affair when it writes.
FORCED_BY_CHOICE = ("file", "journal", "slots")


def requested_transactions(trial: Trial) -> str:
    """The label of the transaction plan that was requested: `payara`, `narayana file`, `narayana file unforced`."""
    requested = trial.levels.get(TRANSACTIONS) or trial.facts.transactions
    return str(requested) if requested else "; ".join(sorted(set(reported_managers(trial).values()))) or NOT_RECORDED


def reported_managers(trial: Trial) -> dict[str, str]:
    """By the name of the server, the label of what its running server reported."""
    return {server: label(manager) for server, manager in trial.facts.managers.items()}


def label(manager: Manager) -> str:
    words = [manager.manager, manager.log_store or ""]
    if manager.forced_writes is False and manager.log_store in FORCED_BY_CHOICE:
        words.append("unforced")
    return " ".join(word for word in words if word)


def in_full(trial: Trial) -> str:
    """With the version: `narayana file (7.3.4.Final)`; server by server where they differ."""
    labels = {
        server: label(manager) + (f" ({manager.version})" if manager.version else "")
        for server, manager in trial.facts.managers.items()
    }
    if len(set(labels.values())) <= 1:
        return next(iter(labels.values()), NOT_RECORDED)
    return ", ".join(f"{server}: {manager}" for server, manager in labels.items())


def not_as_requested(trial: Trial) -> str | None:
    """Why the metrics are of another manager or store than the trial was to have; None where all is well or nothing
    was requested.
    """
    requested = trial.levels.get(TRANSACTIONS) or trial.facts.transactions
    expected = "narayana file" if requested == "narayana" else requested
    others = sorted({found for found in reported_managers(trial).values() if found != expected})
    if requested is None or not others:
        return None
    return f"{requested} was requested, and the trial was driven by {', '.join(others)}"


def forced_write_metrics(trial: Trial) -> Metrics:
    """Forced writes by the orders completed in the same seconds: of the whole bed, and of each process tree."""
    counted = trial.facts.forced_writes
    if not counted or not counted.orders:
        return {}
    return {
        "forced_writes_per_order": sum(counted.by_process.values()) / counted.orders,
        **{f"forced_writes_of_{name}": writes / counted.orders for name, writes in sorted(counted.by_process.items())},
    }
