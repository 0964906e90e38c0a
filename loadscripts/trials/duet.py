"""Two trials at the same time, each on a bed of its own, so that whatever the machine does meets both alike.

Duet benchmarking: Bulej, Horký, Tůma, Farquet and Prokopec, Duet Benchmarking: Improving Measurement Accuracy in the
Cloud, ICPE 2020.
"""

import threading
import time
from typing import NoReturn, Protocol

from loadscripts.load.generator import CHECK_INTERVAL_S, RunningLoad
from loadscripts.trial_errors import DuetError

MEETING_TIMEOUT_S = 300.0
"""How long one trial may take longer than the other to a place where they meet."""


class Company(Protocol):
    """Who is conducted beside a trial."""

    @property
    def other(self) -> str | None:
        """The id of that trial, if there is one."""

    def check(self) -> None:
        """Raises KeyboardInterrupt when somebody has ended both."""

    def meet(self) -> None:
        """Waits until the other trial is here too; raises DuetError when it does not come."""

    def wait(self, load: RunningLoad, seconds: float) -> None:
        """Waits so many seconds; raises GeneratorError when the load ends, DuetError when the other trial does."""


class Alone:
    """Nobody is: the trial has the machine for itself."""

    other: str | None = None

    def check(self) -> None:
        """Whoever ends the trial ends it here."""

    def meet(self) -> None:
        """Waits for nobody."""

    def wait(self, load: RunningLoad, seconds: float) -> None:
        load.wait_while_running(seconds)


class Meeting:
    """What two trials share. interrupted: whether somebody ended both."""

    def __init__(self) -> None:
        self.barrier = threading.Barrier(2)
        self.interrupted = False


class Duet:
    """One of two trials that meet."""

    def __init__(self, meeting: Meeting, other: str) -> None:
        self._meeting = meeting
        self.other: str | None = other

    def check(self) -> None:
        if self._meeting.interrupted:
            raise KeyboardInterrupt

    def meet(self) -> None:
        try:
            self._meeting.barrier.wait(MEETING_TIMEOUT_S)
        except threading.BrokenBarrierError:
            self._end()

    def wait(self, load: RunningLoad, seconds: float) -> None:
        end_s = time.monotonic() + seconds
        while (left_s := end_s - time.monotonic()) > 0:
            load.wait_while_running(min(left_s, CHECK_INTERVAL_S))
            if self._meeting.barrier.broken:
                self._end()

    def leave(self) -> None:
        """The trial is over, well or not. Who still waits for it fails."""
        self._meeting.barrier.abort()

    def interrupt(self) -> None:
        """Ends the other trial too, of which no record is left then."""
        self._meeting.interrupted = True
        self.leave()

    def _end(self) -> NoReturn:
        self.check()
        raise DuetError(f"trial {self.other}, which was conducted at the same time, did not come to its end")


def duet(one: str, other: str) -> tuple[Duet, Duet]:
    """What each of two trials needs to know of the other, by their ids."""
    meeting = Meeting()
    return Duet(meeting, other), Duet(meeting, one)
