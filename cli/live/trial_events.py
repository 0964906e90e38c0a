"""How far the campaign is: which trial, in which phase, and what became of those before."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from loadscripts import campaign_progress

Phase = Literal["preparing", "warming up", "measuring", "draining", "collecting"]
PHASES: tuple[Phase, ...] = ("preparing", "warming up", "measuring", "draining", "collecting")

State = Literal["running", "ended", "interrupted", "failed"]

MAX_TRIALS = 200
"""So many of the trials that have ended are shown, the newest."""

# What the lab says when a phase begins (loadscripts.trials.conduct). All else that it says is something within one.
_BEGINS: Mapping[str, Phase] = {
    "resetting the store": "preparing",
    "warming up": "warming up",
    "measuring": "measuring",
    "waiting for the last order": "draining",
    "collecting": "collecting",
}


@dataclass(frozen=True)
class CurrentTrial:
    """The trial that is being conducted. Times are of the wall clock; due_ms: when the whole experiment is over, and
    doing_due_ms: when what is done now is, each None where nobody knows.
    """

    number: int = 0
    of: int = 0
    text: str = ""
    phase: Phase | None = None
    doing: str = "getting ready"
    doing_due_ms: int | None = None
    due_ms: int | None = None


@dataclass(frozen=True)
class EndedTrial:
    """A trial that is over. reason: why it is void; canary_ms: the mean of its canary."""

    id: str
    text: str
    reason: str | None
    canary_ms: float | None


@dataclass
class TrialEvents(campaign_progress.Progress):
    """Listens to a campaign, and lets the other listener hear all of it too."""

    other: campaign_progress.Progress
    now: CurrentTrial = CurrentTrial()
    ended: list[EndedTrial] = field(default_factory=list)
    canary_ms: list[float] = field(default_factory=list)
    """Of the trial that is being conducted."""

    def step(self, text: str) -> None:
        self.other.step(text)
        self._doing(text, None)

    def wait(self, text: str, seconds: float) -> None:
        self.other.wait(text, seconds)
        self._doing(text, _in_ms(seconds))

    def trial(self, number: int, of: int, text: str, remaining_s: float) -> None:
        self.other.trial(number, of, text, remaining_s)
        self.canary_ms = []
        self.now = CurrentTrial(number, of, text, "preparing", "preparing the bed", None, _in_ms(remaining_s))

    def trial_ended(self, trial_id: str, void_reason: str | None) -> None:
        self.other.trial_ended(trial_id, void_reason)
        canary_ms = round(sum(self.canary_ms) / len(self.canary_ms), 3) if self.canary_ms else None
        self.ended.append(EndedTrial(trial_id, self.now.text, void_reason, canary_ms))
        # The next block's beds may be put up before its first trial begins.
        self.now = replace(self.now, phase=None, doing="between trials", doing_due_ms=None)

    def reporting(self) -> None:
        """All trials are over, and the report is being written."""
        self.now = replace(self.now, phase=None, doing="writing the report", doing_due_ms=None)

    def snapshot(self) -> dict[str, Any]:
        """For the page."""
        ended = list(self.ended)
        return {
            "phases": PHASES,
            "trial": asdict(self.now),
            "ended": [asdict(each) for each in ended[-MAX_TRIALS:]],
            "ended_count": len(ended),
            "void_count": sum(each.reason is not None for each in ended),
        }

    def _doing(self, text: str, due_ms: int | None) -> None:
        self.now = replace(self.now, phase=_BEGINS.get(text, self.now.phase), doing=text, doing_due_ms=due_ms)


def _in_ms(seconds: float) -> int:
    return time.time_ns() // 1_000_000 + round(seconds * 1000)
