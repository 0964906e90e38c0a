"""What can be wrong with order 10003 of a synthetic trial."""

from typing import Any

from analysis.tests.synthetic_orders import stock
from analysis.tests.synthetic_plan import SECOND, T0_NS, Rows


def first(rows: Rows, table: str, order: str = "10003") -> dict[str, Any]:
    return next(row for row in rows[table] if row["order_id"] == order)


def drop(rows: Rows, tables: tuple[str, ...], order: str = "10003") -> None:
    for table in tables:
        rows[table] = [row for row in rows[table] if row["order_id"] != order]


def lose(rows: Rows) -> None:
    """The supplier order never came: shipped, invoiced and mailed was nothing."""
    drop(rows, ("supplier_orders", "shipments"))
    rows["mails"] = [row for row in rows["mails"] if row["order_id"] != "10003" or row["kind"] == "approved"]
    first(rows, "opc_orders").update(state="APPROVED", completed_ns=None, invoices=0)
    restock(rows)


def double(rows: Rows) -> None:
    rows["shipments"].append({**first(rows, "shipments"), "shipment_id": "again"})
    restock(rows)


def stick(rows: Rows) -> None:
    lose(rows)
    rows.add(
        "dead_letters",
        queue="SupplierOrderQueue.dead",
        order_id="10003",
        document_id="supplier-order-10003",
        reason="delivered 8 times",
    )


def wait_for_stock(rows: Rows) -> None:
    drop(rows, ("shipments",))
    rows["mails"] = [row for row in rows["mails"] if row["order_id"] != "10003" or row["kind"] == "approved"]
    first(rows, "opc_orders").update(state="APPROVED", completed_ns=None, invoices=0)
    first(rows, "supplier_orders").update(state="waiting", shipped_ns=None, shipments=0)
    restock(rows)


def refuse(rows: Rows) -> None:
    drop(rows, ("supplier_orders", "shipments", "mails"))
    first(rows, "opc_orders").update(state="DENIED", refusal="funds", approved_ns=None, completed_ns=None, invoices=0)
    rows.add("mails", wall_ns=T0_NS, order_id="10003", kind="denied", message_id="<denied@petlab>")
    restock(rows)


def restock(rows: Rows) -> None:
    del rows["stock"]
    stock(rows)


def haunt(rows: Rows) -> None:
    drop(rows, ("storefront_orders",))


def mail_twice(rows: Rows) -> None:
    rows["mails"].append({**first(rows, "mails"), "message_id": "<again@petlab>"})


def mail_never(rows: Rows) -> None:
    rows["mails"].remove(first(rows, "mails"))


def unbalance(rows: Rows) -> None:
    rows["stock"][0]["on_hand"] += 1


def send_and_roll_back(rows: Rows) -> None:
    """The supplier order went out by SOAP, and then the step that sent it rolled back and was done again."""
    call = next(row for row in rows["calls"] if row["order_id"] == "10003" and row["transition"] == "supplier-order")
    step = next(row for row in rows["steps"] if row["order_id"] == "10003" and row["step"] == "approving")
    earlier = {"begin_ns": call["begin_ns"] - SECOND, "delegate": "soap"}
    rows["calls"].append({**call, **earlier})
    rows["steps"].append({**step, "begin_ns": step["begin_ns"] - SECOND, "outcome": "rolled-back"})
    first(rows, "supplier_orders")["duplicates"] += 1


FAULTS = {
    "lost": lose,
    "duplicated": double,
    "stuck": stick,
    "waiting": wait_for_stock,
    "refused": refuse,
    "phantom": haunt,
    "mail twice": mail_twice,
    "mail never": mail_never,
    "stock": unbalance,
    "rolled back": send_and_roll_back,
}
