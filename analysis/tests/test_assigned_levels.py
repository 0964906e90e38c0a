"""Which level an order had, its CPU time, what counts of a window, and what makes such a trial void."""

# mypy: disable-error-code="operator,arg-type,union-attr"
# A None here fails the test, as it should.

from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analysis.reading.records import Records, read_records
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_plan import SECOND, VARIANTS, TrialPlan, begin_ns
from analysis.timing import order_times
from analysis.timing.assigned_levels import drawn_level, kept_windows, placed
from analysis.timing.order_cpu import order_cpu
from analysis.trials.assignment_validity import (
    assignment_remarks,
    assignment_void_reasons,
    not_as_switched,
    unequal,
)
from analysis.trials.switchback_blocks import carried_over_fraction, increase_in, queues, switchback_blocks
from analysis.trials.trial_analysis import analyse

BY_ORDER = TrialPlan(customers=40, measure_s=90, orders_more=5, unit="order")
BY_WINDOW = replace(BY_ORDER, unit="window")
BEGIN_NS = begin_ns(BY_ORDER)


@pytest.fixture(scope="module")
def of_orders(tmp_path_factory: pytest.TempPathFactory) -> Records:
    folder = tmp_path_factory.mktemp("order") / "001"
    write_trial(folder, BY_ORDER)
    return read_records(folder)


@pytest.fixture(scope="module")
def of_windows(tmp_path_factory: pytest.TempPathFactory) -> Records:
    folder = tmp_path_factory.mktemp("window") / "001"
    write_trial(folder, BY_WINDOW)
    return read_records(folder)


def reasons(records: Records) -> list[str]:
    return assignment_void_reasons(records, order_times.orders(records))


def test_the_level_is_drawn_as_the_contract_says() -> None:
    """By sha256sum: 7/10001 begins with 4f251ea67cb6dd82, the number 5702998203540364674, which leaves 0 of 3."""
    levels = ("a", "b", "c")
    assert [drawn_level(7, order, levels) for order in ("10001", "10002", "10003", "10004")] == ["a", "a", "b", "a"]
    assert 5702998203540364674 % 3 == 0 and drawn_level(7, "10001", ("a", "b")) == "ab"[5702998203540364674 % 2]


@pytest.mark.parametrize("folder", ["of_orders", "of_windows"])
def test_a_trial_as_it_should_be_is_valid(folder: str, request: pytest.FixtureRequest) -> None:
    result = analyse(request.getfixturevalue(folder).folder)
    assert (result.status, result.reasons, result.remarks) == ("valid", (), ())


def test_an_order_s_cpu_is_that_of_its_steps_and_requests(of_orders: Records) -> None:
    """10001: steps of 1.5 ms and 2 ms, of which one was repeated, and two requests of 0.5 ms; 10002 was not told."""
    steps_df = pl.DataFrame(
        {"order_id": ["10001", "10001", "10002", "10002"], "cpu_ns": [1_500_000, 2_000_000, 7, None]},
        schema={"order_id": pl.String, "cpu_ns": pl.Int64},
    )
    requests_df = pl.DataFrame({"order_id": ["10001", None, "10001"], "cpu_ns": [500_000, 9, 500_000]})
    records = replace(of_orders, steps=steps_df, service_requests=requests_df)
    assert order_cpu(records).rows() == [("10001", 4_500_000)]


def test_an_order_that_is_not_finished_has_no_cpu_yet(of_orders: Records) -> None:
    points_df = of_orders.points.filter((pl.col("order_id") != "10300") | (pl.col("point") != "completion-mailed"))
    orders_df = order_times.orders(replace(of_orders, points=points_df)).sort("order_id")
    assert orders_df.filter(pl.col("order_cpu_ms").is_null())["order_id"].to_list() == ["10300"]


def test_a_call_by_another_delegate_than_the_drawn_one_voids(of_orders: Records) -> None:
    assert reasons(of_orders) == []
    [order] = order_times.orders(of_orders).filter(pl.col("in_window"))["order_id"][:1]
    wrong = (pl.col("order_id") == order) & (pl.col("transition") == "invoice")
    drawn = drawn_level(1, order, list(VARIANTS))
    other = next(name for name in VARIANTS if name != drawn)
    calls_df = of_orders.calls.with_columns(delegate=pl.when(wrong).then(pl.lit(other)).otherwise("delegate"))
    [reason] = reasons(replace(of_orders, calls=calls_df))
    assert reason.startswith("1 of ") and reason.endswith(f"than was drawn for the order, of order {order} first")


