"""Polls what is in doubt: after each fault, and when the store is idle, when nothing should be."""

import time
from collections.abc import Sequence

from deploy.bed.in_doubt import InDoubt
from deploy.errors import ManagementError
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.facts.trial_run import now_ns
from loadscripts.system.bed_protocol import Bed

QUERY_TIMEOUT_S = 60
RESOLUTION_TIMEOUT_S = 90
POLL_INTERVAL_S = 0.5


def poll_in_doubt(faults: Sequence[FaultEvent], bed: Bed) -> None:
    """Records the faults of which nothing is in doubt any more. A bed that does not answer is polled again later."""
    waiting = [fault for fault in faults if fault.is_unresolved]
    if not waiting:
        return
    try:
        now = bed.in_doubt()
    except ManagementError:
        return
    seen_ns = now_ns()
    for fault in waiting:
        fault.resolve(now, seen_ns)


def in_doubt_once_available(bed: Bed) -> InDoubt:
    """What is in doubt now. A server whose database or broker was gone may still hold broken connections to it.

    Raises:
        ManagementError: it is not told for a minute.
    """
    end_s = time.monotonic() + QUERY_TIMEOUT_S
    while True:
        try:
            return bed.in_doubt()
        except ManagementError:
            if time.monotonic() > end_s:
                raise
            time.sleep(POLL_INTERVAL_S)


def wait_until_nothing_in_doubt(faults: Sequence[FaultEvent], bed: Bed) -> bool:
    """Waits after the load until everything that was prepared is decided, a minute and a half at most.

    Returns:
        Whether there was something to wait for: what is decided now may let documents go on.
    """
    end_s = time.monotonic() + RESOLUTION_TIMEOUT_S
    waited = False
    while in_doubt_once_available(bed).total and time.monotonic() < end_s:
        waited = True
        poll_in_doubt(faults, bed)
        time.sleep(POLL_INTERVAL_S)
    poll_in_doubt(faults, bed)
    return waited
