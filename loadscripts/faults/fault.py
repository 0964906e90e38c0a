"""The interface between a trial and the kinds of fault: what a kind knows of itself, and its context."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

from loadscripts.campaign_progress import Progress
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.probes.gc_log import GcSlices
from loadscripts.system.bed_protocol import Bed

RECOVERY_S = 25
"""What it takes until a process that has ended is back and all applications answer, roughly."""


@dataclass(frozen=True)
class FaultContext:
    """Where faults happen. wait_while_running: waits so many seconds under load, and raises when the load has ended."""

    bed: Bed
    run: TrialRun
    logs: GcSlices
    wait_while_running: Callable[[float], None]
    progress: Progress


class Fault(ABC):
    """A kind of fault. As text it is the level that names it. The lab does what is the same for all kinds: it lets
    load pass before, restarts afterwards whatever does not run, and polls what is in doubt then."""

    @property
    def duration_s(self) -> float:
        """From the fault until all has recovered, in seconds, roughly."""
        return RECOVERY_S

    @property
    def loses_connections(self) -> bool:
        """Whether servers lose the broker or the database although both go on running."""
        return False

    @property
    def fills_disks(self) -> bool:
        """Whether the bed needs disks that can be filled."""
        return False

    @abstractmethod
    def process_of(self, bed: Bed) -> str:
        """The process of the bed that is hit."""

    @abstractmethod
    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        """Injects it, and notes when it took effect (triggered_ns); returns when nothing is held, cut or full any
        more. What it leaves unset was not triggered.

        Raises:
            PetlabError: it could not be done.
        """

    def randomized(self, chance: random.Random) -> "Fault":
        """The same with what is left to chance."""
        return self


def server_of(application: str, bed: Bed) -> str:
    """The name of the server that holds an application."""
    return next(jvm.name for jvm in bed.jvms if application in jvm.applications)
