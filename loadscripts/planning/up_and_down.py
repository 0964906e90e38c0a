"""Which load a trial has whose load follows from the trials before it: the up-and-down method.

One step heavier where the objective was kept, one lighter where it was not: the trials gather around the load that
keeps it half of the time, where each tells most. Until a variant has turned twice, it goes by two steps: a first trial
that was too much by chance is soon made up for.

Source: Dixon and Mood, J. American Statistical Association 43 (1948); Levitt, Transformed up-down methods in
psychoacoustics, J. Acoustical Society of America 49 (1971).
"""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from analysis.contract.experiment_document import series_of
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.trial import Trial

Kept = Callable[[Trial], bool | None]
"""Whether a trial kept the objective; None: it does not tell, as it was not conducted or is void."""

FIRST_STEP = 2
FIRST_TURNS = 2


def settled(
    of_block: Sequence[Trial], earlier: Iterable[Trial], kept: Kept, experiment: Experiment
) -> tuple[Trial, ...]:
    """The trials of a block, each at the load that follows from the earlier ones of its variant and series, in their
    order.
    """
    loads = experiment.levels()["load"]
    number = series_of(of_block[0].block, experiment.series)
    of_series = (trial for trial in earlier if series_of(trial.block, experiment.series) == number)
    before = sorted(of_series, key=lambda trial: trial.position)

    def next_load(trial: Trial) -> str:
        outcomes = [(loads.index(each.load), kept(each)) for each in before if _variant(each) == _variant(trial)]
        return str(loads[next_place(len(loads), outcomes)])

    return tuple(replace(trial, levels={**trial.levels, "load": next_load(trial)}) for trial in of_block)


def first_load(loads: Sequence[str]) -> str:
    """At which all variants begin: that in the middle. loads: in ascending order."""
    return loads[next_place(len(loads), [])]


def next_place(loads: int, outcomes: Sequence[tuple[int, bool | None]]) -> int:
    """The place of the next load in ascending order, from 0. outcomes: place and whether the objective was kept, of the
    trials so far.
    """
    told = [(place, kept) for place, kept in outcomes if kept is not None]
    if not told:
        return loads // 2
    place, kept = told[-1]
    turns = sum(before is not after for (_, before), (_, after) in itertools.pairwise(told))
    step = 1 if turns >= FIRST_TURNS else FIRST_STEP
    return min(max(place + (step if kept else -step), 0), loads - 1)


def _variant(trial: Trial) -> dict[str, object]:
    return {factor: level for factor, level in trial.levels.items() if factor != "load"}
