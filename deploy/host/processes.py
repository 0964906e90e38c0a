"""Starting and ending the servers of a bed, so that none outlives its owner.

Every server dies with its parent (`die_with_parent.py`): the kernel ends it when its owner dies, whatever the reason.
The kernel watches the *thread* that started it, so all are started by one thread that lives as long as the process.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import psutil

from deploy.errors import BedError

T = TypeVar("T")

_STOP_TIMEOUT_S = 5
_KILLED_TIMEOUT_S = 10
_POLL_INTERVAL_S = 0.05
_END_INTERVAL_S = 0.01
_ZOMBIE, _STARTTIME = "Z", 19  # the letter, and the place behind the process's name


@dataclass(frozen=True)
class BedProcess:
    """The root of one server's process tree. started: by the wall clock, which may be set while it runs; ticks: since
    the machine was started (proc(5), starttime), which tell it from a later process with the same id.
    """

    name: str
    pid: int
    started: float
    #: The signal that ends it at once and cleanly; what a server of several processes shares needs more than a KILL.
    stop_signal: str = "KILL"
    ticks: int = 0

    def is_running(self) -> bool:
        """Whether this very process still runs."""
        try:
            state, ticks = _state_and_start(self.pid)
        except psutil.NoSuchProcess:
            return False
        return state != _ZOMBIE and (ticks == self.ticks if self.ticks else self._is_as_old_as_noted())

    def _is_as_old_as_noted(self) -> bool:
        """Of a record that an older version has written, without ticks."""
        with contextlib.suppress(psutil.NoSuchProcess):
            return bool(abs(psutil.Process(self.pid).create_time() - self.started) < 1.0)
        return False

    @staticmethod
    def of(name: str, pid: int, stop_signal: str = "KILL") -> "BedProcess":
        """The process that has this id now. Raises psutil.NoSuchProcess."""
        _, ticks = _state_and_start(pid)
        return BedProcess(name, pid, psutil.Process(pid).create_time(), stop_signal, ticks)


def _state_and_start(pid: int) -> tuple[str, int]:
    """One letter, and clock ticks after the start of the machine. Raises psutil.NoSuchProcess."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        raise psutil.NoSuchProcess(pid) from None
    fields = stat.rpartition(")")[2].split()  # the name before may have blanks and brackets
    return fields[0], int(fields[_STARTTIME])


@dataclass(frozen=True)
class Account:
    """A user of the operating system that a server is run as."""

    uid: int
    gid: int


def start(
    name: str,
    command: Sequence[str | Path],
    *,
    log: Path,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    account: Account | None = None,
    stop_signal: str = "KILL",
    stdin: str = "",
) -> BedProcess:
    """Starts a server in a session of its own, its output appended to the log; it dies with this process.

    What it gets on its standard input (a password) shows on no command line.
    """
    line = [*die_with_parent(stop_signal, account), *map(str, command)]

    def spawn() -> BedProcess:
        with log.open("ab") as output:
            child = subprocess.Popen(
                line,
                cwd=folder,
                stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=dict(environment) if environment is not None else None,
                start_new_session=True,
                umask=0o077,
            )
        if child.stdin:
            child.stdin.write(stdin.encode())
            child.stdin.close()
        # What is started becomes the server: the id stays. Nobody waits for the child by this handle.
        child.returncode = 0
        return BedProcess.of(name, child.pid, stop_signal)

    return _in_starter_thread(spawn)


def die_with_parent(stop_signal: str, account: Account | None = None) -> list[str]:
    """What stands before a command line so that the program ends with this process."""
    uid, gid = (account.uid, account.gid) if account else (-1, -1)
    script = str(Path(__file__).with_name("die_with_parent.py"))
    return [sys.executable, "-I", "-S", script, str(os.getpid()), stop_signal, str(uid), str(gid)]


def end(processes: Sequence[BedProcess], *, grace_s: float = 0.0) -> None:
    """Ends these servers and everything that they started; by SIGTERM first when a time of grace is given."""
    trees = [each for process in processes for each in tree(process)]
    for process in processes:
        if grace_s:
            _signal(process, signal.SIGTERM)
        elif process.stop_signal != "KILL":
            _signal(process, signal.Signals[f"SIG{process.stop_signal}"])
    for each in trees:
        # What is stopped would not take the signal.
        with contextlib.suppress(psutil.NoSuchProcess):
            each.send_signal(signal.SIGCONT)
    _wait_for_end(_ending(trees, processes, grace_s), grace_s or _STOP_TIMEOUT_S)
    for each in trees:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    _wait_for_end(trees, _KILLED_TIMEOUT_S)
    for process in processes:
        reap(process.pid)


