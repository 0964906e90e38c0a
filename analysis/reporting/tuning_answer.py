"""How a search for a collector answers: whether the best other that was tried is recommended instead of the default.

Who keeps the objective comes first, as in the rounds before. Of two that keep it the default stays unless a verdict
says that the other one is better.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from analysis.comparing.comparison import Comparison
from analysis.contract.objective import Objective
from analysis.metrics import metric
from analysis.presentation.formatting import effect, number, ratio
from analysis.presentation.summary_sentences import enumerate_words
from analysis.reporting.tuning_page import CPU, Shown

RECOMMENDED = "**Recommended**"
NOTHING_KNOWN = "**Nothing is known**: no launch of the last round could be counted"


def keeps(shown: Shown | None, objective: Objective) -> bool | None:
    """Whether the mean of its launches keeps the objective; None where none of them could be counted."""
    value_ms = _value_ms(shown, objective)
    return None if value_ms is None else value_ms <= objective.bound_ms


def told_value(shown: Shown | None, objective: Objective) -> str:
    """The objective's metric in words."""
    value_ms = _value_ms(shown, objective)
    if value_ms is None:
        return "no launch that could be counted"
    return "overloaded" if value_ms == math.inf else f"{number(value_ms)} ms"


def _value_ms(shown: Shown | None, objective: Objective) -> float | None:
    """Infinite where orders came faster than they were completed."""
    if shown is None:
        return None
    return math.inf if shown.overloaded else shown.value(objective.metric)


def nothing_else_known(default: Shown | None, objective: Objective) -> str:
    """Where no launch of any other candidate could be counted."""
    kept = keeps(default, objective)
    if kept is None:
        return NOTHING_KNOWN
    does = "keeps" if kept else "does not keep"
    return f"**Only the default is known**: it {does} {objective.text}. No launch of another candidate was counted"


def heading(
    comparisons: Sequence[Comparison],
    objective: Objective,
    best: Shown | None,
    default: Shown | None,
    lost: int = 0,
) -> str:
    """What the last round tells of its candidate, the best of the rounds before but for the default. Recommended is
    what keeps the objective by its mean and beats the default as a verdict, in the objective's metric or in CPU per
    order; what it costs besides stands with it where the default does not keep the objective, and is a choice where it
    does. Nothing is recommended of which launches are lost: those that failed or were void, and have no other in their
    place.
    """
    told = _heading(comparisons, objective, best, default)
    if not lost or best is None:
        return told
    launches = "1 launch of it failed or was void" if lost == 1 else f"{lost} launches of it failed or were void"
    told = told.replace(RECOMMENDED, "better than the default, but not recommended until the reason is known")
    return f"**{launches}.** By its other launches: {told}"


def _heading(comparisons: Sequence[Comparison], objective: Objective, best: Shown | None, default: Shown | None) -> str:
    kept, by_default = keeps(best, objective), keeps(default, objective)
    asked = [each for each in comparisons if each.metric in (objective.metric, CPU)]
    if kept is None:
        return "**Nothing is known of the best other candidate**: none of its launches could be counted"
    if by_default is None:
        does = "keeps" if kept else "does not keep"
        known = f"The best other candidate {does} {objective.text}"
        return f"**Nothing is known of the default**: none of its launches could be counted. {known}"
    if kept:
        return _both_keep(asked) if by_default else _only_best_keeps(asked, objective)
    return _only_default_keeps(asked, objective) if by_default else _neither_keeps(objective, best, default)


def _both_keep(asked: Sequence[Comparison]) -> str:
    better, worse = _told(asked, "better"), _told(asked, "worse")
    if better and worse:
        return f"**Better than the default in {_labels(better)}, worse in {_labels(worse)}: yours to choose**"
    if worse:
        return f"**The default is better**: the best other candidate is worse in {_labels(worse)}"
    return RECOMMENDED if better else _not_told(asked)


