"""The ratio of two levels of a factor, whatever the levels were assigned to, and the verdicts on all of a report.

What the experiment asks for, its primary metric of the compared levels to the baseline, is a family of its own: those
verdicts do not pay for how much else was measured.
"""

import itertools
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from analysis.contract.assignment_units import Unit as Assignment
from analysis.contract.document import Level
from analysis.contract.equivalence import MARGIN
from analysis.statistics.intervals import Difference
from analysis.statistics.ratio_of_means import paired_ratio_of_means
from analysis.statistics.smallest_effect import ratio_at, smallest_ratio
from analysis.statistics.verdicts import ALPHA, NO_RATIO, Verdict, verdicts_on

Unit = Literal["time block", "switchback block", "block", "block pair", "launch"]
Interval = Literal[
    "paired t on logarithms",
    "clustered t on logarithms",
    "stratified t on logarithms",
    "jackknife of a ratio of means",
    "within one pair of trials",
    "none",
]
EVERY_LEVEL = "every level"
"""What a main effect holds of a factor that it averages over."""
# What was repeated: the finest first, as its comparisons tell the most.
UNITS: dict[Assignment, Unit] = {
    "order": "time block", "window": "switchback block", "trial": "block", "bed": "launch",
}  # fmt: skip


@dataclass(frozen=True)
class MachineShift:
    """By how much the machine itself differed between two levels: a sign of it in words, and its ratio."""

    sign: str
    ratio: float


@dataclass(frozen=True)
class Comparison:
    """The ratio level / against of one metric, all else held."""

    metric: str
    factor: str
    level: Level
    against: Level
    held: dict[str, Any]
    assignment: Assignment = "trial"
    primary: bool = False
    secondary: bool = False
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0  # in the unit
    crossover: bool = False  # two blocks in which the levels changed places on the same two launches are one repetition
    verdict: Verdict = "cannot tell"
    margin: float = MARGIN  # of what counts as equivalent
    interval: Interval = "none"
    reason: str | None = None
    log_std_error: float | None = None  # of the ratio's logarithm
    dof: float | None = None
    smallest_effect: float | None = None  # 0.04: 4 % more would have been seen, alone, four times of five
    p_different: float | None = None  # adjusted for the number of ratios
    p_equivalent: float | None = None
    excluded_level: int = 0  # trials that were void or failed, repeated ones included, or overloaded and without it
    excluded_against: int = 0
    machine_shift: MachineShift | None = None
    canary_slope: float | None = None  # by which the ratio was corrected
    uncorrected: tuple[float, float | None, float | None] | None = None  # ratio, low, high without that

    @property
    def unit(self) -> Unit:
        """What was repeated n times."""
        return "block pair" if self.crossover else UNITS[self.assignment]

    @property
    def is_main_effect(self) -> bool:
        """Whether it is over every combination of some other factors."""
        return EVERY_LEVEL in self.held.values()

    @property
    def has_interval(self) -> bool:
        """Whether its interval is over repetitions."""
        return self.log_std_error is not None

    @property
    def log_difference(self) -> Difference | None:
        """What its interval was made from."""
        if self.ratio is None or self.log_std_error is None or self.dof is None:
            return None
        return Difference(math.log(self.ratio), self.log_std_error, self.dof)

    def row(self) -> dict[str, Any]:
        """As the tables and `summary.json` have it."""
        ratio, low, high = self.uncorrected or (None, None, None)
        corrected = {"uncorrected_ratio": ratio, "uncorrected_low": low, "uncorrected_high": high}
        shift = {"machine_shift": self.machine_shift.ratio if self.machine_shift else None}
        apart = ("margin", "uncorrected", "crossover")
        plain = {name: value for name, value in vars(self).items() if name not in apart}
        return {**plain, "unit": self.unit, **shift, **corrected}


# A comparison, and what its verdict depends on.
Tested = tuple[Comparison, Difference | None]


def with_ratio(found: Comparison, difference: Difference, interval: Interval) -> Tested:
    """With the ratio, interval and smallest effect that this difference of logarithms gives."""
    known = replace(
        found,
        ratio=math.exp(difference.mean),
        interval=interval,
        log_std_error=difference.std_error,
        dof=difference.dof,
    )
    return at_level(known, difference, ALPHA), difference


def ratio_of_means(found: Comparison, pairs: Sequence[tuple[float, float]]) -> Tested:
    """Where values are zero: of one pair for each repetition. None where all of a side are, or all but one."""
    difference = paired_ratio_of_means(pairs)
    if difference is None:
        return replace(found, reason=NO_RATIO), None
    return with_ratio(found, difference, "jackknife of a ratio of means")


def at_level(found: Comparison, difference: Difference, alpha: float) -> Comparison:
    """With the interval and the smallest effect that belong to tests at this level. With a degree of freedom or two it
    may be wider than a number can say.
    """
    low, high = map(ratio_at, difference.bounds(1 - alpha))
    return replace(found, low=low, high=high, smallest_effect=smallest_ratio(difference, alpha))


def with_verdicts(
    found: list[Tested],
    margin: float = MARGIN,
    primary: str | None = None,
    alpha: float = ALPHA,
    secondary: Collection[str] = (),
    asks_for: Callable[[str, Level], bool] = lambda factor, against: True,
) -> list[Comparison]:
    """With the verdicts on those whose difference can be tested: the primary metric's are one family, those of the
    secondary ones another, the rest a third; main effects are three families of their own in the same way.

    asks_for: whether ratios of a factor's levels to this one answer the question; others are of the rest. Of a metric
    that several units of assignment have among the answers, that of the finest is primary, or secondary.
    """
    answering = [c for c, difference in found if difference and asks_for(c.factor, c.against)]
    units = {name: finest(c for c in answering if c.metric == name) for name in (primary, *secondary)}

    def rank(comparison: Comparison) -> tuple[bool, bool, bool]:
        answers = asks_for(comparison.factor, comparison.against)
        asked_for = answers and units.get(comparison.metric) == comparison.assignment
        is_primary = asked_for and comparison.metric == primary
        return is_primary, asked_for and not is_primary, comparison.is_main_effect

    judged: dict[int, Comparison] = {}
    for of_family in itertools.product((True, False), repeat=3):
        family = [
            (place, replace(comparison, primary=of_family[0], secondary=of_family[1]), difference)
            for place, (comparison, difference) in enumerate(found)
            if difference and rank(comparison) == of_family
        ]
        verdicts = verdicts_on([difference for _, _, difference in family], margin, alpha)
        for (place, comparison, difference), verdict in zip(family, verdicts, strict=True):
            leveled = comparison if alpha == ALPHA else at_level(comparison, difference, alpha)
            judged[place] = replace(leveled, margin=margin, **vars(verdict))
    return [judged.get(place, replace(comparison, margin=margin)) for place, (comparison, _) in enumerate(found)]


def finest(comparisons: Iterable[Comparison]) -> Assignment | None:
    """The finest unit that one of these was assigned by."""
    return min((c.assignment for c in comparisons), key=list(UNITS).index, default=None)
