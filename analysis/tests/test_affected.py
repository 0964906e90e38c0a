"""Whom collections met, worked by hand: orders and requests by the pauses in them, and orders beside which a collector
worked.
"""

from typing import Any

import numpy as np
import polars as pl
import pytest

from analysis.reading.gclog import GcLog, Phase
from analysis.tests.synthetic_plan import MS
from analysis.tests.synthetic_records import ns, records_with
from analysis.trials.affected import (
    MIN_ORDERS,
    gc_affected_metrics,
    gc_concurrent_metrics,
    gc_requests_affected_metrics,
)


def pause(second: float, length_ms: float) -> Phase:
    return Phase(ns(second), round(length_ms * MS), 1, "young", "Pause")


LOGS = {
    "server": GcLog(pauses=[pause(110, 20), pause(120, 5)]),
    "supplier": GcLog(pauses=[pause(120, 20)]),
}


def jfr_pause(second: float, length_ms: float, jvm: str = "server") -> dict[str, Any]:
    return {"begin_ns": ns(second), "jvm": jvm, "gc_id": 1, "name": "GC Pause", "duration_ns": round(length_ms * MS)}


def orders(*spans: tuple[float, float | None]) -> pl.DataFrame:
    rows = [(str(n), ns(begin), None if end is None else ns(end)) for n, (begin, end) in enumerate(spans)]
    return pl.DataFrame(rows, {"order_id": pl.String, "received_ns": pl.Int64, "mailed_ns": pl.Int64}, orient="row")


HIT = ((109.9, 110.5), (119.99, 120.01), (101, 102), (103, 104), (119, None))


def test_an_order_is_affected_by_pauses_of_any_jvm() -> None:
    """By the log: the first meets 20 ms; the second 5 ms of the server and 10 of the supplier's 20 ms; two meet none,
    and one was never finished: 2 of 4, (20 + 15) / 2 of those, and (20 + 15) / 4 of all.
    """
    found = gc_affected_metrics(records_with(gc_logs=LOGS), orders(*HIT))
    assert found == pytest.approx({"gc_affected_fraction": 0.5, "gc_affected_mean_ms": 17.5, "gc_paused_mean_ms": 8.75})


def test_jfr_s_pauses_go_before_those_of_the_log() -> None:
    """The log is silent on the third order, in which JFR has 4 ms of the server and 6 ms of the supplier."""
    pauses = [jfr_pause(120, 5), jfr_pause(101.5, 4), jfr_pause(101.7, 6, "supplier")]
    found = gc_affected_metrics(records_with(gc_logs=LOGS, pauses=pauses), orders(*HIT))
    assert found == pytest.approx({"gc_affected_fraction": 0.5, "gc_affected_mean_ms": 7.5, "gc_paused_mean_ms": 3.75})


def test_of_no_order_it_is_not_known_whether_it_was_affected() -> None:
    expected = {"gc_affected_fraction": None, "gc_affected_mean_ms": None, "gc_paused_mean_ms": None}
    assert gc_affected_metrics(records_with(gc_logs=LOGS), orders()) == expected
    told_by_nobody = gc_affected_metrics(records_with(), orders((101, 102)))
    assert told_by_nobody == expected


def test_orders_that_met_no_pause_were_stopped_for_no_time() -> None:
    found = gc_affected_metrics(records_with(gc_logs=LOGS), orders((101, 102)))
    assert found == {"gc_affected_fraction": 0, "gc_affected_mean_ms": None, "gc_paused_mean_ms": 0}


def requests(*spans: tuple[float, float, float | None]) -> pl.DataFrame:
    """When each was due, sent and answered."""
    rows = [tuple(None if second is None else ns(second) for second in span) for span in spans]
    return pl.DataFrame(rows, dict.fromkeys(("intended_ns", "sent_ns", "end_ns"), pl.Int64), orient="row")


def test_a_request_is_affected_from_when_it_was_sent_until_its_answer_was_there() -> None:
    """The first was due before the pause at 110 and sent behind it; the second meets all of its 20 ms, the third 10 ms
    of them; the fourth has no answer: 2 of 3, and (20 + 10) / 2.
    """
    requests_df = requests((109.9, 110.02, 110.1), (109.9, 109.9, 110.1), (110.01, 110.01, 110.2), (109.9, 109.9, None))
    found = gc_requests_affected_metrics(records_with(gc_logs=LOGS), requests_df)
    assert found == pytest.approx({"gc_requests_affected_fraction": 2 / 3, "gc_requests_affected_mean_ms": 15.0})


def test_of_requests_that_no_pause_met_the_time_lost_is_not_known() -> None:
    found = gc_requests_affected_metrics(records_with(gc_logs=LOGS), requests((101, 101, 102)))
    assert found == {"gc_requests_affected_fraction": 0.0, "gc_requests_affected_mean_ms": None}


