"""What the kernel says of processes, pressure and the machine: /proc, read once a second and cheaply."""

import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_SECTOR_BYTES = 512
_NOT_A_DISK = ("loop", "ram", "dm-", "md", "zram")  # made of disks or of memory
_RESOURCES = ("cpu", "io", "memory")


@dataclass(frozen=True)
class ProcessUse:
    """What a process has used. cpu_s: user and system, of ended children too; rss_bytes: now; session: the process that
    leads its session.
    """

    parent: int
    cpu_s: float
    rss_bytes: int
    session: int = 0


Processes = dict[int, ProcessUse]
Children = dict[int, list[int]]


def processes() -> Processes:
    """Every process of this machine, by its id."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (use := _process(folder)):
            found[int(folder.name)] = use
    return found


def _process(folder: Path) -> ProcessUse | None:
    try:
        # The name is in brackets and may hold anything; what counts comes after the last one.
        fields = (folder / "stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None  # it has ended
    ticks = sum(map(int, fields[11:15]))
    return ProcessUse(int(fields[1]), ticks / _TICKS_PER_S, int(fields[21]) * _PAGE_BYTES, int(fields[3]))


def tree_use(
    root: int, found: Processes, children: Children, without: Collection[int] = frozenset()
) -> ProcessUse | None:
    """What a process and all below it use together, but for some trees below it. None when the root is no more.

    Memory that processes share (PostgreSQL's buffers) is counted once for each of them.
    """
    if root not in found:
        return None
    cpu_s, rss_bytes, waiting = 0.0, 0, [root]
    while waiting:
        pid = waiting.pop()
        cpu_s += found[pid].cpu_s
        rss_bytes += found[pid].rss_bytes
        waiting += [child for child in children.get(pid, []) if child not in without]
    return ProcessUse(found[root].parent, cpu_s, rss_bytes, found[root].session)


def children_of(found: Processes) -> Children:
    """The children of each process."""
    children: Children = {}
    for pid, use in found.items():
        children.setdefault(use.parent, []).append(pid)
    return children


def pressure() -> list[tuple[str, int, int]]:
    """Resource, and the microseconds in which some and all tasks waited for it; empty without PSI."""
    return [row for resource in _RESOURCES if (row := _pressure(resource))]


def _pressure(resource: str) -> tuple[str, int, int] | None:
    try:
        lines = Path(f"/proc/pressure/{resource}").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    totals = {line.split()[0]: int(line.rpartition("=")[2]) for line in lines}
    return resource, totals.get("some", 0), totals.get("full", 0)


@dataclass(frozen=True)
class MachineUse:
    """Totals since boot, over all cores and disks."""

    user_s: float
    system_s: float
    iowait_s: float
    idle_s: float
    steal_s: float
    disk_read_bytes: int
    disk_write_bytes: int


def machine_use() -> MachineUse:
    """What the machine has done since boot."""
    total = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0]
    ticks = [int(field) for field in total.split()[1:9]]
    user, nice, system, idle, iowait, irq, softirq, steal = (tick / _TICKS_PER_S for tick in ticks)
    read_bytes, write_bytes = _disk_bytes()
    return MachineUse(user + nice, system + irq + softirq, iowait, idle, steal, read_bytes, write_bytes)


def _disk_bytes() -> tuple[int, int]:
    disks = {disk.name for disk in Path("/sys/block").iterdir() if not disk.name.startswith(_NOT_A_DISK)}
    read_sectors = write_sectors = 0
    for line in Path("/proc/diskstats").read_text(encoding="ascii").splitlines():
        fields = line.split()
        if fields[2] in disks:
            read_sectors += int(fields[5])
            write_sectors += int(fields[9])
    return read_sectors * _SECTOR_BYTES, write_sectors * _SECTOR_BYTES
