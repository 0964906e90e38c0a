"""Which trials the metrics do without, row by row: those that were never conducted stand together."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.comparing.results import ExcludedTrial

MISSING = "missing"


@dataclass(frozen=True)
class ExcludedRow:
    """One trial, or all that are missing. trials: their ids, `014` or `005–180`; count: how many they are."""

    trials: str
    count: int
    levels: str
    status: str
    reasons: tuple[str, ...]
    repeated: bool = False

    @property
    def subject(self) -> str:
        """`trial 014 is`, or `trials 005–180 are`."""
        return f"trial {self.trials} is" if self.count == 1 else f"trials {self.trials} are"


def excluded_rows(excluded: Iterable[ExcludedTrial]) -> list[ExcludedRow]:
    listed = list(excluded)
    missing = [each.trial for each in listed if each.status == MISSING]
    alone = [each for each in listed if each.status != MISSING or len(missing) == 1]
    rows = [
        ExcludedRow(each.trial, 1, ", ".join(map(str, each.levels.values())), each.status, each.reasons, each.repeated)
        for each in alone
    ]
    if len(missing) > 1:
        rows.append(ExcludedRow(id_ranges(missing), len(missing), "", MISSING, ("they were not conducted",)))
    return rows


def id_ranges(ids: Sequence[str]) -> str:
    """`003, 007–009`: ids of numbers, those that follow one another as a range."""
    runs = itertools.groupby(enumerate(ids), key=lambda numbered: int(numbered[1]) - numbered[0])
    found = [[trial for _, trial in run] for _, run in runs]
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in found)
