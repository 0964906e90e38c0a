"""The part of a JVM's garbage collection log that belongs to one trial."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from deploy.bed.bed_record import ObservedJvm

_HEADER_BYTES = 64 * 1024
_BEGINNING_BYTES = 1024
_HEADER_MARKS = (b"[gc,init", b"] Using ")


@dataclass(frozen=True)
class LogMark:
    """How long a log was when a trial began, or when a part of it was kept, and how it began: with which bytes."""

    jvm: str
    log: Path
    length_bytes: int
    beginning: bytes


class GcSlices:
    """What each log gets during a trial goes to `gc-<jvm>.log`, piece by piece.

    A JVM that is started again begins its log at zero: what the one before it wrote has to be kept before that.
    """

    def __init__(self, jvms: Iterable[ObservedJvm], folder: Path) -> None:
        self._folder = folder
        self._marks = [_mark(jvm.name, jvm.gc_log) for jvm in jvms]

    def keep(self) -> None:
        """Keeps what each log got since it was marked, and marks it anew. The end of a trial, and before a JVM may be
        started again.
        """
        self._marks = [self._kept(mark) for mark in self._marks]

    def _kept(self, mark: LogMark) -> LogMark:
        now = _mark(mark.jvm, mark.log)
        if mark.log.is_file():
            # The first line says when the JVM began.
            goes_on = now.length_bytes >= mark.length_bytes and now.beginning.startswith(mark.beginning)
            _append_slice(
                mark if goes_on else replace(mark, length_bytes=0),
                now.length_bytes,
                self._folder / f"gc-{mark.jvm}.log",
            )
        return now


def _mark(jvm: str, log: Path) -> LogMark:
    if not log.is_file():
        return LogMark(jvm, log, 0, b"")
    with log.open("rb") as file:
        beginning = file.readline(_BEGINNING_BYTES)
        return LogMark(jvm, log, file.seek(0, os.SEEK_END), beginning)


def _append_slice(mark: LogMark, end_bytes: int, target: Path) -> None:
    """The lines by which a collector presents itself come first: they stand at the beginning of the JVM's log.

    Without them nobody could tell which collector this was.
    """
    with mark.log.open("rb") as log, target.open("ab") as out:
        if not out.tell():
            head = log.read(min(_HEADER_BYTES, mark.length_bytes))
            out.writelines(line for line in head.splitlines(keepends=True) if _presents(line))
        log.seek(mark.length_bytes)
        left = end_bytes - mark.length_bytes
        while left and (piece := log.read(min(left, 1 << 20))):
            out.write(piece)
            left -= len(piece)


def _presents(line: bytes) -> bool:
    return line.endswith(b"\n") and any(mark in line for mark in _HEADER_MARKS)
