"""Known answers of single trials: rates, times, CPU, collections, queues, and the laws that they agree with."""

from functools import partial

from analysis.reading.records import read_records
from cli.selfcheck.answers import Answer, Check, all_of, exactly, near
from cli.selfcheck.evidence import Evidence
from cli.selfcheck.known_experiments import CUSTOMERS, ORDERS_PER_MIN, REQUESTS_PER_S, SOAP
from loadscripts.simulation.known_sizes import REQUEST_MS
from loadscripts.simulation.simulated_events import is_marked_completed
from loadscripts.simulation.simulated_machine import CANARY_NS
from loadscripts.simulation.simulated_pauses import LEAVING_NS, REACHING_NS, PauseAt, pauses_between

MS_NS, SECOND_NS = 1_000_000, 1_000_000_000


def rates(evidence: Evidence) -> Answer:
    """What is under way at an end of the window is one order more or less in 64 s."""
    found = evidence["exact"]
    names = ("throughput_per_min", "mailed_per_min")
    return all_of([near(ORDERS_PER_MIN, found.metric(name), 1.0) for name in names])


def true_mean(metric: str, evidence: Evidence) -> Answer:
    """Mean over the window's orders, of which each is known to the nanosecond."""
    found = evidence["exact"]
    orders = found.true_orders()
    by_name = {
        "response_mean_ms": sum(order.response_ns for order in orders),
        "call_mean_ms": sum(order.call_durations_ns[2] for order in orders),
        "latency_mean_ms": sum(order.latency_ns for order in orders),
    }
    return near(by_name[metric] / len(orders) / MS_NS, found.metric(metric), 1e-6)


def percentiles(evidence: Evidence) -> Answer:
    """Of two levels half the orders each: the 90th percentile is that of the slower one."""
    found = evidence["exact"]
    return all_of([near(50.0, found.metric("response_p90_ms"), 1e-3), exactly(640, int(found.metric("orders")))])


def slow_step(evidence: Evidence) -> Answer:
    """Approving takes 5 ms longer than receiving, all else alike."""
    steps_df = evidence["clocks"].trial().steps_df
    means = dict(steps_df.select("step", "work_ms").iter_rows())
    return near(5.0, means["approving"] - means["receiving"], 1e-6)


def waterfall(evidence: Evidence) -> Answer:
    found = evidence["exact"]
    gap, followed = found.metric("waterfall_gap_fraction"), found.metric("waterfall_followed_fraction")
    return all_of([near(0.0, gap, 1e-6), near(1.0, followed, 0.0)])


def transit(evidence: Evidence) -> Answer:
    """The supplier order's latency less its call, by the first level: 4.0 − 0.8 ms."""
    segments_df = evidence["exact"].trial().segments_df.filter(level="jms-transacted")
    means = dict(segments_df.select("segment", "mean_ms").iter_rows())
    return near(3.2, means["supplier-order: transit"], 1e-6)


def cpu(evidence: Evidence) -> Answer:
    """Each order costs 30 ms by the first level and a tenth more by the other; told in ticks of 10 ms."""
    found = evidence["trials"]
    combinations = {each.variant: each.metrics["cpu_per_order_ms"].value or 0.0 for each in found.results.combinations}
    ratios = found.comparison("cpu_per_order_ms", SOAP, "trial").ratio or 0.0
    of_drift = 30.0 * (1.0 + 1.3 + 1.7) / 3
    first = next(value for name, value in combinations.items() if SOAP not in name)
    return all_of([near(of_drift, first, 0.2), near(1.1, ratios, 0.005)])


def cpu_of_order(evidence: Evidence) -> Answer:
    """In its six steps and its request."""
    found = evidence["clocks"]
    return near(found.sizes.order_cpu_ms, found.metric("order_cpu_geomean_ms"), 1e-5)


def first_marks(evidence: Evidence) -> Answer:
    """Of three orders the completion was mailed again a second later."""
    found = evidence["mishaps"]
    marked = [
        order.response_ns for order in found.true_orders() if order.mishap != "missing" and is_marked_completed(order)
    ]
    return near(sum(marked) / len(marked) / MS_NS, found.metric("response_mean_ms"), 1e-6)


def customers(evidence: Evidence) -> Answer:
    """Each has an account of his own, in his requests and in the books of the store."""
    records = read_records(evidence["clocks"].trial_folder)
    columns = records.requests["account"], records.storefront_orders["customer"]
    return exactly((CUSTOMERS, CUSTOMERS), tuple(column.n_unique() for column in columns))


def cpu_by_process(evidence: Evidence) -> Answer:
    """18, 7 and 5 of 30 ms."""
    found = evidence["clocks"]
    all_s = found.metric("cpu_servers_s")
    shares = [found.metric(f"cpu_process_{name}_s") / all_s for name in ("server", "broker", "postgresql")]
    return all_of([near(known / 30, share, 0.006) for known, share in zip((18, 7, 5), shares, strict=True)])


def cores(evidence: Evidence) -> Answer:
    """Used by others is what the hypervisor took, too."""
    found = evidence["exact"]
    known = {
        "steal_fraction": 0.02,
        "iowait_fraction": 0.05,
        "cpu_other_fraction": 0.10,
        "io_pressure_fraction": 0.10,
        "disk_write_mb_per_s": 2.0,
        "canary_ms": CANARY_NS / MS_NS,
        "canary_between_ms": CANARY_NS / MS_NS,
    }
    return all_of([near(value, found.metric(name), 0.002) for name, value in known.items()])


def queues(evidence: Evidence) -> Answer:
    """One queue has 0 and 4 messages in turns, one always 1; 50 dead letters are no queue that grows."""
    found = evidence["exact"]
    known = {"queue_longest_mean": 2.0, "queue_longest_max": 4.0, "queue_MailQueue_mean": 1.0}
    return all_of([near(value, found.metric(name), 0.04) for name, value in known.items()])


