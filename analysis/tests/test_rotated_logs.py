"""Parts of a log: without the first lines, which name the collector, and rotated into several files."""

import itertools
import re
from pathlib import Path

import pytest

from analysis.reading.collector_signs import collector_of
from analysis.reading.rotated_logs import read_logs_of
from analysis.reporting.gc_report import read_logs, remarks
from analysis.tests.test_gc_report import RECORDED, cells

NAMES = {
    "serial": "Serial",
    "parallel": "Parallel",
    "g1": "G1",
    "zgc": "Z Garbage Collector",
    "shenandoah": "Shenandoah",
    "shenandoah-generational": "Shenandoah",
}


def tail(folder: Path, collector: str, from_line: int) -> Path:
    lines = (RECORDED / f"{collector}.log").read_text().splitlines(keepends=True)
    (folder / "gc.log").write_text("".join(lines[from_line:]))
    return folder / "gc.log"


@pytest.mark.parametrize("from_line", [20, 100, 150])
@pytest.mark.parametrize("collector", NAMES)
def test_the_collector_of_a_log_without_its_first_lines_is_told_by_the_others(
    tmp_path: Path, collector: str, from_line: int
) -> None:
    [log] = read_logs([tail(tmp_path, collector, from_line)])
    assert log.summary.collector == NAMES[collector]
    beside = collector in ("zgc", "shenandoah", "shenandoah-generational")
    assert (log.summary.allocation_mib_per_s is None) == beside
    assert any("the log does not show how much is allocated" in each for each in remarks([log])) == beside


@pytest.mark.parametrize(
    ("message", "collector"),
    [
        ("GC(7) Garbage Collection (Proactive) 40M(42%)->12M(12%)", "Z Garbage Collector"),  # of one generation
        ("GC(7) Concurrent Process Non-Strong 0.4ms", "Z Garbage Collector"),
        ("GC(7) Concurrent Mark Cycle", "G1"),
        ("GC(7) Concurrent marking (Young) 9.472ms", "Shenandoah"),
        ("GC(7) Pause Init Mark (unload classes) 0.018ms", "Shenandoah"),
        ("GC(7) PSYoungGen: 5120K->1024K(9216K)", "Parallel"),
        ("GC(7) DefNew: 5120K->1024K(9216K)", "Serial"),
        ("GC(7) Concurrent Mark 15.293ms", None),  # ZGC and, at another level, G1
        ("GC(7) Pause Young (Allocation Failure) 26M->2M(92M) 2.846ms", None),  # Serial or Parallel
    ],
)
def test_a_line_tells_of_one_collector_or_of_none(message: str, collector: str | None) -> None:
    assert collector_of(["Safepoint", message]) == collector


def rotated(folder: Path, collector: str = "g1", cuts: tuple[int, ...] = (100, 200)) -> list[Path]:
    """As its JVM would have left it: the newest part without a number, the others from 0 on."""
    lines = (RECORDED / f"{collector}.log").read_text().splitlines(keepends=True)
    edges = (0, *cuts, len(lines))
    parts = [lines[begin:end] for begin, end in itertools.pairwise(edges)]
    names = [*(f"gc.log.{number}" for number in range(len(cuts))), "gc.log"]
    for name, part in zip(names, parts, strict=True):
        (folder / name).write_text("".join(part))
    return [folder / name for name in names]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1)])
def test_parts_of_one_log_are_one_in_whatever_order_they_are_given(tmp_path: Path, order: tuple[int, ...]) -> None:
    """A collection's lines may lie in two of them."""
    parts = rotated(tmp_path)
    [log] = read_logs([parts[place] for place in order])
    [whole] = read_logs([RECORDED / "g1.log"])
    assert log.name == "gc.log (3 parts)"
    assert cells([log]) == cells([whole])
    assert log.summary.unified.log == whole.summary.unified.log


def test_a_part_that_is_missing_makes_two_logs_of_the_others(tmp_path: Path) -> None:
    """Or a third of the run would count as time without a pause."""
    first, _, last = rotated(tmp_path)
    assert [log.name for log in read_logs([last, first])] == ["gc.log", "gc.log.0"]


def test_what_another_start_of_the_jvm_has_left_is_another_log(tmp_path: Path) -> None:
    """A JVM that finds a log renames it, too."""
    [earlier] = rotated(tmp_path, cuts=())
    earlier = earlier.rename(tmp_path / "gc.log.0")
    text = earlier.read_text()
    later = tmp_path / "gc.log"
    later.write_text(re.sub(r"^\[2026-11-21T04:12:", "[2026-11-21T05:12:", text, flags=re.MULTILINE))
    assert [log.name for log in read_logs([earlier, later])] == ["gc.log.0", "gc.log"]
    without_name = later.read_text().replace("Using G1", "Version: 25")
    later.write_text(without_name)
    assert len(read_logs_of([earlier, later])) == 2, "its collections begin anew"


def test_a_log_that_is_given_twice_is_compared_with_itself(tmp_path: Path) -> None:
    [file] = rotated(tmp_path, cuts=())
    assert len(read_logs([file, file])) == 2
    assert len(read_logs([tmp_path / "gc.log", RECORDED / "g1.log"])) == 2
