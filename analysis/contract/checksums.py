"""SHA256SUMS: the checksums of the files of a folder, as sha256sum writes and checks them."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from analysis.analysis_errors import RecordError
from analysis.contract.durable_files import replace_text

FILE = "SHA256SUMS"


def write_checksums(folder: Path, files: Iterable[Path]) -> None:
    """Writes those of the files, which lie in the folder or below it."""
    lines = [_line(_digest(file), file.relative_to(folder).as_posix()) for file in sorted(files)]
    replace_text(folder / FILE, "".join(lines))


def replace_checked(file: Path, text: str) -> None:
    """Puts a text in the place of an older one, the only file of its folder that has a checksum there. Meanwhile the
    folder has both checksums, so that whoever is killed leaves a file that is as one of them says.
    """
    sums = file.with_name(FILE)
    after = _line(hashlib.sha256(text.encode("utf-8")).hexdigest(), file.name)
    before = sums.read_text(encoding="utf-8") if sums.is_file() else ""
    replace_text(sums, before + after)
    replace_text(file, text)
    replace_text(sums, after)


def read_checksums(folder: Path) -> dict[str, set[str]]:
    """Hexadecimal SHA-256 by file name, relative to the folder, two where a file was being replaced; empty where the
    folder has no checksums.

    Raises:
        RecordError: they cannot be read, or a line is none of sha256sum's.
    """
    file = folder / FILE
    if not file.is_file():
        return {}
    found: dict[str, set[str]] = {}
    for number, line in enumerate(_lines(file), 1):
        name, digest = _parsed(file, number, line)
        found.setdefault(name, set()).add(digest)
    return found


def changes(folder: Path, files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """What is not as the checksums of the folder say, by file name: `changed`, `gone`, or `added` to these files.

    Nothing of a folder without checksums.
    """
    noted = read_checksums(folder)
    for name, digests in noted.items():
        file = folder / name
        if not file.is_file():
            yield name, "gone"
        elif _digest(file) not in digests:
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


def _line(digest: str, name: str) -> str:
    return f"{digest}  {name}\n"


def _parsed(file: Path, number: int, line: str) -> tuple[str, str]:
    digest, space, name = line[:64], line[64:66], line[66:]
    if space != "  " or not name or not all(letter in "0123456789abcdef" for letter in digest):
        raise RecordError(f"{file}: line {number}: expected a SHA-256 and a file's name, got {line!r}")
    return name, digest


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
