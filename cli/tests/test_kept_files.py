"""Documents of the cache: two processes that change one at a time lose nothing, nor does who cannot read it."""

import io
from pathlib import Path
from threading import Thread

import pytest
from rich.console import Console

from analysis.contract import schemas
from analysis.contract.machine_heaps import MachineHeaps
from cli import kept_capacity, kept_heaps
from cli.kept_capacity import capacity_file
from cli.kept_files import change
from cli.kept_floors import floors_file, readable_floors
from cli.kept_heaps import heaps_file
from cli.profiles import profile_file, readable_profile

EXAMPLE = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_heaps.json", MachineHeaps)
STDERR = Console(file=io.StringIO(), width=500)
ONE, OTHER = (EXAMPLE.heaps[0].model_copy(update={"customers": number}) for number in (1, 2))


def added(heap):
    return lambda kept: (kept or EXAMPLE.model_copy(update={"heaps": ()})).with_heap(heap)


def customers(file: Path) -> list[int]:
    return [heap.customers for heap in schemas.read_document(file, MachineHeaps).heaps]


def test_who_comes_meanwhile_waits_and_finds_what_was_put_there(tmp_path: Path) -> None:
    """Each change takes a lock of its own, as two processes do."""
    file = tmp_path / "kept.json"
    second = Thread(target=change, args=(file, MachineHeaps, added(OTHER)))

    def slowly(kept):
        second.start()
        second.join(0.2)
        assert second.is_alive(), "it waits for this one"
        return added(ONE)(kept)

    change(file, MachineHeaps, slowly)
    second.join(10)
    assert customers(file) == [1, 2]


@pytest.mark.parametrize("content", [b'{"schema_version": 99, "heaps": []}', b"{", b"", b"\xff\xfe\0"])
def test_what_cannot_be_read_is_set_aside_and_said(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.json"
    for number in (1, 2):
        file.write_bytes(content)
        change(file, MachineHeaps, added(ONE))
        assert customers(file) == [1]
        aside = tmp_path / f"kept.json.{number}"
        assert aside.read_bytes() == content
        assert f"it is set aside as {aside}" in "".join(capsys.readouterr().err.split("\n"))


def test_whose_change_fails_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    change(file, MachineHeaps, added(ONE))

    def fails(kept):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        change(file, MachineHeaps, fails)
    change(file, MachineHeaps, added(OTHER))
    assert customers(file) == [1, 2]


@pytest.mark.parametrize("content", [b"\xff", b"[]", None], ids=["no text", "no object", "a folder"])
@pytest.mark.parametrize(
    ("file", "read", "nothing"),
    [
        (capacity_file, kept_capacity._kept, kept_capacity.NONE),
        (heaps_file, kept_heaps._kept, kept_heaps.NONE),
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
