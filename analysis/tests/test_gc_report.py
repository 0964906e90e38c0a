"""Garbage collection logs of any program: whatever decorates their lines, what they tell, and what is none."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analysis.analysis_errors import GcLogError
from analysis.plotting.gc_plots import heap_points
from analysis.reporting.gc_report import (
    NamedLog,
    RecordedPauses,
    gc_table,
    headings,
    longest_pauses,
    plots_of,
    read_logs,
    remarks,
    rows,
    write_gc_report,
)
from analysis.statistics.mutator_utilisation import minimum_mutator_utilisation
from analysis.timing.gc_summary import GcSummary

RECORDED = Path(__file__).parent / "recorded"
MS = 1_000_000

# Two young pauses of 30 and 10 ms, a full one of 60 ms; a safepoint for each.
EVENTS = (
    (100, "gc", "Using Parallel"),
    (1_030, "gc", "GC(0) Pause Young (Allocation Failure) 40M->10M(92M) 30.000ms"),
    (1_030, "safepoint", 'Safepoint "ParallelGCFailedAllocation", Time since last: 1 ns, Reaching safepoint: '
     "2000000 ns, At safepoint: 30000000 ns, Leaving safepoint: 1 ns, Total: 32000000 ns, Threads: 9 total"),
    (1_050, "gc", "GC(1) Pause Young (Allocation Failure) 50M->20M(92M) 10.000ms"),
    (4_100, "gc", "GC(2) Pause Full (Ergonomics) 60M->15M(92M) 60.000ms"),
    (10_100, "gc", "GC(3) Pause Young (Allocation Failure) 55M->16M(92M) 40.000ms"),
)  # fmt: skip
DECORATIONS = {
    "as the lab has them": lambda ms, tags: f"[{wall(ms)}][{ms / 1000:.3f}s][info][{tags:<9}]",
    "as a JVM writes by itself": lambda ms, tags: f"[{ms / 1000:.3f}s][info][{tags:<9}]",
    "a comma for the point": lambda ms, tags: f"[{ms / 1000:.3f}s][info][{tags}]",
    "milliseconds": lambda ms, tags: f"[{ms}ms][1234][info][{tags}]",
    "nanoseconds and host": lambda ms, tags: f"[{ms * MS}ns][host-7][{tags}]",
    "without a level": lambda ms, tags: f"[{wall(ms)}][{tags}]",
}


def wall(ms: int) -> str:
    return f"2026-11-21T04:05:{ms // 1000:02}.{ms % 1000:03}+0000"


def written(folder: Path, decorated: str = "as the lab has them", ending: str = "\n") -> Path:
    lines = [f"{DECORATIONS[decorated](ms, tags)} {message}" for ms, tags, message in EVENTS]
    text = "\n".join(lines) + ending
    file = folder / "gc.log"
    file.write_text(re.sub(r"(?<=\d)\.(?=\d)", ",", text) if "comma" in decorated else text)
    return file


def summary_of(file: Path) -> GcSummary:
    """Of the one log in a file."""
    [log] = read_logs([file])
    return log.summary


def summary(folder: Path) -> GcSummary:
    return summary_of(written(folder))


@pytest.mark.parametrize("decorated", DECORATIONS)
def test_a_log_is_read_whatever_decorates_its_lines(tmp_path: Path, decorated: str) -> None:
    found = summary_of(written(tmp_path, decorated))
    assert found.collector == "Parallel"
    assert found.elapsed_s == pytest.approx(10.0)
    assert found.pauses_ms.tolist() == [30, 10, 60, 40]
    assert [pause.generation for pause in found.unified.log.pauses] == ["young", "young", "old", "young"]
    assert (found.unified.foreign, found.unified.cut) == (0, False)


def test_the_figures_are_those_worked_by_hand(tmp_path: Path) -> None:
    found = summary(tmp_path)
    assert found.paused_s == pytest.approx(0.14)
    assert found.of_run(found.paused_s) == pytest.approx(0.014)
    assert (found.percentile_ms(50), found.percentile_ms(100)) == (35, 60)
    assert found.safepoints_s == pytest.approx(0.032)
    assert found.longest_to_safepoint_ms == 2
    # 10 to 50, 20 to 60 and 15 to 55 MiB, from 1.03 s to 10.1 s.
    assert found.allocation_mib_per_s == pytest.approx((40 + 40 + 40) / 9.07)
    assert found.promotion_mib_per_s is None, "no line tells of the old generation"
    assert found.most_used_mib == 60
    assert found.least_left_mib == 16  # of the second half alone
    # The worst 20 ms lie in a pause; the worst 100 ms and the worst second hold the full one.
    assert found.utilisation(20) == 0
    assert found.utilisation(100) == pytest.approx(0.4)
    assert found.utilisation(1_000) == pytest.approx(1 - 0.06)
    assert found.utilisation(60_000) is None


def test_of_a_collector_beside_the_program_safepoints_and_stalls_tell_what_its_pauses_do_not(tmp_path: Path) -> None:
    """A pause of 0.01 ms for which all threads stood still for 5 of any 20 ms, and a thread that waited for memory.
    What the program has allocated beside the collection (40 to 60 MiB) nobody can tell.
    """
    total = "Reaching safepoint: 4900000 ns, At safepoint: 90000 ns, Leaving safepoint: 10000 ns, Total: 5000000 ns"
    lines = [
        "[0.000s][info][gc] Using The Z Garbage Collector",
        "[0.100s][info][gc,phases] GC(0) Y: Pause Mark Start (Major) 0.010ms",
        f'[0.100s][info][safepoint] Safepoint "ZMarkStartYoung", Time since last: 9 ns, {total}, Threads: 1 runnable',
        "[0.150s][info][gc] Allocation Stall (main) 5.453ms",
        "[0.150s][info][gc] Relocation Stall (http-1 (a)) 0.047ms",
        "[0.200s][info][gc] GC(0) Major Collection (Warmup) 40M(50%)->10M(12%) 0.100s",
        "[0.400s][info][gc] GC(1) Minor Collection (Allocation Rate) 60M(75%)->10M(12%) 0.100s",
    ]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    [log] = read_logs([tmp_path / "gc.log"])
    assert log.summary.paused_s == pytest.approx(1e-5)
    assert log.summary.utilisation(20) == pytest.approx(0.75)
    assert log.summary.allocation_mib_per_s is None
    assert log.summary.most_used_mib == 60
    shown = cells([log])
    assert any("the log does not show how much is allocated" in remark for remark in remarks([log]))
    assert shown["threads that waited for memory"] == ["2"]
    assert shown["threads that waited for memory, total (ms)"] == ["5.50"]
    assert "threads that waited for memory" not in cells(read_logs([written(tmp_path)]))


def test_what_was_promoted_is_a_row(tmp_path: Path) -> None:
    """20 MiB between 0.1 and 10.1 s."""
    file = written(tmp_path)
    lines = file.read_text().splitlines()
    promoted = [
        "[gc,start] GC(0) Pause Young (Allocation Failure)", "[gc,heap] GC(0) ParOldGen: 0K(64512K)->20480K(64512K)"
    ]  # fmt: skip
    stamped = [f"[{wall(1_030)}][1.030s][info]{line}" for line in promoted]
    file.write_text("\n".join([lines[0], *stamped, *lines[1:]]) + "\n")
    assert cells(read_logs([file]))["promotion to the old generation (MiB/s)"] == ["2.00"]


def test_the_heap_is_drawn_as_full_as_it_was_when_a_collection_began(tmp_path: Path) -> None:
    """A cycle of 1.5 s that ended 3 s after the first line."""
    lines = ["[1.000s][info][gc] Using Z", "[4.000s][info][gc] GC(0) Major Collection (Warmup) 40M(5%)->10M(1%) 1.500s"]
    (tmp_path / "gc.log").write_text("\n".join(lines) + "\n")
    drawn_df = heap_points(summary_of(tmp_path / "gc.log"))
    assert drawn_df.rows() == [(1.5, 40.0, "before"), (3.0, 10.0, "after")]


@pytest.mark.parametrize(
    ("window_ms", "least"),
    [
        (10, 0.0),  # within a pause
        (50, 0.4),  # 30 + 0 of 50: from the first pause on, both make 30 of 50
        (60, 1 - 40 / 60),  # from 0 to 60: both pauses, 30 + 10
        (200, 1 - 40 / 200),
        (1_000, 1 - 40 / 1_000),
        (1_001, None),
    ],
)
def test_the_least_time_for_the_program(window_ms: int, least: float | None) -> None:
    """Pauses of 30 ms from 100 on and of 10 ms from 150 on, in a run of a second."""
    begins, durations = np.array([100, 150]) * MS, np.array([30, 10]) * MS
    found = minimum_mutator_utilisation(begins, durations, window_ms * MS, (0, 1_000 * MS))
    assert found == (None if least is None else pytest.approx(least))


def test_windows_lie_within_the_run() -> None:
    """A pause of 100 ms that had begun before the run of 400, and one of 40 that ends with it."""
    begins, durations = np.array([-80, 360]) * MS, np.array([100, 40]) * MS
    run = (0, 400 * MS)
    # The first 50 ms have 20 of the first pause; the last 50 ms, and no window beyond, have the second one.
    assert minimum_mutator_utilisation(begins, durations, 50 * MS, run) == pytest.approx(1 - 40 / 50)
    assert minimum_mutator_utilisation(begins, durations, 400 * MS, run) == pytest.approx(1 - 60 / 400)


def test_without_pauses_all_time_is_the_programs() -> None:
    none = np.array([], dtype=np.int64)
    assert minimum_mutator_utilisation(none, none, 5, (0, 10)) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty; start the JVM with -Xlog:gc"),
        ("\n \n", "it is empty"),
        ("Hello\n[world]\n", "no line of a unified garbage collection log"),
        ("[0.1s][info][class,load] java.lang.Object\n", "no line of a unified garbage collection log"),
        ("[info][gc] Using G1\n", "no line of a unified garbage collection log with instant and tags"),
        ("2.3: [GC (Allocation Failure) 512K->1M(3M), 0.01 secs]\n", "a log of JDK 8 or older"),
        ("[Full GC (System.gc()) 5M->1M(9M), 0.02 secs]\n", "a log of JDK 8 or older"),
    ],
)
def test_what_is_no_log_is_refused_with_what_to_do(tmp_path: Path, text: str, reason: str) -> None:
    file = tmp_path / "some.log"
    file.write_text(text)
    with pytest.raises(GcLogError, match=re.escape(reason)):
        read_logs([file])


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(GcLogError, match="nowhere: cannot be read: No such file"):
        read_logs([tmp_path / "nowhere"])
    with pytest.raises(GcLogError, match="cannot be read: Is a directory"):
        read_logs([tmp_path])


def test_lines_of_the_program_and_a_last_line_that_is_cut_off_are_told(tmp_path: Path) -> None:
    file = written(tmp_path)
    lines = file.read_text().splitlines()
    file.write_text("\n".join(["Hello", lines[0], "[INFO] Building", *lines[1:], lines[-1][:30]]))
    [log] = read_logs([file])
    assert len(log.summary.pauses_ms) == 4
    assert remarks([log]) == [
        "gc.log: its last line is cut off: what came after is not counted.",
        "gc.log: 3 lines without the log's decorations were skipped.",
        "gc.log: percentiles of 4 pauses mean little.",
    ]


def test_a_log_without_pauses_and_safepoints_says_so(tmp_path: Path) -> None:
    (tmp_path / "gc.log").write_text("[0.1s][info][gc] Using G1\n[2.1s][info][gc,heap] Heap\n")
    logs = read_logs([tmp_path / "gc.log"])
    assert remarks(logs) == [
        "gc.log: it has no pauses.",
        "gc.log: it does not record safepoints: that takes -Xlog:safepoint, too.",
    ]
    assert plots_of(logs[0], 1) == []
    assert "it has no pauses" in write_gc_report(logs, tmp_path / "page").read_text()


def test_of_a_log_of_one_instant_there_is_no_fraction(tmp_path: Path) -> None:
    (tmp_path / "gc.log").write_text("[0.5s][info][gc] Using Serial\n")
    found = summary_of(tmp_path / "gc.log")
    assert (found.elapsed_s, found.of_run(found.paused_s), found.allocation_mib_per_s) == (0, None, None)
    (tmp_path / "gc.log").write_text("[0.5s][info][gc] Using Serial\n[1.0s][info][gc,heap] Heap\n")
    found = summary_of(tmp_path / "gc.log")
    assert found.of_run(0.25) == 0.5


def cells(logs: list[NamedLog]) -> dict[str, list[str]]:
    return {row.heading: row.cells for row in rows(logs)}


def test_two_logs_are_compared_and_called_by_what_differs(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    first, second = written(tmp_path / "old"), written(tmp_path / "new")
    second.write_text(second.read_text().replace("60.000ms", "90.000ms"))
    first_log, second_log = read_logs([first, second])
    logs = [first_log, replace(second_log, recorded=RecordedPauses(4, 0.17))]
    assert headings(logs) == ["", "old/gc.log", "new/gc.log", "second / first"]
    found = cells(logs)
    assert found["pause, longest (ms)"] == ["60.0", "90.0", "1.50"]
    assert found["pauses"] == ["4", "4", "1.00"]
    # 30, 10 and 40 ms; by time the full one comes second at first, and first in the other.
    assert found["pauses for Allocation Failure"] == ["3", "3", "1.00"]
    assert found["pauses for Ergonomics, total (ms)"] == ["60.0", "90.0", "1.50"]
    assert found["pauses, share of the run"] == ["1.4 %", "1.7 %", "1.21"]
    assert found["pauses by the flight recording"] == ["–", "4", "–"]
    assert found["total by the flight recording (ms)"] == ["–", "170", "–"]


@pytest.mark.parametrize(
    ("recorded", "remark"),
    [
        (3, ["gc.log: the flight recording has 3 of its 4 pauses: it began later, or ended earlier."]),
        (4, []),
        (9, ["gc.log: it has 4 of the 9 pauses of the flight recording: the log began later, or ended earlier."]),
    ],
)
def test_whichever_is_shorter_is_told_log_or_recording(tmp_path: Path, recorded: int, remark: list[str]) -> None:
    [log] = read_logs([written(tmp_path)])
    assert remarks([replace(log, recorded=RecordedPauses(recorded, 0.1))])[:-1] == remark


def test_what_a_cycle_holds_of_pauses_is_no_work_beside_the_program() -> None:
    """G1's cycles of 24.077 and 11.806 ms hold pauses of 1.237, 0.661, 1.060, 0.752, 1.422, 1.276 and 0.014 ms, and of
    0.840, 1.587, 1.484 and 0.013. Of 14 pauses the log tells 10 ms of CPU, of 16 none.
    """
    [g1] = read_logs([RECORDED / "g1.log"])
    assert g1.summary.concurrent_s == pytest.approx((24.077 - 6.422 + 11.806 - 3.924) / 1000)
    assert g1.summary.pause_cpu_s == pytest.approx(0.14)
    [z] = read_logs([RECORDED / "zgc.log"])
    assert z.summary.pause_cpu_s is None
    assert cells([g1, z])["CPU in pauses, each in steps of 10 ms (s)"] == ["0.140", "–", "–"]


def test_the_longest_pauses_are_listed_with_their_instant(tmp_path: Path) -> None:
    [log] = read_logs([written(tmp_path)])
    assert longest_pauses(log, 2) == [
        ("3.940", "60.0", "Pause Full (Ergonomics)", "old"),
        ("9.960", "40.0", "Pause Young (Allocation Failure)", "young"),
    ]


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDED.glob("*.log")))
def test_the_recorded_log_of_each_collector_becomes_a_page(tmp_path: Path, name: str) -> None:
    logs = read_logs([RECORDED / f"{name}.log"])
    page = write_gc_report(logs, tmp_path / "page").read_text()
    assert page.count("<figure") == len(plots_of(logs[0], 1)) == 2
    recorded = json.loads((RECORDED / f"{name}.jfr.json").read_text())
    assert recorded["gc_ids"]
    assert gc_table(logs).row_count == len(rows(logs)) + 1
    # The table says what the page says.
    assert all(f"<td>{row.cells[0]}</td>" in page for row in rows(logs))
