"""Processor time of the threads that only collect garbage, concurrent work included, by JVM."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from loadscripts.system.bed_protocol import Bed

#: As the JVM names them, in the kernel's 15 letters: workers of G1, Parallel and ZGC, concurrent threads, and those
#: that decide when to collect. Serial has none of its own: the VM thread collects, among other work.
COLLECTS = re.compile(r"GC Thread#|G1 |ZWorker|ZDriver|ZDirector|ZStat|ZUncommitter|RuntimeWorker|Shenandoah")
#: What a thread is called until it has said its name.
UNNAMED = "java"


class CollectorThreads:
    """Follows the threads of a bed's JVMs; each poll opens the files of the collectors' threads only."""

    def __init__(self, bed: Bed) -> None:
        self._bed = bed
        self._threads: dict[str, ThreadsOfProcess] = {}

    def poll(self) -> Iterator[tuple[str, int]]:
        """JVM, and what the collectors' threads of all processes of that name have used, in ns. A JVM without such
        threads has no row.
        """
        for jvm in self._bed.observed_jvms:
            threads = self._threads.setdefault(jvm.name, ThreadsOfProcess())
            threads.read(jvm.pid)
            if threads.cpu_ns:
                yield jvm.name, sum(threads.cpu_ns.values())


class ThreadsOfProcess:
    """The collector's threads of a JVM and of those that were started in its place; what ended threads used is kept."""

    def __init__(self) -> None:
        self.cpu_ns: dict[Path, int] = {}
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
                if not COLLECTS.match(name):
                    if name != UNNAMED:
                        self._others.add(thread)
                    return
            # Time on a processor in ns, unlike the ticks of 10 ms in `stat`.
            self.cpu_ns[thread] = int((thread / "schedstat").read_text(encoding="ascii").split()[0])
