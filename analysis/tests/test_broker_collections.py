"""What the broker's JVM collects is told by itself: the servers' figures are without it."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analysis.comparing.results import read_results
from analysis.reporting.gc_findings import GcFindings
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_machine import log_lines
from analysis.tests.synthetic_plan import MS, SECOND, VARIANTS, TrialPlan, begin_ns
from analysis.trials.trial_analysis import TrialResult, analyse

BEGIN_NS = begin_ns(TrialPlan())


def with_broker(trial: Path, *pauses: tuple[float, float]) -> None:
    """Adds a JVM of the broker. pauses: the second of the window at which each ended, and its length in ms."""
    lines = ["[2026-01-01T00:00:00.000+0000][0.004s][info][gc] Using Serial"]
    with (trial / "pauses.csv").open("a") as recorded, (trial / "allocation.csv").open("a") as allocation:
        for number, (second, length_ms) in enumerate(pauses):
            end_ns = BEGIN_NS + round(second * SECOND)
            stamp = np.datetime64(end_ns // MS, "ms").astype(str) + "+0000"
            lines += log_lines(f"[{stamp}][{100 + second:.3f}s][info]", number, length_ms)
            length_ns = round(length_ms * MS)
            recorded.write(f"{end_ns - length_ns},broker,{number},GC Pause,{length_ns}\n")
        # A tenth of what the server allocates in the 30 s of the window.
        allocation.write("broker,0,360000000\n")
    (trial / "gc-broker.log").write_text("\n".join(lines) + "\n")


def values(result: TrialResult) -> dict[str, float | None]:
    return {name: estimate.value for name, estimate in result.metrics.items()}


def test_the_brokers_collections_are_in_metrics_of_their_own(tmp_path: Path) -> None:
    trial = write_results(tmp_path / "results", ["soap"], [15], repetitions=1) / "trials/001"
    without = values(analyse(trial))
    assert not [name for name in without if name.startswith("broker_")]
    # The first ended a second before the window began, the last begins when it is over.
    with_broker(trial, (-1, 100), (5, 20), (15, 40), (31, 100))
    found = values(analyse(trial))
    assert {name: value for name, value in found.items() if not name.startswith("broker_")} == without
    assert found["broker_gc_pause_s"] == pytest.approx(0.060)
    assert found["broker_gc_pause_mean_ms"] == pytest.approx(30)
    assert found["broker_gc_pause_max_ms"] == pytest.approx(40)
    assert found["broker_allocation_per_order_kb"] == pytest.approx((without["allocation_per_order_kb"] or 0) / 10)
    affected = found["broker_gc_affected_fraction"]
    assert affected is not None and 0 <= affected < 0.5  # two pauses, of some seven orders


@pytest.mark.parametrize("gone", ["broker", "server"])
@pytest.mark.parametrize("named_by", ["flags", "threads"])
def test_a_log_that_is_gone_is_missed(tmp_path: Path, gone: str, named_by: str) -> None:
    """Without the broker's all would be the servers', without theirs no order would have met a pause."""
    trial = write_results(tmp_path / "results", ["soap"], [15], repetitions=1) / "trials/001"
    with_broker(trial, (5, 20))
    if named_by == "flags":
        facts = json.loads((trial / "trial.json").read_text())
        flags = {"server": ["-XX:+UseSerialGC"], "broker": ["-XX:+UseSerialGC"]}
        (trial / "trial.json").write_text(json.dumps(facts | {"jvm_flags": flags}))
    else:  # of trials without measuring the flags are not known
        threads_df = pl.DataFrame(
            {"wall_ns": [BEGIN_NS, BEGIN_NS], "jvm": ["server", "broker"], "cpu_ns": [0, 0]},
        )
        threads_df.write_csv(trial / "collector_threads.csv")
    assert analyse(trial).status == "valid"
    (trial / f"gc-{gone}.log").unlink()
    found = analyse(trial)
    assert found.status == "failed" and f"gc-{gone}.log: missing" in found.reasons[0]


def test_the_report_has_a_table_of_the_broker_where_its_jvm_was_observed(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "results", list(VARIANTS), [15], repetitions=1)
    assert not GcFindings(read_results(folder)).broker.rows
    with_broker(folder / "trials/002", (5, 20))
    table = GcFindings(read_results(folder)).broker
    [row] = table.rows
    assert row[0] == "jms-nontransacted"
    assert row[table.columns.index("Broker, GC pauses (s)")] == "0.0200"
