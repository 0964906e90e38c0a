"""The tables recover the truth that the synthetic trial was written from."""

# mypy: disable-error-code="operator,type-var,comparison-overlap"
# A None here fails the test, as it should.

import html
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analysis.reading.records import Records, read_records
from analysis.reporting.report import write_report
from analysis.statistics.mutator_utilisation import paused_until
from analysis.tests.synthetic import write_results, write_trial
from analysis.tests.synthetic_plan import MS, VARIANTS, TrialPlan, Truth
from analysis.timing import order_times, waterfall
from analysis.trials.affected import gc_affected
from analysis.trials.machine_metrics import counter_increase
from analysis.trials.trial_analysis import TrialResult, analyse, geometric_mean_of


@pytest.fixture(scope="module", params=sorted(VARIANTS))
def conducted(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Records, TrialResult, Truth]:
    folder = tmp_path_factory.mktemp("trial") / "001"
    truth = write_trial(folder, TrialPlan(variant=VARIANTS[request.param], customers=60))
    return read_records(folder), analyse(folder), truth


def test_orders_and_times_are_recovered(conducted: tuple[Records, TrialResult, Truth]) -> None:
    _, result, truth = conducted
    assert result.status == "valid"
    assert result.value("orders") == truth.orders
    assert result.value("throughput_per_min") == pytest.approx(truth.completed_in_window * 2)
    assert result.value("mailed_per_min") == result.value("throughput_per_min")
    assert result.value("response_mean_ms") == pytest.approx(truth.response_mean_ms)
    assert result.value("call_mean_ms") == pytest.approx(truth.call_mean_ms)
    assert result.value("latency_mean_ms") == pytest.approx(truth.latency_mean_ms)


def test_the_geometric_mean_is_that_of_the_positive_values() -> None:
    """√(2 · 8) = 4; twenty of each have an interval from batches that are all alike."""
    found = geometric_mean_of(pl.Series([2.0, 8.0] * 20 + [0.0, -3.0]))
    assert (found.value, found.n) == (pytest.approx(4), 40)
    assert (found.low, found.high) == (pytest.approx(4), pytest.approx(4))


def test_percentiles_are_in_order(conducted: tuple[Records, TrialResult, Truth]) -> None:
    _, result, _ = conducted
    ordered = [result.value(f"response_{name}_ms") for name in ("p50", "p90", "p95", "p99", "max")]
    assert ordered == sorted(ordered)
    mean = result.metrics["response_mean_ms"]
    assert mean.interval == "batch means within one trial"
    assert mean.low < mean.value < mean.high


def test_machine_and_collections_are_recovered(conducted: tuple[Records, TrialResult, Truth]) -> None:
    _, result, truth = conducted
    assert result.value("cpu_servers_s") == pytest.approx(truth.cpu_servers_s)
    assert result.value("cpu_process_siege_s") == pytest.approx(0.6)
    assert result.value("gc_pause_s") == pytest.approx(truth.gc_pause_s)
    assert result.value("gc_jfr_pause_s") == pytest.approx(truth.gc_pause_s)
    assert result.value("allocation_mb_per_s") == pytest.approx(120)
    assert result.value("io_pressure_fraction") == pytest.approx(0.1)
    assert result.value("canary_ms") == pytest.approx(2.1)
    assert result.value("steal_fraction") == pytest.approx(0.02)


def test_the_laws_hold(conducted: tuple[Records, TrialResult, Truth]) -> None:
    _, result, _ = conducted
    assert result.value("little_ratio") == pytest.approx(1, abs=0.02)
    assert result.value("customers_ratio") == pytest.approx(1, abs=0.02)
    assert result.remarks == ()


