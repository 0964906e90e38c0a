"""What the flight recordings of the simulated servers hold: the tables of events of one trial."""

from collections.abc import Callable, Iterator
from typing import Any

from loadscripts.simulation.simulated_books import NOT_SHIPPED, known
from loadscripts.simulation.simulated_order import APPLICATIONS, STEPS, TRANSITIONS, SimulatedOrder
from loadscripts.simulation.simulated_pauses import PauseAt, pauses_between
from loadscripts.simulation.simulated_store import SimulatedStore
from loadscripts.simulation.virtual_time import SECOND_NS

Row = dict[str, Any]
JVM = "server"
MAILED_ALL_THE_SAME = ("lost, completion mailed", "not shipped")


def points(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        yield _point(order, "order-received", order.received_ns + store.offset_ns("storefront"))
        if order.mishap not in NOT_SHIPPED or order.mishap == "waiting":
            yield _point(order, "supplier-order-arrived", order.steps_ns[3] + store.offset_ns("supplier"))
        if is_marked_completed(order):
            mailed_ns = order.completed_ns + store.offset_ns("opc")
            yield _point(order, "completion-mailed", mailed_ns)
            if order.mishap == "mail twice":
                yield _point(order, "completion-mailed", mailed_ns + SECOND_NS)


def is_marked_completed(order: SimulatedOrder) -> bool:
    """Whether there is a mark of its completion: of one that is lost, too, if its mail was sent."""
    return order.is_measured and (order.mishap not in NOT_SHIPPED or order.mishap in MAILED_ALL_THE_SAME)


def _point(order: SimulatedOrder, point: str, wall_ns: int) -> Row:
    return {"wall_ns": wall_ns, "jvm": JVM, "point": point, "order_id": order.id, "phase": order.phase}


def calls(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        for place, transition in enumerate(TRANSITIONS[: _steps_done(order)]):
            row: Row = {
                "begin_ns": order.calls_ns[place] + store.offset_ns(APPLICATIONS[place]),
                "duration_ns": order.call_durations_ns[place],
                "jvm": JVM,
                "transition": transition,
                "delegate": order.delegates[transition],
                "order_id": order.id,
                "document_id": _document(order, transition),
                "phase": order.phase,
                "outcome": "returned",
                "cpu_ns": 1000,
            }
            yield row
            if transition == "supplier-order" and order.mishap == "rolled back after SOAP":
                yield {**row, "begin_ns": row["begin_ns"] - SECOND_NS, "delegate": "soap"}


def steps(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        for place, step in enumerate(STEPS[: _steps_done(order) + 1]):
            row = _step(store, order, place, step)
            if step == "approving" and order.mishap in ("redelivered", "rolled back after SOAP"):
                earlier_ns = row["begin_ns"] - SECOND_NS
                yield {**row, "begin_ns": earlier_ns, "outcome": "rolled-back", "duration_ns": SECOND_NS // 10}
                row["deliveries"] = 2
            yield row


def _step(store: SimulatedStore, order: SimulatedOrder, place: int, step: str) -> Row:
    work_ns = order.work_ns[place]
    return {
        "begin_ns": order.steps_ns[place] + store.offset_ns(APPLICATIONS[place]),
        "duration_ns": work_ns + work_ns // 4,
        "work_ns": work_ns,
        "commit_ns": work_ns // 4,
        "wait_ns": None if place == 0 else order.steps_ns[place] - order.calls_ns[place - 1],
        "jvm": JVM,
        "step": step,
        "order_id": order.id,
        "document_id": None if place == 0 else _document(order, TRANSITIONS[place - 1]),
        "deliveries": 1,
        "phase": order.phase,
        "outcome": "committed",
        "cpu_ns": order.step_cpu_ns,
    }


def _document(order: SimulatedOrder, transition: str) -> str:
    return f"{order.id}-M-completed" if transition == "notification" else f"{order.id}-{transition}"


def _steps_done(order: SimulatedOrder) -> int:
    """How many transitions it was sent along; the step after the last of them began."""
    return {"refused": 2, "lost": 2, "lost, completion mailed": 2, "not shipped": 3, "stuck": 2, "waiting": 3}.get(
        order.mishap, len(TRANSITIONS)
    )


def service_requests(store: SimulatedStore) -> Iterator[Row]:
    for order in known(store):
        yield {
            "begin_ns": order.received_ns + store.offset_ns("storefront"),
            "duration_ns": order.work_ns[0],
            "cpu_ns": order.request_cpu_ns,
            "jvm": JVM,
            "entrance": "checkout",
            "order_id": order.id,
            "phase": order.phase,
            "outcome": "answered",
        }


def pauses(of_trial: list[PauseAt]) -> Iterator[Row]:
    for pause in of_trial:
        facts = {"begin_ns": pause.begin_ns, "jvm": JVM, "gc_id": pause.gc_id}
        yield {**facts, "name": "GC Pause", "duration_ns": pause.duration_ns}


def collections(of_trial: list[PauseAt]) -> Iterator[Row]:
    for pause in of_trial:
        lengths = dict.fromkeys(("duration_ns", "sum_of_pauses_ns", "longest_pause_ns"), pause.duration_ns)
        facts = {"begin_ns": pause.begin_ns, "jvm": JVM, "gc_id": pause.gc_id}
        yield {**facts, "collector": "G1New", "cause": "G1 Evacuation Pause", **lengths}


def collector_times(of_trial: list[PauseAt], cpu_ms: float) -> Iterator[Row]:
    for pause in of_trial:
        user_ns, system_ns = round(cpu_ms * 750_000), round(cpu_ms * 250_000)
        facts = {"wall_ns": pause.begin_ns, "jvm": JVM, "gc_id": pause.gc_id}
        yield {**facts, "user_ns": user_ns, "system_ns": system_ns, "real_ns": pause.duration_ns}


def recorded(
    store: SimulatedStore, begin_ns: int, window_ns: tuple[int, int]
) -> dict[str, Callable[[], Iterator[Row]]]:
    """The rows of each table of a trial that began at begin_ns."""
    of_trial = list(pauses_between(store.sizes.pauses, begin_ns, store.clock.time_ns()))
    allocated = round((window_ns[1] - window_ns[0]) / SECOND_NS * store.sizes.allocation_bytes_per_s)
    return {
        "points": lambda: points(store),
        "calls": lambda: calls(store),
        "steps": lambda: steps(store),
        "service_requests": lambda: service_requests(store),
        "pauses": lambda: pauses(of_trial),
        "collections": lambda: collections(of_trial),
        "collector_times": lambda: collector_times(of_trial, store.sizes.collector_cpu_ms),
        "profile": lambda: iter([]),
        "allocation": lambda: iter([{"jvm": JVM, "begin_bytes": 10**9, "end_bytes": 10**9 + allocated}]),
    }
