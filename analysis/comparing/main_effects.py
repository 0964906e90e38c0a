"""Main effects: the ratio of two levels over all combinations of the other factors, each of which counts alike.

An experiment of several factors has a ratio for each combination, of a few repetitions each, and the question is most
often about all of them. What was repeated is as for a single ratio: the launch, where levels had servers of their own.
Launches whose trials had the same combinations are a stratum; the logarithm of the ratio is the mean over the strata,
weighted by their combinations. Loads, faults and checkouts are not averaged over.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import Any

from analysis.comparing.canary_correction import Block, log_of_ratio, no_slopes
from analysis.comparing.comparison import EVERY_LEVEL, Comparison, Tested, with_ratio
from analysis.comparing.design import CUSTOMERS, Design, Pair
from analysis.comparing.trial_comparisons import assigned_by, matched, on_this_machine, repetitions
from analysis.reading.trial_facts import CHECKOUT, FAULT, LOAD
from analysis.statistics.stratified_mean import stratified_mean
from analysis.trials.trial_analysis import TrialResult

Cell = tuple[dict[str, Any], list[Block]]
"""A combination of the other factors' levels, and the blocks in which both compared levels were tried at it."""
KEPT_APART = (CUSTOMERS, LOAD, FAULT, CHECKOUT)


def main_effects(design: Design, valid: tuple[TrialResult, ...], metrics: Sequence[str]) -> list[Tested]:
    """Those of each level of the compared factor against the baseline. None of a metric that is zero in a trial, nor
    where some combination has fewer than two repetitions.
    """
    return [
        effect
        for pair in design.main_pairs()
        for held, cells in averaged(list(matched(pair, valid)))
        if len(cells)
        == math.prod(len(design.factors[factor]) for factor, level in held.items() if level == EVERY_LEVEL)
        for name in metrics
        if (effect := main_effect(name, pair, held, cells))
    ]


def averaged(cells: Sequence[Cell]) -> Iterator[tuple[dict[str, Any], list[Cell]]]:
    """The cells that are averaged over, two or more, with the levels that they have in common."""
    apart: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in cells:
        apart.setdefault(tuple(cell[0].get(factor) for factor in KEPT_APART), []).append(cell)
    for together in apart.values():
        levels = [cell_levels for cell_levels, _ in together]
        common = {
            factor: level if all(other[factor] == level for other in levels) else EVERY_LEVEL
            for factor, level in levels[0].items()
        }
        if EVERY_LEVEL in common.values():
            yield common, together


def main_effect(metric: str, pair: Pair, held: dict[str, Any], cells: Sequence[Cell]) -> Tested | None:
    """None where it cannot be told."""
    cell_of = {id(block): place for place, (_, of_cell) in enumerate(cells) for block in of_cell}
    blocks = [block for _, of_cell in cells for block in of_cell]
    measured = [block for block in blocks if None not in (block[0].value(metric), block[1].value(metric))]
    known, numbers, unit = repetitions(measured)
    units: dict[int, dict[int, list[float]]] = {}
    for block, number in zip(known, numbers, strict=True):
        log = log_of_ratio(metric, block)
        if log is None:
            return None
        units.setdefault(number, {}).setdefault(cell_of[id(block)], []).append(log)
    strata = strata_of(units.values(), len(cells))
    if not strata:
        return None
    n = sum(len(means) for _, means in strata)
    found = Comparison(metric, pair.factor, pair.level, pair.against, held, n=n, **assigned_by(unit))
    tested = with_ratio(found, stratified_mean(strata), "stratified t on logarithms")
    return on_this_machine(tested, [], known, numbers, no_slopes)


def strata_of(units: Iterable[dict[int, list[float]]], cells: int) -> list[tuple[float, list[float]]]:
    """The weight of each stratum, and the mean of each of its units. units: the logarithms of each, by cell. A unit
    that lacks a cell which others of its kind have is left out; the list is empty where a cell is left without two.
    """
    strata: dict[frozenset[int], list[float]] = {}
    for unit in units:
        strata.setdefault(frozenset(unit), []).append(fmean(map(fmean, unit.values())))
    told: list[tuple[frozenset[int], list[float]]] = []
    for covered, means in sorted(strata.items(), key=lambda stratum: -len(stratum[0])):
        if len(means) > 1 and all(covered.isdisjoint(other) for other, _ in told):
            told.append((covered, means))
    if sum(len(covered) for covered, _ in told) < cells:
        return []
    return [(len(covered) / cells, means) for covered, means in told]
