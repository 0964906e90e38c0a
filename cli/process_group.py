"""Runs a command that starts others, so that an interruption ends all of them."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path


def run(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> int:
    """Its output goes to the terminal. Returns its exit code.

    It has a session of its own: Ctrl-C reaches this process alone, which then ends the command and what it has started.
    """
    # setpriv: it ends with this process, even when that is killed.
    line = ["setpriv", "--pdeathsig", "TERM", *command]
    with subprocess.Popen(line, cwd=folder, env=dict(environment), start_new_session=True) as process:
        try:
            return process.wait()
        except BaseException:
            os.killpg(process.pid, signal.SIGKILL)
            raise
