"""What a step's failure at commit leaves behind, by delegate. The testbed exists to compare this.

The step has handed its document on; then its commit fails, once. The broker delivers the step's message again, and the
order must come through in every variant. What differs is whether the next step saw a document whose sender rolled back.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

THREE_MAILS = ("approved", "shipped", "completed")
CARD = {"card_number": store.GOOD_CARD, "card_expiry": "12/2030"}
MANY = 90

#                          how often the receiver sees the document again
DUPLICATES = {
    "jms-transacted": 0,  # the message is rolled back with the step
    "jms-nontransacted": 1,  # it was out already
    "soap": 1,  # it was taken already
}
UNTRANSACTED = tuple(name for name, duplicates in DUPLICATES.items() if duplicates)
#: At the end of the transaction; the row was inserted so in any case.
STILL_WAITING = "(select state from supplier_order where order_id = new.order_id) = 'WAITING'"


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_approving_fails_after_the_supplier_order_was_sent(bed: Bed, delegate: str) -> None:
    with (
        store.delegates(bed, {"supplier-order": delegate}),
        store.commit_fails_once(bed, "opc", "purchase_order", "new.state = 'APPROVED'"),
    ):
        order_id = store.order(bed)
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.wait_until_idle(bed)
    at_supplier = store.row(bed, "supplier", order_id)
    assert at_supplier is not None
    assert int(at_supplier["duplicates"]) == DUPLICATES[delegate]
    assert at_supplier["shipments"] == "1"
    assert store.state(bed, order_id) == "COMPLETED"


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_supplying_fails_after_the_invoice_was_sent(bed: Bed, delegate: str) -> None:
    with (
        store.delegates(bed, {"invoice": delegate}),
        store.commit_fails_once(bed, "supplier", "supplier_order", "new.state = 'SHIPPED'"),
    ):
        order_id = store.order(bed)
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.wait_until_idle(bed)
    at_center = store.row(bed, "opc", order_id)
    assert at_center is not None
    assert int(at_center["duplicates"]) == DUPLICATES[delegate]
    assert at_center["invoices"] == "1"
    assert len([row for row in store.rows(bed, "supplier", "shipments") if row["order_id"] == order_id]) == 1


@pytest.fixture
def bed_with_few_goods(bed: Bed) -> Iterator[Bed]:
    bed.reset()
    store.set_on_hand(bed, "EST-1", 1)
    store.set_on_hand(bed, "EST-3", 1)
    yield bed
    bed.reset()


@pytest.mark.parametrize("delegate", UNTRANSACTED)
def test_goods_arrive_between_an_invoice_that_is_out_and_the_next_try(bed_with_few_goods: Bed, delegate: str) -> None:
    """The invoice of line 1 is out; the next try ships both lines."""
    bed = bed_with_few_goods
    store.set_on_hand(bed, "EST-3", 0)
    with (
        store.delegates(bed, {"invoice": delegate}),
        store.commits_fail(bed, "supplier", "supplier_order", STILL_WAITING),
    ):
        order_id = store.order(bed, {"EST-1": 1, "EST-3": 1})
        store.wait_for("the first invoice", lambda: store.state(bed, order_id) == "SHIPPED_PART")
        bed.manage("supplier").post("stock/EST-3", "1")
        store.wait_until_told(bed, order_id, "approved", "shipped", "shipped", "completed")
        store.wait_until_idle(bed)
    assert store.state(bed, order_id) == "COMPLETED"
    assert at_center(bed, order_id)["invoices"] == "2"
    assert shipments(bed, order_id) == [f"{order_id}-I3-1", f"{order_id}-I3-2"]
    assert bed.dead_letters() == []


@pytest.mark.parametrize("delegate", UNTRANSACTED)
def test_goods_are_gone_between_an_invoice_that_is_out_and_the_next_try(bed_with_few_goods: Bed, delegate: str) -> None:
    """The invoice of both lines is out and has completed the order; the next try ships line 1, and line 2 waits."""
    bed = bed_with_few_goods
    with (
        store.delegates(bed, {"invoice": delegate}),
        store.commits_fail(bed, "supplier", "supplier_order", "new.state = 'SHIPPED'"),
    ):
        order_id = store.order(bed, {"EST-1": 1, "EST-3": 1})
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        store.set_on_hand(bed, "EST-3", 0)
        store.wait_for("the next try", lambda: shipments(bed, order_id) == [f"{order_id}-I1-1"])
    with store.delegates(bed, {"invoice": delegate}):
        bed.manage("supplier").post("stock/EST-3", "1")
        store.wait_until_told(bed, order_id, *THREE_MAILS, "shipped", "shipped")
        store.wait_until_idle(bed)
    assert store.state(bed, order_id) == "COMPLETED"
    assert at_center(bed, order_id)["invoices"] == "1"
    assert int(at_center(bed, order_id)["duplicates"]) >= 2
    assert shipments(bed, order_id) == [f"{order_id}-I1-1", f"{order_id}-I2-2"]
    assert bed.dead_letters() == []


def at_center(bed: Bed, order_id: str) -> dict[str, str]:
    found = store.row(bed, "opc", order_id)
    assert found is not None
    return found


def shipments(bed: Bed, order_id: str) -> list[str]:
    found = store.rows(bed, "supplier", "shipments")
    return sorted(row["shipment_id"] for row in found if row["order_id"] == order_id)


#                       what the customer is told, and whether the order was placed
TOLD = {
    "jms-transacted": ("Nothing was ordered", False),
    "jms-nontransacted": ("we do not know yet", True),
    "soap": ("we do not know yet", True),
}


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_checkout_fails_after_the_order_was_sent(bed: Bed, delegate: str) -> None:
    """Outside the transaction the order is on its way: the shop says that it does not know, and finds out."""
    bed.reset()
    text, placed = TOLD[delegate]
    with checkout_fails_once(bed, delegate), store.Customer(bed) as customer:
        answer = customer.submit({"EST-1": 1})
        assert answer.status_code == 503
        assert text in answer.text
        if placed:
            order_id = number(answer)
            store.wait_for("the order in the shop's books", lambda: store.row(bed, "storefront", order_id))
            store.wait_for("an empty cart", lambda: "Your cart is empty" in customer.client.get("/cart").text)
            page = customer.client.get(f"/orders/{order_id}")
            assert page.status_code == 200 and "EST-1" in page.text
            store.wait_until_told(bed, order_id, *THREE_MAILS)
        else:
            assert customer.submit({}).status_code == 200
    store.wait_until_idle(bed)
    assert known(bed) == {row["order_id"] for row in store.rows(bed, "storefront")}
    assert len(known(bed)) == 1


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_who_orders_the_same_again_at_once_has_ordered_it_once(bed: Bed, delegate: str) -> None:
    bed.reset()
    with checkout_fails_once(bed, delegate), store.Customer(bed) as customer:
        first = customer.submit({"EST-1": 1})
        assert first.status_code == 503
        again = customer.client.post("/order", data=CARD)
    if TOLD[delegate][1] and again.status_code == 303:  # it was found out meanwhile
        order_id = number(first)
        assert again.headers["Location"].endswith(f"/orders/{order_id}")
    else:
        assert again.status_code == 200
        [order_id] = re.findall(r'id="order-id">([^<]+)<', again.text)
        assert order_id in first.text or not TOLD[delegate][1], "the number that the customer was told"
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    store.wait_until_idle(bed)
    assert known(bed) == {order_id} == {row["order_id"] for row in store.rows(bed, "storefront")}


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_a_refused_commit_leaves_a_connection_that_the_next_can_use(bed: Bed, delegate: str) -> None:
    bed.reset()
    store.assert_refused_commits_harm_no_others(bed, delegate)
    store.wait_for("books that agree", lambda: unsettled(bed) == 0 and known(bed) == booked_by(bed))
    store.wait_until_idle(bed)


def test_an_order_in_question_is_found_by_its_customer_in_another_visit_too(bed: Bed) -> None:
    bed.reset()
    with checkout_fails_once(bed, "soap"), bed.queue_paused("PurchaseOrderQueue"):
        with store.Customer(bed) as customer:
            order_id = number(customer.submit({"EST-1": 1}))
            assert "the order keeps its number" in customer.client.get(f"/orders/{order_id}").text
        with store.Customer(bed) as customer, store.Customer(bed, "customer2") as other:
            for each in (customer, other):
                each.client.post("/signon", data={"user": each.name, "password": each.name})
            page = customer.client.get(f"/orders/{order_id}").text
            assert "we do not know yet" in page and "it would be another order" in page
            assert f'checking order <a href="/storefront/orders/{order_id}"' in customer.client.get("/orders").text
            assert other.client.get(f"/orders/{order_id}").status_code == 404
            assert order_id not in other.client.get("/orders").text
    store.wait_for("the order in the shop's books", lambda: store.row(bed, "storefront", order_id))
    store.wait_until_told(bed, order_id, *THREE_MAILS)


def test_of_many_checkouts_at_once_by_soap_each_is_told_the_truth(bed: Bed) -> None:
    """More than the server has threads, while each of them needs another one."""
    bed.reset()
    with store.delegates(bed, {"order-submission": "soap"}), ThreadPoolExecutor(MANY) as pool:
        answers = list(pool.map(lambda n: one_order(bed, f"customer{n + 1}"), range(MANY)))
    assert {answer.status_code for answer in answers} <= {200, 503}
    stand = {found for answer in answers for found in re.findall(r'id="order-id">([^<]+)<', answer.text)}
    doubtful = {number(answer) for answer in answers if "we do not know yet" in answer.text}
    refused = [answer for answer in answers if "Nothing was ordered" in answer.text]
    assert len(stand) + len(doubtful) + len(refused) == MANY
    # The table of those in question is written a second later than they are known.
    store.wait_for("books that agree", lambda: unsettled(bed) == 0 and known(bed) == booked_by(bed), timeout_s=180)
    store.wait_until_idle(bed)
    booked = booked_by(bed)
    assert stand <= booked <= stand | doubtful
    assert known(bed) == booked
    store.wait_for("all mails", lambda: all(store.mails(bed, each) == sorted(THREE_MAILS) for each in booked), 90)


def one_order(bed: Bed, name: str) -> httpx.Response:
    with store.Customer(bed, name) as customer:
        customer.client.timeout = httpx.Timeout(120)
        return customer.submit({"EST-1": 1})


def booked_by(bed: Bed) -> set[str]:
    """What the shop has."""
    return {row["order_id"] for row in store.rows(bed, "storefront")}


def unsettled(bed: Bed) -> int:
    with store.sql(bed, "storefront") as database:
        query = "select count(*) from unsettled_order where resolution = 'OPEN'"
        [open_ones] = database.execute(query).fetchone() or (0,)
    return int(open_ones)


@contextmanager
def checkout_fails_once(bed: Bed, delegate: str) -> Iterator[None]:
    with (
        store.delegates(bed, {"order-submission": delegate}),
        store.commit_fails_once(bed, "storefront", "placed_order", "true"),
    ):
        yield


def number(answer: httpx.Response) -> str:
    """Of an order of which it is not known whether it was placed."""
    found = re.search(r'id="unsettled-order">([^<]+)<', answer.text)
    assert found, answer.text
    return found.group(1)


def known(bed: Bed) -> set[str]:
    return {row["order_id"] for row in store.rows(bed, "opc")}
