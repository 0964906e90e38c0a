"""What profiles tell: by activity and layer, and by method, what an order costs and waits for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from analysis.comparing.capacity import number_of_load
from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.plotting.plots import Plot, Plotter
from analysis.plotting.profile_plot import profile_plot
from analysis.presentation.formatting import number
from analysis.presentation.report_tables import Table, load_cell
from analysis.trials.profile import ALLOCATION, ANSWER, CPU, FORCE, LOCK, SCHEMA, WAIT

SAMPLED = {CPU: "CPU time of an order, ms", ALLOCATION: "Memory that an order allocates, kB"}
WAITED = {
    WAIT: "Time that threads wait per order, ms",
    LOCK: "Of this, for locks that another thread has, ms",
    ANSWER: "Answers of other processes that an order waits for (round trips)",
    FORCE: "Writes that the servers force for an order",
}
KINDS = SAMPLED | WAITED
DRAWN = SAMPLED | {WAIT: WAITED[WAIT]}
METHODS = 12
#: Of all, what an activity or a layer must have to stand by itself.
LEAST_SHARE = 0.02
OTHER, ALL = "other", "all"
#: Thread pools by what their threads do outside of steps, of requests to services, and of the pages that were recorded.
POOLS = {
    "http-thread-pool": "pages, the rest",
    "services-thread-pool": "services, outside of requests",
    "management-thread-pool": "management",
}


@dataclass(frozen=True)
class Profiled:
    """One variant at its heaviest load. profile_df: as `SCHEMA` says, means over the trials."""

    name: str
    profile_df: pl.DataFrame
    sentence: str

    @cached_property
    def tables(self) -> list[Table]:
        """For each kind the activities by layer."""
        return [self._table(kind, caption) for kind, caption in KINDS.items() if len(self._of(kind))]

    @cached_property
    def methods(self) -> list[Table]:
        """For each kind the methods that have the most, with the layer that called them."""
        return [
            Table(
                f"{caption}, by the innermost method: {self.name}",
                ["method", "called by", "an order", "of all"],
                list(self._method_rows(kind)),
                names=2,
            )
            for kind, caption in SAMPLED.items()
            if len(self._of(kind))
        ]

    def _of(self, kind: str) -> pl.DataFrame:
        return self.profile_df.filter(pl.col("kind") == kind)

    def _table(self, kind: str, caption: str) -> Table:
        kind_df = self._of(kind)
        activities, layers = grouped(kind_df, "activity"), grouped(kind_df, "layer")
        folded_df = kind_df.with_columns(
            activity=pl.when(pl.col("activity").is_in(activities)).then("activity").otherwise(pl.lit(OTHER)),
            layer=pl.when(pl.col("layer").is_in(layers)).then("layer").otherwise(pl.lit(OTHER)),
        )
        cells = {(a, b): v for a, b, v in folded_df.group_by("activity", "layer").agg(pl.col("per_order").sum()).rows()}
        columns = [*layers, OTHER]
        rows = []
        for activity in (*activities, OTHER):
            values = [cells.get((activity, layer), 0.0) for layer in columns]
            rows.append([activity, number(sum(values)), *map(number, values)])
        sums = [sum(cells.get((activity, layer), 0.0) for activity in (*activities, OTHER)) for layer in columns]
        rows.append([ALL, number(sum(sums)), *map(number, sums)])
        return Table(f"{caption}: {self.name}", ["in", ALL, *columns], rows)

    def _method_rows(self, kind: str) -> Iterator[list[str]]:
        kind_df = self._of(kind)
        total = kind_df["per_order"].sum()
        by_method_df = kind_df.group_by("leaf", "layer").agg(pl.col("per_order").sum())
        greatest_df = by_method_df.sort("per_order", "leaf", "layer", descending=[True, False, False]).head(METHODS)
        for leaf, layer, value in greatest_df.rows():
            yield [leaf, layer, number(value), number(value / total, fraction=True)]


@dataclass(frozen=True)
class ProfileFindings:
    """Of one results folder; nothing where nothing was profiled."""

    results: Results
    plotter: Plotter

    @cached_property
    def variants(self) -> list[Profiled]:
        """Each at its heaviest load."""
        design = self.results.design
        sampled = [each for each in self.results.by_trial if any(len(trial.profile_df) for trial in each.trials)]
        heaviest = {design.variant_at_any_load(each.levels): each for each in sorted(sampled, key=number_of_load)}
        return [profiled(each) for each in heaviest.values()]

    @cached_property
    def plots(self) -> list[Plot]:
        return [
            profile_plot(self.plotter, each.profile_df, kind, f"{caption}: {each.name}", place)
            for place, each in enumerate(self.variants, 1)
            for kind, caption in DRAWN.items()
            if len(each.profile_df.filter(pl.col("kind") == kind))
        ]


def profiled(combination: Combination) -> Profiled:
    """The mean over the trials that were profiled: what a trial has no sample of is 0 there."""
    frames = [trial.profile_df for trial in combination.trials if len(trial.profile_df)]
    keys = [name for name in SCHEMA if name != "per_order"]
    named_df = pl.concat(frames).with_columns(activity=pl.col("activity").map_elements(activity_name, pl.String))
    mean_df = named_df.group_by(keys, maintain_order=True).agg(pl.col("per_order").sum() / len(frames))
    sampled = float(mean_df.filter(pl.col("kind") == CPU)["per_order"].sum())
    of_all = combination.value("cpu_per_order_ms")
    sentence = (
        f"Samples of CPU time account for {number(sampled)} ms of the {number(of_all)} ms of CPU per order; the rest "
        "is that of collectors, compilers, database, broker and mail sink."
    )
    return Profiled(f"{combination.variant}, {load_cell(combination.levels)}", mean_df, sentence)


def activity_name(recorded: str) -> str:
    """A pool of threads by what it does; steps and requests as they are recorded."""
    return next((name for pool, name in POOLS.items() if recorded.startswith(pool)), recorded)


def grouped(frame: pl.DataFrame, column: str) -> list[str]:
    """The values of a column that have so much that they stand by themselves, the greatest first."""
    shares_df = frame.group_by(column).agg(share=pl.col("per_order").sum() / frame["per_order"].sum())
    great_df = shares_df.filter(pl.col("share") >= LEAST_SHARE).sort("share", column, descending=[True, False])
    return [value for value in great_df[column].to_list() if value != OTHER]
