"""Whether the verdicts of an experiment came back when it was conducted again."""

from dataclasses import dataclass
from typing import Any, Literal

from analysis.comparing.comparison import Comparison
from analysis.comparing.interference import difference_between
from analysis.statistics.verdicts import ALPHA

Outcome = Literal["came back", "contradicted", "cannot be told now"]


@dataclass(frozen=True)
class Replication:
    """A comparison that had a verdict, and the same one in the second experiment; None where that has none of it."""

    before: Comparison
    after: Comparison | None

    @property
    def outcome(self) -> Outcome:
        """`came back`: the same verdict, and of `different` the same side. `contradicted`: the other side, or one
        verdict is `different` and the other `equivalent`, and the two ratios differ by more than chance (Welch's t on
        their logarithms, 5 %): 1.04 may be different from 1 and within 5 % of it. Otherwise neither can be said.
        """
        if self.after is None or not has_verdict(self.after):
            return "cannot be told now"
        if _said(self.before) == _said(self.after):
            return "came back"
        one_sided = self.before.verdict == self.after.verdict == "different"
        return "contradicted" if one_sided or _apart(self.before, self.after) else "cannot be told now"


def replications(before: list[Comparison], after: list[Comparison]) -> list[Replication]:
    """One for each comparison of the first experiment that had a verdict, in its order."""
    again = {_identity(comparison): comparison for comparison in after}
    return [Replication(each, again.get(_identity(each))) for each in before if has_verdict(each)]


def has_verdict(found: Comparison) -> bool:
    return found.verdict in ("different", "equivalent within the margin")


def _said(found: Comparison) -> tuple[str, bool]:
    return found.verdict, found.verdict == "different" and (found.ratio or 1) > 1


def _apart(before: Comparison, after: Comparison) -> bool:
    """Whether two ratios differ by more than chance. Those without a standard error are taken as they stand."""
    one, other = before.log_difference, after.log_difference
    return one is None or other is None or difference_between(one, other).p < ALPHA


def _identity(found: Comparison) -> tuple[Any, ...]:
    held = tuple(sorted((factor, str(level)) for factor, level in found.held.items()))
    return found.metric, found.factor, found.level, found.against, found.assignment, held
