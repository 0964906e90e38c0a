"""Claims judged by several campaigns: what each measured is published as a table, to which the next one adds.

A campaign is a set of results of one design, conducted on one machine within some hours. Campaigns are comparable where
the customers think so long that as many of them bring what the machine bears, so that each load is the same share of
it, and where servers and scenario are the same. Ratios are pooled on the logarithm, fractions on the logit.
"""

import csv
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from scipy import stats
from scipy.special import expit, logit

from analysis.analysis_errors import ResultsError
from analysis.comparing.claims import Claim, Judgement, MeasuredClaim, judged_by, shift_that_could_have_made_it
from analysis.statistics.intervals import CONFIDENCE, Estimate, Kind
from analysis.statistics.pooling import CampaignMean, pool

ALIKE: Kind = "t over units of several campaigns"
DIFFER: Kind = "t over campaigns"


@dataclass(frozen=True)
class Campaign:
    """What was conducted. name: of its results folder; design: what has to be the same for another one to be pooled
    with it; capacity_per_s: of the machine, orders per second.
    """

    name: str
    commit: str
    machine: str
    capacity_per_s: float
    design: str


@dataclass(frozen=True)
class PublishedEstimate:
    """One row of the table: what a campaign measured for a claim, in the unit of the claim. delegate: empty where the
    claim is of none alone; n: units, two or more.
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
    value: float
    low: float
    high: float
    n: int

    @property
    def subject(self) -> tuple[str, str, str, int]:
        """What it is an estimate of."""
        return self.store, self.claim, self.delegate, self.customers


def published(campaign: Campaign, store: str, found: Mapping[Claim, MeasuredClaim]) -> list[PublishedEstimate]:
    """The rows of a campaign: estimates with an interval, but for those that the machine's own shift may have made."""
    facts = (campaign.name, campaign.commit, campaign.machine, campaign.capacity_per_s, campaign.design)
    return [
        PublishedEstimate(*facts, store, claim.name, delegate, measured.customers, e.value, e.low, e.high, e.n)
        for claim, measured in found.items()
        for delegate, e in measured.estimates.items()
        if e.value is not None and e.low is not None and e.high is not None and e.n > 1
        if shift_that_could_have_made_it(claim, e) is None
    ]


def with_campaign(
    known: Iterable[PublishedEstimate], of_campaign: Sequence[PublishedEstimate]
) -> list[PublishedEstimate]:
    """All rows, those of this campaign in place of older ones of the same results.

    Raises:
        ResultsError: the table is of another design.
    """
    names = {each.campaign for each in of_campaign}
    others = [each for each in known if each.campaign not in names]
    for one, other in zip(others[:1], of_campaign[:1], strict=False):
        if one.design != other.design:
            raise ResultsError(
                f"{one.campaign} was published with {one.design}, and these results have {other.design}: "
                "campaigns are pooled where both are the same; name another folder with --into"
            )
    return [*others, *of_campaign]


def judged_by_all(
    claim: Claim, store: str, found: MeasuredClaim, table: Sequence[PublishedEstimate]
) -> Judgement | None:
    """The verdict of all campaigns that have an estimate at this load; None where it is one or none."""
    rows = {
        delegate: [row for row in table if row.subject == (store, claim.name, delegate, found.customers)]
        for delegate in found.estimates
    }
    campaigns = max(map(len, rows.values()))
    if campaigns < 2:
        return None
    pooled = {
        delegate: pooled_estimate(claim, of_delegate) if len(of_delegate) > 1 else found.estimates[delegate]
        for delegate, of_delegate in rows.items()
    }
    differ = any(estimate.interval == DIFFER for estimate in pooled.values())
    how = f"by {campaigns} campaigns" + (", which differ by more than chance" if differ else "")
    return judged_by(claim, MeasuredClaim(found.customers, pooled, found.overloaded), how)


def pooled_estimate(claim: Claim, rows: Sequence[PublishedEstimate]) -> Estimate:
    """Of two campaigns or more."""
    there, back = _scale(claim, rows)
    found = pool([_on(there, row) for row in rows])
    low, high = map(back, found.pooled.bounds(CONFIDENCE))
    kind, units = (ALIKE, sum(row.n for row in rows)) if found.are_alike else (DIFFER, len(rows))
    return Estimate(back(found.pooled.mean), units, low, high, kind)


def _on(there: Callable[[float], float], row: PublishedEstimate) -> CampaignMean:
    """A campaign's mean and standard error on a scale, from its interval, which is Student's of n - 1 there. Where an
    end was cut off, by the other one.
    """
    half = max(there(row.high) - there(row.value), there(row.value) - there(row.low))
    return CampaignMean(there(row.value), half / float(stats.t.ppf((1 + CONFIDENCE) / 2, row.n - 1)), row.n)


def _scale(
    claim: Claim, rows: Sequence[PublishedEstimate]
) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """To the scale on which the intervals are symmetric, and back."""
    if claim.unit == "ratio" and all(row.low > 0 for row in rows):
        return math.log, math.exp
    if claim.unit == "fraction" and all(row.low > 0 and row.high < 1 for row in rows):
        return lambda share: float(logit(share)), lambda log_odds: float(expit(log_odds))
    return float, float


def read_table(file: Path) -> list[PublishedEstimate]:
    """The rows of a table; none where there is no such file.

    Raises:
        ResultsError: it is no such table.
    """
    if not file.exists():
        return []
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            return [_row(row) for row in csv.DictReader(lines)]
    except (KeyError, ValueError, TypeError, UnicodeDecodeError, csv.Error) as error:
        columns = ", ".join(field.name for field in fields(PublishedEstimate))
        raise ResultsError(f"{file}: expected a table with the columns {columns}: {error}") from error


def _row(row: Mapping[str, str]) -> PublishedEstimate:
    kinds: Mapping[str, Callable[[str], object]] = {
        "capacity_per_s": float,
        "customers": int,
        "n": int,
    } | dict.fromkeys(("value", "low", "high"), float)
    values = {field.name: kinds.get(field.name, str)(row[field.name]) for field in fields(PublishedEstimate)}
    found = PublishedEstimate(**values)  # type: ignore[arg-type]
    if found.n < 2 or not found.low <= found.value <= found.high:
        raise ValueError(f"an interval of {found.low} to {found.high} about {found.value}, n = {found.n}")
    return found


def write_table(file: Path, rows: Sequence[PublishedEstimate]) -> None:
    with file.open("w", encoding="utf-8", newline="") as lines:
        table = csv.DictWriter(lines, [field.name for field in fields(PublishedEstimate)], lineterminator="\n")
        table.writeheader()
        table.writerows({name: _cell(value) for name, value in asdict(row).items()} for row in rows)


def _cell(value: object) -> object:
    return f"{value:.6g}" if isinstance(value, float) else value
