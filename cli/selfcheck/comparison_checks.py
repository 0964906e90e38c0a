"""Known answers of comparisons: ratios by order, window, trial and bed, their intervals and verdicts, and sentences."""

import math
from functools import partial

from scipy import stats

from analysis.comparing.comparison import Comparison
from cli.selfcheck.answers import Answer, Check, all_of, exactly, near, ratio
from cli.selfcheck.evidence import Evidence
from cli.selfcheck.known_experiments import BASE, BLOCK_ERRORS, NOISY, ORDERS_PER_MIN, OTHER, SOAP

# Student's t for an interval of 95 %: 2 degrees of freedom (tables).
T_OF_TWO = 4.302653
#: Of three blocks whose ratios are 2 % below the truth, on it, and 2 % above.
ERROR_OF_BLOCKS = BLOCK_ERRORS[-1] / math.sqrt(3)


def by_order(metric: str, sizes: str, evidence: Evidence) -> Answer:
    """Of some 560 orders each: √(2 · 0.1² / 560) is 0.6 %, √((0.1² + 0.4²) / 560) is 1.7 %; and chance."""
    found = evidence["turns"]
    return all_of(
        [
            ratio(getattr(NOISY[level], sizes), found.comparison(metric, level, "order"), largest_error)
            for level, largest_error in ((OTHER, 0.011), (SOAP, 0.023))
        ]
    )


def cpu_by_window(evidence: Evidence) -> Answer:
    """A sum over orders, so that those that cost much by chance count as they are: the mean of a lognormal is greater
    than its median by exp(σ² / 2).
    """
    found = evidence["turns"]
    answers = []
    for level in (OTHER, SOAP):
        known = NOISY[level].cpu * math.exp((NOISY[level].noise ** 2 - NOISY[BASE].noise ** 2) / 2)
        answers.append(ratio(known, found.comparison("cpu_per_order_ms", level, "window"), 0.04))
    return all_of(answers)


def equal_orders_complete(evidence: Evidence) -> Answer:
    """Think times hold the throughput: it is the same by every level, whatever an order costs."""
    turns = evidence["turns"]
    found = turns.comparison("throughput_per_min", SOAP, "window")
    mean = turns.results.window_samples[0].estimate("throughput_per_min", SOAP).value or 0.0
    known = [near(1.0, found.ratio or 0.0, 0.01), near(ORDERS_PER_MIN, mean, 10.0)]
    return all_of([*known, exactly("equivalent within the margin", found.verdict)])


def exact_by_order(metric: str, known: float, evidence: Evidence) -> Answer:
    return near(known, evidence["exact"].comparison(metric, SOAP, "order").ratio or 0.0, 1e-6)


def exact_by_window(evidence: Evidence) -> Answer:
    """Interference checks hold the times by window beside those by order."""
    checks = evidence["exact"].findings.assignments.checks
    found = {check.metric: check.by_window for check in checks}
    return all_of([near(1.25, found["response_geomean_ms"], 1e-6), near(1.1, found["order_cpu_geomean_ms"], 1e-6)])


def drift_removed(evidence: Evidence) -> Answer:
    """Windows of a block are mirrored, so that a steady drift meets both levels alike."""
    found = evidence["drifting"].comparison("response_geomean_ms", SOAP, "window")
    return all_of([near(1.25, found.ratio or 0.0, 0.002), exactly(3, found.n)])


def cpu_by_window_without_noise(evidence: Evidence) -> Answer:
    return near(1.1, evidence["exact"].comparison("cpu_per_order_ms", SOAP, "window").ratio or 0.0, 0.011)


def of_blocks(experiment: str, level: str, assignment: str, evidence: Evidence) -> Answer:
    """Blocks of trials that drift, but are pairs."""
    return within_blocks(evidence[experiment].comparison("response_mean_ms", level, assignment))


def main_effect(evidence: Evidence) -> Answer:
    """Trials of a launch are averaged over the delegates, so that three launches of two trials each tell as much as of
    one each.
    """
    [found] = [each for each in evidence["factorial"].findings.comparisons if each.is_main_effect and each.primary]
    return all_of([within_blocks(found), exactly("launch", found.unit)])


def within_blocks(found: Comparison) -> Answer:
    """The ratio and both ends of its interval, by hand."""
    half = T_OF_TWO * ERROR_OF_BLOCKS
    known = (1.25 * math.exp(-half), 1.25, 1.25 * math.exp(half))
    values = (found.low or 0.0, found.ratio or 0.0, found.high or 0.0)
    ratios = [near(one, other, 1e-5) for one, other in zip(known, values, strict=True)]
    return all_of([*ratios, exactly(3, found.n), exactly("different", found.verdict)])


