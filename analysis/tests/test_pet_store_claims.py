"""Each claim of the paper is judged at its own load, by its own metric, against its own range: figures just inside the
paper's words agree with it, figures just outside disagree.

The metrics are made up by hand: three blocks whose logarithms lie 0.001 apart, so that the interval of a ratio is
± t(0.975, 2) × 0.001 / √3 = ± 0.0025 around the figure that the table names.
"""

# mypy: disable-error-code="type-var"

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from analysis.comparing.claims import Judgement, judge
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.pet_store_claims import PET_STORE_CLAIMS
from analysis.comparing.results import Results
from analysis.contract.experiment_document import ExperimentDocument
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult

TX, JMS, SOAP = "jms-transacted", "jms-nontransacted", "soap"
LIGHT, MODERATE, SATURATED = 15, 40, 80
BUSY = {LIGHT: 0.2, MODERATE: 0.5, SATURATED: 0.95}
SPREAD = (math.exp(-0.001), 1.0, math.exp(0.001))
Metrics = dict[str, float]
Cell = tuple[str, int]  # delegate, customers


def results_of(change: Callable[[str, int], Metrics]) -> Results:
    """Three delegates at three loads, the heaviest of which saturates the cores, in three blocks."""
    trials = [
        trial(block, delegate, customers, scale, change(delegate, customers))
        for block, scale in enumerate(SPREAD, start=1)
        for delegate in (TX, JMS, SOAP)
        for customers in (LIGHT, MODERATE, SATURATED)
    ]
    factors = {"transition": [TX, JMS, SOAP], "customers": [LIGHT, MODERATE, SATURATED]}
    about = {"schema_version": 1, "name": "claims", "question": "?", "baseline": TX, "factors": factors, "schedule": []}
    durations = {"repetitions": 3, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    return Results(Path(), ExperimentDocument.model_validate(about | durations), tuple(trials))


def trial(block: int, delegate: str, customers: int, scale: float, changed: Metrics) -> TrialResult:
    plan = TrialPlan(f"{block}-{delegate}-{customers}", block, variant=VARIANTS[delegate], customers=customers)
    # Only SOAP has the spread: a ratio to another delegate has it once.
    spread = scale if delegate == SOAP else 1.0
    values = {name: value * spread for name, value in changed.items()}
    values["cpu_busy_fraction"] = BUSY[customers]
    return TrialResult(trial_with(plan), "valid", (), metrics={name: Estimate(v, 1) for name, v in values.items()})


def judged(change: Callable[[str, int], Metrics], name: str) -> Judgement:
    results = results_of(change)
    found = {
        each.name: each for each in judge(PET_STORE_CLAIMS, results, comparisons_of(results.design, results.valid))
    }
    return found[name]


# Claim, metric, delegates that are compared, the load where, the range in the paper's words.
RATIOS = [
    ("PS-throughput-apart", "throughput_per_min", SOAP, JMS, MODERATE, 0.99, 1.01),
    ("PS-throughput-peak", "throughput_per_min", SOAP, JMS, SATURATED, 0.92, 0.98),
    ("PS-cpu", "cpu_per_order_ms", SOAP, JMS, MODERATE, 1.05, 1.15),
    ("PS-response-light", "response_mean_ms", SOAP, JMS, LIGHT, 1.06, 1.25),
    ("PS-response-moderate", "response_mean_ms", SOAP, JMS, MODERATE, 1.25, 1.50),
    ("PS-response-saturated", "response_mean_ms", SOAP, JMS, SATURATED, 1.08, 1.25),
    ("PS-latency-soap", "latency_mean_ms", SOAP, JMS, LIGHT, 7.0, 22.0),
    ("PS-gc-young", "gc_young_s", SOAP, JMS, SATURATED, 1.20, 1.40),
    ("PS-gc-young-pause", "gc_young_mean_ms", SOAP, JMS, SATURATED, 1.20, 1.40),
    ("PS-gc-old", "gc_old_s", SOAP, JMS, SATURATED, 1.35, 1.55),
    ("PS-throughput-tx", "throughput_per_min", TX, JMS, SATURATED, 0.99, 1.01),
    ("PS-response-tx", "response_mean_ms", TX, JMS, LIGHT, 1.02, 1.30),
    ("PS-calltime-jms", "call_mean_ms", TX, JMS, LIGHT, 0.0, 0.5),
]


def edges() -> Iterator[Any]:
    for name, metric, level, against, load, low, high in RATIOS:
        for ratio, verdict in ((low * 1.004, "agrees"), (low / 1.004, "disagrees")) if low else ():
            yield pytest.param(name, metric, level, against, load, ratio, verdict, id=f"{name} low {verdict}")
        for ratio, verdict in ((high / 1.004, "agrees"), (high * 1.004, "disagrees")):
            yield pytest.param(name, metric, level, against, load, ratio, verdict, id=f"{name} high {verdict}")


@pytest.mark.parametrize(("name", "metric", "level", "against", "load", "ratio", "verdict"), list(edges()))
def test_a_ratio_of_two_delegates_is_judged_at_its_load_alone(
    name: str, metric: str, level: str, against: str, load: int, ratio: float, verdict: str
) -> None:
    def change(delegate: str, customers: int) -> Metrics:
        # At the other loads the ratio is one that no claim allows.
        of_level = ratio if customers == load else 100.0
        return {metric: 50.0 * of_level if delegate == level else 50.0}

    found = judged(change, name)
    assert found.measured == pytest.approx(ratio)
    assert found.verdict == verdict
    assert f"at {load} customers" in found.reason


@pytest.mark.parametrize(
    ("name", "metric", "load", "value", "verdict"),
    [
        ("PS-gc-hit", "gc_affected_fraction", LIGHT, 0.06, "agrees"),
        ("PS-gc-hit", "gc_affected_fraction", LIGHT, 0.19, "agrees"),
        ("PS-gc-hit", "gc_affected_fraction", LIGHT, 0.04, "disagrees"),
        ("PS-gc-hit", "gc_affected_fraction", LIGHT, 0.21, "disagrees"),
        ("PS-gc-hit-saturated", "gc_affected_fraction", SATURATED, 0.91, "agrees"),
        ("PS-gc-hit-saturated", "gc_affected_fraction", SATURATED, 0.89, "disagrees"),
        ("PS-queues", "queue_longest_mean", SATURATED, 4.9, "agrees"),
        ("PS-queues", "queue_longest_mean", SATURATED, 5.1, "disagrees"),
    ],
)
def test_a_metric_of_modified_jms_is_judged_at_its_load_alone(
    name: str, metric: str, load: int, value: float, verdict: str
) -> None:
    found = judged(lambda delegate, customers: {metric: value if (delegate, customers) == (JMS, load) else 0.5}, name)
    assert found.measured == pytest.approx(value)
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("orders_a_minute", "measured", "verdict"),
    [(81.6, 1.02, "agrees"), (78.4, 0.98, "agrees"), (83.2, 1.04, "disagrees"), (76.8, 0.96, "disagrees")],
)
def test_throughput_is_linear_when_each_customer_orders_as_often_as_at_the_lightest_load(
    orders_a_minute: float, measured: float, verdict: str
) -> None:
    """15 customers complete 30 orders a minute, two each: of 40 customers 80 are expected."""
    per_min = {LIGHT: 30.0, MODERATE: orders_a_minute, SATURATED: 90.0}
    found = judged(lambda _, customers: {"throughput_per_min": per_min[customers]}, "PS-throughput-linear")
    assert found.measured == pytest.approx(measured)
    assert found.verdict == verdict


