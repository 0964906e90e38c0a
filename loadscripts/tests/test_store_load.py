"""The store under load, as `floors` and `least-heap` measure it, on a simulated bed in virtual time.

A pass has 12 requests of 0.26 s each, 3.12 s in all, and two customers begin half a pass apart: in ten passes, 31.2 s,
each completes ten orders, wherever these seconds begin once the first passes are over.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from deploy.broker.broker_management import DeadLetter
from deploy.specification.plan import BedPlan
from loadscripts.floors.store_load import StoreLoad
from loadscripts.load.scenario import read_scenario
from loadscripts.load.think import parse_think
from loadscripts.simulation.known_sizes import StoreSizes
from loadscripts.simulation.simulated_bed import SimulatedBed
from loadscripts.simulation.simulated_machine import SimulatedMachine
from loadscripts.simulation.simulated_siege import SimulatedSiege
from loadscripts.simulation.simulated_store import SimulatedStore
from loadscripts.simulation.virtual_time import VirtualTime
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trial_errors import FloorError, OverloadError

FIRST_PASSES_S, TEN_PASSES_S = 5.0, 31.2
CUSTOMERS = 2


@pytest.fixture
def clock() -> VirtualTime:
    return VirtualTime()


@pytest.fixture
def load(clock: VirtualTime, tmp_path: Path) -> Iterator[StoreLoad]:
    store = SimulatedStore(StoreSizes(), clock, phase="drain")  # orders come, and the queues are empty
    bed = SimulatedBed(BedPlan(), store, tmp_path)
    siege, think = SimulatedSiege(store), parse_think("0.1-0.4 s")
    stand_ins: Any = (bed, PET_STORE, read_scenario("place-orders"), siege, None, CUSTOMERS, think)
    with clock.everywhere(), SimulatedMachine(store).everywhere(), bed.running():
        yield StoreLoad(*stand_ins)


def set_wall_clock(clock: VirtualTime, after_s: float, by_s: float) -> Any:
    """Sets it once, when so many seconds have passed."""
    waiting = [by_s]

    def listener(now_ns: int) -> None:
        if waiting and clock.monotonic() >= after_s:
            clock.set_wall_clock(round(waiting.pop() * 1e9))

    return clock.heard_by(listener)


def test_orders_are_counted_over_the_seconds_of_the_clock_that_nobody_sets(load: StoreLoad) -> None:
    rate = load.measure(FIRST_PASSES_S, TEN_PASSES_S, seed=1)
    assert rate.orders == 20 and rate.elapsed_s == pytest.approx(TEN_PASSES_S)
    assert rate.cpu_s["server"] == pytest.approx(20 * 0.018, abs=0.02)


@pytest.mark.parametrize(("by_s", "said"), [(5.0, "5000.0"), (-60.0, "60000.0"), (0.001, "1.0")])
def test_a_wall_clock_that_is_set_meanwhile_leaves_no_rate(
    load: StoreLoad, clock: VirtualTime, by_s: float, said: str
) -> None:
    message = f"the wall clock was set while the store was measured, by {said} ms"
    with set_wall_clock(clock, 10, by_s), pytest.raises(FloorError, match=message) as error:
        load.measure(FIRST_PASSES_S, TEN_PASSES_S, seed=1)
    assert not isinstance(error.value, OverloadError), "a heap in which that happens is not too small"


def test_a_wall_clock_that_is_set_by_less_than_is_told_or_before_it_counts_for_nothing(
    load: StoreLoad, clock: VirtualTime
) -> None:
    with set_wall_clock(clock, 10, 0.0001):
        assert load.measure(FIRST_PASSES_S, TEN_PASSES_S, seed=1).orders == 20
    with set_wall_clock(clock, clock.monotonic() + 1, 60.0):
        rate = load.measure(FIRST_PASSES_S, TEN_PASSES_S, seed=1)
    assert rate.orders == 20 and rate.elapsed_s == pytest.approx(TEN_PASSES_S)


def test_a_store_that_completes_nothing_is_overloaded(load: StoreLoad) -> None:
    cast("SimulatedBed", load.bed).store.phase = "idle"  # where nobody is served
    with pytest.raises(OverloadError, match=r"completed no order within 31.2 s"):
        load.measure(FIRST_PASSES_S, TEN_PASSES_S, seed=1)


def test_a_store_that_gave_orders_up_did_not_bear_the_load(load: StoreLoad, monkeypatch: pytest.MonkeyPatch) -> None:
    letters = [DeadLetter(f"{queue}.dead", "10001", "10001", "why") for queue in ("MailQueue", "Order", "MailQueue")]
    monkeypatch.setattr(SimulatedBed, "dead_letters", lambda bed: letters)
    with pytest.raises(OverloadError, match=r"become dead letters: 2 in MailQueue\.dead, 1 in Order\.dead$"):
        load.measure(FIRST_PASSES_S, TEN_PASSES_S, seed=1)
