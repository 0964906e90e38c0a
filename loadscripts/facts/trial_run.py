"""The state of a trial while it runs, so that one that fails leaves what is known of it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deploy.bed.in_doubt import InDoubt
from loadscripts.facts.fault_event import FaultEvent
from loadscripts.load.siege import KILLED
from loadscripts.load.siege_records import (
    Counts,
    SiegedRequest,
    describe_failures,
    failed_requests,
    summarise,
    without_line,
)
from loadscripts.probes.flight_recording import Exported
from loadscripts.probes.forced_writes import ForcedWrites
from loadscripts.probes.machine import ClockReading, clock_record, read_clocks

if TYPE_CHECKING:
    from loadscripts.planning.trial import Trial  # which knows the faults, and these know the run


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
    requests: list[SiegedRequest] = field(default_factory=list)
    exported: Exported | None = None
    queue_polls_missed: int = 0
    launch: str | None = None
    transactions: str | None = None
    managers: Mapping[str, Any] = field(default_factory=dict)
    in_doubt_before: int | None = None
    in_doubt_after: InDoubt | None = None
    restarted_to_decide: bool = False
    faults: list[FaultEvent] = field(default_factory=list)
    crash_points: Mapping[str, Any] = field(default_factory=dict)
    forced_writes: ForcedWrites | None = None

    @property
    def window_ns(self) -> tuple[int, int]:
        """The measuring window; zeros while it has not been."""
        return self.measure_begin_ns or 0, self.measure_end_ns or 0

    @property
    def data_loss(self) -> int:
        return self.exported.data_loss if self.exported else 0

    def windows(self) -> dict[str, int | None]:
        names = ("warmup_begin_ns", "measure_begin_ns", "measure_end_ns", "drained_ns")
        return {name: getattr(self, name) for name in names}

    def load(self) -> Mapping[str, float | None]:
        """The load in the measuring window by Siege's lines; nulls when Siege left no counts."""
        if self.generator_counts is None:
            return dict.fromkeys(("transactions", "failed", "availability", "response_time_s"))
        begin_ns, end_ns = self.window_ns
        return summarise(self.requests, self.generator_counts, begin_ns / 1e9, end_ns / 1e9)

    @property
    def requests_without_line(self) -> int | None:
        """None when Siege left no counts."""
        return without_line(self.requests, self.generator_counts) if self.generator_counts else None

    def clock(self) -> dict[str, int]:
        return clock_record(self.clocks, read_clocks())

    def void_reason(self, trial: "Trial") -> str | None:
        """Why this trial, though it came to its end, says nothing. None: it is good."""
        reasons = [*self._generator_faults(trial), *self._lost_data()]
        return "; ".join(reasons) or None

    def _generator_faults(self, trial: "Trial") -> list[str]:
        if self.generator_ran_out_of_files:
            return ["Siege had no file descriptor left: too many of its connections were refused"]
        if self.generator_exit == KILLED or self.generator_counts is None:
            return ["Siege hung at its end and was killed"]
        seen = len({request.user for request in self.requests})
        faults = []
        # Where faults are on purpose, failed requests are a finding.
        if trial.fault.is_none and failed_requests(self.requests, self.generator_counts):
            faults.append(f"requests failed: {describe_failures(self.requests, self.generator_counts)}")
        if seen < trial.customers:
            faults.append(f"only {seen} of {trial.customers} customers received a response")
        return faults

    def _lost_data(self) -> list[str]:
        return [f"the flight recordings lost data ({self.data_loss} times)"] if self.data_loss else []


def now_ns() -> int:
    """The wall clock of all records."""
    return time.time_ns()
