"""The paper's claims, held against what was measured: *agrees*, *disagrees*, *cannot tell* with the reason.

Absolute times of 2003 are context. Each claim here is a ratio, fraction or length that can be compared, with the range
in which the paper's words place it. It agrees when the whole interval lies in that range, and disagrees when the whole
interval lies outside, wherever what the machine did meanwhile could have moved it; where it speaks of two delegates, it
does so of each. A claim is judged at the load that it refers to: light (the lightest up to 25 customers, if it leaves
the cores more than half idle and only think time limits it), moderate (that up to 60 which is closest to the paper's 40
and does not saturate the machine), saturated (that closest to its 80 with which each delegate keeps the cores at least
85 % busy: the paper's SOAP needs them all from 70 threads on, its JMS from 80). What becomes of a step that fails after
it has sent is judged by trials in which steps do; an experiment that has no others is judged by such claims alone.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from analysis.comparing.comparison import Comparison, MachineShift
from analysis.comparing.delegate_ratios import KINDS, Compared, Measure
from analysis.comparing.design import TRANSITION
from analysis.comparing.evidence import Evidence, Load, is_overloaded, without_queues
from analysis.comparing.results import Results
from analysis.comparing.stability import is_sign, told
from analysis.counting import quantity
from analysis.statistics.intervals import Estimate, Kind
from analysis.statistics.smallest_effect import units_to_leave
from analysis.trials.trial_analysis import TrialResult

POOLED: Kind = "t over units of several campaigns"
OVER_CAMPAIGNS: Kind = "t over campaigns"
Verdict = Literal["agrees", "disagrees", "cannot tell"]
# How the levels were assigned, where that was not by trial.
BASES = {"clustered t over time blocks": "by order", "t over switchback blocks": "by window"}
# Nobody repeats a trial more often for a claim: of the paper's six loads so many would take 13 hours.
MAX_REPETITIONS = 100
# Nor conducts more campaigns of five repetitions each, which take as long.
MAX_CAMPAIGNS = 20
# What is claimed of each delegate: one that disagrees is enough, and all have to agree.
DECISIVE: tuple[Verdict, ...] = ("agrees", "cannot tell", "disagrees")


@dataclass(frozen=True)
class Untold:
    """Trials that do not tell what is claimed, and with which it would be otherwise. raising, lowering: the delegate
    that makes it greater with what they would have told, and less; of: whether a trial is one; words: what they are.
    """

    raising: str
    lowering: str
    of: Callable[[TrialResult], bool]
    words: str


def times_of(raising: str = "", lowering: str = "") -> Untold:
    """Of orders: an overloaded trial has none."""
    return Untold(raising, lowering, is_overloaded, "were overloaded ({}), whose times would have been longer")


def lengths_of(delegate: str) -> Untold:
    """Of queues: the broker did not answer when it was asked."""
    return Untold(delegate, "", without_queues, "did not tell their queues ({}), which may be the longest")


@dataclass(frozen=True)
class Claim:
    """One claim of a paper: what is measured for it, at which load, and the range that the paper's words give."""

    name: str
    claim: str
    paper: str
    low: float
    high: float
    load: Load
    measure: Measure
    unit: str = "ratio"
    note: str = ""  # why it may be otherwise here; told unless the claim agrees
    untold: Untold | None = None


@dataclass(frozen=True)
class Judgement:
    """A claim, what was measured, and the verdict."""

    name: str
    claim: str
    paper: str
    measured: float | None
    low: float | None
    high: float | None
    unit: str
    verdict: Verdict
    reason: str


@dataclass(frozen=True)
class MeasuredClaim:
    """What was measured for a claim, by delegate where it is claimed of each, and at how many customers. overloaded:
    how many trials at that load were, if any, in words; untold: how many would have raised it, and how many lowered it;
    silent: how many campaigns at that load tell nothing of it.
    """

    customers: int
    estimates: Mapping[str, Estimate]
    overloaded: str | None = None
    untold: tuple[int, int] = (0, 0)
    silent: int = 0

    def untold_by(self, estimate: Estimate) -> tuple[int, int]:
        """Trials that an estimate does without. Within a trial, all delegates had the same."""
        return (0, 0) if estimate.interval in KINDS.values() else self.untold


