"""A paper's figure beside what was measured: what its text says on the left, then a panel for each results folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import altair as alt
import polars as pl

from analysis.comparing.paper_figures import Figure, SequenceFigure
from analysis.metrics import metric
from analysis.plotting.plots import Plot, Plotter

PANEL_WIDTH, PANEL_HEIGHT = 250, 190
BAR_HEIGHT = 34
#: What is called so in each picture.
STATED = "the paper, 2003: what its text says"
#: In which order a send's two times stand, and what they are called.
TIMES = ("the send has returned", "the document has arrived")
_SCHEMA = {"variant": pl.String, "customers": pl.Float64, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}


@dataclass(frozen=True)
class Duration:
    """How long one of a send's two times is; low and high are its interval, or the range of the paper's words."""

    time: str
    value: float
    low: float | None
    high: float | None


def against_threads(plotter: Plotter, figure: Figure, measured: Mapping[str, pl.DataFrame]) -> Plot:
    """A metric against the number of customers. measured: levels_df of each results folder, by what it is called."""
    frames = {STATED: _stated_rows(figure), **{label: _rows(figure, frame) for label, frame in measured.items()}}
    heaviest = max((max(frame["customers"]) for frame in frames.values() if len(frame)), default=1.0)
    panels = [_panel(plotter, label, frame, metric(figure.metric).unit, heaviest) for label, frame in frames.items()]
    # As flush as their axes are, so that the titles of the panels stand on one line.
    return _beside(plotter, figure, alt.hconcat(*panels, spacing=62, bounds="flush"))


def _rows(figure: Figure, levels_df: pl.DataFrame) -> pl.DataFrame:
    wanted = (pl.col("metric") == figure.metric) & pl.col("variant").is_in(figure.delegates)
    rows_df = levels_df.filter(wanted & pl.col("value").is_not_null())
    return rows_df.select(pl.col(column).cast(kind) for column, kind in _SCHEMA.items())


def _stated_rows(figure: Figure) -> pl.DataFrame:
    """A value that holds over a range of loads stands at both of its ends."""
    rows = [
        (stated.delegate, float(load), (stated.low + stated.high) / 2, stated.low, stated.high)
        for stated in figure.stated
        for load in sorted({stated.first, stated.last})
    ]
    return pl.DataFrame(rows, schema=_SCHEMA, orient="row")


def _panel(plotter: Plotter, title: str, rows_df: pl.DataFrame, unit: str, heaviest: float) -> Any:
    x = alt.X(
        "customers:Q",
        title="customers",
        scale=alt.Scale(domain=[0, heaviest * 1.06], nice=False),
        axis=alt.Axis(format="d", grid=False, tickCount=6),
    )
    y = alt.Y("value:Q", title=unit, scale=alt.Scale(zero=True))
    if rows_df.is_empty():
        words = pl.DataFrame({"words": ["no values in the text"]})
        chart = alt.Chart(words).mark_text(fontSize=12).encode(text="words:N")
        return chart.properties(width=PANEL_WIDTH, height=PANEL_HEIGHT, title=title)
    base = alt.Chart(rows_df).encode(x=x, y=y, color=plotter.color(), shape=plotter.shape())
    intervals = alt.Chart(rows_df.filter(pl.col("low").is_not_null() & (pl.col("low") < pl.col("high"))))
    layers = [
        base.mark_line(strokeWidth=1.8, point=False),
        intervals.mark_rule(strokeWidth=1.6).encode(
            x=x, y=alt.Y("low:Q", title=unit), y2="high:Q", color=plotter.color()
        ),
        base.mark_point(filled=True, size=56, opacity=1),
    ]
    return alt.layer(*layers).properties(width=PANEL_WIDTH, height=PANEL_HEIGHT, title=title)


def sequence(plotter: Plotter, figure: SequenceFigure, measured: Mapping[str, list[Duration]]) -> Plot:
    """When the send has returned and when its document has arrived, under light load, from the begin of the send."""
    panels = [_bars(STATED, _stated_durations(figure))]
    panels += [_bars(label, durations) for label, durations in measured.items()]
    return _beside(plotter, figure, alt.hconcat(*panels, spacing=28))


def _stated_durations(figure: SequenceFigure) -> list[Duration]:
    stated = zip(TIMES, (figure.call_ms, figure.latency_ms), strict=True)
    return [Duration(time, sum(between) / 2, *between) for time, between in stated if between]


def _bars(title: str, durations: list[Duration]) -> Any:
    schema = {"time": pl.String, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    rows_df = pl.DataFrame([(d.time, d.value, d.low, d.high) for d in durations], schema=schema, orient="row")
    y = alt.Y(
        "time:N",
        sort=list(TIMES),
        scale=alt.Scale(domain=list(TIMES)),
        title=None,
        axis=alt.Axis(domain=False, ticks=False, labelLimit=180),
    )
    x = alt.X("value:Q", title="ms since the send began", scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=5))
    bars = alt.Chart(rows_df).mark_bar(height=12).encode(x=x, y=y)
    intervals = alt.Chart(rows_df.filter(pl.col("low").is_not_null())).mark_rule(strokeWidth=1.6)
    layers = alt.layer(bars, intervals.encode(x="low:Q", x2="high:Q", y=y))
    return layers.properties(width=PANEL_WIDTH - 40, height=BAR_HEIGHT * len(TIMES), title=title)


def _beside(plotter: Plotter, figure: Figure | SequenceFigure, panels: alt.HConcatChart) -> Plot:
    return plotter.styled(figure.name, f"Figure {figure.number}: {figure.title}", figure.sentence, panels)
