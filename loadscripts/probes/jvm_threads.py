"""Processor time of threads that serve a JVM itself: its collectors, concurrent work included, and its compilers."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from loadscripts.system.bed_protocol import Bed

#: As JDK 21 to 25 name them, in the kernel's 15 letters: workers of G1, Parallel and ZGC, concurrent threads, those
#: that decide when to collect, and that which replaces strings by equal ones. X is ZGC without generations, which is
#: what -XX:+UseZGC means before JDK 23. Serial has none of its own: the VM thread collects, among other work.
COLLECTS = re.compile(
    r"GC Thread#|G1 |Z(?:Worker|Driver|Director|Stat|Unmapper|Uncommitter)|RuntimeWorker|Shenandoah|StringDedup"
    r"|X(?:Worker#|(?:Driver|Director|Stat|Unmapper|Uncommitter)$)"
)
COMPILES = re.compile(r"C[12] CompilerThre")
#: What a thread is called until it has said its name.
UNNAMED = "java"


class Jvm(Protocol):
    """What is followed of a JVM."""

    @property
    def name(self) -> str: ...

    @property
    def pid(self) -> int: ...


class JvmThreads:
    """Follows the threads of such names; each poll opens the files of these threads only."""

    def __init__(self, names: re.Pattern[str]) -> None:
        self._names = names
        self._threads: dict[str, ThreadsOfProcess] = {}

    def poll(self, jvms: Iterable[Jvm]) -> Iterator[tuple[str, int]]:
        """JVM, and what these threads of all processes of its name have used, in ns. A JVM without such threads has no
        row.
        """
        for jvm in jvms:
            threads = self._threads.setdefault(jvm.name, ThreadsOfProcess(self._names))
            threads.read(jvm.pid)
            if threads.cpu_ns:
                yield jvm.name, sum(threads.cpu_ns.values())

    def poll_bed(self, bed: Bed) -> Iterator[tuple[str, int]]:
        """Of the JVMs of a bed as they are now: in a trial with faults they are replaced by others."""
        return self.poll(bed.observed_jvms)


class ThreadsOfProcess:
    """Such threads of a JVM and of those that were started in its place; what ended threads used is kept."""

    def __init__(self, names: re.Pattern[str]) -> None:
        self.cpu_ns: dict[Path, int] = {}
        self._names = names
        self._others: set[Path] = set()

    def read(self, pid: int) -> None:
        """Reads what each thread has used until now."""
        with suppress(OSError):  # the JVM has ended
            for thread in Path(f"/proc/{pid}/task").iterdir():
                if thread not in self._others:
                    self._read(thread)

    def _read(self, thread: Path) -> None:
        with suppress(OSError):  # the thread has ended
            if thread not in self.cpu_ns:
                name = (thread / "comm").read_text(encoding="utf-8", errors="replace").rstrip("\n")
                if not self._names.match(name):
                    if name != UNNAMED:
                        self._others.add(thread)
                    return
            # Time on a processor in ns, unlike the ticks of 10 ms in `stat`.
            self.cpu_ns[thread] = int((thread / "schedstat").read_text(encoding="ascii").split()[0])
