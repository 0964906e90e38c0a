"""The table beside a paper's page: what each campaign measured for the claims, to which the next one adds."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from analysis.analysis_errors import ResultsError
from analysis.comparing.published_claims import WINDOW, Campaign, PublishedEstimate, mistake_in
from analysis.contract.durable_files import replace_text


def with_campaign(
    known: Iterable[PublishedEstimate], campaign: Campaign, store: str, rows: Sequence[PublishedEstimate]
) -> list[PublishedEstimate]:
    """All rows, those of this campaign and store in place of those that the same results had before.

    Raises:
        ResultsError: the table is of another design, or has these results under another name.
    """
    names = {campaign.name, *(row.campaign for row in rows)}
    others = [each for each in known if each.store != store or each.campaign not in names]
    designs = {row.unit == WINDOW: (row.campaign, row.design) for row in rows}
    designs[False] = campaign.name, campaign.design
    for other in others:
        name, design = designs.get(other.unit == WINDOW, (other.campaign, other.design))
        if other.design != design:
            raise ResultsError(
                f"{other.campaign} was published with {other.design}, and {name} has {design}: "
                "campaigns are pooled where both are the same; name another folder with --into"
            )
    _require_others(rows, others)
    return [*others, *rows]


def _require_others(rows: Iterable[PublishedEstimate], others: Sequence[PublishedEstimate]) -> None:
    """Raises ResultsError where another campaign has the very numbers of one of these: its folder was copied or
    renamed, and it would be pooled with itself.
    """
    of_campaigns = _by_campaign(others)
    for name, own in _by_campaign(rows).items():
        for other, known in of_campaigns.items():
            common = own.keys() & known.keys()
            if common and all(own[subject] == known[subject] for subject in common):
                raise ResultsError(
                    f"{name} has the numbers of {other}, which are published already: another campaign was expected; "
                    f"rename its folder back to {other}, or leave the copy out"
                )


def _by_campaign(rows: Iterable[PublishedEstimate]) -> dict[str, dict[tuple[object, ...], tuple[object, ...]]]:
    """The numbers as the table has them, by campaign and subject."""
    found: dict[str, dict[tuple[object, ...], tuple[object, ...]]] = {}
    for row in rows:
        numbers = tuple(float(str(_cell(number))) for number in (row.value, row.low, row.high))
        found.setdefault(row.campaign, {})[row.subject] = numbers
    return found


def read_table(file: Path) -> list[PublishedEstimate]:
    """The rows of a table; none where there is no such file.

    Raises:
        ResultsError: it is no such table.
    """
    if not file.exists():
        return []
    columns = [field.name for field in fields(PublishedEstimate)]
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            table = csv.DictReader(lines, strict=True)
            rows = [_row(row) for row in table]
        if table.fieldnames != columns:
            raise ValueError(f"got {table.fieldnames}")
        if len({(row.campaign, row.subject) for row in rows}) < len(rows):
            raise ValueError("got two rows of one campaign for the same")
    except (KeyError, ValueError, TypeError, UnicodeDecodeError, csv.Error) as error:
        raise ResultsError(f"{file}: expected a table with the columns {', '.join(columns)}: {error}") from error
    return rows


def _row(row: Mapping[str, str]) -> PublishedEstimate:
    of_numbers = ("capacity_per_s", "value", "low", "high", "dof", "machine_shift")
    read: dict[str, Callable[[str], Any]] = dict.fromkeys(of_numbers, float)
    read |= dict.fromkeys(("customers", "n", "raising", "lowering"), int)
    found = PublishedEstimate(
        **{field.name: read.get(field.name, str)(row[field.name]) for field in fields(PublishedEstimate)}
    )
    if mistake := mistake_in(found):
        raise ValueError(f"got {mistake}")
    return found


def write_table(file: Path, rows: Sequence[PublishedEstimate]) -> None:
    """All of it or nothing: what earlier campaigns measured stands nowhere else."""
    text = io.StringIO()
    table = csv.DictWriter(text, [field.name for field in fields(PublishedEstimate)], lineterminator="\n")
    table.writeheader()
    table.writerows({name: _cell(value) for name, value in asdict(row).items()} for row in rows)
    replace_text(file, text.getvalue())


def _cell(value: object) -> object:
    if not isinstance(value, float):
        return value
    text = f"{value:.6g}"
    return text if float(text) != 1 or value == 1 else repr(value)  # a fraction of almost one is not one
