"""A slice of a log: from when to when its run is, with the headings of its JVM or without, begun by a pause or not."""

from pathlib import Path

import pytest

from analysis.reporting.gc_report import longest_pauses, read_logs
from analysis.tests.test_gc_report import summary_of


def test_a_slice_of_a_log_begins_behind_the_headings_of_its_jvm(tmp_path: Path) -> None:
    """The JVM had run for five minutes; 0.4 of 2.4 s are pauses, not 0.4 of 302."""
    lines = [
        "[0.010s][info][gc] Using Serial",
        "[0.011s][info][gc,init] Version: 25.0.3+9-LTS (release)",
        "[300.400s][info][gc] GC(7) Pause Young (Allocation Failure) 50M->10M(90M) 400.000ms",
        "[302.400s][info][gc] GC(8) Pause Young (Allocation Failure) 50M->10M(90M) 0.000ms",
    ]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    found = summary_of(tmp_path / "gc.log")
    assert found.elapsed_s == pytest.approx(2.4)
    assert found.of_run(found.paused_s) == pytest.approx(0.4 / 2.4)
    (tmp_path / "gc.log").write_text("\n".join(lines).replace("GC(7)", "GC(0)") + "\n")
    assert summary_of(tmp_path / "gc.log").elapsed_s == pytest.approx(302.39)


def test_a_slice_that_begins_with_a_pause_begins_when_the_pause_does(tmp_path: Path) -> None:
    """From 300.0 to 300.5 s: 400 ms and 1 ms of 500 are pauses."""
    lines = [
        "[300.400s][info][gc] GC(7) Pause Young (Allocation Failure) 50M->10M(90M) 400.000ms",
        "[300.500s][info][gc] GC(8) Pause Young (Allocation Failure) 12M->10M(90M) 1.000ms",
    ]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    [log] = read_logs([tmp_path / "gc.log"])
    assert log.summary.elapsed_s == pytest.approx(0.5)
    assert log.summary.of_run(log.summary.paused_s) == pytest.approx(401 / 500)
    assert longest_pauses(log, 1)[0][:2] == ("0.000", "400")
    assert log.summary.utilisation(100) == 0


def test_a_slice_that_begins_with_a_safepoint_begins_when_the_safepoint_does(tmp_path: Path) -> None:
    """All threads stood still from 300.0 to 300.4 s, of which the first line tells the CPU, and until 301 s no more."""
    lines = [
        "[300.400s][info][gc,cpu] GC(7) User=0.39s Sys=0.00s Real=0.40s",
        '[300.400s][info][safepoint] Safepoint "SerialCollectForAllocation", Time since last: 1 ns, Reaching '
        "safepoint: 1000000 ns, At safepoint: 398000000 ns, Leaving safepoint: 1000000 ns, Total: 400000000 ns",
        "[301.000s][info][gc,start] GC(8) Pause Young (Allocation Failure)",
    ]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    [log] = read_logs([tmp_path / "gc.log"])
    assert log.summary.elapsed_s == pytest.approx(1.0)
    assert log.summary.utilisation(1_000) == pytest.approx(0.6)


def test_a_phase_beside_the_program_does_not_lengthen_a_slice(tmp_path: Path) -> None:
    """What pauses there were in its first nine seconds nobody knows."""
    lines = ["[300.000s][info][gc] GC(7) Concurrent Mark Cycle 9000.000ms", "[301.000s][info][gc,heap] GC(8) Heap"]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    [log] = read_logs([tmp_path / "gc.log"])
    assert log.summary.elapsed_s == pytest.approx(1.0)
