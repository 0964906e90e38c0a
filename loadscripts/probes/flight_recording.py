"""What JVMs tell of themselves: flight recordings, one of each for each trial, and the options in effect."""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from deploy.bed.bed_record import ObservedJvm, ServerJvm
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.probes.jcmd import first_line, jcmd
from loadscripts.trial_errors import RecordingError

SETTINGS = Path(__file__).parent / "petlab.jfc"
EXPORTER = CHECKOUT / "loadscripts/recording-export/target/recording-export.jar"
NAME = "petlab"
EXPORT_TIMEOUT_S = 300
WAITS = ("SocketRead", "FileForce", "ThreadPark", "JavaMonitorEnter", "JavaMonitorWait")
PROFILE = (
    "jdk.CPUTimeSample#enabled=true",
    "jdk.CPUTimeSample#throttle=5ms",
    "jdk.ObjectAllocationSample#enabled=true",
    "jdk.ObjectAllocationSample#throttle=500/s",
    *(f"jdk.{event}#enabled=true" for event in WAITS),
    "petlab.Page#enabled=true",
)
"""What is recorded beside what SETTINGS has: a stack for each 5 ms of CPU time, 500 allocations a second, whatever a
thread waits for, and which page it answers.
"""
PROFILING_JDK = 25
"""The first JDK that samples by CPU time (JEP 509), in native code, too."""
_FEATURE = re.compile(r"^JDK (\d+)", re.MULTILINE)


@dataclass(frozen=True)
class FlightRecorder:
    """Makes recordings with the tools of one JDK."""

    jdk: Jdk
    _unended: set[int] = field(default_factory=set, init=False, repr=False)

    @contextmanager
    def recording(self, jvms: Iterable[ObservedJvm], folder: Path, *, profile: bool = False) -> Iterator[None]:
        """Records each JVM into `folder/<jvm>.jfr` from here on until the block ends. profile: those of servers with
        samples of CPU time and of allocation.

        Raises:
            RecordingError: a JVM did not begin or end its recording, cannot be profiled, or does not end an earlier
                recording.
        """
        jvms = tuple(jvms)
        self.require_none(jvms)
        if profile:
            for server in (jvm for jvm in jvms if isinstance(jvm, ServerJvm)):
                self._require_profiling(server)
        folder.mkdir(parents=True, exist_ok=True)
        begun: list[ObservedJvm] = []
        try:
            for jvm in jvms:
                begun.append(jvm)  # also one that answers too late may have begun
                self._begin(jvm, folder / f"{jvm.name}.jfr", PROFILE if profile and isinstance(jvm, ServerJvm) else ())
            yield
        except BaseException:
            # What went wrong before is the message, not what goes wrong with ending the recordings.
            for jvm in begun:
                self._stop(jvm)
            raise
        else:
            # One that does not answer keeps no other from being told.
            failures = [(jvm, told) for jvm in begun if (told := self._stop(jvm)) is not None]
            if failures:
                jvm, told = failures[0]
                raise RecordingError(f"JVM {jvm.name}: its flight recording did not end: {told}")

    def require_none(self, jvms: Iterable[ObservedJvm]) -> None:
        """Ends the recordings of earlier trials that these JVMs did not say they had ended: another one beside it would
        take its name, and a trial without would be recorded.

        Raises:
            RecordingError: one still does not say so.
        """
        for jvm in jvms:
            if jvm.pid in self._unended and (told := self._stop(jvm)) is not None:
                raise RecordingError(f"JVM {jvm.name}: the flight recording of an earlier trial does not end: {told}")

    def _require_profiling(self, server: ServerJvm) -> None:
        """Its JDK may be another one than this run's (factor jdk), so that it is asked itself."""
        told = self._jcmd(server, "VM.version")
        found = _FEATURE.search(told)
        if found is None:
            raise RecordingError(f"JVM {server.name}: its version is not known: {first_line(told)}")
        if int(found[1]) < PROFILING_JDK:
            raise RecordingError(
                f"measuring = profile needs a JDK of {PROFILING_JDK} or newer, which samples CPU time; {server.name} "
                f"runs on {found[1]}: name one in the factor jdk, or set PETLAB_JAVA_HOME to one"
            )

    def _begin(self, jvm: ObservedJvm, file: Path, more: tuple[str, ...]) -> None:
        options = (f"name={NAME}", f'settings="{SETTINGS}"', f'filename="{file.absolute()}"', "maxsize=8g")
        result = self._jcmd(jvm, "JFR.start", *options, *more)
        if "Started recording" not in result:
            raise RecordingError(f"JVM {jvm.name}: its flight recording did not begin: {first_line(result)}")

    def _stop(self, jvm: ObservedJvm) -> str | None:
        """What the JVM says instead of that its recording has ended; None where it has."""
        result = self._jcmd(jvm, "JFR.stop", f"name={NAME}")
        # The latter is said of one that it has not: it had ended it, or never begun, where it is asked once more.
        if "Stopped recording" in result or (jvm.pid in self._unended and "Could not stop recording" in result):
            self._unended.discard(jvm.pid)
            return None
        self._unended.add(jvm.pid)
        return first_line(result)

    def _jcmd(self, jvm: ObservedJvm, *words: str) -> str:
        return jcmd(self.jdk, jvm.pid, *words)

    def flags(self, jvms: Iterable[ObservedJvm]) -> dict[str, tuple[str, ...]]:
        """By JVM the options that differ from HotSpot's defaults, as they are in effect: those of the command line, and
        what the JVM has chosen for this machine and this heap.

        Raises:
            RecordingError: a JVM does not tell.
        """
        return {jvm.name: self._flags(jvm) for jvm in jvms}

    def _flags(self, jvm: ObservedJvm) -> tuple[str, ...]:
        told = self._jcmd(jvm, "VM.flags")
        flags = tuple(sorted(word for word in told.split() if word.startswith("-XX:")))
        if not flags:
            raise RecordingError(f"JVM {jvm.name}: its options are not known: {first_line(told)}")
        return flags

    def export(self, jvms: Iterable[ObservedJvm], folder: Path, tables: Path, window_ns: tuple[int, int]) -> "Exported":
        """Writes the tables of a trial from its recordings.

        Raises:
            RecordingError: a recording cannot be read.
        """
        recordings = [f"{jvm.name}={folder / f'{jvm.name}.jfr'}" for jvm in jvms]
        window = f"{window_ns[0]}-{window_ns[1]}"
        command = [str(self.jdk.java), "-jar", str(EXPORTER), str(tables), window, *recordings]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=EXPORT_TIMEOUT_S)
        except subprocess.TimeoutExpired as error:
            raise RecordingError(f"the recordings were not read within {EXPORT_TIMEOUT_S} s") from error
        if done.returncode != 0:
            raise RecordingError(f"the recordings cannot be read: {first_line(done.stderr)}")
        return Exported(json.loads(done.stdout))


@dataclass(frozen=True)
class Exported:
    """How many rows each table got, and how many losses of data the JVMs admitted."""

    counts: dict[str, int]

    @property
    def data_loss(self) -> int:
        return self.counts["data_loss"]
