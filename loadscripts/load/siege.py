"""Siege 4: the customers. The only place that knows this program.

What one has to know of it: its exit code is 0 whatever happened; it now and then hangs when it
ends (so `timeout` always stands before it); with JSON it prints no line per request, without `-m`
it needs no log folder; by `-t` it stops up to a second early; a timeout of its own does not bound a
silent server; of two customers who get their first cookies together one may lose it (thinktime.c
prevents that); a 404 counts as success; a connection that was refused is never closed and costs a
file descriptor for good; a customer whose chunked answer is cut off retries the read forever, and
complains some hundred thousand times per second. It is judged by its lines and counts alone. Ended by
SIGINT it lifts the siege in good order, so the lab ends it, at the very end of the window.
"""

import os
import resource
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, cast

from loadscripts.load import siege_answers
from loadscripts.load.generator import wait_checking
from loadscripts.load.preloading import preloading
from loadscripts.load.scenario import Answers
from loadscripts.load.siege_answers import Listener
from loadscripts.load.think import Think
from loadscripts.load.thinktime import ThinkShim
from loadscripts.trial_errors import GeneratorError

MARGIN_S = 60
"""Siege would end by itself so long after the lab should have ended it."""

MAX_FILES = 1_000_000

EXIT_TIMEOUT_S = 15
"""A Siege that has not ended so long after it was asked to hangs, and is killed."""

KILLED = 137
"""The exit code of a Siege that hung."""

MAX_FAILURES = 1000
"""So many failed requests end a Siege: the trial is void anyhow."""

UNLIMITED_FAILURES = 1_000_000_000
"""With faults, requests fail on purpose."""

CONFIGURATION = """\
verbose = true
quiet = false
color = off
json_output = false
csv = true
timestamp = true
fullurl = true
display-id = true
logging = false
show-logfile = false
parser = false
limit = 1024
protocol = HTTP/1.1
connection = keep-alive
chunked = true
cache = false
cookies = true
expire-session = false
follow-location = false
url-escaping = false
unique = false
timeout = 60
failures = {failures}
user-agent = petlab-customer
"""


@dataclass(frozen=True)
class Siege:
    """Siege on this machine. shim: gives it think times; listener: records answers (None: no compiler here)."""

    program: Path
    version: str
    shim: ThinkShim | None
    listener: Listener | None = None

    def think_method(self, think: Think) -> Literal["shim", "whole-seconds", "none"]:
        """shim | whole-seconds | none: how the think time is kept."""
        if think.is_none:
            return "none"
        return "shim" if self.shim else "whole-seconds"

    def begin(self, load: "Load", folder: Path) -> "RunningSiege":
        """Begins the load; its files are kept in the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        failures = UNLIMITED_FAILURES if load.may_fail else MAX_FAILURES
        (folder / "siege.conf").write_text(CONFIGURATION.format(failures=failures), encoding="utf-8")
        (folder / "urls.txt").write_text(load.urls, encoding="utf-8")
        with (folder / "siege.err").open("wb") as err:
            complaints = _begin(["uniq"], stdin=subprocess.PIPE, stdout=err)
        with cast("IO[bytes]", complaints.stdin) as pipe, (folder / "siege.out").open("wb") as out:
            process = _begin(self._command(load, folder), env=self._environment(load, folder), stdout=out, stderr=pipe)
        return RunningSiege(process, complaints, folder)

    def _command(self, load: "Load", folder: Path) -> list[str]:
        seconds = int(load.duration_s) + MARGIN_S
        # setpriv: Siege ends with the lab, even when the lab is killed.
        return [
            *("setpriv", "--pdeathsig", "TERM"),
            # Refused connections are never closed: it gets as many descriptors as it may have.
            *("prlimit", f"--nofile={_max_files()}"),
            # After the lab's signal, too, `timeout` waits so long before it kills; the lab does so before.
            *("timeout", "-k", str(EXIT_TIMEOUT_S + 5), str(seconds + EXIT_TIMEOUT_S)),
            str(self.program),
            *("-R", str(folder / "siege.conf"), "-f", str(folder / "urls.txt")),
            *("-c", str(load.customers), "-t", f"{seconds}S"),
            *self._think_options(load.think),
        ]

    def _think_options(self, think: Think) -> list[str]:
        if think.is_none:
            return ["-b"]
        # With the shim any delay of 1 makes Siege call sleep(); without, the mean is kept: Siege
        # draws whole seconds from 0 to the delay.
        return ["-d", "1" if self.shim else f"{2 * think.mean_s:g}"]

    def _environment(self, load: "Load", folder: Path) -> dict[str, str]:
        environment = {"PATH": os.environ.get("PATH", ""), "HOME": str(Path.home()), "TZ": "UTC", "LC_ALL": "C"}
        preloaded = []
        if self.shim:
            # Also for customers who do not think: it lets one of them at a time at the list of cookies.
            environment |= self.shim.environment(load.think, stagger_s=load.stagger_s, seed=load.seed)
            preloaded.append(self.shim.library)
        if self.listener and load.answers:
            environment |= self.listener.environment(load.answers, folder / siege_answers.FILE)
            preloaded.append(self.listener.library)
        return environment | preloading(preloaded)


@dataclass(frozen=True)
class Load:
    """What Siege is to do: so many customers, until it is finished, at most about so long.

    duration_s, stagger_s: seconds; the customers begin spread over stagger_s. may_fail: they go on whatever fails.
    answers: by what words to know what they are told, if anybody wants to know.
    """

    urls: str
    customers: int
    think: Think
    duration_s: float
    stagger_s: float
    seed: int
    may_fail: bool = False
    answers: Answers | None = None


@dataclass(frozen=True)
class RunningSiege:
    """A Siege that has begun, in a process group of its own. Either it is finished, or it is stopped."""

    process: subprocess.Popen[bytes]
    complaints: subprocess.Popen[bytes]
    """Writes siege.err, a complaint that is repeated only once; ends with Siege."""
    folder: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def check(self) -> None:
        """Raises GeneratorError when Siege is no longer there although it should be."""
        if self.process.poll() is not None:
            raise GeneratorError(f"Siege ended too early: {self._complaint()}")

    def wait_while_running(self, seconds: float) -> None:
        """Waits so many seconds while Siege runs; raises GeneratorError when it has ended."""
        wait_checking(self.check, seconds)

    def finish(self) -> int:
        """Lifts the siege and returns its exit code."""
        self.check()
        os.killpg(self.pid, signal.SIGINT)
        try:
            code = self.process.wait(EXIT_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            code = KILLED
        self.stop()
        return code

    def stop(self) -> None:
        """Ends Siege if it still runs; nothing is left of it afterwards."""
        with suppress(ProcessLookupError):  # Siege may be left when what watches its time is gone
            os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()
        self.complaints.wait(EXIT_TIMEOUT_S)

    def _complaint(self) -> str:
        self.stop()
        lines = (self.folder / "siege.err").read_text(encoding="utf-8", errors="replace").split("\n")
        complaints = [line.strip() for line in lines if "error" in line or "not" in line]
        return complaints[0] if complaints else f"exit {self.process.returncode}"


def _begin(command: list[str], **streams: Any) -> subprocess.Popen[bytes]:
    """Begins a program that Ctrl-C does not end: it is for the lab, which ends its programs itself."""
    return subprocess.Popen(command, **{"stdin": subprocess.DEVNULL, **streams}, start_new_session=True)


def _max_files() -> int:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
