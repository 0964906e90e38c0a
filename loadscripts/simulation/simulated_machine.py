"""The machine below the simulated store: its processes, cores and disk, and the recorder of its JVM."""

import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from analysis.contract.schemas import table
from analysis.contract.trial_document import CanaryPiece
from loadscripts.probes import proc, sampling
from loadscripts.probes.flight_recording import Exported
from loadscripts.probes.machine import Machine
from loadscripts.probes.proc import MachineUse, Processes, ProcessUse
from loadscripts.probes.sampling import Sampler
from loadscripts.simulation.simulated_bed import (
    BROKER_PID,
    DATABASE_PID,
    PARENTS,
    SERVER_PID,
    SIEGE_PID,
    WORKER_PID,
    as_csv,
)
from loadscripts.simulation.simulated_events import recorded
from loadscripts.simulation.simulated_store import SimulatedStore
from loadscripts.trials import conduct

CORES = 2
CANARY_NS = 2_000_000
CANARY_PIECES = (CanaryPiece(cpu_ns=CANARY_NS, elapsed_ns=CANARY_NS),)
MACHINE = Machine("simulated", CORES, 8 * 2**30, "none", "none", None, None)
_OF_LAB_S, _OF_SIEGE_S, _OF_WORKER = 0.01, 0.02, 0.3


@dataclass(frozen=True)
class SimulatedMachine:
    """What the kernel says of it."""

    store: SimulatedStore

    @property
    def _up_s(self) -> float:
        return self.store.clock.monotonic()

    def processes(self) -> Processes:
        used = self.store.process_cpu_s(self.store.clock.time_ns())
        server_s = 50.0 + used.get("server", 0.0)
        seconds = {
            SERVER_PID: (1 - _OF_WORKER) * server_s,
            WORKER_PID: _OF_WORKER * server_s,
            BROKER_PID: 20.0 + used.get("broker", 0.0),
            DATABASE_PID: 10.0 + used.get("postgresql", 0.0),
            SIEGE_PID: _OF_SIEGE_S * self._up_s,
            os.getpid(): _OF_LAB_S * self._up_s,
        }
        return {pid: ProcessUse(PARENTS.get(pid, 1), cpu_s, 100_000_000) for pid, cpu_s in seconds.items()}

    def pressure(self) -> list[tuple[str, int, int]]:
        return [("io", round(self.store.sizes.io_pressure * self._up_s * 1e6), 0)]

    def machine_use(self) -> MachineUse:
        sizes, all_s = self.store.sizes, CORES * self._up_s
        ours_s = sum(use.cpu_s for use in self.processes().values()) - 80.0
        others_s, steal_s, iowait_s = (share * all_s for share in (sizes.busy_by_others, sizes.steal, sizes.iowait))
        idle_s = 1000.0 + all_s - ours_s - others_s - steal_s - iowait_s
        return MachineUse(100.0 + ours_s, 30.0 + others_s, iowait_s, idle_s, steal_s, 1000, round(2e6 * self._up_s))

    @contextmanager
    def everywhere(self) -> Iterator[None]:
        """The lab's probes look at it while the block runs."""
        asked = {name: getattr(self, name) for name in ("processes", "pressure", "machine_use")}
        with ExitStack() as stack:
            stack.enter_context(mock.patch.multiple(proc, **asked))
            stack.enter_context(mock.patch.object(sampling, "canary_cpu_ns", lambda: CANARY_NS))
            stack.enter_context(mock.patch.object(conduct, "Sampler", SamplerInVirtualTime))
            stack.enter_context(mock.patch.object(conduct, "canary_pieces", lambda: CANARY_PIECES))
            yield


class SamplerInVirtualTime(Sampler):
    """The lab's sampler, without its thread: it samples when a second of virtual time is over."""

    @contextmanager
    def running(self) -> Iterator["SamplerInVirtualTime"]:
        clock = self._bed.store.clock  # type: ignore[attr-defined]
        with ExitStack() as files:
            self._open_tables(files)
            with clock.heard_by(self._each_second):
                yield self

    def _each_second(self, now_ns: int) -> None:
        if self._bed.store.clock.monotonic_ns() % 1_000_000_000 == 0:  # type: ignore[attr-defined]
            for each in self._tables:
                each.sample()


@dataclass
class SimulatedRecorder:
    """Stands in for `loadscripts.probes.flight_recording.FlightRecorder`."""

    store: SimulatedStore
    begin_ns: int = field(default=0)

    @contextmanager
    def recording(self, jvms: Iterable[Any], folder: Path, *, profile: bool = False) -> Iterator[None]:
        self.begin_ns = self.store.clock.time_ns()
        yield

    def require_none(self, jvms: Iterable[Any]) -> None:
        pass

    def flags(self, jvms: Iterable[Any]) -> dict[str, tuple[str, ...]]:
        return {}

    def export(self, jvms: Iterable[Any], folder: Path, tables: Path, window_ns: tuple[int, int]) -> Exported:
        for name, rows in recorded(self.store, self.begin_ns, window_ns).items():
            (tables / table(name).file).write_text(as_csv(name, rows()), encoding="utf-8")  # type: ignore[arg-type]
        return Exported({"data_loss": 0})
