"""Which trials tell how throughput grows, what is said of it, and how it stands in the report."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.comparing.results import Results
from analysis.comparing.scalability import scalabilities
from analysis.contract import schemas
from analysis.contract.experiment_document import ExperimentDocument
from analysis.presentation.scalability_table import scalability_sentence, scalability_table
from analysis.reporting.report import write_report
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic import plan_of, write_experiment
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult

JMS = "jms-transacted"
LOADS = [1, 2, 4, 8, 16, 32, 64]
SCALES = (0.99, 1.01)


def trial(block: int, customers: int, per_second: float, think_method: str = "none", **more: float) -> TrialResult:
    plan = TrialPlan(f"{block}-{customers}", block, variant=VARIANTS[JMS], customers=customers)
    facts = trial_with(plan, **{"scenario.think_method": think_method})
    metrics = {"throughput_per_min": 60 * per_second, **more}
    return TrialResult(facts, "valid", (), metrics={name: Estimate(value, 1) for name, value in metrics.items()})


def results_of(trials: list[TrialResult]) -> Results:
    loads = sorted({int(each.trial.levels["customers"]) for each in trials})
    factors = {"transition": [JMS], "customers": loads}
    about = {"schema_version": 2, "name": "growth", "question": "?", "baseline": JMS, "factors": factors}
    durations = {"schedule": [], "repetitions": 2, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    return Results(Path(), ExperimentDocument.model_validate(about | durations), tuple(trials))


def growing(loads: list[int], contention: float, coherency: float, think_method: str = "none") -> Results:
    """Two repetitions, one 1 % above and one 1 % below the law of 7 orders/s for a customer alone."""
    return results_of(
        [
            trial(block, n, scale * 7 * n / (1 + contention * (n - 1) + coherency * n * (n - 1)), think_method)
            for block, scale in enumerate(SCALES, start=1)
            for n in loads
        ]
    )


def test_each_repetition_is_a_point_in_orders_per_second() -> None:
    (found,) = scalabilities(growing([1, 2], 0.0, 0.0))
    assert sorted(load for load, _ in found.points) == [1, 1, 2, 2]
    assert sorted(throughput for _, throughput in found.points) == pytest.approx([6.93, 7.07, 13.86, 14.14])
    assert scalability_sentence(found) == "2 loads were conducted, and the law needs 4."
    assert scalability_table([found]).rows == []


def test_the_greatest_throughput_is_told_with_the_load_where_it_is() -> None:
    (found,) = scalabilities(growing(LOADS, 0.05, 0.002))
    assert found.law is not None
    # √(0.95 / 0.002) = 21.8; 7 × 21.8 / (1 + 0.05 × 20.8 + 0.002 × 21.8 × 20.8) = 152.6 / 2.947
    assert found.law.peak_load.value == pytest.approx(21.8, abs=0.3)
    assert found.law.peak_throughput.value == pytest.approx(51.8, abs=0.3)
    assert scalability_sentence(found).startswith("at most 51.")
    assert scalability_table([found]).rows[0][:2] == [JMS, "14"]


def test_a_peak_beyond_the_heaviest_load_is_called_so() -> None:
    (found,) = scalabilities(growing([1, 2, 4, 8, 16], 0.05, 0.002))
    assert scalability_sentence(found).startswith("throughput still grows at 16 customers; the law has its peak beyond")


def test_without_coherency_no_peak_is_promised() -> None:
    (found,) = scalabilities(growing(LOADS, 0.05, 0.0))
    assert scalability_sentence(found).startswith("no peak is shown up to 64 customers")


def test_customers_who_think_tell_nothing_of_it_nor_does_one_load() -> None:
    assert scalabilities(growing(LOADS, 0.05, 0.002, think_method="shim")) == []
    assert scalabilities(growing([8], 0.05, 0.002)) == []


def open_trial(block: int, rate: int, inside: float, overloaded: float = 0.0) -> TrialResult:
    """Of an open load that was served at its rate."""
    plan = TrialPlan(f"{block}-{rate}", block, variant=VARIANTS[JMS])
    levels = {"transition": JMS, "load": f"{rate}/s", "think": "none", "measuring": "on"}
    metrics = {"throughput_per_min": 60.0 * rate, "orders_in_system": inside, "overloaded_fraction": overloaded}
    facts = trial_with(plan, levels=levels)
    return TrialResult(facts, "valid", (), metrics={name: Estimate(value, 1) for name, value in metrics.items()})


def test_of_an_open_load_the_orders_in_the_system_count() -> None:
    # 40 orders/s for one at a time, contention 0.2: X = 40 N / (1 + 0.2 (N - 1)), so N = 0.8 X / (40 - 0.2 X).
    trials = [
        open_trial(block, rate, scale * 0.8 * rate / (40 - 0.2 * rate))
        for block, scale in enumerate(SCALES, start=1)
        for rate in (20, 40, 80, 120, 160)
    ]
    loads = [f"{rate}/s" for rate in (20, 40, 80, 120, 160)]
    about = {"schema_version": 2, "name": "growth", "question": "?", "baseline": JMS}
    factors = {"factors": {"transition": [JMS], "load": loads}}
    durations = {"schedule": [], "repetitions": 2, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    experiment = ExperimentDocument.model_validate(about | factors | durations)
    overloaded = open_trial(3, 160, 5_000.0, overloaded=1.0)
    (found,) = scalabilities(Results(Path(), experiment, (*trials, overloaded)))
    assert found.variant == JMS
    assert found.unit == "orders in the system"
    assert max(load for load, _ in found.points) == pytest.approx(1.01 * 16)
    assert found.law is not None
    assert found.law.single.value == pytest.approx(40, rel=0.05)
    assert found.law.contention.value == pytest.approx(0.2, abs=0.02)
    assert "up to 16.2 orders in the system" in scalability_sentence(found)


@pytest.mark.parametrize("rates", [(20,), (20, 40)])
def test_repetitions_of_an_open_load_are_no_further_loads(rates: tuple[int, ...]) -> None:
    """Each has other orders in the system: of one rate the law would fit chance alone."""
    inside = (2.0, 2.2, 2.4, 2.6)
    trials = [open_trial(block, rate, rate / 20 * n) for block, n in enumerate(inside, start=1) for rate in rates]
    about = {"schema_version": 2, "name": "growth", "question": "?", "baseline": JMS}
    factors = {"factors": {"transition": [JMS], "load": [f"{rate}/s" for rate in rates]}}
    durations = {"schedule": [], "repetitions": 4, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    experiment = ExperimentDocument.model_validate(about | factors | durations)
    found = scalabilities(Results(Path(), experiment, tuple(trials)))
    assert [(each.conducted, each.law) for each in found] == ([] if len(rates) == 1 else [(2, None)])
    assert [scalability_sentence(each) for each in found] == [
        "2 loads were conducted, and the law needs 4." for _ in rates[1:]
    ]


def test_without_marks_the_mail_sink_counts_and_before_it_the_marks_do() -> None:
    by_mails = trial(1, 1, 5.0)
    del by_mails.metrics["throughput_per_min"]
    by_mails.metrics["mailed_per_min"] = Estimate(240.0, 1)
    (found,) = scalabilities(results_of([by_mails, trial(1, 2, 9.0, mailed_per_min=60.0)]))
    assert found.points == ((1, 4.0), (2, 9.0))


def test_report_and_summary_have_the_law(tmp_path: Path) -> None:
    plans = [
        replace(plan_of(n, 1, 4 * n, VARIANTS[JMS]), changes={"scenario.think_method": "none"}) for n in range(1, 6)
    ]
    folder = write_experiment(tmp_path, plans, {"transition": [JMS], "customers": [plan.customers for plan in plans]})
    report = write_report(folder)
    page = report.page.read_text(encoding="utf-8")
    assert "How throughput grows with the number served at a time" in page
    assert (report.page.parent / "plots" / "scalability.png").is_file()
    summary = json.loads((report.page.parent / "summary.json").read_text(encoding="utf-8"))
    schemas.check_json(summary, "summary", report.page)
    (law,) = summary["scalability"]
    assert law["variant"] == JMS
    assert law["single"]["value"] > 0
    assert law["single"]["interval"] == "t of the fitted law"
