"""Transitions are switched while customers order: nothing is lost or duplicated, and each call says how it went."""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

TRANSITIONS = ("order-submission", "supplier-order", "invoice")
CUSTOMERS = 4
ORDERS_EACH = 15


def test_switching_under_load_loses_nothing(bed: Bed) -> None:
    bed.reset()
    done = threading.Event()
    with (
        store.delegates(bed, dict.fromkeys(TRANSITIONS, "jms-transacted")),
        ThreadPoolExecutor(CUSTOMERS + 1) as pool,
    ):
        switching = pool.submit(switch_until, bed, done)
        visits = [pool.submit(order_again_and_again, bed, f"customer{number + 1}") for number in range(CUSTOMERS)]
        try:
            ordered = [order_id for visit in visits for order_id in visit.result(timeout=120)]
        finally:
            done.set()
        assert switching.result() >= len(store.DELEGATES) * len(TRANSITIONS), "every delegate had its turn"
        store.wait_for("all mails", lambda: all_told(bed, ordered), timeout_s=90)
    states = {row["order_id"]: row["state"] for row in store.rows(bed, "opc")}
    assert states == dict.fromkeys(ordered, "COMPLETED")
    assert {row["shipments"] for row in store.rows(bed, "supplier")} == {"1"}


def switch_until(bed: Bed, done: threading.Event) -> int:
    turns = 0
    for delegate in cycle(store.DELEGATES):
        for transition in TRANSITIONS:
            if done.wait(0.1):
                return turns
            bed.switch(transition, delegate)
            turns += 1
    raise AssertionError("unreachable")


def order_again_and_again(bed: Bed, name: str) -> list[str]:
    with store.Customer(bed, name) as customer:
        return [customer.order({f"EST-{number % 5 + 1}": 1}) for number in range(ORDERS_EACH)]


def all_told(bed: Bed, ordered: list[str]) -> bool:
    mails = store.all_mails(bed)
    return all(mails.get(order_id) == ["approved", "completed", "shipped"] for order_id in ordered)
