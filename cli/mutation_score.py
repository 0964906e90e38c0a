"""How many small changes of the code the tests have noticed, module by module."""

from collections.abc import Iterable
from dataclasses import dataclass

from rich.table import Column, Table


@dataclass(frozen=True)
class MutationScore:
    """The mutants of one module: tried and noticed by a test, noticed by none, or in code that no test runs."""

    module: str
    killed: int
    survived: int
    untested: int
    known: int
    """How many the module has, of which a sample may have been tried."""

    @property
    def tried(self) -> int:
        return self.killed + self.survived + self.untested

    @property
    def percent(self) -> float:
        """Killed of all, 0 to 100."""
        return 100 * self.killed / self.tried if self.tried else 100.0


def score_table(scores: Iterable[MutationScore]) -> Table:
    """One row a module, the worst first, and their sum."""
    ordered = sorted(scores, key=lambda score: (score.percent, score.module))
    table = Table(
        Column("module", overflow="fold"),
        "mutants",
        "tried",
        "killed",
        "survived",
        "no test",
        "score",
        show_footer=False,
    )
    for score in [*ordered, total(ordered)]:
        counts = (score.known, score.tried, score.killed, score.survived, score.untested)
        table.add_row(score.module, *map(str, counts), f"{score.percent:.0f} %")
    return table


def total(scores: Iterable[MutationScore]) -> MutationScore:
    """Their sum."""
    listed = list(scores)
    return MutationScore(
        "all",
        sum(score.killed for score in listed),
        sum(score.survived for score in listed),
        sum(score.untested for score in listed),
        sum(score.known for score in listed),
    )
