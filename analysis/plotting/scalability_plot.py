"""Throughput against customers: what each repetition showed, and the fitted law as a line."""

import altair as alt
import polars as pl

from analysis.comparing.scalability import Scalability
from analysis.plotting.plots import Plot, Plotter

POINTS_OF_A_LINE = 60


def scalability_plot(plotter: Plotter, shown: list[Scalability]) -> Plot:
    """A marker for each repetition; a line where a law was fitted, over the loads that it was fitted to."""
    measured = [(each.variant, float(load), value) for each in shown for load, value in each.points]
    fitted = [row for each in shown for row in line_of(each)]
    schema = {"variant": pl.String, "customers": pl.Float64, "throughput": pl.Float64}
    measured_df, fitted_df = (pl.DataFrame(rows, schema=schema, orient="row") for rows in (measured, fitted))
    loads = sorted(measured_df["customers"].unique().to_list())
    x = alt.X(
        "customers:Q",
        title="customers without think time, logarithmic",
        scale=alt.Scale(type="log", base=2),
        axis=alt.Axis(values=loads, format="d", grid=False),
    )
    y = alt.Y("throughput:Q", title=None, scale=alt.Scale(zero=True))
    layers = alt.layer(
        alt.Chart(fitted_df).mark_line(strokeWidth=1.8).encode(x=x, y=y, color=plotter.color()),
        alt.Chart(measured_df)
        .mark_point(filled=True, size=46, opacity=0.8)
        .encode(x=x, y=y, color=plotter.color(), shape=plotter.shape()),
    )
    return plotter.plot(
        "scalability",
        "Throughput (orders/s) and its fitted law",
        "Orders per second of each repetition against customers without think time, with the fitted scalability law.",
        layers,
    )


def line_of(shown: Scalability) -> list[tuple[str, float, float]]:
    if shown.law is None:
        return []
    least, greatest = shown.loads[0], shown.loads[-1]
    steps = [step / POINTS_OF_A_LINE for step in range(POINTS_OF_A_LINE + 1)]
    loads = [least * (greatest / least) ** step for step in steps]
    return [(shown.variant, load, shown.law.throughput(load)) for load in loads]
