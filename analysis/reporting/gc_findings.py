"""What garbage collection cost the orders of each variant: CPU, pauses, and the orders that met one."""

from dataclasses import dataclass
from functools import cached_property

from analysis.comparing.estimates import Combination
from analysis.comparing.lower_bound_overhead import COLLECTING, CPU, overheads
from analysis.comparing.results import Results
from analysis.metrics import METRICS
from analysis.presentation.formatting import heading, number, with_interval
from analysis.presentation.jvm_choices import that_matter
from analysis.presentation.report_tables import Table, load_cell, load_heading
from analysis.reading.trial_facts import HEAP, JVM
from analysis.statistics.intervals import Estimate

# fmt: off
SHOWN = (
    COLLECTING, "gc_per_order_ms", "gc_pause_mean_ms", "gc_pause_max_ms", "gc_affected_fraction", "gc_affected_mean_ms",
    "gc_concurrent_s", "allocation_per_order_kb",
)
# fmt: on


@dataclass(frozen=True)
class GcFindings:
    """Of one results folder."""

    results: Results

    @cached_property
    def _combinations(self) -> list[Combination]:
        return [each for each in self.results.by_trial if COLLECTING in each.metrics]

    @cached_property
    def _overheads(self) -> dict[int, Estimate]:
        return {id(each.combination): each.overhead for each in overheads(self._combinations)}

    @cached_property
    def table(self) -> Table:
        """A row for each variant and load whose collectors' CPU is known."""
        columns = ["variant", load_heading(self.results), "of all CPU", "overhead at least"]
        rows = [self._row(each) for each in self._combinations]
        return Table("Garbage collection", columns + [heading(name) for name in SHOWN], rows)

    @cached_property
    def jvms(self) -> Table:
        """A row for each set of options that was asked for and what came of it, where sets or heaps differ."""
        rows: dict[tuple[str, ...], list[str]] = {}
        for result in self.results.valid:
            trial, facts = result.trial, result.trial.facts
            sets = [str(trial.levels[factor]) for factor in (JVM, HEAP) if factor in trial.levels]
            for server, flags in facts.jvm_flags.items():
                asked, chosen = " ".join(facts.jvm_options), " ".join(that_matter(flags))
                row = [" ".join(sets), server, asked or "those of the bed", chosen]
                rows.setdefault(tuple(row), row)
        columns = ["options", "server", "asked for", "in effect"]
        differ = len({row[0] for row in rows.values()}) > 1
        return Table("The JVMs", columns, sorted(rows.values()) if differ else [])

    def _row(self, each: Combination) -> list[str]:
        used, collecting = each.value(CPU), each.value(COLLECTING)
        of_all = collecting / used if used and collecting is not None else None
        cells = [with_interval(each.metrics.get(name), METRICS[name].unit == "fraction") for name in SHOWN]
        overhead = less_one(self._overheads.get(id(each)))
        return [each.variant, load_cell(each.levels), number(of_all, fraction=True), overhead, *cells]


def less_one(ratio: Estimate | None) -> str:
    """A ratio of 1.08 as `8.0 % (6.1 %–9.9 %)`."""
    if ratio is None or ratio.value is None:
        return number(None)
    low, high = (None if bound is None else bound - 1 for bound in (ratio.low, ratio.high))
    return with_interval(Estimate(ratio.value - 1, ratio.n, low, high, ratio.interval), fraction=True)
