"""The seam between a trial and what plays its customers."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

CHECK_INTERVAL_S = 1.0


class RunningLoad(Protocol):
    """A load that has begun. Either it is finished, or it is stopped."""

    @property
    def pid(self) -> int:
        """The process whose tree plays the customers."""

    def check(self) -> None:
        """Raises GeneratorError when the load is over although it should not be."""

    def wait_while_running(self, seconds: float) -> None:
        """Waits so many seconds; raises GeneratorError when the load ends meanwhile."""

    def finish(self) -> int:
        """Ends the load in good order and returns the exit code of what played it."""

    def stop(self) -> None:
        """Ends the load if it still runs; nothing is left of it afterwards."""


class CustomersOfTrial(Protocol):
    """The customers of one trial: what begins them."""

    def ordering(self, folder: Path) -> AbstractContextManager[RunningLoad]:
        """They order from here on until the block ends, and leave their records in the folder."""


def wait_checking(check: Callable[[], None], seconds: float) -> None:
    """Waits so many seconds, and looks once in CHECK_INTERVAL_S whether all is well: check raises where it is not."""
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0:
        time.sleep(min(left_s, CHECK_INTERVAL_S))
        check()
