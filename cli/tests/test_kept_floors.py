"""The floors of this machine are kept for reports, one record of each kind of bed."""

# mypy: disable-error-code="no-untyped-def"

import io

import pytest
from rich.console import Console

from analysis.contract.floors_document import FloorsDocument
from analysis.contract.schemas import SCHEMAS, read_document
from cli.kept_floors import floors_file, keep_floors, readable_floors

EXAMPLE = read_document(SCHEMAS / "examples" / "floors.json", FloorsDocument)


@pytest.fixture
def stderr(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    return Console(file=io.StringIO(), width=500)


def test_what_is_kept_is_read_again_and_other_beds_stay(stderr):
    assert readable_floors(stderr) is None
    database = EXAMPLE.model_copy(update={"message_store": "database"})
    for record in (EXAMPLE, database, EXAMPLE):
        keep_floors(record, stderr)
    kept = readable_floors(stderr)
    assert kept is not None and kept.floors == (database, EXAMPLE)


def test_what_cannot_be_read_is_complained_about_and_set_aside(stderr):
    floors_file().write_text("half a docum")
    assert readable_floors(stderr) is None
    assert "The machine's floors are not used" in stderr.file.getvalue()
    keep_floors(EXAMPLE, stderr)
    kept = readable_floors(stderr)
    assert kept is not None and kept.floors == (EXAMPLE,)
    aside = floors_file().with_name("machine-floors.json.1")
    assert aside.read_text() == "half a docum"
    assert f"it is set aside as {aside}" in stderr.file.getvalue().replace("\n", "")
