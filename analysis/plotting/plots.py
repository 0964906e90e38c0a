"""Draws the plots of a report, as SVG for the page and PNG beside it."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import vl_convert
from altair.utils import schemapi

from analysis.counting import load_words
from analysis.metrics import metric
from analysis.plotting.palette import GRID, INK, STYLES, Style, for_the_page, on_white, styles_of

WIDTH, HEIGHT = 330, 210
PNG_SCALE = 2.0
SMALL_SCALE = 1.0
ECDF_POINTS = 200
#: The label of a value on an axis as it is: Vega rounds by the distance of ticks, and writes 10 as 1e+1.
PLAIN_NUMBER = "format(datum.value, '~g')"
FONT = "Arial, Liberation Sans, sans-serif"

# A chart is checked when it is drawn; checking its parts when they are made, too, takes a fifth of a report's time.
schemapi.disable_debug_mode()


@dataclass(frozen=True)
class Plot:
    """A finished plot; `alt_text` says in words what it shows."""

    name: str
    title: str
    alt_text: str
    drawn: str  # SVG in the colours of a light page

    @cached_property
    def svg(self) -> str:
        """Coloured by the page's style sheet."""
        return for_the_page(self.drawn)

    @cached_property
    def png(self) -> bytes:
        """On white. Of the picture that is there: that takes a third of the time of laying it out once more."""
        return self._png(PNG_SCALE)

    def save(self, folder: Path) -> Path:
        path = folder / f"{self.name}.png"
        path.write_bytes(self.png)
        return path

    def save_small(self, folder: Path) -> None:
        """As wide as a page of text shows it."""
        (folder / f"{self.name}.png").write_bytes(self._png(SMALL_SCALE))

    def _png(self, scale: float) -> bytes:
        return vl_convert.svg_to_png(on_white(self.drawn), scale=scale)


