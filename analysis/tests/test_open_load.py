"""Trials whose customers came when they were due, against values worked by hand."""

from typing import Any

import polars as pl
import pytest

from analysis.reading.records import Records
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.trials.open_load import (
    Backlog,
    backlog,
    open_load_metrics,
    overload,
    schedule_reasons,
    unanswered_remark,
    without_response_times,
)

KEPT = {
    "sessions_due": 100, "sessions_started": 100, "sessions_blocked": 0, "session_limit": 200,
    "requests_on_their_way": 1,
}  # fmt: skip
LEVELS = {"transition": "soap", "load": "5/s", "think": "1-4 s", "measuring": "on"}


def request(session: int, index: int, due_s: float, late_ms: float, took_ms: float) -> dict[str, Any]:
    due = ns(due_s)
    sent, end = due + round(late_ms * 1e6), due + round(took_ms * 1e6)
    return {
        "end_s": end / 1e9, "user": session, "method_url": "POST /order", "url_index": index, "status": 200,
        "duration_s": took_ms / 1000, "bytes": 1, "account": f"customer{session}", "intended_ns": due, "sent_ns": sent,
        "end_ns": end,
    }  # fmt: skip


def records_of(requests: list[dict[str, Any]], kept: dict[str, int] | None = KEPT, **rows: Any) -> Records:
    trial = trial_of_window(**{"levels": LEVELS, "generator.open": kept})
    return records_with(trial, requests=requests, **rows)


def orders(*times: tuple[float, float | None]) -> pl.DataFrame:
    """Received and mailed, in seconds."""
    window = trial_of_window()
    rows = [(ns(received), None if mailed is None else ns(mailed)) for received, mailed in times]
    frame = pl.DataFrame(rows, schema={"received_ns": pl.Int64, "mailed_ns": pl.Int64}, orient="row")
    within = [pl.col(name).is_between(window.begin_ns, window.end_ns, closed="left") for name in frame.columns]
    return frame.with_columns(
        order_id=pl.Series([str(number) for number in range(len(times))], dtype=pl.String),
        in_window=within[0],
        mailed_in_window=within[1].fill_null(False),
        response_ms=pl.lit(5.0, dtype=pl.Float64),
        latency_ms=pl.lit(2.0, dtype=pl.Float64),
    )


def second(offset: float) -> float:
    """So many seconds after the window's begin, as `ns` counts."""
    return offset + (trial_of_window().begin_ns - ns(0)) / 1e9


@pytest.mark.parametrize(
    ("late_ms", "reasons"),
    [
        (10.0, []),
        (
            10.1,
            [
                "the generator could not keep its schedule: 1 % of the requests were sent 10.1 ms late or later "
                "(10 ms are allowed)"
            ],
        ),
    ],
)
def test_a_generator_may_be_late_by_ten_milliseconds(late_ms: float, reasons: list[str]) -> None:
    assert schedule_reasons(records_of([request(1, 0, second(1), late_ms, 20)] * 200), overloaded=False) == reasons


def test_one_in_a_hundred_requests_may_be_later() -> None:
    punctual = [request(1, 0, second(1), 0.5, 600)] * 199
    assert schedule_reasons(records_of([*punctual, request(2, 0, second(2), 500, 600)]), overloaded=False) == []


@pytest.mark.parametrize("kept", [None, KEPT, KEPT | {"requests_unanswered": 0}])
def test_nothing_is_said_where_every_request_was_answered_or_nobody_waited(kept: dict[str, int] | None) -> None:
    assert unanswered_remark(records_of([], kept)) == []


def test_requests_without_an_answer_are_told_as_missing_from_the_times_from_due() -> None:
    assert unanswered_remark(records_of([], KEPT | {"requests_unanswered": 3})) == [
        "3 requests that had been due had no answer when the load was ended: the times from due may be without "
        "them, and so too short"
    ]


def test_requests_of_the_warm_up_may_be_late() -> None:
    requests = [request(1, 0, second(-1), 500, 600), request(1, 0, second(1), 0, 1)]
    assert schedule_reasons(records_of(requests), overloaded=False) == []


