"""Reads on where a JVM's garbage collection log ended when it was last read."""

from collections.abc import Iterable
from pathlib import Path

from analysis.reading.gclog import Phase, parse
from deploy.bed.bed_record import ServerJvm

MAX_BYTES = 1 << 18
"""So much of each log at a time at most; what is left comes the next time."""


class GcTail:
    """The log of one JVM, and of those that are started in its place."""

    def __init__(self, log: Path, offset: int) -> None:
        self.log = log
        self._offset = offset
        self._rest = b""

    def pauses(self) -> list[Phase]:
        """Those that were logged since the last time, in whole lines."""
        *lines, self._rest = (self._rest + self._read()).split(b"\n")
        return parse(line.decode("utf-8", errors="replace") for line in lines).pauses

    def _read(self) -> bytes:
        try:
            with self.log.open("rb") as log:
                if log.seek(0, 2) < self._offset:  # another JVM has begun it anew
                    self._offset, self._rest = 0, b""
                log.seek(self._offset)
                read = log.read(MAX_BYTES)
        except OSError:
            return b""
        self._offset += len(read)
        return read


class GcTails:
    """The logs of the JVMs of a bed, as long as it is watched."""

    def __init__(self, jvms: Iterable[ServerJvm]) -> None:
        self._tails = [GcTail(jvm.gc_log, _length(jvm.gc_log)) for jvm in jvms]

    def pauses(self, jvms: Iterable[ServerJvm]) -> list[Phase]:
        """All that were logged since the last time. jvms: those of now."""
        known = {tail.log: tail for tail in self._tails}
        self._tails = [known.get(jvm.gc_log) or GcTail(jvm.gc_log, 0) for jvm in jvms]
        return [pause for tail in self._tails for pause in tail.pauses()]


def _length(log: Path) -> int:
    try:
        return log.stat().st_size
    except OSError:
        return 0
