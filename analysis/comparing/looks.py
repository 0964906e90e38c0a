"""The looks of an experiment that may end early: at which look it is, at which level, and whether it is decided.

Each look spends a part of the 5 % (`statistics.alpha_spending`), so that looking several times does not make a false
verdict more likely. The same level holds for the tests of equivalence, which are then stricter than they need be.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from analysis.comparing.calibration import slopes_by
from analysis.comparing.canary_correction import Slopes, no_slopes
from analysis.comparing.comparison import Comparison, finest
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.results import Results, read_results
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.looks import EndedAtLook, blocks_at_looks
from analysis.contract.machine_profile import MachineProfile
from analysis.statistics.alpha_spending import p_bounds
from analysis.statistics.verdicts import ALPHA, Verdict

DECIDED: tuple[Verdict, ...] = ("different", "equivalent within the margin")


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


def decision_after(folder: Path, blocks: int, profile: MachineProfile | None = None) -> EndedAtLook | None:
    """Why an experiment ends now that so many blocks have been conducted: all that its primary metric is asked for is
    decided, with the profile as in the report. None: it goes on, or this is no look, or the last one.
    """
    results = read_results(folder)
    looks = looks_of(results)
    if looks.conducted != blocks or blocks not in looks.after[:-1]:
        return None
    asked = primary_of(results, comparisons_at_look(results, slopes_by(profile, results)))
    if not asked or any(comparison.verdict not in DECIDED for comparison in asked):
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


def in_words(comparison: Comparison) -> str:
    return f"{comparison.level} against {comparison.against}: {comparison.verdict}"