def interval_of_mean(evidence: Evidence) -> Answer:
    """Of 40, 52 and 68 ms: 53.333 ± 4.302653 · 14.0475 / √3."""
    found = evidence["trials"].estimate("response_mean_ms")
    known, values = (18.4374, 53.3333, 88.2293), (found.low or 0.0, found.value or 0.0, found.high or 0.0)
    return all_of([near(one, other, 2e-4) for one, other in zip(known, values, strict=True)])


def corrected(evidence: Evidence) -> Answer:
    """The p-values of all but the primary metric, corrected by Holm's rule step by step."""
    family = [
        each for each in evidence["turns"].findings.comparisons if each.p_different is not None and not each.primary
    ]
    alone = sorted(
        ((2 * stats.t.sf(abs(math.log(c.ratio or 1)) / (c.log_std_error or 1), c.dof), c) for c in family),
        key=lambda each: float(each[0]),
    )
    least, errors = 0.0, []
    for place, (p, comparison) in enumerate(alone):
        least = max(least, min(1.0, float(p) * (len(alone) - place)))
        errors.append(abs(least - (comparison.p_different or 0.0)))
    return all_of([exactly(True, len(family) > 10), near(0.0, max(errors), 1e-9)])


def units(evidence: Evidence) -> Answer:
    """168 s have 33 whole blocks of 5 s and a part of one; seven blocks of six windows of 4 s."""
    turns, beds = evidence["turns"], evidence["beds"]
    found = [
        turns.comparison("response_geomean_ms", SOAP, "order"),
        turns.comparison("throughput_per_min", SOAP, "window"),
        beds.comparison("response_mean_ms", "small", "bed"),
    ]
    return exactly(["34 of time block", "7 of switchback block", "3 of launch"], [f"{c.n} of {c.unit}" for c in found])


def smallest_effect(evidence: Evidence) -> Answer:
    """With two degrees of freedom the power is 80 % at 5.6535 standard errors (noncentral t, by integration)."""
    found = evidence["trials"].comparison("response_mean_ms", SOAP, "trial")
    return near(math.expm1(POWER_OF_TWO * ERROR_OF_BLOCKS), found.smallest_effect or 0.0, 1e-4)


POWER_OF_TWO = 5.6535


def verdicts(evidence: Evidence) -> Answer:
    """3 % more lies within the margin of 5 %."""
    found = [evidence["turns"].comparison("response_geomean_ms", level, "order").verdict for level in (OTHER, SOAP)]
    return exactly(["equivalent within the margin", "different"], found)


def undisturbed(evidence: Evidence) -> Answer:
    checks = evidence["turns"].findings.assignments.checks
    return exactly((12, ["agree"]), (len(checks), sorted({check.verdict for check in checks})))


def disturbed(evidence: Evidence) -> Answer:
    """By a tenth, in the response time and nowhere else."""
    checks = {check.metric: check for check in evidence["mixed"].findings.assignments.checks}
    apart = [metric for metric, check in checks.items() if check.verdict == "disagree"]
    response = checks["response_geomean_ms"]
    return all_of([exactly(["response_geomean_ms"], apart), near(1.1, response.disturbance, 0.02)])


def primary(evidence: Evidence) -> Answer:
    found: list[Comparison] = [each for each in evidence["mixed"].findings.comparisons if each.primary]
    return exactly(["response_geomean_ms by order"], sorted({f"{each.metric} by {each.assignment}" for each in found}))


CHECKS = (
    Check("response by order", partial(by_order, "response_geomean_ms", "response")),
    Check("call by order", partial(by_order, "call_geomean_ms", "call")),
    Check("latency by order", partial(by_order, "latency_geomean_ms", "latency")),
    Check("CPU of an order by order", partial(by_order, "order_cpu_geomean_ms", "cpu")),
    Check("CPU per order by window", cpu_by_window),
    Check("throughput by window", equal_orders_complete),
    Check("response by order, no noise", partial(exact_by_order, "response_geomean_ms", 1.25)),
    Check("latency by order, no noise", partial(exact_by_order, "latency_geomean_ms", 1.4)),
    Check("CPU of an order, no noise", partial(exact_by_order, "order_cpu_geomean_ms", 1.1)),
    Check("times by window, no noise", exact_by_window),
    Check("drift by window", drift_removed),
    Check("CPU per order by window, no noise", cpu_by_window_without_noise),
    Check("interval by trial", partial(of_blocks, "trials", SOAP, "trial")),
    Check("interval by bed", partial(of_blocks, "beds", "small", "bed")),
    Check("main effect", main_effect),
    Check("units of replication", units),
    Check("smallest detectable effect", smallest_effect),
    Check("verdicts", verdicts),
    Check("primary metric", primary),
    Check("interval of a mean", interval_of_mean),
    Check("correction for many ratios", corrected),
    Check("no interference", undisturbed),
    Check("interference of 10 %", disturbed),
)