def pauses_of_window(evidence: Evidence, in_log: str = "") -> list[PauseAt]:
    """Those that began in the window."""
    found = evidence["exact"]
    trial = found.trial().trial
    near_it = pauses_between(found.sizes.pauses, trial.begin_ns - SECOND_NS, trial.end_ns + SECOND_NS)
    return [each for each in near_it if trial.begin_ns <= each.begin_ns < trial.end_ns and in_log in each.in_log]


def pauses(evidence: Evidence) -> Answer:
    found, known = evidence["exact"], pauses_of_window(evidence)
    seconds = sum(each.duration_ns for each in known) / SECOND_NS
    return all_of(
        [
            near(seconds, found.metric("gc_pause_s"), 1e-6),
            exactly(len(known), int(found.metric("gc_pause_count"))),
            near(seconds, found.metric("gc_jfr_pause_s"), 1e-9),
            near(max(each.duration_ns for each in known) / MS_NS, found.metric("gc_pause_max_ms"), 1e-6),
        ]
    )


def generations(evidence: Evidence) -> Answer:
    """Mixed collections and remarks are work for the old generation."""
    found = evidence["exact"]
    young = pauses_of_window(evidence, "(Normal)")
    old = len(pauses_of_window(evidence)) - len(young)
    return exactly((len(young), old), (int(found.metric("gc_young_count")), int(found.metric("gc_old_count"))))


def safepoints(evidence: Evidence) -> Answer:
    """A safepoint begins before its pause, by the time that it takes to reach it and to leave it."""
    found, window = evidence["exact"], evidence["exact"].trial().trial
    pauses = pauses_between(found.sizes.pauses, window.begin_ns - SECOND_NS, window.end_ns + SECOND_NS)
    totals = [(each.end_ns, each.duration_ns + REACHING_NS + LEAVING_NS) for each in pauses]
    inside = [total for end_ns, total in totals if window.begin_ns <= end_ns - total < window.end_ns]
    cpu_s = len(pauses_of_window(evidence)) * found.sizes.collector_cpu_ms / 1000
    return all_of(
        [
            near(sum(inside) / SECOND_NS, found.metric("safepoint_s"), 1e-9),
            near(len(inside) * REACHING_NS / SECOND_NS, found.metric("safepoint_reaching_s"), 1e-9),
            near(cpu_s, found.metric("gc_cpu_s"), 1e-9),
        ]
    )


def orders_hit(evidence: Evidence) -> Answer:
    """Orders during which a pause was, counted one by one."""
    found = evidence["exact"]
    trial = found.trial().trial
    known = list(pauses_between(found.sizes.pauses, trial.begin_ns - SECOND_NS, trial.end_ns + 5 * SECOND_NS))
    orders = found.true_orders()
    overlaps = [
        sum(max(0, min(each.end_ns, o.completed_ns) - max(each.begin_ns, o.received_ns)) for each in known)
        for o in orders
    ]
    hit = [overlap for overlap in overlaps if overlap > 0]
    return all_of(
        [
            near(len(hit) / len(orders), found.metric("gc_affected_fraction"), 1e-9),
            near(sum(hit) / len(hit) / MS_NS, found.metric("gc_affected_mean_ms"), 1e-6),
            near(sum(hit) / len(orders) / MS_NS, found.metric("gc_paused_mean_ms"), 1e-6),
        ]
    )


def allocation(evidence: Evidence) -> Answer:
    return near(120.0, evidence["exact"].metric("allocation_mb_per_s"), 1e-3)


def requests(evidence: Evidence) -> Answer:
    """Of Siege's lines, whose stamps are whole seconds."""
    found = evidence["clocks"]
    known = {"http_per_s": REQUESTS_PER_S, "http_mean_ms": REQUEST_MS, "order_post_mean_ms": REQUEST_MS}
    load = found.trial().trial.facts.load
    rate = near(REQUESTS_PER_S, load.transaction_rate or 0.0, 0.5)
    return all_of(
        [*(near(value, found.metric(name), 0.5) for name, value in known.items()), rate, exactly(0, load.failed)]
    )


def laws(evidence: Evidence) -> Answer:
    found = evidence["exact"]
    return all_of([near(1.0, found.metric(name), 0.01) for name in ("little_ratio", "customers_ratio")])


def all_valid(names: tuple[str, ...], evidence: Evidence) -> Answer:
    """Nothing went wrong in these trials."""
    found = [
        f"{name}: {each.reasons}" for name in names for each in evidence[name].results.trials if each.status != "valid"
    ]
    return exactly([], found)


CHECKS = (
    Check("throughput", rates),
    Check("mean response", partial(true_mean, "response_mean_ms")),
    Check("mean call", partial(true_mean, "call_mean_ms")),
    Check("mean latency", partial(true_mean, "latency_mean_ms")),
    Check("orders and percentile", percentiles),
    Check("first marks", first_marks),
    Check("slow step", slow_step),
    Check("waterfall", waterfall),
    Check("transit", transit),
    Check("CPU per order by trial", cpu),
    Check("CPU of an order", cpu_of_order),
    Check("CPU by process", cpu_by_process),
    Check("cores, disk and canary", cores),
    Check("queues", queues),
    Check("GC pauses", pauses),
    Check("GC generations", generations),
    Check("safepoints and collector", safepoints),
    Check("orders hit by GC", orders_hit),
    Check("allocation", allocation),
    Check("requests", requests),
    Check("customers", customers),
    Check("laws of balance", laws),
    Check("no false alarm", partial(all_valid, ("exact", "drifting"))),
    Check("no false alarm by trial and bed", partial(all_valid, ("trials", "beds"))),
)
