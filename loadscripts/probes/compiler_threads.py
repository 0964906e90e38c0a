"""Lets the compilers of JVMs go first while these are warmed up.

Customers who wait for nothing keep all cores busy, and the compilers' two threads are two among many: a fresh server's
took 266 s of the clock for 84 s of CPU, and only then is the code fast. Only root may put a thread first.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from deploy.bed.bed_record import ServerJvm
from loadscripts.probes.jvm_threads import COMPILES

FIRST = -10
"""Their nice value meanwhile; that of the process is theirs again behind it."""


@contextmanager
def compilers_first(jvms: Iterable[ServerJvm]) -> Iterator[None]:
    """The compilers go first until the block ends; nothing changes where this user may not ask for it."""
    pids = [jvm.pid for jvm in jvms]
    for pid in pids:
        _set(pid, FIRST)
    try:
        yield
    finally:
        for pid in pids:  # of threads that were started meanwhile, too: they began like the one that started them
            with suppress(ProcessLookupError):
                _set(pid, os.getpriority(os.PRIO_PROCESS, pid))


def _set(pid: int, nice: int) -> None:
    for thread in compilers_of(pid):
        with suppress(PermissionError, ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, thread, nice)


def compilers_of(pid: int) -> list[int]:
    """The ids of the compilers' threads of a JVM; none when it has ended."""
    found = []
    with suppress(FileNotFoundError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):
                name = (thread / "comm").read_text(encoding="utf-8", errors="replace")
                if COMPILES.match(name):
                    found.append(int(thread.name))
    return found
