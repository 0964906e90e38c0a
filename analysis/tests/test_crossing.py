"""Objectives as they are written, and where a growing metric crosses its bound."""

import math

import pytest

from analysis.contract.objective import EXPECTED, parse_objective
from analysis.statistics.crossing import Crossing, first_crossing


@pytest.mark.parametrize(
    ("text", "metric", "bound_ms"),
    [
        ("p99 response <= 1 s", "response_p99_ms", 1000.0),
        ("p95 latency <= 2.5 ms", "latency_p95_ms", 2.5),
        ("mean call <= 0.5 s", "call_mean_ms", 500.0),
    ],
)
def test_an_objective_names_a_metric_and_its_bound(text: str, metric: str, bound_ms: float) -> None:
    found = parse_objective(text)
    assert (found.text, found.metric, found.bound_ms) == (text, metric, bound_ms)


@pytest.mark.parametrize(
    "text", ["", "p99 response < 1 s", "p98 response <= 1 s", "p99 response <= 0 s", "p99 cpu <= 1 s"]
)
def test_what_is_no_objective_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="p99 response <= 1 s"):
        parse_objective(text)
    assert "'p99 response <= 1 s'" in EXPECTED


def test_the_crossing_is_interpolated_on_logarithms() -> None:
    # From 100 ms at 20/s to 10,000 ms at 80/s; 1,000 ms is half way on the logarithm: √(20 × 80) = 40.
    found = first_crossing([(10, 90), (20, 100), (80, 10_000)], 1000)
    assert (found.kept, found.broken) == (20, 80)
    assert found.load == pytest.approx(40)
    # 100 to 1,000 ms: 10^0.5 ms = 316 ms is met half way too.
    assert first_crossing([(20, 100), (80, 1000)], math.sqrt(100_000)).load == pytest.approx(40)


def test_the_bound_itself_is_kept() -> None:
    assert first_crossing([(20, 100), (40, 1000), (80, 1000.1)], 1000).kept == 40


def test_beyond_a_load_that_cannot_be_served_nothing_is_interpolated() -> None:
    assert first_crossing([(80, math.inf), (20, 999)], 1000).load == pytest.approx(40)


def test_the_first_load_that_breaks_it_counts_whatever_greater_ones_did() -> None:
    assert first_crossing([(10, 10), (20, 5000), (40, 10), (80, 5000)], 1000).broken == 20


def test_loads_on_one_side_alone_have_no_crossing() -> None:
    assert first_crossing([(10, 5000), (20, 10)], 1000) == Crossing(None, 10, None)
    assert first_crossing([(10, 50), (20, 70)], 1000) == Crossing(20, None, None)
    assert first_crossing([], 1000) == Crossing(None, None, None)
