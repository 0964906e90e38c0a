"""A broker that stops answering for longer than its client waits. What the customer is told must be true."""

from concurrent.futures import ThreadPoolExecutor, wait

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

STALL_S = 15
"""Longer than the applications wait for the broker's answer, but not than they wait for the second one."""
CUSTOMERS = 20
ANSWER_TIMEOUT_S = 60
IDLE_TIMEOUT_S = 60
THREE_MAILS = ["approved", "completed", "shipped"]


@pytest.mark.parametrize("faulty_bed", ["narayana", "payara"], indirect=True, scope="session")
def test_what_is_confirmed_while_the_broker_stalls_is_in_all_books_and_nothing_else_is(faulty_bed: Bed) -> None:
    open_connections(faulty_bed)
    faulty_bed.reset()
    visits = [ready_to_order(faulty_bed) for _ in range(CUSTOMERS)]
    with ThreadPoolExecutor(CUSTOMERS) as at_once:
        with faulty_bed.faults.stalled("broker"):
            waiting = [at_once.submit(place, visit) for visit in visits]
            wait(waiting, STALL_S)
        answers = [each.result() for each in waiting]
    confirmed = {number for answer in answers if (number := store.order_number(answer))}
    store.wait_until_idle(faulty_bed, IDLE_TIMEOUT_S)
    # An order whose commit failed was placed or not; the shop finds out and books it then.
    store.wait_for("shop and center agree", lambda: in_shop(faulty_bed) == set(at_center(faulty_bed)), IDLE_TIMEOUT_S)
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert len(confirmed) < CUSTOMERS, "nobody waited longer than the applications wait for the broker"
    assert confirmed <= in_shop(faulty_bed)
    assert set(at_center(faulty_bed).values()) <= {"COMPLETED"}
    assert store.all_mails(faulty_bed) == dict.fromkeys(at_center(faulty_bed), THREE_MAILS)
    assert faulty_bed.in_doubt().database == ()


def in_shop(bed: Bed) -> set[str]:
    return {row["order_id"] for row in store.rows(bed, "storefront")}


def at_center(bed: Bed) -> dict[str, str]:
    """The states of the orders that the order processing center has."""
    return {row["order_id"]: row["state"] for row in store.rows(bed, "opc")}


def open_connections(bed: Bed) -> None:
    """A pool has connections for all: a checkout then first waits for the start of its branch, not for a connection."""
    with ThreadPoolExecutor(CUSTOMERS) as at_once:
        list(at_once.map(lambda _: store.order(bed), range(CUSTOMERS)))
    store.wait_until_idle(bed)


def ready_to_order(bed: Bed) -> store.Customer:
    visit = store.Customer(bed)
    visit.client.timeout = httpx.Timeout(ANSWER_TIMEOUT_S)
    visit.make_ready({"EST-1": 1})
    return visit


def place(visit: store.Customer) -> httpx.Response:
    with visit:
        return visit.confirm()
