"""The bed without servers: it only records its commands. It is the dry run, and what the lab is tested with."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from deploy.bed.bed_record import ObservedJvm, ServerJvm
from deploy.bed.fault_injection import FaultInjection
from deploy.bed.in_doubt import InDoubt
from deploy.broker.broker_management import DeadLetter, QueueLength
from deploy.errors import BedError
from deploy.host.processes import BedProcess
from deploy.progress import Progress
from deploy.specification.foreign_client import ForeignAccess, foreign_access
from deploy.specification.plan import BedPlan, check

NOTHING_IN_DOUBT = InDoubt((), (), 0)


@dataclass
class DryRunBed:
    """An idle bed. Its fields are what it answers; a test that needs others, slow ones or errors sets them."""

    plan: BedPlan
    commands: list[str] = field(default_factory=list)
    ready: bool = True
    answers_queue_lengths: Callable[[], Sequence[QueueLength]] = list
    answers_counts: Callable[[], Mapping[str, Any]] = dict
    answers_in_doubt: Callable[[], InDoubt] = lambda: NOTHING_IN_DOUBT
    answers_delays: Callable[[], Mapping[str, Any]] = lambda: {"chosen": "none", "hits": {}, "waited_ns": {}}
    when_switched: Callable[[str, str], None] = lambda transition, delegate: None
    processes: tuple[BedProcess, ...] = ()
    launch: str = "none"
    versions: Mapping[str, str] = field(default_factory=dict)
    mail_record: Path = Path("/dev/null")
    killed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        checked = check(replace(self.plan, small_disks=False, revision=None))  # nothing is mounted or built for it
        nowhere = Path("/dev/null")
        self.applications = {name: checked.base_url(name) for name in checked.table.applications}
        self.jvms = tuple(
            ServerJvm(server.name, 0, nowhere, nowhere, server.applications) for server in checked.topology.servers
        )

    @property
    def observed_jvms(self) -> tuple[ObservedJvm, ...]:
        return self.jvms

    @property
    def foreign_access(self) -> ForeignAccess:
        return foreign_access(check(self.plan), "a password that nobody has set")

    @property
    def faults(self) -> FaultInjection:
        raise BedError("a bed without servers has no processes, connections and disks that could be harmed")

    def reset(self) -> None:
        self.commands.append("reset")

    def switch(self, transition: str, delegate: str) -> None:
        self.when_switched(transition, delegate)
        self.commands.append(f"{transition} by {delegate}")

    def set_phase(self, phase: str) -> None:
        self.commands.append(f"phase {phase}")

    def restart_servers(self, jvm_options: Sequence[str] = ()) -> None:
        self.plan = replace(self.plan, jvm_options=tuple(jvm_options))
        self.commands.append(" ".join(["restart", *jvm_options]))

    def kill(self, name: str) -> None:
        self.killed.add(name)
        self.commands.append(f"kill {name}")

    def recover(self, *, lost_connections: bool = False) -> Mapping[str, float]:
        started = dict.fromkeys(sorted(self.killed), 0.0)
        self.killed.clear()
        self.commands.append(" ".join(["recover", *started]))
        return started

    def arm(self, server: str, spec: str) -> None:
        self.commands.append(f"arm {server} {spec}")

    def disarm(self) -> None:
        self.commands.append("disarm")

    def delay(self, choice: str) -> None:
        self.when_switched("delay", choice)
        self.commands.append(f"delay {choice}")

    def is_ready(self) -> bool:
        return self.ready

    def is_running(self, name: str) -> bool:
        return name not in self.killed

    def counts(self) -> Mapping[str, Any]:
        return self.answers_counts()

    def table(self, application: str, name: str) -> str:
        """Books without a row; nobody reads their columns here."""
        return "\n"

    def metrics(self, application: str, sources: Sequence[str]) -> str:
        return "# EOF\n"

    def queue_lengths(self) -> Sequence[QueueLength]:
        return self.answers_queue_lengths()

    def dead_letters(self) -> Sequence[DeadLetter]:
        return []

    def transactions(self) -> Mapping[str, Mapping[str, Any]]:
        return {jvm.name: {"manager": self.plan.transactions.manager} for jvm in self.jvms}

    def in_doubt(self) -> InDoubt:
        return self.answers_in_doubt()

    def crash_points(self) -> Mapping[str, Mapping[str, Any]]:
        return {jvm.name: {"armed": None, "triggered": 0, "hits": {}} for jvm in self.jvms}

    def delays(self) -> Mapping[str, Mapping[str, Any]]:
        return {jvm.name: self.answers_delays() for jvm in self.jvms}


@dataclass
class DryRunBeds:
    """Starts such beds. beds: all that were ever up, the first first; fails: why a plan's bed cannot start."""

    beds: list[DryRunBed] = field(default_factory=list)
    fails: Callable[[BedPlan], str | None] = lambda plan: None

    @property
    def restarts(self) -> int:
        """How often servers were restarted."""
        return sum(command.startswith("restart") for bed in self.beds for command in bed.commands)

    @contextmanager
    def start_bed(self, plan: BedPlan, progress: Progress, home: Path | None = None) -> Iterator[DryRunBed]:
        if reason := self.fails(plan):
            raise BedError(reason)
        progress.step(f"starting {plan.topology}")
        bed = DryRunBed(plan)
        self.beds.append(bed)
        try:
            yield bed
        finally:
            bed.commands.append("down")
