"""A slowdown of known size: the orders of the delayed level take longer by it, the others do not."""

import hashlib
from collections.abc import Iterator

import pytest

from deploy.bed.standing_bed import Bed
from deploy.errors import ManagementError
from deploy.specification.delegate_choice import drawn
from deploy.tests import store

pytestmark = [pytest.mark.bed, pytest.mark.parametrize("faulty_bed", ["narayana"], indirect=True)]

DELAY_MS = 400
LEVELS = ("none", f"received@approving {DELAY_MS} ms")
SEED = 7
ORDERS = 16


@pytest.fixture
def undelayed(faulty_bed: Bed) -> Iterator[Bed]:
    faulty_bed.recover()  # what another test may have left
    faulty_bed.reset()
    yield faulty_bed
    faulty_bed.delay("none")
    faulty_bed.reset()


def level_of(order_id: str) -> str:
    digest = hashlib.sha256(f"{SEED}/{order_id}".encode()).digest()
    return LEVELS[int.from_bytes(digest[:8]) % len(LEVELS)]


def response_ms(bed: Bed) -> dict[str, float]:
    """From the store's receipt until the books say completed, by order."""
    begun = {row["order_id"]: int(row["received_ns"]) for row in store.rows(bed, "storefront")}
    ended = {row["order_id"]: row["completed_ns"] for row in store.rows(bed, "opc")}
    return {order_id: (int(end) - begun[order_id]) / 1e6 for order_id, end in ended.items() if end}


def completed(bed: Bed, count: int) -> dict[str, float]:
    store.wait_for("completed orders", lambda: len(response_ms(bed)) == count)
    return response_ms(bed)


def delayed(bed: Bed) -> tuple[int, float]:
    """How often steps were delayed, and for how many milliseconds in all."""
    [counts] = bed.delays().values()
    return counts["hits"].get(LEVELS[1], 0), counts["waited_ns"].get(LEVELS[1], 0) / 1e6


def test_orders_of_the_delayed_level_take_longer_by_the_delay_and_others_do_not(undelayed: Bed) -> None:
    bed = undelayed
    for _ in range(4):  # the first orders of a fresh server are slow
        store.order(bed)
    completed(bed, 4)
    bed.reset()
    hits_before, waited_before = delayed(bed)
    bed.delay(drawn(SEED, LEVELS))
    for number in range(ORDERS):  # one after the other: none waits behind a delayed one for its consumer
        store.order(bed)
        completed(bed, number + 1)
    found = response_ms(bed)
    slow = [ms for order_id, ms in found.items() if level_of(order_id) == LEVELS[1]]
    quick = [ms for order_id, ms in found.items() if level_of(order_id) == LEVELS[0]]
    hits, waited_ms = delayed(bed)

    assert min(slow) >= DELAY_MS
    # Of the quickest ones: whatever else the machine has to do makes single orders longer.
    assert min(quick) < min(slow)
    assert hits - hits_before == len(slow) and len(quick) == ORDERS - len(slow)
    assert (waited_ms - waited_before) / len(slow) >= DELAY_MS


def test_a_delay_of_less_than_a_millisecond_is_kept_until_another_is_chosen(undelayed: Bed) -> None:
    level = "worked@supplier-order 0.8 ms"
    undelayed.delay(level)
    for _ in range(3):
        store.order(undelayed)
    completed(undelayed, 3)
    [counts] = undelayed.delays().values()
    assert counts["chosen"] == level and counts["hits"][level] == 3
    assert 3 * 800_000 <= counts["waited_ns"][level] < 3 * 400_000_000, "not 0.8 s each"

    undelayed.delay("none")
    store.order(undelayed)
    completed(undelayed, 4)
    [counts] = undelayed.delays().values()
    assert counts["chosen"] == "none" and counts["hits"][level] == 3


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("received@nowhere 1 ms", "'nowhere' is no place of received"),
        ("committed 1 ms", "Expected none or point@place milliseconds"),
        ("drawn:7:none,sent@supplying 1 ms", "'supplying' is no place of sent"),
    ],
)
def test_what_is_no_delay_is_refused(undelayed: Bed, choice: str, expected: str) -> None:
    with pytest.raises(ManagementError, match=expected):
        undelayed.delay(choice)
