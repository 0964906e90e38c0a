"""An order on its way, by every means of transport, on the real servers."""

from itertools import product

import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

TRANSITIONS = ("order-submission", "supplier-order", "invoice")
AT_THE_OPC = {"receiving", "invoicing", "notifying-shipment", "mailing"}
THREE_MAILS = ("approved", "shipped", "completed")


@pytest.mark.parametrize("chosen", list(product(store.DELEGATES, repeat=3)), ids="+".join)
def test_an_order_goes_all_the_way(bed: Bed, chosen: tuple[str, str, str]) -> None:
    with store.delegates(bed, dict(zip(TRANSITIONS, chosen, strict=True))):
        order_id = store.order(bed, {"EST-1": 2, "EST-4": 1})
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")
        at_supplier = store.wait_until_shipped(bed, order_id)
    assert (at_supplier["shipments"], at_supplier["duplicates"]) == ("1", "0")
    assert shipped(bed, order_id) == {"EST-1": "2", "EST-4": "1"}


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_a_document_has_the_same_id_at_both_ends_whichever_way_it_came(bed: Bed, delegate: str) -> None:
    with store.delegates(bed, dict.fromkeys(TRANSITIONS, delegate)):
        order_id = store.order(bed, {"EST-1": 1})
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.wait_for("the history", lambda: steps(bed, "opc", order_id).keys() >= AT_THE_OPC)
        store.wait_for("the supplier's history", lambda: steps(bed, "supplier", order_id))
        store.wait_for("the shop's history", lambda: steps(bed, "storefront", order_id))
    [submitted] = steps(bed, "storefront", order_id)["checkout"]
    at_opc = steps(bed, "opc", order_id)
    assert at_opc["receiving"] == {submitted}
    assert at_opc["invoicing"] == at_opc["notifying-shipment"]
    with store.sql(bed, "supplier") as database:
        known = database.execute("select document_id from supplier_order where order_id = %s", (order_id,)).fetchall()
    assert steps(bed, "supplier", order_id)["supplying"] == {document for (document,) in known}


def steps(bed: Bed, application: str, order_id: str) -> dict[str, set[str]]:
    """Each step that the application has taken with the order, and the documents that activated it."""
    taken: dict[str, set[str]] = {}
    with store.sql(bed, application) as database:
        rows = database.execute("select step, document_id from step_record where order_id = %s", (order_id,)).fetchall()
    for step, document in rows:
        taken.setdefault(step, set()).add(document)
    return taken


def shipped(bed: Bed, order_id: str) -> dict[str, str]:
    rows = store.rows(bed, "supplier", "shipments")
    return {row["item_id"]: row["quantity"] for row in rows if row["order_id"] == order_id}


def test_a_declined_card_ends_in_a_denied_order_and_one_mail(bed: Bed) -> None:
    order_id = store.order(bed, card="4000000000000002")
    store.wait_until_told(bed, order_id, "denied")
    known = store.row(bed, "opc", order_id)
    assert known is not None
    assert (known["state"], known["refusal"]) == ("DENIED", "The card was declined")
    assert store.row(bed, "supplier", order_id) is None


@pytest.mark.parametrize(
    ("decision", "state", "mails"), [("approve", "COMPLETED", THREE_MAILS), ("deny", "DENIED", ("denied",))]
)
def test_a_large_order_waits_for_a_person(bed: Bed, decision: str, state: str, mails: tuple[str, ...]) -> None:
    order_id = store.order(bed, {"EST-1": 99})
    store.wait_for("waiting for approval", lambda: awaits_approval(bed, order_id))
    assert store.mails(bed, order_id) == []
    bed.manage("opc").post(f"orders/{order_id}/{decision}")
    store.wait_for(state, lambda: store.state(bed, order_id) == state)
    store.wait_until_told(bed, order_id, *mails)


def awaits_approval(bed: Bed, order_id: str) -> bool:
    known = store.row(bed, "opc", order_id)
    return known is not None and known["awaiting_approval"] == "true"


def test_an_order_that_is_out_of_stock_waits_until_goods_arrive(bed: Bed) -> None:
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 1, on_hand = 1 where item_id = 'EST-3'")
    order_id = store.order(bed, {"EST-1": 1, "EST-3": 2})
    store.wait_until_told(bed, order_id, "approved", "shipped")
    store.wait_for("a part is booked", lambda: store.state(bed, order_id) == "SHIPPED_PART")

    bed.manage("supplier").post("stock/EST-3", "5")

    store.wait_until_told(bed, order_id, "approved", "shipped", "shipped", "completed")
    store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")
    stock = next(row for row in store.rows(bed, "supplier", "stock") if row["item_id"] == "EST-3")
    assert (stock["initial"], stock["restocked"], stock["on_hand"]) == ("1", "5", "4")
