"""After the load: until the last order is done, and nothing is in doubt any more."""

from collections.abc import Sequence

from deploy.bed import Bed
from loadscripts.drain import wait_until_drained
from loadscripts.happened import Happened
from loadscripts.in_doubt import wait_until_nothing_in_doubt


def settle(faults: Sequence[Happened], bed: Bed, deadline_s: float) -> bool:
    """Waits until the store is at rest; after faults, also until all that was in doubt is decided.

    Returns:
        Whether the store came to rest within deadline_s seconds, counted anew when a decision let documents go on.
    """
    drained = wait_until_drained(bed, deadline_s)
    if faults and wait_until_nothing_in_doubt(faults, bed):
        drained = wait_until_drained(bed, deadline_s)
    return drained
