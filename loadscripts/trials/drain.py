"""Waits until the store is drained: an order is done when its last step is."""

import time

from loadscripts.system.bed_protocol import Bed

POLL_INTERVAL_S = 0.5


def wait_until_drained(bed: Bed, timeout_s: float) -> bool:
    """Waits until every queue is empty and no count moves any more.

    Counts are polled because a message that a step has taken is in no queue while the
    step's transaction is on its way.

    Returns:
        Whether that was so within timeout_s seconds.
    """
    end_s = time.monotonic() + timeout_s
    before = None
    while time.monotonic() < end_s:
        now = bed.counts()
        if queues_empty(bed) and now == before:
            return True
        before = now
        time.sleep(POLL_INTERVAL_S)
    return False


def queues_empty(bed: Bed) -> bool:
    """Whether nothing waits or is being delivered; dead letters do not count."""
    return all(each.messages == 0 and each.delivering == 0 for each in bed.queue_lengths() if not each.dead)
