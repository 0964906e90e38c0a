"""Each rule of validity and each remark, just inside and just outside of its limit."""

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from analysis.reading.gclog import GcLog
from analysis.reading.records import Records
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_crashes import crash
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.trials import validity
from analysis.trials.open_load import overload
from analysis.trials.validity import remarks

PLAN = TrialPlan()
ORDER_IDS = ("1", "2")


def orders_of() -> pl.DataFrame:
    """Two of the window, of which the second was completed in it."""
    told = {"mailed_in_window": [False, True], "in_window": True, "delegate": "jms-transacted"}
    at = {"received_ns": ns(110), "mailed_ns": [None, ns(111)]}
    return pl.DataFrame({"order_id": ["1", "2"], **told, **at})


def request(user: int, second: float = 110.0, status: int = 200) -> dict[str, Any]:
    common = {"method_url": "POST /order", "url_index": 11, "duration_s": 0.1, "bytes": 1}
    return {"end_s": second, "user": user, "status": status, **common}


def records_of(
    plan: TrialPlan = PLAN, orders: tuple[str, ...] = ORDER_IDS, requests: tuple[Any, ...] = (), /, **facts: Any
) -> Records:
    """Fifteen customers, each with a request at the end of the window."""
    received = [{"order_id": order, "received_ns": ns(110)} for order in orders]
    asked = [request(user, 130.0) for user in range(15)] + list(requests)
    return records_with(trial_of_window(plan, **facts), storefront_orders=received, requests=asked)


def void_reasons(records: Records, orders_df: pl.DataFrame) -> list[str]:
    return validity.void_reasons(records, orders_df, overload(records, orders_df))


def test_a_trial_in_which_all_is_well_has_no_reason_to_be_void() -> None:
    assert void_reasons(records_of(), orders_of()) == []


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"data_loss": 1}, "marks were lost: 1 jdk.DataLoss event"),
        ({"generator.exit": 1}, "the generator failed: exit 1"),
        (
            {"generator.ran_out_of_files": True},
            "the generator had no file descriptor left: too many connections failed",
        ),
        ({"clock": {"wall_monotonic_drift_ns": 1_240_000}}, "the wall clock was set during the trial, by 1.2 ms"),
        ({"load.failed": 1}, "requests failed: 1 by the generator's count"),
        ({"drained": False}, "the queues had not been emptied when the deadline was reached"),
        ({"generator.requests_without_line": 16}, "the generator's counts and its lines differ by 16 requests"),
    ],
)
def test_what_the_trial_s_facts_say_voids_it(facts: dict[str, Any], reason: str) -> None:
    assert void_reasons(records_of(**facts), orders_of()) == [reason]


@pytest.mark.parametrize("facts", [{"generator.requests_without_line": 15}, {"load.failed": None}])
def test_what_is_just_within_the_rules_voids_nothing(facts: dict[str, Any]) -> None:
    assert void_reasons(records_of(**facts), orders_of()) == []


def test_an_order_without_a_mark_voids_a_measured_trial_alone() -> None:
    reason = "marks were lost: 1 acknowledged order without an order-received mark"
    assert void_reasons(records_of(PLAN, ("1", "2", "3")), orders_of()) == [reason]
    assert void_reasons(records_of(TrialPlan(measuring="off"), ("1", "2", "3")), orders_of()) == []


def test_a_window_in_which_nothing_was_completed_voids_a_measured_trial_alone() -> None:
    none_df = orders_of().with_columns(mailed_in_window=pl.lit(False))
    assert void_reasons(records_of(), none_df) == ["no order was completed in the window"]
    assert void_reasons(records_of(TrialPlan(measuring="off")), none_df) == []


def test_a_customer_without_a_response_voids_the_trial() -> None:
    assert void_reasons(records_of(TrialPlan(customers=16)), orders_of()) == [
        "only 15 of 16 customers received a response"
    ]


def test_refused_requests_are_named_the_first_three_in_the_order_of_time() -> None:
    """The window begins at second 100, which is 00:01:40."""
    refused = (request(1, 109.6, 503), request(2, 95.0, 400), request(3, 120.0, 399), request(4, 121.0, 404))
    reason = (
        "requests failed: 3 were answered with status 400 or above, "
        "POST /order 400 at 00:01:35 UTC, -5 s from the window's begin; "
        "POST /order 503 at 00:01:49 UTC, +10 s from the window's begin; "
        "POST /order 404 at 00:02:01 UTC, +21 s from the window's begin"
    )
    assert void_reasons(records_of(PLAN, ORDER_IDS, refused), orders_of()) == [reason]
    [longer] = void_reasons(records_of(PLAN, ORDER_IDS, (*refused, request(5, 125.0, 500))), orders_of())
    assert longer == reason.replace("3 were", "4 were") + "; ..."


def test_where_a_fault_was_meant_failed_requests_and_waiting_queues_are_results() -> None:
    facts = {"load.failed": 1, "drained": False}
    plan = TrialPlan(levels={"fault": "kill server"})
    assert void_reasons(records_of(plan, ORDER_IDS, (request(1, 110, 503),), **facts), orders_of()) == []
    assert void_reasons(records_of(plan, data_loss=1), orders_of()) == ["marks were lost: 1 jdk.DataLoss event"]


