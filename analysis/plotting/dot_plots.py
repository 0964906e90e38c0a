"""Plots of one dot per level, with names down the side: for more levels than a legend can hold."""

from dataclasses import asdict, dataclass

import altair as alt
import polars as pl

from analysis.metrics import metric
from analysis.plotting.palette import INK
from analysis.plotting.plots import WIDTH, Plot, Plotter

ROW_HEIGHT, LABELS_WIDTH = 22, 250


@dataclass(frozen=True)
class Dot:
    """A value with its interval; `level` names the line, `variant` gives colour and marker."""

    level: str
    variant: str
    value: float
    low: float | None
    high: float | None


def against_one(plotter: Plotter, name: str, against: str, dots: list[Dot]) -> Plot:
    """Ratios of one metric, a line for each level."""
    shown, x = metric(name), ratio_axis(f"ratio to {against}")
    alt_text = f"{shown.label}: ratio of each level to {against}, with intervals."
    return draw(
        plotter, f"transactions_{name}", f"{shown.label}: ratio to {against}", alt_text, dots, x, [line_at_one(x)]
    )


def ratios(plotter: Plotter, name: str, title: str, dots: list[Dot]) -> Plot:
    """Ratios of several metrics, each on a line of its own, on a logarithmic scale; `title` says of what to what."""
    x = ratio_axis("ratio")
    return draw(plotter, name, title, f"{title}, of each metric, with intervals.", dots, x, [line_at_one(x)])


def ratio_axis(title: str) -> alt.X:
    """Logarithmic: twice as much and half as much lie equally far from one."""
    return alt.X(
        "value:Q",
        title=title,
        scale=alt.Scale(type="log", nice=False, padding=12),
        axis=alt.Axis(grid=True, tickCount=6, format="~g"),
    )


def line_at_one(x: alt.X) -> alt.Chart:
    one: alt.Chart = alt.Chart(pl.DataFrame({"value": [1.0]})).mark_rule(color=INK, strokeDash=[4, 3]).encode(x=x)
    return one


def by_variant(plotter: Plotter, levels_df: pl.DataFrame, name: str) -> Plot:
    """One metric of each variant, at a single load."""
    rows_df = levels_df.filter((pl.col("metric") == name) & pl.col("value").is_not_null())
    values = rows_df.select("variant", "value", "low", "high").iter_rows()
    dots = [Dot(variant, variant, value, low, high) for variant, value, low, high in values]
    shown = metric(name)
    x = alt.X("value:Q", title=shown.unit, scale=alt.Scale(zero=True), axis=alt.Axis(grid=True, tickCount=6))
    title = f"{shown.label} ({shown.unit})"
    return draw(plotter, name, title, f"{shown.label}: {shown.meaning}, by variant.", dots, x, [])


def draw(
    plotter: Plotter, name: str, title: str, alt_text: str, dots: list[Dot], x: alt.X, beneath: list[alt.Chart]
) -> Plot:
    dots_df = pl.DataFrame([asdict(dot) for dot in dots], infer_schema_length=None)
    levels = list(dict.fromkeys(dot.level for dot in dots))
    y = alt.Y("level:N", sort=levels, title=None, axis=alt.Axis(labelLimit=LABELS_WIDTH, domain=False, ticks=False))
    encoded = {"y": y, "color": plotter.color(), "shape": plotter.shape()}
    if len(levels) == len(dots):  # the names down the side say it all
        encoded |= {"color": plotter.color().legend(None), "shape": plotter.shape().legend(None)}
    else:
        encoded["yOffset"] = alt.YOffset("variant:N", sort=plotter.variants)
    interval_encoding = {channel: encoded[channel] for channel in encoded if channel != "shape"}
    bars = alt.Chart(dots_df.filter(pl.col("low").is_not_null())).mark_rule(strokeWidth=1.6)
    marks = alt.Chart(dots_df).mark_point(filled=True, size=62, opacity=1)
    layers = [*beneath, bars.encode(x="low:Q", x2="high:Q", **interval_encoding), marks.encode(x=x, **encoded)]
    return plotter.plot(name, title, alt_text, alt.layer(*layers), WIDTH, ROW_HEIGHT * len(levels) + 20)