def kill(process: BedProcess) -> None:
    """Kills a server and everything that it started, at once (SIGKILL), and waits until it is dead."""
    trees = tree(process)
    for each in trees:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    _wait_for_end(trees, _KILLED_TIMEOUT_S)
    reap(process.pid)


def stop(process: BedProcess, number: signal.Signals, *, timeout_s: float) -> bool:
    """Asks a server to end in good order; one that has not ended after so many seconds is killed.

    Returns:
        Whether it has ended by itself.
    """
    trees = tree(process)
    _signal(process, number)
    left = _wait_for_end(trees, timeout_s)
    for each in left:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    _wait_for_end(left, _KILLED_TIMEOUT_S)
    reap(process.pid)
    return not left


def wait_until(
    ready: Callable[[], bool],
    what: str,
    *,
    timeout_s: float,
    process: BedProcess | None = None,
    log: Path | None = None,
) -> None:
    """Waits until a server is ready. Raises BedError when it ends before, or when the deadline passes."""
    deadline = time.monotonic() + timeout_s
    while not ready():
        if process and (not process.is_running()):
            reap(process.pid)
            raise BedError(f"{what} ended while it was starting{_last_words(log)}")
        if time.monotonic() > deadline:
            raise BedError(f"{what} is not ready after {timeout_s:.0f} s{_last_words(log)}")
        time.sleep(_POLL_INTERVAL_S)


def kill_if_silent(process: BedProcess, answers: Callable[[], bool], *, timeout_s: float) -> bool:
    """Kills a server that runs and does not answer within so many seconds; whether it did so."""
    deadline = time.monotonic() + timeout_s
    while process.is_running() and not answers():
        if time.monotonic() > deadline:
            kill(process)
            return True
        time.sleep(_POLL_INTERVAL_S)
    return False


def tree(process: BedProcess) -> list[psutil.Process]:
    """The server's process and all below it, itself first; none when it does not run."""
    if not process.is_running():
        return []
    try:
        root = psutil.Process(process.pid)
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _ending(trees: Sequence[psutil.Process], processes: Sequence[BedProcess], grace_s: float) -> list[psutil.Process]:
    """Those that have been asked to end and may take a moment for it."""
    if grace_s:
        return list(trees)
    signalled = [process for process in processes if process.stop_signal != "KILL"]
    return [each for process in signalled for each in tree(process)]


def _wait_for_end(trees: Sequence[psutil.Process], timeout_s: float) -> list[psutil.Process]:
    """Waits until these have ended, and returns those that have not in time. A zombie has: what has lost its parent is
    init's, which may take seconds to notice its end.
    """
    deadline = time.monotonic() + timeout_s
    while (left := [each for each in trees if _is_alive(each)]) and time.monotonic() < deadline:
        time.sleep(_END_INTERVAL_S)
    return left


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _signal(process: BedProcess, number: signal.Signals) -> None:
    if process.is_running():
        os.kill(process.pid, number)


def reap(pid: int) -> None:
    """Takes the exit status of a child that has ended, so that no zombie stays; somebody else's child has none for us.

    Its first thread may have ended some moments before the last: until then there is no status to take.
    """
    deadline = time.monotonic() + _STOP_TIMEOUT_S
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(pid, os.WNOHANG) == (0, 0) and time.monotonic() < deadline:
            time.sleep(_POLL_INTERVAL_S)


def _last_words(log: Path | None) -> str:
    if log is None or not log.exists():
        return ""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return f"; its log {log} ends with:\n" + "\n".join(lines[-12:])


class _Starter:
    """The one thread that starts servers."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[tuple[Callable[[], object], Future[object]]] = queue.SimpleQueue()
        threading.Thread(target=self._run, name="server-starter", daemon=True).start()

    def call(self, work: Callable[[], object]) -> object:
        outcome: Future[object] = Future()
        self._work.put((work, outcome))
        return outcome.result()

    def _run(self) -> None:
        while True:
            work, outcome = self._work.get()
            try:
                outcome.set_result(work())
            except BaseException as error:  # handed to the caller
                outcome.set_exception(error)


@cache
def _starter() -> _Starter:
    return _Starter()


def _in_starter_thread(work: Callable[[], T]) -> T:
    return _starter().call(work)  # type: ignore[return-value]