def test_another_manager_than_requested_voids_the_trial() -> None:
    facts = {"transactions": "narayana file", "managers": {"server": {"manager": "payara"}}, "data_loss": 2}
    assert void_reasons(records_of(**facts), orders_of()) == [
        "marks were lost: 2 jdk.DataLoss events",
        "narayana file was requested, and the trial was driven by payara",
    ]


def remarked(records: Records, orders_df: pl.DataFrame | None = None, /, **values: float | None) -> tuple[str, ...]:
    well = {"waterfall_gap_fraction": 0.0, "waterfall_followed_fraction": 1.0, "cpu_other_fraction": 0.0}
    metrics = {**well, "little_ratio": 1.0, "customers_ratio": 1.0, **values}
    orders_df = orders_of() if orders_df is None else orders_df
    estimates = {name: Estimate(value, 1) for name, value in metrics.items()}
    return remarks(records, orders_df, estimates, overload(records, orders_df))


@pytest.mark.parametrize(
    ("metric", "inside", "outside", "remark"),
    [
        ("waterfall_gap_fraction", 0.05, 0.0501, "the waterfall misses the end-to-end time by +5.0%"),
        ("waterfall_gap_fraction", -0.05, -0.06, "the waterfall misses the end-to-end time by -6.0%"),
        (
            "waterfall_followed_fraction", 0.95, 0.94,
            "only 94% of the finished orders could be followed from end to end",
        ),
        ("cpu_other_fraction", 0.15, 0.16, "the machine was shared: other programs used 16% of the cores"),
        ("little_ratio", 0.9, 0.89, "Little's law of the orders gives 0.89, not 1: the trial was not in balance"),
        ("customers_ratio", 1.1, 1.11, "Little's law of the customers gives 1.11, not 1: the trial was not in balance"),
    ],
)  # fmt: skip
def test_a_metric_beyond_its_limit_is_remarked_upon(metric: str, inside: float, outside: float, remark: str) -> None:
    assert remarked(records_of(), **{metric: inside}) == remarked(records_of(), **{metric: None}) == ()
    assert remarked(records_of(), **{metric: outside}) == (remark,)


def test_customers_who_stopped_are_remarked_upon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validity, "silent_customers", lambda records: (2, 9.0))
    assert remarked(records_of()) == (
        "2 customers finished no request in the last 9 s of the window: they had stopped, and the load was lighter "
        "than asked for",
    )
    assert remarked(records_of(TrialPlan(levels={"fault": "kill server"}))) == ()


def test_a_gc_log_that_could_not_be_read_is_remarked_upon() -> None:
    def of_logs(server: int, broker: int, **facts: Any) -> tuple[str, ...]:
        logs = {"server": GcLog(unreadable=server)}
        of_broker = records_with(gc_logs={"broker": GcLog(unreadable=broker)})
        return remarked(replace(records_of(**facts), gc_logs=logs, broker=of_broker))

    assert of_logs(2, 2) == ()
    assert of_logs(3, 40) == (
        "40 lines of the GC log of broker could not be read: what they told is missing",
        "3 lines of the GC log of server could not be read: what they told is missing",
    )
    [killed, *gaps] = of_logs(4, 0, faults=[crash("kill server", 15, triggered=False)])
    assert (killed, gaps) == (
        "kill server was not triggered",
        ["4 lines of the GC log of server could not be read: what they told is missing"],
    )
    assert of_logs(3, 0, faults=[crash("kill server", 15)]) == ()


def test_of_a_trial_with_a_crash_neither_balance_nor_missed_polls_are_remarked_upon() -> None:
    facts = {"faults": [crash("kill server", 15), crash("kill broker", 20, triggered=False)]}
    records = records_of(**facts, **{"generator.queue_polls_missed": 2})
    assert remarked(records, little_ratio=0.5) == ("kill broker was not triggered",)
    assert remarked(records_of(**{"generator.queue_polls_missed": 2})) == (
        "the broker did not answer 2 polls of its queues",
    )


def test_a_switch_of_the_delegate_is_remarked_upon_by_the_orders_of_the_window() -> None:
    rows = [("soap", True)] * 2 + [("jms-transacted", True)] * 3 + [("jms-nontransacted", False), (None, True)]
    at = {"order_id": "1", "received_ns": ns(110), "mailed_ns": ns(111), "mailed_in_window": True}
    orders_df = pl.DataFrame(rows, {"delegate": pl.String, "in_window": pl.Boolean}, orient="row").with_columns(
        **{name: pl.lit(value) for name, value in at.items()}
    )
    assert remarked(records_of(), orders_df) == (
        "supplier-order was switched under load: jms-transacted (3 orders), soap (2 orders)",
    )
    assert remarked(records_of(), orders_df.filter(pl.col("delegate").is_null())) == ()
    assert remarked(records_of(), orders_df.filter(pl.col("delegate") == "soap")) == (
        "supplier-order was switched under load: soap (2 orders)",
    )
