"""Orders and customers in the system, by hand: the two laws over windows of which the whole is known."""

from typing import Any

import polars as pl
import pytest

from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.tests.synthetic_results import trial_with
from analysis.trials.consistency_checks import (
    consistency_metrics,
    customers_ratio,
    in_system,
    requests_in_window,
    silent_customers,
)

SCHEMA = {"order_id": pl.String, "received_ns": pl.Int64, "mailed_ns": pl.Int64}


def orders(*spans: tuple[float, float | None]) -> pl.DataFrame:
    rows = [(str(n), ns(begin), None if end is None else ns(end)) for n, (begin, end) in enumerate(spans)]
    return pl.DataFrame(rows, SCHEMA, orient="row").with_columns(
        response_ms=(pl.col("mailed_ns") - pl.col("received_ns")) / 1e6,
        in_window=pl.col("received_ns").is_between(ns(100), ns(130), closed="left"),
    )


@pytest.mark.parametrize(
    ("spans", "average"),
    [
        ([(100, 130)], 1.0),
        ([(90, 115)], 0.5),  # the part of it that lies in the window
        ([(115, 200)], 0.5),
        ([(90, 200)], 1.0),
        ([(115, None)], 0.5),  # never finished: until the end
        ([(80, 99), (131, 140)], 0.0),  # over before, begun after
        ([(100, 106), (110, 113)], 0.3),
        ([], None),
    ],
)
def test_orders_in_the_system_are_an_average_over_the_window(spans: Any, average: float | None) -> None:
    assert in_system(records_with(), orders(*spans)) == pytest.approx(average)


def test_the_law_of_the_orders_takes_rate_and_response_of_those_of_the_window() -> None:
    """Three orders of 6, 3 and 9 s were received in 30 s: 0.1 a second times 6 s are 0.6; one from before takes 10 s of
    the window: 28 s of 30 are 0.9333. The fourth of the window was never finished, from second 127: with it the rate is
    4/30, so that 0.8 stands against 31 / 30.
    """
    begun = [(90, 110), (100, 106), (110, 113), (120, 129)]
    found = consistency_metrics(records_with(), orders(*begun))
    assert found["orders_in_system"] == pytest.approx(28 / 30)
    assert found["little_ratio"] == pytest.approx(0.6 / (28 / 30))
    lost = consistency_metrics(records_with(), orders(*begun, (127, None)))
    assert lost["little_ratio"] == pytest.approx(0.8 / (31 / 30))


def test_without_a_finished_order_the_law_cannot_be_asked() -> None:
    assert consistency_metrics(records_with(), orders((100, None)))["little_ratio"] is None
    assert consistency_metrics(records_with(), orders((80, 90)))["little_ratio"] is None
    expected = {"orders_in_system": None, "little_ratio": None, "customers_ratio": None}
    assert consistency_metrics(records_with(), orders()) == expected


REQUESTS = [
    {"end_s": at, "user": 1, "url_index": 0, "status": 200, "duration_s": duration_s, "bytes": 1}
    for at, duration_s in [(99.0, 50.0), (100.0, 0.2), *[(float(at), 0.5) for at in range(101, 129)], (129.0, 0.8),
                           (130.0, 50.0)]
]  # fmt: skip


@pytest.mark.parametrize(
    ("think", "ratio"),
    [
        # Thirty requests in 30 s, of half a second each: one a second times 0.5 + 2.5 s, for 15 customers.
        ({}, 0.2),
        ({"scenario.think_min_s": 0.0, "scenario.think_max_s": 8.0}, 0.3),
        ({"scenario.think_method": "none"}, 0.5 / 15),
    ],
)
def test_the_law_of_the_customers_holds_requests_and_think_time_against_their_number(
    think: dict[str, Any], ratio: float
) -> None:
    assert customers_ratio(records_with(trial_of_window(**think), requests=REQUESTS)) == pytest.approx(ratio)


def test_by_the_whole_seconds_of_siege_a_window_is_as_long_as_its_whole_seconds() -> None:
    """A request each 10 ms. The window of 15.02 s has whole seconds from 101 to 115: 1,400 requests in 14 s. Those that
    ended in second 115 do not count, of which the window has less than half.
    """
    ended = [{"end_s": float(100 + number // 100), "duration_s": 0.5} for number in range(1_560)]
    common = {"user": 1, "url_index": 0, "status": 200, "bytes": 1}
    window = {"windows.measure_begin_ns": ns(100.4), "windows.measure_end_ns": ns(115.42)}
    records = records_with(trial_with(None, **window), requests=[common | each for each in ended])
    found_df, seconds = requests_in_window(records)
    assert (len(found_df), seconds) == (1400, 14)


def test_without_requests_in_the_window_the_customers_are_not_known() -> None:
    assert customers_ratio(records_with(requests=REQUESTS[:1])) is None


@pytest.mark.parametrize(
    ("last_s", "think", "expected"),
    [
        # The window ends at 130. Each thinks 4 s at most, and no answer took more than 1.5 s: 4 + 3 + 2.
        (121.0, {}, (0, 9.0)),
        (120.0, {}, (1, 9.0)),
        (125.0, {"scenario.think_method": "none"}, (0, 5.0)),
        (124.0, {"scenario.think_method": "none"}, (1, 5.0)),
        (120.0, {"levels": {"transition": "soap", "load": "5/s"}}, (0, 0.0)),
    ],
)
def test_a_customer_who_stops_for_good_is_noticed(
    last_s: float, think: dict[str, Any], expected: tuple[int, float]
) -> None:
    """Siege goes on without them: of 40 that is 2 % less load, and Little's law allows for ten."""
    common = {"url_index": 0, "status": 200, "bytes": 1}
    ended = [(1, 100.0, 1.5), (1, last_s, 0.1), *((2, float(at), 0.1) for at in range(100, 131, 3))]
    requests = [common | {"user": user, "end_s": at, "duration_s": took} for user, at, took in ended]
    trial = trial_of_window(**({"scenario.think_min_s": 1.0, "scenario.think_max_s": 4.0} | think))
    assert silent_customers(records_with(trial, requests=requests)) == expected
