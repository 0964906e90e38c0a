"""strace: stops a process at each of its system calls, and so slows it. Debian's package of it works without root."""

import os
import re
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from loadscripts.probes.tracing import FORCING, Counted, StopCounting, complaint, now_ns, running, tree, wait_for_end
from loadscripts.trial_errors import TracingError

ATTACH_TIMEOUT_S = 20
# A call that takes long has two lines; only the first one has the bracket.
_CALL = re.compile(rf"^\d+ +(?P<at_s>\d+\.\d+) (?:{'|'.join(FORCING)})\(")


class Strace:
    """strace on all threads."""

    method = f"strace: {', '.join(FORCING)}"

    @contextmanager
    def trace(self, pid: int, seconds: float, folder: Path) -> Iterator[StopCounting]:
        """Counts those of a process and of all below it, now and meanwhile, for so many seconds from now on."""
        pids = tree(pid)
        command = [
            *("strace", "-f", "-ttt", "-e", "signal=none", "-e", f"trace={','.join(FORCING)}"),
            *("-o", str(folder / "calls")),
            *(word for each in pids for word in ("-p", str(each))),
        ]
        with running(command, folder) as process:
            _wait_until_attached(len(pids), folder)
            begin_ns = now_ns()

            def counted() -> Counted:
                end_ns = begin_ns + round(seconds * 1e9)
                os.killpg(process.pid, signal.SIGINT)
                wait_for_end(process, folder)
                with (folder / "calls").open(encoding="utf-8", errors="replace") as lines:
                    return Counted(begin_ns, end_ns, count_calls(lines, begin_ns, end_ns))

            yield counted


def _wait_until_attached(processes: int, folder: Path) -> None:
    end_s = time.monotonic() + ATTACH_TIMEOUT_S
    while True:
        stderr = (folder / "stderr").read_text(encoding="utf-8", errors="replace")
        # A process may end between being listed and being attached to.
        if stderr.count(" attached") + stderr.count("No such process") >= processes:
            return
        if time.monotonic() > end_s or "Operation not permitted" in stderr:
            raise TracingError(f"strace cannot attach: {complaint(folder)}")
        time.sleep(0.05)


def count_calls(lines: Iterable[str], begin_ns: int, end_ns: int) -> int:
    """How many of strace's lines are calls that began in this time."""
    begun = (match for line in lines if (match := _CALL.match(line)))
    return sum(begin_ns <= float(match["at_s"]) * 1e9 < end_ns for match in begun)
