"""Waits until the store is at rest: an order is done when its last step is."""

import time
from typing import Any

from deploy.bed.standing_bed import Bed

POLL_INTERVAL_S = 0.5


def wait_until_drained(bed: Bed, timeout_s: float) -> bool:
    """Waits until every queue is empty and no count moves any more.

    Counts are polled because a message that a step has taken stands in no queue while the
    step's transaction is on its way.

    Returns:
        Whether that was so within timeout_s seconds.
    """
    end_s = time.monotonic() + timeout_s
    before = None
    while time.monotonic() < end_s:
        now = counts(bed)
        if queues_empty(bed) and now == before:
            return True
        before = now
        time.sleep(POLL_INTERVAL_S)
    return False


def counts(bed: Bed) -> dict[str, Any]:
    """What each application has counted so far."""
    return {application: bed.manage(application).get_json("counts") for application in bed.applications}


def queues_empty(bed: Bed) -> bool:
    """Whether nothing waits or is being delivered; dead letters do not count."""
    return all(each.messages == 0 and each.delivering == 0 for each in bed.queue_lengths() if not each.dead)
