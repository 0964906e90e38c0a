"""Trials whose steps were delayed on purpose: which level an order had, and what makes such a trial void."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis.reading.records import Records, read_records
from analysis.reading.trial_facts import Trial
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import records_with, trial_of_window
from analysis.timing import order_times
from analysis.timing.assigned_levels import drawn_level, only_window
from analysis.trials.trial_analysis import analyse
from analysis.trials.validity import longer_delays

LEVEL = "received@approving 1 ms"
BY_ORDER = {
    "unit": "order", "factor": "delay", "transitions": [], "levels": ["none", LEVEL], "seed": 7,
    "window_s": None, "washout_s": None,
}  # fmt: skip


def delays(hits: int, waited_ms: float) -> dict[str, Any]:
    """In two servers, of which one has no such step."""
    counts = {"hits": {LEVEL: hits}, "waited_ns": {LEVEL: round(waited_ms * 1e6)}}
    return {"server": counts, "other": {"hits": {}, "waited_ns": {}}}


def by_order(folder: Path, **changes: Any) -> Path:
    facts = {"assignment": BY_ORDER, "delays": delays(90, 95), "levels.delay": "by order"} | changes
    write_trial(folder, TrialPlan(customers=40, measure_s=60, orders_more=3, changes=facts))
    return folder


def test_by_order_a_trial_without_switched_transitions_is_valid(tmp_path: Path) -> None:
    folder = by_order(tmp_path / "001")
    result = analyse(folder)
    assert (result.status, result.reasons, result.remarks) == ("valid", (), ())
    orders_df = order_times.orders(read_records(folder))
    assert orders_df["level"].to_list() == [drawn_level(7, each, ("none", LEVEL)) for each in orders_df["order_id"]]
    assert orders_df["level"].n_unique() == 2


def test_a_delay_that_nothing_met_voids(tmp_path: Path) -> None:
    result = analyse(by_order(tmp_path / "001", delays=delays(0, 0)))
    assert (result.status, result.reasons) == ("void", (f"no step was delayed by {LEVEL}",))


@pytest.mark.parametrize(
    ("levels", "asked"), [({"delay": LEVEL}, (LEVEL,)), ({"delay": "none"}, ()), ({}, ())], ids=str
)
def test_a_trial_of_one_level_is_to_be_delayed_by_that(levels: dict[str, Any], asked: tuple[str, ...]) -> None:
    assert trial_of_window(TrialPlan(levels=levels)).delays == asked


@pytest.mark.parametrize(("waited_ms", "remarked"), [(120, False), (121, True)])
def test_a_delay_that_became_longer_is_remarked_upon(waited_ms: float, remarked: bool) -> None:
    """A hundred waits of 1 ms: 1.2 ms on average is still taken for it."""
    trial: Trial = trial_of_window(TrialPlan(levels={"delay": LEVEL}), delays=delays(100, waited_ms))
    expected = [f"the delay {LEVEL} was 1.21 ms long on average"] if remarked else []
    assert longer_delays(trial) == expected


def of_windows(steps: list[tuple[str, int]]) -> Records:
    """Three windows: none from 100 on, the delay from 200, none from 300."""
    windows = [(100, 199, "none"), (201, 299, LEVEL), (300, 400, "none")]
    rows = [{"begin_ns": begin, "end_ns": end, "block": 1, "level": level} for begin, end, level in windows]
    found = records_with(trial_of_window(TrialPlan()), windows=rows)
    steps_df = pl.DataFrame(steps, schema={"order_id": pl.String, "begin_ns": pl.Int64}, orient="row")
    return replace(found, steps=steps_df)


def test_by_window_an_order_has_the_level_of_all_its_steps() -> None:
    """4 began before the first window, 3 met a switch, 5 outlasted the last window, 6 the moment of a switch."""
    steps = [("1", 100), ("1", 198), ("2", 201), ("2", 280), ("3", 290), ("3", 300), ("4", 99), ("4", 150)]
    known_df = only_window(of_windows([*steps, ("5", 399), ("5", 900), ("6", 198), ("6", 200)])).sort("order_id")
    assert known_df.rows() == [("1", "none"), ("2", LEVEL), ("5", "none"), ("6", "none")]
