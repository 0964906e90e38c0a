"""Starts the daemon that owns the bed of `petlab up`, and listens to it until the bed is up."""

import json
import os
import subprocess
import sys

from deploy.errors import BedError
from deploy.host.processes import die_with_parent
from deploy.paths import CHECKOUT, RUNTIME, private_folder
from deploy.progress import Progress
from deploy.specification.plan import BedPlan

_TIMEOUT_S = 60


def start(plan: BedPlan, progress: Progress) -> None:
    """Starts a daemon and waits until its bed is up. Raises BedError with the daemon's reason."""
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
        _wait(child)
        raise
    if result != "up":
        _wait(child)
        reason = result.removeprefix("failed ") if result else f"the daemon ended; see {RUNTIME / 'bed-daemon.log'}"
        raise BedError(reason)
    child.returncode = 0  # it lives on, and is nobody's child in a moment


def _wait(child: "subprocess.Popen[str]") -> None:
    """Until it has ended, for some time: that it takes longer must not hide why it is to end."""
    try:
        child.wait(_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        child.returncode = 0  # it goes on without us


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
