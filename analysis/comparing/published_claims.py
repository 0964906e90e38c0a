"""Claims judged by several campaigns: what each measured is published (`claims_table`), and pooled with the next.

A campaign is an experiment as it was conducted once, on one machine within some hours. Campaigns are comparable where
their design is the same and the customers think so long that as many of them bring what the machine bears: each load is
the same share of it then. What is pooled is the mean of these campaigns; other machines may differ.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from scipy import stats
from scipy.special import expit, logit

from analysis.comparing.claims import OVER_CAMPAIGNS, POOLED, Claim, Judgement, MeasuredClaim, judged_by
from analysis.comparing.comparison import MachineShift
from analysis.comparing.delegate_ratios import KINDS, Compared
from analysis.comparing.stability import OTHERS
from analysis.statistics.intervals import CONFIDENCE, Estimate, Kind
from analysis.statistics.pooling import CampaignMean, pool
from analysis.statistics.smallest_effect import ratio_at

Scale = Literal["log", "logit", "linear"]
"""On which an interval is Student's: of ratios, of fractions of orders, of other means."""
TO_SCALE: Mapping[str, Callable[[float], float]] = {"log": math.log, "logit": lambda share: float(logit(share))}
FROM_SCALE: Mapping[str, Callable[[float], float]] = {"log": ratio_at, "logit": lambda odds: float(expit(odds))}
UNITS: Mapping[Kind, str] = {kind: unit for unit, kind in KINDS.items()}
WINDOW = "window"
MACHINES = "the machine, over all campaigns,"
"""What is told to have differed."""


@dataclass(frozen=True)
class Campaign:
    """What was conducted. name: of its results folder; design: all that another one must have in common with it;
    capacity_per_s: of the machine, orders per second.
    """

    name: str
    commit: str
    machine: str
    capacity_per_s: float
    design: str

    @property
    def columns(self) -> tuple[str, str, str, float, str]:
        """The first of its rows."""
        return self.name, self.commit, self.machine, self.capacity_per_s, self.design


@dataclass(frozen=True)
class PublishedEstimate:
    """One row of the table: what a campaign measured for a claim, with its 95 % interval, in the unit of the claim.
    delegate: empty where the claim is of none alone; unit: what was repeated n times; scale: on which the interval is
    Student's, with dof degrees of freedom; machine_shift: by which ratio the machine itself was slower with the first
    of two delegates than with the second, 1 where that is not known; raising, lowering: how many trials it is without
    that would have made it greater, and less.
    """

    campaign: str
    commit: str
    machine: str
    capacity_per_s: float
    design: str
    store: str
    claim: str
    delegate: str
    customers: int
    unit: str
    scale: str
    value: float
    low: float
    high: float
    n: int
    dof: float
    machine_shift: float
    raising: int
    lowering: int

    @property
    def subject(self) -> tuple[object, ...]:
        """What it is an estimate of, and of what its n counts."""
        return self.store, self.claim, self.delegate, self.customers, self.unit, self.scale

    @property
    def mean(self) -> CampaignMean:
        """On the scale, by the upper end of the interval: the lower one is cut off where nothing is below zero. Of
        fractions by that which is not the nearer one to its limit, 0 or 1, where numbers are rounded.
        """
        to_scale = TO_SCALE.get(self.scale, float)
        end = self.low if self.scale == "logit" and 1 - self.high < self.low else self.high
        half = abs(to_scale(end) - to_scale(self.value))
        return CampaignMean(to_scale(self.value), half / _quantile(self.dof), self.n, self.dof)


def _quantile(dof: float) -> float:
    return float(stats.t.ppf((1 + CONFIDENCE) / 2, dof))


def published(
    campaign: Campaign,
    store: str,
    found: Mapping[Claim, MeasuredClaim],
    by_window: Mapping[int, Campaign | None] | None = None,
) -> list[PublishedEstimate]:
    """The rows of a campaign: of estimates over two repetitions or more, but for those that are at the end of their
    scale, as where all orders were affected.

    by_window: who else measured by window, by the customers; None instead of who cannot be compared with others.
    """
    rows = []
    for claim, measured in found.items():
        for delegate, estimate in measured.estimates.items():
            numbers = _numbers(claim, measured, estimate)
            in_turns = numbers is not None and numbers["unit"] == WINDOW
            conducted = (by_window or {}).get(measured.customers, campaign) if in_turns else campaign
            if numbers and conducted:
                about = (store, claim.name, delegate, measured.customers)
                row = PublishedEstimate(*conducted.columns, *about, **numbers)
                rows += [] if mistake_in(row) else [row]
    return rows


def _numbers(claim: Claim, measured: MeasuredClaim, estimate: Estimate) -> dict[str, Any] | None:
    """The columns from the unit on; None where it is not over repetitions of the load."""
    value, low, high, n = estimate.value, estimate.low, estimate.high, estimate.n
    if value is None or low is None or high is None or n < 2:
        return None
    unit = UNITS.get(estimate.interval, "launch" if "launches" in estimate.interval else "trial")
    raising, lowering = measured.untold_by(estimate)
    columns = {"unit": unit, "value": value, "n": n, "raising": raising, "lowering": lowering}
    if isinstance(estimate, Compared):
        difference, shift = estimate.log_difference, estimate.machine_shift
        if difference is None:
            return None
        # Of an experiment with looks its own interval is another one than that of 95 %.
        low, high = map(ratio_at, difference.bounds(CONFIDENCE))
        of_ratio = {"scale": "log", "dof": difference.dof, "machine_shift": slower(shift)}
        return columns | {"low": low, "high": high} | of_ratio
    columns |= {"low": low, "high": high, "dof": n - 1, "machine_shift": 1.0}
    if estimate.interval in ("t on the logit over trials", "t on the logit over launches"):
        return columns | {"scale": "logit"}
    if estimate.interval in ("t over trials", "t over launches"):
        return columns | {"scale": "log" if claim.unit == "ratio" else "linear"}
    return None


def slower(shift: MachineShift | None) -> float:
    """By which ratio the machine was slower, whichever sign tells it: with more free cores it is faster."""
    if shift is None:
        return 1.0
    return 1 / shift.ratio if shift.sign == OTHERS else shift.ratio


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


def mistake_in(row: PublishedEstimate) -> str | None:
    """What cannot be pooled."""
    numbers = (row.capacity_per_s, row.value, row.low, row.high, row.dof, row.machine_shift)
    within = {"log": row.low > 0, "logit": row.low > 0 and row.value < 1 and row.high <= 1}.get(row.scale, True)
    if row.scale not in get_args(Scale) or not within or not all(map(math.isfinite, numbers)):
        return f"{row.low} to {row.high} with the scale {row.scale!r}"
    if row.n < 2 or min(row.dof, row.machine_shift) <= 0 or not row.low <= row.value <= row.high:
        return (
            f"{row.value} in {row.low} to {row.high}, n = {row.n}, dof = {row.dof}, machine_shift = {row.machine_shift}"
        )
    if min(row.raising, row.lowering) < 0:
        return f"raising = {row.raising}, lowering = {row.lowering}"
    return None
