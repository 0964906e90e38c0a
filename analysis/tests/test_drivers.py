"""Which manager and store drove a trial, in words; and its forced writes, worked by hand."""

from typing import Any

import pytest

from analysis.reading.trial_facts import Trial
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_transactions import (
    forced_write_metrics,
    in_full,
    not_as_requested,
    reported_managers,
    requested_transactions,
)

FILE = {"manager": "narayana", "log_store": "file", "version": "7.3.4"}
PAYARA = {"manager": "payara"}


def trial(level: str | None = None, **facts: Any) -> Trial:
    return trial_with(TrialPlan(levels={"transactions": level} if level else {}), **facts)


@pytest.mark.parametrize(
    ("found", "requested"),
    [
        (trial("narayana slots", transactions="payara"), "narayana slots"),
        (trial(transactions="payara", managers={"server": FILE}), "payara"),
        (trial(managers={"a": PAYARA, "b": FILE, "c": PAYARA}), "narayana file; payara"),
        (trial(), "not recorded"),
    ],
)
def test_requested_is_what_the_level_says_then_the_trial_then_its_servers(found: Trial, requested: str) -> None:
    assert requested_transactions(found) == requested


@pytest.mark.parametrize(
    ("managers", "words"),
    [
        ({"server": FILE}, "narayana file (7.3.4)"),
        ({"a": FILE, "b": FILE}, "narayana file (7.3.4)"),
        ({"a": FILE, "b": {**FILE, "version": "7.3.5"}}, "a: narayana file (7.3.4), b: narayana file (7.3.5)"),
        ({"server": PAYARA}, "payara"),
        ({}, "not recorded"),
    ],
)
def test_in_full_the_version_is_named_and_the_servers_where_they_differ(managers: dict[str, Any], words: str) -> None:
    assert in_full(trial(managers=managers)) == words


UNFORCED = {**FILE, "forced_writes": False}


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (trial("narayana file", managers={"server": FILE}), None),
        (trial("narayana", managers={"server": FILE}), None),
        (trial(managers={"server": FILE}), None),
        (trial("payara"), None),
        (trial("payara", managers={"a": PAYARA, "b": FILE}),
         "payara was requested, and the trial was driven by narayana file"),
        (trial(transactions="narayana", managers={"a": UNFORCED, "b": PAYARA, "c": PAYARA}),
         "narayana was requested, and the trial was driven by narayana file unforced, payara"),
    ],
)  # fmt: skip
def test_a_manager_that_was_not_requested_is_named(found: Trial, reason: str | None) -> None:
    assert not_as_requested(found) == reason


def test_each_server_has_the_label_of_what_it_reported() -> None:
    assert reported_managers(trial(managers={"a": PAYARA, "b": FILE})) == {"a": "payara", "b": "narayana file"}


def counted(orders: int) -> dict[str, Any]:
    return {"seconds": 10.0, "orders": orders, "by_process": {"server": 350, "broker": 50}, "method": "perf stat"}


def test_forced_writes_are_divided_by_orders() -> None:
    """400 by 80, 350 by 80, 50 by 80."""
    assert forced_write_metrics(trial(forced_writes=counted(80))) == {
        "forced_writes_per_order": 5.0,
        "forced_writes_of_broker": 0.625,
        "forced_writes_of_server": 4.375,
    }
    assert forced_write_metrics(trial(forced_writes=counted(0))) == forced_write_metrics(trial()) == {}
