"""One fault of a trial, for the record."""

from dataclasses import dataclass

from analysis.contract.fault_documents import FaultDocument, InDoubtAtRecovery
from deploy.bed.in_doubt import InDoubt


@dataclass
class FaultEvent:
    """A fault and the recovery from it, noted as they happen. Times are wall clock nanoseconds since the epoch.

    kind: `kill broker`, or the crash-point fault with its hit; process: the one affected; triggered_ns: when it
    took effect, None while it has not; recovered_ns: when all applications answered again; resolved_ns: the first poll
    at which nothing was in doubt any more of what was at the recovery.
    """

    kind: str
    process: str
    at_ns: int
    triggered_ns: int | None = None
    recovered_ns: int | None = None
    in_doubt_at_recovery: InDoubt | None = None
    resolved_ns: int | None = None

    @property
    def triggered(self) -> bool:
        return self.triggered_ns is not None

    @property
    def is_unresolved(self) -> bool:
        """Whether something that was in doubt at the recovery was still so at the last poll."""
        return self.in_doubt_at_recovery is not None and self.resolved_ns is None

    def record_recovery(self, in_doubt: InDoubt) -> None:
        """Takes note of what is in doubt when all applications answer again."""
        self.in_doubt_at_recovery = in_doubt
        if not in_doubt.database and not in_doubt.broker:
            self.resolved_ns = self.recovered_ns

    def resolve(self, now: InDoubt, seen_ns: int) -> None:
        """Takes note of a poll. Branches are known by their names; of transactions in a log there is only a number."""
        then = self.in_doubt_at_recovery
        if then is None or self.resolved_ns is not None:
            return
        if not {*then.database, *then.broker} & {*now.database, *now.broker}:
            self.resolved_ns = seen_ns

    def as_record(self) -> FaultDocument:
        """As trial.json has it."""
        return FaultDocument(
            kind=self.kind,
            process=self.process,
            at_ns=self.at_ns,
            triggered_ns=self.triggered_ns,
            recovered_ns=self.recovered_ns,
            resolved_ns=self.resolved_ns,
            in_doubt_at_recovery=counted(self.in_doubt_at_recovery),
            triggered=self.triggered,
        )


def counted(in_doubt: InDoubt | None) -> InDoubtAtRecovery | None:
    """The numbers of branches, and of transactions in the manager's log."""
    if in_doubt is None:
        return None
    return InDoubtAtRecovery(database=len(in_doubt.database), broker=len(in_doubt.broker), log=in_doubt.log)
