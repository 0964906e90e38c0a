"""A profile as a picture: each layer below the one that called it, as wide as what it took (a flame graph, upside
down: Gregg, CACM 59(6), 2016).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import altair as alt
import polars as pl

from analysis.plotting.palette import INK, STYLES
from analysis.plotting.plots import Plot, Plotter

WIDTH, ROW = 900, 17
#: Narrower nodes than this part of the whole are left out, with all below them.
LEAST_SHARE = 0.004
DEEPEST = 14
#: What a letter takes, so that names stand in nodes that have room for them.
LETTER = 6.2
SCHEMA = {"name": pl.String, "depth": pl.Float64, "x": pl.Float64, "x2": pl.Float64, "colour": pl.String}


@dataclass(frozen=True)
class Node:
    """So many from begin on, of the whole; depth 0 is the activity."""

    name: str
    depth: int
    begin: float
    amount: float


def nodes(rows: Sequence[tuple[tuple[str, ...], float]], least: float) -> Iterator[Node]:
    """What stands in the picture. rows: ways from the outermost, each with its amount; least: what a node must have."""
    yield from _below(rows, 0, 0.0, least)


def _below(rows: Sequence[tuple[tuple[str, ...], float]], depth: int, begin: float, least: float) -> Iterator[Node]:
    by_name: dict[str, list[tuple[tuple[str, ...], float]]] = {}
    for way, amount in rows:
        if len(way) > depth:
            by_name.setdefault(way[depth], []).append((way, amount))
    amounts = {name: sum(amount for _, amount in below) for name, below in by_name.items()}
    for name in sorted(amounts, key=lambda each: (-amounts[each], each)):
        if amounts[name] >= least and depth < DEEPEST:
            yield Node(name, depth, begin, amounts[name])
            yield from _below(by_name[name], depth + 1, begin, least)
        begin += amounts[name]


def profile_plot(plotter: Plotter, profile_df: pl.DataFrame, kind: str, title: str, place: int) -> Plot:
    """profile_df: kind, activity, path, per_order; place: of the variant, for the name of the picture."""
    kind_df = profile_df.filter(pl.col("kind") == kind)
    ways_df = kind_df.group_by("activity", "path").agg(pl.col("per_order").sum()).sort("activity", "path")
    rows = [((activity, *path.split(";")), amount) for activity, path, amount in ways_df.rows()]
    total = sum(amount for _, amount in rows)
    shown = list(nodes(rows, LEAST_SHARE * total))
    frame = pl.DataFrame(
        [(each.name, each.depth, each.begin, each.begin + each.amount, _colour(each)) for each in shown],
        schema=SCHEMA,
        orient="row",
    )
    deepest = max((each.depth for each in shown), default=0)
    room = pl.col("name").str.len_chars() * LETTER < (pl.col("x2") - pl.col("x")) / (total or 1) * WIDTH
    x = alt.X("x:Q", title=None, scale=alt.Scale(domain=[0, total], nice=False), axis=alt.Axis(grid=False))
    y = alt.Y("depth:Q", axis=None, scale=alt.Scale(domain=[deepest + 1, 0], nice=False))
    boxes = (
        alt.Chart(frame.with_columns(bottom=pl.col("depth") + 0.94))
        .mark_rect(stroke=INK, strokeWidth=0.4, strokeOpacity=0.35, opacity=0.34)
        .encode(x=x, x2="x2:Q", y=y, y2="bottom:Q", color=alt.Color("colour:N", scale=None))
    )
    labelled_df = frame.filter(room).with_columns(x=(pl.col("x") + pl.col("x2")) / 2, depth=pl.col("depth") + 0.5)
    labels = alt.Chart(labelled_df).mark_text(fontSize=10.5, color=INK).encode(x=x, y=y, text="name:N")
    alt_text = f"{title}: what each step, request or thread pool takes, with each layer below its caller."
    name = f"profile_{kind}_{place}"
    return plotter.plot(name, title, alt_text, alt.layer(boxes, labels), WIDTH, ROW * (deepest + 1))


def _colour(node: Node) -> str:
    """The same for the same layer, everywhere."""
    return STYLES[sum(map(ord, node.name)) % len(STYLES)].light
