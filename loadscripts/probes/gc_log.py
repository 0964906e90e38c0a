"""The part of a JVM's garbage collection log that belongs to one trial."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.bed.bed_record import ObservedJvm

_HEADER_BYTES = 64 * 1024
_HEADER_MARKS = (b"[gc,init", b"] Using ")


@dataclass(frozen=True)
class LogMark:
    """How long a log was when a trial began, or when a part of it was kept."""

    jvm: str
    log: Path
    length_bytes: int


class GcSlices:
    """What each log gets during a trial goes to `gc-<jvm>.log`, piece by piece.

    A JVM that is started again begins its log at zero: what the one before it wrote has to be kept before that.
    """

    def __init__(self, jvms: Iterable[ObservedJvm], folder: Path) -> None:
        self._folder = folder
        self._marks = [LogMark(jvm.name, jvm.gc_log, _length(jvm.gc_log)) for jvm in jvms]

    def keep_of_ended(self, is_running: Callable[[str], bool]) -> None:
        """Keeps the rest of the log of each JVM that has ended; its successor's log begins at zero."""
        self._marks = [mark if is_running(mark.jvm) else self._kept(mark) for mark in self._marks]

    def keep(self) -> None:
        """Keeps what each log got since it was marked. The end of a trial."""
        for mark in self._marks:
            self._kept(mark)

    def _kept(self, mark: LogMark) -> LogMark:
        """Appends to the slice what came since the mark; returns the mark of a log that starts from the beginning."""
        if mark.log.is_file():
            _append_slice(mark, self._folder / f"gc-{mark.jvm}.log")
        return replace(mark, length_bytes=0)


def _append_slice(mark: LogMark, target: Path) -> None:
    """The lines by which a collector presents itself come first: they stand at the beginning of the JVM's log.

    Without them nobody could tell which collector this was.
    """
    with mark.log.open("rb") as log, target.open("ab") as out:
        head = log.read(min(_HEADER_BYTES, mark.length_bytes))
        out.writelines(line for line in head.splitlines(keepends=True) if _presents(line))
        log.seek(mark.length_bytes)
        while piece := log.read(1 << 20):
            out.write(piece)


def _presents(line: bytes) -> bool:
    return line.endswith(b"\n") and any(mark in line for mark in _HEADER_MARKS)


def _length(log: Path) -> int:
    return log.stat().st_size if log.is_file() else 0