class Plotter:
    """Draws in one style, with one style for each variant."""

    def __init__(self, variants: list[str], known: dict[str, Style] | None = None, part: str = "") -> None:
        self.variants = variants
        self.styles = known or styles_of(variants)
        self.part = part  # ends the names of its plots

    def parts(self) -> list["Plotter"]:
        """Plotters of so few variants each that no colour comes twice; this one when it has no more."""
        some = [self.variants[first : first + len(STYLES)] for first in range(0, len(self.variants), len(STYLES))]
        if len(some) == 1:
            return [self]
        return [Plotter(few, self.styles, f"_{number}") for number, few in enumerate(some, start=1)]

    def against_load(self, levels_df: pl.DataFrame, name: str) -> Plot:
        """One metric against the number of customers, with intervals where there are any."""
        return self.against(levels_df, name, "customers", "customers")

    def against_rate(self, levels_df: pl.DataFrame, name: str) -> Plot:
        """The same against the rate at which orders came; levels_df has a column of it."""
        return self.against(levels_df, name, "rate", "orders that came per second")

    def against(self, levels_df: pl.DataFrame, name: str, load: str, title: str) -> Plot:
        """load: the column with the load; title: what it is called."""
        rows_df = levels_df.filter((pl.col("metric") == name) & pl.col("value").is_not_null())
        loads = sorted(rows_df[load].unique().to_list())
        rows_df = self.side_by_side_positions(rows_df, load, max(loads))
        shown = metric(name)
        x = alt.X(
            "x:Q",
            title=title,
            scale=alt.Scale(domain=[0, max(loads) * 1.06]),
            axis=alt.Axis(values=loads, labelExpr=PLAIN_NUMBER, grid=False),
        )
        y = alt.Y("value:Q", title=None, scale=alt.Scale(zero=True))
        base = alt.Chart(rows_df).encode(x=x, y=y, color=self.color(), shape=self.shape())
        intervals = alt.Chart(rows_df.filter(pl.col("low").is_not_null())).mark_rule(strokeWidth=1.6)
        layers = [
            base.mark_line(strokeWidth=1.8, point=False),
            intervals.encode(x=x, y=alt.Y("low:Q", title=None), y2="high:Q", color=self.color()),
            base.mark_point(filled=True, size=62, opacity=1),
        ]
        return self.plot(
            name,
            f"{shown.label} ({shown.unit})",
            f"{shown.label}: {shown.meaning}, against {title}.",
            alt.layer(*layers),
        )

    def side_by_side_positions(self, rows_df: pl.DataFrame, load: str, greatest: float) -> pl.DataFrame:
        """Moves the variants a little apart, so that one interval does not hide another."""
        apart = greatest * 0.009
        middle = (len(self.variants) - 1) / 2
        shift = pl.col("variant").replace_strict(
            {v: (i - middle) * apart for i, v in enumerate(self.variants)}, return_dtype=pl.Float64
        )
        return rows_df.with_columns(x=pl.col(load) + shift)

    def waterfall(self, segments_df: pl.DataFrame, customers: int) -> Plot:
        """Mean time of an order by segment at one load: each bar begins where the one before it ended."""
        order = segments_df.sort("place")["segment"].unique(maintain_order=True).to_list()
        present = [variant for variant in self.variants if variant in segments_df["variant"].to_list()]
        chart = (
            alt.Chart(segments_df)
            .mark_bar()
            .encode(
                y=alt.Y("segment:N", sort=order, title=None, axis=alt.Axis(labelLimit=220, domain=False, ticks=False)),
                yOffset=alt.YOffset("variant:N", sort=present),
                x=alt.X("start_ms:Q", title="ms since the order was received", axis=alt.Axis(grid=True)),
                x2="end_ms:Q",
                color=self.color(),
            )
        )
        title = f"Where the time goes at {load_words(customers)}"
        alt_text = f"Mean time of an order by segment of its way, for each variant, at {load_words(customers)}."
        return self.plot(
            f"waterfall_{customers}{self.part}",
            title,
            alt_text,
            chart,
            width=WIDTH + 120,
            height=len(order) * (9 + 6 * len(present)),
        )

    def distribution(self, orders_df: pl.DataFrame, time: str, label: str, customers: int) -> Plot:
        """The fraction of orders that took at most so long, at one load; markers stand at the deciles."""
        rows: list[dict[str, Any]] = []
        for variant in self.variants:
            of_variant = (pl.col("variant") == variant) & (pl.col("customers") == customers)
            values = orders_df.filter(of_variant)[f"{time}_ms"].drop_nulls().sort()
            for point in range(ECDF_POINTS + 1) if len(values) else ():
                fraction = point / ECDF_POINTS
                rows.append(
                    {
                        "variant": variant,
                        "ms": values.quantile(fraction, "linear"),
                        "fraction": fraction,
                        "decile": point % (ECDF_POINTS // 10) == 0,
                    }
                )
        rows_df = pl.DataFrame(rows).filter(pl.col("ms") > 0)
        x = alt.X(
            "ms:Q",
            title="ms, logarithmic",
            scale=alt.Scale(type="log", nice=False),
            axis=alt.Axis(tickCount=6, grid=False),
        )
        y = alt.Y("fraction:Q", title=None, axis=alt.Axis(format="%"))
        base = alt.Chart(rows_df).encode(x=x, y=y, color=self.color())
        points = (
            alt.Chart(rows_df.filter(pl.col("decile")))
            .mark_point(filled=True, size=46, opacity=1)
            .encode(x=x, y=y, color=self.color(), shape=self.shape())
        )
        layers = alt.layer(base.mark_line(strokeWidth=1.8), points)
        alt_text = f"Share of orders whose {label.lower()} was at most this long, at {load_words(customers)}."
        return self.plot(
            f"{time}_distribution_{customers}{self.part}",
            f"{label}: fraction of orders within, at {load_words(customers)}",
            alt_text,
            layers,
        )

    def color(self) -> alt.Color:
        scale = alt.Scale(domain=self.variants, range=[self.styles[variant].light for variant in self.variants])
        return alt.Color(
            "variant:N",
            scale=scale,
            legend=alt.Legend(title=None, orient="top", symbolSize=70, labelLimit=300, columns=3),
        )

    def shape(self) -> alt.Shape:
        scale = alt.Scale(domain=self.variants, range=[self.styles[variant].shape for variant in self.variants])
        return alt.Shape(
            "variant:N",
            scale=scale,
            legend=alt.Legend(title=None, orient="top", symbolSize=70, labelLimit=300, columns=3),
        )

    def plot(self, name: str, title: str, alt_text: str, chart: Any, width: int = WIDTH, height: int = HEIGHT) -> Plot:
        return self.styled(name, title, alt_text, chart.properties(width=width, height=height))

    def styled(self, name: str, title: str, alt_text: str, chart: Any) -> Plot:
        """A chart whose size is settled, or several of them beside each other."""
        text: dict[str, Any] = {"labelColor": INK, "titleColor": INK, "titleFontWeight": "normal"}
        styled = chart.properties(title=title).configure(
            font=FONT,
            background="transparent",
            axis=alt.AxisConfig(
                **text, labelFontSize=11, titleFontSize=11, gridColor=GRID, domainColor=INK, tickColor=INK
            ),
            legend=alt.LegendConfig(labelColor=INK, labelFontSize=11, titleColor=INK),
            title=alt.TitleConfig(color=INK, fontSize=13, anchor="start", offset=6),
            view=alt.ViewConfig(stroke=None),
        )
        return Plot(name, title, alt_text, vl_convert.vegalite_to_svg(styled.to_json()))
