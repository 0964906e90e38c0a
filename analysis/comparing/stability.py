"""By how much the machine itself differed between the levels that are compared, and which verdicts that undoes.

It has two signs, as logarithms of ratios, level / against: the canary between trials, and the share of the cores that
other programs and the hypervisor left. What they do to a metric is not known, so that a metric is taken to follow them
in full, up or down. A verdict is `unstable` where it would not outlive that: with the ratio moved so far, its test, as
one of as many ratios as before, no longer tells it.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from analysis.comparing.comparison import Comparison, MachineShift
from analysis.statistics.intervals import Difference, equivalence
from analysis.statistics.verdicts import ALPHA

CANARY = "the canary between the trials"
OTHERS = "the share of the cores that other programs left"
#: What the two signs can be told to: less is no sign of anything.
MIN_SHIFT = 0.01


def shift_of(sign: str, logs: Sequence[float | None]) -> MachineShift | None:
    """The mean over the units; None where one of them does not tell."""
    known = [log for log in logs if log is not None]
    return MachineShift(sign, math.exp(fmean(known))) if known and len(known) == len(logs) else None


def greatest(shifts: Sequence[MachineShift | None]) -> MachineShift | None:
    """The one that could do most; None where no sign is known."""
    return max((shift for shift in shifts if shift), key=lambda shift: abs(math.log(shift.ratio)), default=None)


def free_log(other: float | None, other_against: float | None) -> float | None:
    """Of the shares of the cores that others left, by those that they used; None where one is not known, or is all."""
    if other is None or other_against is None or max(other, other_against) >= 1:
        return None
    return math.log((1 - other) / (1 - other_against))


def with_stability(found: Comparison, alpha: float = ALPHA) -> Comparison:
    """Unstable where the machine could have made the verdict, a test at the level alpha, with the reason."""
    shift = found.machine_shift
    if shift is None or not is_sign(shift) or not could_have_made(found, shift, alpha):
        return found
    reason = f"{found.verdict}, but {told(shift)}, which could have made it"
    return replace(found, verdict="unstable", reason=reason)


def told(shift: MachineShift) -> str:
    """`the canary between the trials differed by 3.0% between the levels`."""
    size = math.expm1(abs(math.log(shift.ratio)))
    return f"{shift.sign} differed by {size:.1%} between the levels"


def is_sign(shift: MachineShift) -> bool:
    """Whether it is large enough to be told from nothing."""
    return abs(math.log(shift.ratio)) >= math.log1p(MIN_SHIFT)


def could_have_made(found: Comparison, shift: MachineShift, alpha: float = ALPHA) -> bool:
    """Whether the verdict would be another one, were the ratio moved by the shift."""
    if found.ratio is None or found.log_std_error is None or found.dof is None:
        return False
    as_found = Difference(math.log(found.ratio), found.log_std_error, found.dof)
    moved = abs(math.log(shift.ratio))
    if found.verdict == "different":
        rest = abs(as_found.mean) - moved
        nearer = replace(as_found, mean=rest)
        return rest <= 0 or _adjusted(nearer.p, as_found.p, found.p_different) >= alpha
    if found.verdict == "equivalent within the margin":
        margin = math.log1p(found.margin)
        farther = replace(as_found, mean=abs(as_found.mean) + moved)
        alone = equivalence(as_found, margin).p
        return _adjusted(equivalence(farther, margin).p, alone, found.p_equivalent) >= alpha
    return False


def _adjusted(moved_p: float, p: float, adjusted_p: float | None) -> float:
    """A p-value as one of a family, by what that made of this one."""
    return moved_p * adjusted_p / p if adjusted_p is not None and p > 0 else moved_p
