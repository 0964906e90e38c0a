"""The parser against logs that were recorded on JDK 25, and against what JFR saw of the same runs."""

import json
from pathlib import Path
from typing import Any

import pytest

from analysis.analysis_errors import GcLogError
from analysis.reading.gclog import GcLog, Phase, parse, read_gc_log

RECORDED = Path(__file__).parent / "recorded"
COLLECTORS = ["serial", "parallel", "g1", "zgc", "shenandoah", "shenandoah-generational"]
# What their logs name, by `grep -E 'Trigger|Collection \('`.
CAUSES = {
    "zgc": {"Allocation Rate", "Warmup", "Allocation Stall"},
    "shenandoah": {"Free is below minimum threshold", "Handle Allocation Failure", "Learning"},
    "shenandoah-generational": {"Free is below minimum threshold", "Old has overgrown", "Learning"},
}
# JFR and the log stamp a pause at slightly different places: 10 % and 2 µs a pause cover what was seen.
TOLERANCE_FRACTION, TOLERANCE_NS_PER_PAUSE = 0.10, 2_000


def recorded(collector: str) -> tuple[GcLog, dict[str, Any], list[Phase]]:
    log = read_gc_log(RECORDED / f"{collector}.log")
    jfr = json.loads((RECORDED / f"{collector}.jfr.json").read_text())
    # JFR sees neither the collections before its recording begins nor a cycle that the end of the JVM cuts off.
    seen = [pause for pause in log.pauses if pause.gc_id in set(jfr["gc_ids"])]
    return log, jfr, seen


@pytest.mark.parametrize("collector", COLLECTORS)
def test_every_pause_that_jfr_saw_is_in_the_log(collector: str) -> None:
    _, jfr, seen = recorded(collector)
    assert len(seen) == jfr["pauses"]


@pytest.mark.parametrize("collector", COLLECTORS)
def test_the_sum_of_pauses_meets_jfr_s(collector: str) -> None:
    _, jfr, seen = recorded(collector)
    allowed_ns = TOLERANCE_FRACTION * jfr["pauses_s"] * 1e9 + TOLERANCE_NS_PER_PAUSE * len(seen)
    assert abs(sum(pause.duration_ns for pause in seen) - jfr["pauses_s"] * 1e9) <= allowed_ns


@pytest.mark.parametrize("collector", COLLECTORS)
def test_safepoints_hold_all_pauses(collector: str) -> None:
    log, _, _ = recorded(collector)
    collecting_ns = sum(pause.duration_ns for pause in log.pauses)
    assert sum(safepoint.total_ns for safepoint in log.safepoints) >= collecting_ns
    assert all(safepoint.total_ns >= safepoint.reaching_ns + safepoint.at_ns for safepoint in log.safepoints)


def test_generations_are_distinguished() -> None:
    generations = {name: {pause.generation for pause in recorded(name)[0].pauses} for name in COLLECTORS}
    assert generations["serial"] == generations["parallel"] == {"young", "old"}
    assert {"young", "old"} <= generations["g1"]
    assert generations["zgc"] == {"young", "old"}
    assert generations["shenandoah"] == {"whole"}
    assert "young" in generations["shenandoah-generational"]


@pytest.mark.parametrize("collector", ["zgc", "shenandoah", "shenandoah-generational"])
def test_each_pause_of_a_collector_beside_the_application_has_a_cause(collector: str) -> None:
    assert {pause.cause for pause in recorded(collector)[0].pauses} == CAUSES[collector]


@pytest.mark.parametrize("collector", ["g1", "zgc", "shenandoah", "shenandoah-generational"])
def test_concurrent_collectors_show_concurrent_phases(collector: str) -> None:
    assert recorded(collector)[0].concurrent


def test_a_mixed_collection_of_g1_is_neither_young_nor_old() -> None:
    decorations = "[2026-11-21T04:05:33.040+0000][0.606s][info][gc          ]"
    (pause,) = parse([f"{decorations} GC(33) Pause Young (Mixed) (G1 Evacuation Pause) 89M->61M(96M) 1.207ms"]).pauses
    assert (pause.generation, pause.kind, pause.duration_ns) == ("mixed", "Pause Young", 1_207_000)
    assert pause.begin_ns == 1_795_233_933_040_000_000 - 1_207_000


def test_the_start_of_a_pause_is_not_a_pause() -> None:
    assert not parse(["[2026-11-21T04:05:33.040+0000][0.606s][info][gc,start] GC(33) Pause Young (Normal)"]).pauses


def test_heap_before_and_after_are_read() -> None:
    log, _, _ = recorded("serial")
    assert log.heap[0].before_bytes > log.heap[0].after_bytes > 0


def test_a_file_that_is_no_unified_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gc-server.log"
    path.write_text("GC (Allocation Failure) 1024K->512K(2048K), 0.01 secs\n")
    with pytest.raises(GcLogError, match=r"gc-server\.log.*time,uptime,level,tags"):
        read_gc_log(path)


WHOLE = "[2026-11-21T04:05:31.227+0000][1.000s][info][gc] GC(1) Pause Young (Normal) 9M->3M(25M) 2.000ms"
PAUSE = Phase(1_795_233_931_225_000_000, 2_000_000, 1, "young", "Pause Young")


@pytest.mark.parametrize("length", range(1, len(WHOLE) + 1))
def test_a_line_that_the_end_of_its_jvm_cut_off_is_counted_and_not_booked(length: int) -> None:
    log = parse([WHOLE[:length] + WHOLE, WHOLE])  # the log of the next JVM follows on the same line
    assert (log.pauses, log.unreadable) == ([PAUSE, PAUSE], 1)
    assert (log.concurrent, [(change.before_bytes, change.after_bytes) for change in log.heap]) == (
        [],
        [(9 * 1024**2, 3 * 1024**2)] * 2,
    )


def test_a_last_line_that_was_cut_off_is_booked_only_when_it_is_whole() -> None:
    booked = [length for length in range(1, len(WHOLE) + 1) if parse([WHOLE[:length]]).pauses]
    assert booked == [len(WHOLE)]


@pytest.mark.parametrize("collector", COLLECTORS)
def test_every_line_of_a_recorded_log_is_read(collector: str) -> None:
    assert recorded(collector)[0].unreadable == 0


def test_a_line_of_no_possible_time_is_counted_and_not_booked() -> None:
    """A disk that has lost a bit: there is no thirteenth month."""
    log = parse([WHOLE.replace("2026-11", "2026-13"), WHOLE])
    assert (log.pauses, log.unreadable) == ([PAUSE], 1)


def test_a_line_without_decorations_is_counted() -> None:
    assert parse(["# A fatal error has been detected", "", WHOLE]).unreadable == 1
