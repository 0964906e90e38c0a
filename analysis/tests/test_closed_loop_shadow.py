"""What a closed loop with a slow clock would have told of an open load, against values worked by hand."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from analysis.reading.records import Records
from analysis.tests.synthetic_records import records_with, trial_of_window
from analysis.tests.test_open_load import KEPT, LEVELS, request, second
from analysis.trials.closed_loop_shadow import customers_of_shadow, in_ticks_ms, met_by, shadow_metrics

BEGINS = np.array([0, 1_000, 2_000, 3_000])
ENDS = np.array([2_500, 1_200, 2_200, 3_200])


def without_think_time(requests: list[dict[str, Any]]) -> Records:
    trial = {"levels": LEVELS, "generator.open": KEPT, "scenario.think_method": "none"}
    return records_with(trial_of_window(**trial), requests=requests)


@pytest.mark.parametrize(
    ("customers", "met"),
    [(1, [True, False, False, True]), (2, [True, True, True, True])],
)
def test_a_customer_meets_the_first_session_that_comes_when_the_one_before_is_over(
    customers: int, met: list[bool]
) -> None:
    assert met_by(customers, BEGINS, ENDS) == met


def test_a_session_that_comes_as_another_ends_is_met() -> None:
    assert met_by(1, np.array([0, 5]), np.array([5, 9])) == [True, True]


def test_there_are_as_many_customers_as_come_to_the_rate() -> None:
    # One session a second: of 2.4 s each (the fourth one stalls), and of 0.2 s.
    assert customers_of_shadow(BEGINS, BEGINS + np.array([2_400, 2_400, 2_400, 90_000])) == 2
    assert customers_of_shadow(BEGINS, BEGINS + 200) == 1
    assert customers_of_shadow(np.array([7]), np.array([9])) == 1


def test_a_clock_of_ten_milliseconds_shows_whole_ticks() -> None:
    sent, end = [9_900_000, 10_100_000, 10_000_000], [10_100_000, 19_900_000, 34_000_000]
    assert in_ticks_ms(pl.DataFrame({"sent_ns": sent, "end_ns": end})).to_list() == [10, 0, 20]


def test_of_a_stall_a_closed_loop_tells_one_request_of_each_customer() -> None:
    """A session a second, of one request of 20 ms; the store stands still from second 10 to second 20."""
    took_ms = {number: 1_000 * (20 - number) for number in range(10, 20)}
    # Half a tick later, so that no answer comes at a tick of the clock.
    requests = [request(n, 0, second(n) + 0.005, 0, took_ms.get(n, 20)) for n in range(25)]
    metrics = shadow_metrics(without_think_time(requests))
    # Of the sessions of seconds 11 to 19 none is met; that of second 20 comes as the first is over.
    assert metrics["closed_customers"] == 1
    assert metrics["request_closed_mean_ms"] == pytest.approx((10_000 + 15 * 20) / 16)
    assert metrics["request_closed_p50_ms"] == 20
    assert metrics["request_closed_p90_ms"] == 20


def test_times_count_from_when_a_request_was_sent() -> None:
    metrics = shadow_metrics(without_think_time([request(1, 0, second(1), 300, 340)]))
    assert metrics["request_closed_mean_ms"] == 40


def test_think_times_belong_to_a_session() -> None:
    # The customers of the example think for 1 to 4 s: a session a second, 20 ms long, takes 2.52 customers.
    trial = trial_of_window(**{"levels": LEVELS, "generator.open": KEPT})
    records = records_with(trial, requests=[request(n, 0, second(n), 0, 20) for n in range(20)])
    assert shadow_metrics(records)["closed_customers"] == 3


def test_requests_of_the_warm_up_are_left_out() -> None:
    requests = [request(1, 0, second(-1), 0, 500), request(2, 0, second(1), 0, 20)]
    assert shadow_metrics(without_think_time(requests))["request_closed_mean_ms"] == 20


def test_customers_who_order_again_and_again_have_no_shadow() -> None:
    assert shadow_metrics(records_with(trial_of_window())) == {}
    early = [request(1, 0, second(-1), 0, 1)]
    assert shadow_metrics(without_think_time(early)) == {}
