"""Which collector wrote a log whose first lines, which name it, are missing: each has lines that no other writes."""

import re
from collections.abc import Iterable

Z, SHENANDOAH = "Z Garbage Collector", "Shenandoah"
_SIGNS = (
    (
        Z,
        re.compile(
            r"GC\(\d+\) (?:[yYOo]: |(?:Garbage|Minor|Major) Collection \(|Pause (?:Mark|Relocate) "
            r'|Concurrent (?:Relocate|\w+ Relocation Set|Process Non-Strong))|Safepoint "[XZ](?:Mark|Reloc)'
            r"|(?:Allocation|Relocation) Stall"
        ),
    ),
    (
        SHENANDOAH,
        re.compile(
            r"GC\(\d+\) (?:Pause (?:Init|Final) (?:Mark|Update Refs|Roots)|Pause Degenerated GC"
            r'|Concurrent (?:[a-z]|Init Update Refs|Final Roots))|Safepoint "Shenandoah'
        ),
    ),
    (
        "G1",
        re.compile(
            r"GC\(\d+\) (?:Pause Young \((?:Normal|Concurrent Start|Prepare Mixed|Mixed)\)|Pause (?:Remark|Cleanup)"
            r'|Concurrent (?:Mark|Undo) Cycle)|Safepoint "G1'
        ),
    ),
    ("Parallel", re.compile(r'GC\(\d+\) PSYoungGen: |Safepoint "Parallel')),
    ("Serial", re.compile(r'GC\(\d+\) DefNew: |Safepoint "(?:SerialCollect|GenCollect)')),
)


def collector_of(messages: Iterable[str]) -> str | None:
    """By the first line that tells, in the name that the JVM itself has for it; None where none does."""
    told = (name for message in messages for name, sign in _SIGNS if sign.match(message))
    return next(told, None)
