"""Every metric by name: its unit, which way is better, and what it means. Formulas and sources are in
docs/measuring.md.
"""

import math
from dataclasses import dataclass
from typing import Literal

Better = Literal["lower", "higher"] | None
STATISTICS = {
    "mean": "mean",
    "p50": "median",
    "p90": "90th percentile",
    "p95": "95th percentile",
    "p99": "99th percentile",
    "max": "maximum",
    "geomean": "geometric mean",
}
TIMES = {
    "response": ("Response time", "order received until completion mailed"),
    "call": ("Call time", "how long the order processing center was blocked in its call to the supplier"),
    "latency": ("Latency", "from the beginning of the call to the supplier until it starts on the document"),
}
GEOMETRIC_MEANS = {f"{time}_geomean_ms": f"{time}_ms" for time in (*TIMES, "order_cpu")}
"""Of orders' times, by the column that they are made from: what is compared by order."""


@dataclass(frozen=True)
class Metric:
    """One metric of a trial."""

    name: str
    label: str
    unit: str
    better: Better
    meaning: str

    @property
    def limits(self) -> tuple[float, float]:
        """Between which values it lies, whatever happens."""
        if self.name in ("waterfall_gap_fraction", "orders_growth"):
            return -math.inf, math.inf
        return 0.0, 1.0 if self.unit == "fraction" else math.inf

    @property
    def is_sum(self) -> bool:
        """Whether it is summed over the window, and so the greater the longer that is."""
        return self.unit in ("s", "pauses")


def _times() -> list[Metric]:
    return [
        Metric(f"{time}_{short}_ms", f"{label}, {long}", "ms", "lower", meaning)
        for time, (label, meaning) in TIMES.items()
        for short, long in STATISTICS.items()
    ]


def _from_due() -> list[Metric]:
    """Of an open load, whose generator knows when each request was due."""
    meanings = {
        "request_due": ("HTTP request from due", "from when it was due until its answer was there (open load)"),
        "order_due": ("Response time from due", "from when its request was due until the completion mail (open load)"),
        "request_closed": (
            "HTTP request by a closed loop",
            "from when it was sent, in ticks of 10 ms, in the sessions that customers would have met if they came "
            "again only when they had been served (open load)",
        ),
    }
    return [
        Metric(f"{name}_{short}_ms", f"{label}, {STATISTICS[short]}", "ms", "lower", meaning)
        for name, (label, meaning) in meanings.items()
        for short in ("mean", "p50", "p90", "p95", "p99")
    ]


