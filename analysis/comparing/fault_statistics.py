"""What faults did to a store under load: sums over all trials of the same transactions and fault, over all of the same
fault, and over all of them.

A trial that is void or failed counts here as well as long as its tables are there: an order that it lost is lost.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import Any

import polars as pl

from analysis.auditing.at_risk import upper_bound
from analysis.comparing.design import CUSTOMERS, Design
from analysis.reading.trial_facts import FAULT, TRANSACTIONS
from analysis.trials.trial_analysis import TrialResult
from analysis.trials.trial_transactions import requested_transactions

# Of the audit, in the order of the report.
AUDITED = (
    "acknowledged", "completed", "lost", "missing_acknowledged", "missing_acknowledged_completed", "denied_shipped",
    "duplicated", "phantom", "stuck", "mails_missing", "mails_duplicated", "dead_letters", "duplicate_documents",
    "stock_unbalanced", "sent_by_rolled_back", "taken_from_rolled_back", "in_doubt_after",
)  # fmt: skip
# An order of one of these, or a branch left in doubt, is harm that a fault has done.
HARM = (
    "lost",
    "missing_acknowledged",
    "denied_shipped",
    "duplicated",
    "phantom",
    "stuck",
    "stock_unbalanced",
    "in_doubt_after",
)
# Of these an order is not where it must be, or not yet: it was not lost, and never came to its end either.
LOSS = ("lost", "missing_acknowledged", "stuck")
Levels = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DurationSummary:
    """How long something took after each crash, in seconds; n is how often it came to pass at all."""

    median_s: float | None
    max_s: float | None
    n: int


@dataclass(frozen=True)
class FaultRow:
    """One combination of levels: a fault, the transactions that it met, and what else was varied beside the load."""

    levels: dict[str, str]
    trials: int
    crashes: int
    triggered: int  # faults that throw or delay
    not_triggered: int  # faults that were not triggered
    harmful: int  # faults, at most: of each trial as many as there was harm in it
    losing: int  # faults, at most: of each trial as many as orders were lost or unfinished in it
    at_risk: int  # orders, once for each crash
    counts: dict[str, int | None]  # of AUDITED; None where no trial's records tell
    untold: dict[str, int]  # of AUDITED: in how many trials the records do not tell
    branches_at_recovery: int
    restarts: int  # trials in which nothing but a restart of the servers decided what was in doubt
    recovery: DurationSummary
    resolved: DurationSummary

    @property
    def loss_bound(self) -> float | None:
        """Upper bound of the probability that such a fault loses an order, one-sided."""
        return upper_bound(self.losing, self.crashes)

    @property
    def order_loss_bound(self) -> float | None:
        """Upper bound of the probability that an order at risk is lost or unfinished, one-sided, if those of one fault
        were independent of each other.
        """
        gone = sum(self.counts[name] or 0 for name in LOSS)
        return upper_bound(gone, self.at_risk + (self.counts["missing_acknowledged"] or 0))

    @property
    def harm_bound(self) -> float | None:
        """Upper bound of the probability that such a fault does harm, one-sided."""
        return upper_bound(self.harmful, self.crashes)


def fault_rows(design: Design, results: Iterable[TrialResult]) -> list[FaultRow]:
    """One row per combination of levels, in the order of the experiment's levels."""
    groups: dict[Levels, list[TrialResult]] = {}
    for result in audited(results):
        groups.setdefault(levels_of(design, result), []).append(result)
    rows = [row_of(dict(levels), members) for levels, members in groups.items()]
    return sorted(rows, key=lambda row: [in_design(design, factor, level) for factor, level in row.levels.items()])


def kind_rows(design: Design, results: Iterable[TrialResult]) -> list[FaultRow]:
    """One row per fault, whatever drove the transactions; none where only one thing did."""
    groups: dict[str, list[TrialResult]] = {}
    for result in audited(results):
        groups.setdefault(result.trial.fault, []).append(result)
    if len(fault_rows(design, audited(results))) == len(groups):
        return []
    rows = [row_of({FAULT: fault}, members) for fault, members in groups.items()]
    return sorted(rows, key=lambda row: in_design(design, FAULT, row.levels[FAULT]))


def guilty(result: TrialResult, of: tuple[str, ...]) -> int:
    """How many of a trial's faults can have done this. Nobody knows which of them did it: the most is taken."""
    counts = result.audit.counts() if result.audit else {}
    return min(len(result.trial.crashes), sum(int(counts.get(name) or 0) for name in of))


def total(results: Iterable[TrialResult]) -> FaultRow:
    """Over all trials with faults."""
    return row_of({}, audited(results))


def audited(results: Iterable[TrialResult]) -> list[TrialResult]:
    return [result for result in results if result.trial.faulted and result.audit]


def levels_of(design: Design, result: TrialResult) -> Levels:
    levels = result.trial.levels
    others = [(factor, str(levels[factor])) for factor in design.compared if factor not in (TRANSACTIONS, FAULT)]
    return (*others, (TRANSACTIONS, requested_transactions(result.trial)), (FAULT, result.trial.fault))


def in_design(design: Design, factor: str, level: str) -> tuple[int, str]:
    known = [str(listed) for listed in design.factors.get(factor, []) if factor != CUSTOMERS]
    return (known.index(level) if level in known else len(known), level)


def row_of(levels: dict[str, str], results: list[TrialResult]) -> FaultRow:
    trials = [result.trial for result in results]
    crashes = [crash for trial in trials for crash in trial.crashes]
    audited_counts = {name: [result.audit.counts()[name] for result in results if result.audit] for name in AUDITED}
    return FaultRow(
        levels=levels,
        trials=len(trials),
        crashes=len(crashes),
        triggered=sum(trial.triggered for trial in trials),
        not_triggered=sum(len(trial.faults) - len(trial.crashes) for trial in trials),
        harmful=sum(guilty(result, HARM) for result in results),
        losing=sum(guilty(result, LOSS) for result in results),
        at_risk=sum(result.at_risk for result in results),
        counts={name: summed(told) for name, told in audited_counts.items()},
        untold={name: told.count(None) for name, told in audited_counts.items()},
        branches_at_recovery=sum(crash.branches_at_recovery for crash in crashes),
        restarts=sum(trial.restarted_to_decide for trial in trials),
        recovery=duration_summary([crash.recovery_s for crash in crashes]),
        resolved=duration_summary([crash.resolution_s for crash in crashes]),
    )


def faults_frame(rows: list[FaultRow]) -> pl.DataFrame:
    """faults_df: one row per combination of levels."""
    listed = [
        {
            **row.levels,
            **{
                name: getattr(row, name)
                for name in ("trials", "crashes", "triggered", "not_triggered", "harmful", "losing", "at_risk")
            },
            **row.counts,
            "loss_bound": row.loss_bound,
            "order_loss_bound": row.order_loss_bound,
            "harm_bound": row.harm_bound,
            "branches_at_recovery": row.branches_at_recovery,
            "restarts": row.restarts,
            **{f"recovery_{key}": value for key, value in vars(row.recovery).items()},
            **{f"resolved_{key}": value for key, value in vars(row.resolved).items()},
        }
        for row in rows
    ]
    return pl.DataFrame(listed, infer_schema_length=None)


def summed(values: list[Any]) -> int | None:
    known = [int(value) for value in values if value is not None]
    return sum(known) if known else None


def duration_summary(times_s: list[float | None]) -> DurationSummary:
    known = [time_s for time_s in times_s if time_s is not None]
    return DurationSummary(median(known), max(known), len(known)) if known else DurationSummary(None, None, 0)
