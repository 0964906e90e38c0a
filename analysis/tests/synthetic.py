"""Writes trial folders of a store that never was, so that the analysis can be held against a truth that is known.

Test data only: no figure of a report comes from here. Every order takes the same way; the times of its steps are drawn around
the means of a variant, and what was drawn is the truth.
"""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis import schemas
from analysis.waterfall import WAY

T0_NS = 1_767_225_600_000_000_000
MS, SECOND = 1_000_000, 1_000_000_000
WARMUP_S, DRAIN_S = 10, 5
JVM_OF = {"checkout": "server", "receiving": "server", "approving": "server", "supplying": "server", "invoicing": "server", "mailing": "server"}


@dataclass(frozen=True)
class Variant:
    """Means of one way of handing over, in milliseconds."""

    name: str
    call_ms: float
    latency_ms: float
    slowdown: float = 1.0  # of everything else
    cpu_per_order_ms: float = 30.0


VARIANTS = {
    "jms-transacted": Variant("jms-transacted", call_ms=2.0, latency_ms=14.0),
    "jms-nontransacted": Variant("jms-nontransacted", call_ms=6.0, latency_ms=4.0),
    "soap": Variant("soap", call_ms=15.0, latency_ms=12.0, slowdown=1.15, cpu_per_order_ms=36.0),
}


@dataclass(frozen=True)
class TrialPlan:
    """What one trial is to look like, and what is to be wrong with it."""

    id: str = "001"
    block: int = 1
    position: int = 1
    seed: int = 1
    variant: Variant = VARIANTS["jms-transacted"]
    customers: int = 15
    measure_s: int = 30
    measuring: str = "on"
    faults: tuple[str, ...] = ()
    changes: dict[str, Any] = field(default_factory=dict)  # of trial.json, by dotted key
    levels: dict[str, Any] = field(default_factory=dict)  # further factors

    @property
    def orders_per_s(self) -> float:
        return self.customers / 30


@dataclass(frozen=True)
class Truth:
    """What the analysis should find."""

    orders: int  # received in the window
    completed_in_window: int
    response_mean_ms: float
    call_mean_ms: float
    latency_mean_ms: float
    gc_pause_s: float
    cpu_servers_s: float


class Rows(dict[str, list[dict[str, Any]]]):
    """Rows of each record, by its name."""

    def add(self, table: str, **row: Any) -> None:
        self.setdefault(table, []).append(row)


def write_trial(folder: Path, plan: TrialPlan) -> Truth:
    """Writes a complete trial folder and tells the truth about it."""
    folder.mkdir(parents=True)
    random, rows = np.random.default_rng(plan.seed), Rows()
    times = [an_order(rows, plan, 10_001 + number, received_ns, random) for number, received_ns in enumerate(arrivals(plan, random))]
    stock(rows)
    gc_pauses_ms = collections(folder, rows, plan, random)
    cpu_s = samples(rows, plan, len(times), random)
    for fault in plan.faults:
        FAULTS[fault](rows)
    for name, table in schemas.tables().items():
        frame = pl.DataFrame(rows.get(name, []), schema=table.polars_schema)
        frame.write_csv(folder / table.file)
    (folder / "trial.json").write_text(json.dumps(facts(plan), indent=2))
    inside = [time for time in times if begin_ns(plan) <= time["received_ns"] < end_ns(plan)]
    return Truth(
        orders=len(inside),
        completed_in_window=sum(begin_ns(plan) <= time["mailed_ns"] < end_ns(plan) for time in times),
        response_mean_ms=float(np.mean([time["mailed_ns"] - time["received_ns"] for time in inside]) / MS),
        call_mean_ms=float(np.mean([time["call_ns"] for time in inside]) / MS),
        latency_mean_ms=float(np.mean([time["latency_ns"] for time in inside]) / MS),
        gc_pause_s=sum(gc_pauses_ms) / 1000,
        cpu_servers_s=cpu_s,
    )


def begin_ns(plan: TrialPlan) -> int:
    return T0_NS + WARMUP_S * SECOND


def end_ns(plan: TrialPlan) -> int:
    return begin_ns(plan) + plan.measure_s * SECOND


def phase_at(plan: TrialPlan, instant_ns: int) -> str:
    if instant_ns < begin_ns(plan):
        return "warmup"
    return "measure" if instant_ns < end_ns(plan) else "drain"


