"""A file that several JVMs have written to, one after the other, has a log of each."""

import re
from pathlib import Path

import pytest

from analysis.analysis_errors import GcLogError
from analysis.reading.rotated_logs import read_logs_of
from analysis.reporting.gc_report import read_logs, remarks
from analysis.tests.test_gc_report import cells

PAUSE = "Pause Young (Allocation Failure) 50M->10M(90M)"
FIRST = (
    "[0.010s][info][gc] Using Serial",
    f"[1.000s][info][gc] GC(0) {PAUSE} 400.000ms",
    f"[100.000s][info][gc] GC(1) {PAUSE} 1.000ms",
)
SECOND = (
    "[0.010s][info][gc] Using Serial",
    f"[1.100s][info][gc] GC(0) {PAUSE} 400.000ms",
    f"[2.000s][info][gc] GC(1) {PAUSE} 1.000ms",
)


def written(file: Path, *lines: str) -> Path:
    file.write_text("\n".join(lines) + "\n")
    return file


def test_each_start_in_a_file_is_a_log_of_its_own(tmp_path: Path) -> None:
    """0.401 of 99.99 s are pauses, and of 1.99 s."""
    logs = read_logs([written(tmp_path / "app.log", *FIRST, *SECOND)])
    assert [log.name for log in logs] == ["app.log, start 1", "app.log, start 2"]
    assert [log.summary.elapsed_s for log in logs] == pytest.approx([99.99, 1.99])
    assert [log.summary.of_run(log.summary.paused_s) for log in logs] == pytest.approx([0.401 / 99.99, 0.401 / 1.99])
    # The worst second of each has 400 ms, and of the second one nothing else: its other pause begins 1.299 s later.
    assert cells(logs)["least time for the program in any 1,000 ms"] == ["60 %", "60 %", "1.00"]


def test_a_log_with_several_starts_beside_one_with_one(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    files = [written(tmp_path / "new/app.log", *FIRST, *SECOND), written(tmp_path / "old/app.log", *FIRST)]
    assert [log.name for log in read_logs(files)] == ["new/app.log, start 1", "new/app.log, start 2", "old/app.log"]


HEADINGS = {
    "ZGC": ["[gc,init] Initializing The Z Garbage Collector", "[gc,init] NUMA Support: Disabled"],
    "Shenandoah": ["[gc] Min heap equals to max heap, disabling ShenandoahUncommit", "[gc,init] CardTable size: 512"],
    "one that nobody knows": ["[gc,ergo] Something is 7"],
    "none": [],
}


@pytest.mark.parametrize("headings", HEADINGS)
def test_headings_before_the_collector_belong_to_the_start_that_follows(tmp_path: Path, headings: str) -> None:
    heads = [f"[0.00{place}s][info]{heading}" for place, heading in enumerate(HEADINGS[headings], start=2)]
    file = written(tmp_path / "app.log", *heads, *FIRST, *heads, *SECOND)
    begins_s = 0.002 if heads else 0.010
    assert [log.summary.elapsed_s for log in read_logs([file])] == pytest.approx([100 - begins_s, 2 - begins_s])


@pytest.mark.parametrize("headings", ["ZGC", "Shenandoah", "none"])
def test_by_the_wall_clock_the_time_between_two_jvms_is_none_of_theirs(tmp_path: Path, headings: str) -> None:
    """Each runs for ten seconds, an hour apart; the first one's last words are none of the second one's headings."""

    def stamped(hour: int) -> list[str]:
        at = f"[2026-11-21T{hour:02}:00:"
        return [
            *(f"{at}00.000+0000][info]{heading}" for heading in HEADINGS[headings]),
            f"{at}00.000+0000][info][gc] Using Serial",
            f"{at}09.000+0000][info][gc] GC(0) {PAUSE} 400.000ms",
            f"{at}10.000+0000][info][gc,heap,exit] Heap",
        ]

    logs = read_logs([written(tmp_path / "app.log", *stamped(4), *stamped(5))])
    assert [log.summary.elapsed_s for log in logs] == pytest.approx([10, 10])


def test_of_a_jvm_that_had_started_before_the_file_its_end_is_a_log(tmp_path: Path) -> None:
    logs = read_logs([written(tmp_path / "app.log", *FIRST[1:], *SECOND)])
    assert [log.name for log in logs] == ["app.log, start 1", "app.log, start 2"]
    # From the begin of the pause that ended at 1.0 s.
    assert [log.summary.elapsed_s for log in logs] == pytest.approx([99.4, 1.99])


def test_what_is_no_line_of_a_log_is_told_of_the_jvm_that_ran(tmp_path: Path) -> None:
    file = tmp_path / "app.log"
    file.write_text("\n".join(["Hello", *FIRST, "Good bye", "Hello again", *SECOND, "Good"]))
    passed_over = [
        remark for remark in remarks(read_logs([file])) if "pause" not in remark and "safepoint" not in remark
    ]
    assert passed_over == [
        "app.log, start 1: 3 lines without the log's decorations were skipped.",
        "app.log, start 2: its last line is cut off: what came after is not counted.",
        "app.log, start 2: 1 line without the log's decorations was skipped.",
    ]


def test_instants_that_go_back_without_a_start_are_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "app.log", *FIRST, "Hello", *SECOND[1:])
    reason = (
        'app.log: line 5 is 98.900 s earlier than one before it, and no line ("Using …") tells that another JVM started'
    )
    with pytest.raises(GcLogError, match=re.escape(reason)) as refused:
        read_logs([file])
    assert "cut the file there, or let each JVM write a log of its own" in str(refused.value)


