"""What can be said of a ratio: different, equivalent within the margin, or that it cannot be told. (That a verdict is
unstable is said where the machine is known: `comparing.stability`.)

A report gives many verdicts, and of twenty true nulls one would look different. So the p-values of all its ratios are
adjusted together (Holm 1979), those of the tests of difference and those of equivalence each as one family: that any
ratio is called different, or any equivalent, and is not, has a probability of 5 % at most.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from analysis.contract.equivalence import MARGIN
from analysis.statistics.intervals import Difference, equivalence

ALPHA = 0.05
SINGLE_REPETITION = "a single repetition cannot separate the variant from noise: increase repetitions"
NO_RATIO = "a value of zero or less has no ratio"
Verdict = Literal["different", "equivalent within the margin", "cannot tell", "unstable"]


@dataclass(frozen=True)
class Judged:
    """The verdict on one ratio, with its adjusted p-values."""

    verdict: Verdict
    p_different: float
    p_equivalent: float
    reason: str | None = None


def verdicts_on(differences: Sequence[Difference], margin: float = MARGIN, alpha: float = ALPHA) -> list[Judged]:
    """The verdict on each of a family of differences of logarithms, by tests at the level alpha."""
    of_difference = [difference.p for difference in differences]
    of_equivalence = [equivalence(difference, math.log1p(margin)).p for difference in differences]
    adjusted = zip(holm(of_difference), holm(of_equivalence), of_difference, of_equivalence, strict=True)
    return [judged(*p_values, family=len(differences), alpha=alpha) for p_values in adjusted]


def judged(
    p_different: float, p_equivalent: float, alone: float, alone_equivalent: float, *, family: int, alpha: float = ALPHA
) -> Judged:
    """alone: the p-values of this ratio, if it were the only one."""
    verdict, by_itself = verdict_by(p_different, p_equivalent, alpha), verdict_by(alone, alone_equivalent, alpha)
    reason = None
    if verdict != by_itself:
        p = alone_equivalent if by_itself == "equivalent within the margin" else alone
        reason = f"{by_itself} by itself (p = {p:.2g}), but not as one of {family} ratios"
    return Judged(verdict, p_different, p_equivalent, reason)


def verdict_by(p_different: float, p_equivalent: float, alpha: float = ALPHA) -> Verdict:
    if p_equivalent < alpha:
        return "equivalent within the margin"
    return "different" if p_different < alpha else "cannot tell"


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values: the i-th smallest of m by m - i + 1, and none below that of a smaller one."""
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return [float(value) for value in adjusted]
