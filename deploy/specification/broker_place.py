"""Where the broker runs: in a process of its own, or in the JVM of the application server, as the paper's did."""

from collections.abc import Sequence

from deploy.errors import PlanError
from deploy.specification.topology import Topology

PROCESS, IN_SERVER = "process", "in-server"
BROKER_PLACES = (PROCESS, IN_SERVER)


def check(place: str) -> None:
    """Raises PlanError when it can run nowhere of this name."""
    if place not in BROKER_PLACES:
        raise PlanError(f"broker {place!r} is unknown; known are {', '.join(BROKER_PLACES)}")


def check_bed(place: str, topology: Topology, jvm_options: Sequence[str], *, small_disks: bool) -> None:
    """Raises PlanError with the reason why the broker of such a bed cannot run there."""
    check(place)
    if place == PROCESS:
        return
    if len(topology.servers) > 1:
        raise PlanError(f"broker {IN_SERVER}: a topology with one server was expected, this one has several")
    if jvm_options:
        raise PlanError(f"broker {IN_SERVER}: no JVM options for the broker were expected, it shares the server's JVM")
    if small_disks:
        raise PlanError(f"full disks: the broker {PROCESS} was expected, as a broker with a full disk must end alone")
