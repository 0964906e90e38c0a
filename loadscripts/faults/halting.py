"""A fault that a server does to itself: it halts at a crash point, during a step or its commit."""

import random
import time
from contextlib import suppress
from dataclasses import dataclass, replace

from deploy.errors import ManagementError
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import now_ns
from loadscripts.faults.fault import Fault, FaultContext, server_of
from loadscripts.faults.fault_spec import FaultSpec
from loadscripts.system.bed_protocol import Bed

HALTS_WITHIN = 40
"""A fault that halts is triggered at one of its first so many hits."""

POLL_INTERVAL_S = 0.02
TRIGGER_TIMEOUT_S = 60
HALT_TIMEOUT_S = 1
DEATH_TIMEOUT_S = 5
"""A server that halts may be dead before it has answered the call that armed it."""


@dataclass(frozen=True)
class Halt(Fault):
    """A halt of the server that passes the place; without a place, of the one with the OPC."""

    spec: FaultSpec

    def __str__(self) -> str:
        return str(self.spec)

    def process_of(self, bed: Bed) -> str:
        return server_of(self.spec.application or "opc", bed)

    def randomized(self, chance: random.Random) -> "Halt":
        hit = chance.randint(1, HALTS_WITHIN)
        return self if self.spec.when else Halt(replace(self.spec, when=str(hit)))

    def inject(self, event: FaultEvent, context: FaultContext) -> None:
        """Arms the fault and waits until the server is gone."""
        bed, server = context.bed, event.process
        try:
            _arm(event, bed)
            end_s = time.monotonic() + TRIGGER_TIMEOUT_S
            while bed.is_running(server) and time.monotonic() < end_s:
                context.wait_while_running(POLL_INTERVAL_S)
        finally:
            # Whatever happens, nothing stays armed. A server may still be triggered in this very moment.
            if bed.is_running(server):
                with suppress(ManagementError):
                    bed.disarm()
        event.triggered_ns = now_ns() if _ends(server, bed) else None


def _ends(server: str, bed: Bed) -> bool:
    """Whether it is gone, or goes yet: one that was triggered while it was disarmed may still answer for a moment."""
    end_s = time.monotonic() + HALT_TIMEOUT_S
    while bed.is_running(server) and time.monotonic() < end_s:
        time.sleep(POLL_INTERVAL_S)
    return not bed.is_running(server)


def _arm(event: FaultEvent, bed: Bed) -> None:
    try:
        bed.arm(event.process, event.kind)
    except ManagementError:
        end_s = time.monotonic() + DEATH_TIMEOUT_S
        while bed.is_running(event.process):
            if time.monotonic() > end_s:
                raise
            time.sleep(POLL_INTERVAL_S)
