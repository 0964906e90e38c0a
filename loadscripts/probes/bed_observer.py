"""Who looks on while a bed is under load. The lab works the same whether anybody does."""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from analysis.contract.schemas import TableName
from loadscripts.system.bed_protocol import Bed


class BedObserver(Protocol):
    """Is told what is sampled anyhow. It answers at once and raises nothing: what is measured would pay for it."""

    def watching(self, bed: Bed) -> AbstractContextManager[object]:
        """The bed is warmed up or has a trial while the block runs."""

    def sampled(self, table: TableName, wall_ns: int, rows: Sequence[tuple[object, ...]]) -> None:
        """A table of the trial gets these rows. Any thread may tell it."""


class Unobserved:
    """Nobody looks on."""

    def watching(self, bed: Bed) -> AbstractContextManager[object]:
        return nullcontext()

    def sampled(self, table: TableName, wall_ns: int, rows: Sequence[tuple[object, ...]]) -> None:
        """Drops the rows."""
