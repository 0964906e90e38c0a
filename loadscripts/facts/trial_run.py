"""The state of a trial while it runs, so that one that fails leaves what is known of it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analysis.contract.trial_document import CanaryBetweenTrials, CanaryPiece, Clock, Load, OpenGenerator, Windows
from deploy.bed.in_doubt import InDoubt
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.load.received_orders import ReceivedOrder
from loadscripts.load.siege_records import Counts, SiegedRequest, summarise, without_line
from loadscripts.probes.flight_recording import Exported
from loadscripts.probes.forced_writes import ForcedWrites
from loadscripts.probes.machine import ClockReading, clock_record, read_clocks


@dataclass(frozen=True)
class SwitchedWindow:
    """A window in which all orders went by one level, as windows.csv has it."""

    begin_ns: int
    end_ns: int
    block: int
    level: str


@dataclass
class TrialRun:
    """What is known of one trial so far. Times are wall clock nanoseconds since the epoch."""

    folder: Path
    clocks: ClockReading = field(default_factory=read_clocks)
    warmup_begin_ns: int | None = None
    measure_begin_ns: int | None = None
    measure_end_ns: int | None = None
    drained_ns: int | None = None
    drained: bool = False
    generator_exit: int | None = None
    generator_ran_out_of_files: bool = False
    generator_counts: Counts | None = None
    open_generator: OpenGenerator | None = None
    load_of_open_generator: Load | None = None
    received_orders: tuple[ReceivedOrder, ...] = ()
    requests: list[SiegedRequest] = field(default_factory=list)
    exported: Exported | None = None
    queue_polls_missed: int = 0
    launch: str | None = None
    transactions: str | None = None
    managers: Mapping[str, Any] = field(default_factory=dict)
    jvm_flags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    in_doubt_before: int | None = None
    in_doubt_after: InDoubt | None = None
    restarted_to_decide: bool = False
    faults: list[FaultEvent] = field(default_factory=list)
    crash_points: Mapping[str, Any] = field(default_factory=dict)
    delays: Mapping[str, Any] = field(default_factory=dict)
    forced_writes: ForcedWrites | None = None
    switched_windows: list[SwitchedWindow] = field(default_factory=list)
    canary_before: tuple[CanaryPiece, ...] = ()
    canary_after: tuple[CanaryPiece, ...] = ()

    @property
    def window_ns(self) -> tuple[int, int]:
        """The measuring window; zeros while it has not been."""
        return self.measure_begin_ns or 0, self.measure_end_ns or 0

    def phase_at(self, instant_ns: int) -> str:
        """In which phase of the trial something was."""
        begin_ns, end_ns = self.window_ns
        return "warmup" if instant_ns < begin_ns else "measure" if instant_ns < end_ns else "drain"

    @property
    def data_loss(self) -> int:
        return self.exported.data_loss if self.exported else 0

    def windows(self) -> Windows:
        return Windows(
            warmup_begin_ns=self.warmup_begin_ns,
            measure_begin_ns=self.measure_begin_ns,
            measure_end_ns=self.measure_end_ns,
            drained_ns=self.drained_ns,
        )

    def load(self) -> Load:
        """The load in the measuring window by the generator's lines; nulls when it left no counts."""
        if self.load_of_open_generator is not None:
            return self.load_of_open_generator
        if self.generator_counts is None:
            return Load(transactions=None, failed=None, availability=None)
        begin_ns, end_ns = self.window_ns
        return summarise(self.requests, self.generator_counts, begin_ns / 1e9, end_ns / 1e9)

    @property
    def requests_without_line(self) -> int | None:
        """None when Siege left no counts."""
        return without_line(self.requests, self.generator_counts) if self.generator_counts else None

    def canary(self) -> CanaryBetweenTrials | None:
        """None when no load was ever to begin."""
        pieces = CanaryBetweenTrials(before=self.canary_before, after=self.canary_after)
        return pieces if self.canary_before else None

    def clock(self) -> Clock:
        return clock_record(self.clocks, read_clocks())


def now_ns() -> int:
    """The wall clock of all records."""
    return time.time_ns()
