"""What can happen to a bed under load: a class for each kind of fault. Faults that halt a server are in `halting`."""

from collections.abc import Mapping
from dataclasses import dataclass

from deploy.bed.bed_database import DATABASE
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import now_ns
from loadscripts.faults.fault import RECOVERY_S, Fault, FaultContext, server_of
from loadscripts.system.bed_protocol import Bed

VICTIMS: Mapping[str, str | None] = {"server": None, "broker": "broker", "database": DATABASE}
"""What can be hit, and the name of its process; a server's is the topology's business."""

RECOVERY_TIMES_S: Mapping[str, float] = {"server": RECOVERY_S, "broker": 8.0, "database": 4.0}
"""What it takes until one that has ended is back and all applications answer, roughly."""

DISKS: Mapping[str, str] = {"broker": "broker", "database": "database", "log": "server"}
"""What lies on a disk that can be filled, and the victim that writes there."""

FULL_S = 10.0
"""How long a disk is full when nothing else is said."""

STILL_RUNS_S = 5.0
"""What it takes until all applications answer after a fault that ends no process, or one that starts quickly."""

_FILL_INTERVAL_S = 0.2


def process_of(victim: str, bed: Bed) -> str:
    """Of several servers it is the one that holds the OPC."""
    return VICTIMS[victim] or server_of("opc", bed)


def seconds_as_text(seconds: float) -> str:
    """`40s`, `0.5s`."""
    return f"{seconds:g}s"


@dataclass(frozen=True)
class Kill(Fault):
    """SIGKILL to one process of the bed and all that it has started. victim: server | broker | database."""

    victim: str

    @property
    def duration_s(self) -> float:
        return RECOVERY_TIMES_S[self.victim]

    def __str__(self) -> str:
        return f"kill {self.victim}"

    def process_of(self, bed: Bed) -> str:
        return process_of(self.victim, bed)

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        context.bed.kill(event.process)
        event.triggered_ns = now_ns()


@dataclass(frozen=True)
class Stop(Fault):
    """The process is asked to end in good order during its work; PostgreSQL by its fast shutdown."""

    victim: str

    @property
    def duration_s(self) -> float:
        return RECOVERY_TIMES_S[self.victim]

    def __str__(self) -> str:
        return f"stop {self.victim}" + (" fast" if self.victim == "database" else "")

    def process_of(self, bed: Bed) -> str:
        return process_of(self.victim, bed)

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        event.triggered_ns = now_ns()
        context.bed.faults.stop(event.process)


@dataclass(frozen=True)
class Stall(Fault):
    """The process and all that it has started are stopped for so many seconds, and continue."""

    victim: str
    seconds: float

    @property
    def duration_s(self) -> float:
        return self.seconds + STILL_RUNS_S

    def __str__(self) -> str:
        return f"stall {self.victim} {seconds_as_text(self.seconds)}"

    @property
    def loses_connections(self) -> bool:
        return self.victim != "server"

    def process_of(self, bed: Bed) -> str:
        return process_of(self.victim, bed)

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        with context.bed.faults.stalled(event.process):
            event.triggered_ns = now_ns()
            context.wait_while_running(self.seconds)


@dataclass(frozen=True)
class TerminateBackends(Fault):
    """Every database session of the applications is ended (SQLSTATE 57P01) while one is in mid-commit."""

    @property
    def duration_s(self) -> float:
        return STILL_RUNS_S

    @property
    def loses_connections(self) -> bool:
        return True

    def __str__(self) -> str:
        return "terminate backends"

    def process_of(self, bed: Bed) -> str:
        return DATABASE

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        event.triggered_ns = now_ns() if context.bed.faults.terminate_backends() else None


@dataclass(frozen=True)
class CutConnections(Fault):
    """Every connection of the servers to broker and database is reset while one of them is in mid-commit."""

    @property
    def duration_s(self) -> float:
        return STILL_RUNS_S

    @property
    def loses_connections(self) -> bool:
        return True

    def __str__(self) -> str:
        return "cut connections"

    def process_of(self, bed: Bed) -> str:
        return process_of("server", bed)

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        event.triggered_ns = now_ns() if context.bed.faults.cut_connections() else None


@dataclass(frozen=True)
class FullDisk(Fault):
    """The disk of the broker's journal, the database or the manager's log is full for so many seconds."""

    disk: str
    seconds: float = FULL_S

    @property
    def fills_disks(self) -> bool:
        return True

    @property
    def duration_s(self) -> float:
        return self.seconds + STILL_RUNS_S

    @property
    def loses_connections(self) -> bool:
        return self.disk != "log"

    def __str__(self) -> str:
        duration = [] if self.seconds == FULL_S else [seconds_as_text(self.seconds)]
        return " ".join(["full disk", self.disk, *duration])

    def process_of(self, bed: Bed) -> str:
        return process_of(DISKS[self.disk], bed)

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        with context.bed.faults.full_disk(event.process) as disk:
            event.triggered_ns = now_ns()
            left_s = self.seconds
            while left_s > 0:
                context.wait_while_running(min(left_s, _FILL_INTERVAL_S))
                left_s -= _FILL_INTERVAL_S
                disk.fill()
