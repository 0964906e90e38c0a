"""The parts of trial.json that tell of faults, of what is in doubt, and of forced writes."""

from pydantic import Field

from analysis.contract.document import EPOCH, Count, Part, Strings


class InDoubtWhenIdle(Part):
    before: Count | None = Field(description="before the load")
    after: Count | None = Field(description="after the load, when the store was idle or the deadline had passed")
    left_in_database: Strings = Field(
        default=(), description="names of the branches that are prepared in the database after the trial"
    )
    left_in_broker: Strings = Field(
        default=(), description="names of the branches that are prepared in the broker after the trial"
    )
    restarted: bool = Field(
        default=False, description="whether the servers were restarted because something stayed in doubt"
    )


class InDoubtAtRecovery(Part):
    database: Count = Field(description="prepared branches of the database")
    broker: Count = Field(description="prepared branches of the broker")
    log: Count | None = Field(
        description="transactions in the manager's log over all servers; null: it does not report them"
    )


class FaultDocument(Part):
    """A fault, and the recovery from it."""

    kind: str = Field(
        description="kill server, stall broker 40s, stop database fast, terminate backends, cut connections, full "
        "disk log, ..., or the crash-point fault with its hit: log-written:halt:17"
    )
    process: str = Field(description="the process of the bed that was hit")
    at_ns: int = Field(description=f"the lab began with it, or with arming; {EPOCH}")
    triggered_ns: int | None = Field(
        description="it took effect: the process was dead, stalled or asked to end, sessions were cut, the disk "
        f"was full; null: it was not triggered; {EPOCH}"
    )
    recovered_ns: int | None = Field(
        description=f"it was over, and all applications answered again; null: it did not recover; {EPOCH}"
    )
    resolved_ns: int | None = Field(
        description="the first poll, of one per second, that found no branch that was in doubt at the recovery; "
        f"null: never; {EPOCH}"
    )
    in_doubt_at_recovery: InDoubtAtRecovery | None = Field(
        description="orders are on their way, so some are in doubt without any fault"
    )
    triggered: bool = Field(
        description="false: the armed point was not passed often enough within 60 s, or no commit was met within 20 s"
    )


class CrashPointCounts(Part):
    armed: str | None
    triggered: Count = Field(description="how often the fault was triggered")
    hits: dict[str, int]


class DelayCounts(Part):
    """What became of the factor delay in one server."""

    hits: dict[str, Count] = Field(description="by the level of the order, how often one of its steps was delayed")
    waited_ns: dict[str, Count] = Field(description="likewise, how long these waited together")


class ForcedWritesDocument(Part):
    seconds: float = Field(gt=0)
    orders: Count = Field(description="orders completed in these seconds")
    by_process: dict[str, Count] = Field(description="system calls that force a write, by process tree of the bed")
    method: str = Field(description="the program that counted, and the system calls")
