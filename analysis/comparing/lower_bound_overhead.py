"""What garbage collection costs at least: the lower-bound overhead of each variant (LBO).

Nobody can measure a JVM that collects for free. Of all variants that did the same work, the least of what is left when
the CPU of the collectors' threads is taken off is an upper bound of what it would use; so the ratio of all that a
variant uses to this bound is at least 1, and its collector costs at least that much: Cai, Blackburn, Bond and Maas,
Distilling the Real Cost of Production Garbage Collectors, ISPASS 2022. What barriers in the application's own code cost
all of them is in none of the ratios.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from analysis.comparing.estimates import Combination
from analysis.reading.trial_facts import HEAP, JVM
from analysis.statistics.intervals import Estimate, ratio_interval

CPU, COLLECTING = "cpu_per_order_ms", "gc_cpu_per_order_ms"
Repetition = frozenset[int]
"""The blocks of what was repeated: one of trials that share a bed, several of a launch that served them."""


@dataclass(frozen=True)
class Overhead:
    """Of one variant: its CPU per order over the bound, geometric mean over repetitions; 1.1 for 10 %."""

    combination: Combination
    overhead: Estimate


def overheads(combinations: list[Combination]) -> list[Overhead]:
    """One for each combination whose CPU and collectors are known. Those that differ in nothing but the JVM's options
    and heap did the same work, and have one bound in each repetition.
    """
    same: dict[tuple[tuple[str, Any], ...], list[Combination]] = {}
    for combination in combinations:
        work = {factor: level for factor, level in combination.levels.items() if factor not in (JVM, HEAP)}
        same.setdefault(tuple(sorted(work.items())), []).append(combination)
    return [each for group in same.values() for each in _within(group)]


def _within(group: list[Combination]) -> Iterator[Overhead]:
    used = [(each, dict(_by_repetition(each))) for each in group]
    known = [(each, by_repetition) for each, by_repetition in used if by_repetition]
    bounds = _bounds([by_repetition for _, by_repetition in known])
    for each, by_repetition in known:
        ratios = [cpu_ms / bounds[at] for at, (cpu_ms, _) in by_repetition.items() if at in bounds]
        if ratios:
            yield Overhead(each, ratio_interval(ratios))


def _bounds(used: list[Mapping[Repetition, tuple[float, float]]]) -> dict[Repetition, float]:
    """The least CPU without collecting, of each repetition that all have."""
    common = frozenset.intersection(*(frozenset(each) for each in used)) if used else frozenset()
    found = {at: min(cpu_ms - collecting_ms for cpu_ms, collecting_ms in (each[at] for each in used)) for at in common}
    return {at: bound for at, bound in found.items() if bound > 0}


def _by_repetition(combination: Combination) -> Iterator[tuple[Repetition, tuple[float, float]]]:
    """CPU per order of each repetition, and the collectors' part of it."""
    for unit in combination.units:
        told = [(result.value(CPU), result.value(COLLECTING)) for result in unit]
        known = [(cpu_ms, collecting_ms) for cpu_ms, collecting_ms in told if cpu_ms and collecting_ms is not None]
        if known:
            blocks = frozenset(result.trial.block for result in unit)
            yield blocks, (fmean(cpu_ms for cpu_ms, _ in known), fmean(of_gc_ms for _, of_gc_ms in known))
