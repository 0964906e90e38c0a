"""plan --tell: how small an effect an experiment will see, and how long a wished one takes, by an earlier run of it."""

import re
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from cli.planned import minutes
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import expected_s, schedule

TIME_BLOCK_S = 5.0
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


def wished_effect(text: str) -> float:
    """`3%` is 0.03. Raises BadParameter."""
    matched = _PERCENT.fullmatch(text.strip())
    if matched is None or not 0 < float(matched[1]) <= 100:
        raise typer.BadParameter(f"expected a percentage above 0 and up to 100, such as 3%, got {text!r}")
    return float(matched[1]) / 100


@dataclass(frozen=True)
class Units:
    """What an experiment repeats, in the units of an assignment: how many there are, and how it gets another number."""

    experiment: Experiment
    assignment: str

    @property
    def planned(self) -> int:
        """How many the experiment has as it is."""
        if self.assignment in ("trial", "bed"):
            return self.experiment.repetitions
        return int(self.experiment.repetitions * self.experiment.measure_s / self._unit_s)

    @property
    def _unit_s(self) -> float:
        return self.experiment.assignment_by("window").block_s if self.assignment == "window" else TIME_BLOCK_S

    def enlarged(self, units: int) -> tuple[str, float]:
        """The key of the experiment that gives so many, with its value; and how long the whole takes then (s)."""
        if self.assignment in ("trial", "bed"):
            larger = self.experiment.model_copy(update={"repetitions": units})
            return f"repetitions = {units}", expected_s(larger, schedule(larger))
        measure_s = units * self._unit_s / self.experiment.repetitions
        larger = self.experiment.model_copy(update={"measure_s": measure_s})
        return f"measure_s = {measure_s:.0f}", expected_s(larger, schedule(larger))


def newest_pilot(experiment: Experiment, results: Path) -> Path:
    """The newest results of an experiment of that name that has a report. Raises BadParameter."""
    found = sorted(path.parent for path in results.glob(f"{experiment.name}-*/summary.json"))
    if not found:
        raise typer.BadParameter(
            f"there are no results of {experiment.name} in {results} to predict from: conduct it once, or name others "
            "with --pilot"
        )
    return found[-1]


def show_precision(experiment: Experiment, pilot: Path, effect: float, console: Console) -> None:
    """Prints for each ratio of the pilot what the experiment will see, and what it takes to see the wished effect."""
    from analysis.comparing.pilot import pilot_ratios  # its libraries are slow to load: not for --help
    from analysis.metrics import metric

    table = Table("compared", "metric", "by", "pilot", "as planned", f"to see {100 * effect:g} %")
    for ratio in pilot_ratios(pilot):
        if ratio.assignment in experiment.units:
            units = Units(experiment, ratio.assignment)
            planned, needed = ratio.could_see(units.planned), ratio.units_for(effect)
            table.add_row(
                ratio.compared,
                metric(ratio.metric).label,
                ratio.assignment,
                f"{percent(ratio.seen)}, n = {ratio.n}",
                f"{percent(planned)}, n = {units.planned}",
                "more than anybody waits for" if needed is None else in_words(units, needed),
            )
    console.print(f"By the spread of {pilot}: seen at 5 %, four times of five.", highlight=False)
    console.print(table)


def in_words(units: Units, needed: int) -> str:
    """`n = 210: measure_s = 1050, 37 min 20 s in all`."""
    key, seconds = units.enlarged(needed)
    return f"n = {needed}: {key}, {minutes(seconds)} in all"


def percent(effect: float | None) -> str:
    """One that cannot be told is said so."""
    return "nothing" if effect is None else f"{100 * effect:.2g} %"
