"""On which launch of its servers each trial was conducted, and so what was repeated.

Two levels that were switched on the same servers differ by nothing else: every block is a repetition. Two levels that
had servers of their own differ by their launches as well, and JVMs of two launches differ by several per cent though
all is alike. Then the launch is what was repeated, however many trials it had. Two levels that changed places on two
launches (a crossover) differ by the launches once one way and once the other: two such blocks are one repetition.
"""

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from analysis.reading.trial_facts import CHECKOUT, FAULT, NO_FAULT, TRANSACTIONS, Trial

# What a bed is put up for, or its JVMs are started for.
BED_FACTORS = (
    *("topology", TRANSACTIONS, "message_store", "broker", "broker_jvm", "forced_writes", "jvm", "jdk", "heap"),
    "database_commit",
    *("past_orders", CHECKOUT),
)
ONE_LAUNCH = "each level had servers of its own, launched once: the level cannot be told from the launch"


def launches_of(trials: Iterable[Trial], *, side_by_side: bool) -> dict[str, str]:
    """The launch of each trial by its id, as it was recorded. Where it was not, the fewest that there can have been:
    one for each bed where beds ran side by side, else a new one whenever the next trial needed another bed.
    """
    ordered = sorted(trials, key=lambda trial: trial.position)
    changes = [bed_of(before) != bed_of(after) for before, after in itertools.pairwise(ordered)]
    numbers = itertools.accumulate(changes, initial=0)
    fewest = {
        trial.id: f"unrecorded {bed_of(trial) if side_by_side else number}"
        for trial, number in zip(ordered, numbers, strict=True)
    }
    return {trial.id: trial.launch or fewest[trial.id] for trial in ordered}


def bed_of(trial: Trial) -> tuple[Any, ...]:
    """What a bed of older trials was put up for."""
    return *(trial.levels.get(factor) for factor in BED_FACTORS), trial.levels.get(FAULT, NO_FAULT) == NO_FAULT


def units(pairs: Sequence[tuple[str, str]]) -> list[int]:
    """The number of the repetition that each pair of launches belongs to.

    A pair on one launch is a repetition by itself. Pairs of different launches belong together when they share one,
    also by way of others: what is peculiar to that launch is in all of them.
    """
    names = sorted({launch for pair in pairs for launch in pair})
    ends = np.array([[names.index(one), names.index(other)] for one, other in pairs], dtype=int).reshape(-1, 2)
    apart = ends[ends[:, 0] != ends[:, 1]]
    graph = coo_array((np.ones(len(apart)), (apart[:, 0], apart[:, 1])), shape=(len(names), len(names)))
    _, part = connected_components(graph, directed=False)
    return [int(part[one]) if one != other else -1 - number for number, (one, other) in enumerate(ends)]


def changed_places(pairs: Sequence[tuple[str, str]]) -> list[int | None]:
    """The number of the repetition of each pair of launches that has a counterpart, the same two the other way round;
    None without one.
    """
    waiting: dict[tuple[str, str], list[int]] = {}
    couples: list[int | None] = [None] * len(pairs)
    for at, (one, other) in enumerate(pairs):
        if one != other and (counterparts := waiting.get((other, one))):
            couples[counterparts.pop(0)] = couples[at] = at
        elif one != other:
            waiting.setdefault((one, other), []).append(at)
    return couples


def beds_differ(launches: Iterable[frozenset[str]]) -> bool:
    """Whether levels had servers of their own: some two of them never stood on the same launch. Takes those of each."""
    return any(one.isdisjoint(other) for one, other in itertools.combinations(set(launches), 2))
