"""Whether levels that were drawn for each order disturb each other: by order and by window must tell the same.

Orders that are served side by side can wait for those of the other level, in queues, for locks and for collections; in
windows each level has the store for itself. Where both were estimated, their ratios are compared: the difference of
their logarithms with both standard errors, and Satterthwaite's degrees of freedom, as Welch's of two samples.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Literal

from analysis.comparing.comparison import Tested
from analysis.comparing.design import Design
from analysis.comparing.order_samples import OrderSample
from analysis.comparing.window_samples import WindowSample
from analysis.contract.document import Level
from analysis.metrics import GEOMETRIC_MEANS
from analysis.statistics.intervals import Difference
from analysis.statistics.verdicts import ALPHA, holm


@dataclass(frozen=True)
class InterferenceCheck:
    """The ratio level / against of one metric by order, and by window; `disturbance` is by order / by window."""

    metric: str
    level: Level
    against: Level
    held: dict[str, Any]
    by_order: float
    by_window: float
    disturbance: float
    low: float
    high: float
    p: float  # that it is 1, adjusted for the number of checks
    verdict: Literal["agree", "disagree"] = "agree"


def interference_checks(
    design: Design, by_order: Iterable[OrderSample], by_window: Iterable[WindowSample]
) -> list[InterferenceCheck]:
    """One for each metric, pair of levels and combination of the others that was estimated by order and by window."""
    places = product(by_order, by_window)
    same = [(one, other) for one, other in places if (one.factor, one.held) == (other.factor, other.held)]
    found = [
        check_of(one.compare(metric, pair), other.compare(metric, pair))
        for pair in design.pairs()
        for one, other in same
        if one.factor == pair.factor
        for metric in GEOMETRIC_MEANS
    ]
    return with_verdicts([check for check in found if check])


def check_of(one: Tested, other: Tested) -> InterferenceCheck | None:
    """None where one of them has no standard error."""
    (found, of_orders), (_, of_windows) = one, other
    if of_orders is None or of_windows is None:
        return None
    apart = difference_between(of_orders, of_windows)
    low, high = (math.exp(bound) for bound in apart.bounds())
    return InterferenceCheck(
        found.metric,
        found.level,
        found.against,
        found.held,
        by_order=math.exp(of_orders.mean),
        by_window=math.exp(of_windows.mean),
        disturbance=math.exp(apart.mean),
        low=low,
        high=high,
        p=apart.p,
    )


def difference_between(one: Difference, other: Difference) -> Difference:
    """Of two estimates of independent data, each with its standard error and degrees of freedom."""
    squares = [each.std_error**2 for each in (one, other)]
    parts = sum(square**2 / each.dof for square, each in zip(squares, (one, other), strict=True))
    dof = sum(squares) ** 2 / parts if parts else one.dof + other.dof
    return Difference(one.mean - other.mean, math.sqrt(sum(squares)), dof)


def with_verdicts(checks: list[InterferenceCheck]) -> list[InterferenceCheck]:
    """They are one family: that any is called disturbed, and is not, has a probability of 5 % at most."""
    adjusted = zip(checks, holm([check.p for check in checks]), strict=True)
    return [replace(check, p=p, verdict="disagree" if p < ALPHA else "agree") for check, p in adjusted]
