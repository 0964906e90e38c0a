"""What a person sees of `petlab verify`."""

from pathlib import Path

import pytest

from analysis.reporting.report import write_report
from analysis.tests.synthetic import write_results
from cli import report_commands
from loadscripts.trial_errors import ResultsError

pytestmark = pytest.mark.usefixtures("analysed_once")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_results(tmp_path / "results", ["jms-transacted"], [60], repetitions=1)
    write_report(tmp_path / "results")
    return tmp_path / "results"


def test_a_report_that_follows_from_its_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report_commands.verify(folder) == 0
    stdout, stderr = capsys.readouterr()
    assert stdout.splitlines()[-1] == "the report matches its records"
    assert "values in summary.json" in stdout
    assert "These have no checksums, so a change to them is not noticed: experiment.json, trial 001" in stderr


def test_many_differences_are_named_and_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    orders = folder / "tables/orders.csv"
    head, *rows = orders.read_text().splitlines()
    place = head.split(",").index("customers")
    cells = [row.split(",") for row in rows]
    changed = [",".join([*row[:place], "16", *row[place + 1 :]]) for row in cells]
    orders.write_text("\n".join([head, *changed]) + "\n")

    assert report_commands.verify(folder) == 1

    stdout, stderr = capsys.readouterr()
    assert stdout.splitlines()[-1] == "the report does not match its records"
    assert "tables/orders.csv, row 1, customers: found 16, expected 60" in stderr
    assert f"... and {len(rows) - report_commands.SHOWN_DIFFERENCES:,} more" in stderr


def test_what_is_no_results_folder(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"holds no results"):
        report_commands.verify(tmp_path)
