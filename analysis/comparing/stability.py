"""By how much the machine itself differed between the levels that are compared, and which verdicts that undoes.

It has two signs, as logarithms of ratios, level / against: the canary between trials, and the share of the cores that
other programs and the hypervisor left. What they do to a metric is not known, so that a metric is taken to follow them
in full, up or down. A verdict is `unstable` where it would not outlive that: moved so far, the interval of what was
called different reaches 1, or that of what was called equivalent leaves the margin.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from analysis.comparing.comparison import Comparison, MachineShift

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


def with_stability(found: Comparison) -> Comparison:
    """Unstable where the machine could have made the verdict, with the reason."""
    shift = found.machine_shift
    if shift is None or found.low is None or found.high is None or not could_have_made(found, shift):
        return found
    size = math.expm1(abs(math.log(shift.ratio)))
    reason = f"{found.verdict}, but {shift.sign} differed by {size:.1%} between the levels, which could have made it"
    return replace(found, verdict="unstable", reason=reason)


def could_have_made(found: Comparison, shift: MachineShift) -> bool:
    """Whether the verdict would be another one, were the interval moved by the shift."""
    moved = abs(math.log(shift.ratio))
    if moved < math.log1p(MIN_SHIFT) or found.low is None or found.high is None:
        return False
    low, high = math.log(found.low), math.log(found.high)
    if found.verdict == "different":
        return min(abs(low), abs(high)) <= moved
    return found.verdict == "equivalent within the margin" and max(-low, high) + moved > math.log1p(found.margin)
