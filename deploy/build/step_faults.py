"""The applications of a bed with crash points: the same WARs with one more library in them."""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from shutil import copyfile

from deploy.paths import private_folder

_BEFORE_ALL_TIMES = (1980, 1, 1, 0, 0, 0)  # the same library makes the same WAR


def added(wars: Mapping[str, Path], library: Path, folder: Path) -> dict[str, Path]:
    """Copies each WAR into the folder and puts the library into the copy."""
    private_folder(folder)
    return {name: _with_library(war, library, folder / war.name) for name, war in wars.items()}


def _with_library(war: Path, library: Path, copy: Path) -> Path:
    copyfile(war, copy)
    with zipfile.ZipFile(copy, "a") as archive:
        archive.writestr(zipfile.ZipInfo(f"WEB-INF/lib/{library.name}", _BEFORE_ALL_TIMES), library.read_bytes())
    return copy
