"""What a campaign measured for the claims of a paper, to be published (`claims_table`).

A campaign is an experiment as it was conducted once, on one machine within some hours. Campaigns are comparable where
their design is the same and the customers think so long that as many of them bring what the machine bears: each load is
the same share of it then.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from scipy import stats
from scipy.special import logit

from analysis.comparing.claims import Claim, MeasuredClaim
from analysis.comparing.comparison import MachineShift
from analysis.comparing.delegate_ratios import KINDS, Compared
from analysis.comparing.stability import OTHERS
from analysis.statistics.intervals import CONFIDENCE, Estimate, Kind
from analysis.statistics.pooling import CampaignMean
from analysis.statistics.smallest_effect import ratio_at

Scale = Literal["log", "logit", "linear"]
"""On which an interval is Student's: of ratios, of fractions of orders, of other means."""
TO_SCALE: Mapping[str, Callable[[float], float]] = {"log": math.log, "logit": lambda share: float(logit(share))}
UNITS: Mapping[Kind, str] = {kind: unit for unit, kind in KINDS.items()}
WINDOW = "window"


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
