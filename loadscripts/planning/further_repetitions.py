"""More repetitions for an experiment that cannot tell yet: its trials stay, and further ones follow them."""

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
            f"--repetitions: these results have {experiment.repetitions}: expected more than that, got {repetitions}"
        )
    return experiment.model_copy(update={"repetitions": repetitions})


def extended(trials: tuple[Trial, ...], experiment: Experiment) -> tuple[Trial, ...]:
    """These trials, and behind them those of the blocks that the experiment has beyond theirs."""
    more = [trial for trial in schedule(experiment) if trial.block > trials[-1].block]
    positions = range(len(trials) + 1, len(trials) + len(more) + 1)
    further = (replace(t, id=f"{at:03d}", position=at) for t, at in zip(more, positions, strict=True))
    return (*trials, *further)
