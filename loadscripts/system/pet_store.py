"""The pet store: the first system that the lab studies."""

from collections.abc import Mapping

from analysis.contract.document import Level
from deploy.lifecycle.lifetime import bed_up
from loadscripts.system.system_under_test import MetricName, OrderMetrics, SystemUnderTest

DEFAULT_DELEGATE = "jms-transacted"


def delegates(levels: Mapping[str, Level]) -> dict[str, str]:
    """The paper switches what lies between processing center and supplier, both ways.

    How the store submits an order stays as it was: it is not what the paper compares.
    """
    compared = str(levels["transition"])
    chosen = {"order-submission": DEFAULT_DELEGATE, "supplier-order": compared, "invoice": compared}
    return {name: str(levels.get(name, delegate)) for name, delegate in chosen.items()}


PET_STORE = SystemUnderTest(
    name="pet-store",
    transitions=("order-submission", "supplier-order", "invoice"),
    default_delegate=DEFAULT_DELEGATE,
    delegates=delegates,
    tables={
        "storefront_orders": ("storefront", "orders.csv"),
        "opc_orders": ("opc", "orders.csv"),
        "supplier_orders": ("supplier", "orders.csv"),
        "shipments": ("supplier", "shipments.csv"),
        "stock": ("supplier", "stock.csv"),
    },
    completed=("opc_orders", "completed_ns"),
    start_bed=bed_up,
    metrics=OrderMetrics(
        placed=MetricName("storefront", "steps", "petlab_steps_total", {"step": "checkout", "outcome": "committed"}),
        booked=MetricName("opc", "steps", "petlab_steps_total", {"step": "receiving", "outcome": "committed"}),
        completed=MetricName("opc", "responses", "petlab_completion_mails_total"),
        response_time=MetricName("opc", "responses", "petlab_response_time_seconds"),
    ),
)
