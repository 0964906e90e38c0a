"""The order of trials: randomised blocks, each variant once in each block.

What drifts over hours (caches, disks, other guests of the host) then meets all variants alike.
"""

import itertools
import random
from typing import Any

from loadscripts.experiment import Experiment
from loadscripts.trial import Trial

# Rough times of this lab, in seconds. They only serve to tell how long it will take.
BED_S = 40
RESTART_S = 30
RESET_S = 2
DRAIN_S = 2
COLLECT_S = 3


def schedule(experiment: Experiment) -> tuple[Trial, ...]:
    """All trials of an experiment in the order in which they are conducted.

    The same experiment with the same seed has the same schedule.
    """
    variants = _variants(experiment)
    trials: list[Trial] = []
    for block in range(1, experiment.repetitions + 1):
        chance = random.Random(f"{experiment.seed}/{block}")
        seed = chance.randrange(2**31)
        for levels in chance.sample(variants, len(variants)):
            position = len(trials) + 1
            trials.append(Trial(f"{position:03d}", block, position, seed, levels))
    return tuple(trials)


def expected_s(experiment: Experiment, trials: tuple[Trial, ...]) -> float:
    """How long the trials will take together with their bed, in seconds, roughly."""
    beds = 1 + _changes(trials, "topology")
    restarts = _changes(trials, "jvm")
    starts = BED_S * beds + RESTART_S * restarts
    warmups = experiment.jvm_warmup_s * (beds + restarts)
    return starts + warmups + trial_s(experiment) * len(trials)


def trial_s(experiment: Experiment) -> float:
    """How long one trial takes, in seconds, roughly."""
    return experiment.warmup_s + experiment.measure_s + RESET_S + DRAIN_S + COLLECT_S


def _variants(experiment: Experiment) -> list[dict[str, Any]]:
    levels = experiment.levels()
    return [dict(zip(levels, combination, strict=True)) for combination in itertools.product(*levels.values())]


def _changes(trials: tuple[Trial, ...], factor: str) -> int:
    levels = [trial.levels.get(factor) for trial in trials]
    return sum(before != after for before, after in itertools.pairwise(levels))
