"""Injects the faults of a trial one by one: a pause under load, the fault, the recovery, what is in doubt then."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from deploy.errors import PetlabError
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import TrialRun, now_ns
from loadscripts.faults.fault import Fault, FaultContext
from loadscripts.faults.fault_levels import PlannedFault
from loadscripts.faults.fault_spec import FaultSpec
from loadscripts.faults.in_doubt_polling import in_doubt_once_available, poll_in_doubt
from loadscripts.system.bed_protocol import Bed

CrashPoints = Mapping[str, Mapping[str, Any]]
"""By the server's name."""

POLL_INTERVAL_S = 1.0


def inject_all(planned: tuple[PlannedFault, ...], context: FaultContext) -> None:
    """Lets the faults of a trial happen, each after its pause, and lets the load go on for a while after the last.

    Raises:
        PetlabError: what was hit does not come back, or the load has ended.
    """
    for number, each in enumerate(planned, start=1):
        _pause(each.pause_s, context)
        context.progress.step(f"fault {number} of {len(planned)}: {each.fault}")
        _inject(each.fault, context)
    if planned:
        _pause(planned[-1].pause_s, context)


def _pause(seconds: float, context: FaultContext) -> None:
    """The load goes on; meanwhile the servers may finish what earlier faults have left in doubt."""
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0:
        context.wait_while_running(min(left_s, POLL_INTERVAL_S))
        poll_in_doubt(context.run.faults, context.bed)


def _inject(fault: Fault, context: FaultContext) -> None:
    event = FaultEvent(str(fault), fault.process_of(context.bed), at_ns=now_ns())
    context.run.faults.append(event)
    fault.inject(event, context)
    if event.triggered:
        _recover(fault, event, context)


def _recover(fault: Fault, event: FaultEvent, context: FaultContext) -> None:
    context.logs.keep()  # a JVM that is started again begins its log anew, also one that is silent and is ended for it
    context.bed.recover(lost_connections=fault.loses_connections)
    event.recovered_ns = now_ns()
    # A fresh JVM knows of no trial.
    context.bed.set_phase("measure")
    event.record_recovery(in_doubt_once_available(context.bed))


def triggered_since(before: CrashPoints, after: CrashPoints) -> CrashPoints:
    """The crash points as they are, but with what was triggered in between: a JVM counts through all its trials."""
    return {
        server: {**points, "triggered": points["triggered"] - before[server]["triggered"]}
        for server, points in after.items()
    }


def _at_the_end(armed_points: CrashPoints, disarmed: CrashPoints) -> CrashPoints:
    """What was armed and how often it was passed, with the triggerings up to the end."""
    return {server: {**points, "triggered": disarmed[server]["triggered"]} for server, points in armed_points.items()}


@contextmanager
def armed(spec: FaultSpec | None, bed: Bed, run: TrialRun) -> Iterator[None]:
    """A fault that throws or delays is armed in every server while the block runs; at its end is noted what it did."""
    if spec is None:
        yield
        return
    try:
        before = bed.crash_points()
        for jvm in bed.jvms:
            bed.arm(jvm.name, str(spec))
        yield
    except BaseException:
        # What went wrong before is the message, not what goes wrong with disarming.
        with suppress(PetlabError):
            bed.disarm()
        raise
    # What is counted once nothing is armed any more, grows no more. Hits are counted from one arming to the next.
    try:
        armed_points = bed.crash_points()
    finally:
        bed.disarm()
    run.crash_points = triggered_since(before, _at_the_end(armed_points, bed.crash_points()))
