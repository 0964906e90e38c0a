"""Measures the floors of a bed in interleaved rounds: each has every primitive at each concurrency, and the store."""

import random
import time
from dataclasses import dataclass

from analysis.contract.floors_document import (
    FloorRound,
    FloorsDocument,
    Primitive,
    PrimitiveRate,
    StoreRate,
    UsesPerOrder,
)
from deploy.bed.standing_bed import Bed
from loadscripts.campaign_progress import Progress
from loadscripts.floors.order_statements import CapturedOrders, capture_orders
from loadscripts.floors.primitives import MAX_CONCURRENCY, Primitives
from loadscripts.floors.store_load import StoreLoad
from loadscripts.load.scenario import read_scenario
from loadscripts.load.siege_answers import compile_listener
from loadscripts.load.siege_program import find_siege
from loadscripts.load.thinktime import compile_shim
from loadscripts.probes.forced_writes import Tracer, find_tracer
from loadscripts.probes.machine import machine_identity, revision
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trial_errors import ExperimentError, MissingToolError

SCENARIO = "place-orders"
_SOAP = "soap"
_CAPTURED_ORDERS = 4
_STORE_WARMUP_S = 1.0


@dataclass(frozen=True)
class FloorPlan:
    """How long and how often. seconds: of each measurement; warmup_s: of the load before the first round."""

    rounds: int = 5
    seconds: float = 3.0
    concurrency: int = MAX_CONCURRENCY
    customers: int = 16
    warmup_s: float = 20.0
    seed: int = 2004

    def check(self) -> None:
        """Raises ExperimentError that says what was expected."""
        if not 2 <= self.concurrency <= MAX_CONCURRENCY:
            raise ExperimentError(f"--concurrency {self.concurrency}: 2 to {MAX_CONCURRENCY} was expected")


def measure_floors(bed: Bed, plan: FloorPlan, command: str, progress: Progress) -> FloorsDocument:
    """Measures all floors of a bed that was started for it.

    Raises:
        PetlabError: with the floor that could not be measured.
    """
    plan.check()
    scenario = read_scenario(SCENARIO)
    siege = find_siege(compile_shim(), compile_listener())
    load = StoreLoad(bed, PET_STORE, scenario, siege, _tracer(progress), plan.customers)
    progress.step("capturing the SQL statements of an order")
    captured = capture_orders(bed, scenario, _CAPTURED_ORDERS, plan.seed)
    primitives = Primitives(bed, captured)
    progress.wait("warming up the store", plan.warmup_s)
    load.warm_up(plan.warmup_s, plan.seed)
    in_the_server: tuple[Primitive, ...] = ("step", "send", "http", "soap")
    for primitive in in_the_server:
        progress.step(f"warming up {primitive}")
        primitives.measure(primitive, plan.concurrency, plan.seconds)
    rounds = tuple(_round(number, primitives, load, plan, progress) for number in range(1, plan.rounds + 1))
    return _record(bed, plan, command, captured, len(scenario.requests), rounds)


def _tracer(progress: Progress) -> Tracer | None:
    try:
        return find_tracer()
    except MissingToolError as missing:
        progress.step(f"{missing}; floors of forced writes are left out")
        return None


def _round(number: int, primitives: Primitives, load: StoreLoad, plan: FloorPlan, progress: Progress) -> FloorRound:
    """In an order of its own, so that what drifts within a round hits each alike."""
    rates: list[PrimitiveRate] = []
    store: list[StoreRate] = []
    order = []
    for primitive, concurrency in _shuffled(primitives, plan, number):
        name = primitive or "store"
        progress.wait(f"round {number} of {plan.rounds}: {name} at {concurrency}", plan.seconds)
        order.append(f"{name} {concurrency}")
        if primitive is None:
            store.append(load.measure(_STORE_WARMUP_S, plan.seconds, plan.seed + number))
        else:
            rates.append(primitives.measure(primitive, concurrency, plan.seconds))
    return FloorRound(number=number, order=tuple(order), rates=tuple(rates), store=store[0])


def _shuffled(primitives: Primitives, plan: FloorPlan, number: int) -> list[tuple[Primitive | None, int]]:
    """None stands for the store."""
    wanted: list[tuple[Primitive | None, int]] = [(None, plan.customers)]
    wanted += [(name, concurrency) for name in primitives.all() for concurrency in (1, plan.concurrency)]
    random.Random(f"{plan.seed}/{number}").shuffle(wanted)
    return wanted


def _record(
    bed: Bed, plan: FloorPlan, command: str, captured: CapturedOrders, requests: int, rounds: tuple[FloorRound, ...]
) -> FloorsDocument:
    here, delegates = revision(), bed.delegates()
    return FloorsDocument(
        schema_version=1,
        made=time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        command=command,
        commit=here.commit,
        dirty=here.dirty,
        machine=machine_identity(bed.versions.get("jdk")),
        versions=dict(bed.versions),
        transactions=bed.plan.transactions.label,
        message_store=bed.plan.message_store,
        transitions=delegates,
        customers=plan.customers,
        seconds=plan.seconds,
        uses=UsesPerOrder(
            orders=len(captured.orders),
            transactions=captured.transactions,
            sends=captured.sends / len(captured.orders),
            statements=captured.statements,
            http_requests=requests,
            soap_calls=sum(delegate == _SOAP for delegate in delegates.values()),
        ),
        server_processes=tuple(jvm.name for jvm in bed.jvms),
        rounds=rounds,
    )
