"""What the canary between trials takes off ratios between trials, and by how much the machine differed for the rest.

The slope comes from the profile of the machine (`calibration`), never from the data that it corrects. Its own standard
error is in that of the corrected ratio.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from statistics import fmean

from scipy import stats

from analysis.comparing.comparison import Comparison, MachineShift, Tested, with_ratio
from analysis.comparing.stability import CANARY, OTHERS, free_log, greatest, shift_of
from analysis.contract.assignment_units import Unit
from analysis.contract.machine_profile import CanarySlope
from analysis.statistics.intervals import CONFIDENCE, Difference, paired, welch_dof
from analysis.trials.trial_analysis import TrialResult

Block = tuple[TrialResult, TrialResult]
Slopes = Callable[[Unit, str], CanarySlope | None]


def no_slopes(unit: Unit, metric: str) -> None:
    """Without a profile of the machine nothing is corrected."""


def with_machine(tested: Tested, logs: list[float], blocks: list[Block], numbers: list[int], slopes: Slopes) -> Tested:
    """A ratio with its interval: corrected where there is a slope, and with the machine's own difference.

    logs: of the ratio, for each unit; numbers: the unit of each block.
    """
    canary, slope = canary_logs(blocks, numbers), slopes(tested[0].assignment, tested[0].metric)
    if slope is None or canary is None:
        return with_shift(tested, machine_shift(blocks, numbers))
    return with_shift(corrected(tested[0], logs, canary, slope), shift_of_shares(blocks, numbers))


def machine_shift(blocks: Sequence[Block], numbers: Sequence[int]) -> MachineShift | None:
    """By how much the machine itself differed between the two sides of these blocks. numbers: the unit of each."""
    canary = canary_logs(blocks, numbers)
    return greatest([shift_of_shares(blocks, numbers), None if canary is None else shift_of(CANARY, canary)])


def shift_of_shares(blocks: Sequence[Block], numbers: Sequence[int]) -> MachineShift | None:
    """By the unit, as the ratio is; None where a block does not know it."""
    logs = [free_log(*(side.value("cpu_other_fraction") for side in block)) for block in blocks]
    known = [log for log in logs if log is not None]
    return shift_of(OTHERS, means_by(numbers, known)) if len(known) == len(logs) else None


def canary_logs(blocks: Sequence[Block], numbers: Sequence[int]) -> list[float] | None:
    """Of each unit; None where a block has no canary."""
    known = [log for block in blocks if (log := canary_log(block)) is not None]
    return means_by(numbers, known) if len(known) == len(blocks) else None


def at_the_same_time(blocks: Sequence[Block]) -> bool:
    """Whether the sides of each block ran beside each other, so that the machine was the same for both."""
    return all(one.trial.facts.beside == other.trial.id for one, other in blocks)


def with_shift(tested: Tested, shift: MachineShift | None) -> Tested:
    return replace(tested[0], machine_shift=shift), tested[1]


def corrected(found: Comparison, logs: list[float], canary: list[float], slope: CanarySlope) -> Tested:
    """With what the canary's ratio and the slope explain taken off each unit's logarithm. The slope's error, by the
    degrees of freedom of its fit, and that of what is left are independent (Satterthwaite).
    """
    left = paired([log - slope.slope * of_canary for log, of_canary in zip(logs, canary, strict=True)])
    variances = [left.std_error**2, (slope_error(slope) * fmean(canary)) ** 2]
    dof = welch_dof(variances, [left.dof + 1, slope.n - 1])  # of a line n - 2
    kept = replace(found, canary_slope=slope.slope, uncorrected=(found.ratio or 0.0, found.low, found.high))
    return with_ratio(kept, Difference(left.mean, math.sqrt(sum(variances)), dof), "paired t on logarithms")


def slope_error(slope: CanarySlope) -> float:
    """The standard error that its interval was made from."""
    return (slope.high - slope.low) / 2 / float(stats.t.ppf((1 + CONFIDENCE) / 2, slope.n - 2))


def log_of_ratio(metric: str, block: Block) -> float | None:
    """None where a side has no such metric, or one of zero or less."""
    one, other = (side.value(metric) for side in block)
    return math.log(one / other) if one and other and min(one, other) > 0 else None


def canary_log(block: Block) -> float | None:
    """Of the canary between trials: above zero where the machine was slower at the level than at what it is held
    against; None where it was not measured.
    """
    return log_of_ratio("canary_between_ms", block)


def means_by(units: Sequence[Hashable], logs: Sequence[float]) -> list[float]:
    """The mean of the logarithms of each unit."""
    grouped: dict[Hashable, list[float]] = {}
    for unit, log in zip(units, logs, strict=True):
        grouped.setdefault(unit, []).append(log)
    return [fmean(of_unit) for of_unit in grouped.values()]
