"""Numbers over time, in columns of two seconds: what is drawn is never longer than the page is wide.

Times are of the wall clock, in nanoseconds. A column that nobody added anything to is None: it is not known, which is
not the same as zero.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

COLUMN_NS = 2_000_000_000
COLUMNS = 150
"""Five minutes."""

T = TypeVar("T")


@dataclass(frozen=True)
class Span:
    """The columns that are shown: the last is the one of now."""

    first: int
    last: int

    @classmethod
    def until(cls, now_ns: int, columns: int = COLUMNS) -> "Span":
        last = now_ns // COLUMN_NS
        return cls(last - columns + 1, last)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.last + 1))

    @property
    def first_ms(self) -> int:
        return self.first * COLUMN_NS // 1_000_000


class Columns(Generic[T]):
    """What each column holds. Old ones are forgotten."""

    def __init__(self) -> None:
        self._cells: dict[int, T] = {}

    def at(self, wall_ns: int) -> T | None:
        return self._cells.get(wall_ns // COLUMN_NS)

    def put(self, wall_ns: int, cell: T) -> None:
        self._cells[wall_ns // COLUMN_NS] = cell
        if len(self._cells) > 2 * COLUMNS:
            for old in sorted(self._cells)[:-COLUMNS]:
                del self._cells[old]

    def over(self, span: Span) -> list[T | None]:
        return [self._cells.get(column) for column in span]


class RateSeries:
    """By how much a total grew, a second. An increase belongs to the column in which it was read."""

    def __init__(self) -> None:
        self._cells: Columns[tuple[float, float]] = Columns()

    def add(self, wall_ns: int, increase: float, elapsed_s: float) -> None:
        before, before_s = self._cells.at(wall_ns) or (0.0, 0.0)
        self._cells.put(wall_ns, (before + increase, before_s + elapsed_s))

    def over(self, span: Span) -> list[float | None]:
        return [cell and round(cell[0] / cell[1], 3) for cell in self._cells.over(span)]


class PeakSeries:
    """The highest value of each column."""

    def __init__(self) -> None:
        self._cells: Columns[float] = Columns()

    def add(self, wall_ns: int, value: float) -> None:
        before = self._cells.at(wall_ns)
        self._cells.put(wall_ns, value if before is None else max(before, value))

    def over(self, span: Span) -> list[float | None]:
        return self._cells.over(span)


class SumSeries:
    """The sum of what fell into each column; adding zero says that it is known."""

    def __init__(self) -> None:
        self._cells: Columns[float] = Columns()

    def add(self, wall_ns: int, value: float) -> None:
        self._cells.put(wall_ns, (self._cells.at(wall_ns) or 0.0) + value)

    def over(self, span: Span) -> list[float | None]:
        return [cell if cell is None else round(cell, 3) for cell in self._cells.over(span)]


class BinSeries:
    """How many fell into each bin, column by column."""

    def __init__(self) -> None:
        self._cells: Columns[tuple[int, ...]] = Columns()

    def add(self, wall_ns: int, counts: tuple[int, ...]) -> None:
        before = self._cells.at(wall_ns) or ()
        longer = max(len(before), len(counts))
        both = (each + (0,) * (longer - len(each)) for each in (before, counts))
        self._cells.put(wall_ns, tuple(map(sum, zip(*both, strict=True))))

    def over(self, span: Span) -> list[tuple[int, ...] | None]:
        return self._cells.over(span)
