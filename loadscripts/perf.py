"""perf: counts system calls in the kernel, which costs the traced next to nothing. It needs root, or an open kernel."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loadscripts.errors import TracingError
from loadscripts.tracing import FORCING, Counted, Watching, running, wait_for_end

_NEVER_RAN = "<not counted>"
"""What perf says of a process that slept all the while."""

_WINDOW = "date +%s%N; sleep {seconds:g}; date +%s%N"


class Perf:
    """perf stat on the tracepoints of the system calls."""

    method = f"perf stat: {', '.join(FORCING)}"

    @contextmanager
    def watch(self, pids: tuple[int, ...], seconds: float, folder: Path) -> Iterator[Watching]:
        """Counts those of some processes, and of what they start meanwhile, for so many seconds from now on."""
        command = [
            *("perf", "stat", "--field-separator", ",", "--output", str(folder / "counts")),
            *("--event", ",".join(f"syscalls:sys_enter_{call}" for call in FORCING)),
            *("--pid", ",".join(map(str, pids))),
            # perf counts as long as this command runs, which tells when that was.
            *("--", "sh", "-c", _WINDOW.format(seconds=seconds)),
        ]
        with running(command, folder) as process:

            def counted() -> Counted:
                wait_for_end(process, folder)
                begin_ns, end_ns = map(int, (folder / "said").read_text(encoding="ascii").split())
                return Counted(begin_ns, end_ns, read_counts((folder / "counts").read_text(encoding="utf-8")))

            yield counted


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
