"""What a search for a collector found, as a page with the frontier as a picture."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import altair as alt
import polars as pl

from analysis.comparing.bottleneck import BUSY_FRACTION
from analysis.comparing.comparison import Comparison
from analysis.comparing.results import ExcludedTrial, Results
from analysis.contract.objective import Objective
from analysis.metrics import metric
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation.formatting import number
from analysis.reading.trial_facts import JVM
from analysis.reporting.findings import Findings
from analysis.statistics.intervals import Estimate

CPU, COLLECTORS, COMPILERS = "cpu_per_order_ms", "gc_cpu_per_order_ms", "compiler_cpu_per_order_ms"
PAGE, PICTURE = "tuning.md", "frontier"


@dataclass(frozen=True)
class Shown:
    """What a round showed of one set of JVM options; by_metric: means over its valid trials, with intervals."""

    jvm: str
    by_metric: Mapping[str, Estimate]
    overloaded: bool

    def value(self, name: str) -> float | None:
        return self.by_metric[name].value if name in self.by_metric else None


@dataclass(frozen=True)
class Failures:
    """Trials of one set of JVM options that failed or were void, and why one of them was. repeated: attempts in whose
    place another trial stands.
    """

    not_counted: int
    repeated: int
    reason: str

    @property
    def words(self) -> str:
        """How many, where it is not one that was not counted."""
        counted = ((self.not_counted, "not counted"), (self.repeated, "repeated"))
        words = ", ".join(f"{number} {became}" for number, became in counted if number)
        return "" if (self.not_counted, self.repeated) == (1, 0) else f" ({words})"


@dataclass(frozen=True)
class Point:
    """A candidate in the picture. on_frontier: none is better in one of latency, memory and CPU and worse in none."""

    collector: str
    heap_mb: int
    value_ms: float
    cpu_ms: float
    on_frontier: bool


def shown_in(results: Results) -> list[Shown]:
    """What a round showed, by set of JVM options."""
    return [
        Shown(
            str(each.levels[JVM]),
            each.metrics,
            any(result.value("overloaded_fraction") for result in each.trials),
        )
        for each in results.by_trial
    ]


def failures_in(results: Results) -> dict[str, Failures]:
    """Of each set of JVM options with trials that could not be counted, repeated ones too."""
    by_jvm: dict[str, list[ExcludedTrial]] = {}
    for each in (*results.excluded_trials, *results.repeated_attempts):
        if each.status != "missing" and each.reasons:
            by_jvm.setdefault(str(each.levels[JVM]), []).append(each)
    return {jvm: _failures(trials) for jvm, trials in by_jvm.items()}


def _failures(trials: Sequence[ExcludedTrial]) -> Failures:
    repeated = sum(each.repeated for each in trials)
    return Failures(len(trials) - repeated, repeated, _why(trials[0]))


def _why(trial: ExcludedTrial) -> str:
    """In one line."""
    return f"{trial.status}, {trial.reasons[0].partition(chr(10))[0]}"


def compared_in(results: Results, names: Sequence[str]) -> list[Comparison]:
    """The comparisons of the last round with the default, in the order of the metrics."""
    by_metric = {each.metric: each for each in Findings(results).comparisons}
    return [by_metric[name] for name in names if name in by_metric]


def write_tuning_page(folder: Path, lines: Iterable[str], points: Sequence[Point], objective: Objective) -> Path:
    """Writes the page and its picture."""
    page = folder / PAGE
    text = list(lines)
    if points:
        plot = frontier_plot(points, objective)
        plot.save(folder)
        text += ["", f"![{plot.title}: {plot.alt_text}]({PICTURE}.png)"]
    page.write_text("\n".join(text) + "\n", encoding="utf-8")
    return page


def frontier_plot(points: Sequence[Point], objective: Objective) -> Plot:
    """CPU against the objective's metric; colour is the collector, size the heap; what is beaten is pale."""
    collectors = list(dict.fromkeys(point.collector for point in points))
    plotter = Plotter(collectors)
    rows_df = pl.DataFrame(
        [
            {
                "variant": point.collector,
                "heap": point.heap_mb,
                "value": point.value_ms,
                "cpu": point.cpu_ms,
                "opacity": 1.0 if point.on_frontier else 0.35,
            }
            for point in points
        ]
    )
    shown = metric(objective.metric)
    x = alt.X("cpu:Q", title="CPU per order, ms", scale=alt.Scale(zero=False, padding=14))
    y = alt.Y("value:Q", title=None, scale=alt.Scale(type="log", nice=False, padding=14))
    marks = (
        alt.Chart(rows_df)
        .mark_point(filled=True)
        .encode(
            x=x,
            y=y,
            color=plotter.color(),
            shape=plotter.shape(),
            size=alt.Size(
                "heap:Q",
                title="heap, MiB",
                scale=alt.Scale(range=[40, 220]),
                legend=alt.Legend(orient="right", values=sorted({point.heap_mb for point in points})),
            ),
            opacity=alt.Opacity("opacity:Q", scale=None, legend=None),
        )
    )
    bound = alt.Chart(pl.DataFrame({"value": [objective.bound_ms]})).mark_rule(strokeDash=[4, 3]).encode(y=y)
    return plotter.plot(
        PICTURE,
        f"{shown.label} (ms) against CPU per order",
        f"Each candidate once; the dashed line is the objective, {objective.text}; pale ones are beaten by another.",
        alt.layer(bound, marks),
    )


def table_row(name: str, shown: Shown | None, objective: Objective) -> str:
    """A line of the table of a round; of None that no trial of it was valid."""
    if shown is None:
        return f"| `{name}` | failed | – | – | – |"
    value = "overloaded" if shown.overloaded else number(shown.value(objective.metric))
    of_threads = (number(shown.value(each)) for each in (COLLECTORS, COMPILERS))
    return f"| `{name}` | {value} | {number(shown.value(CPU))} | {' | '.join(of_threads)} |"


def table_head(objective: Objective) -> list[str]:
    """The first two lines of the table of a round."""
    columns = ["options", f"{metric(objective.metric).label}, ms", "CPU per order, ms", "of collectors", "of compilers"]
    return [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]


def busy_line(default: Shown | None) -> str:
    """A warning where the default left the cores no room: then queues are compared, not collectors."""
    busy = default.value("cpu_busy_fraction") if default else None
    if default is None or busy is None or busy < BUSY_FRACTION:
        return ""
    return (
        f"**This load leaves the cores no room**: with the default they were {number(busy, fraction=True)} busy, and "
        f"compilers took {number(default.value(COMPILERS))} of the {number(default.value(CPU))} ms of CPU per order. "
        "Such a load compares queues, not collectors: take a lower rate."
    )
