"""What the report says of levels that were drawn for each order, or took turns in windows."""

from dataclasses import dataclass
from functools import cached_property

from analysis.comparing.comparison import Comparison
from analysis.comparing.interference import InterferenceCheck, interference_checks
from analysis.comparing.results import Results
from analysis.contract.assignment_units import Unit as Assignment
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.plotting.dot_plots import Dot, ratios
from analysis.plotting.palette import styles_of
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation import assignment_tables
from analysis.presentation.assignment_sentences import sentence
from analysis.presentation.assignment_tables import GEOMETRIC, place
from analysis.presentation.formatting import effect
from analysis.presentation.report_tables import Table
from analysis.statistics.clustered_ratio import BLOCK_S

UNTOLD_BY_ORDER = (
    "Throughput, queues and collections: all levels share them here, and with them the effects of one level on "
    "another through queues, locks and caches. The CPU time of an order is that of the application servers' threads, "
    "without broker, database, collector and compiler. "
)
UNTOLD_BY_WINDOW = (
    "Whatever takes longer than a window to show: growing memory, compilation, a checkpoint of the database. "
)
OTHER_LAUNCH = (
    "Another launch of the servers may differ by several per cent: an experiment by bed puts up fresh ones for each "
    "repetition."
)


@dataclass(frozen=True)
class AssignmentSection:
    """One unit of assignment: how it was done, what it showed, and what it cannot tell."""

    key: str
    title: str
    intro: str
    tables: list[Table]
    ratios: Table
    plots: list[Plot]
    untold: str


@dataclass(frozen=True)
class AssignmentSummary:
    """`level` against the baseline at one place, in sentences."""

    level: str
    against: str
    place: str
    sentences: list[str]


