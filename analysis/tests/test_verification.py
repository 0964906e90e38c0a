"""`petlab verify`: a report as it was written is confirmed, and one changed number anywhere is found."""

import hashlib
import inspect
import json
import math
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
import vl_convert

from analysis.analysis_errors import RecordError, ResultsError
from analysis.comparing.results import read_results
from analysis.contract import checksums, schemas
from analysis.contract.machine_profile import MachineProfile, machine_of
from analysis.reporting.findings import Findings
from analysis.reporting.report import write_report, write_tables
from analysis.reporting.verification import around_the_change, verify
from analysis.tests.synthetic import write_results
from analysis.trials import side_by_side
from analysis.trials.trial_analysis import analyse

pytestmark = pytest.mark.usefixtures("analysed_once")

A, B = "a" * 20, "b" * 20


def with_checksums(folder: Path) -> Path:
    """As the lab leaves a results folder."""
    for trial in (folder / "trials").iterdir():
        checksums.write_checksums(trial, checksums.files_in(trial))
    checksums.write_checksums(folder, [folder / "experiment.json"])
    return folder


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verified") / "results"
    write_results(folder, ["jms-transacted", "soap"], [15], repetitions=2)
    write_report(with_checksums(folder))
    return folder


@pytest.fixture
def folder(reported: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(reported, tmp_path / "copy"))


