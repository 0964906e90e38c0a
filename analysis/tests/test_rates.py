"""Rates by the minute, and what the generator saw, worked by hand."""

from typing import Any

import polars as pl
import pytest

from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.trials.rates import completions_mailed, http_metrics, rate_estimates

#: Ten parts of three seconds, of which every other one has three orders instead of one: twenty in half a minute.
INSTANTS_S = [100 + 3 * part + 1 + place / 2 for part in range(10) for place in range(3 if part % 2 else 1)]


def mail(second: float, order: str, kind: str = "completed") -> dict[str, Any]:
    return {"wall_ns": ns(second), "order_id": order, "kind": kind, "message_id": "m"}


def orders_of(instants_s: list[float], window: bool = True) -> pl.DataFrame:
    rows = [(ns(instant_s), window) for instant_s in instants_s]
    return pl.DataFrame(rows, {"mailed_ns": pl.Int64, "mailed_in_window": pl.Boolean}, orient="row")


def test_a_rate_has_the_spread_of_ten_parts_of_the_window() -> None:
    """20 in half a minute are 40 a minute. The parts have 20 or 60 a minute: sd 20 sqrt(10/9) = 21.0819, over sqrt(10)
    6.66667, times t(9) = 2.262157: ± 15.08105.
    """
    orders_df = pl.concat([orders_of(INSTANTS_S), orders_of([131.0], window=False)])
    rate = rate_estimates(records_with(), orders_df)["throughput_per_min"]
    assert (rate.value, rate.low, rate.high) == pytest.approx((40, 24.91895, 55.08105), abs=1e-5)
    assert (rate.n, rate.interval) == (20, "batch means within one trial")


MAILS = [
    mail(99.999, "1"), mail(100, "2"), mail(101, "2"), mail(129.999, "3"), mail(130, "4"), mail(110, "5", "shipped"),
]  # fmt: skip


def test_the_sink_s_rate_counts_completion_mails_of_the_window() -> None:
    """Three in half a minute; two orders, for one was told twice."""
    rates = rate_estimates(records_with(mails=MAILS), orders_of([]))
    assert (rates["mailed_per_min"].value, rates["mailed_per_min"].n) == (6, 3)
    assert completions_mailed(records_with(mails=MAILS)) == 2


def test_without_marks_there_is_the_sink_s_rate_alone() -> None:
    records = records_with(trial_of_window(TrialPlan(measuring="off")), mails=MAILS)
    assert list(rate_estimates(records, orders_of([]))) == ["mailed_per_min"]


def request(second: float, duration_s: float, place: int) -> dict[str, Any]:
    return {"end_s": second, "user": 1, "url_index": place, "status": 200, "duration_s": duration_s, "bytes": 1}


def test_requests_of_the_window_have_a_rate_and_a_mean() -> None:
    """Three in 30 s, of 20, 40 and 90 ms; the twelfth request of a pass is the order."""
    requests = [request(99, 9, 11), request(100, 0.02, 0), request(110, 0.04, 11), request(129, 0.09, 10)]
    found = http_metrics(records_with(requests=[*requests, request(130, 9, 11)]))
    assert found == pytest.approx({"http_per_s": 0.1, "http_mean_ms": 50, "order_post_mean_ms": 40})


def test_without_requests_or_without_orders_there_is_no_mean() -> None:
    assert http_metrics(records_with(requests=[request(99, 9, 11)])) == {}
    assert http_metrics(records_with(requests=[request(100, 9, 1)]))["order_post_mean_ms"] is None
