"""Makes a report again from the records of its trials, and compares what lies there with it, number by number."""

import csv
import html
import io
import json
import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

import polars as pl

from analysis.analysis_errors import ResultsError
from analysis.comparing.results import Results, conducted_in, read_results
from analysis.contract import checksums
from analysis.counting import quantity
from analysis.reporting.findings import Findings
from analysis.reporting.report import floors_beside, profile_beside, rendered, tables_of
from analysis.reporting.summary import summary_of

TOLERANCE = 1e-9
"""Relative, of fractions: a sum may differ in its last bits with the order in which its rows are added."""
NOTHING = 1e-12
"""Less than that is what rounding leaves of nothing, and no figure of a report."""

_TAG = re.compile(r"(<[^>]*>)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_COORDINATE = re.compile(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?")
_WHOLE = re.compile(r"-?\d+")
_NOTHING = "nothing"
_SHOWN_BESIDE = 20  # characters


@dataclass(frozen=True)
class Difference:
    """Where a results folder does not say what its records say."""

    where: str
    found: str
    expected: str


@dataclass(frozen=True)
class Compared:
    """One kind of what was compared. count: how many files or values."""

    what: str
    count: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Verification:
    """What was compared. unknown: folders of trials, or experiment.json, without checksums: they may have changed."""

    compared: tuple[Compared, ...]
    unknown: tuple[str, ...]

    @property
    def differences(self) -> list[Difference]:
        return [difference for each in self.compared for difference in each.differences]


def verify(folder: Path) -> Verification:
    """Compares the records of a results folder with their checksums, and its report, tables and summary with what the
    records give now. Nothing is written. The pictures of `plots/` are not compared; those in the page are.

    Raises:
        ResultsError: there are no results, or no report of them.
        RecordError: a record, or its checksum, cannot be read.
    """
    results = read_results(folder)
    missing = [name for name in ("summary.json", "report.html") if not (folder / name).is_file()]
    if missing:
        raise ResultsError(f"{folder} has no {missing[0]} to verify: ./petlab report {folder} writes it")
    findings = Findings(results, profile_beside(folder), floors_beside(folder))
    trials = [*_trials_in(folder / "trials"), *_trials_in(folder / "repeated")]
    compared = (
        _records(folder, trials),
        _tables(folder, tables_of(results, findings)),
        _summary(folder, results, findings),
        _page(folder, findings),
    )
    checked = {"experiment.json": folder} | {f"trial {trial.name}": trial for trial in trials}
    return Verification(compared, tuple(name for name, at in checked.items() if not checksums.read_checksums(at)))


def _trials_in(folder: Path) -> list[Path]:
    """With those whose facts are gone, but not their checksums."""
    with_checksums = (file.parent for file in folder.glob(f"[!.]*/{checksums.FILE}"))
    return sorted({*conducted_in(folder), *with_checksums})


def _records(folder: Path, trials: list[Path]) -> Compared:
    named = [(folder, [folder / "experiment.json"]), *((trial, checksums.files_in(trial)) for trial in trials)]
    found = [
        Difference((place / name).relative_to(folder).as_posix(), change, "as its checksum says")
        for place, files in named
        for name, change in checksums.changes(place, files)
    ]
    return Compared(
        "records, by SHA-256", sum(len(checksums.read_checksums(place)) for place, _ in named), tuple(found)
    )


def _tables(folder: Path, frames: dict[str, pl.DataFrame]) -> Compared:
    found = [
        difference
        for name, frame in frames.items()
        for file, read in ((f"{name}.csv", _text), (f"{name}.parquet", _as_csv))
        for difference in _table(folder, f"tables/{file}", frame.write_csv(), read)
    ]
    return Compared("values in tables", sum(frame.height * frame.width for frame in frames.values()), tuple(found))


def _table(folder: Path, file: str, expected: str, read: Callable[[Path], str]) -> Iterator[Difference]:
    (head, *rows) = _cells(expected)
    try:
        kept = read(folder / file)
        if kept == expected:
            return
        (kept_head, *kept_rows) = _cells(kept)
    except (OSError, ValueError, csv.Error, pl.exceptions.PolarsError) as error:
        yield Difference(file, f"cannot be read: {error}", quantity(len(rows), "row"))
        return
    if (head, len(rows)) != (kept_head, len(kept_rows)):
        yield Difference(file, _shape(kept_head, kept_rows), _shape(head, rows))
        return
    for number, (there, here) in enumerate(zip(kept_rows, rows, strict=True), 1):
        if len(there) != len(here):
            yield Difference(f"{file}, row {number}", quantity(len(there), "cell"), quantity(len(here), "cell"))
            continue
        for column, found, value in zip(head, there, here, strict=True):
            if not _alike_cells(found, value):
                yield Difference(f"{file}, row {number}, {column}", found or _NOTHING, value or _NOTHING)


