"""A step meets a Java error (a class that cannot be loaded, say) instead of an exception: nothing is lost or doubled.

The container rolls back what ends with an exception, and commits what ends with an error.
"""

import pytest

from deploy.bed.standing_bed import Bed
from deploy.specification.transactions import NARAYANA
from deploy.tests import store

pytestmark = [pytest.mark.bed, pytest.mark.parametrize("faulty_bed", [NARAYANA], indirect=True)]


@pytest.fixture(autouse=True)
def nothing_left(faulty_bed: Bed):
    faulty_bed.recover()  # what an earlier test may have left
    faulty_bed.reset()
    yield
    faulty_bed.disarm()


@pytest.mark.parametrize("point", ["received@checkout", "worked@order-submission", "sent@order-submission"])
def test_a_checkout_that_meets_an_error_orders_nothing(faulty_bed: Bed, point: str) -> None:
    with store.Customer(faulty_bed) as customer:
        customer.make_ready({"EST-1": 1})
        faulty_bed.arm("server", f"{point}:error")
        refused = customer.confirm()
        assert (refused.status_code, "Nothing was ordered" in refused.text) == (503, True)
        assert store.rows(faulty_bed, "storefront") == store.rows(faulty_bed, "opc") == []

        order_id = store.order_id(customer.confirm())
    store.wait_until_told(faulty_bed, order_id, *store.THREE_MAILS)
    assert [row["order_id"] for row in store.rows(faulty_bed, "storefront")] == [order_id]


def test_a_checkout_that_meets_an_error_after_it_has_sent_stands_in_the_shops_books_in_the_end(faulty_bed: Bed) -> None:
    """Outside the transaction: the customer is not told that nothing was ordered, which would be untrue."""
    with store.delegates(faulty_bed, {"order-submission": "soap"}), store.Customer(faulty_bed) as customer:
        customer.make_ready({"EST-1": 1})
        faulty_bed.arm("server", "sent@order-submission:error")
        answer = customer.confirm()
    assert "we do not know yet" in answer.text
    store.wait_for("the order in the shop's books", lambda: store.rows(faulty_bed, "storefront"))
    [order_id] = [row["order_id"] for row in store.rows(faulty_bed, "storefront")]
    store.wait_until_told(faulty_bed, order_id, *store.THREE_MAILS)


@pytest.mark.parametrize("point", ["received@approving", "sent@supplier-order", "received@supplying", "sent@invoice"])
def test_a_step_that_meets_an_error_is_done_again_and_once(faulty_bed: Bed, point: str) -> None:
    faulty_bed.arm("server", f"{point}:error")
    order_id = store.order(faulty_bed)
    store.wait_until_told(faulty_bed, order_id, *store.THREE_MAILS)
    store.wait_until_idle(faulty_bed)
    assert faulty_bed.crash_points()["server"]["armed"] == ""
    assert store.state(faulty_bed, order_id) == "COMPLETED"
    assert len(store.rows(faulty_bed, "supplier", "shipments")) == 1
