"""Holds two results folders against each other: metric by metric, wherever both have the same combination of levels.

The trials of two campaigns share no blocks and no launch of the servers, so that the logarithms of their metrics, of
each launch the mean, are compared as independent samples (Welch).
"""

import math
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from statistics import fmean, geometric_mean

from analysis.analysis_errors import ResultsError
from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results, read_results
from analysis.comparing.trial_comparisons import compared_in
from analysis.contract.equivalence import MARGIN
from analysis.metrics import metric
from analysis.reading.trial_facts import LOAD
from analysis.statistics.intervals import Difference, welch
from analysis.statistics.ratio_of_means import independent_ratio_of_means
from analysis.statistics.smallest_effect import ratio_at
from analysis.statistics.verdicts import NO_RATIO, Verdict, verdicts_on


@dataclass(frozen=True)
class FolderComparison:
    """The ratio B / A of one metric at one combination of levels; a and b are geometric means, as the ratio is, or
    arithmetic ones where values are zero.
    """

    variant: str
    customers: int
    metric: str
    a: float
    b: float
    n_a: int  # launches of the servers
    n_b: int
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    verdict: Verdict = "cannot tell"
    margin: float = MARGIN  # of what counts as equivalent
    reason: str | None = None
    p_different: float | None = None  # adjusted for the number of ratios
    p_equivalent: float | None = None
    rate: str | None = None  # at which customers came who came when they were due


ONE_LAUNCH = "one launch of the servers is not a sample: campaigns that differ cannot be told from launches that differ"
# A comparison, and what its verdict depends on.
Tested = tuple[FolderComparison, Difference | None]


def compare_results(a: Path, b: Path) -> list[FolderComparison]:
    """Every metric that both folders have.

    Raises:
        ResultsError: they share no combination of levels, or call another margin equivalent.
    """
    ours, theirs = read_results(a), read_results(b)
    margin = common_margin(ours, theirs)
    same = [(one, other) for one in ours.combinations for other in theirs.combinations if one.levels == other.levels]
    if not same:
        raise ResultsError(
            f"{a} and {b} share no combination of levels with a valid trial, so that there is nothing to compare"
        )
    names = compared_in(trial for pair in same for combination in pair for trial in combination.trials)
    tested = [at_rate(compare_metric(name, one, other), one) for one, other in same for name in names]
    return with_verdicts(tested, margin)


def at_rate(tested: Tested | None, combination: Combination) -> Tested | None:
    """With the rate of an open load; of customers who order again and again their number says what the load was."""
    rate = combination.levels.get(LOAD)
    return (replace(tested[0], rate=str(rate)), tested[1]) if tested and rate is not None else tested


def common_margin(ours: Results, theirs: Results) -> float:
    """Within which both call equivalent what they compare. Raises ResultsError where they have another one."""
    margins = [results.experiment.margin for results in (ours, theirs)]
    if margins[0] != margins[1]:
        raise ResultsError(
            f"{ours.folder} called equivalent what lies within {100 * margins[0]:g} %, and {theirs.folder} within "
            f"{100 * margins[1]:g} %: their verdicts do not answer the same question"
        )
    return margins[0]


def with_verdicts(compared: list[Tested | None], margin: float = MARGIN) -> list[FolderComparison]:
    """With the verdicts on those whose difference can be tested, which are one family."""
    tested = [each for each in compared if each]
    verdicts = iter(verdicts_on([difference for _, difference in tested if difference], margin))
    return [
        replace(found, margin=margin, **vars(next(verdicts))) if difference else found for found, difference in tested
    ]


def compare_metric(name: str, one: Combination, other: Combination) -> Tested | None:
    """None where not both have the metric."""
    of_a, of_b = by_launch(one, name), by_launch(other, name)
    if not of_a or not of_b:
        return None
    identity, counts = (one.variant, one.customers, name), (len(of_a), len(of_b))
    if min(chain(*of_a, *of_b)) <= 0:
        ours, theirs = list(map(fmean, of_a)), list(map(fmean, of_b))
        a, b = fmean(ours), fmean(theirs)
        difference = independent_ratio_of_means(theirs, ours)
        if difference is None:
            return FolderComparison(*identity, a, b, *counts, reason=NO_RATIO), None
    else:
        ours, theirs = list(map(geometric_mean, of_a)), list(map(geometric_mean, of_b))
        a, b = geometric_mean(ours), geometric_mean(theirs)
        if min(counts) < 2:
            return FolderComparison(*identity, a, b, *counts, b / a, reason=ONE_LAUNCH), None
        difference = welch([math.log(value) for value in theirs], [math.log(value) for value in ours])
    low, high = map(ratio_at, difference.bounds())
    return FolderComparison(*identity, a, b, *counts, b / a, low, high), difference


def by_launch(combination: Combination, name: str) -> list[list[float]]:
    """The values of the trials of each launch; of what is summed over the window, so much a minute: the windows may
    differ in length.
    """
    found: dict[str, list[float]] = {}
    for trial in combination.trials:
        if (value := trial.value(name)) is not None:
            rate = value * 60 / trial.trial.window_s if metric(name).is_sum else value
            found.setdefault(trial.launch, []).append(rate)
    return list(found.values())
