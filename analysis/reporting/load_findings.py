"""What the report draws of each metric against the load, or by variant where there is one load."""

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from analysis.comparing.estimates import levels_frame
from analysis.comparing.results import Results
from analysis.plotting import dot_plots
from analysis.plotting.palette import STYLES
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation import report_tables
from analysis.reading.trial_facts import rate_of

PLOTTED = (
    "throughput_per_min", "response_mean_ms", "response_p95_ms", "call_mean_ms", "latency_mean_ms", "cpu_per_order_ms",
    "forced_writes_per_order", "gc_young_s", "gc_old_s", "gc_cpu_per_order_ms", "safepoint_s", "gc_affected_fraction",
    "allocation_per_order_kb",
)  # fmt: skip


@dataclass(frozen=True)
class LoadFindings:
    """Of one results folder. outer_loads: its least and greatest number of customers; 0 where orders came at a rate."""

    results: Results
    plotter: Plotter
    outer_loads: list[int]

    @cached_property
    def plots(self) -> list[Plot]:
        levels_df = self._at_rates_df if self._at_rates else levels_frame(self.results.by_trial)
        names = report_tables.measured_metrics((*PLOTTED, *report_tables.question_metrics(self.results)), self.results)
        # A metric that is zero everywhere needs no plot.
        return [self._drawn(levels_df, name) for name in names if greatest(levels_df, name) > 0]

    def _drawn(self, levels_df: pl.DataFrame, name: str) -> Plot:
        """Against load; many variants at one load stand below each other instead."""
        if self.one_of_many:
            return dot_plots.by_variant(self.plotter, levels_df, name)
        if self._at_rates:
            return Plotter(levels_df["variant"].unique(maintain_order=True).to_list()).against_rate(levels_df, name)
        return self.plotter.against_load(levels_df, name)

    @property
    def _at_rates(self) -> bool:
        """Whether all orders came at constant rates, of which there are several."""
        rates = {rate_of(combination.levels) for combination in self.results.by_trial}
        return len(rates) > 1 and None not in rates

    @property
    def _at_rates_df(self) -> pl.DataFrame:
        """levels_df with the rate instead of customers; it is no part of what a variant is called."""
        frames = (
            levels_frame([each]).with_columns(
                variant=pl.lit(self.results.design.variant_at_any_load(each.levels)),
                rate=pl.lit(rate_of(each.levels), dtype=pl.Float64),
            )
            for each in self.results.by_trial
        )
        return pl.concat(frames, how="vertical_relaxed")

    @property
    def one_of_many(self) -> bool:
        """Whether there are more variants than a plot against load can tell apart, and but one load. Rates of orders
        that differ in more than a number are part of what a variant is called.
        """
        if self._at_rates:
            return False
        variants = {combination.variant for combination in self.results.by_trial}
        return self.outer_loads == [0] or (len(self.outer_loads) == 1 and len(variants) > len(STYLES))


def greatest(levels_df: pl.DataFrame, name: str) -> float:
    value = levels_df.filter(pl.col("metric") == name)["value"].max()
    return float(value) if isinstance(value, float) else 0.0
