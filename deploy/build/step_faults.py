"""The applications of a bed with crash points: as they are deployed for every bed, with one more library in each."""

from collections.abc import Iterable
from pathlib import Path
from shutil import copyfile


def add(library: Path, applications: Path, names: Iterable[str]) -> None:
    """Puts the library into those of the deployed applications; CDI finds it there when the server starts.

    applications: the folder of the server's domain in which they lie unpacked.
    """
    for name in names:
        folder = applications / name / "WEB-INF/lib"
        folder.mkdir(exist_ok=True)
        copyfile(library, folder / library.name)
