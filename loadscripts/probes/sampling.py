"""Samples bed and machine once a second while a trial runs, and writes the samples to the trial's tables."""

import csv
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import astuple
from pathlib import Path
from typing import Any

from analysis.contract.schemas import TableName, table
from deploy.errors import PetlabError
from loadscripts.probes import proc
from loadscripts.probes.bed_observer import BedObserver, Unobserved
from loadscripts.probes.canary import canary_cpu_ns
from loadscripts.probes.jvm_threads import COLLECTS, COMPILES, JvmThreads
from loadscripts.probes.perf_counters import CollectorCounters
from loadscripts.probes.proc import ProcessUse
from loadscripts.system.bed_protocol import Bed
from loadscripts.trial_errors import SamplingError

PERIOD_S = 1.0
LAB = "petlab"

Rows = Iterable[tuple[object, ...]]


class SampledTable:
    """A table of samples; several threads may take one."""

    def __init__(
        self, files: ExitStack, folder: Path, name: TableName, poll: Callable[[], Rows], observer: BedObserver
    ) -> None:
        self.name = name
        self._rows = _table(files, folder, name)
        self._poll = poll
        self._observer = observer
        self._lock = threading.Lock()

    def sample(self) -> None:
        """Adds the rows of this moment."""
        with self._lock:  # so that times and counters only grow from row to row
            wall_ns = time.time_ns()
            rows = list(self._poll())
            self._rows.writerows((wall_ns, *row) for row in rows)
            self._observer.sampled(self.name, wall_ns, rows)


class Sampler:
    """The tables of one trial that come from polls, one a second."""

    def __init__(self, bed: Bed, folder: Path, observer: BedObserver | None = None) -> None:
        self._bed = bed
        self._observer = observer or Unobserved()
        self._others = {LAB: os.getpid()}
        self._uses = Uses()
        self._collectors, self._compilers = JvmThreads(COLLECTS), JvmThreads(COMPILES)
        self._counters = CollectorCounters()
        self._ended = threading.Event()
        self._missed = 0
        self._folder = folder
        self._tables: list[SampledTable] = []

    def also_watch(self, name: str, pid: int) -> None:
        """Another process joins: Siege, which begins later."""
        self._others = self._others | {name: pid}

    @property
    def missed(self) -> int:
        """How often the broker did not say how long its queues are."""
        return self._missed

    @contextmanager
    def running(self) -> Iterator["Sampler"]:
        """Samples from here on until the block ends.

        Raises:
            SamplingError: the samples ended before the block did.
        """
        with ExitStack() as files, ThreadPoolExecutor(1, "petlab-sampler") as thread:
            self._open_tables(files)
            try:
                sampling = thread.submit(self._run)  # interrupted, it may have begun
                yield self
            finally:
                self._ended.set()
        if (error := sampling.exception()) is not None:
            raise SamplingError(f"bed and machine were not sampled to the end: {error!r}") from error

    def sample_counters(self) -> None:
        """Samples what processes and machine have used until now, beside the samples of each second: where a window
        begins or ends it must not be estimated from those before and after. The broker is not asked.

        Raises:
            SamplingError: the samples cannot be taken, or not be written.
        """
        try:
            for each in self._tables:
                if each.name != "queues":
                    each.sample()
        except OSError as error:
            raise SamplingError(f"bed and machine could not be sampled: {error!r}") from error

    def _open_tables(self, files: ExitStack) -> None:
        self._tables = [SampledTable(files, self._folder, name, poll, self._observer) for name, poll in self._polls()]

    def _run(self) -> None:
        due_s = time.monotonic()
        while not self._ended.wait(max(0.0, due_s - time.monotonic())):
            for each in self._tables:
                each.sample()
            # A late poll does not delay the next ones.
            due_s = max(due_s + PERIOD_S, time.monotonic())

    def _polls(self) -> list[tuple[TableName, Callable[[], Rows]]]:
        return [
            ("queues", self._queues),
            ("resources", lambda: self._uses.poll(self._roots())),
            ("pressure", proc.pressure),
            ("machine", lambda: [tuple(round(total, 2) for total in astuple(proc.machine_use()))]),
            ("collector_threads", lambda: self._collectors.poll_bed(self._bed)),
            ("collector_counters", lambda: self._counters.poll_bed(self._bed)),
            ("compiler_threads", lambda: self._compilers.poll_bed(self._bed)),
            ("canary", lambda: [(canary_cpu_ns(),)]),
        ]

    def _roots(self) -> dict[str, int]:
        """The processes as they are now: in a trial with faults they are replaced by others."""
        return {process.name: process.pid for process in self._bed.processes} | self._others

    def _queues(self) -> Rows:
        try:
            lengths = self._bed.queue_lengths()
        except PetlabError:
            self._missed += 1
            return []
        return [(each.queue, each.messages, each.delivering, str(each.dead).lower()) for each in lengths]


class Uses:
    """CPU seconds and memory of named process trees; a tree within another is not counted twice.

    A process that is replaced by another hands its CPU seconds down to it, so that those of a name only ever grow; what
    it used after the last poll is lost. The kernel books what an ended process used to its parent, which is not to have
    it where both have names: but for what came after the last poll it is taken off again.
    """

    def __init__(self) -> None:
        self._seen: dict[str, tuple[int, float]] = {}
        self._inherited_s: dict[str, float] = {}
        self._named: dict[int, ProcessUse] = {}
        self._booked_to_parent_s: dict[int, float] = {}

    def poll(self, roots: Mapping[str, int]) -> Rows:
        """Name, CPU seconds and memory of each tree, given by the id of its root."""
        found = proc.processes()
        children = proc.children_of(found)
        named = set(roots.values())
        self._note_ended(found, named)
        # What the lab has begun and left to itself is not the lab: other beds, the other trial's generator.
        begun = named | {pid for pid, use in found.items() if use.session == pid}
        uses = {
            name: proc.tree_use(pid, found, children, without=begun if name == LAB else named)
            for name, pid in roots.items()
        }
        return [
            (name, f"{self._cpu_s(name, roots[name], use.cpu_s):.2f}", use.rss_bytes)
            for name, use in uses.items()
            if use
        ]

    def _note_ended(self, found: proc.Processes, named: set[int]) -> None:
        for pid, use in self._named.items():
            if pid not in found:
                self._booked_to_parent_s[use.parent] = self._booked_to_parent_s.get(use.parent, 0.0) + use.cpu_s
        self._named = {pid: found[pid] for pid in named if pid in found}

    def _cpu_s(self, name: str, pid: int, cpu_s: float) -> float:
        cpu_s -= self._booked_to_parent_s.get(pid, 0.0)
        before, last_s = self._seen.get(name, (pid, 0.0))
        if before != pid:
            self._inherited_s[name] = self._inherited_s.get(name, 0.0) + last_s
            last_s = 0.0
        # Of a tree that is dying the root may still be there and its children's seconds not.
        self._seen[name] = pid, max(cpu_s, last_s)
        return self._inherited_s.get(name, 0.0) + self._seen[name][1]


def _table(files: ExitStack, folder: Path, name: TableName) -> Any:
    contract = table(name)
    file = files.enter_context((folder / contract.file).open("w", encoding="utf-8", newline=""))
    file.write(contract.header + "\n")
    return csv.writer(file, lineterminator="\n")
