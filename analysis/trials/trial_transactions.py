"""Which transaction manager and log store really drove a trial, as its servers report, and how often they forced a
write.
"""

from typing import Any

from analysis.reading.trial_facts import TRANSACTIONS, Trial

Metrics = dict[str, float | None]
NOT_RECORDED = "not recorded"
# Of the others it is the store's own affair when it writes.
FORCED_BY_CHOICE = ("file", "journal", "slots")


def requested_transactions(trial: Trial) -> str:
    """The label of the transaction plan that was requested: `payara`, `narayana file`, `narayana file unforced`."""
    requested = trial.levels.get(TRANSACTIONS) or trial.facts.get(TRANSACTIONS)
    return str(requested) if requested else "; ".join(sorted(set(driven_by(trial).values()))) or NOT_RECORDED


def driven_by(trial: Trial) -> dict[str, str]:
    """By the name of the server, the label of what its running server reported."""
    return {server: label(manager) for server, manager in (trial.facts.get("managers") or {}).items()}


def label(manager: dict[str, Any]) -> str:
    words = [str(manager["manager"]), str(manager.get("log_store") or "")]
    if manager.get("forced_writes") is False and manager.get("log_store") in FORCED_BY_CHOICE:
        words.append("unforced")
    return " ".join(word for word in words if word)


def in_full(trial: Trial) -> str:
    """With the version: `narayana file (7.3.4.Final)`; server by server where they differ."""
    managers = trial.facts.get("managers") or {}
    labels = {
        server: label(manager) + (f" ({manager['version']})" if manager.get("version") else "")
        for server, manager in managers.items()
    }
    if len(set(labels.values())) <= 1:
        return next(iter(labels.values()), NOT_RECORDED)
    return ", ".join(f"{server}: {manager}" for server, manager in labels.items())


def not_as_requested(trial: Trial) -> str | None:
    """Why the metrics are of another manager or store than the trial was to have; None where all is well or nothing
    was requested.
    """
    requested = trial.levels.get(TRANSACTIONS) or trial.facts.get(TRANSACTIONS)
    expected = "narayana file" if requested == "narayana" else requested
    others = sorted({found for found in driven_by(trial).values() if found != expected})
    if requested is None or not others:
        return None
    return f"{requested} was requested, and the trial was driven by {', '.join(others)}"


def forced_write_metrics(trial: Trial) -> Metrics:
    """Forced writes by the orders completed in the same seconds: of the whole bed, and of each process tree."""
    counted = trial.facts.get("forced_writes")
    if not counted or not counted["orders"]:
        return {}
    by_process = {process: int(writes) for process, writes in counted["by_process"].items()}
    return {
        "forced_writes_per_order": sum(by_process.values()) / counted["orders"],
        **{f"forced_writes_of_{name}": writes / counted["orders"] for name, writes in sorted(by_process.items())},
    }
