"""The daemon that owns the bed of `petlab up`: `python -m deploy.lifecycle.bed_daemon`, the plan on standard input.

It reports its progress to its parent line by line: `step …`, then `up` or `failed …`. Until the bed is up the
daemon dies with its parent; afterwards it lives until a signal ends it.
"""

import io
import json
import os
import signal
import sys
from typing import TextIO

from deploy.errors import PetlabError
from deploy.host.die_with_parent import set_parent_death_signal
from deploy.lifecycle.lifetime import bed_up
from deploy.progress import Silent
from deploy.specification.plan import BedPlan

_MESSAGE = "petlab: "


class _ParentProgress(Silent):
    """Reports each step to the parent, one JSON string per line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def step(self, text: str) -> None:
        """One line."""
        self.report(f"step {text}")

    def report(self, words: str) -> None:
        """One line, at once."""
        self._stream.write(json.dumps(words) + "\n")
        self._stream.flush()


class _ToldParent(io.StringIO):
    """Standard error: the log, whose lines for a person are also told the parent, such as for what lock it waits."""

    def __init__(self, log: TextIO, parent: _ParentProgress) -> None:
        super().__init__()
        self._log, self._parent = log, parent

    def write(self, text: str) -> int:
        """To the log, and where it is a message to the parent as well."""
        if text.startswith(_MESSAGE):
            self._parent.step(text.removeprefix(_MESSAGE).strip())
        written = self._log.write(text)
        self._log.flush()
        return written


def main() -> int:
    """Puts the bed up, then waits for the signal to end."""
    plan = BedPlan.of_json(json.load(sys.stdin))
    parent = _ParentProgress(sys.stdout)
    log, sys.stderr = sys.stderr, _ToldParent(sys.stderr, parent)
    try:
        with bed_up(plan, parent, kept=True):
            # From here on the bed outlives whoever asked for it.
            set_parent_death_signal(0)
            sys.stderr = log
            parent.report("up")
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            while True:
                signal.pause()
    except (PetlabError, OSError) as error:
        parent.report(f"failed {error}")
        return 1
    finally:
        sys.stderr = log


if __name__ == "__main__":
    sys.exit(main())
