"""doctor: what of this machine is in the way, and the remedy."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass

import psutil
from rich.table import Table
from rich.text import Text

from browser import chromium
from cli.consoles import plain_console
from cli.experiment_options import PortBaseOption
from deploy.errors import PetlabError
from deploy.host import small_disks
from deploy.host.jdk import Jdk
from deploy.host.ports import BLOCK, BedPorts, is_taken
from deploy.paths import CHECKOUT, cache
from deploy.specification.plan import BED_BYTES
from loadscripts.probes.machine import fsync_ms, read_clocks

DISK_BYTES = 5 * 10**9
CORES = 2
SLOW_FSYNC_MS = 20.0
CLOCK_BOUND_NS = 1_000_000


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was found, and what to do when it fails (None: it is fine)."""

    subject: str
    found: str
    remedy: str | None = None


def doctor(port_base: PortBaseOption = 21000) -> int:
    """Check this machine: programs, ports, memory, cores, disk, clock. Exit code 1 when something fails."""
    checks: tuple[Callable[[], Finding], ...] = (
        jdk,
        maven,
        siege,
        compiler,
        setpriv,
        xz,
        git,
        browser,
        lambda: ports(port_base),
        memory,
        cores,
        disk,
        small_disks_to_fill,
        forced_writes,
        clock,
        pressure,
    )
    findings = [check() for check in checks]
    plain_console().print(_table(findings))
    return 1 if any(finding.remedy for finding in findings) else 0


def _table(findings: list[Finding]) -> Table:
    table = Table("", "subject", "found", "remedy")
    for finding in findings:
        mark = Text("fails", style="red") if finding.remedy else Text("fine", style="green")
        table.add_row(mark, finding.subject, finding.found, finding.remedy or "")
    return table


def jdk() -> Finding:
    try:
        return Finding("JDK", Jdk.of_this_run().version)
    except PetlabError as error:
        return Finding("JDK", "none", str(error))


def maven() -> Finding:
    return _program("Maven", "mvn", "apt-get install maven")


def siege() -> Finding:
    found = shutil.which("siege") or cache() / "siege" / "usr" / "bin" / "siege"
    if os.path.exists(found):  # noqa: PTH110 the first is a string
        return Finding("Siege", str(found))
    if os.geteuid() == 0 and shutil.which("apt-get"):
        return Finding("Siege", "not installed yet; it will be when it is needed")
    return Finding("Siege", "none", "apt-get install siege")


def compiler() -> Finding:
    found = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    return Finding(
        "C compiler",
        found or "none: think times in whole seconds, no record of customers' answers (apt-get install gcc)",
    )


def setpriv() -> Finding:
    return _program("setpriv", "setpriv", "apt-get install util-linux")


def xz() -> Finding:
    return _program("xz", "xz", "apt-get install xz-utils")


def git() -> Finding:
    return _program("git", "git", "apt-get install git")


def browser() -> Finding:
    found = chromium.program()
    return Finding(
        "Chromium", found or "none: ./petlab test needs it (apt-get install chromium), or the option --no-browser"
    )


def small_disks_to_fill() -> Finding:
    found = "can be mounted" if small_disks.may_mount() else "may not be mounted: the faults 'full disk' need root"
    return Finding("small disks", found)


def _program(subject: str, name: str, remedy: str) -> Finding:
    found = shutil.which(name)
    return Finding(subject, found) if found else Finding(subject, "none", remedy)


def ports(base: int) -> Finding:
    taken = [port for port in BedPorts(base).used(servers=3) if is_taken(port)]
    if taken:
        listed = ", ".join(map(str, taken))
        return Finding("ports", f"taken: {listed}", "petlab down, or choose another block with --port-base")
    block = BedPorts(base)
    return Finding("ports", f"{base} to {base + BLOCK - 1} are free", block.overlap_with_ephemeral_ports() or None)


def memory() -> Finding:
    free_bytes = psutil.virtual_memory().available
    found = f"{free_bytes / 1e9:.1f} GB available"
    return Finding("memory", found, None if free_bytes >= BED_BYTES else "a bed needs 3 GB: end other programs")


def cores() -> Finding:
    count = len(os.sched_getaffinity(0))
    return Finding(
        "cores", str(count), None if count >= CORES else "measurements on one core say little: use two or more"
    )


def disk() -> Finding:
    free_bytes = shutil.disk_usage(CHECKOUT).free
    found = f"{free_bytes / 1e9:.0f} GB free"
    return Finding("disk", found, None if free_bytes >= DISK_BYTES else "5 GB are needed: delete old results")


def forced_writes() -> Finding:
    median_ms = fsync_ms(CHECKOUT)
    if median_ms is None:
        return Finding("forced writes", "the checkout cannot be written to", "use a checkout that you can write to")
    slow = median_ms > SLOW_FSYNC_MS
    found = f"{median_ms:.2f} ms for 4 KiB"
    return Finding("forced writes", found, "orders will wait for this disk: use a faster one" if slow else None)


def clock() -> Finding:
    reading = read_clocks()
    known = reading.bound_ns <= CLOCK_BOUND_NS
    found = f"read to {reading.bound_ns / 1000:.1f} µs, {_source()}"
    return Finding(
        "clock", found, None if known else "the clock is slow to read: use the clock source tsc or kvm-clock"
    )


def _source() -> str:
    shown = subprocess.run(
        ["cat", "/sys/devices/system/clocksource/clocksource0/current_clocksource"],
        capture_output=True,
        text=True,
        check=False,
    )
    return shown.stdout.strip() or "source unknown"


def pressure() -> Finding:
    load = os.getloadavg()[0]
    count = len(os.sched_getaffinity(0))
    busy = load > count / 2
    remedy = "end other programs: their load distorts every metric" if busy else None
    return Finding("quiet", f"load average {load:.1f} on {count} cores", remedy)
