"""The part of a JVM's garbage collection log that belongs to one trial."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from deploy.bed import ServerJvm

_HEADER_BYTES = 64 * 1024
_HEADER_MARKS = (b"[gc,init", b"Using ")


@dataclass(frozen=True)
class LogMark:
    """How long a log was when a trial began."""

    jvm: str
    log: Path
    length_bytes: int


def mark_logs(jvms: Iterable[ServerJvm]) -> tuple[LogMark, ...]:
    """Marks where a trial begins in each log."""
    return tuple(LogMark(jvm.name, jvm.gc_log, _length(jvm.gc_log)) for jvm in jvms)


def copy_slices(marks: Iterable[LogMark], folder: Path) -> None:
    """Copies what each log got since it was marked to `gc-<jvm>.log`.

    The lines by which a collector presents itself come first: they stand at the beginning of the
    JVM's log, and without them nobody could tell which collector this was.
    """
    for mark in marks:
        if mark.log.is_file():
            _copy_slice(mark, folder / f"gc-{mark.jvm}.log")


def _copy_slice(mark: LogMark, target: Path) -> None:
    with mark.log.open("rb") as log, target.open("wb") as out:
        head = log.read(min(_HEADER_BYTES, mark.length_bytes))
        out.writelines(line for line in head.splitlines(keepends=True) if _presents(line))
        log.seek(mark.length_bytes)
        while piece := log.read(1 << 20):
            out.write(piece)


def _presents(line: bytes) -> bool:
    return line.endswith(b"\n") and any(mark in line for mark in _HEADER_MARKS)


def _length(log: Path) -> int:
    return log.stat().st_size if log.is_file() else 0
