"""What collectors did moment by moment, by hand; and the pictures that a report makes of it."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis.comparing.results import read_results
from analysis.contract.experiment_document import HeapOfExperiment
from analysis.plotting.collection_plots import against_heap
from analysis.plotting.plots import Plotter
from analysis.presentation.report_tables import key_table
from analysis.presentation.settings import machine_rows
from analysis.reading.gclog import GcLog, HeapChange, Phase
from analysis.reporting.findings import Findings
from analysis.reporting.gc_findings import GcFindings, spread
from analysis.reporting.report import write_report
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import MS, SECOND, VARIANTS
from analysis.tests.synthetic_records import ns, records_with
from analysis.trials.trial_collections import MEBIBYTE, PAUSES, STRETCHES, TrialCollections, trial_collections

pytestmark = pytest.mark.usefixtures("analysed_once")

LOG = GcLog(
    pauses=[
        Phase(ns(99), 9 * MS, 1, "young", "Pause"),
        Phase(ns(110), 20 * MS, 2, "young", "Pause Young", "System.gc()"),
    ],
    concurrent=[Phase(ns(105), 2 * SECOND, 3, "old", "Concurrent"), Phase(ns(129), 5 * SECOND, 4, "old", "Concurrent")],
    heap=[
        HeapChange(ns(110), ns(112), 2, 90 * MEBIBYTE, 30 * MEBIBYTE),
        HeapChange(ns(111), ns(111.5), 3, 95 * MEBIBYTE, 60 * MEBIBYTE),
        HeapChange(ns(129), ns(131), 5, 80 * MEBIBYTE, 1),
    ],
)
#: Of a window from second 100 to 130: the first meets the pause at 110 and ends soon after, the second does not.
ORDERS = pl.DataFrame(
    {
        "order_id": ["1", "2", "3"],
        "received_ns": [ns(109.9), ns(111), ns(112)],
        "mailed_ns": [ns(110.6), ns(111.2), None],
    }
)


def collections() -> TrialCollections:
    found = trial_collections(records_with(gc_logs={"server": LOG}), ORDERS)
    assert found is not None
    return found


def test_what_began_in_the_window_is_told_by_its_second() -> None:
    found = collections()
    assert found.pauses_df.rows() == [("server", 10.0, 20.0, "young", "Pause Young", "System.gc()")]
    # The second phase goes on beyond the window.
    assert found.concurrent_df.rows() == [("server", 5.0, 7.0), ("server", 29.0, 30.0)]
    # The second collection began and ended within the first one; the last one ended beyond the window.
    assert found.heap_df.rows() == [
        ("server", 10.0, 90.0), ("server", 11.0, 95.0), ("server", 11.5, 60.0), ("server", 12.0, 30.0),
        ("server", 29.0, 80.0),
    ]  # fmt: skip


def test_orders_are_counted_by_when_they_were_completed() -> None:
    """In stretches of half a second."""
    affected_df = collections().affected_df
    assert len(affected_df) == STRETCHES
    counted_df = affected_df.filter(pl.col("orders") > 0)
    assert counted_df.rows() == [(10.5, 11.0, 1, 1), (11.0, 11.5, 1, 0)]


def test_without_a_log_nothing_is_told() -> None:
    assert trial_collections(records_with(), ORDERS) is None


def with_heaps(folder: Path, *sizes_mb: int) -> Path:
    """Trials of the first half have the first heap, those of the second half the other one."""
    trials = sorted(folder.glob("trials/*/trial.json"))
    for place, trial in enumerate(trials):
        size_mb = sizes_mb[place * len(sizes_mb) // len(trials)]
        facts = json.loads(trial.read_text())
        facts["levels"]["heap"] = f"{size_mb}m"
        facts["jvm_flags"] = {"server": [f"-XX:MaxHeapSize={size_mb * MEBIBYTE}", "-XX:+UseG1GC"]}
        trial.write_text(json.dumps(facts))
    return folder


def test_a_report_draws_pauses_trials_over_time_and_heap_against_cost(tmp_path: Path) -> None:
    folder = with_heaps(write_results(tmp_path / "results", ["soap"], [15], repetitions=4), 256, 512)
    pictures = Findings(read_results(folder)).gc_pictures
    assert [plot.name for plot in pictures.plots] == [
        "gc_heap_cpu_per_order_ms_1", "gc_heap_response_p99_ms_1", "gc_pause_lengths", "gc_timeline_001",
        "gc_timeline_003",
    ]  # fmt: skip
    [by_cpu] = [plot for plot in pictures.against_heap if "cpu" in plot.name]
    assert set(re.findall(r"greatest heap, MiB: (\d+)", by_cpu.drawn)) == {"256", "512"}
    write_report(folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert all(plot.alt_text.split(".")[0] in page for plot in pictures.plots)
    assert re.search(r"<strong>Garbage collection</strong>: .*; a pause meets \d+ % \(\d+m\) to \d+ % \(\d+m\)", page)


def test_pauses_are_told_by_their_causes(tmp_path: Path) -> None:
    """Three of 10 ms, one of 500 and one without a cause in one trial, one of 20 in the other."""
    results = read_results(write_results(tmp_path / "results", ["soap"], [15], repetitions=2))
    causes: list[list[tuple[Any, ...]]] = [
        [("server", 1.0, 10.0, "young", "Pause Young", "Allocation Failure")] * 3
        + [("server", 2.0, 500.0, "old", "Pause Full", "CodeCache GC Threshold")]
        + [("server", 3.0, 9.0, "old", "Pause Remark", None)],
        [("server", 1.0, 20.0, "young", "Pause Young", "Allocation Failure")],
    ]
    for result, rows in zip(results.valid, causes, strict=True):
        frame = pl.DataFrame(rows, schema=PAUSES, orient="row")
        assert result.collections is not None
        object.__setattr__(result.collections, "pauses_df", frame)
    assert GcFindings(results).causes.rows == [
        ["soap", "15", "CodeCache GC Threshold", "1", "0.500", "500"],
        ["soap", "15", "Allocation Failure", "4", "0.0500", "20.0"],
        ["soap", "15", "none in the log (Pause Remark)", "1", "0.00900", "9.00"],
    ]


def test_where_an_experiment_asks_for_collections_its_summary_tells_of_them(tmp_path: Path) -> None:
    results = read_results(write_results(tmp_path / "results", list(VARIANTS), [15], repetitions=1))
    assert GcFindings(results).sentence is None
    asked = replace(results, experiment=results.experiment.model_copy(update={"primary": "gc_young_mean_ms"}))
    assert "of all CPU" in str(GcFindings(asked).sentence)


def test_what_an_experiment_asks_for_is_among_its_figures(tmp_path: Path) -> None:
    """The primary metric and the secondary ones have values, not only ratios."""
    results = read_results(write_results(tmp_path / "results", list(VARIANTS), [15], repetitions=1))
    update = {"primary": "gc_young_mean_ms", "secondary": ("response_p99_ms", "response_mean_ms")}
    asked = replace(results, experiment=results.experiment.model_copy(update=update))
    columns = key_table(asked).columns
    assert columns[-2:] == ["Young pause, mean (ms)", "Response time, 99th percentile (ms)"]
    assert len(columns) == len(set(columns)) == len(key_table(results).columns) + 2


def test_the_settings_do_not_tell_the_first_trials_options_for_those_of_all(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "results", ["soap"], [15], repetitions=2)
    assert dict(machine_rows(read_results(folder)))["JVM options"] != "as compared"
    trial = folder / "trials/002/trial.json"
    trial.write_text(json.dumps(json.loads(trial.read_text()) | {"jvm_options": ["-XX:+UseSerialGC"]}))
    assert dict(machine_rows(read_results(folder)))["JVM options"] == "as compared"


@pytest.mark.parametrize(
    ("recorded", "told"),
    [
        (
            {"least_heap": HeapOfExperiment(mb=154, made="2026-11-25 12:10", commit="0123456789", dirty=True)},
            "1x is 154 MiB, found 2026-11-25 12:10 at commit 0123456 with uncommitted changes, which is not that of "
            "this experiment",
        ),
        (
            {"least_heap": HeapOfExperiment(mb=154, made="2026-11-25 12:10", commit="89abcdef", dirty=False)},
            "1x is 154 MiB, found 2026-11-25 12:10 at commit 89abcde",
        ),
        (
            {"least_heap": HeapOfExperiment(mb=154, made="2026-11-25 12:10")},
            "1x is 154 MiB, found 2026-11-25 12:10, at a commit that is not known",
        ),
        ({"as_read": {"least_heap_mb": 154}}, "1x is 154 MiB; when it was found is not known"),
        ({"as_read": {}}, None),
        ({"as_read": None}, None),
    ],
)
def test_the_settings_tell_of_what_heaps_are_multiples(
    tmp_path: Path, recorded: dict[str, Any], told: str | None
) -> None:
    results = read_results(write_results(tmp_path / "results", ["soap"], [15], repetitions=1))
    experiment = results.experiment.model_copy(update={"commit": "89abcdef", **recorded})
    assert dict(machine_rows(replace(results, experiment=experiment))).get("least heap") == told


def test_an_interval_is_cut_off_at_zero() -> None:
    """That of a mean of two launches; no order takes less than no time."""
    rows = [
        {"variant": "g1", "heap_mib": heap, "value": 100.0, "low": low, "high": 250.0}
        for heap, low in ((256, -50.0), (512, 90.0))
    ]
    drawn = against_heap(Plotter(["g1"]), "cpu_per_order_ms", rows, "", 1).drawn
    marks = {
        float(label.replace("\N{MINUS SIGN}", "-")) for label in re.findall(r">([\N{MINUS SIGN}\d]+)</text>", drawn)
    }
    assert min(marks) == 0 and max(marks) >= 250
    narrow = against_heap(Plotter(["g1"]), "cpu_per_order_ms", rows[1:], "", 1).drawn
    assert ">0</text>" not in narrow, "otherwise the axis shows the differences"


def test_where_heaps_do_not_differ_nothing_is_drawn_against_them(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "results", list(VARIANTS), [15, 60], repetitions=1)
    findings = Findings(read_results(folder))
    assert findings.gc_pictures.against_heap == []
    # One trial of each delegate at the heaviest load.
    assert [plot.name for plot in findings.gc_pictures.timelines] == [f"gc_timeline_00{n}" for n in (4, 5, 6)]
    assert findings.collections.sentence is None


@pytest.mark.parametrize(
    ("fractions", "told"),
    [
        ({"serial": 0.01, "zgc": 0.043, "g1": 0.02}, "1.0 % (serial) to 4.3 % (zgc)"),
        ({"serial": 0.01, "zgc": None}, "1.0 % (serial)"),
        ({"zgc": None}, None),
    ],
)
def test_a_spread_is_from_the_least_to_the_most_that_is_known(
    fractions: dict[str, float | None], told: str | None
) -> None:
    assert spread(fractions) == told