def test_threads_may_write_their_lines_a_little_later_than_stamp_them(tmp_path: Path) -> None:
    """By up to a second."""
    early = "[99.000s][info][safepoint] Safepoint synchronization"
    [log] = read_logs([written(tmp_path / "app.log", *FIRST, early, "[101.000s][info][gc,start] GC(2) Pause Young")])
    assert log.summary.elapsed_s == pytest.approx(100.99)
    with pytest.raises(GcLogError, match=r"line 4 is 1\.001 s earlier"):
        read_logs([written(tmp_path / "app.log", *FIRST, early.replace("99.000s", "98.999s"))])


def part(first_id: int, begin_s: float, *, hour: int | None) -> list[str]:
    """Five collections, one each second, by the time since the JVM's start or by the wall clock."""
    return [f"{stamp(begin_s + place, hour)}[info][gc] GC({first_id + place}) {PAUSE} 1.000ms" for place in range(5)]


def stamp(at_s: float, hour: int | None) -> str:
    return f"[{at_s:.3f}s]" if hour is None else f"[2026-11-21T{hour:02}:00:{at_s:06.3f}+0000]"


@pytest.mark.parametrize("hours", [(None, None), (4, 5)])
@pytest.mark.parametrize("older_begin_s", [2.5, 40.0])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_rotated_series_that_begins_with_the_end_of_an_older_jvm(
    tmp_path: Path, hours: tuple[int | None, int | None], older_begin_s: float, order: tuple[int, int]
) -> None:
    """The older one's instants since its start may lie between those of the two parts, or behind them."""
    older, newer = hours
    oldest = [*part(70, older_begin_s, hour=older), f"{stamp(0.5, newer)}[info][gc] Using Serial"]
    files = [
        written(tmp_path / "gc.log.0", *oldest, *part(0, 1, hour=newer)),
        written(tmp_path / "gc.log", *part(5, 8, hour=newer)),
    ]
    logs = {log.name: log.summary for log in read_logs([files[place] for place in order])}
    assert set(logs) == {"gc.log.0", "gc.log (2 parts)"}
    assert len(logs["gc.log (2 parts)"].pauses_ms) == 10
    assert logs["gc.log (2 parts)"].elapsed_s == pytest.approx(11.5)
    # From the begin of its first pause: four seconds and a millisecond.
    assert logs["gc.log.0"].elapsed_s == pytest.approx(4.001)


def test_of_two_rotated_logs_the_one_that_ended_in_the_file_where_the_other_began_is_the_first(tmp_path: Path) -> None:
    using = "[0.500s][info][gc] Using Serial"
    files = [
        written(tmp_path / "gc.log.0", using, *part(0, 1, hour=None)),
        written(tmp_path / "gc.log.1", *part(5, 8, hour=None), using, *part(0, 1, hour=None)),
        written(tmp_path / "gc.log", *part(5, 28, hour=None)),
    ]
    logs = read_logs(files)
    assert [log.name for log in logs] == ["gc.log (2 parts), start 1", "gc.log (2 parts), start 2"]
    assert [log.summary.elapsed_s for log in logs] == pytest.approx([11.5, 31.5])
    assert [log.files for log in read_logs_of(files)] == [(files[0], files[1]), (files[1], files[2])]
