"""`petlab floors` without a bed: where its record goes is known to be there before anything is measured."""

# mypy: disable-error-code="no-untyped-def"

from contextlib import contextmanager

import pytest

from analysis.contract.floors_document import FloorsDocument
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.schemas import SCHEMAS, read_document
from analysis.reporting import floors_report
from cli import floors
from cli.kept_floors import floors_file
from deploy.lifecycle import lifetime
from loadscripts.trial_errors import FloorError, ResultsError

EXAMPLE = read_document(SCHEMAS / "examples" / "floors.json", FloorsDocument)


@pytest.fixture
def beds(tmp_path, monkeypatch):
    """The plans of the beds that were asked for; on each the example is measured."""
    asked = []

    @contextmanager
    def bed_up(plan, progress):
        asked.append(plan)
        yield None

    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(lifetime, "attach", lambda: None)
    monkeypatch.setattr(lifetime, "bed_up", bed_up)
    monkeypatch.setattr(floors, "measure_floors", lambda *_: EXAMPLE)
    return asked


def test_results_that_cannot_be_written_are_refused_before_a_bed_is_started(beds, tmp_path):
    taken = tmp_path / "file"
    taken.touch()
    with pytest.raises(ResultsError, match=rf"^{taken}/results/\.floors-\S+\.tmp cannot be created: Not a directory$"):
        floors.floors(results=taken / "results")
    assert beds == []


def test_the_record_is_there_and_kept_although_nothing_can_be_printed(beds, tmp_path, monkeypatch):
    def closed(record):
        raise SystemExit(1)

    monkeypatch.setattr(floors_report, "floors_table", closed)
    with pytest.raises(SystemExit):
        floors.floors(results=tmp_path / "results")

    [folder] = (tmp_path / "results").iterdir()
    assert folder.name.startswith("floors-") and (folder / "report.html").is_file()
    assert read_document(folder / "floors.json", FloorsDocument) == EXAMPLE
    assert read_document(floors_file(), MachineFloors).floors == (EXAMPLE,)


def test_of_floors_that_were_not_measured_nothing_is_left(beds, tmp_path, monkeypatch):
    def fails(*_):
        raise FloorError("the floor step was not measured")

    monkeypatch.setattr(floors, "measure_floors", fails)
    with pytest.raises(FloorError):
        floors.floors(results=tmp_path / "results")
    assert list((tmp_path / "results").iterdir()) == [] and not floors_file().exists()
