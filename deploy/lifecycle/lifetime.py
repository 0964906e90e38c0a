"""How a bed is started and ended: `up`, `attach`, `down`.

A bed belongs to one process: whoever calls `up` in the foreground, or a daemon that `up` leaves behind otherwise. When
its owner dies, however it dies, the servers die with it.
"""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from deploy import paths
from deploy.bed import bed_record, leftovers
from deploy.bed.assembly import Assembly
from deploy.bed.standing_bed import Bed
from deploy.errors import BedError
from deploy.generating.filling import fill
from deploy.host import processes
from deploy.lifecycle import bed_daemon_process
from deploy.progress import Progress
from deploy.specification.plan import BedPlan, check

_DOWN_TIMEOUT_S = 40

ENDING = (signal.SIGTERM, signal.SIGHUP)


def up(
    plan: BedPlan, *, progress: Progress, foreground: bool = True, home: Path | None = None, kept: bool = False
) -> Bed:
    """Starts a bed: in the foreground it is ours, otherwise a daemon process owns it. Raises PetlabError's tree.

    home: of an extra bed, which only this process knows of. kept: for whoever comes, as the daemon's are.
    """
    check(plan)
    if not foreground:
        bed_daemon_process.start(plan, progress)
        left = attach()
        if left is None:
            raise BedError("the bed went down as soon as it was up")
        return left
    owned = Assembly.begin(plan, progress, home or paths.BED_HOME, kept=kept)
    try:
        if home is None:
            _tidy_up_extra()
        standing = Bed(owned.assemble(), owned.home, owned)
        standing.reset()  # a new database has no animals in it
        _give_past(standing, progress)
        return standing
    except BaseException:
        owned.close()
        raise


def _give_past(standing: Bed, progress: Progress) -> None:
    if standing.plan.past is not None:
        fill(standing, standing.plan.past, progress)


@contextmanager
def bed_up(plan: BedPlan, progress: Progress, home: Path | None = None, *, kept: bool = False) -> Iterator[Bed]:
    """A bed for the time of the block. An ending signal ends the block as Ctrl-C does."""
    with _ending_signals_raise(), up(plan, progress=progress, home=home, kept=kept) as bed:
        yield bed


def attach() -> Bed | None:
    """The running bed, whoever owns it, to be asked; None when there is none. `bed_to_change` has one to be changed.

    Raises:
        BedError: another version of Petlab has put it up.
    """
    left = bed_record.remains(paths.BED_HOME)
    if left is None or not left.owner.is_running():
        return None
    known = bed_record.read(paths.BED_HOME)
    if known is None or not known.is_up:
        return None
    return Bed(known, paths.BED_HOME)


def bed_to_change(purpose: str) -> Bed:
    """The running bed, for what changes it from outside. purpose: a verb, for messages.

    Raises:
        BedError: there is none, or a command measures on it, whose trials would be of something else from then on.
    """
    standing = attach()
    if standing is None:
        raise BedError(f"there is no bed to {purpose}: start one first (petlab up)")
    if not standing.is_kept:
        raise BedError(
            f"process {standing.owner.pid} is measuring on the bed, which nothing else may change: wait until it has "
            f"ended, or end it (petlab down), and start a bed to {purpose} (petlab up)"
        )
    return standing


def down(progress: Progress) -> bool:
    """Takes the bed down, whoever owns it, also one that is only starting; without one it tidies up what a dead one has
    left.

    Returns:
        Whether there was any of it.

    Raises:
        BedError: somebody is starting or ending a bed of which nothing is on record.
    """
    known = bed_record.remains(paths.BED_HOME)
    was_there = known is not None or paths.BED_HOME.exists()
    if was_there:
        progress.step("taking the bed down")
    if known and known.owner.is_running() and known.owner.pid != os.getpid():
        os.kill(known.owner.pid, signal.SIGTERM)
        deadline = time.monotonic() + _DOWN_TIMEOUT_S
        while known.owner.is_running() and time.monotonic() < deadline:
            time.sleep(0.05)
        processes.end([known.owner])
    try:
        lock = leftovers.lock_of(paths.BED_HOME)
    except BedError as locked:
        raise BedError("a bed is just being started or ended: wait a minute, then try again") from locked
    with lock:
        leftovers.tidy_up(paths.BED_HOME)
    _tidy_up_extra()
    return was_there


def _tidy_up_extra() -> None:
    """Tidies up after extra beds whose owner has died."""
    for home in paths.all_extra_homes():
        with suppress(BedError), leftovers.lock_of(home):
            leftovers.tidy_up(home)


@contextmanager
def _ending_signals_raise() -> Iterator[None]:
    """The first SIGTERM or SIGHUP becomes SystemExit, so that every `finally` is gone through. Later ones are ignored:
    half of a bed would stay if taking it down were interrupted.

    Whoever has handlers of their own keeps them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    leaving = False

    def leave(number: int, _: FrameType | None) -> None:
        nonlocal leaving
        if not leaving:
            leaving = True
            raise SystemExit(128 + number)

    unhandled = [number for number in ENDING if signal.getsignal(number) == signal.SIG_DFL]
    before = {number: signal.signal(number, leave) for number in unhandled}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
