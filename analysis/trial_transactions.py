"""Which transaction manager and log store really drove a trial, as its servers told, and how often they forced a
write.
"""

from typing import Any

from analysis.trial_facts import TRANSACTIONS, Trial

Metrics = dict[str, float | None]
NOT_RECORDED = "not recorded"
# Of the others it is the store's own affair when it writes.
FORCED_BY_CHOICE = ("file", "journal", "slots")


def asked_for(trial: Trial) -> str:
    """The label by which the lab knows a plan of transactions: `payara`, `narayana file`, `narayana file unforced`."""
    asked = trial.levels.get(TRANSACTIONS) or trial.facts.get(TRANSACTIONS)
    return str(asked) if asked else "; ".join(sorted(set(driven_by(trial).values()))) or NOT_RECORDED


def driven_by(trial: Trial) -> dict[str, str]:
    """By the name of the server, the label of what its running server said."""
    return {server: label(told) for server, told in (trial.facts.get("managers") or {}).items()}


def label(told: dict[str, Any]) -> str:
    words = [str(told["manager"]), str(told.get("log_store") or "")]
    if told.get("forced_writes") is False and told.get("log_store") in FORCED_BY_CHOICE:
        words.append("unforced")
    return " ".join(word for word in words if word)


def in_full(trial: Trial) -> str:
    """With the version: `narayana file (7.3.4.Final)`; server by server where they differ."""
    managers = trial.facts.get("managers") or {}
    told = {
        server: label(manager) + (f" ({manager['version']})" if manager.get("version") else "")
        for server, manager in managers.items()
    }
    if len(set(told.values())) <= 1:
        return next(iter(told.values()), NOT_RECORDED)
    return ", ".join(f"{server}: {manager}" for server, manager in told.items())


def not_as_asked(trial: Trial) -> str | None:
    """Why the metrics are of another manager or store than the trial was to have; None where all is well or nothing
    was asked for.
    """
    asked = trial.levels.get(TRANSACTIONS) or trial.facts.get(TRANSACTIONS)
    expected = "narayana file" if asked == "narayana" else asked
    others = sorted({found for found in driven_by(trial).values() if found != expected})
    if asked is None or not others:
        return None
    return f"asked for {asked}, and driven by {', '.join(others)}"


def forced_write_figures(trial: Trial) -> Metrics:
    """Forced writes by the orders completed in the same seconds: of the whole bed, and of each process tree."""
    counted = trial.facts.get("forced_writes")
    if not counted or not counted["orders"]:
        return {}
    by_process = {process: int(writes) for process, writes in counted["by_process"].items()}
    return {
        "forced_writes_per_order": sum(by_process.values()) / counted["orders"],
        **{f"forced_writes_of_{name}": writes / counted["orders"] for name, writes in sorted(by_process.items())},
    }
