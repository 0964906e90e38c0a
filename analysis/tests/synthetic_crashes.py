"""Results folders of stores that never were, in which servers were killed or transactions driven otherwise. Test data
only.
"""

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from analysis.tests.synthetic import plan_of, write_experiment
from analysis.tests.synthetic_plan import SECOND, T0_NS, VARIANTS, WARMUP_S, TrialPlan

MANAGERS = ("payara", "narayana file")
CRASHES = ("kill server", "kill broker", "kill database", "log-written:halt")
THROWS = "sent@supplier-order:throw:each-20"
STORES = ("payara", "narayana file", "narayana journal", "narayana slots", "narayana jdbc", "narayana volatile")
# Forced writes an order of the server's log, as they might be.
LOG_WRITES = dict(zip(STORES, (6.0, 6.2, 5.1, 12.1, 0.0, 0.0), strict=True))


def driven(label: str) -> dict[str, Any]:
    """What trial.json says of the transactions of a trial."""
    manager, _, store = label.partition(" ")
    facts = {"manager": manager} | ({"version": "7.3.4.Final", "log_store": store} if store else {})
    return {"transactions": label, "managers": {"server": facts}, "in_doubt": {"before": 0, "after": 0}}


def crash(kind: str, second: float, **changes: Any) -> dict[str, Any]:
    """A crash so many seconds after the load began: recovered after four seconds, in doubt for nine."""
    at_ns = T0_NS + int(second * SECOND)
    facts = {
        "kind": kind,
        "process": "server",
        "at_ns": at_ns - SECOND,
        "triggered_ns": at_ns,
        "recovered_ns": at_ns + 4 * SECOND,
        "resolved_ns": at_ns + 9 * SECOND,
        "in_doubt_at_recovery": {"database": 1, "broker": 2, "log": None},
        "triggered": True,
    }
    return facts | changes


def crash_plan(position: int, manager: str, fault: str, **changes: Any) -> TrialPlan:
    """A trial of two crashes, without marks, some of whose requests failed."""
    plan = plan_of(position, 1, 15, VARIANTS["jms-transacted"])
    faults = [crash(fault, WARMUP_S + 5), crash(fault, WARMUP_S + 20)]
    facts = {**driven(manager), "faults": faults, "load.failed": 7, "drained": True, **changes}
    return replace(plan, measuring="off", levels={"transactions": manager, "fault": fault}, changes=facts)


def write_crashes(folder: Path, **special: TrialPlan) -> Path:
    """Both managers and every kind of crash; `special` has other plans, by `t` and the trial's id."""
    combinations = enumerate(product(MANAGERS, CRASHES), start=1)
    plans = [crash_plan(position, manager, fault) for position, (manager, fault) in combinations]
    plans = [special.get(f"t{plan.id}", plan) for plan in plans]
    factors = {"transition": ["jms-transacted"], "customers": [15], "transactions": MANAGERS, "fault": CRASHES}
    return write_experiment(folder, plans, factors, repetitions=1, question="What does a crash cost?")


def write_send_faults(folder: Path, repetitions: int = 1, triggered: int = 3) -> Path:
    """Every transition while the step throws after the send; one document of each trial tells of it."""
    plans = []
    for position, (block, variant) in enumerate(product(range(1, repetitions + 1), VARIANTS.values()), start=1):
        points = {"server": {"armed": THROWS, "triggered": triggered, "hits": {"sent": 71}}}
        plan = plan_of(position, block, 15, variant)
        facts = {**driven("payara"), "crash_points": points}
        faults = () if variant.name == "jms-transacted" else ("rolled back",)
        plans.append(replace(plan, faults=faults, levels={"fault": THROWS}, changes=facts))
    factors = {"transition": list(VARIANTS), "customers": [15], "fault": [THROWS]}
    question = "What is sent and not taken back?"
    return write_experiment(folder, plans, factors, repetitions=repetitions, question=question)


def write_transactions(folder: Path, stores: tuple[str, ...] = STORES, repetitions: int = 3) -> Path:
    """Managers and stores, each with two transitions, in every block."""
    plans = []
    transitions = ("jms-transacted", "jms-nontransacted")
    combinations = product(range(1, repetitions + 1), transitions, stores)
    for position, (block, transition, store) in enumerate(combinations, start=1):
        plan = plan_of(position, block, 16, VARIANTS[transition])
        writes = {"server": round(600 * LOG_WRITES[store]) + position, "broker": 9_000, "postgresql": 18_000}
        counted = {"seconds": 10, "orders": 600, "by_process": writes, "method": "strace"}
        facts = {**driven(store), "forced_writes": counted}
        plans.append(replace(plan, levels={"transactions": store}, changes=facts))
    factors = {"transition": list(transitions), "transactions": list(stores), "customers": [16]}
    question = "What do a transaction manager and its log cost?"
    return write_experiment(
        folder, plans, factors, repetitions=repetitions, question=question, baseline="payara", compare="transactions"
    )
