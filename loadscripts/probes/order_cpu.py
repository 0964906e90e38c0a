"""Processor time of a bed's application servers and of their compilers, and orders completed meanwhile, by windows."""

import csv
import time

from analysis.contract.steady_state import WarmupWindow
from loadscripts.probes import proc
from loadscripts.probes.jvm_threads import COMPILES, JvmThreads
from loadscripts.system.bed_protocol import Bed


class OrderCpu:
    """Measures from when it is made. It asks the kernel and the mail sink's record, not the bed."""

    def __init__(self, bed: Bed) -> None:
        self._bed = bed
        self._compilers = JvmThreads(COMPILES)
        self._begin_s = time.monotonic()
        self._last_ns, self._last_cpu_s, self._last_compilers_ns = time.time_ns(), self._cpu_s(), self._compilers_ns()

    def window(self) -> WarmupWindow:
        """What there was since the last one."""
        now_ns, cpu_s, compilers_ns = time.time_ns(), self._cpu_s(), self._compilers_ns()
        window = WarmupWindow(
            end_s=round(time.monotonic() - self._begin_s, 3),
            orders=self._completed_between(self._last_ns, now_ns),
            cpu_ms=round(max(0.0, cpu_s - self._last_cpu_s) * 1000, 3),
            compiler_ms=round((compilers_ns - self._last_compilers_ns) / 1e6, 3),
        )
        self._last_ns, self._last_cpu_s, self._last_compilers_ns = now_ns, cpu_s, compilers_ns
        return window

    def _compilers_ns(self) -> int:
        return sum(used_ns for _, used_ns in self._compilers.poll(self._bed.jvms))

    def _cpu_s(self) -> float:
        found = proc.processes()
        children = proc.children_of(found)
        uses = [proc.tree_use(jvm.pid, found, children) for jvm in self._bed.jvms]
        return sum(use.cpu_s for use in uses if use)

    def _completed_between(self, begin_ns: int, end_ns: int) -> int:
        with self._bed.mail_record.open(encoding="utf-8", newline="") as record:
            return sum(
                begin_ns <= int(mail["wall_ns"]) < end_ns
                for mail in csv.DictReader(record)
                if mail["kind"] == "completed"
            )
