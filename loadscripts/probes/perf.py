"""perf: counts system calls in the kernel, which costs the traced next to nothing. It needs root, or an open kernel."""

import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from loadscripts.probes.tracing import FORCING, Counted, StopCounting, complaint, running, tree, wait_for_end
from loadscripts.trial_errors import TracingError

START_TIMEOUT_S = 20

_GONE = ("Problems finding threads", "No such process")
"""What perf says when a process or thread has ended between being listed and being attached to; it attaches to none."""

_NEVER_RAN = "<not counted>"
"""What perf says of a process that slept all the while."""

_WINDOW = "date +%s%N; sleep {seconds:g}; date +%s%N"


class Perf:
    """perf stat on the tracepoints of the system calls."""

    method = f"perf stat: {', '.join(FORCING)}"

    @contextmanager
    def trace(self, pid: int, seconds: float, folder: Path) -> Iterator[StopCounting]:
        """Counts those of a process and of all below it, now and meanwhile, for so many seconds from now on."""
        with ExitStack() as stack:
            yield _attach_to_all(stack, pid, seconds, folder)


class _GoneError(TracingError):
    pass


def _attach_to_all(stack: ExitStack, pid: int, seconds: float, folder: Path) -> StopCounting:
    """Tries until nobody has gone meanwhile: on a busy machine, with short-lived children, half of all tries fail."""
    end_s = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            return stack.enter_context(_attached(pid, seconds, folder))
        except _GoneError:
            if time.monotonic() > end_s:
                raise


@contextmanager
def _attached(pid: int, seconds: float, folder: Path) -> Iterator[StopCounting]:
    command = [
        *("perf", "stat", "--field-separator", ",", "--output", str(folder / "counts")),
        *("--event", ",".join(f"syscalls:sys_enter_{call}" for call in FORCING)),
        *("--pid", ",".join(map(str, tree(pid)))),
        # perf counts as long as this command runs, which tells when that was.
        *("--", "sh", "-c", _WINDOW.format(seconds=seconds)),
    ]
    with running(command, folder) as process:
        _wait_until_begun(process, folder)

        def counted() -> Counted:
            wait_for_end(process, folder)
            begin_ns, end_ns = map(int, (folder / "stdout").read_text(encoding="ascii").split())
            return Counted(begin_ns, end_ns, read_counts((folder / "counts").read_text(encoding="utf-8")))

        yield counted


def _wait_until_begun(process: subprocess.Popen[bytes], folder: Path) -> None:
    end_s = time.monotonic() + START_TIMEOUT_S
    has_ended = False
    while not (folder / "stdout").read_bytes():
        if has_ended:
            complained = complaint(folder)
            gone = any(words in complained for words in _GONE)
            raise (_GoneError if gone else TracingError)(f"perf has not started: {complained}")
        if time.monotonic() > end_s:
            raise TracingError(f"perf has not started after {START_TIMEOUT_S} s: {complaint(folder)}")
        time.sleep(0.01)
        has_ended = process.poll() is not None


def read_counts(output: str) -> int:
    """Adds up the counts of all events.

    Raises:
        TracingError: an event was not counted.
    """
    rows = [line.split(",") for line in output.splitlines() if "syscalls:" in line]
    counts = ["0" if row[0] == _NEVER_RAN else row[0] for row in rows]
    if len(counts) != len(FORCING) or not all(count.isdigit() for count in counts):
        raise TracingError(f"perf has not counted: {output.strip()}")
    return sum(map(int, counts))
