"""Which options of a JVM matter to garbage collection, as they were in effect."""

import re
from collections.abc import Iterable

#: Collector, heap, generations, threads, and what decides how much an object takes.
_MATTERS = re.compile(
    r"-XX:("
    r"\+Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC"
    r"|(AOTCache|SharedArchiveFile)=.*|MaxRAM=.*|(Min|Initial|Max|SoftMax)HeapSize=.*|(Max)?NewSize=.*|NewRatio=.*|MaxGCPauseMillis=.*"
    r"|(Parallel|Conc)GCThreads=.*|ActiveProcessorCount=.*|G1HeapRegionSize=.*|ShenandoahGCMode=.*"
    r"|[+-]Use(CompressedOops|CompactObjectHeaders|StringDeduplication|TransparentHugePages|NUMA)"
    r")"
)
_BYTES = re.compile(r"(-XX:(?:MaxRAM|\w*HeapSize|(?:Max)?NewSize|G1HeapRegionSize))=(\d+)")
_FILE = re.compile(r"(-XX:(?:AOTCache|SharedArchiveFile)=)(?:.*/)?([^/]+)")
_MIB = 2**20


def that_matter(flags: Iterable[str]) -> list[str]:
    """Those of the options, with sizes in MiB (`-XX:MaxHeapSize=1024m`), and files without their folders."""
    return [_readable(flag) for flag in flags if _MATTERS.fullmatch(flag)]


def _readable(flag: str) -> str:
    if file := _FILE.fullmatch(flag):
        return file[1] + file[2]
    size = _BYTES.fullmatch(flag)
    if size is None or int(size[2]) % _MIB:
        return flag
    return f"{size[1]}={int(size[2]) // _MIB}m"