def test_a_generator_may_be_late_on_cores_that_an_overloaded_store_keeps_busy() -> None:
    late = records_of([request(1, 0, second(1), 500, 600)] * 200)
    assert schedule_reasons(late, overloaded=True) == []
    assert len(schedule_reasons(late, overloaded=False)) == 1


def test_a_customer_who_found_all_sessions_taken_shows_an_overload() -> None:
    blocked = records_of([request(1, 0, second(1), 0, 1)], KEPT | {"sessions_blocked": 1})
    assert str(overload(blocked, orders((second(1), second(2))))).startswith(
        "overloaded: 1 customer had to wait because as many as may be were there;"
    )


def test_customers_who_cannot_order_in_time_show_an_overload_though_every_order_is_completed() -> None:
    # Without think times whoever comes in the window is to order in it. 3 standard deviations of 100 are 30.
    trial = {"levels": LEVELS, "generator.open": KEPT, "scenario.think_method": "none"}
    came = [request(number, 0, second(1), 0, 1) for number in range(100)]
    records = records_with(trial_of_window(**trial), requests=came)
    assert overload(records, orders(*[(second(1), second(2))] * 70)) is None
    assert str(overload(records, orders(*[(second(1), second(2))] * 69))).startswith(
        "overloaded: of 100 customers who were to order in the window 69 could;"
    )


def test_customers_are_to_order_as_much_later_as_they_think() -> None:
    # The example has think times of 1 to 4 s; so many on the average before the last request.
    earlier_s = (trial_of_window().facts.scenario.requests - 1) * 2.5
    offsets = (-earlier_s - 0.1, -earlier_s + 0.1, trial_of_window().window_s - earlier_s - 0.1, 1e-3)
    records = records_of([request(number, 0, second(offset), 0, 1) for number, offset in enumerate(offsets)])
    within = sum(-earlier_s <= offset < trial_of_window().window_s - earlier_s for offset in offsets)
    assert backlog(records, orders()).due == within


def test_a_generator_without_summary_and_a_window_without_requests_void_a_trial() -> None:
    assert schedule_reasons(records_of([], None), overloaded=False) == [
        "the generator did not say how it kept its schedule",
        "no request was due in the window",
    ]


def test_customers_who_order_again_and_again_have_no_schedule() -> None:
    records = records_with(trial_of_window())
    assert schedule_reasons(records, overloaded=False) == []
    assert open_load_metrics(records, orders(), steady=True) == {"overloaded_fraction": 0.0}


@pytest.mark.parametrize(
    ("found", "inside", "outside"),
    [
        # 3 standard deviations of 400 are 60.
        (Backlog(400, 400, 379, 61), True, False),
        (Backlog(400, 400, 380, 61), False, False),
        (Backlog(400, 400, 379, 60), False, False),
        (Backlog(400, 339, 339, 0), False, True),
        (Backlog(400, 340, 340, 0), False, False),
        (Backlog(2000, 1900, 1900, 0), False, False),
        (Backlog(4000, 3799, 3799, 0), False, True),
        (Backlog(400, 400, 400, 0, blocked=1), False, True),
        (Backlog(0, 0, 0, 0), False, False),
    ],
)
def test_a_store_is_overloaded_when_too_few_are_served_and_those_who_wait_grow(
    found: Backlog, inside: bool, outside: bool
) -> None:
    assert (found.waits_inside, found.waits_outside) == (inside, outside)


def test_the_backlog_is_what_was_in_the_system_at_both_ends_of_the_window() -> None:
    length = trial_of_window().window_s
    known = orders(
        (second(-2), second(-1)),  # was over
        (second(-2), second(1)),  # at the begin
        (second(1), second(2)),
        (second(3), second(length + 1)),  # at the end
        (second(4), None),  # at the end, and never completed
    )
    assert backlog(records_of([]), known) == Backlog(due=0, received=3, completed=2, growth=1)


