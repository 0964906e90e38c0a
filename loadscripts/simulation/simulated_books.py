"""What the applications, the mail sink and the broker say of the orders in the end."""

from collections.abc import Iterator, Sequence
from typing import Any

from loadscripts.simulation.simulated_order import MS_NS, SimulatedOrder
from loadscripts.simulation.simulated_store import SimulatedStore

Row = dict[str, Any]
PRICE = 16.5
INITIAL_STOCK = 1_000_000
NOT_SHIPPED = ("lost", "lost, completion mailed", "not shipped", "stuck", "waiting", "refused")
_STATES = {"refused": "DENIED"} | dict.fromkeys(("lost", "lost, completion mailed", "stuck", "waiting"), "APPROVED")


def known(store: SimulatedStore) -> list[SimulatedOrder]:
    """The orders of which the store knows: of one that is missing only the customer does."""
    return [order for order in store.orders if order.mishap != "missing"]


def storefront_orders(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        yield {
            "order_id": order.id,
            "received_ns": order.received_ns + store.offset_ns("storefront"),
            "customer": order.account,
            "total": PRICE * order.quantity,
            "lines": f"{order.item}:{order.quantity}",
        }


def opc_orders(store: SimulatedStore) -> Iterator[Row]:
    offset_ns = store.offset_ns("opc")
    for order in known(store):
        is_refused = order.mishap == "refused"
        is_done = order.mishap not in NOT_SHIPPED or order.mishap == "not shipped"
        row = {
            "order_id": order.id,
            "state": _STATES.get(order.mishap, "COMPLETED"),
            "refusal": "funds" if is_refused else None,
            "total": PRICE * order.quantity,
            "received_ns": order.steps_ns[1] + offset_ns,
            "approved_ns": None if is_refused else order.steps_ns[2] + offset_ns,
            "completed_ns": order.completed_ns + offset_ns if is_done else None,
            "invoices": int(is_done),
            "duplicates": 0,
            "awaiting_approval": False,
        }
        yield row
        if order.mishap == "phantom":
            yield {**row, "order_id": f"F-{order.id}"}


def supplier_orders(store: SimulatedStore) -> Iterator[Row]:
    offset_ns = store.offset_ns("supplier")
    for order in known(store):
        is_waiting = order.mishap == "waiting"
        if order.mishap not in NOT_SHIPPED or is_waiting:
            yield {
                "order_id": order.id,
                "document_id": f"{order.id}-supplier-order",
                "state": "waiting" if is_waiting else "shipped",
                "received_ns": order.steps_ns[3] + offset_ns,
                "shipped_ns": None if is_waiting else order.calls_ns[3] + offset_ns,
                "shipments": int(not is_waiting),
                "duplicates": int(order.mishap == "rolled back after SOAP"),
            }


def shipments(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        if order.mishap not in NOT_SHIPPED:
            for again in ("", "-again")[: 2 if order.mishap == "duplicated" else 1]:
                yield {
                    "shipment_id": f"sh-{order.id}{again}",
                    "order_id": order.id,
                    "item_id": order.item,
                    "quantity": order.quantity,
                    "shipped_ns": order.calls_ns[3] + store.offset_ns("supplier"),
                }


def stock(store: SimulatedStore) -> Iterator[Row]:
    shipped: dict[str, int] = {}
    for row in shipments(store):
        shipped[row["item_id"]] = shipped.get(row["item_id"], 0) + row["quantity"]
    error = store.sizes.stock_error
    for item, quantity in sorted(shipped.items()):
        yield {"item_id": item, "initial": INITIAL_STOCK, "restocked": 0, "on_hand": INITIAL_STOCK - quantity + error}
        error = 0


def mails(store: SimulatedStore) -> Iterator[Row]:
    """In the order in which the sink took them."""
    sent = sorted(
        ((instant_ns, order.id, kind) for order in known(store) for kind, instant_ns in _mails_of(order)),
        key=lambda mail: mail[0],
    )
    for number, (instant_ns, order_id, kind) in enumerate(sent):
        yield {"wall_ns": instant_ns, "order_id": order_id, "kind": kind, "message_id": f"<{number}@simulated>"}


def _mails_of(order: SimulatedOrder) -> Sequence[tuple[str, int]]:
    approved, completed = ("approved", order.steps_ns[3]), ("completed", order.completed_ns)
    shipped = ("shipped", order.completed_ns - MS_NS)
    by_mishap = {
        "refused": [("denied", order.steps_ns[2])],
        "lost, completion mailed": [approved, completed],
        "not shipped": [approved, shipped, completed],
        "mail missing": [approved, completed],
        "mail twice": [approved, shipped, completed, completed],
    }
    if order.mishap in by_mishap:
        return by_mishap[order.mishap]
    return [approved] if order.mishap in NOT_SHIPPED else [approved, shipped, completed]


def dead_letters(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        if order.mishap == "stuck":
            yield {
                "queue": "SupplierOrderQueue.dead",
                "order_id": order.id,
                "document_id": f"{order.id}-supplier-order",
                "reason": "delivered 8 times",
            }


BOOKS = {
    ("storefront", "orders.csv"): ("storefront_orders", storefront_orders),
    ("opc", "orders.csv"): ("opc_orders", opc_orders),
    ("supplier", "orders.csv"): ("supplier_orders", supplier_orders),
    ("supplier", "shipments.csv"): ("shipments", shipments),
    ("supplier", "stock.csv"): ("stock", stock),
}
"""By application and name of the table, as it is asked for."""