def test_without_the_instants_of_requests_or_of_pauses_nothing_is_told_of_them() -> None:
    """Siege tells neither when a request was sent nor, but for the second, when it ended."""
    of_siege = requests((101, 101, 102)).with_columns(sent_ns=pl.lit(None, pl.Int64), end_ns=pl.lit(None, pl.Int64))
    assert gc_requests_affected_metrics(records_with(gc_logs=LOGS), of_siege) == {}
    assert gc_requests_affected_metrics(records_with(), requests((101, 101, 102))) == {}


def cycle(second: float, length_ms: float) -> GcLog:
    return GcLog(concurrent=[Phase(ns(second), round(length_ms * MS), 1, "old", "Concurrent")])


def answered(*spans: tuple[float, float, int]) -> pl.DataFrame:
    """Orders by the second of their begin, how many ms they took, and how many there are of them."""
    rows = [(ns(begin), float(response_ms)) for begin, response_ms, count in spans for _ in range(count)]
    return pl.DataFrame(rows, {"received_ns": pl.Int64, "response_ms": pl.Float64}, orient="row")


def ratio(orders_df: pl.DataFrame, *logs: GcLog) -> float | None:
    records = records_with(gc_logs={f"server{number}": log for number, log in enumerate(logs)})
    return gc_concurrent_metrics(records, orders_df)["gc_concurrent_response_ratio"]


def test_orders_beside_a_collector_are_compared_with_the_others_of_the_trial() -> None:
    """Half of the orders beside it take 100 ms and half 400 ms, a geometric mean of 200; the others take 100 ms."""
    orders_df = answered((110, 100, MIN_ORDERS), (110, 400, MIN_ORDERS), (115, 100, 3 * MIN_ORDERS))
    assert ratio(orders_df, cycle(109, 2000)) == pytest.approx(2.0)
    assert ratio(orders_df, GcLog(), cycle(109, 2000)) == pytest.approx(2.0), "any JVM's"


def test_an_order_is_beside_a_collector_that_works_in_its_first_moments() -> None:
    """The median is 100 ms. A phase that begins 99 ms after an order came is beside it, one after 101 ms is not; nor is
    one that ended as it came. One of the others takes 50 ms: their mean is 100 / 2 ** (1 / 31) ms.
    """
    orders_df = answered((110, 100, MIN_ORDERS), (120, 100, MIN_ORDERS), (125, 50, 1))
    assert ratio(orders_df, cycle(110.099, 10)) == pytest.approx(2 ** (1 / (MIN_ORDERS + 1)))
    assert ratio(orders_df, cycle(110.101, 10)) is None
    assert ratio(orders_df, cycle(109, 1000)) is None
    assert ratio(orders_df, cycle(109, 1001)) is not None


def test_long_orders_are_not_beside_a_collector_because_they_are_long() -> None:
    """A collector that slows nothing: phases of 100 ms each second. Orders come at any time and take 10 or 1,000 ms; by
    any overlap all long ones and a ninth of the short ones would be beside it, a ratio of about 60.
    """
    random = np.random.default_rng(1)
    begins = random.uniform(100, 130, 20_000)
    spans = [(float(begin), 10 if number % 2 else 1000, 1) for number, begin in enumerate(begins)]
    phases = GcLog(concurrent=[Phase(ns(second), 100 * MS, 1, "old", "Concurrent") for second in range(99, 131)])
    assert ratio(answered(*spans), phases) == pytest.approx(1.0, rel=0.1)


def test_phases_that_overlap_are_one() -> None:
    """A long one of the old generation goes on while a short one of the young has ended."""
    overlapping = GcLog(
        concurrent=[Phase(ns(109), 2000 * MS, 1, "old", "C"), Phase(ns(109.5), 100 * MS, 2, "young", "C")]
    )
    orders_df = answered((110.5, 200, MIN_ORDERS), (115, 100, MIN_ORDERS))
    assert ratio(orders_df, overlapping) == pytest.approx(2.0)


@pytest.mark.parametrize(("beside", "others"), [(MIN_ORDERS - 1, 500), (500, MIN_ORDERS - 1), (0, 0)])
def test_of_few_orders_it_cannot_be_told(beside: int, others: int) -> None:
    assert ratio(answered((110, 100, beside), (115, 100, others)), cycle(109, 2000)) is None


def test_orders_without_a_response_time_do_not_count() -> None:
    """Those that were never finished, and all of an overloaded trial."""
    finished = answered((110, 100, MIN_ORDERS), (115, 100, MIN_ORDERS))
    without = answered((110, 100, 50)).with_columns(response_ms=pl.lit(None, pl.Float64))
    assert ratio(pl.concat([finished, without]), cycle(109, 2000)) == pytest.approx(1.0)


def test_a_collector_that_never_works_beside_the_application_has_no_such_ratio() -> None:
    assert gc_concurrent_metrics(records_with(gc_logs={"server": GcLog()}), answered((110, 100, 99))) == {}
