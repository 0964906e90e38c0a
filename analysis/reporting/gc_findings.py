"""What garbage collection cost the orders of each variant: CPU, pauses, and the orders that met one."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from analysis.comparing.estimates import Combination, heaviest
from analysis.comparing.lower_bound_overhead import COLLECTING, CPU, OF_CPU, OF_TIME, Cost, overheads
from analysis.comparing.results import Results
from analysis.metrics import METRICS
from analysis.presentation.collector_cpu_sentences import cpu_sentences
from analysis.presentation.formatting import NOTHING, heading, number, with_interval
from analysis.presentation.jvm_choices import chosen
from analysis.presentation.report_tables import Table, load_cell, load_heading, question_metrics
from analysis.reading.records import BROKER
from analysis.reading.trial_facts import BROKER_JVM, HEAP, JDK, JVM
from analysis.statistics.intervals import Estimate
from analysis.trials.server_collections import OF_SERVER
from analysis.trials.trial_analysis import TrialResult

# fmt: off
SHOWN = (
    COLLECTING, "gc_per_order_ms", "gc_pause_mean_ms", "gc_pause_max_ms", "gc_affected_fraction", "gc_affected_mean_ms",
    "gc_concurrent_s", "allocation_per_order_kb",
)
BESIDES = (
    "gc_pause_fraction", "safepoint_s", "gc_stall_s", "gc_requests_affected_fraction", "gc_requests_affected_mean_ms",
    "gc_concurrent_response_ratio", "promotion_mb_per_s", "heap_after_gc_mib", "live_set_mib",
)
# fmt: on
OVERHEADS: dict[Cost, str] = {OF_CPU: "overhead of CPU at least", OF_TIME: "overhead of response time at least"}
OF_BROKER = tuple(name for name in METRICS if name.startswith("broker_"))


@dataclass(frozen=True)
class GcFindings:
    """Of one results folder."""

    results: Results

    @cached_property
    def _combinations(self) -> list[Combination]:
        return [each for each in self.results.by_trial if COLLECTING in each.metrics]

    @cached_property
    def _overheads(self) -> dict[Cost, dict[int, Estimate]]:
        return {
            cost: {id(each.combination): each.overhead for each in overheads(self._combinations, cost)}
            for cost in OVERHEADS
        }

    @cached_property
    def table(self) -> Table:
        """A row for each variant and load whose collectors' CPU is known."""
        columns = ["variant", load_heading(self.results), heading(CPU), "of all CPU", *OVERHEADS.values()]
        rows = [self._row(each) for each in self._combinations]
        return Table("Garbage collection", columns + [heading(name) for name in SHOWN], rows)

    @cached_property
    def besides(self) -> Table:
        """What else is known of these, but for what is zero in all of them."""
        names = [name for name in BESIDES if any(each.value(name) for each in self._combinations)]
        rows = [[each.variant, load_cell(each.levels), *cells_of(each, names)] for each in self._combinations]
        columns = ["variant", load_heading(self.results), *map(heading, names)]
        return Table("Requests, safepoints and heaps", columns, rows if names else [])

    @property
    def compares_within_trials(self) -> bool:
        """Whether the response beside a collector's work is told: that is no experiment, and a reader must know."""
        return any(each.value("gc_concurrent_response_ratio") is not None for each in self._combinations)

    @cached_property
    def sources(self) -> list[str]:
        """How far the sources of collectors' CPU agree, over all valid trials."""
        return cpu_sentences(result.collections.cpu_df for result in self.results.valid if result.collections)

    @property
    def sentence(self) -> str | None:
        """Where JVMs differ, or the experiment asks for it: what collecting takes of the CPU at the heaviest load, and
        how many orders meet a pause, from the least to the most.
        """
        asks = any(name.startswith("gc_") for name in question_metrics(self.results))
        if not asks and not {JVM, HEAP} & set(self.results.design.compared):
            return None
        most = heaviest(self._combinations)
        taken = spread({each.variant: _of_all(each) for each in most})
        met = spread({each.variant: each.value("gc_affected_fraction") for each in most})
        parts = [taken and f"collecting garbage takes {taken} of all CPU", met and f"a pause meets {met} of the orders"]
        told = "; ".join(part for part in parts if part)
        return f"{told}." if told else None

    @cached_property
    def servers(self) -> Table:
        """A row for each server, mean over the trials of a variant and load, where these have several."""
        columns = ["variant", load_heading(self.results), "server", *map(heading, OF_SERVER)]
        rows = [
            [each.variant, load_cell(each.levels), *row] for each in self.results.by_trial for row in _servers(each)
        ]
        return Table("Collections by server", columns, rows)

    @cached_property
    def broker(self) -> Table:
        """A row for each variant and load whose broker had a JVM that was observed."""
        columns = ["variant", load_heading(self.results), *map(heading, OF_BROKER)]
        observed = [each for each in self.results.by_trial if any(name in each.metrics for name in OF_BROKER)]
        rows = [[each.variant, load_cell(each.levels), *cells_of(each, OF_BROKER)] for each in observed]
        return Table("Garbage collection of the broker", columns, rows)

    @cached_property
    def jvms(self) -> Table:
        """A row for each set of options that was asked for and what came of it."""
        rows = {
            tuple(_options(result, jvm, flags))
            for result in self.results.valid
            for jvm, flags in result.trial.facts.jvm_flags.items()
        }
        return Table("The JVMs", ["options", "JVM", "asked for", "in effect"], [list(row) for row in sorted(rows)])

    @cached_property
    def causes(self) -> Table:
        """A row for each cause of the pauses in the valid trials of a variant and load, that of most time first; those
        without one are told by their kinds.
        """
        columns = ["variant", load_heading(self.results), "cause", "pauses", "in all (s)", "longest (ms)"]
        rows = [[each.variant, load_cell(each.levels), *row] for each in self.results.by_trial for row in _causes(each)]
        return Table("Pauses by cause", columns, rows)

    def _row(self, each: Combination) -> list[str]:
        overheads_of = [less_one(self._overheads[cost].get(id(each))) for cost in OVERHEADS]
        shares = [*cells_of(each, [CPU]), number(_of_all(each), fraction=True), *overheads_of]
        return [each.variant, load_cell(each.levels), *shares, *cells_of(each, SHOWN)]


