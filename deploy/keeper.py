"""The process that owns a bed which `petlab up` leaves behind: `python -m deploy.keeper`, the plan on standard input.

It tells its parent line by line how far it is: `step …`, then `stands` or `failed …`. Until the bed stands it dies with
its parent, afterwards it lives until it is told to end.
"""

import json
import os
import signal
import subprocess
import sys
from typing import TextIO

from deploy.errors import BedError, PetlabError
from deploy.leashed import ask_for_death_signal
from deploy.paths import CHECKOUT, RUNTIME, private_folder
from deploy.plan import BedPlan
from deploy.processes import leash
from deploy.progress import Progress, Silent


def leave(plan: BedPlan, progress: Progress) -> None:
    """Starts a keeper and waits until its bed stands. Raises BedError with the keeper's reason."""
    private_folder(RUNTIME)
    with (RUNTIME / "keeper.log").open("w", encoding="utf-8") as log:
        child = subprocess.Popen(
            [*leash("TERM"), sys.executable, "-m", "deploy.keeper"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            cwd=CHECKOUT,
            env=os.environ | {"PYTHONPATH": str(CHECKOUT)},
            start_new_session=True,
        )
    try:
        said = _listen(child, plan, progress)
    except BaseException:
        child.terminate()
        child.wait(60)
        raise
    if said != "stands":
        child.wait(60)
        reason = said.removeprefix("failed ") if said else f"the keeper ended; see {RUNTIME / 'keeper.log'}"
        raise BedError(reason)
    child.returncode = 0  # it lives on, and is nobody's child in a moment


def _listen(child: "subprocess.Popen[str]", plan: BedPlan, progress: Progress) -> str:
    """The keeper's last word."""
    if child.stdin is None or child.stdout is None:
        raise BedError("the keeper cannot be spoken to")
    with child.stdin:
        json.dump(plan.as_json(), child.stdin)
    with child.stdout:
        for line in child.stdout:
            words = json.loads(line)
            if not words.startswith("step "):
                return str(words)
            progress.step(words.removeprefix("step "))
    return ""


class _Telling(Silent):
    """Tells the parent each step, as one JSON string a line."""

    def __init__(self, parent: TextIO) -> None:
        self._parent = parent

    def step(self, text: str) -> None:
        """One line."""
        self.say(f"step {text}")

    def say(self, words: str) -> None:
        """One line, at once."""
        self._parent.write(json.dumps(words) + "\n")
        self._parent.flush()


def main() -> int:
    """Puts the bed up, then waits for the signal to end."""
    from deploy.lifetime import bed_up  # it knows the keeper too

    plan = BedPlan.of_json(json.load(sys.stdin))
    telling = _Telling(sys.stdout)
    try:
        with bed_up(plan, telling):
            # From here on the bed outlives whoever asked for it.
            ask_for_death_signal(0)
            telling.say("stands")
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            while True:
                signal.pause()
    except PetlabError as error:
        telling.say(f"failed {error}")
        return 1


if __name__ == "__main__":
    sys.exit(main())
