"""The orders of a synthetic trial: all take the same way, in times drawn around a variant's means."""

import numpy as np

from analysis.tests.synthetic_plan import MS, SECOND, T0_NS, WARMUP_S, Rows, TrialPlan, end_ns, phase_at
from analysis.timing.waterfall import WAY


def arrivals(plan: TrialPlan, random: np.random.Generator) -> list[int]:
    """Instants of orders, a Poisson stream from the warm-up to the end of the window."""
    gaps_s = random.exponential(
        1 / plan.orders_per_s, size=int(plan.orders_per_s * (WARMUP_S + plan.measure_s) * 3) + 20
    )
    instants = T0_NS + (np.cumsum(gaps_s) * SECOND).astype(np.int64)
    return [int(instant) for instant in instants if instant < end_ns(plan)]


def an_order(rows: Rows, plan: TrialPlan, number: int, received_ns: int, random: np.random.Generator) -> dict[str, int]:
    """All that one order leaves behind, from checkout to the completion mail."""
    order = str(number)
    variant = plan.variant_of(order, received_ns)

    def drawn(mean_ms: float) -> int:
        return int(mean_ms * MS * random.lognormal(-0.02, 0.2))

    phase = phase_at(plan, received_ns)
    times = {"received_ns": received_ns}
    request(rows, "checkout", order, received_ns, phase)
    begin, stamped, document = received_ns - MS, None, None
    for step, transition in WAY:
        work, commit = drawn(4 * variant.slowdown), drawn(2 * variant.slowdown)
        row = {
            "begin_ns": begin,
            "duration_ns": work + commit,
            "work_ns": work,
            "commit_ns": commit,
            "wait_ns": stamped,
        }
        rows.add(
            "steps",
            **row,
            jvm="server",
            step=step,
            order_id=order,
            document_id=document,
            deliveries=1,
            phase=phase,
            outcome="committed",
            cpu_ns=(work + commit) // 4,
        )
        if transition is None:
            times["mailed_ns"] = begin + work // 2
            continue
        call_begin = begin + max(work // 2, 2 * MS if step == "checkout" else 0)
        supplying = transition == "supplier-order"
        call = drawn(variant.call_ms if supplying else 1.0)
        wait = drawn(variant.latency_ms if supplying else 5 * variant.slowdown)
        document = f"{order}-M-completed" if transition == "notification" else f"{order}-{transition}"
        delegate = variant.name if transition in ("supplier-order", "invoice") else "jms-transacted"
        # A SOAP endpoint stamps the document anew when it queues it.
        stamped = wait // 2 if delegate == "soap" else wait
        rows.add(
            "calls",
            begin_ns=call_begin,
            duration_ns=call,
            jvm="server",
            transition=transition,
            delegate=delegate,
            order_id=order,
            document_id=document,
            phase=phase,
            outcome="returned",
            cpu_ns=call // 4,
        )
        begin = call_begin + wait
        if delegate == "soap":
            request(rows, transition, order, call_begin, phase)
        if supplying:
            times |= {"call_ns": call, "latency_ns": wait, "arrived_ns": begin}
    marks(rows, plan, order, times, phase)
    books(rows, order, times)
    return times


def request(rows: Rows, entrance: str, order: str, begin_ns: int, phase: str) -> None:
    """A request of half a millisecond of CPU time."""
    rows.add(
        "service_requests",
        begin_ns=begin_ns,
        duration_ns=MS,
        cpu_ns=MS // 2,
        jvm="server",
        entrance=entrance,
        order_id=order,
        phase=phase,
        outcome="answered",
    )


def marks(rows: Rows, plan: TrialPlan, order: str, times: dict[str, int], phase: str) -> None:
    for point, instant in (
        ("order-received", "received_ns"),
        ("supplier-order-arrived", "arrived_ns"),
        ("completion-mailed", "mailed_ns"),
    ):
        rows.add("points", wall_ns=times[instant], jvm="server", point=point, order_id=order, phase=phase)


def books(rows: Rows, order: str, times: dict[str, int]) -> None:
    """What the applications and the mail sink know of the order in the end."""
    received_ns, arrived_ns, mailed_ns = times["received_ns"], times["arrived_ns"], times["mailed_ns"]
    rows.add(
        "storefront_orders",
        order_id=order,
        received_ns=received_ns,
        customer="customer1",
        total=33.0,
        lines="EST-1:2;EST-4:1",
    )
    rows.add(
        "opc_orders",
        order_id=order,
        state="COMPLETED",
        refusal=None,
        total=33.0,
        received_ns=received_ns,
        approved_ns=arrived_ns,
        completed_ns=mailed_ns,
        invoices=1,
        duplicates=0,
        awaiting_approval=False,
    )
    rows.add(
        "supplier_orders",
        order_id=order,
        document_id=f"supplier-order-{order}",
        state="shipped",
        received_ns=arrived_ns,
        shipped_ns=arrived_ns + MS,
        shipments=1,
        duplicates=0,
    )
    for item, quantity in (("EST-1", 2), ("EST-4", 1)):
        rows.add(
            "shipments",
            shipment_id=f"sh-{order}",
            order_id=order,
            item_id=item,
            quantity=quantity,
            shipped_ns=arrived_ns + MS,
        )
    for place, kind in enumerate(("approved", "shipped", "completed")):
        rows.add(
            "mails",
            wall_ns=mailed_ns - (2 - place) * MS,
            order_id=order,
            kind=kind,
            message_id=f"<{kind}-{order}@petlab>",
        )


def stock(rows: Rows) -> None:
    for item in ("EST-1", "EST-4"):
        shipped = sum(row["quantity"] for row in rows["shipments"] if row["item_id"] == item)
        rows.add("stock", item_id=item, initial=1_000_000, restocked=0, on_hand=1_000_000 - shipped)
