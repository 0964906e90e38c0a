"""trial.json: the facts of one trial. What is optional here came with later versions, or may not have been."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from analysis.contract.document import CHANGES, EPOCH, Count, Document, Levels, Part, Strings
from analysis.contract.fault_documents import (
    CrashPointCounts,
    DelayCounts,
    FaultDocument,
    ForcedWritesDocument,
    InDoubtWhenIdle,
)
from analysis.contract.steady_state import WarmupDocument

MAX_CLOCK_STEP_NS = 100_000
"""What was timed while the wall clock was set by more does not count: response times are differences of wall clocks,
and are told to 10 µs.
"""


class ExperimentOfTrial(Part):
    name: str
    question: str
    compare: str = "transition"
    baseline: str = Field(description="level that the others are compared with")


class PlaceInSchedule(Part):
    id: str
    block: int = Field(ge=1, description="repetition: every combination of levels once in each block")
    position: int = Field(ge=1, description="place in the order of conducting")
    seed: int


class Windows(Part):
    warmup_begin_ns: int | None = Field(description=f"load began; {EPOCH}")
    measure_begin_ns: int | None = Field(description=f"measuring window began; {EPOCH}")
    measure_end_ns: int | None = Field(description=f"measuring window ended; {EPOCH}")
    drained_ns: int | None = Field(description=f"the last step had ended, or the deadline was reached; {EPOCH}")


class AssignmentOfTrial(Part):
    """How the levels of one factor took turns within the trial."""

    unit: Literal["order", "window"] = Field(
        description="what a level was drawn for: each order, or each window (a few seconds) of the load"
    )
    factor: str = Field(description="the factor whose levels they are")
    transitions: Strings = Field(
        description="the transitions that were switched, all alike; none: the levels are a placebo's"
    )
    levels: Annotated[tuple[str, ...], Field(strict=False, min_length=2)] = Field(
        description="by order: an order has the level at the place (from 0) that the first 8 bytes of the SHA-256 of "
        "'<seed>/<order id>' give, big-endian and unsigned, modulo the number of levels"
    )
    seed: int = Field(description="by order: of the hash; by window: of the order of the windows")
    window_s: float | None = Field(description="length of a window as planned; null: by order")
    washout_s: float | None = Field(
        description="what is cut off at the begin of each window, when orders are on their way that had the level "
        "before; null: by order"
    )


class CanaryPiece(Part):
    """One run of the canary's fixed piece of work."""

    cpu_ns: Count = Field(description="processor time of the thread that did the work")
    elapsed_ns: Count


CanaryPieces = Annotated[tuple[CanaryPiece, ...], Field(strict=False)]


class CanaryBetweenTrials(Part):
    """The canary's fixed piece of work, some times in a row, while no load was on."""

    before: CanaryPieces = Field(description="right before the load began")
    after: CanaryPieces = Field(description="right after the last order was done; none: the trial did not get there")


class Outcome(Part):
    status: Literal["complete", "failed"] = Field(
        description="whether it came to its end; whether it is valid then is for the analysis to say"
    )
    reason: str | None


class ScenarioOfTrial(Part):
    name: str
    requests: int = Field(description="requests in one pass")
    think_min_s: float
    think_max_s: float
    think_method: Literal["shim", "whole-seconds", "scheduled", "none"]


class OpenGenerator(Part):
    """How a generator kept its schedule whose customers come when they are due; the whole load, warm-up included."""

    sessions_due: Count = Field(description="customers who were due until the load ended")
    sessions_started: Count = Field(description="those whose first request was sent")
    sessions_blocked: Count = Field(description="those who had to wait because session_limit sessions were taken")
    session_limit: int = Field(ge=1)
    requests_on_their_way: int = Field(description="sent, and without an answer when the load was ended")
    requests_unanswered: Count | None = Field(
        default=None,
        description="those that were due in the window or before, and had no answer although it was waited for; null: "
        "of a version that did not wait",
    )


class Generator(Part):
    name: str
    version: str
    exit: int | None = Field(description="0, or how the generator failed (137: it hung and was killed)")
    ran_out_of_files: bool = Field(default=False, description="whether it had no file descriptor left for connections")
    queue_polls_missed: Count = Field(
        default=0, description="how often the broker did not tell the lengths of its queues"
    )
    requests_without_line: int | None = Field(
        default=None,
        description="requests that the generator counted as answered and of which it wrote no readable line; as many "
        "as customers may be so when it is ended; null: it left no counts",
    )
    open: OpenGenerator | None = Field(
        default=None, description="of a generator of the factor load; null: its customers come again and again"
    )


class Load(Part):
    transactions: int | None
    failed: int | None = Field(description="failed requests by the generator's count")
    availability: float | None = Field(description="percent")
    response_time_s: float | None = None
    transaction_rate: float | None = Field(default=None, description="requests per second")
    longest_s: float | None = None


class MachineOfTrial(Part):
    cpu_model: str
    cores: int
    memory_bytes: int
    kernel: str
    os: str
    disk: str | None = None
    fsync_ms: float | None = Field(default=None, description="median of a forced 4 KiB write")


