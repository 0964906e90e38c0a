"""What the two programs that look at system calls have in common: which calls force a write, and how they are run."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from loadscripts.trial_errors import TracingError

FORCING = ("fsync", "fdatasync", "msync", "sync_file_range", "sync", "syncfs")
"""The system calls that return when something is on disk."""

EXIT_TIMEOUT_S = 20


@dataclass(frozen=True)
class Counted:
    """How many calls there were between two times, wall clock nanoseconds since the epoch."""

    begin_ns: int
    end_ns: int
    calls: int


StopCounting = Callable[[], Counted]
"""Stops counting some processes and returns what was counted. Raises TracingError."""


@contextmanager
def running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a tracer while the block runs; its output is in `stdout` and `stderr` of the folder."""
    with (folder / "stdout").open("wb") as stdout, (folder / "stderr").open("wb") as stderr:
        process = subprocess.Popen(
            # setpriv: it ends with the lab, even when the lab is killed.
            ["setpriv", "--pdeathsig", "TERM", *command],
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for_end(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Waits for a tracer that is about to end.

    Raises:
        TracingError: it does not end, or it has failed.
    """
    try:
        code = process.wait(EXIT_TIMEOUT_S)
    except subprocess.TimeoutExpired as error:
        raise TracingError(f"it has not ended after {EXIT_TIMEOUT_S} s") from error
    if code not in (0, -signal.SIGINT, 128 + signal.SIGINT):
        raise TracingError(complaint(folder) or f"exit {code}")


def complaint(folder: Path) -> str:
    """What a tracer complained of, in one line."""
    lines = (folder / "stderr").read_text(encoding="utf-8", errors="replace").splitlines()
    return "; ".join(line.strip() for line in lines if line.strip())


def tree(pid: int) -> tuple[int, ...]:
    """A process and all below it.

    Raises:
        TracingError: the process has ended.
    """
    try:
        return (pid, *(child.pid for child in psutil.Process(pid).children(recursive=True)))
    except psutil.NoSuchProcess as error:
        raise TracingError(f"the process {pid}, which was to be traced, has ended") from error


def now_ns() -> int:
    """The wall clock, by which strace and perf's command tell the time too."""
    return time.time_ns()
