"""Shows an experiment before it is conducted."""

from rich.console import Console
from rich.table import Table

from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.dry_run import dry_run
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import expected_s, trial_s
from loadscripts.planning.trial import Trial
from loadscripts.planning.up_and_down import first_load


def show_plan(experiment: Experiment, trials: tuple[Trial, ...], console: Console) -> None:
    """Prints the question, the trials in their order, and the time that they will take."""
    console.print(experiment.question, style="bold", highlight=False)
    console.print(_times(experiment, trials), highlight=False)
    console.print(_assignment(experiment), highlight=False)
    if experiment.up_and_down:
        console.print(_up_and_down(experiment), highlight=False)
    console.print(_schedule(experiment, trials))
    console.print(
        f"{len(trials)} trials, {minutes(expected_s(experiment, trials))} in total (excluding the first download)",
        highlight=False,
    )


def _times(experiment: Experiment, trials: tuple[Trial, ...]) -> str:
    measured = list(dict.fromkeys(experiment.measured_s(trial.assignment) for trial in trials))
    in_all = list(dict.fromkeys(round(trial_s(experiment, trial)) for trial in trials))
    return (
        f"topology {experiment.topology}, scenario {experiment.scenario}, seed {experiment.seed}; each trial warms up "
        f"{experiment.warmup_s:g} s and measures {' or '.join(f'{seconds:g}' for seconds in measured)} s, "
        f"{' or '.join(map(str, in_all))} s in all"
    )


def _assignment(experiment: Experiment) -> str:
    """To what the compared levels are assigned, and how windows take turns."""
    levels = ", ".join(map(str, experiment.levels().get(experiment.compare, ())))
    text = f"{experiment.compare} ({levels}) is assigned by {' and by '.join(experiment.units)}"
    if "window" not in experiment.units:
        return text
    turns = experiment.assignment_by("window")
    blocks = turns.blocks(experiment.measured_s(turns))
    return (
        f"{text}; {blocks * 2 * len(turns.levels)} windows of {turns.window_s:g} s in {blocks} blocks, "
        f"the first {turns.washout_s:g} s of each cut off"
    )


def _up_and_down(experiment: Experiment) -> str:
    """How loads follow from each other."""
    loads = experiment.levels()["load"]
    return (
        f"each variant begins at {first_load(loads)}; its next load is higher where it kept "
        f"{experiment.objective}, otherwise lower, among {', '.join(loads)}"
    )


def _schedule(experiment: Experiment, trials: tuple[Trial, ...]) -> Table:
    factors = list(experiment.levels())
    table = Table("trial", "block", *factors, "seed", "bed")
    for trial, bed in zip(trials, dry_run(experiment, trials, BedChoice()), strict=True):
        levels = (_level(experiment, trial, factor) for factor in factors)
        table.add_row(trial.id, str(trial.block), *levels, str(trial.seed), bed)
    return table


def _level(experiment: Experiment, trial: Trial, factor: str) -> str:
    """A level of a trial, where it is known before the trials before it."""
    follows = experiment.up_and_down and factor == "load" and trial.block > 1
    return "follows" if follows else str(trial.levels[factor])


def minutes(seconds: float) -> str:
    """A time as people say it: 5 min 40 s, 3 h 20 min."""
    whole = round(seconds)
    if whole >= 3600:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return f"{whole // 60} min {whole % 60} s"
