"""Claims judged by several campaigns, whose published estimates are pooled.

What is pooled is the mean of these campaigns; other machines may differ. Where these campaigns differ by more than
chance, and their machines do, each machine is judged by its own campaigns.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from scipy.special import expit

from analysis.comparing.claims import (
    OVER_CAMPAIGNS,
    POOLED,
    Claim,
    Judgement,
    MeasuredClaim,
    decisive_of,
    in_unit,
    judged,
    judged_by,
    span,
    verdicts_on,
)
from analysis.comparing.comparison import MachineShift
from analysis.comparing.delegate_ratios import KINDS, Compared
from analysis.comparing.published_claims import WINDOW, PublishedEstimate
from analysis.statistics.intervals import CONFIDENCE, Estimate
from analysis.statistics.pooling import LEVEL, p_groups_alike, pool
from analysis.statistics.smallest_effect import ratio_at

FROM_SCALE: Mapping[str, Callable[[float], float]] = {"log": ratio_at, "logit": lambda odds: float(expit(odds))}
Rows = Mapping[str, Sequence[PublishedEstimate]]
"""Of a claim, by delegate, those of the same campaigns for each."""
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
    silent = len({row.campaign for row in table if at_its_load(row, of_claim[0])} - campaigns)
    how = (
        f"by {len(campaigns)} campaigns"
        if not silent
        else f"by {len(campaigns)} of {len(campaigns) + silent} campaigns"
    )
    # Which of its trials were overloaded is of no turns.
    overloaded = found.overloaded if of_claim is of_itself else None
    return _judged_together(claim, by_delegate, MeasuredClaim(found.customers, {}, overloaded, silent=silent), how)


def _judged_together(claim: Claim, rows: Rows, found: MeasuredClaim, how: str) -> Judgement:
    """found: what is the same of all."""
    told_by = _pooled(rows, found)
    if all(estimate.interval != OVER_CAMPAIGNS for estimate in told_by.estimates.values()):
        return judged_by(claim, told_by, how)
    each_tells = replace(told_by, estimates={delegate: of_each(of_it) for delegate, of_it in rows.items()})
    told = judged_by(claim, each_tells, f"{how}, which differ, but each tells it")
    if told.verdict != "cannot tell":
        return told
    if any(map(machines_differ, rows.values())):
        on_machines = {machine: _pooled(of_it, found) for machine, of_it in _by_machine(rows).items()}
        how += ", whose machines differ by more than chance"
        return judged_on_machines(claim, on_machines, told_by.estimates, how)
    return judged_by(claim, told_by, f"{how}, which differ by more than chance, so that n is theirs")


def judged_on_machines(
    claim: Claim, on_machines: Mapping[str, MeasuredClaim], of_all: Mapping[str, Estimate], how: str
) -> Judgement:
    """The verdict is that which each machine gives. The interval reaches from the lowest end of theirs to the highest.

    on_machines: what the campaigns of each measured, with intervals; of_all: what all did, by delegate; how: as in
    `judged_by`.
    """
    verdicts = {machine: verdicts_on(claim, found) for machine, found in on_machines.items()}
    delegates = {machine: decisive_of(on_it) for machine, on_it in verdicts.items()}
    told = {machine: verdicts[machine][delegate] for machine, delegate in delegates.items()}
    different = {verdict for verdict, _ in told.values()}
    decisive = next((machine for machine, (verdict, _) in told.items() if verdict == "cannot tell"), min(told))
    found, (verdict, why) = on_machines[decisive], told[decisive]
    words = [f"at {found.customers} customers, {how}", f"the paper's words give {span(claim)}"]
    estimates = {machine: on_machines[machine].estimates[delegate] for machine, delegate in delegates.items()}
    words.append(
        ", ".join(f"{machine} {_in_words(claim, of_it)} {told[machine][0]}" for machine, of_it in estimates.items())
    )
    if verdict == "cannot tell":
        words.append(f"on {decisive} {why}")
    elif len(different) > 1:
        verdict = "cannot tell"
        words.append("it depends on the machine")
    if verdict == "cannot tell" and found.overloaded:
        words.append(found.overloaded)
    reached = [end for of_it in estimates.values() for end in (of_it.low, of_it.high) if end is not None]
    reaching = replace(of_all[delegates[decisive]], low=min(reached), high=max(reached))
    return judged(claim, verdict, "; ".join(words), reaching)


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


def _pooled(rows: Rows, found: MeasuredClaim) -> MeasuredClaim:
    return replace(
        found,
        estimates={delegate: pooled_estimate(of_it) for delegate, of_it in rows.items()},
        untold=_untold(rows),
    )


def _untold(rows: Rows) -> tuple[int, int]:
    """Trials that these rows are without. Rows of several delegates are of the same trials."""
    numbers = [(sum(row.raising for row in of_it), sum(row.lowering for row in of_it)) for of_it in rows.values()]
    raising, lowering = zip(*numbers, strict=True)
    return max(raising), max(lowering)


def _by_machine(rows: Rows) -> dict[str, dict[str, list[PublishedEstimate]]]:
    """Of each machine its rows, by delegate. All delegates have rows of the same campaigns."""
    found: dict[str, dict[str, list[PublishedEstimate]]] = {}
    for delegate, of_it in rows.items():
        for row in of_it:
            found.setdefault(row.machine, {}).setdefault(delegate, []).append(row)
    return found


def machines_differ(rows: Sequence[PublishedEstimate]) -> bool:
    """By more than chance."""
    of_machines = (of_machine[""] for of_machine in _by_machine({"": rows}).values())
    return p_groups_alike([[row.mean for row in of_machine] for of_machine in of_machines]) < LEVEL


def pooled_estimate(rows: Sequence[PublishedEstimate]) -> Compared:
    """Of the rows of one campaign or more that have the same subject."""
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


def _in_words(claim: Claim, estimate: Estimate) -> str:
    """`0.81 (0.8–0.83)`."""
    value, low, high = (
        "–" if end is None else in_unit(claim, end) for end in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low}–{high})"
