"""What machine this is, what is on it, and how true its clocks are: part of every trial's record."""

import hashlib
import os
import platform
import statistics
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from analysis.contract.machine_profile import MachineIdentity
from analysis.contract.trial_document import Clock, MachineOfTrial
from deploy.errors import PetlabError
from deploy.host import git
from deploy.paths import CHECKOUT

_FORCED_WRITES = 40
_PAGE = b"\0" * 4096


@dataclass(frozen=True)
class Machine:
    """The machine of a trial. fsync_ms: median of a forced write of 4 KiB where the bed has its files."""

    cpu_model: str
    cores: int
    memory_bytes: int
    kernel: str
    os: str
    disk: str | None
    fsync_ms: float | None

    def as_record(self) -> MachineOfTrial:
        """As trial.json has it."""
        return MachineOfTrial(**asdict(self))


def this_machine(folder: Path) -> Machine:
    """Looks at this machine; the disk is that of the folder."""
    return Machine(
        **machine_identity(None).model_dump(exclude={"jdk"}),
        os=_os_name(),
        disk=_disk(folder),
        fsync_ms=fsync_ms(folder),
    )


def machine_identity(jdk: str | None) -> MachineIdentity:
    """This machine, as its profile names it, with the version of a JDK."""
    return MachineIdentity(
        cpu_model=_cpu_model(),
        cores=len(os.sched_getaffinity(0)),
        memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        kernel=platform.release(),
        jdk=jdk,
    )


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _os_name() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        return platform.system()


def _disk(folder: Path) -> str | None:
    """The file system that holds the folder: `ext4 on /dev/vda1`."""
    best = ("", "", "")
    for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines():
        device, mount, kind = line.split()[:3]
        inside = folder.absolute().is_relative_to(mount)
        if inside and len(mount) >= len(best[1]):
            best = (device, mount, kind)
    return f"{best[2]} on {best[0]}" if best[1] else None


def fsync_ms(folder: Path) -> float | None:
    """Median milliseconds of a forced 4 KiB write in the folder; None when nothing can be written there."""
    probe = folder / f".fsync-{os.getpid()}"
    try:
        return _median_forced_write_ms(probe)
    except OSError:
        return None
    finally:
        probe.unlink(missing_ok=True)


def _median_forced_write_ms(probe: Path) -> float:
    times_ns = []
    with probe.open("wb", buffering=0) as file:
        for _ in range(_FORCED_WRITES):
            begin_ns = time.monotonic_ns()
            file.write(_PAGE)
            os.fdatasync(file.fileno())
            times_ns.append(time.monotonic_ns() - begin_ns)
    return round(statistics.median(times_ns) / 1e6, 3)


@dataclass(frozen=True)
class ClockReading:
    """How far the wall clock is from the monotonic clock, and how well that is known."""

    offset_ns: int
    bound_ns: int


def read_clocks() -> ClockReading:
    """Reads the wall clock between two readings of the monotonic clock; the closest of some tries."""
    tries = []
    for _ in range(20):
        before_ns = time.monotonic_ns()
        wall_ns = time.time_ns()
        after_ns = time.monotonic_ns()
        tries.append((after_ns - before_ns, wall_ns - (before_ns + after_ns) // 2))
    width_ns, offset_ns = min(tries)
    return ClockReading(offset_ns, width_ns)


def clock_record(begin: ClockReading, end: ClockReading) -> Clock:
    """How far the wall clock drifted against the monotonic one during a trial."""
    return Clock(wall_monotonic_drift_ns=end.offset_ns - begin.offset_ns, bound_ns=begin.bound_ns + end.bound_ns)


@dataclass(frozen=True)
class Revision:
    """The commit of this checkout, and whether tracked files differ from it; None where it is no checkout of git.

    changes: the SHA-256 of how they differ; None where they do not, or where nobody noted it.
    """

    commit: str | None
    dirty: bool | None
    changes: str | None = None


def revision(checkout: Path = CHECKOUT) -> Revision:
    """What is checked out here, and how tracked files differ from it."""
    try:
        commit = git.ask(checkout, "rev-parse", "HEAD")
        changed = git.ask(checkout, "status", "--porcelain", "--untracked-files=no")
        difference = git.ask(checkout, "diff", "--no-color", "--no-ext-diff", "--full-index", "HEAD") if changed else ""
    except PetlabError:
        return Revision(None, None)
    digest = hashlib.sha256(difference.encode("utf-8", "surrogateescape")).hexdigest() if changed else None
    return Revision(commit, bool(changed), digest)
