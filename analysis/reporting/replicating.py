"""Which verdicts of a results folder came back in another one of the same experiment, for the terminal."""

from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from rich.table import Table

from analysis.analysis_errors import ResultsError
from analysis.comparing.campaigns import common_margin
from analysis.comparing.comparison import Comparison
from analysis.comparing.replication import Outcome, Replication, has_verdict, replications
from analysis.comparing.results import Results, read_results
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.presentation.formatting import ratio
from analysis.presentation.summary_sentences import condition
from analysis.reporting.findings import Findings
from analysis.reporting.report import profile_beside


@dataclass(frozen=True)
class ReplicationReport:
    """A table with a row for each verdict, and in words how many came back."""

    table: Table
    conclusion: str
    contradicted: bool


def replicate(first: Path, again: Path) -> ReplicationReport:
    """Holds the verdicts of one results folder against those of another, each judged with the profile of its report.

    Raises:
        ResultsError: the first has no verdict at all, or the second asks something else.
    """
    ours, theirs = read_results(first), read_results(again)
    before, after = _with_verdicts(first, ours), _comparisons(again, theirs)
    found = replications(before, after)
    if all(each.after is None for each in found):
        raise ResultsError(f"{again} has none of the comparisons of {first}: it is of another experiment")
    common_margin(ours, theirs)
    contradicted = any(each.outcome == "contradicted" for each in found)
    return ReplicationReport(_table(ours, first, again, found), _conclusion(before, found), contradicted)


def require_verdicts(folder: Path) -> None:
    """Raises ResultsError where a results folder has no verdict that could come back."""
    _with_verdicts(folder, read_results(folder))


def _with_verdicts(folder: Path, results: Results) -> list[Comparison]:
    found = _comparisons(folder, results)
    if not any(map(has_verdict, found)):
        raise ResultsError(f"{folder} has no verdict that could come back: of {quantity(len(found), 'ratio')} none")
    return found


def _comparisons(folder: Path, results: Results) -> list[Comparison]:
    return Findings(results, profile_beside(folder)).comparisons


def _table(ours: Results, first: Path, again: Path, found: list[Replication]) -> Table:
    table = Table()
    for column in ("compared", "at", "by", "metric", first.name, "verdict", again.name, "verdict", "outcome"):
        table.add_column(column)
    for each in found:
        one, other = each.before, each.after
        there = (_ratio(other), other.verdict) if other else ("not compared", "")
        place = (f"{one.level} against {one.against}", condition(ours.design, one), one.assignment)
        table.add_row(*place, metric(one.metric).label, _ratio(one), one.verdict, *there, each.outcome)
    return table


def _ratio(found: Comparison) -> str:
    return f"{ratio(found)}, n = {found.n}"


def _conclusion(before: list[Comparison], found: list[Replication]) -> str:
    outcomes = [each.outcome for each in found]
    counts = ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in get_args(Outcome))
    untold = len([each for each in before if not has_verdict(each)])
    return f"Of {quantity(len(found), 'verdict')}: {counts}. {quantity(untold, 'ratio')} had no verdict the first time."
