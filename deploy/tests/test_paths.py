"""Folders are copied whole, or it is said in one line why not."""

import errno
import os
from pathlib import Path

import pytest

from deploy.paths import copy_tree


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "source"
    for number in range(50):
        file = folder / f"{number % 5}" / f"{number}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(str(number), encoding="utf-8")
    (folder / "link").symlink_to("0")
    return folder


def test_a_folder_is_copied_with_its_links(source: Path, tmp_path: Path) -> None:
    copy_tree(source, tmp_path / "copy")
    names = sorted(path.relative_to(source) for path in source.rglob("*"))
    assert sorted(path.relative_to(tmp_path / "copy") for path in (tmp_path / "copy").rglob("*")) == names
    assert (tmp_path / "copy/link").readlink() == Path("0")


def test_a_full_disk_is_one_line(source: Path, tmp_path: Path) -> None:
    def full(one: str, other: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), other)

    with pytest.raises(OSError, match=r"^\[Errno 28\] No space left on device: '[^']+'$") as failed:
        copy_tree(source, tmp_path / "copy", full)
    assert failed.value.errno == errno.ENOSPC
