"""Collections and samples of a synthetic trial: what the JVM, the machine and the queues had to tell."""

from pathlib import Path

import numpy as np

from analysis.tests.synthetic_plan import (
    DRAIN_S,
    MS,
    SECOND,
    T0_NS,
    VARIANTS,
    WARMUP_S,
    Rows,
    TrialPlan,
    begin_ns,
    end_ns,
)


def collections(folder: Path, rows: Rows, plan: TrialPlan, random: np.random.Generator) -> list[float]:
    """Two pauses per second of some 8 ms, in the GC log and as JFR has them; gives those of the window."""
    lines, inside = [], []
    for gc_id in range(2 * (WARMUP_S + plan.measure_s)):
        pause_ms = round(float(8 * plan.variant.slowdown * random.lognormal(0, 0.1)), 3)
        end_ms = T0_NS // MS + 500 * gc_id + 200
        stamp = np.datetime64(end_ms, "ms").astype(str) + "+0000"
        lines += log_lines(f"[{stamp}][{end_ms / 1000 % 1000:.3f}s][info]", gc_id, pause_ms)
        begin = end_ms * MS - round(pause_ms * MS)
        rows.add("pauses", begin_ns=begin, jvm="server", gc_id=gc_id, name="GC Pause", duration_ns=round(pause_ms * MS))
        if begin_ns(plan) <= begin < end_ns(plan):
            inside.append(pause_ms)
    (folder / "gc-server.log").write_text("[" + stamp + "][0.004s][info][gc] Using G1\n" + "\n".join(lines) + "\n")
    rows.add(
        "allocation", jvm="server", begin_bytes=1_000_000_000, end_bytes=1_000_000_000 + plan.measure_s * 120_000_000
    )
    return inside


def samples(rows: Rows, plan: TrialPlan, random: np.random.Generator) -> float:
    """Each second: queues, CPU, machine and pressure. Gives the CPU seconds of the bed in the window."""
    busy_s_per_s = plan.variant.cpu_per_order_ms / 1000 * plan.orders_per_s
    used_s = used_by_windows(rows, plan) if plan.unit == "window" else None
    fractions = {"server": 0.6, "broker": 0.25, "postgresql": 0.15}
    for second in range(WARMUP_S + plan.measure_s + DRAIN_S):
        wall_ns = T0_NS + second * SECOND
        for process, fraction in fractions.items():
            rows.add(
                "resources",
                wall_ns=wall_ns,
                process=process,
                cpu_s=50 + fraction * (busy_s_per_s * second if used_s is None else used_s[second]),
                rss_bytes=500_000_000,
            )
        rows.add("resources", wall_ns=wall_ns, process="siege", cpu_s=0.02 * second, rss_bytes=50_000_000)
        rows.add(
            "machine",
            wall_ns=wall_ns,
            user_s=100 + 0.9 * busy_s_per_s * second,
            system_s=30 + 0.1 * busy_s_per_s * second,
            iowait_s=1 + 0.05 * second,
            idle_s=1000 + (1.91 - busy_s_per_s) * second,
            steal_s=0.04 * second,
            disk_read_bytes=1000,
            disk_write_bytes=2_000_000 * second,
        )
        rows.add("canary", wall_ns=wall_ns, cpu_ns=2_000_000 + second % 3 * 100_000)
        rows.add("pressure", wall_ns=wall_ns, resource="io", some_us=100_000 * second, full_us=50_000 * second)
        rows.add("pressure", wall_ns=wall_ns, resource="cpu", some_us=50_000 * second, full_us=0)
        for queue in ("PurchaseOrderQueue", "SupplierOrderQueue", "MailQueue"):
            rows.add(
                "queues", wall_ns=wall_ns, queue=queue, messages=int(random.poisson(0.5)), delivering=0, dead=False
            )
        rows.add("queues", wall_ns=wall_ns, queue="MailQueue.dead", messages=0, delivering=0, dead=True)
    for number in range(round(plan.customers / 2.51 * (WARMUP_S + plan.measure_s))):
        end_s = T0_NS // SECOND + int(number * 2.51 / plan.customers)
        url = number % 12
        rows.add(
            "requests",
            end_s=float(end_s),
            user=number % plan.customers,
            method_url="POST /storefront/order",
            url_index=url,
            status=200,
            duration_s=0.01,
            bytes=4000,
        )
    return busy_s_per_s * plan.measure_s


def used_by_windows(rows: Rows, plan: TrialPlan) -> list[float]:
    """By when each second began, the CPU seconds of the orders that were completed by then."""
    mailed = [row for row in rows["points"] if row["point"] == "completion-mailed"]
    delegates = {row["order_id"]: row["delegate"] for row in rows["calls"] if row["transition"] == "supplier-order"}
    seconds = range(WARMUP_S + plan.measure_s + DRAIN_S)
    used_ms = np.zeros(len(seconds) + 1)
    for row in mailed:
        second = min(-(-(row["wall_ns"] - T0_NS) // SECOND), len(seconds))
        used_ms[second:] += VARIANTS[delegates[row["order_id"]]].cpu_per_order_ms
    return [float(used_ms[second]) / 1000 for second in seconds]


def log_lines(decorations: str, gc_id: int, pause_ms: float) -> list[str]:
    """A young collection of G1, and its safepoint."""
    at_ns = round(pause_ms * MS)
    parts = (
        f"Reaching safepoint: 20000 ns, At safepoint: {at_ns} ns, Leaving safepoint: 10000 ns, Total: {at_ns + 30_000}"
    )
    pause = "Pause Young (Normal) (G1 Evacuation Pause) 90M->30M(256M)"
    operation = 'Safepoint "G1CollectForAllocation", Time since last: 1 ns'
    return [
        f"{decorations}[gc      ] GC({gc_id}) {pause} {pause_ms:.3f}ms",
        f"{decorations}[safepoint] {operation}, {parts} ns, Threads: 1 runnable",
    ]
