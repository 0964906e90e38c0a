"""SHA256SUMS: the checksums of the files of a folder, as sha256sum writes and checks them."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from analysis.analysis_errors import RecordError

FILE = "SHA256SUMS"


def write_checksums(folder: Path, files: Iterable[Path]) -> None:
    """Writes those of the files, which lie in the folder or below it."""
    lines = [f"{_digest(file)}  {file.relative_to(folder).as_posix()}\n" for file in sorted(files)]
    (folder / FILE).write_text("".join(lines), encoding="utf-8")


def read_checksums(folder: Path) -> dict[str, str]:
    """Hexadecimal SHA-256 by file name, relative to the folder; empty where the folder has no checksums.

    Raises:
        RecordError: they cannot be read, or a line is none of sha256sum's.
    """
    file = folder / FILE
    if not file.is_file():
        return {}
    return dict(_parsed(file, number, line) for number, line in enumerate(_lines(file), 1))


def changes(folder: Path, files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """What is not as the checksums of the folder say, by file name: `changed`, `gone`, or `added` to these files.

    Nothing of a folder without checksums.
    """
    noted = read_checksums(folder)
    for name, digest in noted.items():
        file = folder / name
        if not file.is_file():
            yield name, "gone"
        elif _digest(file) != digest:
            yield name, "changed"
    if noted:
        yield from ((name, "added") for file in files if (name := file.relative_to(folder).as_posix()) not in noted)


def files_in(folder: Path) -> list[Path]:
    """All files in the folder and below it but its checksums."""
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and path != folder / FILE]


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise RecordError(f"{file}: cannot be read: {error}") from None


def _parsed(file: Path, number: int, line: str) -> tuple[str, str]:
    digest, space, name = line[:64], line[64:66], line[66:]
    if space != "  " or not name or not all(letter in "0123456789abcdef" for letter in digest):
        raise RecordError(f"{file}: line {number}: expected a SHA-256 and a file's name, got {line!r}")
    return name, digest


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
