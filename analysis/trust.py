"""Whether the trials of a report can be believed, in the words of its head."""

from dataclasses import dataclass

from analysis import settings
from analysis.results import Results
from analysis.soundness import OTHER_CPU_FRACTION

ACCOUNTED = "every acknowledged order is accounted for, the stock adds up, and no mail is missing or doubled"


@dataclass(frozen=True)
class Trust:
    """What a reader should know before any metric."""

    results: Results

    @property
    def verdict(self) -> str:
        """Whether the trials can be believed, in one sentence."""
        planned, sound, holes = len(self.results.experiment["schedule"]), len(self.results.sound), self.results.holes
        if not holes:
            return f"All {sound} trials are sound: {self.accounted}."
        told = [f"trial {hole.trial} is {hole.status} ({'; '.join(hole.reasons)})" for hole in holes[:3]]
        more = f" and {len(holes) - 3} more, listed below" if len(holes) > 3 else ""
        without = "and the metrics do without the others"
        return f"Only {sound} of {planned} trials are sound, {without}: {', '.join(told)}{more}."

    @property
    def accounted(self) -> str:
        faulted = [result for result in self.results.sound if result.trial.faulted]
        if not faulted:
            return ACCOUNTED
        if all(result.audit and result.audit.passed for result in faulted):
            return f"{ACCOUNTED.replace('missing or doubled', 'missing')}, whatever the faults did"
        return "what the faults did to orders, mails and stock is told below"

    @property
    def caution(self) -> str | None:
        """That the machine was shared."""
        fractions = [
            fraction for r in self.results.calm if (fraction := r.value("cpu_other_fraction") or 0) > OTHER_CPU_FRACTION
        ]
        if not fractions:
            return None
        trials = "1 trial" if len(fractions) == 1 else f"{len(fractions)} trials"
        not_ours = f"other programs took up to {max(fractions):.0%} of the cores"
        return f"In {trials} {not_ours}: these metrics are not of the bed alone."

    @property
    def remarks(self) -> settings.Rows:
        """What a reader should know of sound trials, and of the circumstances."""
        of_trials = [(f"trial {r.trial.id}", remark) for r in self.results.sound for remark in r.remarks]
        return of_trials + settings.circumstances(self.results)