def _alike_cells(found: str, expected: str) -> bool:
    """Whole numbers are instants, counts and numbers of orders: each is the same, or another one."""
    if found == expected or _WHOLE.fullmatch(expected):
        return found == expected
    return _nearly(_as_number(found), _as_number(expected))


def _cells(text: str) -> list[list[str]]:
    """Rows of cells, the header first; of an empty file a header without columns."""
    return list(csv.reader(io.StringIO(text, newline=""))) or [[]]


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _as_csv(parquet: Path) -> str:
    return pl.read_parquet(parquet).write_csv()


def _shape(head: list[str], rows: list[list[str]]) -> str:
    return f"{quantity(len(rows), 'row')} of {', '.join(head) or 'no column'}"


def _summary(folder: Path, results: Results, findings: Findings) -> Compared:
    expected = dict(_leaves(json.loads(json.dumps(summary_of(results, findings)))))
    try:
        kept = dict(_leaves(json.loads(_text(folder / "summary.json"))))
    except (OSError, ValueError) as error:
        return Compared("values in summary.json", len(expected), (Difference("summary.json", str(error), "JSON"),))
    found = [
        Difference(f"summary.json, {path}", _shown(kept, path), _shown(expected, path))
        for path in [*expected, *(path for path in kept if path not in expected)]
        if not _alike(kept.get(path, _NOTHING), expected.get(path, _NOTHING))
    ]
    return Compared("values in summary.json", len(expected), tuple(found))


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each value that has no parts, by its path; a list or object without parts is one, too."""
    parts = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    if not parts:
        yield path, value
    for key, part in parts:
        yield from _leaves(part, f"{path}[{key}]" if isinstance(value, list) else f"{path}.{key}".removeprefix("."))


def _shown(leaves: dict[str, Any], path: str) -> str:
    return json.dumps(leaves[path], ensure_ascii=False) if path in leaves else _NOTHING


def _page(folder: Path, findings: Findings) -> Compared:
    expected = _pieces(rendered(findings))
    numbers = sum(len(_NUMBER.findall(piece)) for piece in expected if not piece.startswith("<"))
    try:
        found = _different_pieces(_pieces(_text(folder / "report.html")), expected)
    except (OSError, ValueError) as error:
        found = [Difference("report.html", f"cannot be read: {error}", quantity(numbers, "number"))]
    return Compared("numbers in the text of report.html", numbers, tuple(found))


def _different_pieces(kept: list[str], expected: list[str]) -> list[Difference]:
    found: list[Difference] = []
    before = ""
    for there, here in zip_longest(kept, expected, fillvalue=_NOTHING):
        if not _drawn_alike(there, here):
            where = f"report.html, after {before!r}" if before else "report.html, at its begin"
            found.append(Difference(where, *(html.unescape(piece) for piece in around_the_change(there, here))))
            if len(kept) != len(expected):
                break  # what follows has moved
        before = html.unescape(here) if not here.startswith("<") else before
    return found


def _drawn_alike(found: str, expected: str) -> bool:
    """Whether two pieces of a page are the same; coordinates of a drawing may differ in their last bits, as sums do."""
    if found == expected:
        return True
    is_drawn = found.startswith("<") and _COORDINATE.sub("", found) == _COORDINATE.sub("", expected)
    there, here = _COORDINATE.findall(found), _COORDINATE.findall(expected)
    return is_drawn and len(there) == len(here) and all(map(_nearly, map(float, there), map(float, here)))


def around_the_change(found: str, expected: str) -> tuple[str, str]:
    """Both without most of what they have in common at their begin and at their end: a drawn line has many points."""
    begin = max(0, _in_common(found, expected) - _SHOWN_BESIDE)
    end = max(0, _in_common(found[:begin:-1], expected[:begin:-1]) - _SHOWN_BESIDE)
    found, expected = (f"{'…' if begin else ''}{text[begin:]}" for text in (found, expected))
    return (found, expected) if not end else (f"{found[:-end]}…", f"{expected[:-end]}…")


def _in_common(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _pieces(page: str) -> list[str]:
    """Tags and the texts between them, without those of white space only."""
    return [stripped for piece in _TAG.split(page) if (stripped := piece.strip())]


def _alike(found: Any, expected: Any) -> bool:
    if isinstance(expected, float) and isinstance(found, int | float) and not isinstance(found, bool):
        return _nearly(_as_number(found), expected)
    return type(found) is type(expected) and bool(found == expected)


def _nearly(found: float | None, expected: float | None) -> bool:
    if found is None or expected is None:
        return False
    return math.isclose(found, expected, rel_tol=TOLERANCE, abs_tol=NOTHING)


def _as_number(cell: str | float) -> float | None:
    """None for what is none, or has more digits than a number of a report can have."""
    try:
        return float(cell)
    except (ValueError, OverflowError):
        return None