def places(folder: Path) -> list[str]:
    return [difference.where for difference in verify(folder).differences]


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither trials nor pictures are known from another test."""
    monkeypatch.setattr(side_by_side, "analyse", analyse)
    for name in ("vegalite_to_svg", "svg_to_png"):
        monkeypatch.setattr(vl_convert, name, inspect.unwrap(getattr(vl_convert, name)))


@pytest.mark.usefixtures("nothing_remembered")
def test_a_report_as_it_was_written_is_confirmed(folder: Path) -> None:
    found = verify(folder)
    assert found.differences == []
    assert found.unknown == ()
    records, tables, summary, page = found.compared
    assert records.count == 1 + sum(len(checksums.files_in(trial)) for trial in (folder / "trials").iterdir())
    orders_df = pl.read_parquet(folder / "tables/orders.parquet")
    assert tables.count > orders_df.height * orders_df.width
    assert summary.count > 400
    assert page.count > 200


def test_verifying_writes_nothing(folder: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    verify(folder)
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def add_one_to_a_digit(file: Path, after: str) -> None:
    """Changes the first digit, from 1 to 8, that follows a text."""
    text = file.read_text(encoding="utf-8")
    begin = text.index(after) + len(after)
    digit = re.compile("[1-8]").search(text, begin)
    assert digit
    file.write_text(f"{text[: digit.start()]}{int(digit[0]) + 1}{text[digit.end() :]}", encoding="utf-8")


def test_records_that_changed_came_later_or_are_gone_are_found_by_their_checksums(folder: Path) -> None:
    add_one_to_a_digit(folder / "trials/002/machine.csv", "\n")
    replaced(folder / "experiment.json", '"seed": ', '"seed": 1')
    (folder / "trials/001/further.csv").write_text("a\n1\n")
    (folder / "trials/003/canary.csv").unlink()
    records, *_ = verify(folder).compared
    assert {difference.where: difference.found for difference in records.differences} == {
        "experiment.json": "changed",
        "trials/001/further.csv": "added",
        "trials/002/machine.csv": "changed",
        "trials/003/canary.csv": "gone",
    }


def test_a_trial_whose_facts_alone_are_gone_is_found_by_its_checksums(folder: Path) -> None:
    """A report made since calls it missing, as one that was never conducted."""
    (folder / "trials/003/trial.json").unlink()
    write_report(folder)
    assert places(folder) == ["trials/003/trial.json"]


def test_without_checksums_the_report_still_has_to_follow_from_the_records(folder: Path) -> None:
    for file in folder.rglob(checksums.FILE):
        file.unlink()
    assert verify(folder).differences == []
    assert verify(folder).unknown == ("experiment.json", *(f"trial 00{number}" for number in range(1, 5)))
    mails = folder / "trials/001/mails.csv"
    mails.write_text("\n".join(mails.read_text().splitlines()[:-1]) + "\n")
    assert any(place.startswith("summary.json, trials[0]") for place in places(folder))


def test_the_experiment_without_its_checksum_may_have_changed(folder: Path) -> None:
    (folder / checksums.FILE).unlink()
    assert verify(folder).unknown == ("experiment.json",)


def test_a_copied_trial_is_refused_and_not_counted_twice(folder: Path) -> None:
    shutil.copytree(folder / "trials/002", folder / "trials/002.bak")
    expected = rf"002\.bak holds trial 002: .* move it out of {re.escape(str(folder / 'trials'))}"
    for read in (read_results, verify):
        with pytest.raises(ResultsError, match=expected):
            read(folder)


def test_what_no_reader_takes_is_one_difference(folder: Path) -> None:
    table = folder / "tables/orders.csv"
    head, first, *rows = table.read_text().splitlines()
    table.write_text("\n".join([head, f'"{first}', *rows * (1 + 131_072 // len("\n".join(rows)))]) + "\n")
    [difference] = verify(folder).differences
    assert difference.where == "tables/orders.csv" and difference.found.startswith("cannot be read: field larger than")


def test_a_number_beyond_all_numbers_is_another_one(folder: Path) -> None:
    summary = folder / "summary.json"
    count = json.loads(summary.read_text())["trials"][0]["audit"]["completed"]
    replaced(summary, f'"completed": {count}', f'"completed": {10**400}')
    [difference] = verify(folder).differences
    assert difference.where == "summary.json, trials[0].audit.completed" and difference.expected == str(count)


def test_a_coordinate_that_is_gone_is_found(folder: Path) -> None:
    page = folder / "report.html"
    [width] = re.findall(r'<svg[^>]* width="(\d+)"', page.read_text())[:1]
    replaced(page, f' width="{width}"', ' width=""')
    [difference] = verify(folder).differences
    assert difference.where.startswith("report.html, ") and width in difference.expected


def test_a_trial_that_was_killed_before_it_was_complete_is_none(folder: Path) -> None:
    """All of it was written, and it had not got its name yet."""
    shutil.copytree(folder / "trials/003", folder / "trials/.003.tmp")
    (folder / "repeated").mkdir()
    shutil.copytree(folder / "trials/003", folder / "repeated/.003-1.tmp")
    results = read_results(folder)
    assert [trial.trial.id for trial in results.trials] == ["001", "002", "003", "004"]
    assert results.repeated == ()
    assert verify(folder).differences == []


def test_a_changed_cell_of_any_csv_table_is_found(folder: Path) -> None:
    changed = {}
    for name in ("trials", "levels", "orders", "comparisons", "audits", "waterfall", "histogram"):
        file = folder / f"tables/{name}.csv"
        head, first, *rows = file.read_text().splitlines()
        cells = first.split(",")
        column = next(place for place, cell in enumerate(cells) if re.fullmatch(r"\d+(\.\d+)?", cell))
        was, cells[column] = cells[column], str(float(cells[column]) + 1)
        file.write_text("\n".join([head, ",".join(cells), *rows]) + "\n")
        changed[f"tables/{name}.csv, row 1, {head.split(',')[column]}"] = (cells[column], was)
    assert {each.where: (each.found, each.expected) for each in verify(folder).differences} == changed


def test_a_changed_cell_of_a_parquet_table_is_found_and_the_last_bit_of_a_sum_is_none(folder: Path) -> None:
    file = folder / "tables/orders.parquet"
    orders_df = pl.read_parquet(file)
    orders_df[2, "response_ms"] += 0.001
    orders_df[3, "response_ms"] *= 1 + 1e-13
    orders_df.write_parquet(file)
    assert places(folder) == ["tables/orders.parquet, row 3, response_ms"]


def test_whole_numbers_are_the_same_or_another_one(folder: Path) -> None:
    """An instant has nineteen digits, so that a nanosecond is less than the last bit of a sum."""
    for write, file in (("write_parquet", "orders.parquet"), ("write_csv", "orders.csv")):
        orders_df = pl.read_parquet(folder / "tables/orders.parquet")
        orders_df[2, "mailed_ns"] += 1
        getattr(orders_df, write)(folder / "tables" / file)
        assert places(folder) == [f"tables/{file}, row 3, mailed_ns"]
        write_tables(read_results(folder), Findings(read_results(folder)), folder / "tables")
    csv, row = folder / "tables/orders.csv", folder.joinpath("tables/orders.csv").read_text().splitlines()[1]
    order_id = pl.read_parquet(folder / "tables/orders.parquet")[0, "order_id"]
    assert row.startswith(f"{order_id},")
    replaced(csv, f"\n{order_id},", f"\n{order_id}.0,")
    assert places(folder) == ["tables/orders.csv, row 1, order_id"]


def test_a_whole_number_of_the_summary_is_the_same_or_another_one(folder: Path) -> None:
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    acknowledged = summary["trials"][0]["audit"]["acknowledged"]
    summary["trials"][0]["audit"]["acknowledged"] = float(acknowledged)
    file.write_text(json.dumps(summary))
    [difference] = verify(folder).differences
    assert difference.where == "summary.json, trials[0].audit.acknowledged"
    assert (difference.found, difference.expected) == (f"{acknowledged}.0", str(acknowledged))


@pytest.mark.parametrize(("change", "more"), [(lambda cells: cells[:-1], -1), (lambda cells: [*cells, "1"], 1)])
def test_a_row_with_too_few_or_too_many_cells_is_found(
    folder: Path, change: Callable[[list[str]], list[str]], more: int
) -> None:
    file = folder / "tables/histogram.csv"
    head, first, *rows = file.read_text().splitlines()
    file.write_text("\n".join([head, ",".join(change(first.split(","))), *rows]) + "\n")
    count = head.count(",") + 1
    [difference] = verify(folder).differences
    assert difference.where == "tables/histogram.csv, row 1"
    assert (difference.found, difference.expected) == (f"{count + more} cells", f"{count} cells")


def test_tables_that_are_gone_shorter_or_none_are_found(folder: Path) -> None:
    (folder / "tables/levels.csv").unlink()
    (folder / "tables/trials.csv").write_text("trial\n")
    (folder / "tables/levels.parquet").unlink()
    (folder / "tables/trials.parquet").write_bytes(b"trial\n")
    assert places(folder) == [f"tables/{name}.{kind}" for name in ("trials", "levels") for kind in ("csv", "parquet")]


def test_a_changed_number_of_the_summary_is_found(folder: Path) -> None:
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    metric = summary["trials"][1]["metrics"]["response_mean_ms"]
    metric["value"] *= 1.001
    file.write_text(json.dumps(summary))
    assert places(folder) == ["summary.json, trials[1].metrics.response_mean_ms.value"]


def test_what_rounding_leaves_of_nothing_is_no_change(folder: Path) -> None:
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    metrics = [metric for trial in summary["trials"] for metric in trial["metrics"].values()]
    nothing = [metric for metric in metrics if metric["value"] == 0]
    assert len(nothing) > 1
    nothing[0]["value"] = -8.4e-17  # means of differences that cancel out, added in another order
    file.write_text(json.dumps(summary))
    assert places(folder) == []
    nothing[1]["value"] = 1e-9
    file.write_text(json.dumps(summary))
    assert len(places(folder)) == 1


def test_what_the_summary_lacks_or_has_too_much_is_found(folder: Path) -> None:
    file = folder / "summary.json"
    summary = json.loads(file.read_text())
    del summary["margin"]
    summary["further"] = 1
    summary["trials"][0]["reasons"].append("x")
    file.write_text(json.dumps(summary))
    found = {
        each.where.removeprefix("summary.json, "): (each.found, each.expected) for each in verify(folder).differences
    }
    assert found == {
        "margin": ("nothing", "0.05"),
        "further": ("1", "nothing"),
        "trials[0].reasons": ("nothing", "[]"),
        "trials[0].reasons[0]": ('"x"', "nothing"),
    }


def test_a_changed_number_of_the_page_is_found(folder: Path) -> None:
    page = (folder / "report.html").read_text()
    cell = re.search(r"<td>(\d\d+\.\d)", page)
    assert cell
    replaced(folder / "report.html", cell[0], f"<td>9{cell[1]}")
    [difference] = verify(folder).differences
    assert difference.where.startswith("report.html, after ")
    assert difference.found.startswith(f"9{cell[1]}") and difference.expected.startswith(cell[1])


def test_the_last_bit_of_a_coordinate_is_no_change(folder: Path) -> None:
    """Axes end where sums end, whose last bits depend on the order of their parts."""
    page = folder / "report.html"
    coordinate = re.search(r"translate\((\d+\.\d{12,})", page.read_text())
    assert coordinate
    beside = f"translate({math.nextafter(float(coordinate[1]), math.inf)!r}"
    replaced(page, coordinate[0], beside)
    assert places(folder) == []
    replaced(page, beside, f"translate({float(coordinate[1]) * 1.001!r}")
    assert len(places(folder)) == 1


def test_a_changed_point_of_a_picture_in_the_page_is_found_and_shown_with_what_is_beside_it(folder: Path) -> None:
    add_one_to_a_digit(folder / "report.html", ' d="M')
    [difference] = verify(folder).differences
    assert difference.where.startswith("report.html, after ")
    assert len(difference.found) == len(difference.expected) <= 2 + 2 * 20 + 1
    assert sum(one != other for one, other in zip(difference.found, difference.expected, strict=True)) == 1


@pytest.mark.parametrize(
    ("found", "expected", "shown"),
    [
        ("12", "13", ("12", "13")),
        ("a" * 30 + "1" + "b" * 30, "a" * 30 + "22" + "b" * 30, (f"…{A}1{B}…", f"…{A}22{B}…")),
        ("a" * 30, "a" * 31, (f"…{A}", f"…{A}a")),
        ("aa", "a", ("aa", "a")),
    ],
)
def test_of_two_long_texts_the_change_is_shown(found: str, expected: str, shown: tuple[str, str]) -> None:
    assert around_the_change(found, expected) == shown


def test_a_report_is_made_again_with_the_profile_that_it_was_made_with(folder: Path) -> None:
    machine = machine_of(read_results(folder).trials[0].trial.facts)
    example = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_profile.json", MachineProfile)
    write_report(folder, example.model_copy(update={"machine": machine}))
    assert "Judged with the A/A profile" in (folder / "report.html").read_text()
    assert verify(folder).differences == []
    elsewhere = example.model_copy(update={"machine": machine.model_copy(update={"cores": 64})})
    for another in (None, elsewhere):  # the report is written anew on another machine
        write_report(folder, another)
        assert "Judged with the A/A profile" in (folder / "report.html").read_text()
    assert verify(folder).differences == []
    (folder / "machine-profile.json").write_text("{")  # as a version that was killed while it wrote may have left it
    write_report(folder)
    assert "Judged with the A/A profile" not in (folder / "report.html").read_text()
    write_report(folder, example.model_copy(update={"machine": machine}))
    assert verify(folder).differences == []
    write_report(folder)
    (folder / "machine-profile.json").unlink()
    assert any(place == "summary.json, profile" for place in places(folder))
    write_report(folder)
    assert verify(folder).differences == []


@pytest.mark.parametrize(
    ("file", "what"),
    [("report.html", "numbers in the text of report.html"), ("summary.json", "values in summary.json")],
)
def test_a_report_that_is_no_text_differs(file: str, what: str, folder: Path) -> None:
    (folder / file).write_bytes(b"\xff")
    [compared] = [each for each in verify(folder).compared if each.differences]
    [difference] = compared.differences
    assert (compared.what, difference.where) == (what, file)
    assert "can't decode byte 0xff in position 0" in difference.found


@pytest.mark.parametrize("place", [".", "trials/002"])
def test_checksums_that_are_no_text_are_named(place: str, folder: Path) -> None:
    (folder / place / checksums.FILE).write_bytes(b"\xff")
    with pytest.raises(RecordError, match=f"^{folder / place / checksums.FILE}: cannot be read: .*0xff"):
        verify(folder)


def test_without_a_report_there_is_nothing_to_verify(folder: Path) -> None:
    (folder / "report.html").unlink()
    with pytest.raises(ResultsError, match=r"has no report\.html to verify: \./petlab report"):
        verify(folder)


def test_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    """FIPS 180-2, appendix B.1: the digest of `abc`."""
    (tmp_path / "below").mkdir()
    (tmp_path / "below/b").write_text("abc")
    checksums.write_checksums(tmp_path, checksums.files_in(tmp_path))
    abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert (tmp_path / checksums.FILE).read_text() == f"{abc}  below/b\n"
    assert hashlib.sha256(b"abc").hexdigest() == abc
    checked = subprocess.run(["sha256sum", "--check", "--strict", checksums.FILE], cwd=tmp_path, check=True)
    assert checked.returncode == 0


@pytest.mark.parametrize("line", ["abc  file", "g" * 64 + "  file", "0" * 64 + " file", "0" * 64 + "  "])
def test_a_malformed_checksum_is_an_error_that_names_its_line(tmp_path: Path, line: str) -> None:
    (tmp_path / checksums.FILE).write_text(f"{'0' * 64}  file\n{line}\n")
    with pytest.raises(RecordError, match="SHA256SUMS: line 2: expected a SHA-256 and a file's name"):
        checksums.read_checksums(tmp_path)
