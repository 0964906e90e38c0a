"""Sums over collections, worked by hand: what began in the window, of all JVMs, each by its generation."""

from dataclasses import replace
from typing import Any

import pytest

from analysis.reading.gclog import GcLog, Phase, Safepoint, Stall
from analysis.tests.synthetic_plan import MS
from analysis.tests.synthetic_records import ns, records_with
from analysis.trials.pauses import gc_metrics


def pause(second: float, length_ms: float, generation: str = "young") -> Phase:
    return Phase(ns(second), round(length_ms * MS), 1, generation, "Pause")


def stop(second: float, reaching_ms: int, total_ms: int) -> Safepoint:
    return Safepoint(ns(second), "Cleanup", reaching_ms * MS, (total_ms - reaching_ms) * MS, total_ms * MS)


SERVER = GcLog(
    pauses=[
        pause(99.999, 500), pause(100, 10), pause(110, 20, "mixed"), pause(129.999, 45, "old"), pause(130, 500),
        pause(120, 5, "whole"),
    ],
    concurrent=[pause(99.999, 9000, "old"), pause(105, 600, "old"), pause(130, 9000, "old")],
    safepoints=[stop(99.999, 9, 90), stop(100, 1, 12), stop(129.999, 2, 30), stop(130, 9, 90)],
    stalls=[Stall(ns(99.999), 90 * MS), Stall(ns(100), 3 * MS), Stall(ns(129.999), 4 * MS), Stall(ns(130), 90 * MS)],
)  # fmt: skip
SUPPLIER = GcLog(pauses=[pause(120, 20)], concurrent=[pause(125, 150)], safepoints=[stop(120, 4, 8)])
ALLOCATION = [
    {"jvm": "server", "begin_bytes": 1_000_000_000, "end_bytes": 5_000_000_000},
    {"jvm": "supplier", "begin_bytes": 500_000_000, "end_bytes": 2_500_000_000},
]
LOGS = {"server": SERVER, "supplier": SUPPLIER}


def jfr_pause(second: float, length_ms: float, jvm: str = "server") -> dict[str, Any]:
    return {"begin_ns": ns(second), "jvm": jvm, "gc_id": 1, "name": "GC Pause", "duration_ns": round(length_ms * MS)}


def test_what_began_in_the_window_is_summed_over_all_jvms() -> None:
    """Pauses of 10, 20, 45, 5 and 20 ms: 100 ms in sum; G1's mixed collections are old ones."""
    pauses = [jfr_pause(99.999, 500), jfr_pause(100, 11), jfr_pause(129.999, 46), jfr_pause(130, 500)]
    found = gc_metrics(records_with(gc_logs=LOGS, allocation=ALLOCATION, pauses=pauses), completed=40)
    assert found == pytest.approx(
        {
            "gc_pause_s": 0.100,
            # Of the 30 s of two JVMs.
            "gc_pause_fraction": 0.1 / 60,
            "gc_pause_count": 5,
            "gc_pause_mean_ms": 20,
            "gc_pause_max_ms": 45,
            "gc_young_s": 0.030,
            "gc_young_count": 2,
            "gc_young_mean_ms": 15,
            "gc_old_s": 0.065,
            "gc_old_count": 2,
            "gc_concurrent_s": 0.750,
            "gc_cpu_s": 0.0,
            "gc_jfr_pause_s": 0.057,
            "gc_per_order_ms": 2.5,
            "gc_total_cpu_s": 0.0,
            "gc_cpu_per_order_ms": 0.0,
            "safepoint_s": 0.050,
            "safepoint_reaching_s": 0.007,
            "gc_stall_s": 0.007,
            # 6 GB in 30 s, for 40 orders.
            "allocation_mb_per_s": 200,
            "allocation_per_order_kb": 150_000,
        }
    )


