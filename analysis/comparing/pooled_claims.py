"""Claims judged by several campaigns, whose published estimates are pooled.

What is pooled is the mean of these campaigns; other machines may differ.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from scipy.special import expit

from analysis.comparing.claims import OVER_CAMPAIGNS, POOLED, Claim, Judgement, MeasuredClaim, judged_by
from analysis.comparing.comparison import MachineShift
from analysis.comparing.delegate_ratios import KINDS, Compared
from analysis.comparing.published_claims import WINDOW, PublishedEstimate
from analysis.statistics.intervals import CONFIDENCE, Estimate
from analysis.statistics.pooling import pool
from analysis.statistics.smallest_effect import ratio_at

FROM_SCALE: Mapping[str, Callable[[float], float]] = {"log": ratio_at, "logit": lambda odds: float(expit(odds))}
MACHINES = "the machine, over all campaigns,"
"""What is told to have differed."""


def judged_by_all(
    claim: Claim, own: Sequence[PublishedEstimate], found: MeasuredClaim, table: Sequence[PublishedEstimate]
) -> Judgement | None:
    """The verdict of all campaigns that have the same as this one, or in its place of those whose delegates took turns
    at this load, which tell more. own: its rows; found: what it measured. None where it is the only one, or has no row
    itself.
    """
    of_itself = [row for row in own if row.claim == claim.name]
    of_claim = in_turns(of_itself, table) or of_itself
    alike = [{row.campaign: row for row in table if row.subject == each.subject} for each in of_claim]
    campaigns = set.intersection(*map(set, alike)) if alike else set()
    if len(of_claim) < len(found.estimates) or of_claim[0].campaign not in campaigns:
        return None
    if len(campaigns) < 2:
        if of_claim is of_itself:
            return None
        as_told = {row.delegate: of_window(row) for row in of_claim}
        return judged_by(claim, MeasuredClaim(found.customers, as_told), f"by window, by `{of_claim[0].campaign}`")
    by_delegate = {
        each.delegate: [rows[name] for name in sorted(campaigns)] for each, rows in zip(of_claim, alike, strict=True)
    }
    pooled = {delegate: pooled_estimate(rows) for delegate, rows in by_delegate.items()}
    silent = len({row.campaign for row in table if at_its_load(row, of_claim[0])} - campaigns)
    how = (
        f"by {len(campaigns)} campaigns"
        if not silent
        else f"by {len(campaigns)} of {len(campaigns) + silent} campaigns"
    )
    told_by = MeasuredClaim(found.customers, pooled, untold=_untold(by_delegate), silent=silent)
    if any(estimate.interval == OVER_CAMPAIGNS for estimate in pooled.values()):
        each_tells = {delegate: of_each(rows) for delegate, rows in by_delegate.items()}
        told = judged_by(claim, replace(told_by, estimates=each_tells), f"{how}, which differ, but each tells it")
        if told.verdict != "cannot tell":
            return told
        how += ", which differ by more than chance, so that n is theirs"
    # Which of its trials were overloaded is of no turns.
    return judged_by(claim, replace(told_by, overloaded=found.overloaded if of_claim is of_itself else None), how)


def in_turns(own: Sequence[PublishedEstimate], table: Sequence[PublishedEstimate]) -> list[PublishedEstimate]:
    """What one campaign whose delegates took turns tells of the same as each of these rows of another that had none;
    empty where none does.
    """
    if any(row.unit == WINDOW for row in own):
        return []
    wanted = {replace(row, unit=WINDOW).subject for row in own}
    of_campaigns: dict[str, list[PublishedEstimate]] = {}
    for row in table:
        if row.subject in wanted:
            of_campaigns.setdefault(row.campaign, []).append(row)
    return next((rows for rows in of_campaigns.values() if len(rows) == len(wanted)), [])


def of_window(row: PublishedEstimate) -> Compared:
    """As the report of this campaign told it."""
    return Compared(row.value, row.n, row.low, row.high, KINDS[WINDOW], MachineShift(MACHINES, row.machine_shift))


def at_its_load(row: PublishedEstimate, other: PublishedEstimate) -> bool:
    """Whether both are of the same repetitions at the same load, whatever they tell of."""
    return (row.store, row.customers, row.unit) == (other.store, other.customers, other.unit)


def _untold(by_delegate: Mapping[str, Sequence[PublishedEstimate]]) -> tuple[int, int]:
    """Trials that these rows are without. Rows of several delegates are of the same trials."""
    of_each = [(sum(row.raising for row in rows), sum(row.lowering for row in rows)) for rows in by_delegate.values()]
    raising, lowering = zip(*of_each, strict=True)
    return max(raising), max(lowering)


def pooled_estimate(rows: Sequence[PublishedEstimate]) -> Compared:
    """Of the rows of two campaigns or more that have the same subject."""
    back = FROM_SCALE.get(rows[0].scale, float)
    found = pool([row.mean for row in rows])
    low, high = map(back, found.pooled.bounds(CONFIDENCE))
    kind, units = (POOLED, sum(row.n for row in rows)) if found.are_alike else (OVER_CAMPAIGNS, len(rows))
    weights = [row.n if found.are_alike else 1 for row in rows]
    shifts = (weight * math.log(row.machine_shift) for weight, row in zip(weights, rows, strict=True))
    shift = MachineShift(MACHINES, math.exp(math.fsum(shifts) / sum(weights)))
    if all(row.low >= 0 for row in rows):
        low = max(low, 0.0)  # what is never negative
    return Compared(back(found.pooled.mean), units, low, high, kind, shift)


def of_each(rows: Sequence[PublishedEstimate]) -> Estimate:
    """From the lowest to the highest that an interval of these campaigns reaches, wherever the machine moved it: what
    this tells, each of them tells by itself.
    """
    moved = [max(row.machine_shift, 1 / row.machine_shift) for row in rows]
    low = min(row.low / by for row, by in zip(rows, moved, strict=True))
    high = max(row.high * by for row, by in zip(rows, moved, strict=True))
    return replace(pooled_estimate(rows), low=low, high=high, machine_shift=None)
