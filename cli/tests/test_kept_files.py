"""What commands keep of this machine may have become unreadable: whoever can do without does."""

# mypy: disable-error-code="no-untyped-def"

import io

import pytest
from rich.console import Console

from cli.kept_capacity import capacity_file, kept_capacities
from cli.kept_floors import floors_file, readable_floors
from cli.kept_heaps import NONE, _kept, heaps_file
from cli.profiles import profile_file, readable_profile

STDERR = Console(file=io.StringIO(), width=500)


@pytest.mark.parametrize("content", [b"\xff", b"[]", None], ids=["no text", "no object", "a folder"])
@pytest.mark.parametrize(
    ("file", "read", "nothing"),
    [
        (capacity_file, kept_capacities, {}),
        (heaps_file, _kept, NONE),
        (profile_file, lambda: readable_profile(STDERR), None),
        (floors_file, lambda: readable_floors(STDERR), None),
    ],
    ids=["capacity", "heaps", "profile", "floors"],
)
def test_what_cannot_be_read_is_nothing(file, read, nothing, content, tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    if content is None:
        file().mkdir()
    else:
        file().write_bytes(content)
    assert read() == nothing
