"""A generator that is a Java program of ours: a folder with a plan goes in, the same folder has its records afterwards.

Ended by SIGTERM it closes its records. It ends with the lab, and `timeout` stands before it should it hang.
"""

import math
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from deploy.host.jdk import LOCALE, Jdk
from loadscripts.load.generator import wait_checking
from loadscripts.trial_errors import GeneratorError

JVM_OPTIONS = (
    # Little garbage: what would compile and collect beside it takes the store's cores.
    *("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xms128m"),
    *("--add-opens", "java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED"),
)
NEWER_JVM_OPTIONS = ("--sun-misc-unsafe-memory-access=allow",)
"""Of JDKs that complain otherwise."""
NEWER_FEATURE = 24

MIN_HEAP_MIB = 1024
HEAP_PER_BYTE = 16
"""Of a plan: what is a line of 100 bytes in its file takes a kilobyte in memory, and the lines beside it."""

PUNCTUAL = ("nice", "-n", "-10")
"""On cores that the store keeps busy it sends when it should; only root may ask for that."""

MARGIN_S = 60
"""It would end by itself so long after the lab should have ended it."""

BEGIN_TIMEOUT_S = 60
"""A busy machine starts a JVM slowly."""

ANSWERS_TIMEOUT_S = 10
"""So long the end of a load waits for the answers to what was due before: without the slowest of them a metric of times
from due would be too short.
"""

EXIT_TIMEOUT_S = ANSWERS_TIMEOUT_S + 10
BEGIN_INTERVAL_S = 0.02
KILLED = 137
"""The exit code of one that hung."""


@dataclass(frozen=True)
class JavaGenerator:
    """A generator, run by a JDK. name: as messages call it."""

    jdk: Jdk
    program: Path
    name: str
    version: str

    def begin(self, folder: Path, duration_s: float) -> "RunningGenerator":
        """Begins what the plan in the folder says."""
        newer = NEWER_JVM_OPTIONS if self.jdk.feature >= NEWER_FEATURE else ()
        command = [
            *(PUNCTUAL if os.geteuid() == 0 else ()),
            *("setpriv", "--pdeathsig", "TERM"),
            # From its end on, too, `timeout` waits so long before it kills, and the lab does so before.
            *("timeout", "-k", str(EXIT_TIMEOUT_S + 5), str(int(duration_s) + MARGIN_S)),
            *(str(self.jdk.java), *JVM_OPTIONS, heap_for(folder), *newer, "-jar", str(self.program), str(folder)),
        ]
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(Path.home()), "LC_ALL": LOCALE}
        with (folder / "generator.log").open("wb") as log:
            process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C is for the lab, which ends its programs itself
            )
        return RunningGenerator(process, folder, self.name)


def heap_for(folder: Path) -> str:
    """The option of a heap that holds the plan in the folder, however long it is."""
    plan_bytes = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
    return f"-Xmx{max(MIN_HEAP_MIB, math.ceil(HEAP_PER_BYTE * plan_bytes / 2**20))}m"


@contextmanager
def following(
    program: JavaGenerator, folder: Path, write_plan: Callable[[Path], None], duration_s: float
) -> Iterator["RunningGenerator"]:
    """It follows the plan from here on until the block ends; whatever happens, no generator is left then."""
    folder.mkdir(parents=True, exist_ok=True)
    write_plan(folder)
    running = program.begin(folder, duration_s)
    try:
        running.wait_until_begun()
        yield running
    finally:
        running.stop()


@dataclass(frozen=True)
class PlannedSession:
    """A session of a plan, or an order without one: when it is due, how long is thought before each further request, or
    before the order, and what the requests say.
    """

    due_s: float
    think_s: tuple[float, ...]
    values: Mapping[str, str]


def plan_table(planned: Iterable[PlannedSession]) -> Iterator[str]:
    """The lines of a table of them, as the generators read it; all have the same values."""
    columns: list[str] = []
    for each in planned:
        if not columns:
            columns = list(each.values)
            yield ",".join(["due_ns", "think_ns", *columns]) + "\n"
        think_ns = " ".join(str(round(seconds * 1e9)) for seconds in each.think_s)
        cells = [str(round(each.due_s * 1e9)), think_ns, *(each.values[name] for name in columns)]
        yield ",".join(cells) + "\n"


@dataclass(frozen=True)
class RunningGenerator:
    """A generator that has begun, in a process group of its own."""

    process: subprocess.Popen[bytes]
    folder: Path
    name: str

    @property
    def pid(self) -> int:
        return self.process.pid

    def wait_until_begun(self) -> None:
        """Waits for the begin of the load; raises GeneratorError when it does not come."""
        deadline_s = time.monotonic() + BEGIN_TIMEOUT_S
        while not (self.folder / "begun").exists():
            self.check()
            if time.monotonic() > deadline_s:
                raise GeneratorError(f"{self.name} did not begin within {BEGIN_TIMEOUT_S} s: {self._complaint()}")
            time.sleep(BEGIN_INTERVAL_S)

    def check(self) -> None:
        """Raises GeneratorError when it is no longer there although it should be."""
        if self.process.poll() is not None:
            raise GeneratorError(f"{self.name} ended too early: {self._complaint()}")

    def wait_while_running(self, seconds: float) -> None:
        """Waits so many seconds while it runs; raises GeneratorError when it has ended."""
        wait_checking(self.check, seconds)

    def finish(self) -> int:
        """Ends the load and returns the exit code; 0: its records are whole."""
        self.check()
        os.killpg(self.pid, signal.SIGTERM)
        try:
            # `timeout` tells of its own end by a signal; whether the records are whole, the summary tells.
            self.process.wait(EXIT_TIMEOUT_S)
            code = 0 if (self.folder / "summary.json").exists() else 1
        except subprocess.TimeoutExpired:
            code = KILLED
        self.stop()
        return code

    def stop(self) -> None:
        """Ends it if it still runs; nothing is left of it afterwards."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()

    def _complaint(self) -> str:
        lines = (self.folder / "generator.log").read_text(encoding="utf-8", errors="replace").splitlines()
        said = [line.partition("-generator: error: ")[2] for line in lines if "-generator: error: " in line]
        return said[0] if said else f"exit {self.process.returncode}"
