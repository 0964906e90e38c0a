"""What a run leaves when it is killed, or its machine: files are whole and on the disk when they have their name."""

import errno
import os
from pathlib import Path

import pytest

from analysis.contract import checksums
from analysis.contract.checksums import changes, replace_checked, write_checksums
from analysis.contract.durable_files import force, give_name, replace_text

Happened = list[tuple[str, str]]


@pytest.fixture
def happened(monkeypatch: pytest.MonkeyPatch) -> Happened:
    """What was forced to the disk and what got a name, in their order."""
    told: Happened = []
    fsync, replace, rename = os.fsync, os.replace, os.rename

    def forced(descriptor: int) -> None:
        told.append(("forced", Path(f"/proc/self/fd/{descriptor}").readlink().name))
        fsync(descriptor)

    def named(old: Path, new: Path) -> None:
        told.append(("named", Path(new).name))
        replace(old, new)

    def renamed(old: Path, new: Path) -> None:
        told.append(("named", Path(new).name))
        rename(old, new)

    monkeypatch.setattr(os, "fsync", forced)
    monkeypatch.setattr(os, "replace", named)
    monkeypatch.setattr(os, "rename", renamed)
    return told


def test_a_text_is_on_the_disk_before_it_has_its_name_and_its_name_afterwards(
    tmp_path: Path, happened: Happened
) -> None:
    replace_text(tmp_path / "a.json", "new")
    draft = f".a.json.{os.getpid()}.tmp"
    assert happened == [("forced", draft), ("named", "a.json"), ("forced", tmp_path.name)]
    assert (tmp_path / "a.json").read_text() == "new"


def test_who_is_interrupted_leaves_the_older_text_and_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.json"
    file.write_text("old")

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        replace_text(file, "new")
    assert file.read_text() == "old" and list(tmp_path.iterdir()) == [file]


def test_a_folder_is_named_when_all_that_is_in_it_is_on_the_disk(tmp_path: Path, happened: Happened) -> None:
    draft, place = tmp_path / "draft", tmp_path / "place"
    for file in (draft / "a.csv", draft / "recordings" / "b.jfr", place / "older.csv"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    give_name(draft, place, aside=tmp_path / "aside")
    names = [name for what, name in happened if what == "named"]
    before = {name for what, name in happened[: happened.index(("named", "aside"))]}
    assert names == ["aside", "place"] and before == {"a.csv", "recordings", "b.jfr", "draft"}
    assert happened[-1] == ("forced", tmp_path.name)
    assert (place / "a.csv").exists() and (tmp_path / "aside" / "older.csv").exists()


def test_a_folder_that_its_file_system_cannot_force_is_no_error_and_a_broken_disk_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(code: int) -> None:
        def fsync(descriptor: int) -> None:
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(os, "fsync", fsync)

    (tmp_path / "a").touch()
    failing(errno.EINVAL)
    force([tmp_path])
    with pytest.raises(OSError, match="Invalid argument"):
        force([tmp_path / "a"])
    failing(errno.EIO)
    with pytest.raises(OSError, match="Input/output error"):
        force([tmp_path])


@pytest.mark.parametrize("steps", [0, 1, 2, 3])
def test_whoever_is_killed_while_a_file_is_replaced_leaves_one_that_its_checksums_know(
    steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "experiment.json"
    replace_checked(file, "old")
    left = [steps]

    def replaced(path: Path, text: str) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        replace_text(path, text)

    monkeypatch.setattr(checksums, "replace_text", replaced)
    if steps < 3:
        with pytest.raises(KeyboardInterrupt):
            replace_checked(file, "new")
    else:
        replace_checked(file, "new")
    assert file.read_text() == ("old" if steps < 2 else "new")
    assert list(changes(tmp_path, [file])) == []
    file.write_text("forged")
    assert list(changes(tmp_path, [file])) == [("experiment.json", "changed")]


def test_in_the_end_a_file_has_the_checksum_that_it_would_have_had_at_once(tmp_path: Path) -> None:
    file = tmp_path / "experiment.json"
    replace_checked(file, "old")
    replace_checked(file, "new\n")
    found = (tmp_path / "SHA256SUMS").read_text()
    write_checksums(tmp_path, [file])
    assert (tmp_path / "SHA256SUMS").read_text() == found
    # sha256sum of the four bytes
    assert found.startswith("7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c  experiment.json\n")
