"""The tables on garbage collection in a report: which columns and rows they have, and what is said of them."""

from pathlib import Path

import polars as pl
import pytest

from analysis.comparing.evidence import JMS
from analysis.comparing.results import read_results
from analysis.presentation.jvm_choices import chosen
from analysis.reading.gclog import GcLog, HeapChange, Phase
from analysis.reporting.gc_findings import GcFindings
from analysis.reporting.report import write_report
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import MS, VARIANTS, TrialPlan
from analysis.tests.synthetic_records import ns, records_with
from analysis.tests.synthetic_results import results_of, trial_with
from analysis.trials.server_collections import SERVERS, server_collections
from analysis.trials.trial_analysis import TrialResult

pytestmark = pytest.mark.usefixtures("analysed_once")


def told(*of_trials: dict[str, float]) -> GcFindings:
    """Of trials by G1 at 15, 16, … customers with these metrics and no others, but for the CPU of collectors."""
    trials = [
        TrialResult(
            trial_with(TrialPlan(f"0{customers}", variant=VARIANTS[JMS], customers=customers, levels={"jvm": "g1"})),
            "valid",
            (),
            metrics={name: Estimate(value, 1) for name, value in {"gc_cpu_per_order_ms": 5.0, **metrics}.items()},
        )
        for customers, metrics in enumerate(of_trials, start=15)
    ]
    return GcFindings(results_of(*trials))


def test_what_is_known_of_no_trial_or_zero_in_all_has_no_column() -> None:
    found = told(
        {"gc_requests_affected_fraction": 0.25, "gc_stall_s": 0.0, "safepoint_s": 0.0},
        {"gc_stall_s": 0.0, "safepoint_s": 0.5},
    )
    assert found.besides.columns[2:] == ["Safepoints (s)", "Requests affected by GC"]
    assert [row[2:] for row in found.besides.rows] == [["0", "25 %"], ["0.500", "–"]]
    assert told({"gc_stall_s": 0.0}, {}).besides.rows == []


def test_a_comparison_within_a_trial_is_called_one() -> None:
    assert told({}, {"gc_concurrent_response_ratio": 1.2}).compares_within_trials
    assert not told({"gc_stall_s": 1.0}).compares_within_trials


def test_the_report_has_these_tables(tmp_path: Path) -> None:
    """No trial of them compares within itself, and none has counters."""
    write_report(write_results(tmp_path / "results", ["soap"], [15], repetitions=1))
    page = (tmp_path / "results/report.html").read_text(encoding="utf-8")
    assert "<caption>Requests, safepoints and heaps</caption>" in page
    assert "not an experiment" not in page and "How far the sources" not in page


def with_options(levels: dict[str, str], **facts: object) -> TrialResult:
    plan = TrialPlan("001", 1, variant=VARIANTS["soap"], levels=dict(levels))
    return TrialResult(trial_with(plan, **{"jvm_flags": {}, **facts}), "valid", (), metrics={})


def test_each_set_of_options_stands_with_what_came_of_it() -> None:
    heap = f"-XX:MaxHeapSize={256 * 2**20}"
    memory = f"-XX:MaxRAM={2**30}"
    chosen_by_jvm = ["-XX:CICompilerCount=2", "-XX:G1RemSetArrayOfCardsEntries=10", "-XX:G1HeapRegionSize=1048577"]
    g1 = with_options(
        {"jvm": "g1", "heap": "1.5x"},
        jvm_options=["-Xmx256m"],
        jvm_flags={"server": [heap, memory, "-XX:+UseG1GC", *chosen_by_jvm], "broker": ["-XX:+UseSerialGC"]},
    )
    serial = with_options(
        {"jvm": "serial", "heap": "1.5x"},
        jvm_options=["-XX:+UseSerialGC"],
        jvm_flags={"server": ["-XX:+UseSerialGC"], "broker": ["-XX:+UseSerialGC"]},
    )
    assert GcFindings(results_of(serial, g1, g1)).jvms.rows == [
        ["g1 1.5x", "server", "-Xmx256m",
         "-XX:MaxHeapSize=256m -XX:MaxRAM=1024m -XX:+UseG1GC -XX:CICompilerCount=2 -XX:G1HeapRegionSize=1048577"],
        ["serial 1.5x", "server", "-XX:+UseSerialGC", "-XX:+UseSerialGC"],
        ["–", "broker", "those of the bed", "-XX:+UseSerialGC"],
    ]  # fmt: skip


