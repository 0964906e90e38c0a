"""What the report says about faults, where trials had any."""

from dataclasses import dataclass
from functools import cached_property

from analysis.comparing.fault_statistics import FaultRow, audited, fault_rows, kind_rows, total
from analysis.comparing.results import Results
from analysis.counting import quantity
from analysis.presentation import report_faults
from analysis.presentation.report_tables import Table


@dataclass(frozen=True)
class FaultFindings:
    """What faults did in one results folder."""

    results: Results

    @property
    def any(self) -> bool:
        """Whether there is something to tell."""
        return bool(audited(self.results.conducted))

    @cached_property
    def rows(self) -> list[FaultRow]:
        return fault_rows(self.results.design, self.results.conducted)

    @cached_property
    def kinds(self) -> list[FaultRow]:
        """A row per fault, over all transactions; none where the rows are that already."""
        return kind_rows(self.results.design, self.results.conducted)

    @cached_property
    def total(self) -> FaultRow:
        return total(self.results.conducted)

    @property
    def lines(self) -> list[FaultRow]:
        """The rows and the total; none where there is nothing to tell."""
        return [*self.rows, self.total] if self.any else []

    @cached_property
    def sentences(self) -> list[tuple[str, str]]:
        """What the faults did in all, and what faults that threw or delayed did at each combination of levels."""
        crashes = [("faults", report_faults.crash_sentences(self.total))] if self.total.crashes else []
        triggered = [row for row in self.rows if row.triggered]
        return crashes + [(", ".join(row.levels.values()), report_faults.spec_sentence(row)) for row in triggered]

    @property
    def unaudited(self) -> str | None:
        """Trials with faults that left no tables: what they lost is not known."""
        without = [result.trial.id for result in self.results.conducted if result.trial.faulted and not result.audit]
        if not without:
            return None
        return f"Not counted, because they left no tables: {', '.join(without)}."

    @property
    def not_triggered(self) -> str | None:
        """Faults that were armed and not triggered."""
        count = self.total.not_triggered
        were, counted = ("was", "counts") if count == 1 else ("were", "count")
        return f"{quantity(count, 'fault')} {were} not triggered, and {counted} nowhere." if count else None

    @cached_property
    def tables(self) -> list[Table]:
        if not self.any:
            return []
        wanted = [
            (True, report_faults.orders_table),
            (self.total.crashes > 0, report_faults.recovery_table),
            (self.total.counts["sent_by_rolled_back"] is not None, report_faults.documents_table),
        ]
        by_kind = [report_faults.kinds_table(self.kinds, self.total)] if self.kinds and self.total.crashes else []
        return by_kind + [table(self.rows, self.total) for there, table in wanted if there]