def test_of_an_overloaded_trial_there_is_no_response_time() -> None:
    never = orders(*[(second(1), None)] * 20)
    reason = overload(records_of([]), never)

    assert reason is not None
    assert reason.startswith("overloaded: 0 of 20 received orders were completed in the window, and 20 more were")
    unknown = without_response_times(never)
    assert unknown["response_ms"].null_count() == unknown["latency_ms"].null_count() == 20
    metrics = open_load_metrics(records_of([request(1, 0, second(1), 0, 1)]), never, steady=False)
    assert metrics["overloaded_fraction"] == 1
    assert not any("due" in name for name in metrics)


def test_customers_who_come_again_overload_the_steps_behind_their_pages() -> None:
    """100 came and 70 were completed; 30 are three standard deviations of 100, and 31 more."""
    kept, never = (second(1), second(2)), (second(1), None)
    overloaded, steady = orders(*[kept] * 69, *[never] * 31), orders(*[kept] * 70, *[never] * 30)
    records = records_with(trial_of_window(), requests=[])
    assert records.trial.load is None
    assert str(overload(records, overloaded)).startswith("overloaded: 69 of 100 received orders were completed")
    assert overload(records, steady) is None
    assert open_load_metrics(records, overloaded, steady=False) == {"overloaded_fraction": 1.0}
    unmeasured = records_with(trial_of_window(TrialPlan(measuring="off")), requests=[])
    assert overload(unmeasured, overloaded) is None, "nothing was measured"


def test_orders_that_were_refused_or_wait_for_a_person_are_in_no_queue() -> None:
    """Of 100 received orders 69 were completed; 31 that nobody is to complete are no growing queue."""
    at = orders(*[(second(1), second(2))] * 69, *[(second(1), None)] * 31)
    received = [{"order_id": str(number), "received_ns": ns(second(1))} for number in range(100)]

    def known(number: int) -> dict[str, Any]:
        state, waits = ("COMPLETED", False) if number < 69 else ("DENIED", False) if number < 85 else ("PENDING", True)
        return {"order_id": str(number), "state": state, "awaiting_approval": waits}

    states = [known(number) for number in range(100)]
    records = records_with(trial_of_window(), requests=[], storefront_orders=received, opc_orders=states)
    assert backlog(records, at) == Backlog(due=0, received=100, completed=69, growth=0, put_off=31)
    assert overload(records, at) is None
    lost = records_with(trial_of_window(), requests=[], storefront_orders=received, opc_orders=states[:69])
    assert str(overload(lost, at)).startswith("overloaded: 69 of 100 received orders were completed")


def test_times_count_from_when_a_request_was_due_and_orders_are_found_by_the_number_that_the_customer_was_told() -> (
    None
):
    post = request(1, 11, second(2), 3, 40)
    requests = [request(1, 0, second(1), 1, 10), post, request(2, 11, second(3), 0, 20)]
    # scenario.requests of the synthetic trial decides which is the last.
    last = trial_of_window().facts.scenario.requests - 1
    requests = [each | {"url_index": last if each["url_index"] == 11 else 0} for each in requests]
    told = {"begin_ns": post["sent_ns"], "end_ns": post["end_ns"], "account": "customer1", "answer": "confirmed"}
    mailed = {"point": "completion-mailed", "order_id": "10001", "wall_ns": ns(second(2)) + 250_000_000}
    records = records_of(requests, answers=[told | {"order_id": "10001"}], points=[mailed])
    metrics = open_load_metrics(records, orders((second(1), second(2))), steady=True)

    # The order of customer2 was never confirmed.
    assert metrics["order_due_mean_ms"] == metrics["order_due_p99_ms"] == 250
    assert metrics["request_due_mean_ms"] == pytest.approx((10 + 40 + 20) / 3)
    assert metrics["request_due_p50_ms"] == 20
    assert metrics["lateness_max_ms"] == pytest.approx(3)
    assert metrics["offered_per_min"] == pytest.approx(60 / trial_of_window().window_s)
    assert metrics["overloaded_fraction"] == 0