def test_the_waterfall_meets_the_end_to_end_time(conducted: tuple[Records, TrialResult, Truth]) -> None:
    _, result, truth = conducted
    assert result.value("waterfall_gap_fraction") == pytest.approx(0, abs=1e-9)
    assert result.segments_df["mean_ms"].sum() == pytest.approx(truth.response_mean_ms)
    assert result.segments_df["orders"][0] == truth.orders
    assert (result.segments_df["mean_ms"] >= 0).all()


def test_a_waterfall_whose_waits_are_wrong_is_remarked_upon(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan())
    records = read_records(tmp_path / "001")
    longer_df = records.steps.with_columns(wait_ns=pl.col("wait_ns") + 2 * MS)
    segments_df = waterfall.segments(replace(records, steps=longer_df), order_times.orders(records))
    assert waterfall.gap_fraction(segments_df) > waterfall.TOLERANCE_FRACTION


def test_of_a_repeated_mark_the_first_counts(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan())
    records = read_records(tmp_path / "001")
    later_df = records.points.with_columns(wall_ns=pl.col("wall_ns") + MS)
    orders_df = order_times.orders(replace(records, points=pl.concat([later_df, records.points])))
    assert orders_df.equals(order_times.orders(records))


def test_an_order_belongs_to_the_window_by_its_first_mark(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan())
    records = read_records(tmp_path / "001")
    orders_df = order_times.orders(records)
    inside_df = order_times.measured(orders_df)
    assert 0 < len(inside_df) < len(orders_df)
    assert inside_df["received_ns"].min() >= records.trial.begin_ns
    assert inside_df["received_ns"].max() < records.trial.end_ns


def test_a_trial_without_marks_has_its_throughput_from_the_mails(tmp_path: Path) -> None:
    truth = write_trial(tmp_path / "001", TrialPlan(measuring="off"))
    for name in ("points", "calls", "steps", "pauses", "collections"):
        path = tmp_path / "001" / f"{name}.csv"
        path.write_text(path.read_text().splitlines()[0] + "\n")
    result = analyse(tmp_path / "001")
    assert result.status == "valid"
    assert result.value("mailed_per_min") == truth.completed_in_window * 2
    assert result.value("throughput_per_min") is None
    assert result.value("cpu_per_order_ms") > 0
    assert result.value("gc_pause_s") == pytest.approx(truth.gc_pause_s)


def overload(folder: Path) -> None:
    """Nine of ten orders are never completed."""
    points = folder / "points.csv"
    points_df = pl.read_csv(points, schema_overrides={"order_id": pl.String})
    is_lost = (pl.col("point") == "completion-mailed") & pl.col("order_id").str.ends_with("1").not_()
    points_df.filter(~is_lost).write_csv(points)


def test_of_an_overloaded_trial_nobody_asks_how_many_pauses_its_orders_met(tmp_path: Path) -> None:
    """Those that are completed met pauses as long as the queue had grown."""
    write_trial(tmp_path / "001", TrialPlan(customers=60))
    assert analyse(tmp_path / "001").value("gc_affected_fraction") > 0
    overload(tmp_path / "001")
    result = analyse(tmp_path / "001")
    assert result.value("overloaded_fraction") == 1
    assert (result.value("gc_affected_fraction"), result.value("gc_affected_mean_ms")) == (None, None)
    assert result.value("gc_pause_s") > 0


def test_what_grows_with_the_queue_of_an_overloaded_trial_is_in_no_picture(tmp_path: Path) -> None:
    """Work, commit and the attempts are known all the same."""
    write_trial(tmp_path / "001", TrialPlan(customers=60))
    steady = analyse(tmp_path / "001")
    overload(tmp_path / "001")
    result = analyse(tmp_path / "001")
    assert (result.status, result.value("waterfall_followed_fraction")) == ("valid", 1)
    known = pl.col("mean_ms").is_not_null()
    assert (len(steady.segments_df.filter(known)), len(result.segments_df.filter(known))) == (16, 0)
    assert steady.steps_df["wait_ms"].drop_nulls().len() > 0
    assert result.steps_df["wait_ms"].drop_nulls().len() == 0
    assert result.steps_df.drop("wait_ms").equals(steady.steps_df.drop("wait_ms"))
    assert steady.collections and steady.collections.affected_df["orders"].sum() > 0
    assert result.collections and result.collections.affected_df["orders"].sum() == 0


