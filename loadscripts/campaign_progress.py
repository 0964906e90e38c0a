"""The progress of a campaign. It extends the progress of a bed, so that one listener gets both."""

from typing import Protocol

from deploy import progress


class Progress(progress.Progress, Protocol):
    """Listens to a campaign."""

    def wait(self, text: str, seconds: float) -> None:
        """A wait begins that will take about so many seconds."""

    def trial(self, number: int, of: int, text: str, remaining_s: float) -> None:
        """A trial begins; it and all that come after it will take about remaining_s seconds."""

    def trial_ended(self, trial_id: str, void_reason: str | None) -> None:
        """A trial has ended, good (None) or void."""


class Silent(progress.Silent):
    """Nobody listens."""

    def wait(self, text: str, seconds: float) -> None:
        """Drops the wait."""

    def trial(self, number: int, of: int, text: str, remaining_s: float) -> None:
        """Drops the trial."""

    def trial_ended(self, trial_id: str, void_reason: str | None) -> None:
        """Drops the outcome."""
