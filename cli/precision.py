"""How small an effect an experiment will see, and with --tell how long a wished one takes: by an earlier run of it, or
by the profile of this machine.
"""

import glob
import math
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from analysis.contract.machine_profile import MachineProfile
from analysis.counting import quantity
from cli.consoles import plain_console
from cli.planned import minutes
from cli.profiles import MAKE_ONE, readable_profile, this_machine
from deploy.errors import MissingError
from loadscripts.planning.assignment import Assignment
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import expected_s, schedule
from loadscripts.trials.results_folder import STAMPED

if TYPE_CHECKING:
    from analysis.comparing.pilot import PilotRatio

TIME_BLOCK_S = 5.0
CROSSOVER_BLOCKS = 2
"""Levels that change beds from block to block: one block each way is one repetition."""
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
        if self._crosses_over:
            return self.experiment.repetitions // CROSSOVER_BLOCKS
        if self.assignment in ("trial", "bed"):
            return math.ceil(self.experiment.repetitions / self._blocks)
        if self.assignment == "window":  # a part of a switchback block is not conducted
            return self.experiment.repetitions * self._turns.blocks(self.experiment.measured_s(self._turns))
        return int(self.experiment.repetitions * self.experiment.measured_s(None) / TIME_BLOCK_S)

    @property
    def _crosses_over(self) -> bool:
        return self.assignment == "trial" and self.experiment.crosses_over

    @property
    def _blocks(self) -> int:
        """How many blocks are one unit: levels that are switched on the same servers tell anew in each."""
        if self._crosses_over:
            return CROSSOVER_BLOCKS
        return self.experiment.blocks_per_bed if self.assignment == "bed" else 1

    @property
    def _turns(self) -> Assignment:
        return self.experiment.assignment_by("window")

    def enlarged(self, units: int) -> tuple[str, float]:
        """The key of the experiment that gives so many, with its value; and how long the whole takes then (s)."""
        if self.assignment in ("trial", "bed"):
            repetitions = units * self._blocks
            larger = self.experiment.model_copy(update={"repetitions": repetitions})
            return f"repetitions = {repetitions}", expected_s(larger, schedule(larger))
        blocks = math.ceil(units / self.experiment.repetitions)  # of windows, in each trial
        if self.assignment == "window" and self.experiment.window_blocks is not None:
            larger = self.experiment.model_copy(update={"window_blocks": blocks})
            return f"window_blocks = {blocks}", expected_s(larger, schedule(larger))
        by_window = self.assignment == "window"
        measure_s = blocks * self._turns.block_s if by_window else units * TIME_BLOCK_S / self.experiment.repetitions
        larger = self.experiment.model_copy(update={"measure_s": measure_s})
        return f"measure_s = {measure_s:.0f}", expected_s(larger, schedule(larger))


@dataclass(frozen=True)
class Source:
    """What precision is predicted from, in words; no ratios where nothing is known."""

    words: str
    ratios: "list[PilotRatio]"


def precision_source(experiment: Experiment, pilot: Path | None, results: Path, *, must_tell: bool) -> Source:
    """The pilot; without one the profile of this machine, but before it, who asks what it takes to see an effect has
    the newest results of the experiment. Raises BadParameter where the asker would be told nothing.
    """
    if pilot is not None:
        source = _of_results(experiment, pilot)
        if not source.ratios:
            raise typer.BadParameter(
                f"{pilot} has no ratio by {' or by '.join(experiment.units)}, as {experiment.name} needs: name the "
                "results of an experiment with that assignment"
            )
        return source
    source = (newest_pilot(experiment, results) if must_tell else None) or _of_profile(experiment)
    if must_tell and not source.ratios:
        raise typer.BadParameter(
            f"there are no results of {experiment.name} in {results} to predict from: conduct it once, name others "
            f"with --pilot, or make a profile of this machine. {source.words}"
        )
    return source


def newest_pilot(experiment: Experiment, results: Path) -> Source | None:
    """The newest results of an experiment of that name that a report can be predicted from: those of an older Petlab,
    without repetitions, or of another assignment, are passed over.
    """
    from analysis.analysis_errors import AnalysisError

    for summary in sorted(results.glob(f"{glob.escape(experiment.name)}-{STAMPED}/summary.json"), reverse=True):
        with suppress(AnalysisError):
            source = _of_results(experiment, summary.parent)
            if source.ratios:
                return source
    return None


def _of_results(experiment: Experiment, results: Path) -> Source:
    """Of the units in which the experiment assigns its levels."""
    from analysis.comparing.pilot import pilot_ratios  # its libraries are slow to load: not for --help

    ratios = [ratio for ratio in pilot_ratios(results) if ratio.assignment in experiment.units]
    return Source(f"By the spread of {results}", ratios)


