"""What is read from /proc, on files that are written here; the fields are those of proc(5) and the kernel's iostats."""

from dataclasses import astuple
from pathlib import Path

import pytest

from loadscripts.probes import proc
from loadscripts.probes.machine import ClockReading, clock_record
from loadscripts.probes.proc import ProcessUse
from loadscripts.probes.sampling import Uses


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose files are read instead of the kernel's; a hundred ticks a second, pages of 4 KiB."""
    monkeypatch.setattr(proc, "Path", lambda path: tmp_path / path.lstrip("/"))
    monkeypatch.setattr(proc, "_TICKS_PER_S", 100)
    monkeypatch.setattr(proc, "_PAGE_BYTES", 4096)
    return tmp_path


def written(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_a_process_has_its_own_time_and_that_of_its_ended_children_and_its_resident_pages(kernel):
    before_utime = "S 7 42 43 0 -1 4194304 11 12 13 14"
    written(kernel / "proc/42/stat", f"42 (a) b) {before_utime} 100 20 3 4 20 0 1 0 99 1000000 25 18446744073709551615")
    written(kernel / "proc/uptime", "1.0 2.0")
    (kernel / "proc/43").mkdir()  # it ends while it is read

    assert proc.processes() == {42: ProcessUse(parent=7, cpu_s=1.27, rss_bytes=102_400, session=43)}


def test_the_machines_time_is_that_of_all_cores_and_its_bytes_those_of_whole_disks(kernel):
    # user nice system idle iowait irq softirq steal guest guest_nice, in ticks
    written(kernel / "proc/stat", "cpu  100 20 300 4000 50 6 7 80 9 9\ncpu0 1 1 1 1 1 1 1 1 1 1\n")
    for disk in ("sda", "nvme0n1", "loop0", "dm-0"):
        (kernel / "sys/block" / disk).mkdir(parents=True)
    sda, partition = "8 0 sda 10 1 2000 5 20 2 4000 7 0 8 9", "8 1 sda1 10 1 2000 5 20 2 4000 7 0 8 9"
    others = "259 0 nvme0n1 1 1 10 5 1 2 30 7 0 8 9\n7 0 loop0 1 1 8 1 1 1 8 1 0 1 1\n253 0 dm-0 1 1 8 1 1 1 8 1 0 1 1"
    written(kernel / "proc/diskstats", f"{sda}\n{partition}\n{others}\n")

    used = astuple(proc.machine_use())
    assert used[:5] == pytest.approx((1.20, 3.13, 0.50, 40.0, 0.80))
    assert used[5:] == (2010 * 512, 4030 * 512)


def test_who_waited_for_a_resource_is_told_where_the_kernel_tells_it(kernel):
    averages = "avg10=0.10 avg60=0.20 avg300=0.30"
    written(kernel / "proc/pressure/cpu", f"some {averages} total=123\nfull {averages} total=45\n")
    written(kernel / "proc/pressure/io", f"some {averages} total=67\n")

    assert proc.pressure() == [("cpu", 123, 45), ("io", 67, 0)]


TREE = {
    1: ProcessUse(0, 1.0, 100),
    2: ProcessUse(1, 0.5, 10),
    3: ProcessUse(2, 0.25, 1),
    4: ProcessUse(1, 4.0, 1000),
}


def test_a_tree_is_its_root_and_all_below_it_but_for_what_has_a_name_of_its_own():
    children = proc.children_of(TREE)
    assert children == {0: [1], 1: [2, 4], 2: [3]}
    assert proc.tree_use(1, TREE, children) == ProcessUse(0, 5.75, 1111)
    assert proc.tree_use(1, TREE, children, without={2}) == ProcessUse(0, 5.0, 1100)
    assert proc.tree_use(9, TREE, children) is None


def test_a_name_keeps_the_seconds_of_every_process_that_had_it(monkeypatch):
    uses, rows = Uses(), list[tuple[object, ...]]()
    # A child of the first process ends before it does; the second and the third begin at nearly nothing.
    for pid, cpu_s in ((1, 2.0), (1, 5.0), (1, 4.0), (2, 0.25), (2, 1.0), (3, 0.5)):
        monkeypatch.setattr(proc, "processes", lambda pid=pid, cpu_s=cpu_s: {pid: ProcessUse(0, cpu_s, 7)})
        rows += uses.poll({"server": pid})

    assert rows == [("server", cpu_s, 7) for cpu_s in ("2.00", "5.00", "5.00", "5.25", "6.00", "6.50")]


def test_the_clocks_drift_is_the_difference_of_their_offsets_as_well_as_both_are_known():
    record = clock_record(ClockReading(1000, 50), ClockReading(1700, 30))

    assert (record.wall_monotonic_drift_ns, record.bound_ns) == (700, 80)