class Clock(Part):
    wall_monotonic_drift_ns: int | None = None
    bound_ns: int | None = None

    @property
    def step_ns(self) -> int:
        """How far the wall clock was set, at least: slewing moves the monotonic clock as well."""
        return max(0, abs(self.wall_monotonic_drift_ns or 0) - (self.bound_ns or 0))


class BuiltFrom(Part):
    commit: str | None
    dirty: bool | None


class PastOrdersDocument(Part):
    customers: Count
    products: int = Field(ge=1, description="in the whole catalog")
    orders: Count = Field(description="past orders")
    seed: Count
    until: str = Field(description="the day before which the last past order came")


class Manager(Part, extra="allow"):
    """What a server says of its transaction manager; each manager has more to say of its own."""

    manager: str
    version: str | None = None
    log_store: str | None = None
    forced_writes: bool | None = None


class TrialDocument(Document):
    """The facts of one trial. A failed trial has outcome.status failed and a reason; only this file is certain to be
    there then."""

    NAME: ClassVar = "trial"
    schema_version: Literal[3]
    experiment: ExperimentOfTrial
    trial: PlaceInSchedule
    levels: Levels
    delegates: dict[str, str] = Field(description="delegate of each switchable transition during the trial")
    windows: Windows
    warmup_s: float
    measure_s: float
    outcome: Outcome
    drained: bool = Field(description="every queue was empty before the deadline")
    scenario: ScenarioOfTrial
    generator: Generator
    load: Load
    machine: MachineOfTrial
    versions: Mapping[str, str | None]
    jvm_options: Strings
    broker_jvm_options: Strings = Field(
        default=(), description="options of the broker's JVM that the trial asked for; none in older records"
    )
    jvm_flags: dict[str, Strings] = Field(
        default_factory=dict,
        description="by server, and broker where it has a JVM of its own, the options of its JVM in effect that differ "
        "from HotSpot's defaults; none where nothing was measured, and in older records",
    )
    commit: str | None
    dirty: bool | None
    changes: str | None = Field(default=None, description=f"{CHANGES}; absent in older records")
    built_from: BuiltFrom | None = Field(
        default=None,
        description="where two checkouts are compared, what the applications of the bed were built from; commit and "
        "dirty are those of the lab. null: the same",
    )
    clock: Clock = Field(
        default=Clock(), description="how far wall clock and monotonic clock drifted apart during the trial"
    )
    measuring: Literal["on", "off", "profile"]
    topology: str
    launch: str | None = Field(
        default=None,
        description="which launch of the bed's processes the trial began on: the time of the latest start among them, "
        "and its process id; trials with the same had the same processes. null: no bed was up; absent in older records",
    )
    data_loss: Count = Field(description="number of jdk.DataLoss events")
    settings: dict[str, str] = Field(
        default_factory=dict, description="settings of the applications, such as password.cost (Argon2id)"
    )
    past: PastOrdersDocument | None = Field(
        default=None, description="what was generated into the bed before its first trial; null: the store was empty"
    )
    transactions: str | None = Field(
        default=None, description="the requested transactions: payara, narayana file, narayana file unforced, ..."
    )
    managers: dict[str, Manager] = Field(
        default_factory=dict, description="by server, what the running servers reported when the trial began"
    )
    in_doubt: InDoubtWhenIdle = Field(
        default=InDoubtWhenIdle(before=None, after=None),
        description="prepared branches and logged transactions of the idle store; null: not checked",
    )
    faults: Annotated[tuple[FaultDocument, ...], Field(strict=False)] = Field(
        default=(), description="what was done to the bed on purpose, in its order"
    )
    crash_points: dict[str, CrashPointCounts] = Field(
        default_factory=dict,
        description="by server, hits, and how often a fault that throws or delays was triggered, when it was "
        "disarmed at the end of the window",
    )
    delays: dict[str, DelayCounts] = Field(
        default_factory=dict, description="by server, how steps were delayed on purpose in the measuring window"
    )
    forced_writes: ForcedWritesDocument | None = Field(
        default=None, description="counted after the measuring window with the load still on; null: not counted"
    )

    jvm_warmup: WarmupDocument | None = Field(
        default=None,
        description="how the JVMs of this launch were warmed up before its first trial; null: not at all, or not told",
    )
    canary: CanaryBetweenTrials | None = Field(
        default=None, description="how fast the machine was without the load; absent in older records"
    )
    assignment: AssignmentOfTrial | None = Field(
        default=None,
        description="null: the trial had one level of each factor; else its level of this one is 'by order' or "
        "'by window'",
    )
    beside: str | None = Field(
        default=None,
        description="id of the trial that was conducted at the same time, on another bed; null: none was",
    )

    @model_validator(mode="after")
    def _has_a_window(self) -> Self:
        """A complete trial has a begin and an end of its measuring window."""
        if self.outcome.status == "complete" and None in (self.windows.measure_begin_ns, self.windows.measure_end_ns):
            raise ValueError("windows: a complete trial has a begin and an end of its measuring window")
        return self
