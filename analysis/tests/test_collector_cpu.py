"""Processor time of collections by each source, worked by hand, and what a report says of how far they agree."""

from typing import Any

import polars as pl

from analysis.presentation.collector_cpu_sentences import cpu_sentences
from analysis.reading.gclog import GcLog
from analysis.tests.synthetic_plan import MS
from analysis.tests.synthetic_records import ns, records_with
from analysis.trials.collector_cpu import SOURCES, cpu_by_source


def grown(used_ms: int, jvm: str = "server", **more: str) -> list[dict[str, Any]]:
    """Samples at both ends of the window of a total that grows by so much in it, and by more after it."""
    samples = ((100, 50), (130, 50 + used_ms), (131, 900 + used_ms))
    return [{"wall_ns": ns(second), "jvm": jvm, **more, "cpu_ns": cpu_ms * MS} for second, cpu_ms in samples]


def recorded(used_ms: int, jvm: str = "server") -> dict[str, Any]:
    return {"wall_ns": ns(110), "jvm": jvm, "gc_id": 1, "user_ns": used_ms * MS - 1000, "system_ns": 1000}


def test_each_source_tells_of_the_threads_that_only_collect() -> None:
    records = records_with(
        gc_logs={"server": GcLog(collector="G1"), "supplier": GcLog(collector="Z Garbage Collector")},
        collector_threads=grown(600) + grown(80, "supplier"),
        collector_counters=grown(606, source="hsperf collectors") + grown(9, source="hsperf VM thread")
        + grown(10, source="proc VM thread") + grown(5, "supplier", source="hsperf VM thread"),
        collector_times=[recorded(400)],
    )  # fmt: skip
    assert cpu_by_source(records).rows() == [
        ("server", "G1", 0.6, 0.606, 0.4),
        # JFR has no row of it: it tells nothing of ZGC, or there was no collection.
        ("supplier", "Z Garbage Collector", 0.08, None, 0.0),
    ]


def test_of_serial_they_tell_of_the_vm_thread() -> None:
    records = records_with(
        gc_logs={"server": GcLog(collector="Serial")},
        collector_counters=grown(50, source="hsperf VM thread") + grown(51, source="proc VM thread"),
        collector_times=[recorded(40)],
    )
    assert cpu_by_source(records).rows() == [("server", "Serial", 0.051, 0.05, 0.04)]


def test_older_trials_have_no_counters() -> None:
    records = records_with(gc_logs={"server": GcLog(collector="G1")}, collector_threads=grown(600))
    assert cpu_by_source(records).rows() == [("server", "G1", 0.6, None, 0.0)]


def frame(*rows: tuple[str, str | None, float | None, float | None, float | None]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), schema=SOURCES, orient="row")


def test_a_sentence_for_each_collector_says_how_far_they_differ_from_the_kernel() -> None:
    """G1: 3.03 of 3 s and, where JFR tells, 1.5 of 2; Serial has no counters here."""
    frames = [
        frame(("server", "G1", 1.0, 1.01, None), ("supplier", "Serial", 0.5, None, 0.55)),
        frame(("server", "G1", 2.0, 2.02, 1.5)),
    ]
    assert cpu_sentences(frames) == [
        "G1: 3.00 s by the kernel (threads that only collect); the JVM's own counters (hsperf): +1.0 %; JFR (pauses "
        "alone): -25.0 %.",
        "Serial: 0.500 s by the kernel (all of the VM thread); the JVM's own counters (hsperf): not known; JFR (pauses "
        "alone): +10.0 %.",
    ]


def test_where_the_kernel_alone_tells_or_does_not_nothing_is_said() -> None:
    assert cpu_sentences([frame(("server", "Z Garbage Collector", 1.0, None, 0.0))]) == []
    assert cpu_sentences([frame(("server", "G1", None, 1.0, 1.0), ("server", None, 1.0, 1.0, 1.0)), frame()]) == []
    assert cpu_sentences([]) == []
