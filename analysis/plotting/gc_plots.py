"""A garbage collection log as pictures: the heap in use, and how long each pause was, over time."""

import altair as alt
import polars as pl

from analysis.plotting.plots import Plot, Plotter
from analysis.timing.gc_summary import MEGABYTE, NS_PER_MS, NS_PER_S, GcSummary

WIDTH, HEIGHT = 620, 170
#: A picture has room for so many; of more, those of a stretch of time are drawn as one.
MOST_POINTS = 1_000


def heap_plot(summary: GcSummary, name: str) -> Plot:
    """Before and after each collection; of many, the most before and the least after in each stretch of time."""
    thinned_df = _stretches(heap_points(summary), summary, "variant").agg(
        pl.col("at_s").first(), most=pl.col("heap").max(), least=pl.col("heap").min()
    )
    is_before = pl.col("variant") == "before"
    shown_df = thinned_df.with_columns(heap=pl.when(is_before).then(pl.col("most")).otherwise(pl.col("least")))
    plotter = Plotter(["before", "after"])
    x = alt.X("at_s:Q", title="s", axis=alt.Axis(grid=False))
    y = alt.Y("heap:Q", title=None, scale=alt.Scale(zero=True))
    chart = alt.Chart(shown_df.sort("at_s")).mark_line(strokeWidth=1.3).encode(x=x, y=y, color=plotter.color())
    alt_text = "Heap in use before and after each collection, over time."
    return plotter.plot(f"{name}_heap", "Heap in use at a collection (MiB)", alt_text, chart, WIDTH, HEIGHT)


def heap_points(summary: GcSummary) -> pl.DataFrame:
    """at_s, heap in MiB and variant: before each collection as it began, after it as it ended."""
    begin_ns = summary.unified.begin_ns
    rows = [
        ((at_ns - begin_ns) / NS_PER_S, used_bytes / MEGABYTE, variant)
        for change in summary.unified.log.heap
        for at_ns, used_bytes, variant in (
            (change.begin_ns, change.before_bytes, "before"),
            (change.end_ns, change.after_bytes, "after"),
        )
    ]
    return pl.DataFrame(rows, schema={"at_s": pl.Float64, "heap": pl.Float64, "variant": pl.String}, orient="row")


def pauses_plot(summary: GcSummary, name: str) -> Plot:
    """A mark for each pause; of many, for the longest of each generation in each stretch of time."""
    begin_ns = summary.unified.begin_ns
    rows = [
        ((pause.begin_ns - begin_ns) / NS_PER_S, pause.duration_ns / NS_PER_MS, pause.generation)
        for pause in summary.unified.log.pauses
    ]
    schema = {"at_s": pl.Float64, "ms": pl.Float64, "variant": pl.String}
    pauses_df = pl.DataFrame(rows, schema=schema, orient="row").filter(pl.col("ms") > 0)
    thinned_df = _stretches(pauses_df, summary, "variant").agg(
        pl.col("at_s").get(pl.col("ms").arg_max()), pl.col("ms").max()
    )
    plotter = Plotter(list(summary.by_generation))
    x = alt.X("at_s:Q", title="s", axis=alt.Axis(grid=False))
    y = alt.Y("ms:Q", title=None, scale=alt.Scale(type="log", nice=False, padding=8), axis=alt.Axis(tickCount=5))
    encoded = {"x": x, "y": y, "color": plotter.color(), "shape": plotter.shape()}
    chart = alt.Chart(thinned_df).mark_point(filled=True, size=26, opacity=0.8).encode(**encoded)
    alt_text = "How long each pause was, over time, by generation."
    return plotter.plot(f"{name}_pauses", "Pauses (ms, logarithmic)", alt_text, chart, WIDTH, HEIGHT)


def _stretches(frame: pl.DataFrame, summary: GcSummary, *by: str) -> "pl.dataframe.group_by.GroupBy":
    """Groups of rows that lie in the same stretch of time; each by itself where they are few."""
    place = pl.int_range(pl.len()) if len(frame) <= MOST_POINTS else pl.col("at_s") * MOST_POINTS / summary.elapsed_s
    return frame.with_columns(stretch=place.cast(pl.Int64)).group_by("stretch", *by, maintain_order=True)
