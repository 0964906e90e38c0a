"""What a step's failure at commit leaves behind, by delegate. The testbed exists to compare this.

The step has handed its document on; then its commit fails, once. The broker delivers the step's message again, and the
order must come through in every variant. What differs is whether the next step saw a document whose sender rolled back.
"""

import pytest

from deploy.bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

DELEGATES = ("jms-transacted", "jms-nontransacted", "soap")
THREE_MAILS = ("approved", "shipped", "completed")

#                          how often the receiver sees the document again
REPETITIONS = {
    "jms-transacted": 0,  # the message is rolled back with the step
    "jms-nontransacted": 1,  # it was out already
    "soap": 1,  # it was taken already
}


@pytest.mark.parametrize("delegate", DELEGATES)
def test_approving_fails_after_the_supplier_order_was_handed_on(bed: Bed, delegate: str) -> None:
    with (
        store.delegates(bed, {"supplier-order": delegate}),
        store.commit_fails_once(bed, "opc", "purchase_order", "new.state = 'APPROVED'"),
    ):
        order_id = store.order(bed)
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.wait_until_at_rest(bed)
    at_supplier = store.row(bed, "supplier", order_id)
    assert at_supplier is not None
    assert int(at_supplier["repeated"]) == REPETITIONS[delegate]
    assert at_supplier["shipments"] == "1"
    assert store.state(bed, order_id) == "COMPLETED"


@pytest.mark.parametrize("delegate", DELEGATES)
def test_supplying_fails_after_the_invoice_was_handed_on(bed: Bed, delegate: str) -> None:
    with (
        store.delegates(bed, {"invoice": delegate}),
        store.commit_fails_once(bed, "supplier", "supplier_order", "new.state = 'SHIPPED'"),
    ):
        order_id = store.order(bed)
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.wait_until_at_rest(bed)
    at_center = store.row(bed, "opc", order_id)
    assert at_center is not None
    assert int(at_center["repeated"]) == REPETITIONS[delegate]
    assert at_center["invoices"] == "1"
    assert len([row for row in store.rows(bed, "supplier", "shipments") if row["order_id"] == order_id]) == 1


@pytest.mark.parametrize(("delegate", "phantoms"), [("jms-transacted", 0), ("jms-nontransacted", 1), ("soap", 1)])
def test_checkout_fails_after_the_order_was_handed_on(bed: Bed, delegate: str, phantoms: int) -> None:
    """The customer is told that nothing was ordered. Outside the transaction that is not true."""
    before = {row["order_id"] for row in store.rows(bed, "opc")}
    with (
        store.delegates(bed, {"order-submission": delegate}),
        store.commit_fails_once(bed, "storefront", "placed_order", "true"),
        store.Customer(bed) as customer,
    ):
        assert customer.submit({"EST-1": 1}).status_code == 503
        # The cart was kept. PostgreSQL's driver leaves a connection whose one-phase commit failed unusable, which the
        # pool finds out when it gives it away: that try may fail as well.
        store.wait_for("a try that succeeds", lambda: customer.submit({}).status_code == 200)
        store.wait_for("the second try", lambda: len(known(bed) - before) == 1 + phantoms)
        store.wait_until_at_rest(bed)
    acknowledged = {row["order_id"] for row in store.rows(bed, "storefront")}
    assert len(known(bed) - before - acknowledged) == phantoms


def known(bed: Bed) -> set[str]:
    return {row["order_id"] for row in store.rows(bed, "opc")}
