"""The facts of one trial, as `trial.json` tells them: its window, its levels, and what was done to its bed on
purpose.
"""

from dataclasses import dataclass
from typing import Any

NS_PER_SECOND = 1_000_000_000
TRANSACTIONS, FAULT = "transactions", "fault"  # factors
NO_FAULT = "none"


@dataclass(frozen=True)
class Fault:
    """One crash of a trial: a process was killed, or halted at a crash point, and the bed recovered."""

    facts: dict[str, Any]

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])

    @property
    def triggered(self) -> bool:
        return bool(self.facts["triggered"])

    @property
    def crash_ns(self) -> int:
        """When the process was seen to be gone: it may have been armed long before."""
        triggered_ns = self.facts.get("triggered_ns")
        return int(self.facts["at_ns"] if triggered_ns is None else triggered_ns)

    @property
    def branches_at_recovery(self) -> int:
        """Prepared branches that were found when the bed had recovered, at the database and the broker."""
        found = self.facts.get("in_doubt_at_recovery") or {}
        return sum(int(found.get(resource) or 0) for resource in ("database", "broker"))

    def seconds_until(self, instant: str) -> float | None:
        """From the crash until `recovered_ns` or `resolved_ns`; None where it never came."""
        at_ns = self.facts.get(instant)
        return None if at_ns is None else max(0, int(at_ns) - self.crash_ns) / NS_PER_SECOND


@dataclass(frozen=True)
class Trial:
    """The facts of a trial. What came with later labs is absent in older ones."""

    facts: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.facts["trial"]["id"])

    @property
    def block(self) -> int:
        return int(self.facts["trial"]["block"])

    @property
    def position(self) -> int:
        return int(self.facts["trial"]["position"])

    @property
    def launch(self) -> str | None:
        """Which launch of its bed's processes it began on; None in older records."""
        return self.facts.get("launch")

    @property
    def levels(self) -> dict[str, Any]:
        return dict(self.facts["levels"])

    @property
    def complete(self) -> bool:
        return bool(self.facts["outcome"]["status"] == "complete")

    @property
    def measured(self) -> bool:
        return bool(self.facts["measuring"] == "on")

    @property
    def begin_ns(self) -> int:
        return int(self.facts["windows"]["measure_begin_ns"])

    @property
    def end_ns(self) -> int:
        return int(self.facts["windows"]["measure_end_ns"])

    @property
    def window_s(self) -> float:
        """Length of the measuring window."""
        return (self.end_ns - self.begin_ns) / NS_PER_SECOND

    @property
    def queue_polls_missed(self) -> int:
        """How often the broker did not tell the lengths of its queues."""
        return int(self.facts["generator"].get("queue_polls_missed") or 0)

    @property
    def requests_without_line(self) -> int:
        """Answered requests that the generator counted and of which it left no line, or lines without a count."""
        return abs(int(self.facts["generator"].get("requests_without_line") or 0))

    @property
    def clock_step_ns(self) -> int:
        """How far the wall clock was set during the trial, at least: slewing moves the monotonic clock as well."""
        clock = self.facts.get("clock") or {}
        drift_ns, bound_ns = clock.get("wall_monotonic_drift_ns"), clock.get("bound_ns")
        return max(0, abs(int(drift_ns or 0)) - int(bound_ns or 0))

    @property
    def fault(self) -> str:
        """What was to be done to the bed on purpose."""
        return str(self.levels.get(FAULT, NO_FAULT))

    @property
    def faults(self) -> list[Fault]:
        """Kills and halts, in the order of time; those that were not triggered among them."""
        return [Fault(facts) for facts in self.facts.get("faults") or ()]

    @property
    def crashes(self) -> list[Fault]:
        return [fault for fault in self.faults if fault.triggered]

    @property
    def triggered(self) -> int:
        """How often a fault that throws or delays was triggered, in all servers."""
        servers = (self.facts.get("crash_points") or {}).values()
        return sum(int(points.get("triggered") or 0) for points in servers)

    @property
    def faulted(self) -> bool:
        """Whether anything was done to the bed on purpose: what the audit finds is a result then."""
        return self.fault != NO_FAULT or bool(self.faults)

    @property
    def restarted_to_decide(self) -> bool:
        """Whether the servers were restarted because something stayed in doubt."""
        return bool((self.facts.get("in_doubt") or {}).get("restarted"))

    @property
    def in_doubt_after(self) -> int | None:
        """Branches and transactions in doubt when all was over; None where they were not counted."""
        found = (self.facts.get("in_doubt") or {}).get("after")
        return None if found is None else int(found)