def _only_best_keeps(asked: Sequence[Comparison], objective: Objective) -> str:
    """Who is overloaded has no times, so that there is no comparison of them: that is told without one."""
    better, worse = _told(asked, "better"), _told(asked, "worse")
    has_times = any(each.metric == objective.metric for each in asked)
    is_quicker = any(each.metric == objective.metric for each in better)
    if is_quicker or not has_times or (better and not worse):
        price = f"; this candidate costs more: worse in {_labels(worse)}" if worse else ""
        return f"{RECOMMENDED}: the default does not keep {objective.text}{price}"
    if worse:
        return (
            f"**Its mean keeps {objective.text} and the default's does not, but it is worse in {_labels(worse)}: "
            f"yours to choose**{_unsure(asked, objective)}"
        )
    return f"{_not_told(asked)}. By its mean the best other candidate keeps {objective.text}, and the default does not"


def _only_default_keeps(asked: Sequence[Comparison], objective: Objective) -> str:
    """Means on both sides of the bound are no verdict: without one the default is kept, and is not called better."""
    unsure = _unsure(asked, objective)
    verdict = "Not recommended" if unsure else "The default is better"
    means = f"by its mean the default keeps {objective.text}, but the best other candidate does not"
    return f"**{verdict}**: {means}{unsure}"


def _unsure(asked: Sequence[Comparison], objective: Objective) -> str:
    """That means lie on both sides of the bound is no verdict: what is known of their difference where that is none."""
    found = [each for each in asked if each.metric == objective.metric and each.verdict != "different"]
    return "".join(f". {_clause(each)}" for each in found)


def _neither_keeps(objective: Objective, best: Shown | None, default: Shown | None) -> str:
    here, there = (_value_ms(each, objective) or math.inf for each in (best, default))
    if here == there == math.inf:
        return f"**Nothing keeps {objective.text} in the last round**: both were overloaded"
    nearest = "the best other candidate is nearest to it" if here <= there else "the default is nearest to it"
    return f"**Nothing keeps {objective.text} in the last round; {nearest}**"


def _told(asked: Iterable[Comparison], side: Literal["better", "worse"]) -> list[Comparison]:
    """Those whose verdict says so: less is better in all that is asked."""
    different = [each for each in asked if each.verdict == "different" and each.ratio is not None]
    return [each for each in different if ((each.ratio or 1) < 1) == (side == "better")]


def _labels(comparisons: Iterable[Comparison]) -> str:
    return enumerate_words([metric(each.metric).label for each in comparisons])


def _not_told(asked: Sequence[Comparison]) -> str:
    if asked and all(each.verdict == "equivalent within the margin" for each in asked):
        return f"**As good as the default, and no better**: {_labels(asked)} the same within {effect(asked[0].margin)}"
    clauses = "".join(f". {_clause(each)}" for each in asked)
    return (
        f"**Nothing was shown to be better than the default**{clauses}. The earlier rounds had one launch "
        "of each candidate, and other launches may find another"
    )


def _clause(found: Comparison) -> str:
    """What is known of a metric that does not differ as a verdict."""
    label = metric(found.metric).label
    if found.verdict == "equivalent within the margin":
        return f"{label}: the same within {effect(found.margin)}"
    why = f", {found.reason}" if found.reason else ""
    if found.verdict == "unstable":
        return f"{label}: {ratio(found)}, unstable{why}"
    seen = (
        f"; by itself, a difference of {effect(found.smallest_effect)} would be seen four times out of five"
        if found.smallest_effect
        else ""
    )
    return f"{label}: cannot tell{why}{seen}"


def comparison_line(found: Comparison) -> str:
    """One metric of the last candidate against the default."""
    label, why = metric(found.metric).label, f" ({found.reason})" if found.reason else ""
    known = "no ratio" if found.ratio is None else f"{ratio(found)} the default's"
    lost = ((found.excluded_level, "of it"), (found.excluded_against, "of the default"))
    not_counted = ", ".join(f"{trials} {side}" for trials, side in lost if trials)
    besides = f" (not counted: {not_counted})" if not_counted else ""
    return f"- {label}: {known}, **{found.verdict}**{why}, n = {found.n} launches{besides}."
