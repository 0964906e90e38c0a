"""The warm-up of JVMs as a picture: processor time per order, window by window, until it was steady."""

import altair as alt
import polars as pl

from analysis.plotting.palette import INK
from analysis.plotting.plots import PLAIN_NUMBER, WIDTH, Plot, Plotter

HEIGHT = 130
SCHEMA = {"launch": pl.String, "variant": pl.String, "end_s": pl.Float64, "cpu_per_order_ms": pl.Float64}


def warmup_plot(plotter: Plotter, windows_df: pl.DataFrame, name: str = "jvm_warmup") -> Plot:
    """One line for each launch, in the colour of the variant that it was launched for.

    windows_df: launch, variant (null: the launch served several), end_s, cpu_per_order_ms, as SCHEMA says.
    """
    x = alt.X("end_s:Q", title="s since the JVMs were first under load", scale=alt.Scale(zero=True))
    # The first orders cost ten times as much as those of a warm JVM, which would all lie on a linear scale's axis.
    scale = alt.Scale(type="log", nice=False, padding=6)
    y = alt.Y("cpu_per_order_ms:Q", title=None, scale=scale, axis=alt.Axis(tickCount=5, labelExpr=PLAIN_NUMBER))
    base = alt.Chart(windows_df).encode(x=x, y=y, detail="launch:N")
    by_variant = not windows_df["variant"].is_null().any()
    look = {"color": plotter.color(), "shape": plotter.shape()} if by_variant else {"color": alt.value(INK)}
    lines = alt.layer(
        base.mark_line(strokeWidth=1.4, opacity=0.7).encode(color=look["color"]),
        base.mark_point(filled=True, size=28, opacity=1).encode(**look),
    )
    return plotter.plot(
        name,
        "Warm-up of the JVMs: CPU of the servers per order (ms), logarithmic",
        "Processor time of the application servers per order against the time of warming up, a line for each launch.",
        lines,
        WIDTH,
        HEIGHT,
    )
