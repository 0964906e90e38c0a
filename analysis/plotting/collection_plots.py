"""What the collectors of trials did, as pictures: one trial over time, how long pauses were, and heap against cost."""

from collections.abc import Iterable, Mapping
from typing import Any

import altair as alt
import polars as pl

from analysis.metrics import metric
from analysis.plotting.palette import INK
from analysis.plotting.plots import Plot, Plotter
from analysis.trials.trial_collections import TrialCollections

TIMELINE_WIDTH, PANEL_HEIGHT = 620, 90
_LOGARITHMIC = alt.Scale(type="log", nice=False, padding=8)


def timeline(collections: TrialCollections, name: str, title: str, window_s: float) -> Plot:
    """Heap in use with the phases beside the application, pauses, and orders affected, over the window of a trial."""
    seconds = alt.Scale(domain=[0, window_s])
    panels = [_heap(collections, seconds), _pauses(collections, seconds), _affected(collections, seconds)]
    shown = [panel.properties(width=TIMELINE_WIDTH, height=PANEL_HEIGHT) for panel in panels]
    stacked = alt.vconcat(*shown, spacing=14).resolve_scale(color="independent", shape="independent")
    alt_text = (
        f"{title}. From above: heap in use, grey where a collector works beside the application; each pause in ms; and "
        "the share of the orders completed that a pause met; over the seconds of the window."
    )
    return Plotter([]).styled(name, title, alt_text, stacked)


def _heap(collections: TrialCollections, seconds: alt.Scale) -> Any:
    plotter = Plotter(collections.heap_df["jvm"].unique(maintain_order=True).to_list() or ["server"])
    beside = (
        alt.Chart(collections.concurrent_df)
        .mark_rect(color=INK, opacity=0.16)
        .encode(x=_at("begin_s", seconds), x2="end_s:Q")
    )
    y = alt.Y("mib:Q", title="heap, MiB", scale=alt.Scale(zero=True), axis=alt.Axis(tickCount=4))
    lines = alt.Chart(collections.heap_df.rename({"jvm": "variant"})).mark_line(strokeWidth=1.2)
    return alt.layer(beside, lines.encode(x=_at("at_s", seconds), y=y, color=plotter.color()))


def _pauses(collections: TrialCollections, seconds: alt.Scale) -> Any:
    """By generation."""
    rows_df = collections.pauses_df.rename({"generation": "variant"}).filter(pl.col("ms") > 0)
    plotter = Plotter(sorted(rows_df["variant"].unique().to_list(), reverse=True) or ["young"])
    y = alt.Y("ms:Q", title="pause, ms", scale=_LOGARITHMIC, axis=alt.Axis(tickCount=4, format="~g", grid=False))
    marks = alt.Chart(rows_df).mark_point(filled=True, size=28, opacity=0.85)
    return marks.encode(x=_at("at_s", seconds), y=y, color=plotter.color(), shape=plotter.shape())


def _affected(collections: TrialCollections, seconds: alt.Scale) -> Any:
    shares_df = collections.affected_df.filter(pl.col("orders") > 0).with_columns(
        share=pl.col("affected") / pl.col("orders"), none=pl.lit(0.0)
    )
    x = _at("begin_s", seconds, "s")
    y = alt.Y("share:Q", title="affected", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=3))
    return alt.Chart(shares_df).mark_rect(color=INK, opacity=0.6).encode(x=x, x2="end_s:Q", y=y, y2="none:Q")


def _at(column: str, seconds: alt.Scale, title: str | None = None) -> alt.X:
    """The panels stand below each other: the last one alone names the axis."""
    return alt.X(f"{column}:Q", title=title, scale=seconds, axis=alt.Axis(grid=False))


def pause_lengths(plotter: Plotter, pauses_ms: Mapping[str, pl.Series]) -> Plot:
    """Of each variant the share of its pauses that were at least so long. Both axes are logarithmic: what counts are
    the few that are long.
    """
    frames = [
        pl.DataFrame({"ms": ms.sort(), "variant": [variant] * len(ms)}).with_columns(
            share=1 - pl.int_range(pl.len()) / pl.len()
        )
        for variant, ms in pauses_ms.items()
    ]
    rows_df = pl.concat(frames)
    x = alt.X("ms:Q", title="ms", scale=_LOGARITHMIC, axis=alt.Axis(tickCount=6, grid=False, format="~g"))
    y = alt.Y("share:Q", title=None, scale=_LOGARITHMIC, axis=alt.Axis(format="~%", tickCount=4, grid=False))
    lines = alt.Chart(rows_df).mark_line(strokeWidth=1.8).encode(x=x, y=y, color=plotter.color())
    longest_df = rows_df.group_by("variant", maintain_order=True).last()
    marks = alt.Chart(longest_df).mark_point(filled=True, size=60, opacity=1)
    longest = marks.encode(x=x, y=y, color=plotter.color(), shape=plotter.shape())
    return plotter.plot(
        f"gc_pause_lengths{plotter.part}",
        "Share of pauses that were at least this long",
        "Share of the pauses of each variant that were at least this many ms; a mark stands at the longest.",
        alt.layer(lines, longest),
    )


def against_heap(plotter: Plotter, name: str, rows: Iterable[Mapping[str, object]], place: str, number: int) -> Plot:
    """A metric against the greatest heap. rows: variant, heap_mib, value, low, high; place: at which other levels."""
    shown = metric(name)
    rows_df = pl.DataFrame(list(rows), infer_schema_length=None)
    heaps = sorted(rows_df["heap_mib"].unique().to_list())
    axis = alt.Axis(values=heaps, grid=False, format="~g")
    x = alt.X("heap_mib:Q", title="greatest heap, MiB", scale=alt.Scale(type="log", nice=False, padding=18), axis=axis)
    # An interval of a few launches reaches below zero, where no time is: there it is cut off.
    is_below_zero = bool((rows_df["low"].cast(pl.Float64) < 0).any())
    scale = alt.Scale(zero=False, padding=8, domainMin=0 if is_below_zero else alt.Undefined)
    y = alt.Y("value:Q", title=None, scale=scale)
    base = alt.Chart(rows_df).encode(x=x, y=y, color=plotter.color(), shape=plotter.shape())
    intervals = alt.Chart(rows_df.filter(pl.col("low").is_not_null())).mark_rule(strokeWidth=1.6, clip=True)
    layers = [
        alt.Chart(rows_df).mark_line(strokeWidth=1.8).encode(x=x, y=y, color=plotter.color()),
        intervals.encode(x=x, y=alt.Y("low:Q", title=None), y2="high:Q", color=plotter.color()),
        base.mark_point(filled=True, size=62, opacity=1),
    ]
    title = f"{shown.label} ({shown.unit}) against heap" + (f", {place}" if place else "")
    return plotter.plot(f"gc_heap_{name}_{number}", title, f"{title}: {shown.meaning}.", alt.layer(*layers))