def arrivals(plan: TrialPlan, random: np.random.Generator) -> list[int]:
    """Instants of orders, a Poisson stream from the warm-up to the end of the window."""
    gaps_s = random.exponential(1 / plan.orders_per_s, size=int(plan.orders_per_s * (WARMUP_S + plan.measure_s) * 3) + 20)
    instants = T0_NS + (np.cumsum(gaps_s) * SECOND).astype(np.int64)
    return [int(instant) for instant in instants if instant < end_ns(plan)]


def an_order(rows: Rows, plan: TrialPlan, number: int, received_ns: int, random: np.random.Generator) -> dict[str, int]:
    """All that one order leaves behind, from checkout to the completion mail."""
    order, variant = str(number), plan.variant

    def drawn(mean_ms: float) -> int:
        return int(mean_ms * MS * random.lognormal(-0.02, 0.2))

    phase = phase_at(plan, received_ns)
    times = {"received_ns": received_ns}
    begin, wait, document = received_ns - MS, None, None
    for step, transition in WAY:
        work, commit = drawn(4 * variant.slowdown), drawn(2 * variant.slowdown)
        row = dict(begin_ns=begin, duration_ns=work + commit, work_ns=work, commit_ns=commit, wait_ns=wait, jvm=JVM_OF[step])
        rows.add("steps", **row, step=step, order_id=order, document_id=document, deliveries=1, phase=phase, outcome="committed")
        if transition is None:
            times["mailed_ns"] = begin + work // 2
            continue
        call_begin = begin + max(work // 2, 2 * MS if step == "checkout" else 0)
        supplying = transition == "supplier-order"
        call = drawn(variant.call_ms if supplying else 1.0)
        wait = drawn(variant.latency_ms if supplying else 5 * variant.slowdown)
        document = f"{transition}-{order}"
        delegate = variant.name if transition in ("supplier-order", "invoice") else "jms-transacted"
        rows.add(
            "calls", begin_ns=call_begin, duration_ns=call, jvm=JVM_OF[step], transition=transition, delegate=delegate,
            order_id=order, document_id=document, phase=phase, outcome="returned",
        )  # fmt: skip
        begin = call_begin + wait
        if supplying:
            times |= {"call_ns": call, "latency_ns": wait, "arrived_ns": begin}
    marks(rows, plan, order, times, phase)
    books(rows, order, times)
    return times


def marks(rows: Rows, plan: TrialPlan, order: str, times: dict[str, int], phase: str) -> None:
    for point, instant in (("order-received", "received_ns"), ("supplier-order-arrived", "arrived_ns"), ("completion-mailed", "mailed_ns")):
        rows.add("points", wall_ns=times[instant], jvm="server", point=point, order_id=order, phase=phase)


def books(rows: Rows, order: str, times: dict[str, int]) -> None:
    """What the applications and the mail sink know of the order in the end."""
    received_ns, arrived_ns, mailed_ns = times["received_ns"], times["arrived_ns"], times["mailed_ns"]
    rows.add("storefront_orders", order_id=order, received_ns=received_ns, customer="customer1", total=33.0, lines="EST-1:2;EST-4:1")
    rows.add(
        "opc_orders", order_id=order, state="COMPLETED", refusal=None, total=33.0, received_ns=received_ns, approved_ns=arrived_ns,
        completed_ns=mailed_ns, invoices=1, repeated=0, awaiting_approval=False,
    )  # fmt: skip
    rows.add(
        "supplier_orders", order_id=order, document_id=f"supplier-order-{order}", state="shipped", received_ns=arrived_ns,
        shipped_ns=arrived_ns + MS, shipments=1, repeated=0,
    )  # fmt: skip
    for item, quantity in (("EST-1", 2), ("EST-4", 1)):
        rows.add("shipments", shipment_id=f"sh-{order}", order_id=order, item_id=item, quantity=quantity, shipped_ns=arrived_ns + MS)
    for place, kind in enumerate(("approved", "shipped", "completed")):
        rows.add("mails", wall_ns=mailed_ns - (2 - place) * MS, order_id=order, kind=kind, message_id=f"<{kind}-{order}@petlab>")


def stock(rows: Rows) -> None:
    for item in ("EST-1", "EST-4"):
        shipped = sum(row["quantity"] for row in rows["shipments"] if row["item_id"] == item)
        rows.add("stock", item_id=item, initial=1_000_000, restocked=0, on_hand=1_000_000 - shipped)


def collections(folder: Path, rows: Rows, plan: TrialPlan, random: np.random.Generator) -> list[float]:
    """Two pauses a second of some 8 ms, in the GC log and as JFR has them; gives those of the window."""
    lines, inside = [], []
    for gc_id in range(2 * (WARMUP_S + plan.measure_s)):
        pause_ms = round(float(8 * plan.variant.slowdown * random.lognormal(0, 0.1)), 3)
        end_ms = T0_NS // MS + 500 * gc_id + 200
        stamp = np.datetime64(end_ms, "ms").astype(str) + "+0000"
        lines.append(f"[{stamp}][{end_ms / 1000 % 1000:.3f}s][info][gc      ] GC({gc_id}) Pause Young (Normal) (G1 Evacuation Pause) 90M->30M(256M) {pause_ms:.3f}ms")
        total_ns = round(pause_ms * MS) + 30_000
        lines.append(
            f'[{stamp}][{end_ms / 1000 % 1000:.3f}s][info][safepoint] Safepoint "G1CollectForAllocation", Time since last: 1 ns, '
            f"Reaching safepoint: 20000 ns, At safepoint: {round(pause_ms * MS)} ns, Leaving safepoint: 10000 ns, Total: {total_ns} ns, Threads: 1 runnable, 90 total"
        )
        begin = end_ms * MS - round(pause_ms * MS)
        rows.add("pauses", begin_ns=begin, jvm="server", gc_id=gc_id, name="GC Pause", duration_ns=round(pause_ms * MS))
        if begin_ns(plan) <= begin < end_ns(plan):
            inside.append(pause_ms)
    (folder / "gc-server.log").write_text("[" + stamp + "][0.004s][info][gc] Using G1\n" + "\n".join(lines) + "\n")
    rows.add("allocation", jvm="server", begin_bytes=1_000_000_000, end_bytes=1_000_000_000 + plan.measure_s * 120_000_000)
    return inside


def samples(rows: Rows, plan: TrialPlan, orders: int, random: np.random.Generator) -> float:
    """Each second: queues, CPU, machine and pressure. Gives the CPU seconds of the bed in the window."""
    busy_s_per_s = plan.variant.cpu_per_order_ms / 1000 * plan.orders_per_s
    shares = {"server": 0.6, "broker": 0.25, "postgresql": 0.15}
    for second in range(WARMUP_S + plan.measure_s + DRAIN_S):
        wall_ns = T0_NS + second * SECOND
        for process, share in shares.items():
            rows.add("resources", wall_ns=wall_ns, process=process, cpu_s=50 + busy_s_per_s * share * second, rss_bytes=500_000_000)
        rows.add("resources", wall_ns=wall_ns, process="siege", cpu_s=0.02 * second, rss_bytes=50_000_000)
        rows.add(
            "machine", wall_ns=wall_ns, user_s=100 + 0.9 * busy_s_per_s * second, system_s=30 + 0.1 * busy_s_per_s * second, iowait_s=1 + 0.05 * second,
            idle_s=1000 + (1.95 - busy_s_per_s) * second, steal_s=0.0, disk_read_bytes=1000, disk_write_bytes=2_000_000 * second,
        )  # fmt: skip
        rows.add("pressure", wall_ns=wall_ns, resource="io", some_us=100_000 * second, full_us=50_000 * second)
        rows.add("pressure", wall_ns=wall_ns, resource="cpu", some_us=50_000 * second, full_us=0)
        for queue in ("PurchaseOrderQueue", "SupplierOrderQueue", "MailQueue"):
            rows.add("queues", wall_ns=wall_ns, queue=queue, messages=int(random.poisson(0.5)), delivering=0, dead=False)
        rows.add("queues", wall_ns=wall_ns, queue="MailQueue.dead", messages=0, delivering=0, dead=True)
    for number in range(round(plan.customers / 2.51 * (WARMUP_S + plan.measure_s))):
        end_s = T0_NS // SECOND + int(number * 2.51 / plan.customers)
        url = number % 12
        rows.add("requests", end_s=float(end_s), user=number % plan.customers, method_url="POST /storefront/order", url_index=url, status=200, duration_s=0.01, bytes=4000)
    return busy_s_per_s * plan.measure_s


def facts(plan: TrialPlan) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((schemas.SCHEMAS / "examples" / "trial.json").read_text())
    document["trial"] = {"id": plan.id, "block": plan.block, "position": plan.position, "seed": plan.seed}
    document["levels"] = {"transition": plan.variant.name, "customers": plan.customers, **plan.levels}
    document["delegates"] = {"order-submission": "jms-transacted", "supplier-order": plan.variant.name, "invoice": plan.variant.name}
    document["windows"] = {
        "warmup_begin_ns": T0_NS, "measure_begin_ns": begin_ns(plan), "measure_end_ns": end_ns(plan), "drained_ns": end_ns(plan) + DRAIN_S * SECOND,
    }  # fmt: skip
    document |= {"warmup_s": WARMUP_S, "measure_s": plan.measure_s, "measuring": plan.measuring}
    for key, value in plan.changes.items():
        place, _, last = key.rpartition(".")
        (document[place] if place else document)[last] = value
    return document


def first(rows: Rows, table: str, order: str = "10003") -> dict[str, Any]:
    return next(row for row in rows[table] if row["order_id"] == order)


def drop(rows: Rows, tables: tuple[str, ...], order: str = "10003") -> None:
    for table in tables:
        rows[table] = [row for row in rows[table] if row["order_id"] != order]


def lose(rows: Rows) -> None:
    """The supplier order never came: shipped, invoiced and mailed was nothing."""
    drop(rows, ("supplier_orders", "shipments"))
    rows["mails"] = [row for row in rows["mails"] if row["order_id"] != "10003" or row["kind"] == "approved"]
    first(rows, "opc_orders").update(state="APPROVED", completed_ns=None, invoices=0)
    restock(rows)


def double(rows: Rows) -> None:
    rows["shipments"].append({**first(rows, "shipments"), "shipment_id": "again"})
    restock(rows)


def stick(rows: Rows) -> None:
    lose(rows)
    rows.add("dead_letters", queue="SupplierOrderQueue.dead", order_id="10003", document_id="supplier-order-10003", reason="delivered 8 times")


def wait_for_stock(rows: Rows) -> None:
    drop(rows, ("shipments",))
    rows["mails"] = [row for row in rows["mails"] if row["order_id"] != "10003" or row["kind"] == "approved"]
    first(rows, "opc_orders").update(state="APPROVED", completed_ns=None, invoices=0)
    first(rows, "supplier_orders").update(state="waiting", shipped_ns=None, shipments=0)
    restock(rows)


def refuse(rows: Rows) -> None:
    drop(rows, ("supplier_orders", "shipments", "mails"))
    first(rows, "opc_orders").update(state="DENIED", refusal="funds", approved_ns=None, completed_ns=None, invoices=0)
    rows.add("mails", wall_ns=T0_NS, order_id="10003", kind="denied", message_id="<denied@petlab>")
    restock(rows)


def restock(rows: Rows) -> None:
    del rows["stock"]
    stock(rows)


def haunt(rows: Rows) -> None:
    drop(rows, ("storefront_orders",))


def mail_twice(rows: Rows) -> None:
    rows["mails"].append({**first(rows, "mails"), "message_id": "<again@petlab>"})


def mail_never(rows: Rows) -> None:
    rows["mails"].remove(first(rows, "mails"))


def unbalance(rows: Rows) -> None:
    rows["stock"][0]["on_hand"] += 1


FAULTS = {
    "lost": lose,
    "doubled": double,
    "stuck": stick,
    "waiting": wait_for_stock,
    "refused": refuse,
    "phantom": haunt,
    "mail twice": mail_twice,
    "mail never": mail_never,
    "stock": unbalance,
}


def write_results(folder: Path, variants: list[str], loads: list[int], repetitions: int, special: dict[str, TrialPlan] | None = None) -> Path:
    """A results folder: every variant at every load in each block; `special` gives single trials by id a plan of their own."""
    schedule = []
    for block in range(1, repetitions + 1):
        for customers in loads:
            for name in variants:
                position = len(schedule) + 1
                chance = np.random.default_rng(position).normal(0, 0.01)
                variant = VARIANTS[name]
                variant = replace(variant, slowdown=variant.slowdown * (1 + chance) * (1 + customers / 400), cpu_per_order_ms=variant.cpu_per_order_ms * (1 + chance))
                plan = TrialPlan(id=f"{position:03}", block=block, position=position, seed=position, variant=variant, customers=customers)
                if special and plan.id in special:
                    plan = replace(plan, faults=special[plan.id].faults, changes=special[plan.id].changes)
                write_trial(folder / "trials" / plan.id, plan)
                schedule.append({"id": plan.id, "block": block, "position": position, "seed": position, "levels": {"transition": name, "customers": customers}})
    experiment = json.loads((schemas.SCHEMAS / "examples" / "experiment.json").read_text())
    experiment |= {"factors": {"transition": variants, "customers": loads}, "repetitions": repetitions, "schedule": schedule, "measure_s": 30, "warmup_s": WARMUP_S}
    (folder / "experiment.json").write_text(json.dumps(experiment, indent=2))
    return folder
