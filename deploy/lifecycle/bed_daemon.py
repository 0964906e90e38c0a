"""The daemon that owns the bed of `petlab up`: `python -m deploy.lifecycle.bed_daemon`, the plan on standard input.

It reports its progress to its parent line by line: `step …`, then `stands` or `failed …`. Until the bed stands the
daemon dies with its parent; afterwards it lives until a signal ends it.
"""

import json
import os
import signal
import subprocess
import sys
from typing import TextIO

from deploy.errors import BedError, PetlabError
from deploy.host.die_with_parent import ask_for_death_signal
from deploy.host.processes import die_with_parent
from deploy.paths import CHECKOUT, RUNTIME, private_folder
from deploy.progress import Progress, Silent
from deploy.specification.plan import BedPlan


def start(plan: BedPlan, progress: Progress) -> None:
    """Starts a daemon and waits until its bed stands. Raises BedError with the daemon's reason."""
    private_folder(RUNTIME)
    with (RUNTIME / "bed-daemon.log").open("w", encoding="utf-8") as log:
        child = subprocess.Popen(
            [*die_with_parent("TERM"), sys.executable, "-m", "deploy.lifecycle.bed_daemon"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=CHECKOUT,
            env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
            start_new_session=True,
        )
    try:
        result = _listen(child, plan, progress)
    except BaseException:
        child.terminate()
        child.wait(60)
        raise
    if result != "stands":
        child.wait(60)
        reason = result.removeprefix("failed ") if result else f"the daemon ended; see {RUNTIME / 'bed-daemon.log'}"
        raise BedError(reason)
    child.returncode = 0  # it lives on, and is nobody's child in a moment


def _listen(child: "subprocess.Popen[str]", plan: BedPlan, progress: Progress) -> str:
    """The last line that the daemon writes."""
    if child.stdin is None or child.stdout is None:
        raise BedError("the bed daemon has no standard input or output")
    with child.stdin:
        json.dump(plan.as_json(), child.stdin)
    with child.stdout:
        for line in child.stdout:
            words = json.loads(line)
            if not words.startswith("step "):
                return str(words)
            progress.step(words.removeprefix("step "))
    return ""


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


def main() -> int:
    """Puts the bed up, then waits for the signal to end."""
    from deploy.lifecycle.lifetime import bed_up  # it knows the daemon too

    plan = BedPlan.of_json(json.load(sys.stdin))
    parent = _ParentProgress(sys.stdout)
    try:
        with bed_up(plan, parent):
            # From here on the bed outlives whoever asked for it.
            ask_for_death_signal(0)
            parent.report("stands")
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            while True:
                signal.pause()
    except PetlabError as error:
        parent.report(f"failed {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
