"""The findings answer what the report asks: one property for each of its tables and plots, and for nothing else.

The template names them; a name that is not here fails.
"""

from functools import cached_property

import polars as pl

from analysis import dot_plots, settings, shown_tables
from analysis.answers import Answer, answers_of, single_pass
from analysis.binding import Binding, binding_of
from analysis.claims import Judgement, judge
from analysis.comparisons import MARGIN, Comparison, comparisons_of
from analysis.design import LOAD
from analysis.estimates import levels_frame
from analysis.fault_findings import FaultFindings
from analysis.intervals import LEVEL
from analysis.palette import LOOKS
from analysis.pet_store_claims import PET_STORE_CLAIMS
from analysis.plots import Plot, Plotter
from analysis.results import Hole, Results
from analysis.shown_tables import Table
from analysis.step_times import mean_steps
from analysis.transaction_findings import TransactionFindings
from analysis.trials import TrialResult
from analysis.trust import Trust
from analysis.waterfall import TOLERANCE_SHARE, mean_ways

PLOTTED = (
    "throughput_per_min", "response_mean_ms", "response_p95_ms", "call_mean_ms", "latency_mean_ms", "cpu_per_order_ms",
    "forced_writes_per_order", "gc_young_s", "gc_old_s", "safepoint_s", "hit_share", "allocation_per_order_kb",
)  # fmt: skip


class Findings:
    """What one results folder shows."""

    level = f"{LEVEL:.0%}"
    margin = f"{MARGIN:.0%}"

    def __init__(self, results: Results) -> None:
        self._results = results

    @property
    def name(self) -> str:
        return str(self._results.experiment["name"])

    @property
    def question(self) -> str:
        return str(self._results.experiment["question"])

    @cached_property
    def comparisons(self) -> list[Comparison]:
        return comparisons_of(self._results.design, self._results.calm)

    @cached_property
    def answers(self) -> list[Answer]:
        return answers_of(self._results.design, self.comparisons)

    @property
    def single_pass(self) -> bool:
        return single_pass(self.comparisons)

    @property
    def all_sound(self) -> bool:
        return not self.holes

    @property
    def holes(self) -> list[Hole]:
        return self._results.holes

    @cached_property
    def trust(self) -> Trust:
        return Trust(self._results)

    @cached_property
    def faults(self) -> FaultFindings:
        return FaultFindings(self._results)

    @cached_property
    def transactions(self) -> TransactionFindings:
        return TransactionFindings(self._results, self.comparisons)

    @cached_property
    def key_table(self) -> Table:
        return shown_tables.key_table(self._results)

    @cached_property
    def comparison_table(self) -> Table:
        return shown_tables.comparison_table(self._results, self.comparisons)

    @cached_property
    def fates_table(self) -> Table:
        return shown_tables.fates_table(self._results)

    @cached_property
    def traces_table(self) -> Table:
        return shown_tables.traces_table(self._results)

    @cached_property
    def load_plots(self) -> list[Plot]:
        levels_df = levels_frame(self._results.combinations)
        names = shown_tables.measured_figures(PLOTTED, self._results)
        # A figure that is nought everywhere needs no plot.
        return [self._drawn(levels_df, name) for name in names if greatest(levels_df, name) > 0]

    def _drawn(self, levels_df: pl.DataFrame, name: str) -> Plot:
        """Against load; many variants at one load stand below each other instead."""
        if self.one_load_of_many:
            return dot_plots.by_variant(self._plotter, levels_df, name)
        return self._plotter.against_load(levels_df, name)

    @property
    def one_load_of_many(self) -> bool:
        """Whether there are more variants than a plot against load can tell apart, and but one load."""
        return len(self._outer_loads) == 1 and len(self._results.design.variants()) > len(LOOKS)

    @property
    def plots(self) -> list[Plot]:
        """All of them, to be laid beside the page."""
        return [*self.load_plots, *self.transactions.plots, *self.waterfalls, *self.distributions]

    @cached_property
    def segments_df(self) -> pl.DataFrame:
        """One row a variant, load and segment: mean over trials, with begin and end along the way."""
        return mean_ways([self._placed(result, result.segments_df) for result in self._results.calm])

    @cached_property
    def steps_df(self) -> pl.DataFrame:
        """One row a variant, load and step: mean over trials."""
        return mean_steps([self._placed(result, result.steps_df) for result in self._results.calm])

    @cached_property
    def steps_table(self) -> Table:
        return shown_tables.steps_table(self.steps_df)

    def _placed(self, result: TrialResult, frame: pl.DataFrame) -> pl.DataFrame:
        variant, customers = self._results.design.variant(result.trial.levels), int(result.trial.levels[LOAD])
        return frame.with_columns(variant=pl.lit(variant), customers=pl.lit(customers, dtype=pl.Int64))

    @cached_property
    def waterfalls(self) -> list[Plot]:
        by_load = [(load, self.segments_df.filter(pl.col("customers") == load)) for load in self._outer_loads]
        return [self._plotter.waterfall(frame, load) for load, frame in by_load if len(frame)]

    @cached_property
    def waterfall_check(self) -> str:
        found = [result.value("waterfall_gap_share") for result in self._results.calm]
        gaps = [abs(gap) for gap in found if gap is not None]
        if not gaps:
            return "No order's way could be followed from end to end."
        verdict = "meets" if max(gaps) <= TOLERANCE_SHARE else "misses"
        apart = f"at most {max(gaps):.2%} apart in any trial ({TOLERANCE_SHARE:.0%} allowed)"
        return f"The sum of the segments {verdict} the end-to-end time: {apart}."

    @cached_property
    def distributions(self) -> list[Plot]:
        """Latency and response time at the outermost loads, where there are two orders or more."""
        drawn = []
        for time, label in (("latency", "Latency"), ("response", "Response time")):
            for load in self._outer_loads:
                orders_df = self._results.orders_df.filter(pl.col("customers") == load)
                if orders_df[f"{time}_ms"].drop_nulls().len() > 1:
                    drawn.append(self._plotter.distribution(orders_df, time, label, load))
        return drawn

    @cached_property
    def bindings(self) -> list[Binding]:
        """At each variant's heaviest load."""
        heaviest = {combination.variant: combination for combination in self._results.combinations}
        return [binding_of(combination) for combination in heaviest.values()]

    @cached_property
    def claims(self) -> list[Judgement]:
        return judge(PET_STORE_CLAIMS, self._results, self.comparisons)

    @property
    def claims_intro(self) -> str:
        verdicts = [claim.verdict for claim in self.claims]
        return " · ".join(f"{verdict}: {verdicts.count(verdict)}" for verdict in ("agrees", "disagrees", "cannot tell"))

    @property
    def machine_rows(self) -> settings.Rows:
        return settings.machine_rows(self._results)

    @property
    def reproduce_rows(self) -> settings.Rows:
        return settings.reproduce_rows(self._results)

    @cached_property
    def _plotter(self) -> Plotter:
        return Plotter(self._results.design.variants())

    @cached_property
    def _outer_loads(self) -> list[int]:
        loads = sorted({combination.customers for combination in self._results.combinations})
        return list(dict.fromkeys([loads[0], loads[-1]])) if loads else []


def greatest(levels_df: pl.DataFrame, name: str) -> float:
    value = levels_df.filter(pl.col("figure") == name)["value"].max()
    return float(value) if isinstance(value, float) else 0.0
