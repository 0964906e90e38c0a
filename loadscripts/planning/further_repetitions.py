"""More repetitions for an experiment that cannot tell yet: its trials stay, and further ones follow them, of all levels
or of those that the question is about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deploy.errors import PlanError
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.planning.trial import Trial


def with_more(experiment: Experiment, repetitions: int) -> Experiment:
    """With more repetitions than it was begun with.

    Raises:
        PlanError: they are not more, or it was to end at one of several looks.
    """
    if experiment.looks > 1:
        raise PlanError(
            f"{experiment.name} has {experiment.looks} looks, which share its 5 % for {experiment.repetitions} "
            "repetitions: leave --repetitions out, or begin a new run with more of them"
        )
    if repetitions <= experiment.repetitions:
        raise PlanError(
            f"--repetitions: these results have {experiment.repetitions}: expected more than that, got {repetitions}; "
            "without --repetitions, ./petlab resume conducts what is missing of them"
        )
    return experiment.model_copy(update={"repetitions": repetitions})


def levels_alone(experiment: Experiment, requested: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The levels of some factors that further repetitions are to have, from texts such as `customers=15,40`.

    Raises:
        PlanError: a text is none such, or names the compared factor, whose levels all stand in each block.
    """
    known = {factor: tuple(map(str, levels)) for factor, levels in experiment.levels().items()}
    selectable = {factor: levels for factor, levels in known.items() if factor != experiment.compare}
    if experiment.up_and_down:
        selectable.pop("load", None)  # which one a trial has follows from those before it
    chosen: dict[str, tuple[str, ...]] = {}
    for text in requested:
        factor, _, listed = text.partition("=")
        if factor not in selectable:
            raise PlanError(
                f"--only {text}: expected FACTOR=LEVEL,LEVEL with a factor of {', '.join(selectable)}, got {factor!r}"
            )
        levels = tuple(level.strip() for level in listed.split(","))
        if unknown := [level for level in levels if level not in selectable[factor]]:
            expected = ", ".join(selectable[factor])
            raise PlanError(f"--only {text}: expected levels of {factor} from {expected}, got {unknown[0]!r}")
        chosen[factor] = (*chosen.get(factor, ()), *levels)
    return chosen


def extended(
    trials: tuple[Trial, ...], experiment: Experiment, only: Mapping[str, Sequence[str]] | None = None
) -> tuple[Trial, ...]:
    """These trials, and behind them those of the blocks that the experiment has beyond theirs.

    only: the levels of a factor that the further ones have; all of a factor that it does not name.
    """
    more = [trial for trial in schedule(experiment) if trial.block > trials[-1].block and _is_one(trial, only or {})]
    positions = range(len(trials) + 1, len(trials) + len(more) + 1)
    further = (replace(t, id=f"{at:03d}", position=at) for t, at in zip(more, positions, strict=True))
    return (*trials, *further)


def _is_one(trial: Trial, only: Mapping[str, Sequence[str]]) -> bool:
    return all(str(trial.levels[factor]) in levels for factor, levels in only.items())
