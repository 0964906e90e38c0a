"""The facts of one trial, as `trial.json` tells them: its window, its levels, and what was done to its bed on
purpose.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from analysis.contract.document import Level
from analysis.contract.fault_documents import FaultDocument
from analysis.contract.trial_document import AssignmentOfTrial, TrialDocument

NS_PER_SECOND = 1_000_000_000
TRANSACTIONS, FAULT, CHECKOUT, DELAY = "transactions", "fault", "checkout", "delay"  # factors
JVM, HEAP = "jvm", "heap"  # the factors of sets of JVM options, and of the heap's size
JDK = "jdk"  # and of JDKs
BROKER_JVM = "broker_jvm"  # and of sets of options of the broker's JVM
LOAD = "load"  # the factor of customers who come when they are due
ENTRANCE = "entrance"  # the factor of programs that submit orders without pages
NO_FAULT = NO_DELAY = "none"
_STEADY_RATE = re.compile(r"(?:constant )?(\d+(?:\.\d+)?)/s")


@dataclass(frozen=True)
class Fault:
    """One crash of a trial: a process was killed, or halted at a crash point, and the bed recovered."""

    facts: FaultDocument

    @property
    def kind(self) -> str:
        return self.facts.kind

    @property
    def triggered(self) -> bool:
        return self.facts.triggered

    @property
    def crash_ns(self) -> int:
        """When the process was seen to be gone: it may have been armed long before."""
        return self.facts.at_ns if self.facts.triggered_ns is None else self.facts.triggered_ns

    @property
    def branches_at_recovery(self) -> int:
        """Prepared branches that were found when the bed had recovered, at the database and the broker."""
        found = self.facts.in_doubt_at_recovery
        return found.database + found.broker if found else 0

    @property
    def recovery_s(self) -> float | None:
        """From the crash until all applications answered again; None where they never did."""
        return self._seconds_until(self.facts.recovered_ns)

    @property
    def resolution_s(self) -> float | None:
        """From the crash until nothing was in doubt any more; None where that never came."""
        return self._seconds_until(self.facts.resolved_ns)

    def _seconds_until(self, at_ns: int | None) -> float | None:
        return None if at_ns is None else max(0, at_ns - self.crash_ns) / NS_PER_SECOND


@dataclass(frozen=True)
class Trial:
    """The facts of a trial. What came with later labs is absent in older ones."""

    facts: TrialDocument

    @property
    def id(self) -> str:
        return self.facts.trial.id

    @property
    def block(self) -> int:
        return self.facts.trial.block

    @property
    def position(self) -> int:
        return self.facts.trial.position

    @property
    def launch(self) -> str | None:
        """Which launch of its bed's processes it began on; None in older records."""
        return self.facts.launch

    @property
    def levels(self) -> dict[str, Level]:
        return dict(self.facts.levels)

    @property
    def assignment(self) -> AssignmentOfTrial | None:
        """How levels took turns within the trial; None where it had one level of each factor."""
        return self.facts.assignment

    @property
    def customers(self) -> int:
        """How many ordered again and again; 0: they came when they were due."""
        return customers_of(self.facts.levels)

    @property
    def load(self) -> str | None:
        """At which rate orders were to come; None where customers ordered again and again."""
        return str(self.facts.levels[LOAD]) if LOAD in self.facts.levels else None

    @property
    def complete(self) -> bool:
        return self.facts.outcome.status == "complete"

    @property
    def measured(self) -> bool:
        return self.facts.measuring != "off"

    @property
    def begin_ns(self) -> int:
        return _known(self.facts.windows.measure_begin_ns)

    @property
    def end_ns(self) -> int:
        return _known(self.facts.windows.measure_end_ns)

    @property
    def window_s(self) -> float:
        """Length of the measuring window."""
        return (self.end_ns - self.begin_ns) / NS_PER_SECOND

    @property
    def queue_polls_missed(self) -> int:
        """How often the broker did not tell the lengths of its queues."""
        return self.facts.generator.queue_polls_missed

    @property
    def requests_without_line(self) -> int:
        """Answered requests that the generator counted and of which it left no line, or lines without a count."""
        return abs(self.facts.generator.requests_without_line or 0)

    @property
    def clock_step_ns(self) -> int:
        """How far the wall clock was set during the trial, at least."""
        return self.facts.clock.step_ns

    @property
    def fault(self) -> str:
        """What was to be done to the bed on purpose."""
        return str(self.levels.get(FAULT, NO_FAULT))

    @property
    def faults(self) -> list[Fault]:
        """Kills and halts, in the order of time; those that were not triggered among them."""
        return [Fault(facts) for facts in self.facts.faults]

    @property
    def crashes(self) -> list[Fault]:
        return [fault for fault in self.faults if fault.triggered]

    @property
    def triggered(self) -> int:
        """How often a fault that throws or delays was triggered, in all servers."""
        return sum(points.triggered for points in self.facts.crash_points.values())

    @property
    def delays(self) -> tuple[str, ...]:
        """By what steps were to be delayed, orders of all levels together; nothing where they were not to be."""
        assigned = self.assignment
        levels = assigned.levels if assigned and assigned.factor == DELAY else (str(self.levels.get(DELAY, NO_DELAY)),)
        return tuple(level for level in levels if level != NO_DELAY)

    def delay_hits(self, level: str) -> int:
        """How often a step of an order of this level was delayed in the window, in all servers."""
        return sum(counts.hits.get(level, 0) for counts in self.facts.delays.values())

    def delay_ms(self, level: str) -> float | None:
        """How long it was delayed then, on average."""
        waited_ns = sum(counts.waited_ns.get(level, 0) for counts in self.facts.delays.values())
        hits = self.delay_hits(level)
        return waited_ns / hits / 1e6 if hits else None

    @property
    def faulted(self) -> bool:
        """Whether anything was done to the bed on purpose: what the audit finds is a result then."""
        return self.fault != NO_FAULT or bool(self.faults)

    @property
    def restarted_to_decide(self) -> bool:
        """Whether the servers were restarted because something stayed in doubt."""
        return self.facts.in_doubt.restarted

    @property
    def in_doubt_after(self) -> int | None:
        """Branches and transactions in doubt when all was over; None where they were not counted."""
        return self.facts.in_doubt.after


def customers_of(levels: Mapping[str, Level]) -> int:
    """How many customers levels have; 0 where they come when they are due, at the level of `load`."""
    return int(levels.get("customers", 0))


def rate_of(levels: Mapping[str, Level]) -> float | None:
    """Orders per second that were to come; None where the rate changed within the trial, or customers came again."""
    steady = _STEADY_RATE.fullmatch(str(levels.get(LOAD, "")))
    return float(steady[1]) if steady else None


def _known(instant_ns: int | None) -> int:
    """An instant that every complete trial has; a failed one is not asked for it."""
    if instant_ns is None:
        raise ValueError("a trial that failed before its window ended has no such instant")
    return instant_ns
