"""The application by which floors are measured, as part of a bed's plan: no other bed has it, its queues, its table,
its pools and its secrets. docs/measuring.md says what a floor is.
"""

from dataclasses import replace

from deploy.errors import PlanError
from deploy.specification.topology import ServerPlan, Topology
from deploy.specification.workflow_table import Destination, WorkflowTable

#: Its name in the bed: of its role, its user, its address.
APPLICATION = "floors"

#: It sends into both; steps take from the first, nobody from the second.
QUEUES = ("FloorStepQueue", "FloorSendQueue")

_BESIDE = "opc"


def added(table: WorkflowTable, topology: Topology, database_url: str | None) -> tuple[WorkflowTable, Topology]:
    """Table and topology of a bed with it: it runs in the server of the order processing center.

    Raises:
        PlanError: the database is another's, whose disk and log cannot be measured from here.
    """
    if database_url:
        raise PlanError("floors are measured on a database of the bed's own: leave out --database")
    queues = tuple(
        Destination(
            name=name,
            is_topic=False,
            consumer=APPLICATION,
            senders=(APPLICATION,),
            subscriptions=(),
            redelivery=table.redelivery,
        )
        for name in QUEUES
    )
    wider = replace(table, applications=(*table.applications, APPLICATION), destinations=(*table.destinations, *queues))
    return wider, replace(topology, servers=tuple(map(_with_probe, topology.servers)))


def _with_probe(server: ServerPlan) -> ServerPlan:
    if _BESIDE not in server.applications:
        return server
    return replace(server, applications=(*server.applications, APPLICATION))
