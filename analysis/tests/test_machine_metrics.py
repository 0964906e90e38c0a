"""What was sampled of only a part of the window is not told of all of it; a clock that was set voids the trial."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis.reading.records import Records, read_records
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_plan import SECOND, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.machine_metrics import counter_increase, cpu_metrics, machine_metrics, queue_metrics
from analysis.trials.trial_analysis import analyse

WINDOW = trial_with(TrialPlan(), **{"windows.measure_begin_ns": 100 * SECOND, "windows.measure_end_ns": 130 * SECOND})


def samples(instants_s: Sequence[float]) -> pl.DataFrame:
    """A total that grows by two a second."""
    rows = {"wall_ns": [round(instant * SECOND) for instant in instants_s], "total": [2.0 * s for s in instants_s]}
    return pl.DataFrame(rows)


@pytest.mark.parametrize(
    ("instants_s", "increase"),
    [
        (range(90, 140), 60.0),
        (range(100, 131), 60.0),
        (range(100, 129), 60.0),  # two seconds are missing at the end: 28 s were seen, and 30 are told
        (range(102, 131), 60.0),
        ([*range(100, 128), 127.999], None),
        ([102.001, *range(103, 131)], None),
        (range(100, 116), None),
        (range(115, 131), None),
        (range(90, 100), None),
        ([110], None),
        ([], None),
    ],
)
def test_a_total_is_reported_of_a_window_that_was_sampled_from_end_to_end(
    instants_s: Sequence[float], increase: float | None
) -> None:
    assert counter_increase(samples(instants_s), "total", WINDOW) == pytest.approx(increase)


@pytest.fixture
def records(tmp_path: Path) -> Records:
    write_trial(tmp_path / "001", TrialPlan())
    return read_records(tmp_path / "001")


def cut_in_half(frame: pl.DataFrame, records: Records) -> pl.DataFrame:
    return frame.filter(pl.col("wall_ns") < (records.trial.begin_ns + records.trial.end_ns) // 2)


def test_the_bed_has_no_cpu_time_when_that_of_one_process_is_unknown(records: Records) -> None:
    assert cpu_metrics(records, 10)["cpu_servers_s"] is not None
    of_broker = pl.col("process") == "broker"
    cut_df = pl.concat(
        [cut_in_half(records.resources.filter(of_broker), records), records.resources.filter(~of_broker)]
    )
    found = cpu_metrics(replace(records, resources=cut_df), 10)
    assert found["cpu_process_server_s"] is not None
    assert (found["cpu_process_broker_s"], found["cpu_servers_s"], found["cpu_per_order_ms"]) == (None, None, None)


def test_a_machine_that_was_sampled_by_half_is_not_told_to_be_idle(records: Records) -> None:
    assert machine_metrics(records)["cpu_busy_fraction"] is not None
    found = machine_metrics(replace(records, machine=cut_in_half(records.machine, records)))
    assert "cpu_busy_fraction" not in found and found["disk_write_mb_per_s"] is None


def with_missed_polls(records: Records, missed: int) -> Records:
    return replace(records, trial=trial_with(TrialPlan(), **{"generator.queue_polls_missed": missed}))


def test_queues_have_lengths_only_where_the_broker_told_them(records: Records) -> None:
    assert records.queues["wall_ns"].n_unique() == 45
    assert "queue_longest_mean" in queue_metrics(with_missed_polls(records, 2))  # 2 of 47 polls: 4.3 %
    assert queue_metrics(with_missed_polls(records, 3)) == {}  # 3 of 48: 6.3 %
    assert queue_metrics(replace(records, queues=cut_in_half(records.queues, records))) == {}


@pytest.mark.parametrize(("missed", "remarks"), [(0, 0), (1, 1)])
def test_a_missed_poll_is_remarked_upon(tmp_path: Path, missed: int, remarks: int) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes={"generator.queue_polls_missed": missed}))
    found = [remark for remark in analyse(tmp_path / "001").remarks if "did not answer 1 poll" in remark]
    assert len(found) == remarks


@pytest.mark.parametrize(
    ("clock", "status"),
    [
        ({"wall_monotonic_drift_ns": 100_200, "bound_ns": 200}, "valid"),
        ({"wall_monotonic_drift_ns": 100_201, "bound_ns": 200}, "void"),
        ({"wall_monotonic_drift_ns": -100_201, "bound_ns": 200}, "void"),
        ({"wall_monotonic_drift_ns": None, "bound_ns": None}, "valid"),
    ],
)
def test_a_trial_during_which_the_clock_was_set_is_void(tmp_path: Path, clock: dict[str, Any], status: str) -> None:
    write_trial(tmp_path / "001", TrialPlan(changes={"clock": clock}))
    result = analyse(tmp_path / "001")
    assert result.status == status
    assert [reason for reason in result.reasons if "0.1 ms" in reason] == list(result.reasons)
