"""Performance counters that a JVM keeps in a file in memory, as jstat reads them (jvmstat, version 2.0): the JVM is not
asked, and notices nothing.

`sun.threads.cpu_time.*` (JDK 22 and newer) is processor time: of the collectors' threads of G1 and Parallel, of none of
ZGC and Shenandoah, and of the VM thread, in which Serial collects. Their sum `sun.threads.total_gc_cpu_time` is brought
up to date by collections alone, so that it lacks what G1 has refined since the last one: the parts are added here.
"""

import re
import stat
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from loadscripts.probes.jvm_threads import Jvm, JvmThreads
from loadscripts.system.bed_protocol import Bed

TEMPORARY = Path("/tmp")  # noqa: S108 # where HotSpot keeps them, whatever TMPDIR says
COLLECTORS, VM_THREAD, VM_THREAD_OF_KERNEL = "hsperf collectors", "hsperf VM thread", "proc VM thread"
_BY_SOURCE = {
    COLLECTORS: re.compile(r"sun\.threads\.cpu_time\.gc_\w+"),
    VM_THREAD: re.compile(r"sun\.threads\.cpu_time\.vm"),
}
_MAGIC = b"\xca\xfe\xc0\xc0"
_BYTE_ORDERS = {0: ">", 1: "<"}
# Behind magic and byte order: version, whether it is complete, bytes used, overflow, when it was changed, and at which
# place how many entries begin.
_PROLOGUE = "3biiqii"
_PROLOGUE_AT, _ORDER_AT = 5, 4
# Length, place of the name, length of the vector, type, flags, unit, variability, place of the value.
_ENTRY = "iii4bi"
_LONG = ord("J")


def counters(data: bytes) -> dict[str, int]:
    """Every number that a counters' file holds, by name; none where it is no such file, or not complete."""
    if data[:4] != _MAGIC or data[_ORDER_AT] not in _BYTE_ORDERS:
        return {}
    order = _BYTE_ORDERS[data[_ORDER_AT]]
    *_, is_complete, _, _, _, place, entries = struct.unpack_from(order + _PROLOGUE, data, _PROLOGUE_AT)
    found = {}
    for _ in range(entries if is_complete else 0):
        length, name_at, vector, kind, _, _, _, value_at = struct.unpack_from(order + _ENTRY, data, place)
        if kind == _LONG and not vector:
            name = data[place + name_at : data.index(b"\0", place + name_at)].decode("ascii", "replace")
            (found[name],) = struct.unpack_from(order + "q", data, place + value_at)
        place += length
    return found


def counters_of(pid: int) -> dict[str, int]:
    """Those of a JVM; none where it keeps none (-XX:-UsePerfData), or has ended. What another user's process has left
    that had the same id is not its.
    """
    with suppress(OSError, struct.error, ValueError):
        owner = Path(f"/proc/{pid}").stat().st_uid
        for file in TEMPORARY.glob(f"hsperfdata_*/{pid}"):
            status = file.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_uid == owner:
                return counters(file.read_bytes())
    return {}


class CollectorCounters:
    """Processor time of JVMs' collectors by their own counters; of the VM thread by the kernel, too."""

    def __init__(self) -> None:
        self._vm_threads = JvmThreads(re.compile("VM Thread"))

    def poll(self, jvms: Iterable[Jvm]) -> Iterator[tuple[str, str, int]]:
        """JVM, source, and ns of processor time since the JVM's start."""
        listed = list(jvms)
        for jvm in listed:
            told = counters_of(jvm.pid)
            for source, names in _BY_SOURCE.items():
                parts = [value for name, value in told.items() if names.fullmatch(name)]
                if parts:
                    yield jvm.name, source, sum(parts)
        for name, cpu_ns in self._vm_threads.poll(listed):
            yield name, VM_THREAD_OF_KERNEL, cpu_ns

    def poll_bed(self, bed: Bed) -> Iterator[tuple[str, str, int]]:
        return self.poll(bed.observed_jvms)