@pytest.mark.parametrize(("more", "void"), [(0, False), (37, False), (38, True)])
def test_orders_that_are_missing_on_one_side_void(of_orders: Records, more: int, void: bool) -> None:
    """Of 200 orders a level, 37 more of one and less of another give χ² = 2 · 37² / 200 = 13.69, and 38 give 14.44;
    at two degrees of freedom one sound trial in a thousand has more than 13.82 (tables of χ²).
    """
    counts = {"jms-transacted": 200 + more, "jms-nontransacted": 200, "soap": 200 - more}
    levels = [level for level, count in counts.items() for _ in range(count)]
    finished_df = pl.DataFrame({"level": levels}).with_columns(in_window=pl.lit(True), response_ms=pl.lit(5.0))
    # Those that were not measured, or came before, are no part of it.
    beside_df = pl.DataFrame({"level": ["soap"] * 99}).with_columns(in_window=pl.lit(False), response_ms=pl.lit(5.0))
    assert of_orders.trial.assignment is not None
    reason = unequal(of_orders.trial.assignment, pl.concat([finished_df, beside_df]))
    assert (reason is not None) == void
    assert reason is None or "238 of jms-transacted, 200 of jms-nontransacted, 162 of soap (p = " in reason


def test_without_marks_nobody_knows_who_had_what(of_orders: Records) -> None:
    facts = of_orders.trial.facts.model_copy(update={"measuring": "off"})
    [reason] = reasons(replace(of_orders, trial=replace(of_orders.trial, facts=facts)))
    assert "measuring is off" in reason


def test_only_whole_blocks_count_and_their_washout_does_not(of_windows: Records) -> None:
    """90 s are 15 windows of 6 s: two blocks of six, and half a block. Each loses a second, and 20 ms to the switch."""
    kept_df = kept_windows(of_windows)
    assert (len(kept_df), kept_df["block"].unique().sort().to_list()) == (12, [1, 2])
    first = ["jms-transacted", "jms-nontransacted", "soap"]
    assert kept_df["level"].to_list()[:6] == first + first[::-1]
    assert kept_df.row(1)[:2] == (BEGIN_NS + 7_020_000_000, BEGIN_NS + 12_000_000_000)


def test_a_block_that_reaches_beyond_the_measuring_window_is_left_out(of_windows: Records) -> None:
    late_df = of_windows.windows.with_columns(pl.col("begin_ns", "end_ns") - 2 * 6 * SECOND)
    assert kept_windows(replace(of_windows, windows=late_df))["block"].unique().to_list() == [2]


@pytest.mark.parametrize(("by_s", "blocks"), [(18, [1, 2]), (18.1, [1])])
def test_a_block_that_ends_after_the_measuring_window_is_left_out(
    of_windows: Records, by_s: float, blocks: list[int]
) -> None:
    """The second block ends 72 s after the window's begin, 18 s before its end."""
    later_ns = round(by_s * SECOND)
    late_df = of_windows.windows.filter(pl.col("block") < 3).with_columns(pl.col("begin_ns", "end_ns") + later_ns)
    assert kept_windows(replace(of_windows, windows=late_df))["block"].unique().sort().to_list() == blocks


def test_events_are_placed_in_the_window_of_their_instant() -> None:
    kept_df = pl.DataFrame({"begin_ns": [10, 30], "end_ns": [20, 40], "block": [1, 1], "level": ["a", "b"]})
    events_df = pl.DataFrame({"at": [9, 10, 19, 20, 35, 40, None]}, schema={"at": pl.Int64})
    assert placed(events_df, "at", kept_df).rows() == [(10, 1, "a"), (19, 1, "a"), (35, 1, "b")]


def test_cpu_of_windows_lies_between_the_samples() -> None:
    """0.5 s a second until 10 s, then 1 s a second: 2.5–5.5 s takes 1.5 s, and 9.5–12 s takes 0.25 + 2 s."""
    seconds = np.arange(20)
    samples_df = pl.DataFrame(
        {"wall_ns": seconds * SECOND, "cpu_s": 40 + np.minimum(seconds, 10) / 2 + np.maximum(seconds - 10, 0.0)}
    )
    windows_df = pl.DataFrame({"begin_ns": [2_500_000_000, 9_500_000_000], "end_ns": [5_500_000_000, 12 * SECOND]})
    assert increase_in(windows_df, samples_df) == pytest.approx(3.75)
    assert increase_in(windows_df, samples_df.filter(pl.col("wall_ns") > 3 * SECOND)) is None
    gap = pl.col("wall_ns").is_between(5 * SECOND, 7 * SECOND)
    assert increase_in(windows_df, samples_df.filter(~gap)) is None


def test_blocks_have_what_was_planned(of_windows: Records) -> None:
    """Each order of soap takes 36 ms of CPU, each other one 30 ms; some seven a second are completed."""
    blocks_df = switchback_blocks(of_windows, order_times.orders(of_windows))
    means = {
        (metric, level): mean
        for metric, level, mean in blocks_df.group_by("metric", "level").agg(pl.mean("value")).rows()
    }
    assert means["cpu_per_order_ms", "soap"] == pytest.approx(36, rel=0.05)
    assert means["cpu_per_order_ms", "soap"] / means["cpu_per_order_ms", "jms-transacted"] == pytest.approx(
        1.2, abs=0.06
    )
    assert means["cpu_per_order_of_broker_ms", "soap"] == pytest.approx(means["cpu_per_order_ms", "soap"] / 4)
    assert means["throughput_per_min", "soap"] == pytest.approx(400, rel=0.2)
    assert means["call_geomean_ms", "soap"] / means["call_geomean_ms", "jms-transacted"] == pytest.approx(7.5, rel=0.1)
    # Two pauses a second of some 8 ms, which last 1.15 times as long in nothing but the plan's own variant.
    assert means["gc_per_order_ms", "soap"] == pytest.approx(2 * 8 / (400 / 60), rel=0.2)