def judge(claims: tuple[Claim, ...], results: Results, comparisons: list[Comparison]) -> list[Judgement]:
    """Every claim that the trials can judge; none when the transition does not vary or no trial is valid."""
    evidence = Evidence(results, comparisons)
    return [judgement(claim, evidence) for claim in spoken_of(claims, evidence)]


def spoken_of(claims: tuple[Claim, ...], evidence: Evidence) -> list[Claim]:
    """Those that the trials can judge."""
    if TRANSITION not in evidence.results.design.compared or not (evidence.combinations or evidence.failing):
        return []
    return [claim for claim in claims if evidence.combinations or claim.load == "failing steps"]


def measured_for(claim: Claim, evidence: Evidence) -> MeasuredClaim | str:
    """What is to be compared with the claim's range, or why nothing is."""
    customers = evidence.load(claim.load)
    if isinstance(customers, str):
        return customers
    found = claim.measure(evidence, customers)
    overloaded = evidence.overloaded(customers)
    if isinstance(found, str):
        return f"{found}; {overloaded}" if overloaded else found
    estimates = found if isinstance(found, Mapping) else {"": found}
    return MeasuredClaim(customers, estimates, overloaded, untold(claim, evidence, customers))


def untold(claim: Claim, evidence: Evidence, customers: int) -> tuple[int, int]:
    """How many trials at this load would have raised what was measured, and how many lowered it."""
    if claim.untold is None:
        return 0, 0
    raising, lowering = (
        sum(map(claim.untold.of, evidence.trials(customers, delegate)))
        for delegate in (claim.untold.raising, claim.untold.lowering)
    )
    return raising, lowering


def judgement(claim: Claim, evidence: Evidence) -> Judgement:
    found = measured_for(claim, evidence)
    return judged(claim, "cannot tell", found) if isinstance(found, str) else judged_by(claim, found)


def judged_by(claim: Claim, found: MeasuredClaim, how: str | None = None) -> Judgement:
    """how: by what, such as `by 3 campaigns`; else it is told by the kind of the interval."""
    estimates = found.estimates
    verdicts = verdicts_on(claim, found)
    decisive = decisive_of(verdicts)
    verdict, why = verdicts[decisive]
    basis = how or BASES.get(estimates[decisive].interval)
    where = f"at {found.customers} customers" + (f", {basis}" if basis else "")
    words = [where, f"the paper's words give {span(claim)}"]
    if len(estimates) > 1:
        each = (f"{name} {estimate.value:.3g} {verdicts[name][0]}" for name, estimate in estimates.items())
        words.append(", ".join(each))
    words += [reason for reason in (why, found.overloaded if verdict == "cannot tell" else None) if reason]
    return judged(claim, verdict, "; ".join(words), estimates[decisive])


def verdicts_on(claim: Claim, found: MeasuredClaim) -> Mapping[str, tuple[Verdict, str]]:
    """By delegate, each with its reason."""
    return {name: _verdict_on(claim, found, estimate) for name, estimate in found.estimates.items()}


def decisive_of(verdicts: Mapping[str, tuple[Verdict, str]]) -> str:
    """The delegate whose verdict is that of the claim."""
    return max(verdicts, key=lambda name: DECISIVE.index(verdicts[name][0]))


def judged(claim: Claim, verdict: Verdict, reason: str, estimate: Estimate | None = None) -> Judgement:
    value, low, high = (estimate.value, estimate.low, estimate.high) if estimate else (None, None, None)
    reason += f". {claim.note}" if claim.note and value is not None and verdict != "agrees" else ""
    return Judgement(claim.name, claim.claim, claim.paper, value, low, high, claim.unit, verdict, reason)


