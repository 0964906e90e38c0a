"""The floors of a bed: for the terminal, and as a page beside the record that both are made from."""

from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from rich.table import Table

from analysis.comparing.floors import CPU, TITLES, Floor, Floors, floors_of, rates_at
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.schemas import read_document
from analysis.presentation.formatting import NOTHING, number, with_interval
from analysis.reporting.report import TEMPLATES

FILE = "floors.json"
PAGE = "report.html"

_HEADINGS = ("resource", "at a time", "per second", "uses per order", "floor, orders/s", "store's share")
_RATE = 2
_FEWEST_ROUNDS = 3


@dataclass(frozen=True)
class Row:
    """A floor in words. percent: of the store's share, for its bar; None where no order uses it."""

    cells: tuple[str, ...]
    binds: bool
    percent: float | None


def floors_sentence(record: FloorsDocument) -> str:
    """What one wants to know first: `The store does 31.0 orders/s, 62 % (58 %–66 %) of …`."""
    found = floors_of(record)
    binding = found.binding
    share, height = with_interval(binding.share, fraction=True), with_interval(binding.orders_per_s)
    return (
        f"The store does {with_interval(found.store)} orders/s, {share} of the floor that binds: {binding.title}, "
        f"{height} orders/s."
    )


def remarks(record: FloorsDocument) -> list[str]:
    """What a reader must know besides."""
    found = floors_of(record)
    said = []
    if len(record.rounds) < _FEWEST_ROUNDS:
        said.append(f"Fewer than {_FEWEST_ROUNDS} rounds give no useful interval: ask for more with --rounds.")
    if found.not_counted:
        said.append("Forced writes could not be counted on this machine: their floors are left out.")
    said += [
        f"The store reaches more than the floor of {each.title}: that floor was measured too low, or beside other work."
        for each in found.floors
        if each.share and each.share.value and each.share.value > 1
    ]
    return said


def rows(found: Floors) -> list[Row]:
    """The lowest floor first, those that no order needs last."""
    ordered = sorted(found.floors, key=_height)
    return [_row(each, binds=each is found.binding) for each in ordered]


def _height(floor: Floor) -> float:
    return floor.orders_per_s.value if floor.orders_per_s and floor.orders_per_s.value else float("inf")


def _row(floor: Floor, *, binds: bool) -> Row:
    """Of the processors the uses are seconds, and what there is of them is their number."""
    share = floor.share.value if floor.share else None
    cells = (
        floor.title,
        NOTHING if floor.concurrency is None else str(floor.concurrency),
        f"{number(floor.rate.value)} cores" if floor.resource == CPU else with_interval(floor.rate),
        f"{number(1000 * floor.uses)} ms" if floor.resource == CPU else number(floor.uses),
        with_interval(floor.orders_per_s),
        with_interval(floor.share, fraction=True),
    )
    return Row(cells, binds, None if share is None else min(100.0, 100 * share))


def floors_table(record: FloorsDocument) -> Table:
    """For the terminal."""
    table = Table(title="Floors, the lowest first", title_justify="left")
    for column in _HEADINGS:
        table.add_column(column, justify="left" if column == "resource" else "right", overflow="fold")
    for row in rows(floors_of(record)):
        # The interval of the rate is on the page: a terminal is narrow.
        cells = [cell.partition(" (")[0] if at == _RATE else cell for at, cell in enumerate(row.cells)]
        table.add_row(*cells, style="bold" if row.binds else None)
    table.caption, table.caption_justify = "\n".join(remarks(record)) or None, "left"
    return table


def measured_rows(record: FloorsDocument) -> list[tuple[str, ...]]:
    """Each primitive's rate at each concurrency."""
    found = {(rate.primitive, rate.concurrency) for each in record.rounds for rate in each.rates}
    order = list(TITLES)
    by_title = sorted(found, key=lambda each: (order.index(each[0]), each[1]))
    return [(TITLES[name], str(at), with_interval(rates_at(name, at, record))) for name, at in by_title]


def facts(record: FloorsDocument) -> list[tuple[str, str]]:
    """Under what it was measured."""
    changed = ", with changes" if record.dirty else ""
    uses = record.uses
    return [
        ("measured", record.made),
        ("command", record.command),
        ("commit", f"{record.commit}{changed}"),
        ("machine", record.machine.described()),
        ("transactions", record.transactions),
        ("messages kept in", record.message_store),
        ("transitions", ", ".join(f"{name} by {delegate}" for name, delegate in record.transitions.items())),
        ("rounds", f"{len(record.rounds)}, {number(record.seconds)} s for each measurement"),
        ("customers", f"{record.customers}, without think time"),
        ("an order", f"{number(uses.statements)} SQL statements (mean of {uses.orders} orders, each by itself)"),
    ]


def write_floors_report(folder: Path) -> Path:
    """Writes report.html beside floors.json, from it alone."""
    record = read_document(folder / FILE, FloorsDocument)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    page = folder / PAGE
    page.write_text(
        environment.get_template("floors.html.j2").render(
            sentence=floors_sentence(record),
            remarks=remarks(record),
            headings=_HEADINGS,
            rows=rows(floors_of(record)),
            measured=measured_rows(record),
            facts=facts(record),
            style=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),  # noqa: S704
        ),
        encoding="utf-8",
    )
    return page