def test_the_longest_queue_of_a_level_is_the_greatest_of_the_means() -> None:
    """Within the only window, A has 4 and 6 messages, B 1 and 2; what is dead, or came later, counts nowhere."""
    counted = [(11, "A", 4, False), (12, "A", 6, False), (11, "B", 1, False), (12, "B", 2, False)]
    rows = [*counted, (11, "A.dead", 99, True), (21, "B", 99, False)]
    queues_df = pl.DataFrame(rows, schema=["wall_ns", "queue", "messages", "dead"], orient="row")
    kept_df = pl.DataFrame({"begin_ns": [10], "end_ns": [20], "block": [1], "level": ["soap"]})
    assert list(queues(queues_df, kept_df)) == [(1, "soap", "queue_longest_mean", 5.0)]


@pytest.mark.parametrize(("time_ms", "remarked"), [(0.001, False), (0.0, True), (-1.0, True)])
def test_times_without_a_logarithm_are_remarked_upon(of_orders: Records, time_ms: float, remarked: bool) -> None:
    orders_df = order_times.orders(of_orders)
    one = pl.col("order_id") == orders_df.filter(pl.col("in_window"))["order_id"][0]
    changed_df = orders_df.with_columns(latency_ms=pl.when(one).then(time_ms).otherwise("latency_ms"))
    expected = ["latency_geomean_ms is without 1 order whose time was zero or less"] if remarked else []
    assert assignment_remarks(of_orders, changed_df) == expected


def test_orders_of_another_level_count_in_no_window(of_windows: Records) -> None:
    """What was completed in a window of another level is carried over: all of soap, when soap is told as the other."""
    orders_df = order_times.orders(of_windows)
    swapped = {"soap": "jms-transacted", "jms-transacted": "soap"}
    swapped_df = orders_df.with_columns(pl.col("level").replace(swapped))
    assert carried_over_fraction(of_windows, orders_df) == 0
    assert carried_over_fraction(of_windows, swapped_df) == pytest.approx(2 / 3, abs=0.1)
    assert any("lengthen washout_s" in remark for remark in assignment_remarks(of_windows, swapped_df))
    rows = switchback_blocks(of_windows, swapped_df).filter(pl.col("metric") == "throughput_per_min")
    assert rows.filter(pl.col("level") != "jms-nontransacted")["value"].sum() == 0


def test_windows_without_a_whole_block_void(of_windows: Records) -> None:
    assert reasons(of_windows) == []
    [reason] = reasons(replace(of_windows, windows=of_windows.windows.head(5)))
    assert reason == "no block of windows is whole: each has every level twice"


@pytest.mark.parametrize(("wrong", "void"), [(0, False), (2, False), (3, True)])
def test_calls_by_another_delegate_than_their_window_s_void(of_windows: Records, wrong: int, void: bool) -> None:
    """Of 200 calls 1 % may have been given their delegate just before the switch: two, and not three."""
    assert of_windows.trial.assignment is not None
    switched_df = of_windows.calls.filter(pl.col("transition") == "invoice")
    inside_df = placed(switched_df, "begin_ns", kept_windows(of_windows)).head(200)
    other = pl.when(pl.col("window_level") == "soap").then(pl.lit("jms-transacted")).otherwise(pl.lit("soap"))
    calls_df = inside_df.with_columns(
        delegate=pl.when(pl.int_range(pl.len()) < wrong).then(other).otherwise("delegate")
    ).select(of_windows.calls.columns)
    reason = not_as_switched(replace(of_windows, calls=calls_df), of_windows.trial.assignment)
    assert (reason is not None) == void
    assert reason is None or reason.startswith("3 of 200 calls went by another delegate than their window's, of order ")


def test_a_void_assignment_voids_the_trial(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", BY_WINDOW)
    path = tmp_path / "001" / "windows.csv"
    path.write_text(path.read_text().splitlines()[0] + "\n")
    result = analyse(tmp_path / "001")
    assert (result.status, result.reasons) == ("void", ("no block of windows is whole: each has every level twice",))


def test_an_order_that_met_a_switch_on_its_way_has_no_level(of_windows: Records) -> None:
    orders_df = order_times.orders(of_windows)
    order = orders_df["order_id"][100]
    wrong = (pl.col("order_id") == order) & (pl.col("transition") == "invoice")
    other = next(name for name in VARIANTS if name != orders_df["level"][100])
    calls_df = of_windows.calls.with_columns(delegate=pl.when(wrong).then(pl.lit(other)).otherwise("delegate"))
    again_df = order_times.orders(replace(of_windows, calls=calls_df))
    assert again_df.filter(pl.col("level").is_null())["order_id"].to_list() == [order]
