"""Metrics that are made from the name of a process or a queue, and where a plot places variants side by side."""

from typing import Any

import altair as alt
import polars as pl
import pytest
from altair.utils.schemapi import SchemaValidationError

from analysis.metrics import METRICS, Metric, metric
from analysis.plotting.plots import Plotter


@pytest.mark.parametrize(
    ("name", "label", "unit"),
    [
        ("cpu_process_broker_s", "CPU of broker", "s"),
        ("cpu_per_order_of_broker_ms", "CPU per order of broker", "ms/order"),
        ("forced_writes_of_broker", "Forced writes of broker", "writes/order"),
        ("queue_MailQueue_p95", "MailQueue, 95th percentile length", "messages"),
    ],
)
def test_a_metric_of_a_process_or_a_queue_is_made_from_its_name(name: str, label: str, unit: str) -> None:
    made: Metric = metric(name)
    assert (made.name, made.label, made.unit, made.better) == (name, label, unit, "lower")


def test_each_metric_has_the_name_by_which_it_is_found() -> None:
    assert all(metric(name).name == name for name in METRICS)
    with pytest.raises(KeyError, match="no metric is called horses"):
        metric("horses")


def test_variants_stand_side_by_side_around_their_load() -> None:
    """By hand: at most 100 customers, so 0.9 apart; three variants are 0.9 before, at, and 0.9 after their load."""
    rows_df = pl.DataFrame({"variant": ["a", "b", "c"], "customers": [40, 40, 40]})
    placed_df = Plotter(["a", "b", "c"]).side_by_side_positions(rows_df, "customers", 100)
    assert placed_df["x"].to_list() == pytest.approx([39.1, 40.0, 40.9])


def test_a_chart_that_is_none_is_not_drawn() -> None:
    """Its parts are not checked when they are made."""
    no_shape: Any = 12
    chart = alt.Chart(pl.DataFrame({"a": [1]})).mark_point(shape=no_shape)
    with pytest.raises(SchemaValidationError):
        Plotter(["a"]).plot("name", "title", "text", chart)