def test_options_are_told_where_jdks_differ_or_nothing_does() -> None:
    older, newer = (
        with_options({"jdk": jdk}, jvm_flags={"server": [f"-XX:Some{jdk}=1"], "broker": [f"-XX:Some{jdk}=1"]})
        for jdk in ("older", "newer")
    )
    assert [row[:2] for row in GcFindings(results_of(older, newer)).jvms.rows] == [
        ["newer", "broker"], ["newer", "server"], ["older", "broker"], ["older", "server"],
    ]  # fmt: skip
    alone = with_options({}, jvm_flags={"server": ["-XX:+UseG1GC"]})
    assert GcFindings(results_of(alone)).jvms.rows == [["–", "server", "those of the bed", "-XX:+UseG1GC"]]
    assert GcFindings(results_of(with_options({}))).jvms.rows == [], "older records do not tell"


@pytest.mark.parametrize(
    ("flag", "shown"),
    [
        ("-XX:MaxHeapSize=218103808", "-XX:MaxHeapSize=208m"),
        ("-XX:ReservedCodeCacheSize=536870912", "-XX:ReservedCodeCacheSize=512m"),
        ("-XX:YoungPLABSize=4096", "-XX:YoungPLABSize=4096"),
        ("-XX:InitiatingHeapOccupancyPercent=30", "-XX:InitiatingHeapOccupancyPercent=30"),
        ("-XX:G1NewSizePercent=10", "-XX:G1NewSizePercent=10"),
        ("-XX:GCTimeRatio=24", "-XX:GCTimeRatio=24"),
        ("-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=1"),
        ("-XX:-TieredCompilation", "-XX:-TieredCompilation"),
        ("-XX:ShenandoahGCHeuristics=compact", "-XX:ShenandoahGCHeuristics=compact"),
        ("-XX:AOTCache=/some/folder/server.aot", "-XX:AOTCache=server.aot"),
        ("-XX:FlightRecorderOptions=repository=/some/folder", None),
        ("-XX:+FlightRecorder", None),
        ("-XX:+UnlockDiagnosticVMOptions", None),
        ("-XX:-IntelJccErratumMitigation", None),
        ("-XX:MarkStackSizeMax=536870912", None),
    ],
)
def test_whatever_somebody_may_have_set_is_shown(flag: str, shown: str | None) -> None:
    assert chosen([flag]) == ([] if shown is None else [shown])


def test_several_servers_have_a_row_each(tmp_path: Path) -> None:
    """The means of two trials, 0.1 and 0.3 s; of one server they are the metrics of the trial."""
    results = read_results(write_results(tmp_path / "results", ["soap"], [15], repetitions=2))
    assert GcFindings(results).servers.rows == []
    for result, paused_s in zip(results.valid, (0.1, 0.3), strict=True):
        rows = [("opc", 4.0, paused_s, 60.0, 0.5, None, 30.0), ("supplier", 1.0, 0.01, 10.0, 0.2, 9.0, 20.0)]
        assert result.collections is not None
        object.__setattr__(result.collections, "servers_df", pl.DataFrame(rows, schema=SERVERS, orient="row"))
    table = GcFindings(results).servers
    assert table.columns[2:5] == ["server", "GC pauses, number (pauses)", "GC pauses (s)"]
    assert [row[2:] for row in table.rows] == [
        ["opc", "4.00", "0.200", "60.0", "0.500", "–", "30.0"],
        ["supplier", "1.00", "0.0100", "10.0", "0.200", "9.00", "20.0"],
    ]


def test_a_server_has_its_part_of_a_trials_metrics() -> None:
    """Of two servers, one of which collects by threads of its own: 600 ms by the kernel, 50 ms by JFR."""
    window_ms = ((100, 0), (130, 600))
    records = records_with(
        gc_logs={
            "supplier": GcLog(pauses=[Phase(ns(120), 20 * MS, 1, "young", "Pause")]),
            "opc": GcLog(heap=[HeapChange(ns(119), ns(120), 1, 9, 2**21)]),
        },
        collector_threads=[{"wall_ns": ns(at), "jvm": "opc", "cpu_ns": used * MS} for at, used in window_ms],
        collector_times=[{"wall_ns": ns(120), "jvm": "supplier", "gc_id": 1, "user_ns": 50 * MS, "system_ns": 0}],
        allocation=[{"jvm": "opc", "begin_bytes": 0, "end_bytes": 60_000_000}],
    )
    assert server_collections(records).rows() == [
        ("opc", 0.0, 0.0, 0.0, 0.6, 2.0, 2.0),
        ("supplier", 1.0, 0.02, 20.0, 0.05, None, None),
    ]
