"""The options of a JVM that were in effect and differ from HotSpot's defaults, whether asked for or chosen by the JVM,
but for those that nobody sets: the JVM's own consequences of others, and what the bed needs for its work.
"""

import re
from collections.abc import Iterable

_CONSEQUENCES = re.compile(
    r"-XX:[+-]?("
    r"Unlock\w+|FlightRecorder(Options)?|AOT(InvokeDynamicLinking|RecordTraining|ReplayTraining)|ProfileInterpreter"
    r"|IntelJccErratumMitigation|THPStackMitigation|X86ICacheSync|UseFast\w+|SegmentedCodeCache"
    r"|(NonNMethod|NonProfiled|Profiled)CodeHeapSize|MinHeapDeltaBytes|MarkStackSize(Max)?"
    r"|G1RemSet\w+|G1EagerReclaimRemSetThreshold"
    r")(=.*)?"
)
_BYTES = re.compile(r"(-XX:(?:MaxRAM|\w*Size))=(\d+)")
_FILE = re.compile(r"(-XX:\w+)=.*/([^/]+)")
_MIB = 2**20


def chosen(flags: Iterable[str]) -> list[str]:
    """These, with sizes in MiB, `-XX:MaxHeapSize=1024m`, and files without their folders."""
    return [_readable(flag) for flag in flags if not _CONSEQUENCES.fullmatch(flag)]


def _readable(flag: str) -> str:
    if file := _FILE.fullmatch(flag):
        return f"{file[1]}={file[2]}"
    size = _BYTES.fullmatch(flag)
    if size is None or int(size[2]) % _MIB or not int(size[2]):
        return flag
    return f"{size[1]}={int(size[2]) // _MIB}m"