@dataclass(frozen=True)
class AssignmentFindings:
    """Of one results folder."""

    results: Results
    comparisons: list[Comparison]

    @property
    def any(self) -> bool:
        return bool(self.results.order_samples or self.results.window_samples)

    @cached_property
    def summary(self) -> list[AssignmentSummary]:
        """Each level against the baseline; the primary metric first."""
        found: dict[tuple[str, str, str], list[Comparison]] = {}
        for c in self._of("order") + self._of("window"):
            if c.against == self.results.design.ordered(c.factor)[0]:
                found.setdefault((str(c.level), str(c.against), place(c.held, self._varied)), []).append(c)
        return [
            AssignmentSummary(*key, [sentence(c) for c in sorted(of_pair, key=lambda c: not c.primary)])
            for key, of_pair in found.items()
        ]

    @cached_property
    def sections(self) -> list[AssignmentSection]:
        sections = [self._by_order] if self.results.order_samples else []
        return sections + ([self._by_window] if self.results.window_samples else [])

    @cached_property
    def checks(self) -> list[InterferenceCheck]:
        return interference_checks(self.results.design, self.results.order_samples, self.results.window_samples)

    @property
    def checks_table(self) -> Table:
        return assignment_tables.interference_table(self.checks, self._varied)

    @property
    def interference(self) -> str | None:
        """Whether levels disturb each other when their orders are served side by side; None where it was not tried."""
        if not self.results.order_samples or not self.results.window_samples:
            return None
        if not self.checks:
            return "Whether the levels disturb each other cannot be told: it takes two switchback blocks or more."
        apart = [check for check in self.checks if check.verdict == "disagree"]
        if not apart:
            widest = max(max(check.high, 1 / check.low) for check in self.checks) - 1
            return (
                f"By order and by window agree in {quantity(len(self.checks), 'ratio')}: no disturbance of one level "
                f"by another was seen. The intervals leave room for one of up to {effect(widest)}."
            )
        told = "; ".join(
            f"{metric(c.metric).label.lower()} of {c.level} against {c.against} is {c.by_order:#.3g} by order and "
            f"{c.by_window:#.3g} by window, {c.disturbance:#.3g} times as much ({c.low:#.3g}–{c.high:#.3g})"
            for c in apart
        )
        if changing := [f"trial {r.trial.id}: {r.unsteady[0]}" for r in self.results.crash_free if r.unsteady]:
            return (
                f"By order and by window do not agree: {told}. But the store still changed while it was measured "
                f"({'; '.join(changing)}), which can have the same effect: conduct the experiment with a longer "
                "jvm_warmup_max_s before you conclude that levels disturb each other."
            )
        return (
            f"The levels disturb each other when their orders are served side by side: {told}. Rely on the ratios by "
            "window."
        )

    @property
    def plots(self) -> list[Plot]:
        return [plot for section in self.sections for plot in section.plots]

    def _of(self, unit: Assignment) -> list[Comparison]:
        return [c for c in self.comparisons if c.assignment == unit]

    @property
    def _varied(self) -> list[str]:
        return self.results.design.compared

    @cached_property
    def _by_order(self) -> AssignmentSection:
        samples = self.results.order_samples
        table = assignment_tables.order_table(samples, self._levels(samples[0].factor), self._varied)
        intro = (
            "The level of each order was drawn by its id, so that all levels had the same servers in the same seconds. "
            "Means are geometric; ratios compare orders of the same few seconds that found equally many others in the "
            "system; "
            f"blocks of {BLOCK_S:g} s are the unit of n."
        )
        beside = "" if self.results.window_samples else "An experiment by window shows them. "
        return self._section("order", "By order", intro, table, UNTOLD_BY_ORDER + beside, samples[0].launches)

    @cached_property
    def _by_window(self) -> AssignmentSection:
        samples = self.results.window_samples
        table = assignment_tables.window_table(
            samples, self._levels(samples[0].factor), self._varied, times_too=not self.results.order_samples
        )
        facts = next(r.trial.assignment for r in self.results.crash_free if self._is_by_window(r.trial.assignment))
        length = f"windows of {facts.window_s:g} s" if facts and facts.window_s else "windows"
        cut = f", the first {facts.washout_s:g} s of each cut off" if facts and facts.washout_s else ""
        intro = (
            f"Under one load the levels took turns in {length}{cut}. A block has each level twice, in a drawn order "
            "and its mirror image; blocks are the unit of n."
        )
        return self._section("window", "By window", intro, table, UNTOLD_BY_WINDOW, samples[0].launches)

    def _section(
        self, unit: Assignment, title: str, intro: str, table: Table, untold: str, launches: int
    ) -> AssignmentSection:
        found = self._of(unit)
        told = untold + (OTHER_LAUNCH if launches == 1 else "")
        shown = assignment_tables.ratio_table(found, self._varied)
        return AssignmentSection(f"by-{unit}", title, intro, [table], shown, self._drawn(unit, found), told.strip())

    def _drawn(self, unit: Assignment, found: list[Comparison]) -> list[Plot]:
        """A plot for each place: the ratios to the baseline, a line for each metric."""
        places: dict[str, list[Comparison]] = {}
        for c in found:
            if c.ratio is not None and c.against == self.results.design.ordered(c.factor)[0]:
                places.setdefault(place(c.held, self._varied), []).append(c)
        return [
            ratios(
                self._plotter(of_place[0]),
                f"ratios_by_{unit}" + (f"_{number}" if number else ""),
                f"By {unit}: ratio to {of_place[0].against} at {where}",
                [dot(c) for c in of_place],
            )
            for number, (where, of_place) in enumerate(places.items())
        ]

    def _plotter(self, found: Comparison) -> Plotter:
        """With the styles of all levels, and a legend without the baseline."""
        levels = self._levels(found.factor)
        return Plotter([level for level in levels if level != str(found.against)], styles_of(levels))

    def _levels(self, factor: str) -> list[str]:
        return [str(level) for level in self.results.design.factors[factor]]

    @staticmethod
    def _is_by_window(assignment: object) -> bool:
        return getattr(assignment, "unit", None) == "window"


def dot(found: Comparison) -> Dot:
    low, high = (found.low, found.high) if found.has_interval else (None, None)
    return Dot(metric(found.metric).label.replace(GEOMETRIC, ""), str(found.level), float(found.ratio or 0), low, high)