def test_where_every_trial_is_overloaded_the_page_says_so_instead_of_a_waterfall(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "results", ["soap"], [60], repetitions=1)
    overload(folder / "trials/001")
    write_report(folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "The store was overloaded: where an order's time went depends on how long the window was." in html.unescape(
        page
    )
    assert "way could be followed" not in page
    assert "Times of each step" in page


def test_a_pause_is_shared_out_to_the_orders_that_it_hit(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan())
    records = read_records(tmp_path / "001")
    pauses_df = pl.DataFrame(
        {
            "begin_ns": [100 * MS, 200 * MS],
            "jvm": ["server"] * 2,
            "gc_id": [1, 2],
            "name": ["GC Pause"] * 2,
            "duration_ns": [10 * MS, 20 * MS],
        }
    )
    orders_df = pl.DataFrame(
        {
            "order_id": ["before", "into", "within", "across"],
            "received_ns": [0, 90 * MS, 205 * MS, 50 * MS],
            "mailed_ns": [50 * MS, 104 * MS, 210 * MS, 300 * MS],
        }
    )
    found = dict(gc_affected(replace(records, pauses=pauses_df), orders_df).iter_rows())
    assert found == {"before": 0.0, "into": 4.0, "within": 5.0, "across": 30.0}


@pytest.mark.parametrize("seed", range(30))
def test_paused_time_is_what_counting_would_give(seed: int) -> None:
    random = np.random.default_rng(seed)
    instant = int(random.integers(0, 12_000))
    begins, durations, now = [], [], 0
    for idle, pause in random.integers(1, 1000, size=(random.integers(1, 20), 2)):
        begins.append(now + idle)
        durations.append(pause)
        now += idle + pause
    counted = sum(
        max(0, min(instant, begin + duration) - begin) for begin, duration in zip(begins, durations, strict=True)
    )
    found = paused_until(np.array([instant]), np.array(begins), np.array(durations))
    assert found[0] == counted


def test_a_process_that_was_started_anew_loses_nothing(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan())
    trial = read_records(tmp_path / "001").trial
    seconds = [trial.begin_ns + second * 1_000_000_000 for second in range(31)]
    totals = [float(second) if second < 10 else float(second - 9) for second in range(31)]
    assert counter_increase(pl.DataFrame({"wall_ns": seconds, "cpu_s": totals}), "cpu_s", trial) == pytest.approx(30)


def test_steps_are_timed(conducted: tuple[Records, TrialResult, Truth]) -> None:
    _, result, truth = conducted
    times = {row["step"]: row for row in result.steps_df.iter_rows(named=True)}
    assert set(times) == {"checkout", "receiving", "approving", "supplying", "invoicing", "mailing"}
    assert times["receiving"]["attempts"] == pytest.approx(truth.orders, abs=3)
    assert times["receiving"]["work_ms"] == pytest.approx(
        4 * VARIANTS[str(result.trial.levels["transition"])].slowdown, rel=0.2
    )
    assert times["receiving"]["rolled_back"] == 0


def test_a_switch_under_load_is_remarked_upon(tmp_path: Path) -> None:
    write_trial(tmp_path / "001", TrialPlan(customers=60))
    path = tmp_path / "001" / "calls.csv"
    lines = path.read_text().splitlines()
    half = len(lines) // 2
    path.write_text(
        "\n".join([*lines[:half], *(line.replace("jms-transacted", "soap") for line in lines[half:])]) + "\n"
    )
    (remark,) = analyse(tmp_path / "001").remarks
    assert remark.startswith("supplier-order was switched under load: ")
    assert "soap (" in remark and "jms-transacted (" in remark