def _verdict_on(claim: Claim, found: MeasuredClaim, estimate: Estimate) -> tuple[Verdict, str]:
    raising, lowering = found.untold_by(estimate)
    number, further = raising + lowering, None
    without = []
    if claim.untold and number:
        without.append(f"without trials that {claim.untold.words.format(number)}")
        further = f"it is {without[0]}; further such trials would be left out, too"
    if found.silent:
        without.append(f"without {quantity(found.silent, 'campaign')} at this load that told nothing of it")
    if not without:
        return verdict_on(claim, estimate)
    words = " and ".join(without)
    if claim.untold and estimate.value is not None:
        greater_still = estimate.value > claim.high and claim.untold.raising and not lowering
        silent_raises = bool(found.silent and claim.untold.raising)
        less_still = estimate.value < claim.low and claim.untold.lowering and not raising and not silent_raises
        if greater_still or less_still:
            verdict, why = verdict_on(claim, estimate)
            return verdict, "; ".join(filter(None, (why, words)))
    verdict, why = verdict_on(claim, estimate, further)
    return "cannot tell", why if verdict == "cannot tell" else f"it {verdict}, but {words}"


def verdict_on(claim: Claim, estimate: Estimate, instead: str | None = None) -> tuple[Verdict, str]:
    """Whether an interval lies in the claim's range, and why that cannot be told. instead: why more repetitions would
    not tell it either.
    """
    value, low, high = estimate.value, estimate.low, estimate.high
    if value is None:
        return "cannot tell", "not measured"
    if low is None or high is None:
        side = "inside" if claim.low <= value <= claim.high else "outside"
        why = estimate.why_no_interval if isinstance(estimate, Compared) else None
        return "cannot tell", f"{why or 'a single repetition has no confidence interval'}; its value lies {side} of it"
    verdict = place_of(claim, low, high)
    if verdict is None:
        are_campaigns = estimate.interval == OVER_CAMPAIGNS
        needed = instead or units_that_tell(claim, value, low, high, estimate.n, are_campaigns)
        return "cannot tell", f"the interval reaches beyond it, n = {estimate.n}; {needed}"
    shift = estimate.machine_shift if isinstance(estimate, Compared) else None
    if shift and is_sign(shift) and {place_of(claim, low * by, high * by) for by in both_ways(shift)} != {verdict}:
        return "cannot tell", f"it {verdict} by itself, but {told(shift)}, which could have made it"
    return verdict, ""


def place_of(claim: Claim, low: float, high: float) -> Verdict | None:
    """Whether an interval lies in the claim's range or outside of it; None where it reaches beyond an end."""
    if high < claim.low or low > claim.high:
        return "disagrees"
    return "agrees" if claim.low <= low and high <= claim.high else None


def both_ways(shift: MachineShift) -> tuple[float, float]:
    """What a ratio is to be multiplied by where the machine did that much, up or down."""
    return shift.ratio, 1 / shift.ratio


def units_that_tell(
    claim: Claim, value: float, low: float, high: float, units: int, are_campaigns: bool = False
) -> str:
    """How many of what was repeated would tell, if the value and the spread stay as they are. An interval has its own
    half towards each end of the range: that of a fraction is no symmetric one.
    """
    scale = math.log if claim.unit == "ratio" and claim.low > 0 else float
    towards_ends = {claim.low: high} if value < claim.low else {claim.high: low}
    if claim.low <= value <= claim.high:
        towards_ends = {end: reached for end, reached in ((claim.low, low), (claim.high, high)) if end > 0}
    needed = [
        units_to_leave(abs(scale(value) - scale(end)), abs(scale(value) - scale(reached)), units)
        for end, reached in towards_ends.items()
    ]
    most = MAX_CAMPAIGNS if are_campaigns else MAX_REPETITIONS
    least = max(units + 1, *(most + 1 if number is None else number for number in needed))
    if least > most and are_campaigns:
        return f"they differ so much, so close to the range's end, that more than {most} would be needed"
    if least > most:
        return f"it lies so close to the range's end that more than {most} would be needed"
    return f"{least:,} would tell if the value stays"


def span(claim: Claim) -> str:
    """The range of a claim."""
    low, high = (in_unit(claim, bound) for bound in (claim.low, claim.high))
    return f"at most {high}" if claim.low <= 0 else f"{low} to {high}"


def in_unit(claim: Claim, value: float) -> str:
    """A value of what is claimed, with three digits."""
    return f"{100 * value:.3g} %" if claim.unit == "fraction" else f"{value:.3g}"