def test_work_beside_the_application_is_without_the_pauses_in_it() -> None:
    """A cycle of 900 ms holds a young pause of 20 ms and a remark of 30; a pause of 40 begins 10 ms before its end."""
    log = GcLog(
        pauses=[pause(104, 500), pause(105.1, 20), pause(105.5, 30, "old"), pause(105.89, 40)],
        concurrent=[pause(105, 900, "old")],
    )
    found = gc_metrics(records_with(gc_logs={"server": log}), completed=40)
    assert found["gc_concurrent_s"] == pytest.approx(0.840)


def collector(jvm: str, *samples: tuple[float, int]) -> list[dict[str, Any]]:
    return [{"wall_ns": ns(second), "jvm": jvm, "cpu_ns": used_ms * MS} for second, used_ms in samples]


def collected(second: float, used_ms: int, jvm: str) -> dict[str, Any]:
    return {"wall_ns": ns(second), "jvm": jvm, "gc_id": 1, "user_ns": used_ms * MS - 1000, "system_ns": 1000}


def test_the_processor_time_of_collections_is_that_of_the_collectors_threads_in_the_window() -> None:
    """The server's 700 - 100 ms, the broker's 60 - 20: 640 ms for 40 orders. JFR's pauses are a part of it."""
    threads = collector("server", (99, 0), (100, 100), (130, 700), (131, 900))
    threads += collector("supplier", (100, 20), (115, 20), (130, 60))
    records = records_with(gc_logs=LOGS, collector_threads=threads, collector_times=[collected(110, 50, "server")])
    found = gc_metrics(records, completed=40)
    assert found["gc_total_cpu_s"] == pytest.approx(0.640)
    assert found["gc_cpu_per_order_ms"] == pytest.approx(16)


def test_a_collector_without_threads_of_its_own_has_what_jfr_says_of_its_pauses() -> None:
    """The server's threads 600 ms, the broker (Serial) 30 ms in a pause of the window and 90 in one before."""
    threads = collector("server", (100, 100), (130, 700))
    pauses = [collected(110, 50, "server"), collected(120, 30, "supplier"), collected(99, 90, "supplier")]
    records = records_with(gc_logs=LOGS, collector_threads=threads, collector_times=pauses)
    assert gc_metrics(records, completed=0)["gc_total_cpu_s"] == pytest.approx(0.630)
    assert gc_metrics(records, completed=0)["gc_cpu_per_order_ms"] is None


def test_serial_s_pauses_count_beside_its_thread_that_finds_equal_strings() -> None:
    """200 ms of the thread, 30 ms of the VM thread."""
    records = records_with(
        gc_logs={"server": GcLog(collector="Serial")},
        collector_threads=collector("server", (100, 100), (130, 300)),
        collector_times=[collected(110, 30, "server")],
    )
    assert gc_metrics(records, completed=0)["gc_total_cpu_s"] == pytest.approx(0.230)


def test_the_processor_time_of_collections_is_not_known_where_the_kernel_was_not_asked() -> None:
    found = gc_metrics(replace(records_with(gc_logs=LOGS), absent=("collector_threads",)), completed=40)
    assert (found["gc_total_cpu_s"], found["gc_cpu_per_order_ms"]) == (None, None)


def test_without_collections_sums_are_zero_and_means_are_unknown() -> None:
    found = gc_metrics(records_with(gc_logs={"server": GcLog()}, allocation=ALLOCATION), completed=0)
    zero = ("gc_pause_s", "gc_pause_count", "gc_pause_max_ms", "gc_young_s", "gc_old_count", "safepoint_s")
    assert [found[name] for name in zero] == [0] * len(zero)
    unknown = ("gc_pause_mean_ms", "gc_young_mean_ms", "gc_per_order_ms", "allocation_per_order_kb")
    assert [found[name] for name in unknown] == [None] * len(unknown)


def test_without_a_log_and_without_a_recording_nothing_is_known() -> None:
    assert gc_metrics(records_with(), completed=40) == {}
    assert "allocation_mb_per_s" not in gc_metrics(records_with(gc_logs=LOGS), completed=40)
