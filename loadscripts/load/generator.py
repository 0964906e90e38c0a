"""The seam between a trial and what plays its customers."""

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol


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
