"""The validity of the trials of a report, as its first lines say it."""

from dataclasses import dataclass

from analysis.comparing.results import Results
from analysis.counting import quantity
from analysis.presentation import settings
from analysis.presentation.excluded_rows import excluded_rows
from analysis.trials.validity import OTHER_CPU_FRACTION

ACCOUNTED = "every acknowledged order is accounted for, the stock adds up, and no mail is missing or duplicated"

NAMED = 3


@dataclass(frozen=True)
class ValiditySummary:
    """What a reader should know before any metric."""

    results: Results

    @property
    def verdict(self) -> str:
        """Whether the trials are valid, in one sentence."""
        planned, valid = len(self.results.due), len(self.results.valid)
        excluded = excluded_rows(self.results.excluded_trials)
        if not excluded:
            which = "The trial is" if valid == 1 else f"All {valid} trials are"
            return f"{which} valid: {self.accounting}.{self.repeated}"
        named = [f"{each.subject} {each.status} ({'; '.join(each.reasons)})" for each in excluded[:NAMED]]
        unnamed = sum(each.count for each in excluded[NAMED:])
        more = f" and {unnamed} more, listed below" if unnamed else ""
        others = f"{', '.join(named)}{more}"
        which = "The only trial is not valid" if planned == 1 else f"Only {valid} of {planned} trials are valid"
        return f"{which}; {'it is' if planned == 1 else 'the others are'} excluded: {others}.{self.repeated}"

    @property
    def repeated(self) -> str:
        """That trials were repeated because an attempt was void or failed, in a sentence of its own."""
        attempts = self.results.repeated_attempts
        trials = ", ".join(dict.fromkeys(attempt.trial for attempt in attempts))
        return f" {quantity(len(attempts), 'earlier attempt')} at {trials} did not count." if attempts else ""

    @property
    def complaints(self) -> list[str]:
        """What is wrong with trials that were conducted."""
        results, of = self.results, f"of {quantity(len(self.results.due), 'trial')}"
        excluded = [each.trial for each in results.excluded_trials if each.status != "missing"]
        audited = [result.trial.id for result in results.trials if result.audit and not result.audit.passed]
        counted = ((excluded, "void or failed"), (audited, "with a failed audit"))
        return [f"{len(trials)} {of} {what}: {', '.join(trials)}" for trials, what in counted if trials]

    @property
    def accounting(self) -> str:
        faulted = [result for result in self.results.valid if result.trial.faulted]
        if not faulted:
            return ACCOUNTED
        if all(result.audit and result.audit.passed for result in faulted):
            return f"{ACCOUNTED.replace('missing or duplicated', 'missing')}, whatever the faults did"
        return "what the faults did to orders, mails and stock is reported below"

    @property
    def caution(self) -> str | None:
        """That the machine was shared."""
        fractions = [
            fraction
            for r in self.results.crash_free
            if (fraction := r.value("cpu_other_fraction") or 0) > OTHER_CPU_FRACTION
        ]
        if not fractions:
            return None
        trials = "1 trial" if len(fractions) == 1 else f"{len(fractions)} trials"
        others = f"other programs took up to {max(fractions):.0%} of the cores"
        return f"In {trials} {others}: these metrics are not of the bed alone."

    @property
    def remarks(self) -> settings.Rows:
        """What a reader should know of valid trials, and of the circumstances."""
        of_trials = [(f"trial {r.trial.id}", remark) for r in self.results.valid for remark in r.remarks]
        return of_trials + settings.circumstances(self.results)
