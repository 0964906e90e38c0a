"""The course of a trial's faults: a pause under load, the crash, the return, what is in doubt then; and again."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from deploy.bed import Bed
from deploy.errors import ManagementError, PetlabError
from loadscripts.charge import Charge
from loadscripts.course import Course, now_ns
from loadscripts.faults import VICTIMS, Crash, Kill, Planned
from loadscripts.gc_log import GcSlices
from loadscripts.happened import Happened
from loadscripts.in_doubt import in_doubt_once_it_is_told, look
from loadscripts.progress import Progress

CrashPoints = Mapping[str, Mapping[str, Any]]
"""By the server's name."""

LOOK_EVERY_S = 1.0
GONE_LOOK_EVERY_S = 0.02
GOES_OFF_WITHIN_S = 60
DIES_WITHIN_S = 5
"""A server that halts may be dead before it has answered the call that armed it."""


@dataclass(frozen=True)
class Scene:
    """Where faults happen. let_pass: lets seconds of load pass and raises when the load is no longer there."""

    bed: Bed
    course: Course
    logs: GcSlices
    let_pass: Callable[[float], None]
    progress: Progress


def inject(planned: tuple[Planned, ...], scene: Scene) -> None:
    """Lets the crashes of a trial happen, each after its pause, and lets the load go on for a while after the last.

    Raises:
        PetlabError: what crashed does not come back, or the load has ended.
    """
    for number, each in enumerate(planned, start=1):
        _pause(each.pause_s, scene)
        scene.progress.step(f"fault {number} of {len(planned)}: {each.crash}")
        _crash(each.crash, scene)
    if planned:
        _pause(planned[-1].pause_s, scene)


def _pause(seconds: float, scene: Scene) -> None:
    """The load goes on; meanwhile the servers may finish what earlier faults have left in doubt."""
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0:
        scene.let_pass(min(left_s, LOOK_EVERY_S))
        look(scene.course.faults, scene.bed)


def _crash(crash: Crash, scene: Scene) -> None:
    happened = Happened(str(crash), process_of(crash, scene.bed), at_ns=now_ns())
    scene.course.faults.append(happened)
    if isinstance(crash, Kill):
        scene.bed.kill(happened.process)
        happened.gone_ns = now_ns()
    else:
        happened.gone_ns = _halt(happened, scene)
    if happened.went_off:
        _bring_back(happened, scene)


def process_of(crash: Crash, bed: Bed) -> str:
    """The process of the bed that will be dead. In a topology of several servers it is the one that holds the OPC.

    A charge with a place is meant for the server that passes it.
    """
    if isinstance(crash, Kill):
        return VICTIMS[crash.victim] or server_of("opc", bed)
    return server_of(crash.application or "opc", bed)


def server_of(application: str, bed: Bed) -> str:
    """The name of the server that holds an application."""
    return next(jvm.name for jvm in bed.jvms if application in jvm.applications)


def _halt(happened: Happened, scene: Scene) -> int | None:
    """Arms the charge and waits until the server is gone; returns when that was, None when it did not go off."""
    bed, server = scene.bed, happened.process
    try:
        _arm(happened, bed)
        end_s = time.monotonic() + GOES_OFF_WITHIN_S
        while bed.is_running(server) and time.monotonic() < end_s:
            scene.let_pass(GONE_LOOK_EVERY_S)
    finally:
        # Whatever happens, nothing stays armed. A server may still go off in this very moment.
        if bed.is_running(server):
            with suppress(ManagementError):
                bed.disarm()
    return None if bed.is_running(server) else now_ns()


def _arm(happened: Happened, bed: Bed) -> None:
    try:
        bed.arm(happened.process, happened.kind)
    except ManagementError:
        end_s = time.monotonic() + DIES_WITHIN_S
        while bed.is_running(happened.process):
            if time.monotonic() > end_s:
                raise
            time.sleep(GONE_LOOK_EVERY_S)


def _bring_back(happened: Happened, scene: Scene) -> None:
    scene.logs.keep_of_ended(scene.bed.is_running)
    scene.bed.bring_back()
    happened.back_ns = now_ns()
    # A fresh JVM knows of no trial.
    scene.bed.set_phase("measure")
    happened.return_with(in_doubt_once_it_is_told(scene.bed))


def gone_off_since(before: CrashPoints, after: CrashPoints) -> CrashPoints:
    """The crash points as they are, but with what has gone off in between: a JVM counts through all its trials."""
    return {
        server: {**points, "gone_off": points["gone_off"] - before[server]["gone_off"]}
        for server, points in after.items()
    }


@contextmanager
def armed(charge: Charge | None, bed: Bed, course: Course) -> Iterator[None]:
    """A charge that throws or delays is armed in every server while the block runs; at its end is noted what it did."""
    if charge is None:
        yield
        return
    try:
        before = bed.crash_points()
        for jvm in bed.jvms:
            bed.arm(jvm.name, str(charge))
        yield
        course.crash_points = gone_off_since(before, bed.crash_points())
    except BaseException:
        # What went wrong before is the message, not what goes wrong with disarming.
        with suppress(PetlabError):
            bed.disarm()
        raise
    else:
        bed.disarm()