@pytest.mark.parametrize(("latency_ms", "measured", "verdict"), [(9.8, 0.98, "agrees"), (10.1, 1.01, "disagrees")])
def test_a_message_that_arrives_before_its_send_returned_has_a_latency_below_the_call_time(
    latency_ms: float, measured: float, verdict: str
) -> None:
    found = judged(lambda *_: {"latency_mean_ms": latency_ms, "call_mean_ms": 10.0}, "PS-latency-jms")
    assert found.measured == pytest.approx(measured)
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("call_ms", "measured", "verdict"),
    [(20.0, 1.0, "agrees"), (16.2, 0.81, "agrees"), (15.8, 0.79, "disagrees"), (25.3, 1.265, "disagrees")],
)
def test_soap_s_call_is_its_latency_and_a_send_by_modified_jms(call_ms: float, measured: float, verdict: str) -> None:
    """A latency of 15 ms and a send of 5 ms: a call of 20 ms is explained."""

    def change(delegate: str, _: int) -> Metrics:
        return {"latency_mean_ms": 15.0, "call_mean_ms": 5.0 if delegate == JMS else call_ms}

    found = judged(change, "PS-calltime-soap")
    assert found.measured == pytest.approx(measured, rel=2e-3)
    assert found.verdict == verdict


def test_no_claim_is_left_out() -> None:
    """PS-atomicity needs steps that fail: it is judged with the faults."""
    others = {"PS-throughput-linear", "PS-latency-jms", "PS-calltime-soap", "PS-atomicity"}
    here = {name for name, *_ in RATIOS} | {"PS-gc-hit", "PS-gc-hit-saturated", "PS-queues"} | others
    assert here == {claim.name for claim in PET_STORE_CLAIMS}
