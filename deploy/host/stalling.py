"""Stalls a server: its whole process tree is stopped (SIGSTOP), and resumed later (SIGCONT).

A stopped process takes no other signal than SIGKILL, not even the one by which it would end with its owner. So a
process of its own lets it continue when the owner is killed meanwhile: `python -m deploy.host.stalling PID STARTED`.
"""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

from deploy.errors import BedError
from deploy.host.cleanup_process import cleanup_afterwards
from deploy.host.processes import BedProcess, tree

_STOPPED_IN_S = 10
_POLL_INTERVAL_S = 0.001


@contextmanager
def stalled(process: BedProcess) -> Iterator[None]:
    """The server is stopped while the block runs. Raises BedError when it does not run, or cannot be stopped."""
    if not process.is_running():
        raise BedError(f"{process.name} does not run, so it cannot be stalled")
    module = [sys.executable, "-m", "deploy.host.stalling", str(process.pid), str(process.ticks)]
    with cleanup_afterwards(module):
        try:
            stop(process)
            yield
        finally:
            resume(process)


def stop(process: BedProcess) -> None:
    """Returns when every thread has stopped: on busy cores that was up to 51 ms after the signal, of work still done.

    The root first: what it has not started by then it starts no more.
    """
    _signal(tree(process)[:1], signal.SIGSTOP)
    _signal(tree(process), signal.SIGSTOP)
    end_s = time.monotonic() + _STOPPED_IN_S
    while not all(_has_stopped(each) for each in tree(process)):
        if time.monotonic() > end_s:
            raise BedError(f"{process.name} has not stopped within {_STOPPED_IN_S} s of the signal to stop")
        time.sleep(_POLL_INTERVAL_S)


def _has_stopped(process: psutil.Process) -> bool:
    # The process's own status is that of its first thread only.
    try:
        threads = [psutil.Process(thread.id) for thread in process.threads()]
        return all(thread.status() in (psutil.STATUS_STOPPED, psutil.STATUS_ZOMBIE) for thread in threads)
    except psutil.NoSuchProcess:
        return False


def resume(process: BedProcess) -> None:
    """Ends `stop`; nothing happens to a server that is not stopped."""
    _signal(tree(process), signal.SIGCONT)


def _signal(processes: list[psutil.Process], number: signal.Signals) -> None:
    for each in processes:
        with suppress(psutil.NoSuchProcess):
            each.send_signal(number)


if __name__ == "__main__":
    resume(BedProcess("stalled", int(sys.argv[1]), 0.0, ticks=int(sys.argv[2])))
