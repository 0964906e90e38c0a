"""Campaigns that have published what they measured for a claim."""

import math
from dataclasses import replace

from scipy import stats

from analysis.comparing.claims import Claim, MeasuredClaim, times_of
from analysis.comparing.published_claims import Campaign, PublishedEstimate, published
from analysis.statistics.intervals import Difference, Estimate

SLOWER = Claim("X-slower", "SOAP is slower", "1", 1.1, 1.5, "moderate", lambda evidence, customers: "")
TIMES = replace(SLOWER, untold=times_of("soap", "jms"))
SHARE = replace(SLOWER, name="X-share", low=0.2, high=0.5, unit="fraction")
DESIGN = "80 customers at 100 %, place-orders, one-server, -Xmx500m, 15 s a trial"
FIRST = Campaign("paper-1", "a" * 40, "a machine", 40.0, DESIGN)
KNOWN = Difference(math.log(1.3), 0.01, 4)


def of_ratio(mean_log: float, std_error: float, n: int = 5) -> Estimate:
    half = float(stats.t.ppf(0.975, n - 1)) * std_error
    low, value, high = (math.exp(mean_log + by * half) for by in (-1, 0, 1))
    return Estimate(value, n, low, high, "t over trials")


def rows_of(*estimates: Estimate, claim: Claim = SLOWER, store: str = "journal") -> list[PublishedEstimate]:
    """One campaign each."""
    return [
        row
        for number, estimate in enumerate(estimates, start=1)
        for row in published(replace(FIRST, name=f"paper-{number}"), store, {claim: MeasuredClaim(40, {"": estimate})})
    ]
