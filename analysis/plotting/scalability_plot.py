"""Throughput against what is served at a time: what each repetition showed, and the fitted law as a line."""

import math

import altair as alt
import polars as pl

from analysis.comparing.design import CUSTOMERS
from analysis.comparing.scalability import ORDERS_IN_SYSTEM, Scalability
from analysis.plotting.plots import PLAIN_NUMBER, Plot, Plotter

POINTS_OF_A_LINE = 60
TITLES = {CUSTOMERS: "customers without think time", ORDERS_IN_SYSTEM: "orders in the system"}


def scalability_plot(plotter: Plotter, shown: list[Scalability]) -> Plot:
    """A marker for each repetition; a line where a law was fitted, over the loads that it was fitted to."""
    measured = [(each.variant, float(load), value) for each in shown for load, value in each.points]
    fitted = [row for each in shown for row in line_of(each)]
    schema = {"variant": pl.String, "customers": pl.Float64, "throughput": pl.Float64}
    measured_df, fitted_df = (pl.DataFrame(rows, schema=schema, orient="row") for rows in (measured, fitted))
    [unit] = {each.unit for each in shown}
    x = alt.X(
        "customers:Q",
        title=f"{TITLES[unit]}, logarithmic",
        scale=alt.Scale(type="log", base=2, nice=False),
        axis=alt.Axis(values=values_of(unit, measured_df["customers"].to_list()), labelExpr=PLAIN_NUMBER, grid=False),
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
        f"Orders per second of each repetition against {TITLES[unit]}, with the fitted scalability law.",
        layers,
    )


def values_of(unit: str, loads: list[float]) -> list[float]:
    """Where the axis has numbers: at every number of customers, which are few; else at the powers of two between."""
    if unit == CUSTOMERS:
        return sorted(set(loads))
    least, greatest = (round(math.log2(limit)) for limit in (min(loads), max(loads)))
    return [2.0**power for power in range(least, greatest + 1)]


def line_of(shown: Scalability) -> list[tuple[str, float, float]]:
    if shown.law is None:
        return []
    least, greatest = shown.at_a_time[0], shown.at_a_time[-1]
    steps = [step / POINTS_OF_A_LINE for step in range(POINTS_OF_A_LINE + 1)]
    loads = [least * (greatest / least) ** step for step in steps]
    return [(shown.variant, load, shown.law.throughput(load)) for load in loads]