def _options(result: TrialResult, jvm: str, flags: Iterable[str]) -> Iterator[str]:
    """Levels of the factors that choose a JVM's options, its name, what was asked for, and what was in effect."""
    facts, levels = result.trial.facts, result.trial.levels
    is_broker = jvm == BROKER
    factors = (BROKER_JVM, JDK) if is_broker else (JVM, HEAP, JDK)
    yield " ".join(str(levels[factor]) for factor in factors if factor in levels) or NOTHING
    yield jvm
    yield " ".join(facts.broker_jvm_options if is_broker else facts.jvm_options) or "those of the bed"
    yield " ".join(chosen(flags))


def _servers(each: Combination) -> Iterator[list[str]]:
    """Server, and the means of its part of the metrics; nothing where there is one only."""
    frames = [trial.collections.servers_df for trial in each.trials if trial.collections]
    if all(len(frame) < 2 for frame in frames):
        return
    means_df = pl.concat(frames).group_by("jvm").agg(pl.col(name).mean() for name in OF_SERVER).sort("jvm")
    for jvm, *values in means_df.iter_rows():
        yield [jvm, *map(number, values)]


def _causes(each: Combination) -> Iterator[list[str]]:
    """Cause, number of pauses, seconds in all, milliseconds of the longest."""
    frames = [trial.collections.pauses_df for trial in each.trials if trial.collections]
    if not frames:
        return
    none = pl.format("none in the log ({})", "kind")
    by_cause = pl.concat(frames).group_by(cause=pl.col("cause").fill_null(none))
    summed_df = by_cause.agg(pl.len(), pl.sum("ms").alias("sum"), pl.max("ms").alias("longest"))
    for cause, pauses, sum_ms, longest_ms in summed_df.sort("sum", "cause", descending=[True, False]).rows():
        yield [cause, str(pauses), number(sum_ms / 1000), number(longest_ms)]


def _of_all(each: Combination) -> float | None:
    """The fraction of all CPU that collecting takes."""
    used, collecting = each.value(CPU), each.value(COLLECTING)
    return collecting / used if used and collecting is not None else None


def spread(fractions: Mapping[str, float | None]) -> str | None:
    """`1.0 % (serial) to 4.0 % (zgc)`; None where nothing is known."""
    known = sorted((value, name) for name, value in fractions.items() if value is not None)
    shown = [f"{number(value, fraction=True)} ({name})" for value, name in (known[:1] + known[-1:])]
    return " to ".join(dict.fromkeys(shown)) or None


def cells_of(each: Combination, names: Iterable[str]) -> list[str]:
    return [with_interval(each.metrics.get(name), METRICS[name].unit == "fraction") for name in names]


def less_one(ratio: Estimate | None) -> str:
    """A ratio of 1.08 as `8.0 % (6.1 %–9.9 %)`."""
    if ratio is None or ratio.value is None:
        return number(None)
    low, high = (None if bound is None else bound - 1 for bound in (ratio.low, ratio.high))
    return with_interval(Estimate(ratio.value - 1, ratio.n, low, high, ratio.interval), fraction=True)
