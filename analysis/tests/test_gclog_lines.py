"""Lines of each dialect, one by one: what is booked from them, worked by hand."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.reading.gclog import GcLog, HeapChange, Phase, Safepoint, parse, read_gc_log, wall_ns

STAMP = "2026-11-21T04:05:31.227+0000"
#: 2026-11-21 is day 20,778 since 1970: 20,778 * 86,400 s, then 4 h 5 min 31.227 s.
AT_NS = (20_778 * 86_400 + 14_731) * 1_000_000_000 + 227_000_000


def line(message: str, tags: str = "gc") -> str:
    return f"[{STAMP}][1.000s][info][{tags:<10}] {message}"


def parsed(*messages: str, tags: str = "gc") -> GcLog:
    return parse([line(message, tags) for message in messages])


def test_a_stamp_is_read_to_the_millisecond_and_with_its_zone() -> None:
    assert wall_ns(STAMP) == AT_NS
    assert wall_ns("2026-11-21T06:05:31.227+0200") == AT_NS


@pytest.mark.parametrize(
    ("message", "collector"),
    [
        ("Using G1", "G1"),
        ("Using The Z Garbage Collector", "Z Garbage Collector"),
        ("Using Shenandoah (generational mode)", "Shenandoah"),
        ("GC(1) Using nothing", None),
    ],
)
def test_the_collector_is_named(message: str, collector: str | None) -> None:
    assert parsed(message).collector == collector


@pytest.mark.parametrize(
    ("message", "generation", "kind"),
    [
        # Serial, Parallel and G1 say it by the name.
        ("GC(7) Pause Young (Normal) (G1 Evacuation Pause) 90M->30M(256M) 1.250ms", "young", "Pause Young"),
        ("GC(7) Pause Young (Mixed) (G1 Evacuation Pause) 90M->30M(256M) 1.250ms", "mixed", "Pause Young"),
        ("GC(7) Pause Young (Prepare Mixed) (G1 Evacuation Pause) 1.250ms", "young", "Pause Young"),
        ("GC(7) Pause Remark 25M->25M(96M) 1.250ms", "old", "Pause Remark"),
        ("GC(7) Pause Cleanup 25M->25M(96M) 1.250ms", "old", "Pause Cleanup"),
        ("GC(7) Pause Full (System.gc()) 25M->25M(96M) 1.250ms", "old", "Pause Full"),
        ("GC(7) Concurrent Mark Cycle 1.250ms", "old", "Concurrent Mark Cycle"),
        ("GC(7) Concurrent Undo Cycle 1.250ms", "old", "Concurrent Undo Cycle"),
        # ZGC by the letter before it: a minor collection, the young part of a major one, its old part.
        ("GC(7) y: Pause Mark Start 1.250ms", "young", "Pause Mark Start"),
        ("GC(7) Y: Pause Mark Start (Major) 1.250ms", "young", "Pause Mark Start"),
        ("GC(7) O: Concurrent Relocate 1.250ms", "old", "Concurrent Relocate"),
        # Shenandoah by its cycle, which names it in some of its lines, or not at all.
        ("GC(7) Pause Init Mark (Young) 1.250ms", "young", "Pause Init Mark"),
        ("GC(7) Pause Init Mark (Old) 1.250ms", "old", "Pause Init Mark"),
        ("GC(7) Pause Final Mark (Global) 1.250ms", "old", "Pause Final Mark"),
        ("GC(7) Pause Final Mark (unload classes) 1.250ms", "whole", "Pause Final Mark"),
        ("GC(7) Concurrent evacuation 1.250ms", "whole", "Concurrent evacuation"),
    ],
)
def test_a_timed_line_is_a_phase_that_ended_at_its_stamp(message: str, generation: str, kind: str) -> None:
    log = parsed(message)
    phase = Phase(AT_NS - 1_250_000, 1_250_000, 7, generation, kind)
    found = [replace(each, cause=None) for each in (*log.pauses, *log.concurrent)]
    assert (found, len(log.pauses)) == ([phase], int(kind.startswith("Pause")))
    assert log.unreadable == 0


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("Pause Young (Allocation Failure)", "Allocation Failure"),
        ("Pause Young (Normal) (G1 Evacuation Pause)", "G1 Evacuation Pause"),
        ("Pause Young (Mixed) (G1 Evacuation Pause) (Evacuation Failure: Allocation)", "G1 Evacuation Pause"),
        ("Pause Young (Concurrent Start) (CodeCache GC Threshold)", "CodeCache GC Threshold"),
        ("Pause Young (Prepare Mixed) (G1 Evacuation Pause)", "G1 Evacuation Pause"),
        ("Pause Full (System.gc())", "System.gc()"),
        ("Pause Remark", None),
        ("Pause Init Mark (unload classes)", None),
        ("Pause Mark Start (Major)", None),
    ],
)
def test_a_young_or_a_full_pause_has_its_cause(name: str, cause: str | None) -> None:
    assert parsed(f"GC(7) {name} 90M->30M(256M) 1.250ms").pauses[0].cause == cause


@pytest.mark.parametrize(
    ("begin", "cause"),
    [
        ("GC(7) Major Collection (Allocation Rate)", "Allocation Rate"),
        ("GC(7) Minor Collection (System.gc())", "System.gc()"),
        ("GC(7) Garbage Collection (Warmup)", "Warmup"),
        ("Trigger: Handle Allocation Failure", "Handle Allocation Failure"),
        ("Trigger (Young): Learning 1 of 5. Free (67840K) is below initial threshold (68812K)", "Learning"),
        ("Trigger: Free (9M) is below minimum threshold (10M)", "Free is below minimum threshold"),
        (
            "Trigger (Old): Time since last GC (300001 ms) is larger than guaranteed interval (300000 ms)",
            "Time since last GC is larger than guaranteed interval",
        ),
        (
            "Trigger: Average GC time (9.50 ms) is above the time for average allocation rate (5 MB/s) to deplete free "
            "headroom (5M) (margin of error = 1.80)",
            "Average GC time is above the time for average allocation rate to deplete free headroom",
        ),
        ("Trigger (Young): Expedite promotion of 12M", "Expedite promotion"),
        ("Trigger: GC request (Metadata GC Threshold)", "Metadata GC Threshold"),
        ("Ignoring Trigger: Old has overgrown: usage (9M) is below threshold (10M)", None),
    ],
)
def test_a_collection_beside_the_application_has_a_cause_and_all_its_phases_have_it(
    begin: str, cause: str | None
) -> None:
    """By ZGC its first line says it, by Shenandoah the line before."""
    log = parsed(begin, "GC(7) Y: Pause Mark Start (Major) 0.012ms", "GC(7) O: Concurrent Mark 1.000ms")
    assert [phase.cause for phase in (*log.pauses, *log.concurrent)] == [cause, cause]


def test_a_cause_is_that_of_one_collection() -> None:
    """What comes of a trigger is the next collection that begins, or one that stops the program; of the next JVM's
    first collection nobody tells.
    """
    log = parsed(
        "Trigger: Learning 1 of 5. Free",
        "GC(1) Pause Init Mark 0.1ms",
        "Trigger: Free (1M) is below minimum threshold (2M)",
        "GC(1) Pause Final Mark 0.1ms",
        "GC(2) Pause Init Mark 0.1ms",
        "Trigger: Handle Allocation Failure",
        "GC(1) Pause Degenerated GC (Mark) 0.1ms",
        "Using Shenandoah",
        "GC(1) Pause Init Mark 0.1ms",
    )
    assert [pause.cause for pause in log.pauses] == [
        "Learning", "Learning", "Free is below minimum threshold", "Handle Allocation Failure", None,
    ]  # fmt: skip


def test_a_phase_of_shenandoah_has_the_generation_that_its_cycle_has_named() -> None:
    log = parsed("GC(7) Concurrent reset (Young) 0.026ms", "GC(7) Pause Init Update Refs 0.100ms")
    assert log.pauses[0].generation == "young"
    other = parsed("GC(7) Concurrent reset (Young) 0.026ms", "GC(8) Pause Init Update Refs 0.100ms")
    assert other.pauses[0].generation == "whole"
    begun = parse([line("GC(7) Pause Init Mark (Old)", "gc,start"), line("GC(7) Pause Final Roots 0.100ms")])
    assert [pause.generation for pause in begun.pauses] == ["old"]


@pytest.mark.parametrize(("tags", "booked"), [("gc", 1), ("gc,phases", 1), ("gc,marking", 0), ("gc,start", 0)])
def test_inner_phases_are_part_of_others(tags: str, booked: int) -> None:
    assert len(parsed("GC(16) Concurrent Scan Root Regions 0.113ms", tags=tags).concurrent) == booked


@pytest.mark.parametrize(
    ("message", "lasted_us", "before_bytes", "after_bytes"),
    [
        ("GC(7) Pause Young (Normal) 9M->3M(25M) 1.250ms", 1_250, 9_437_184, 3_145_728),
        ("GC(7) Pause Young (Normal) 9K->3K(25M) 1.250ms", 1_250, 9_216, 3_072),
        ("GC(7) Pause Young (Normal) 2G->900M(4G) 1.250ms", 1_250, 2_147_483_648, 943_718_400),
        ("GC(7) Concurrent cleanup (unload classes) 63M->34M(96M) 0.015ms", 15, 66_060_288, 35_651_584),
        # ZGC tells of collections in seconds.
        ("GC(7) Minor Collection (Allocation Rate) 52M(54%)->68M(71%) 1.009s", 1_009_000, 54_525_952, 71_303_168),
    ],
)
def test_a_heap_is_told_in_bytes_from_the_begin_to_the_end_of_its_collection(
    message: str, lasted_us: int, before_bytes: int, after_bytes: int
) -> None:
    begin_ns = AT_NS - lasted_us * 1000
    assert parsed(message).heap == [HeapChange(begin_ns, AT_NS, 7, before_bytes, after_bytes)]


def test_a_part_of_a_collection_of_zgc_changes_no_heap() -> None:
    assert parsed("GC(7) y: Young Generation 52M(54%)->68M(71%) 0.009s").heap == []


SAFEPOINT = (
    'Safepoint "ZMarkEndYoung", Time since last: 561827 ns, Reaching safepoint: 1632624 ns, At safepoint: 11227 ns, '
    "Leaving safepoint: 551 ns, Total: 1644402 ns, Threads: 1 runnable, 30 total"
)


def test_a_safepoint_ended_at_its_stamp() -> None:
    assert parsed(SAFEPOINT, tags="safepoint").safepoints == [
        Safepoint(AT_NS - 1_644_402, "ZMarkEndYoung", 1_632_624, 11_227, 1_644_402)
    ]
    assert parsed(SAFEPOINT).safepoints == parsed("Safepoint synchronization", tags="safepoint").safepoints == []


@pytest.mark.parametrize(
    ("message", "tags"),
    [
        ("GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->8M(256M) 5.123ms", "gc"),
        ("GC(7) Y: Concurrent Mark 13.063ms", "gc,phases"),
        ("GC(7) Minor Collection (Allocation Rate) 52M(54%)->68M(71%) 1.009s", "gc"),
        ("GC(7) User=0.01s Sys=0.02s Real=0.01s", "gc,cpu"),
        ("Allocation Stall (main) 5.453ms", "gc"),
    ],
)
def test_a_jvm_whose_locale_has_a_decimal_comma_tells_the_same(message: str, tags: str) -> None:
    with_points = line(message, tags)
    with_commas = re.sub(r"(?<=\d)\.(?=\d+m?s)", ",", with_points)
    assert with_commas.startswith(f"[{STAMP}][1,000s]")
    assert parse([with_commas]) == parse([with_points]) != GcLog()


def test_numbers_with_a_decimal_comma() -> None:
    log = parsed("GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->8M(256M) 5,123ms")
    assert [pause.duration_ns for pause in log.pauses] == [5_123_000]
    [cpu] = parsed("GC(7) User=0,01s Sys=0,02s Real=0,01s", tags="gc,cpu").pause_cpu
    assert cpu.cpu_ns == 30_000_000


def test_lines_are_counted_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "gc.log"
    path.write_text(f"\n \n# killed\n{line('Using G1')[:20]}{line('Using G1')}\n{line('GC(1) x')}\n", encoding="utf-8")
    log = read_gc_log(path)
    assert (log.collector, log.unreadable) == ("G1", 2)
    path.write_text(" \n\n", encoding="utf-8")
    assert read_gc_log(path) == GcLog()
