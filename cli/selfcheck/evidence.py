"""What the checks look at: the experiments as they were conducted, and what the analysis makes of them."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from analysis.comparing.comparison import Comparison
from analysis.comparing.results import Results, read_results
from analysis.reporting.findings import Findings
from analysis.statistics.intervals import Estimate
from analysis.trials.trial_analysis import TrialResult
from cli.selfcheck.known_experiments import KNOWN
from cli.up_and_down import load_rule
from loadscripts.simulation.known_sizes import StoreSizes
from loadscripts.simulation.simulated_campaign import conduct_simulated
from loadscripts.simulation.simulated_order import SimulatedOrder
from loadscripts.trials.results_folder import Results as ResultsFolder


class Finding:
    """One experiment: what is true of it, and what was found."""

    def __init__(self, folder: Path, sizes: StoreSizes, orders: Mapping[str, list[SimulatedOrder]]) -> None:
        self.folder = folder
        self.sizes = sizes
        self.orders = orders

    def not_analysed(self) -> "Finding":
        """The same trial folders, and nothing that was made of them."""
        return Finding(self.folder, self.sizes, self.orders)

    @property
    def trial_folder(self) -> Path:
        """Of the first trial."""
        return sorted((self.folder / "trials").iterdir())[0]

    @cached_property
    def results(self) -> Results:
        return read_results(self.folder)

    @cached_property
    def findings(self) -> Findings:
        return Findings(self.results)

    def trial(self, number: int = 1) -> TrialResult:
        """By its place in the schedule."""
        return self.results.trials[number - 1]

    def by_unit(self, unit: str) -> TrialResult:
        """The trial whose levels were assigned by order or by window."""
        found = (each for each in self.results.trials if each.trial.assignment and each.trial.assignment.unit == unit)
        return next(found)

    def metric(self, name: str, trial: TrialResult | None = None) -> float:
        """Of the first trial, if no other is given; NaN where there is none."""
        value = (trial or self.trial()).value(name)
        return float("nan") if value is None else value

    def comparison(self, metric: str, level: str, assignment: str) -> Comparison:
        """Raises StopIteration where there is none."""
        return next(
            each
            for each in self.findings.comparisons
            if (each.metric, str(each.level), each.assignment) == (metric, level, assignment)
            and each.against == self.results.design.ordered(each.factor)[0]
        )

    def estimate(self, metric: str) -> Estimate:
        """Of the first combination of levels."""
        return self.results.combinations[0].metrics[metric]

    def true_orders(self, trial: TrialResult | None = None) -> list[SimulatedOrder]:
        """Those that were received in the window."""
        of = (trial or self.trial()).trial
        return [each for each in self.orders[of.id] if of.begin_ns <= each.received_ns < of.end_ns]


Conducted = Mapping[str, Finding]
"""Experiments by name, as they were conducted."""


class Evidence:
    """All experiments, each conducted and analysed when it is first asked for. folder: for the results of those that
    are not among the conducted ones.
    """

    def __init__(self, folder: Path, conducted: Conducted | None = None) -> None:
        self._folder = folder
        self._found = {name: finding.not_analysed() for name, finding in (conducted or {}).items()}

    def __getitem__(self, name: str) -> Finding:
        if name not in self._found:
            known = KNOWN[name]
            folder = self._folder / name.replace(" ", "-")
            loads = load_rule(known.experiment, ResultsFolder(folder))
            orders = conduct_simulated(known.experiment, known.sizes, folder, loads=loads)
            self._found[name] = Finding(folder, known.sizes, orders)
        return self._found[name]

    def conducted(self) -> Conducted:
        """What was asked for until now."""
        return {name: finding.not_analysed() for name, finding in self._found.items()}
