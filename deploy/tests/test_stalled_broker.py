"""A broker that stops answering for longer than its client waits. What the customer is told must be true."""

import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import psutil
import pytest

from deploy.bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

STALL_S = 15
"""Longer than the applications wait for the broker's answer, but not than they wait for the second one."""
CUSTOMERS = 20
ANSWER_DEADLINE_S = 60
REST_DEADLINE_S = 60
THREE_MAILS = ["approved", "completed", "shipped"]


@pytest.mark.parametrize("faulty_bed", ["narayana", "payara"], indirect=True, scope="session")
def test_what_is_confirmed_while_the_broker_stalls_is_in_all_books_and_nothing_else_is(faulty_bed: Bed) -> None:
    open_connections(faulty_bed)
    faulty_bed.reset()
    visits = [ready_to_order(faulty_bed) for _ in range(CUSTOMERS)]
    with stalled(faulty_bed, "broker", STALL_S), ThreadPoolExecutor(CUSTOMERS) as at_once:
        answers = list(at_once.map(place, visits))
    confirmed = {number for answer in answers if (number := store.order_number(answer))}
    store.wait_until_at_rest(faulty_bed, REST_DEADLINE_S)
    in_shop = {row["order_id"] for row in store.rows(faulty_bed, "storefront")}
    at_center = {row["order_id"]: row["state"] for row in store.rows(faulty_bed, "opc")}
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert len(confirmed) < CUSTOMERS, "nobody waited longer than the applications wait for the broker"
    assert confirmed <= in_shop
    assert in_shop == set(at_center)
    assert set(at_center.values()) <= {"COMPLETED"}
    assert store.all_mails(faulty_bed) == dict.fromkeys(at_center, THREE_MAILS)
    assert faulty_bed.in_doubt().database == ()


def open_connections(bed: Bed) -> None:
    """A pool has connections for all: a checkout then first waits for the start of its branch, not for a connection."""
    with ThreadPoolExecutor(CUSTOMERS) as at_once:
        list(at_once.map(lambda _: store.order(bed), range(CUSTOMERS)))
    store.wait_until_at_rest(bed)


def ready_to_order(bed: Bed) -> store.Customer:
    visit = store.Customer(bed)
    visit.client.timeout = httpx.Timeout(ANSWER_DEADLINE_S)
    visit.make_ready({"EST-1": 1})
    return visit


def place(visit: store.Customer) -> httpx.Response:
    with visit:
        return visit.confirm()


@contextmanager
def stalled(bed: Bed, name: str, seconds: float) -> Iterator[None]:
    """A process of the bed and its children answer nothing for so long; the block runs meanwhile and goes on after."""
    [root] = [process for process in bed.processes if process.name == name]
    tree = [psutil.Process(root.pid), *psutil.Process(root.pid).children(recursive=True)]
    again = threading.Timer(seconds, lambda: [each.send_signal(signal.SIGCONT) for each in tree])
    for each in tree:
        each.send_signal(signal.SIGSTOP)
    again.start()
    try:
        yield
    finally:
        again.cancel()
        for each in tree:
            each.send_signal(signal.SIGCONT)
