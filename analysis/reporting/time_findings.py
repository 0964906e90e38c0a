"""What the report says about an order's time: step by step, and its distribution."""

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from analysis.comparing.results import Results
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation import report_tables
from analysis.presentation.report_tables import Table
from analysis.timing.call_parts import mean_call_parts
from analysis.timing.step_times import mean_steps
from analysis.timing.waterfall import TOLERANCE_FRACTION, mean_ways
from analysis.trials.trial_analysis import TrialResult


@dataclass(frozen=True)
class TimeFindings:
    """Of the variants of one results folder, drawn at these loads."""

    results: Results
    plotter: Plotter
    loads: list[int]

    @cached_property
    def segments_df(self) -> pl.DataFrame:
        """One row per variant, load and segment: mean over trials, with begin and end along the way."""
        return mean_ways([self._placed(result, result.segments_df) for result in self.results.timed])

    @cached_property
    def steps_df(self) -> pl.DataFrame:
        """One row per variant, load and step: mean over trials."""
        return mean_steps([self._placed(result, result.steps_df) for result in self.results.timed])

    @cached_property
    def steps_table(self) -> Table:
        return report_tables.steps_table(self.steps_df)

    def _placed(self, result: TrialResult, frame: pl.DataFrame) -> pl.DataFrame:
        customers = pl.lit(result.trial.customers, dtype=pl.Int64)
        return frame.with_columns(self.results.variant_column(result), customers=customers)

    @cached_property
    def call_parts_table(self) -> Table | None:
        """Nothing where no call went by SOAP."""
        parts_df = mean_call_parts(self.results.orders_df)
        return report_tables.call_parts_table(parts_df) if len(parts_df) else None

    @cached_property
    def waterfalls(self) -> list[Plot]:
        by_load = [(load, self.segments_df.filter(pl.col("customers") == load)) for load in self.loads]
        drawn = [(part, load, of_part(part, frame)) for load, frame in by_load for part in self.plotter.parts()]
        return [part.waterfall(frame, load) for part, load, frame in drawn if len(frame)]

    @cached_property
    def waterfall_check(self) -> str:
        found = [result.value("waterfall_gap_fraction") for result in self.results.crash_free]
        gaps = [abs(gap) for gap in found if gap is not None]
        if not gaps and any(result.value("overloaded_fraction") for result in self.results.crash_free):
            return "The store was overloaded: where an order's time went depends on how long the window was."
        if not gaps:
            return "No order's way could be followed from end to end."
        verdict = "meets" if max(gaps) <= TOLERANCE_FRACTION else "misses"
        apart = f"at most {max(gaps):.2%} apart in any trial ({TOLERANCE_FRACTION:.0%} allowed)"
        return f"The sum of the segments {verdict} the end-to-end time: {apart}."

    @cached_property
    def distributions(self) -> list[Plot]:
        """Latency and response time at the outermost loads, where there are two orders or more."""
        drawn = []
        for time, label in (("latency", "Latency"), ("response", "Response time")):
            for load in self.loads:
                at_load_df = self.results.orders_df.filter(pl.col("customers") == load)
                frames = [(part, of_part(part, at_load_df)) for part in self.plotter.parts()]
                spread = [(part, frame) for part, frame in frames if frame[f"{time}_ms"].drop_nulls().len() > 1]
                drawn += [part.distribution(frame, time, label, load) for part, frame in spread]
        return drawn


def of_part(part: Plotter, frame: pl.DataFrame) -> pl.DataFrame:
    return frame.filter(pl.col("variant").is_in(part.variants))
