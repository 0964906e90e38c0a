"""What the report says about transactions: what drove them, what they cost, and each against the baseline."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from analysis.comparing.comparison import Comparison
from analysis.comparing.design import load_of
from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.plotting.dot_plots import Dot, against_one
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation.formatting import NOTHING, excluded_by_side, ratio, with_interval
from analysis.presentation.report_tables import Table, load_cell, load_heading, measured_metrics
from analysis.reading.trial_facts import FAULT, LOAD, TRANSACTIONS
from analysis.statistics.intervals import Estimate
from analysis.trials.trial_transactions import NOT_RECORDED, in_full, requested_transactions

COSTS = ("throughput_per_min", "response_mean_ms", "forced_writes_per_order", "cpu_per_order_ms")
SHORT = {
    "throughput_per_min": "orders/s",
    "mailed_per_min": "orders/s",
    "response_mean_ms": "response, mean (ms)",
    "forced_writes_per_order": "forced writes per order",
    "cpu_per_order_ms": "CPU per order (ms)",
}
OF_PROCESS = "forced_writes_of_"


@dataclass(frozen=True)
class TransactionFindings:
    """Transaction managers and log stores in one results folder."""

    results: Results
    comparisons: list[Comparison]

    @property
    def any(self) -> bool:
        """Whether some trial says who drove it, or transactions were varied."""
        recorded = any(in_full(result.trial) != NOT_RECORDED for result in self.results.trials)
        return recorded or TRANSACTIONS in self.results.design.compared

    @cached_property
    def drivers(self) -> list[tuple[str, str]]:
        """What was asked for, and by what its trials were really driven."""
        found: dict[str, list[str]] = {}
        for result in self.results.trials:
            found.setdefault(requested_transactions(result.trial), []).append(in_full(result.trial))
        return [(requested, ", ".join(dict.fromkeys(drivers))) for requested, drivers in found.items()]

    @cached_property
    def cost_table(self) -> Table:
        """The metrics of each level of transactions, in the order of the levels."""
        metrics = measured_metrics(COSTS, self.results)
        known = {name for c in self.results.by_trial for name in c.metrics}
        processes = sorted(name for name in known if name.startswith(OF_PROCESS))
        rows = [
            [*self._place(c), str(len(c.trials)), *(cost(c, name) for name in [*metrics, *processes])]
            for c in self.results.by_trial
        ]
        columns = ["transactions", *self._others, load_heading(self.results), "trials"]
        columns += [SHORT[name] for name in metrics]
        columns += [f"forced writes of {name.removeprefix(OF_PROCESS)}" for name in processes]
        return Table("Mean over the trials of each combination", columns, rows, names=1 + len(self._others))

    @cached_property
    def ratio_table(self) -> Table:
        """Each level against the baseline; the verdict follows the ratio."""
        places: dict[tuple[str, str], dict[str, Comparison]] = {}
        for name, of_metric in self._by_metric.items():
            for c in of_metric:
                places.setdefault((f"{c.level} against {c.against}", self._held(c.held)), {})[name] = c
        rows = [
            [*place, *(text for name in self._by_metric for text in ratio_cells(found.get(name)))]
            for place, found in places.items()
        ]
        headings = [text for name in self._by_metric for text in (SHORT[name], "verdict")]
        return Table("Ratios within blocks", ["compared", "at", *headings], rows)

    @cached_property
    def plots(self) -> list[Plot]:
        """The ratio of each cost to the baseline's, level by level."""
        # In the order of the experiment's file.
        held = dict.fromkeys(self._held(c.levels) for c in self.results.combinations)
        plotter = Plotter(list(held))
        return [
            against_one(plotter, name, str(of_metric[0].against), [self._dot(c) for c in of_metric])
            for name, of_metric in self._by_metric.items()
        ]

    @cached_property
    def _by_metric(self) -> dict[str, list[Comparison]]:
        names = measured_metrics(COSTS, self.results)
        found = {name: [c for c in self._compared if c.metric == name] for name in names}
        return {name: of_metric for name, of_metric in found.items() if of_metric}

    @cached_property
    def _compared(self) -> list[Comparison]:
        of_transactions = [c for c in self.comparisons if c.factor == TRANSACTIONS and not c.is_main_effect]
        return [c for c in of_transactions if c.ratio is not None]

    @property
    def _others(self) -> list[str]:
        return [factor for factor in self.results.design.compared if factor not in (TRANSACTIONS, FAULT, LOAD)]

    def _place(self, combination: Combination) -> list[str]:
        others = [str(combination.levels[factor]) for factor in self._others]
        return [requested_transactions(combination.trials[0].trial), *others, load_cell(combination.levels)]

    def _held(self, levels: dict[str, Any]) -> str:
        """What a comparison of transactions holds, in words."""
        return ", ".join([*(str(levels[factor]) for factor in self._others), load_of(levels)])

    def _dot(self, comparison: Comparison) -> Dot:
        shown = comparison.has_interval
        low, high = (comparison.low, comparison.high) if shown else (None, None)
        return Dot(str(comparison.level), self._held(comparison.held), float(comparison.ratio or 0), low, high)


def ratio_cells(found: Comparison | None) -> tuple[str, str]:
    if found is None:
        return NOTHING, NOTHING
    excluded = excluded_by_side(found)
    return ratio(found), found.verdict if excluded == "none" else f"{found.verdict} (excluded: {excluded})"


def cost(combination: Combination, name: str) -> str:
    """Orders are counted by the minute elsewhere; here, beside what a disk does in a second, by the second."""
    estimate = combination.metrics.get(name)
    return with_interval(by_second(estimate) if estimate and name.endswith("_per_min") else estimate)


def by_second(a_minute: Estimate) -> Estimate:
    value, low, high = (None if each is None else each / 60 for each in (a_minute.value, a_minute.low, a_minute.high))
    return replace(a_minute, value=value, low=low, high=high)
