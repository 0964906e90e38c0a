"""Garbage collection logs of any program, as a table and as a page: one alone, or several beside each other."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from rich.table import Table

from analysis.counting import quantity
from analysis.plotting.gc_plots import heap_plot, pauses_plot
from analysis.plotting.palette import style_variables
from analysis.plotting.plots import Plot
from analysis.presentation.formatting import NOTHING, number
from analysis.reading.gclog import Phase
from analysis.reading.rotated_logs import RotatedLog, read_logs_of
from analysis.reporting.report import TEMPLATES
from analysis.timing.gc_summary import BESIDE_THE_PROGRAM, NS_PER_MS, NS_PER_S, WINDOWS_MS, GcSummary

PAGE = "report.html"
PERCENTILES = ((50, "median"), (95, "95th percentile"), (99, "99th percentile"), (100, "longest"))
_RATIO_OF = 2
_COUNT, _FRACTION = "", "fraction"
_FEW_PAUSES = 20


@dataclass(frozen=True)
class RecordedPauses:
    """What a flight recording of the same run says of its pauses."""

    count: int
    total_s: float


@dataclass(frozen=True)
class NamedLog:
    """A log, what it is called, and what was recorded beside it (None: nothing)."""

    name: str
    summary: GcSummary
    recorded: RecordedPauses | None = None


@dataclass(frozen=True)
class Row:
    """One figure of each log."""

    label: str
    values: tuple[float | None, ...]
    unit: str = ""

    @property
    def cells(self) -> list[str]:
        """With the ratio of the second to the first, where there are two."""
        shown = [self._cell(value) for value in self.values]
        if len(self.values) == _RATIO_OF:
            first, second = self.values
            shown.append(f"{second / first:#.3g}" if first and second is not None else NOTHING)
        return shown

    def _cell(self, value: float | None) -> str:
        """What counts has no digits behind the point; a small fraction as many as it needs."""
        if value is None:
            return NOTHING
        if self.unit == _COUNT:
            return f"{value:,.0f}"
        return f"{100 * value:.3g} %" if self.unit == _FRACTION else number(value)

    @property
    def heading(self) -> str:
        return self.label if self.unit in (_COUNT, _FRACTION) else f"{self.label} ({self.unit})"


def read_logs(files: Sequence[Path]) -> list[NamedLog]:
    """Each log by the shortest end of its path that tells it from the others, and by its number among those of one
    file; parts of a rotated log are one. Raises GcLogError.
    """
    read = read_logs_of(files)
    names = _names({log.path for log in read})
    return [NamedLog(_name(names[log.path], log), GcSummary(log.unified)) for log in read]


def _name(name: str, log: RotatedLog) -> str:
    parts = f" ({len(log.files)} parts)" if len(log.files) > 1 else ""
    return f"{name}{parts}, start {log.start}" if log.start else f"{name}{parts}"


def _names(files: Collection[Path]) -> dict[Path, str]:
    names = {file: file.name for file in files}
    parts = 1
    while len(set(names.values())) < len(names) and parts < max(len(file.absolute().parts) for file in files):
        parts += 1
        names = {file: "/".join(file.absolute().parts[-parts:]) for file in files}
    return names


def rows(logs: Sequence[NamedLog]) -> list[Row]:
    """What is told of all of them."""

    def row(label: str, value: Callable[[GcSummary], float | None], unit: str = _COUNT) -> Row:
        return Row(label, tuple(value(log.summary) for log in logs), unit)

    found = [
        row("from first line to last", lambda s: s.elapsed_s, "s"),
        row("pauses", lambda s: s.pause_count),
        row("pauses, total", lambda s: None if s.paused_s is None else 1000 * s.paused_s, "ms"),
        row("pauses, share of the run", lambda s: s.of_run(s.paused_s), _FRACTION),
        *(row(f"pause, {name}", partial(GcSummary.percentile_ms, percent=p), "ms") for p, name in PERCENTILES),
        *_split("pauses, ", [log.summary.by_generation if log.summary.tells_phases else None for log in logs]),
        *_split("pauses for ", [log.summary.by_cause if log.summary.tells_phases else None for log in logs]),
        row("CPU in pauses, each in steps of 10 ms", lambda s: s.pause_cpu_s, "s"),
        row("phases beside the program", lambda s: s.concurrent_s, "s"),
        row("phases beside the program, share of the run", lambda s: s.of_run(s.concurrent_s), _FRACTION),
        row("safepoints, collections included", lambda s: s.safepoints_s if s.unified.log.safepoints else None, "s"),
        row("longest time until the last thread had stopped", lambda s: s.longest_to_safepoint_ms, "ms"),
        *(
            row(f"least time for the program in any {ms:,} ms", partial(GcSummary.utilisation, window_ms=ms), _FRACTION)
            for ms in WINDOWS_MS
        ),
        row("allocation", lambda s: s.allocation_mib_per_s, "MiB/s"),
        row("promotion to the old generation", lambda s: s.promotion_mib_per_s, "MiB/s"),
        row("heap in use, most", lambda s: s.most_used_mib, "MiB"),
        row("heap in use after a collection, least of the second half", lambda s: s.least_left_mib, "MiB"),
    ]
    if any(log.summary.unified.log.stalls for log in logs):
        found += [
            row("threads that waited for memory", lambda s: float(len(s.unified.log.stalls))),
            row("threads that waited for memory, total", lambda s: 1000 * s.stalled_s, "ms"),
        ]
    if any(log.recorded for log in logs):
        counts = tuple(float(log.recorded.count) if log.recorded else None for log in logs)
        totals = tuple(1000 * log.recorded.total_s if log.recorded else None for log in logs)
        found += [Row("pauses by the flight recording", counts), Row("total by the flight recording", totals, "ms")]
    return found


def _split(words: str, logs: Sequence[Mapping[str, Sequence[Phase]] | None]) -> Iterable[Row]:
    """How many pauses of each kind the logs have, and how long these were together. logs: None of one that does not
    tell.
    """
    for kind in dict.fromkeys(name for log in logs for name in log or ()):
        pauses = [None if log is None else log.get(kind, []) for log in logs]
        yield Row(f"{words}{kind}", tuple(None if each is None else len(each) for each in pauses))
        totals = tuple(
            None if each is None else sum(pause.duration_ns for pause in each) / NS_PER_MS for each in pauses
        )
        yield Row(f"{words}{kind}, total", totals, "ms")


def remarks(logs: Sequence[NamedLog]) -> list[str]:
    """What a reader must know besides."""
    return [f"{log.name}: {remark}" for log in logs for remark in _remarks(log)]


def _remarks(log: NamedLog) -> Iterable[str]:
    summary, unified = log.summary, log.summary.unified
    pauses = len(summary.pauses_ms)
    if log.recorded and log.recorded.count < pauses:
        yield (
            f"the flight recording has {log.recorded.count} of its {quantity(pauses, 'pause')}: it began later, or "
            "ended earlier."
        )
    if log.recorded and log.recorded.count > pauses and summary.tells_phases:
        yield (
            f"it has {pauses} of the {quantity(log.recorded.count, 'pause')} of the flight recording: the log began "
            "later, or ended earlier."
        )
    if unified.cut:
        yield "its last line is cut off: what came after is not counted."
    if unified.foreign:
        were = "was" if unified.foreign == 1 else "were"
        yield f"{quantity(unified.foreign, 'line')} without the log's decorations {were} skipped."
    if not summary.tells_phases:
        yield "it does not record pauses: that takes -Xlog:gc*."
    elif not pauses:
        yield "it has no pauses."
    elif pauses < _FEW_PAUSES:
        yield f"percentiles of {quantity(pauses, 'pause')} mean little."
    if summary.collector in BESIDE_THE_PROGRAM:
        yield "its collector works beside the program, and the log does not show how much is allocated meanwhile."
    if not unified.log.safepoints:
        yield "it does not record safepoints: that takes -Xlog:safepoint, too."


def longest_pauses(log: NamedLog, count: int = 10) -> list[tuple[str, ...]]:
    """When, how long and of what kind, the longest first."""
    listed = sorted(log.summary.unified.log.pauses, key=lambda pause: -pause.duration_ns)[:count]
    begin_ns = log.summary.unified.begin_ns
    return [
        (
            f"{(pause.begin_ns - begin_ns) / NS_PER_S:,.3f}",
            number(pause.duration_ns / NS_PER_MS),
            f"{pause.kind} ({pause.cause})" if pause.cause else pause.kind,
            pause.generation,
        )
        for pause in listed
    ]


def gc_table(logs: Sequence[NamedLog]) -> Table:
    """For the terminal."""
    table = Table(title="Garbage collection", title_justify="left")
    for place, column in enumerate(headings(logs)):
        table.add_column(column, justify="right" if place else "left", overflow="fold")
    table.add_row("collector", *(log.summary.collector for log in logs), *[""] * (len(logs) == _RATIO_OF))
    for row in rows(logs):
        table.add_row(row.heading, *row.cells)
    table.caption, table.caption_justify = "\n".join(remarks(logs)) or None, "left"
    return table


def headings(logs: Sequence[NamedLog]) -> list[str]:
    return ["", *(log.name for log in logs), *["second / first"] * (len(logs) == _RATIO_OF)]


def plots_of(log: NamedLog, number_of_log: int) -> list[Plot]:
    """Heap and pauses; nothing of what is not there."""
    name, unified = f"log{number_of_log}", log.summary.unified
    heap = [heap_plot(log.summary, name)] if unified.log.heap else []
    return heap + ([pauses_plot(log.summary, name)] if unified.log.pauses else [])


def write_gc_report(logs: Sequence[NamedLog], folder: Path) -> Path:
    """Writes report.html into the folder, which is made where it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    # Only what the plotter drew and the style sheet of this folder go into the page unescaped.
    environment.filters["drawn"] = lambda plot: Markup(plot.svg)  # noqa: S704
    page = folder / PAGE
    page.write_text(
        environment.get_template("gc.html.j2").render(
            names=[log.name for log in logs],
            collectors=[log.summary.collector for log in logs],
            headings=headings(logs),
            rows=rows(logs),
            remarks=remarks(logs),
            parts=[(log.name, plots_of(log, place), longest_pauses(log)) for place, log in enumerate(logs, start=1)],
            style=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),  # noqa: S704
            light=Markup(style_variables(dark=False)),  # noqa: S704
            dark=Markup(style_variables(dark=True)),  # noqa: S704
        ),
        encoding="utf-8",
    )
    return page
