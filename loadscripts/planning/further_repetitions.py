"""More repetitions for an experiment that cannot tell yet: its trials stay, and further ones follow them, of all levels
or of those that the question is about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from deploy.errors import PlanError
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import parts_of_stands, schedule
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
            f"--repetitions: expected more than the {experiment.repetitions} of these results, got {repetitions}; "
            "without --repetitions, ./petlab resume conducts the missing trials"
        )
    more = experiment.model_copy(update={"repetitions": repetitions})
    if unequal := parts_of_stands(more):
        raise PlanError(unequal)
    return more


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
        levels, unknown = _named_in(listed, selectable[factor])
        if unknown is not None:
            expected = ", ".join(selectable[factor])
            raise PlanError(f"--only {text}: expected levels of {factor} from {expected}, got {unknown!r}")
        chosen[factor] = (*chosen.get(factor, ()), *levels)
    return chosen


def _named_in(listed: str, known: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """The levels in a text, which may have commas themselves (`steps 10,20/s`), and the first that is none of these."""
    parts = listed.split(",")
    found: list[str] = []
    while parts:
        # The longest first: what is a level may be how another begins.
        starts = ((count, ",".join(parts[:count]).strip()) for count in range(len(parts), 0, -1))
        count, level = next(((count, start) for count, start in starts if start in known), (1, None))
        if level is None:
            return tuple(found), parts[0].strip()
        found.append(level)
        parts = parts[count:]
    return tuple(found), None


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
