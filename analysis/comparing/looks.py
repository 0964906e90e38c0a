"""The looks of an experiment that may end early: at which look it is, at which level, and whether it is decided.

Each look spends a part of the 5 % (`statistics.alpha_spending`), so that looking several times does not make a false
verdict more likely. The same level holds for the tests of equivalence, which are then stricter than they need be.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from analysis.comparing.calibration import slopes_by
from analysis.comparing.canary_correction import Slopes, no_slopes
from analysis.comparing.comparison import Comparison, finest
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.results import Results, read_results
from analysis.contract.assignment_units import LEVEL_WORDS
from analysis.contract.document import Level
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.looks import EndedAtLook, blocks_at_looks
from analysis.contract.machine_profile import MachineProfile
from analysis.reading.trial_facts import FAULT, NO_FAULT
from analysis.statistics.alpha_spending import p_bounds
from analysis.statistics.verdicts import ALPHA, Verdict

DECIDED: tuple[Verdict, ...] = ("different", "equivalent within the margin")
Ratio = tuple[str, Level, Level, frozenset[tuple[str, Any]]]
"""The factor, the level, the other level, and the levels of all other factors."""


@dataclass(frozen=True)
class Looks:
    """Of one experiment. conducted: how many blocks, from the first one on, have been conducted wholly."""

    experiment: ExperimentDocument
    conducted: int

    @cached_property
    def after(self) -> tuple[int, ...]:
        """After how many blocks each look comes."""
        return blocks_at_looks(self.experiment.repetitions, self.experiment.looks)

    @property
    def several(self) -> bool:
        return self.experiment.looks > 1

    @property
    def number(self) -> int:
        """The last look that there was, from 1; before the first one, the first."""
        return max(1, sum(blocks <= self.conducted for blocks in self.after))

    @cached_property
    def level(self) -> float:
        """At which a test at this look is passed; between two looks that of the one before, which asks for more."""
        if not self.several:
            return ALPHA
        return levels_at(tuple(blocks / self.after[-1] for blocks in self.after))[self.number - 1]


@cache
def levels_at(fractions: tuple[float, ...]) -> tuple[float, ...]:
    """The nominal levels of looks at these fractions of the information."""
    return tuple(p_bounds(fractions))


def looks_of(results: Results) -> Looks:
    """The looks of a results folder."""
    return Looks(results.experiment, results.blocks_conducted)


def comparisons_at_look(results: Results, slopes: Slopes = no_slopes) -> list[Comparison]:
    """All ratios of a report, judged at the level of its look. slopes: by which those between trials are corrected for
    what the canary saw. Trials whose loads followed from each other had seldom the same: they tell the capacity alone.
    """
    if results.experiment.up_and_down:
        return []
    return comparisons_of(
        results.design,
        results.crash_free,
        results.experiment.margin,
        excluded=results.conducted_in_vain,
        primary=results.primary,
        secondary=results.experiment.secondary,
        alpha=looks_of(results).level,
        slopes=slopes,
    )


def decision_after(
    folder: Path, blocks: int, profile_of: Callable[[Results], MachineProfile | None] = lambda results: None
) -> EndedAtLook | None:
    """Why an experiment ends now that so many blocks have been conducted: all that its primary metric is asked for is
    decided, with the profile that the report takes. None: it goes on, or this is no look, or the last one.
    """
    results = read_results(folder)
    looks = looks_of(results)
    if looks.conducted != blocks or blocks not in looks.after[:-1]:
        return None
    asked = primary_of(results, comparisons_at_look(results, slopes_by(profile_of(results), results)))
    if not asked or any(comparison.verdict not in DECIDED for comparison in asked) or ratios_due(results) - told(asked):
        return None
    return EndedAtLook(look=looks.number, blocks=blocks, level=looks.level, verdicts=tuple(map(in_words, asked)))


def primary_of(results: Results, comparisons: list[Comparison]) -> list[Comparison]:
    """The ratios of the primary metric that answer the question, in the finest unit that it has."""
    named = [
        comparison
        for comparison in comparisons
        if comparison.metric == results.primary
        and not comparison.is_main_effect
        and results.design.asks_for(comparison.factor, comparison.against)
    ]
    unit = finest(named)
    return [comparison for comparison in named if comparison.assignment == unit]


def ratios_due(results: Results) -> set[Ratio]:
    """The ratios that the trials of the schedule are to tell. One without a valid trial of each side yields no
    comparison, so that nothing but the schedule shows that it is missing.
    """
    planned = [dict(each.levels) for each in results.experiment.schedule]
    crash_free = [levels for levels in planned if levels.get(FAULT, NO_FAULT) == NO_FAULT]
    due: set[Ratio] = set()
    for pair in results.design.pairs():
        if not results.design.asks_for(pair.factor, pair.against):
            continue
        scheduled: dict[frozenset[tuple[str, Any]], set[Level]] = {}
        for levels in crash_free:
            held = frozenset((factor, level) for factor, level in levels.items() if factor != pair.factor)
            scheduled.setdefault(held, set()).add(levels[pair.factor])
        due |= {
            (pair.factor, pair.level, pair.against, held)
            for held, levels in scheduled.items()
            if levels >= {pair.level, pair.against} or levels & set(LEVEL_WORDS.values())
        }
    return due


def told(comparisons: Iterable[Comparison]) -> set[Ratio]:
    """Which ratios these are."""
    return {(each.factor, each.level, each.against, frozenset(each.held.items())) for each in comparisons}


def in_words(comparison: Comparison) -> str:
    return f"{comparison.level} against {comparison.against}: {comparison.verdict}"