# fmt: off
_OF_ORDERS = [
    Metric("throughput_per_min", "Throughput", "orders/min", "higher",
           "orders whose completion was mailed in the window, divided by its length"),
    Metric("mailed_per_min", "Throughput by the mail sink", "orders/min", "higher",
           "completion mails at the sink in the window; needs no mark"),
    *_times(),
    Metric("to_endpoint_mean_ms", "Call by SOAP, until the endpoint, mean", "ms", "lower",
           "from the beginning of the call until its request enters the supplier's endpoint"),
    Metric("in_endpoint_mean_ms", "Call by SOAP, in the endpoint, mean", "ms", "lower",
           "from the entry of the request until the endpoint has answered"),
    Metric("from_endpoint_mean_ms", "Call by SOAP, answer, mean", "ms", "lower",
           "from the endpoint's answer until the call returns"),
    Metric("orders", "Orders received in the window", "orders", None, "order-received marks in the window"),
    Metric("orders_unfinished", "Orders without completion", "orders", "lower",
           "received in the window, completion never mailed"),
    Metric("offered_per_min", "Offered orders", "orders/min", None, "customers who were due in the window (open load)"),
    Metric("orders_growth", "Growth of the orders in the system", "orders", "lower",
           "orders in the system at the end of the window less those at its beginning (open load)"),
    Metric("overloaded_fraction", "Overloaded", "fraction", "lower",
           "1: the store completed fewer orders than came, and its queue grew"),
    Metric("lateness_p99_ms", "Lateness of the generator, 99th percentile", "ms", "lower",
           "from when a request was due until it was sent (open load)"),
    Metric("lateness_max_ms", "Lateness of the generator, maximum", "ms", "lower",
           "from when a request was due until it was sent (open load)"),
    *_from_due(),
    Metric("closed_customers", "Customers of the closed loop", "customers", None,
           "how many of them, one session after another, make the offered rate (open load)"),
    Metric("http_per_s", "HTTP requests", "requests/s", "higher",
           "requests that the generator finished in the window"),
    Metric("http_mean_ms", "HTTP request, mean", "ms", "lower", "by the generator, in ticks of 10 ms"),
    Metric("order_post_mean_ms", "Order post, mean", "ms", "lower",
           "last request of the scenario, by the generator"),
]
_OF_MACHINE = [
    Metric("cpu_servers_s", "CPU of the bed", "s", "lower",
           "all processes of the bed, without generator and lab"),
    Metric("cpu_per_order_ms", "CPU per order", "ms/order", "lower",
           "CPU of the bed per order completed in the window"),
    Metric("order_cpu_geomean_ms", "CPU of an order, geometric mean", "ms", "lower",
           "CPU of the servers' threads in an order's steps and requests; without broker and database"),
    Metric("cpu_busy_fraction", "CPU busy", "fraction", None, "fraction of all cores not idle in the window"),
    Metric("cpu_other_fraction", "CPU used by others", "fraction", "lower",
           "busy core time that no process of the trial used"),
    Metric("steal_fraction", "CPU taken by the hypervisor", "fraction", "lower",
           "fraction of core time that the hypervisor gave to others"),
    Metric("canary_ms", "Canary", "ms", None,
           "processor time of a fixed piece of work, median: the greater, the slower the machine was"),
    Metric("canary_between_ms", "Canary between trials", "ms", None,
           "the canary before the load and after the drain, mean of both medians: the load cannot move it"),
    Metric("iowait_fraction", "CPU waiting for disk", "fraction", None,
           "fraction of core time idle with a disk request open"),
    Metric("io_pressure_fraction", "Disk pressure", "fraction", None,
           "fraction of time that some task waited for the disk (PSI)"),
    Metric("cpu_pressure_fraction", "CPU pressure", "fraction", None,
           "fraction of time that some task waited for a core (PSI)"),
    Metric("disk_write_mb_per_s", "Written to disk", "MB/s", None, "bytes written to all disks"),
    Metric("forced_writes_per_order", "Forced writes per order", "writes/order", "lower",
           "forced writes of the bed, counted after the window, per order completed meanwhile"),
]
_OF_COLLECTIONS = [
    Metric("gc_pause_s", "GC pauses", "s", "lower",
           "time that all threads were stopped for a collection, by the GC log"),
    Metric("gc_pause_fraction", "In GC pauses", "fraction", "lower",
           "fraction of the window, mean over the servers' JVMs, by the GC log"),
    Metric("gc_pause_count", "GC pauses, number", "pauses", "lower", "by the GC log"),
    Metric("gc_pause_mean_ms", "GC pause, mean", "ms", "lower", "by the GC log"),
    Metric("gc_pause_max_ms", "Longest GC pause of a trial", "ms", "lower", "by the GC log"),
    Metric("gc_young_s", "GC pauses of the young generation", "s", "lower", "by the GC log"),
    Metric("gc_young_count", "Young pauses, number", "pauses", "lower", "by the GC log"),
    Metric("gc_young_mean_ms", "Young pause, mean", "ms", "lower", "by the GC log"),
    Metric("gc_old_s", "GC pauses of the old generation", "s", "lower", "mixed ones included, by the GC log"),
    Metric("gc_old_count", "Old pauses, number", "pauses", "lower", "mixed ones included, by the GC log"),
    Metric("gc_concurrent_s", "Concurrent collection", "s", "lower",
           "elapsed time of phases beside the application, less pauses in them; two at the same time count once"),
    Metric("gc_cpu_s", "CPU in GC pauses, by JFR", "s", "lower", "of the collector's threads"),
    Metric("gc_total_cpu_s", "CPU of garbage collection", "s", "lower",
           "of collectors' threads, in pauses and beside the application; of Serial, which has none, by JFR"),
    Metric("gc_cpu_per_order_ms", "CPU of garbage collection per order", "ms/order", "lower",
           "of collectors' threads, per order completed in the window"),
    Metric("gc_jfr_pause_s", "GC pauses by JFR", "s", "lower", "a cross-check of the GC log"),
    Metric("gc_per_order_ms", "GC pauses per order", "ms/order", "lower",
           "GC pauses per order completed in the window"),
    Metric("safepoint_s", "Safepoints", "s", "lower",
           "all time at safepoints and on the way to them, collections included"),
    Metric("safepoint_reaching_s", "Reaching safepoints", "s", "lower", "until the last thread was stopped"),
    Metric("gc_stall_s", "Stalls for memory", "s", "lower",
           "how long threads waited until ZGC had memory for them, summed over threads"),
    Metric("compiler_cpu_per_order_ms", "CPU of compilers per order", "ms/order", "lower",
           "of the servers' JIT compilers, per order completed in the window: warm JVMs have next to none"),
    Metric("allocation_mb_per_s", "Allocation", "MB/s", "lower", "bytes allocated by the servers' JVMs"),
    Metric("allocation_per_order_kb", "Allocation per order", "kB/order", "lower",
           "bytes allocated per order completed in the window"),
    Metric("promotion_mb_per_s", "Promotion", "MB/s", "lower",
           "bytes that young collections moved into the old generations; not known where the log does not tell"),
    Metric("heap_after_gc_mib", "Heap after collections", "MiB", None,
           "in use when a collection had ended, mean, sum over the servers' JVMs"),
    Metric("live_set_mib", "Live set", "MiB", None,
           "the least in use after a collection in the second half of the window, sum over the servers' JVMs"),
    Metric("gc_affected_fraction", "Orders affected by GC", "fraction", "lower",
           "orders with a GC pause between their marks"),
    Metric("gc_affected_mean_ms", "GC pause time of an affected order", "ms", "lower",
           "sum of its pauses, mean over the affected orders"),
    Metric("gc_paused_mean_ms", "GC pause time of an order", "ms", "lower",
           "sum of its pauses, mean over all orders, those without a pause included"),
    Metric("gc_requests_affected_fraction", "Requests affected by GC", "fraction", "lower",
           "requests with a GC pause between sending and answer (open load)"),
    Metric("gc_requests_affected_mean_ms", "GC pause time of an affected request", "ms", "lower",
           "sum of its pauses, mean over the affected requests (open load)"),
    Metric("gc_concurrent_response_ratio", "Response beside collection", "ratio", "lower",
           "orders beside which a collector worked against the others of the trial, geometric means; at least 30 each"),
]
_OF_BROKER = [
    Metric("broker_gc_pause_s", "Broker, GC pauses", "s", "lower", "of the broker's JVM, by its GC log"),
    Metric("broker_gc_pause_mean_ms", "Broker, GC pause, mean", "ms", "lower", "by its GC log"),
    Metric("broker_gc_pause_max_ms", "Broker, longest GC pause of a trial", "ms", "lower", "by its GC log"),
    Metric("broker_gc_cpu_per_order_ms", "Broker, CPU of garbage collection per order", "ms/order", "lower",
           "of its collector's threads, per order completed in the window"),
    Metric("broker_gc_affected_fraction", "Broker, orders affected by its GC", "fraction", "lower",
           "orders with a GC pause of the broker between their marks"),
    Metric("broker_allocation_per_order_kb", "Broker, allocation per order", "kB/order", "lower",
           "bytes that its JVM allocated, per order completed in the window"),
]
_OF_BALANCE = [
    Metric("queue_longest_mean", "Longest queue, mean", "messages", "lower",
           "greatest of the queues' mean lengths"),
    Metric("queue_longest_max", "Longest queue, maximum", "messages", "lower",
           "greatest length seen in any second"),
    Metric("orders_in_system", "Orders in the system", "orders", None,
           "time average between received and completion mailed"),
    Metric("little_ratio", "Little's law", "ratio", None,
           "rate x response time / orders in the system: 1 when the trial is in balance"),
    Metric("customers_ratio", "Little's law of the customers", "ratio", None,
           "request rate x (request + think time) / customers: 1 when the generator kept up"),
    Metric("waterfall_followed_fraction", "Orders followed", "fraction", "higher",
           "finished orders that the waterfall holds"),
    Metric("waterfall_gap_fraction", "Gap of the waterfall", "fraction", None,
           "sum of the segments / end-to-end time - 1"),
    Metric("redeliveries", "Redeliveries", "deliveries", "lower",
           "steps that began on a document delivered before"),
]
# fmt: on

METRICS = {metric.name: metric for metric in (*_OF_ORDERS, *_OF_MACHINE, *_OF_COLLECTIONS, *_OF_BROKER, *_OF_BALANCE)}


def metric(name: str) -> Metric:
    """The metric of that name; those of single processes and queues are made from their name."""
    if name in METRICS:
        return METRICS[name]
    if name.startswith("cpu_process_"):
        process = name.removeprefix("cpu_process_").removesuffix("_s")
        return Metric(name, f"CPU of {process}", "s", "lower", "process tree, in the window")
    if name.startswith("cpu_per_order_of_"):
        process = name.removeprefix("cpu_per_order_of_").removesuffix("_ms")
        return Metric(name, f"CPU per order of {process}", "ms/order", "lower", "process tree, per completed order")
    if name.startswith("forced_writes_of_"):
        process = name.removeprefix("forced_writes_of_")
        return Metric(name, f"Forced writes of {process}", "writes/order", "lower", "process tree, after the window")
    if name.startswith("queue_"):
        queue, _, statistic = name.removeprefix("queue_").rpartition("_")
        label = f"{queue}, {STATISTICS[statistic]} length"
        return Metric(name, label, "messages", "lower", "messages, each second of the window")
    raise KeyError(f"no metric is called {name}")