def _of_profile(experiment: Experiment) -> Source:
    from analysis.comparing.pilot import profile_ratios

    profile = readable_profile(plain_console(stderr=True))
    if profile is None:
        return Source(f"What it could detect is not known: there is no profile of this machine; {MAKE_ONE}.", [])
    try:
        here = this_machine()
    except MissingError as error:
        return Source(f"What it could detect is not known: a profile is of a machine and its JDK, and {error}.", [])
    if here != profile.machine:
        return Source(
            f"What it could detect is not known: the profile in the cache is of another machine "
            f"({profile.machine.described()}), and this is {here.described()}; {MAKE_ONE}.",
            [],
        )
    levels = len(experiment.levels().get(experiment.compare, ()))
    ratios = [
        ratio
        for unit in experiment.units
        if unit in profile.units and (unit != "trial" or profile.units[unit].duet == experiment.crosses_over)
        for ratio in profile_ratios(unit, profile.units[unit], experiment.primary_metric, levels)
    ]
    if not ratios and experiment.crosses_over and experiment.units == ("trial",):
        return Source(
            "What it could detect is not known: its trials are duets, and this machine was not calibrated by duets; "
            "./petlab calibrate --unit trial --duet does so.",
            [],
        )
    if not ratios:
        units = " and ".join(experiment.units)
        return Source(f"What it could detect is not known: this machine was not calibrated by {units}; {MAKE_ONE}.", [])
    made = ", ".join(f"{unit} of {profile.units[unit].made}" for unit in experiment.units if unit in profile.units)
    return Source(f"By this machine's A/A profile (by {made}; {conditions(experiment, profile)})", ratios)


def conditions(experiment: Experiment, profile: MachineProfile) -> str:
    """At what load and in what lengths it was calibrated: at others the spread may be another."""
    known = [profile.units[unit] for unit in experiment.units if unit in profile.units]
    parts = [
        f"{unit.customers} customers, {unit.measure_s:g} s measured"
        + (f", windows of {unit.window_s:g} s" if unit.window_s else "")
        + (", two beds at the same time" if unit.duet else "")
        for unit in known
    ]
    return "; ".join(dict.fromkeys(parts))


def show_precision(experiment: Experiment, source: Source, effect: float | None, console: Console) -> None:
    """Prints for each ratio what the experiment will see, and, where an effect is wished, what it takes to see it."""
    if not source.ratios:
        console.print(source.words, highlight=False)
        return
    from analysis.metrics import metric

    families = {False: ratios_asked_for(experiment), True: main_effects_asked_for(experiment)}
    wished = [] if effect is None else [f"to detect {100 * effect:g} %"]
    table = Table("compared", "metric", "by", "measured, by itself", "as planned", *wished)
    for ratio in source.ratios:
        units, family = Units(experiment, ratio.assignment), families[ratio.is_main_effect]
        planned = ratio.could_see(units.planned, family)
        table.add_row(
            ratio.compared,
            metric(ratio.metric).label,
            ratio.assignment,
            f"{percent(ratio.seen)}, n = {ratio.n}",
            f"{percent(planned)}, n = {ratio.strata * units.planned}",
            *([] if effect is None else [in_words(units, ratio.units_for(effect, family), ratio.strata)]),
        )
    planned_as = _each(families, source)
    console.print(f"{source.words}: detected at 5 %, four times out of five{planned_as}.", highlight=False)
    console.print(table)


def _each(families: dict[bool, int], source: Source) -> str:
    """Of how many ratios each is one, where there are more."""
    kinds = dict.fromkeys(ratio.is_main_effect for ratio in source.ratios)
    words = [quantity(families[kind], "main effect" if kind else "ratio") for kind in kinds if families[kind] > 1]
    return f"; as planned each as one of {' or '.join(words)}" if words else ""


def ratios_asked_for(experiment: Experiment) -> int:
    """How many ratios answer the question with the primary metric: of each compared level to the baseline, at each
    combination of the other levels.
    """
    numbers = {factor: len(levels) for factor, levels in experiment.levels().items()}
    compared = numbers.pop(experiment.compare, 1)
    return max(1, compared - 1) * math.prod(numbers.values())


def main_effects_asked_for(experiment: Experiment) -> int:
    """How many main effects answer it: of each compared level to the baseline, at each load, fault and checkout."""
    from analysis.comparing.main_effects import KEPT_APART

    numbers = {factor: len(levels) for factor, levels in experiment.levels().items()}
    compared = numbers.pop(experiment.compare, 1)
    return max(1, compared - 1) * math.prod(numbers.get(factor, 1) for factor in KEPT_APART)


def in_words(units: Units, needed: int | None, strata: int = 1) -> str:
    """`n = 210: measure_s = 1050, 37 min 20 s in all`. needed: units of each stratum."""
    if needed is None:
        return "longer than anyone would wait"
    key, seconds = units.enlarged(needed)
    return f"n = {strata * needed}: {key}, {minutes(seconds)} in all"


def percent(effect: float | None) -> str:
    """One that cannot be told is said so."""
    return "nothing" if effect is None or effect == math.inf else f"{100 * effect:.2g} %"
