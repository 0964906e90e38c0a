"""Stalls a server: its whole process tree is stopped (SIGSTOP), and resumed later (SIGCONT).

A stopped process takes no other signal than SIGKILL, not even the one by which it would end with its owner. So a
process of its own lets it continue when the owner is killed meanwhile: `python -m deploy.host.stalling PID STARTED`.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

from deploy.errors import BedError
from deploy.host.cleanup_process import cleanup_afterwards
from deploy.host.processes import BedProcess, tree


@contextmanager
def stalled(process: BedProcess) -> Iterator[None]:
    """The server is stopped while the block runs. Raises BedError when it does not run."""
    if not process.is_running():
        raise BedError(f"{process.name} does not run, so it cannot be stalled")
    module = [sys.executable, "-m", "deploy.host.stalling", str(process.pid), repr(process.started)]
    with cleanup_afterwards(module):
        try:
            stop(process)
            yield
        finally:
            resume(process)


def stop(process: BedProcess) -> None:
    """The root first: what it has not started by then it starts no more."""
    _signal(tree(process)[:1], signal.SIGSTOP)
    _signal(tree(process), signal.SIGSTOP)


def resume(process: BedProcess) -> None:
    """Ends `stop`; nothing happens to a server that is not stopped."""
    _signal(tree(process), signal.SIGCONT)


def _signal(processes: list[psutil.Process], number: signal.Signals) -> None:
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.send_signal(number)


if __name__ == "__main__":
    resume(BedProcess("stalled", int(sys.argv[1]), float(sys.argv[2])))
