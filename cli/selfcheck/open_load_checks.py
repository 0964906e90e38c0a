"""Known answers of open loads: what comes when, what is waited for, and what a store cannot serve."""

import math

import numpy as np

from cli.selfcheck.answers import Answer, Check, all_of, exactly, near
from cli.selfcheck.evidence import Evidence
from cli.selfcheck.known_experiments import LOADS_PER_S, MOST_PER_S, OPEN_PER_S, TAKEN_PER_S
from loadscripts.simulation.known_sizes import REQUEST_MS, StoreSizes

REQUESTS = 12
TICKS_MS = (10.0, 20.0)


def from_due_ms(sizes: StoreSizes) -> list[float]:
    """Of all requests of a window around the stall of 64 s: ten sessions in a second, one behind the other. Those whose
    next request is due in the stall wait for its end with that one alone, and go on.
    """
    usual_ms = sizes.late_ms + REQUEST_MS
    found = []
    for number in range(64 * OPEN_PER_S):
        due_ms = 1000.0 * number / OPEN_PER_S + 5_000.0
        for _ in range(REQUESTS):
            left_ms = 1000.0 * (sizes.stall_after_s + sizes.stall_s) - due_ms - sizes.late_ms
            stalls = 0 < left_ms <= 1000.0 * sizes.stall_s
            found.append(usual_ms + (left_ms if stalls else 0.0))
            due_ms += found[-1]
    return found


def came(evidence: Evidence) -> Answer:
    found = evidence["open"]
    return all_of(
        [
            near(60.0 * OPEN_PER_S, found.metric("offered_per_min"), 1.0),
            near(found.sizes.late_ms, found.metric("lateness_p99_ms"), 1e-6),
            near(found.sizes.late_ms, found.metric("lateness_max_ms"), 1e-6),
        ]
    )


def waited_from_due(evidence: Evidence) -> Answer:
    """A stall is in the times of all who came meanwhile."""
    found = evidence["open"]
    known = from_due_ms(found.sizes)
    return all_of(
        [
            near(float(np.mean(known)), found.metric("request_due_mean_ms"), 1.0),
            near(float(np.percentile(known, 50)), found.metric("request_due_p50_ms"), 1e-6),
            near(float(np.percentile(known, 99)), found.metric("request_due_p99_ms"), 60.0),
        ]
    )


def waited_for_the_mail(evidence: Evidence) -> Answer:
    """From when the ordering request was due: late, until the shop has the order, and the order's own time."""
    found = evidence["open"]
    known_ms = found.sizes.late_ms + REQUEST_MS - 8.0 + found.sizes.response_ms
    return near(known_ms, found.metric("order_due_p50_ms"), 1e-6)


def a_closed_loop(evidence: Evidence) -> Answer:
    """One customer comes to that rate; in the stall he waits with one request, and tells nothing of the others."""
    found = evidence["open"]
    p99 = found.metric("request_closed_p99_ms")
    return all_of(
        [
            exactly(1, round(found.metric("closed_customers"))),
            exactly(True, p99 in TICKS_MS),
        ]
    )


def overloaded(evidence: Evidence) -> Answer:
    """What comes faster than it can be served is served as fast as it can be, and has no response time."""
    found = evidence["capacity"]
    by_rate = {str(each.trial.load): each for each in found.results.trials}
    kept, broken = (by_rate[f"constant {rate}/s"] for rate in LOADS_PER_S)
    return all_of(
        [
            near(0.0, found.metric("overloaded_fraction", kept), 0.0),
            near(1.0, found.metric("overloaded_fraction", broken), 0.0),
            near(60.0 * LOADS_PER_S[0], found.metric("throughput_per_min", kept), 3.0),
            near(60.0 * MOST_PER_S, found.metric("throughput_per_min", broken), 3.0),
            exactly(None, broken.value("response_mean_ms")),
        ]
    )


def capacity(evidence: Evidence) -> Answer:
    """Between a load that keeps the objective and one that cannot be served it is their geometric mean."""
    [found] = evidence["capacity"].findings.capacity.variants
    [crossing] = found.crossings.values()
    known = math.sqrt(LOADS_PER_S[0] * LOADS_PER_S[1])
    return all_of([exactly(LOADS_PER_S, (crossing.kept, crossing.broken)), near(known, found.load.value or 0.0, 1e-9)])


def up_and_down(evidence: Evidence) -> Answer:
    """A step heavier after each trial that kept the objective, a step lighter after each that did not."""
    found = evidence["up and down"]
    [variant] = found.findings.capacity.variants
    [crossing] = variant.crossings.values()
    loads = [str(each.trial.load) for each in found.results.trials]
    return all_of(
        [
            exactly([f"constant {rate}/s" for rate in TAKEN_PER_S], loads),
            near(MOST_PER_S, variant.load.value or 0.0, 0.2),
            exactly((9, 11), (crossing.kept, crossing.broken)),
            near(1.0, variant.second_to_first.value or 0.0, 1e-6),
        ]
    )


def all_valid(evidence: Evidence) -> Answer:
    found = [each.reasons for name in ("open", "capacity", "up and down") for each in evidence[name].results.trials]
    return exactly([], [reasons for reasons in found if reasons])


CHECKS = (
    Check("open load as offered", came),
    Check("requests from when they were due", waited_from_due),
    Check("orders from when they were due", waited_for_the_mail),
    Check("what a closed loop would show", a_closed_loop),
    Check("overload", overloaded),
    Check("capacity", capacity),
    Check("capacity by loads up and down", up_and_down),
    Check("no false alarm of open loads", all_valid),
)
