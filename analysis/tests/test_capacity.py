"""Up to which load an objective is kept, block by block, and what is said of it."""

import json
import math
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.comparing.capacity import Capacity, capacities, kept_by
from analysis.comparing.looks import comparisons_at_look
from analysis.comparing.results import Results
from analysis.contract import schemas
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.objective import parse_objective
from analysis.presentation.capacity_table import capacity_sentence, capacity_table, machine_sentence
from analysis.reporting.capacity_findings import CapacityFindings
from analysis.reporting.report import write_report
from analysis.statistics.crossing import Crossing
from analysis.statistics.intervals import NOTHING, Estimate
from analysis.tests.synthetic import plan_of, write_experiment
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult

JMS, SOAP = "jms-transacted", "soap"
OBJECTIVE = "p99 response <= 1 s"
ABOUT = {
    "schema_version": 2, "name": "capacity", "question": "?", "baseline": JMS, "schedule": [], "repetitions": 2,
    "warmup_s": 1.0, "measure_s": 1.0, "seed": 1,
}  # fmt: skip


def trial(block: int, delegate: str, customers: int, p99_ms: float, launch: str = "of all") -> TrialResult:
    plan = TrialPlan(f"{block}-{delegate}-{customers}", block, variant=VARIANTS[delegate], customers=customers)
    metrics = {"response_p99_ms": p99_ms, "cpu_busy_fraction": 0.97}
    estimates = {name: Estimate(value, 1) for name, value in metrics.items()}
    return TrialResult(trial_with(plan), "valid", (), metrics=estimates, launch=launch)


def results_of(times: dict[tuple[int, str], dict[int, float]], objective: str | None = OBJECTIVE) -> Results:
    """times: by block and delegate, the 99th percentile of the response time at each load."""
    trials = [trial(block, name, load, p99) for (block, name), of in times.items() for load, p99 in of.items()]
    factors = {
        "transition": list(dict.fromkeys(name for _, name in times)),
        "customers": sorted({load for of in times.values() for load in of}),
    }
    about = {**ABOUT, "factors": factors, "objective": objective}
    return Results(Path(), ExperimentDocument.model_validate(about), tuple(trials))


# The bound of 1,000 ms is half way between 100 and 10,000 on the logarithm: √(20 × 80) = 40, √(5 × 20) = 10.
BOTH = results_of(
    {
        (1, JMS): {5: 50, 20: 100, 80: 10_000},
        (1, SOAP): {5: 100, 20: 10_000, 80: 10_000},
        (2, JMS): {5: 50, 20: 100, 80: 10_000},
        (2, SOAP): {5: 100, 20: 10_000, 80: 10_000},
    }
)


def test_each_block_has_its_crossing_and_the_variant_their_mean() -> None:
    jms, soap = capacities(BOTH)
    assert jms.load.value == pytest.approx(40)
    assert soap.load.value == pytest.approx(10)
    assert (jms.load.n, jms.kept, soap.kept) == (2, 20, 5)
    assert jms.crossings[1] == Crossing(20, 80, jms.crossings[1].load)


def test_the_ratio_is_to_the_baseline_which_has_none() -> None:
    jms, soap = capacities(BOTH)
    assert soap.against_baseline.value == pytest.approx(0.25)
    assert soap.against_baseline.n == 2
    assert jms.against_baseline.value is None


def test_blocks_of_one_launch_of_servers_of_their_own_are_one_repetition() -> None:
    """By hand: SOAP crosses at 10, 10 and 20 (√(5 × 80)) on launches a, a, b, and JMS at 40 in each, on c, c, d: ln 10
    and ln 20, mean ln 14.142, half width 12.7062 × (ln 20 − ln 10) / 2 = 4.4036; to the baseline 14.142 / 40 = 0.35355.
    """
    crossed = {40: {20: 100, 80: 10_000}, 10: {5: 100, 20: 10_000}, 20: {5: 100, 80: 10_000}}
    told = [(1, SOAP, 10, "a"), (2, SOAP, 10, "a"), (3, SOAP, 20, "b")]
    told += [(1, JMS, 40, "c"), (2, JMS, 40, "c"), (3, JMS, 40, "d")]

    def found(*, own_servers: bool) -> list[Capacity]:
        trials = [
            trial(block, name, load, p99, launch if own_servers else "of all")
            for block, name, at, launch in told
            for load, p99 in crossed[at].items()
        ]
        return capacities(replace(BOTH, trials=tuple(trials)))

    jms, soap = found(own_servers=True)
    assert (jms.load.n, soap.load.n, soap.against_baseline.n) == (2, 2, 2)
    assert soap.load.interval == soap.against_baseline.interval == "t over launches"
    assert capacity_table([jms, soap], "customers").rows[1][1] == "3, on 2 launches"
    assert soap.load.value == pytest.approx(14.142, abs=1e-3)
    assert soap.load.high == pytest.approx(14.142 * math.exp(4.4036), rel=1e-3)
    assert soap.against_baseline.value == pytest.approx(0.35355, abs=1e-5)
    jms, soap = found(own_servers=False)
    assert (jms.load.n, soap.load.n, soap.against_baseline.n) == (3, 3, 3)
    assert soap.load.value == pytest.approx((10 * 10 * 20) ** (1 / 3))


def test_there_is_no_ratio_of_the_blocks_alone_that_had_an_end() -> None:
    """The variant's load is 4 times the baseline's in the first block, and nobody knows how many in the next."""
    ends: dict[tuple[int, str], dict[int, float]]
    ends = {(1, JMS): {5: 50, 20: 5000}, (2, JMS): {5: 50, 20: 5000}, (1, SOAP): {20: 50, 80: 5000}}
    soap = capacities(results_of(ends | {(2, SOAP): {20: 50, 80: 100}}))[1]
    assert (soap.crossings[2].load, soap.against_baseline) == (None, NOTHING)
    of_first = capacities(results_of(ends))[1]
    assert of_first.against_baseline.value == pytest.approx(4)


def test_the_interval_is_students_on_logarithms() -> None:
    # Crossings at 40 and, with 100 ms at 45 and 10,000 ms at 80, at 60: ln 40 and ln 60, mean ln 48.99, half width
    # 12.7062 × (ln 60 − ln 40) / √2 / √2 = 12.7062 × 0.20273 = 2.5760.
    (jms,) = capacities(results_of({(1, JMS): {20: 100, 80: 10_000}, (2, JMS): {45: 100, 80: 10_000}}))
    assert jms.load.value == pytest.approx(48.99, abs=0.01)
    assert jms.load.high == pytest.approx(48.99 * 13.144, rel=1e-3)


def test_the_sentence_names_load_and_bottleneck() -> None:
    (_, sentence), _ = CapacityFindings(BOTH).sentences
    assert sentence.startswith(f"{OBJECTIVE} holds up to 40.0 (40.0–40.0) customers. At 80 customers the processor is")
    assert capacity_table(capacities(BOTH), "customers").rows[1] == [
        SOAP, "2", "10.0 (10.0–10.0)", "5", "0.250 (0.250–0.250)",
    ]  # fmt: skip


def only(times: dict[tuple[int, str], dict[int, float]]) -> Capacity:
    (found,) = capacities(results_of(times))
    return found


def test_where_loads_are_all_on_one_side_others_are_asked_for() -> None:
    light = only({(1, JMS): {5: 50, 20: 100}})
    heavy = only({(1, JMS): {5: 5000, 20: 5000}})
    assert capacity_sentence(light, OBJECTIVE, "customers") == (
        f"{OBJECTIVE} holds at every load that has a valid trial, up to 20 customers in every block; conduct greater "
        "loads to see where it ends."
    )
    assert "holds at no load; conduct smaller loads" in capacity_sentence(heavy, OBJECTIVE, "customers")


def test_a_block_without_a_crossing_leaves_no_mean() -> None:
    mixed = only({(1, JMS): {5: 50, 20: 100, 80: 200}, (2, JMS): {5: 50, 20: 5000, 80: 5000}})
    assert mixed.load.value is None
    assert capacity_sentence(mixed, OBJECTIVE, "customers").endswith("every block keeps it at 5 customers.")


def test_a_load_that_made_its_trial_void_is_broken() -> None:
    """10 kept, 20 so overloaded that requests failed, 40 overloaded: √(10 × 20) = 14.1, not √(10 × 40). Of one that is
    void for something else nothing is known, nor of a variant that has no valid trial.
    """

    def found(metrics: dict[str, float]) -> list[Capacity]:
        whole = results_of({(1, name): {10: 100, 20: 100, 40: 10_000} for name in (JMS, SOAP)})
        known = {name: Estimate(value, 1) for name, value in metrics.items()}
        trials = [
            replace(each, status="void", metrics=known)
            if each.trial.levels["transition"] == SOAP or each.trial.levels["customers"] == 20
            else each
            for each in whole.trials
        ]
        return capacities(replace(whole, trials=tuple(trials)))

    (overloaded,) = found({"overloaded_fraction": 1.0})
    assert overloaded.variant == JMS and overloaded.load.value == pytest.approx(math.sqrt(200))
    assert overloaded.crossings == {1: Crossing(10, 20, overloaded.load.value)}
    (otherwise,) = found({"overloaded_fraction": 0.0, "response_p99_ms": 10_000.0})
    assert otherwise.crossings[1].broken == 40


def at_rate(block: int, rate: str, p99_ms: float, delegate: str = JMS, overloaded: float = 0.0) -> TrialResult:
    levels = {"transition": delegate, "load": rate}
    facts = trial_with(TrialPlan(f"{block}-{rate}", block, variant=VARIANTS[delegate], changes={"levels": levels}))
    metrics = {"response_p99_ms": p99_ms, "overloaded_fraction": overloaded, "cpu_busy_fraction": 0.97}
    return TrialResult(facts, "valid", (), metrics={name: Estimate(v, 1) for name, v in metrics.items()})


def test_rates_are_loads_too_and_more_than_can_be_served_breaks_any_objective() -> None:
    trials = (at_rate(1, "20/s", 100), at_rate(1, "constant 80/s", 200, overloaded=1.0), at_rate(1, "ramp 1-9/s", 1))
    loads = [str(each.trial.levels["load"]) for each in trials]
    experiment = ExperimentDocument.model_validate(
        {**ABOUT, "factors": {"transition": [JMS], "load": loads}, "objective": OBJECTIVE}
    )
    found = Results(Path(), experiment, trials)
    (capacity,) = capacities(found)
    assert capacity.variant == JMS
    # Nothing is interpolated to an infinite time: √(20 × 80) = 40.
    assert capacity.crossings == {1: Crossing(20, 80, capacity.load.value)}
    assert capacity.load.value == pytest.approx(40)
    (_, sentence), *_ = CapacityFindings(found).sentences
    assert sentence.startswith(f"{OBJECTIVE} holds up to 40.0 orders/s. At 80 orders/s the processor is the bottleneck")


LOADS = ("10/s", "20/s", "40/s", "80/s")


def up_and_down(trials: Sequence[TrialResult], loads: Sequence[str] = LOADS, series: int = 1) -> Results:
    factors = {"transition": [JMS, SOAP], "load": list(loads)}
    about = {**ABOUT, "factors": factors, "objective": OBJECTIVE, "up_and_down": True, "series": series}
    return Results(Path(), ExperimentDocument.model_validate(about), tuple(trials))


def of_series(*series: tuple[str, float], loads: Sequence[str] = LOADS) -> Results:
    """Rates and 99th percentiles of one delegate, in the order of the blocks."""
    return up_and_down([at_rate(block, rate, p99) for block, (rate, p99) in enumerate(series, start=1)], loads)


SLOW, QUICK = 5000.0, 50.0
#: One trial that kept the objective and one that did not, of the baseline.
TURNING = [at_rate(1, "20/s", QUICK), at_rate(2, "40/s", SLOW)]


def test_a_load_that_went_up_and_down_is_that_which_half_of_the_trials_keep() -> None:
    # The same six trials as in test_probit_threshold.py, by quadrature.
    found = of_series(
        ("20/s", QUICK), ("40/s", SLOW), ("20/s", QUICK), ("40/s", QUICK), ("80/s", SLOW), ("40/s", QUICK),
        loads=("10/s", "20/s", "40/s", "80/s", "160/s"),
    )  # fmt: skip
    (jms,) = capacities(found)
    assert (jms.load.low, jms.load.value, jms.load.high) == pytest.approx((31.419, 44.141, 79.999), rel=5e-4)
    assert jms.crossings == {1: Crossing(40, 80, jms.load.value)}
    (_, sentence), *_ = CapacityFindings(found).sentences
    assert sentence.startswith(f"{OBJECTIVE} holds in half of the trials up to 44.1 (31.4–80.0) orders/s. At 80")
    assert CapacityFindings(found).table.rows == [[JMS, "6", "44.1 (31.4–80.0)", "20 %", "–"]]


def test_a_variant_has_its_ratio_to_the_baseline_where_both_have_a_capacity() -> None:
    both = [
        *TURNING,
        *(at_rate(n, f"{rate}/s", p99, SOAP) for n, (rate, p99) in enumerate([(10, QUICK), (20, SLOW)], 1)),
    ]
    jms, soap = capacities(up_and_down(both))
    assert (jms.load.value, soap.load.value) == pytest.approx((28.28, 14.14), rel=1e-2)
    assert soap.against_baseline.value == pytest.approx(0.5, rel=1e-2)
    assert jms.against_baseline.value is None
    jms, soap = capacities(up_and_down([*TURNING[:1], *both[2:]]))
    assert jms.load.value is None and soap.against_baseline.value is None


#: Odd blocks turn between 20 and 40 orders a second, even ones between 40 and 80.
IN_TURNS = [
    at_rate(block, f"{rate}/s", p99)
    for block, (rate, p99) in enumerate([(20, QUICK), (40, QUICK), (40, SLOW), (80, SLOW)], start=1)
]


def test_two_series_that_took_turns_are_told_together_and_each_by_itself() -> None:
    """Each turns at the geometric mean of its two loads: √(20 × 40) and √(40 × 80), and both together at 40."""
    results = up_and_down(IN_TURNS, series=2)
    (jms,) = capacities(results)
    assert jms.load.value == pytest.approx(40, rel=1e-2)
    assert [each.value for each in jms.series] == pytest.approx([28.28, 56.57], rel=2e-2)
    assert [each.n for each in (jms.load, *jms.series)] == [4, 2, 2]
    assert jms.second_to_first.value == pytest.approx(2, rel=2e-2)
    findings = CapacityFindings(results)
    (_, sentence), *_ = findings.sentences
    assert re.search(
        r"orders/s. Measured twice in the same period, by separate trials: 28\.\d \(.*\) and 56\.\d \(.*\) orders/s, "
        r"the second [12]\.\d\d \(.*\) times the first\. At 40 ",
        sentence,
    )
    assert findings.table.columns[-3:] == ["series 1 alone (orders/s)", "series 2 alone (orders/s)", "second to first"]
    assert [cell.split(" ")[0][:2] for cell in findings.table.rows[0][-3:-1]] == ["28", "56"]
    assert findings.rows()[0]["second_to_first"]["n"] == 2


def test_a_series_that_never_changed_its_outcome_tells_nothing_by_itself() -> None:
    (jms,) = capacities(up_and_down([*IN_TURNS[:3], at_rate(4, "80/s", QUICK)], series=2))
    assert jms.load.value is not None and jms.series[0].value is not None
    assert jms.series[1] == jms.second_to_first == NOTHING


def test_one_series_is_not_told_twice() -> None:
    results = up_and_down(IN_TURNS)
    (jms,) = capacities(results)
    assert (jms.series, jms.second_to_first) == ((), NOTHING)
    assert (
        "twice" not in CapacityFindings(results).sentences[0][1] and len(CapacityFindings(results).table.columns) == 5
    )


def on_machine(trials: Sequence[TrialResult], canary_ms: Sequence[float]) -> list[TrialResult]:
    return [
        replace(trial, metrics=trial.metrics | {"canary_ms": Estimate(value, 1)})
        for trial, value in zip(trials, canary_ms, strict=True)
    ]


def test_loads_are_those_of_the_machines_mean_speed() -> None:
    """Twice as slow from the third trial on, and half the load: √(40 × 80) and √(20 × 40), at the mean speed 40."""
    rates = [("40/s", QUICK), ("80/s", SLOW), ("20/s", QUICK), ("40/s", SLOW)] * 4
    trials = [at_rate(block, rate, p99) for block, (rate, p99) in enumerate(rates, start=1)]
    results = up_and_down(on_machine(trials, [4.0, 4.0, 8.0, 8.0] * 4))
    (jms,) = capacities(results)
    (alike,) = capacities(up_and_down(trials))
    assert jms.load.value == pytest.approx(40, rel=2e-2) and jms.canary_ms == pytest.approx(5.65685)
    assert jms.slope.low is not None and jms.slope.high is not None and jms.slope.low < 1 < jms.slope.high
    assert jms.spread is not None and alike.spread is not None and jms.spread < alike.spread / 2
    said = CapacityFindings(results).machine_sentence
    assert "where the canary within the window took 1 % longer, loads were " in said and "canary of 5.66 ms" in said
    assert (alike.canary_ms, alike.slope, CapacityFindings(up_and_down(trials)).machine_sentence) == (None, NOTHING, "")


@pytest.mark.parametrize(("low", "told"), [(0.6, True), (0.1, False)])
def test_what_nothing_but_the_prior_says_of_the_machine_is_not_told(low: float, told: bool) -> None:
    """Slopes from 0 to 4 are thought possible: 95 % of them from 0.1 to 3.9."""
    slope = Estimate(2.0, 20, low, low + 3.8 * (0.8 if told else 1))
    said = machine_sentence(Capacity(JMS, {}, NOTHING, NOTHING, slope=slope, canary_ms=2.5))
    assert ("2.00 (0.600–3.64) % lower" in said) == told
    assert ("cannot be told from these trials: the intervals allow for up to 4" in said) != told


def test_a_canary_that_a_variant_moves_is_not_used() -> None:
    """8.1 ms with soap and 4.1 with the baseline: more than chance."""
    of_jms = on_machine(TURNING, [4.0, 4.2])
    of_soap = on_machine([at_rate(block, "20/s", QUICK, delegate=SOAP) for block in (1, 2)], [8.0, 8.2])
    assert capacities(up_and_down([*of_jms, *of_soap]))[0].canary_ms is None
    assert capacities(up_and_down(of_jms))[0].canary_ms is not None


def test_a_canary_that_a_trial_lacks_is_not_used() -> None:
    trials = [*on_machine(TURNING, [4.0, 5.0]), at_rate(3, "20/s", QUICK)]
    assert capacities(up_and_down(trials))[0].canary_ms is None


def test_two_series_may_each_have_been_at_the_end_once() -> None:
    ends = [("20/s", QUICK), ("20/s", QUICK), ("80/s", QUICK), ("80/s", QUICK), ("40/s", SLOW), ("40/s", SLOW)]
    trials = [at_rate(block, rate, p99) for block, (rate, p99) in enumerate(ends, start=1)]
    assert capacities(up_and_down(trials, series=2))[0].load.value is not None
    assert capacities(up_and_down(trials))[0].load.value is None


def test_a_load_beyond_those_that_could_be_is_none() -> None:
    once = [("20/s", QUICK), ("80/s", QUICK), ("40/s", SLOW)]
    assert capacities(of_series(*once))[0].load.value is not None
    (light,) = capacities(of_series(*once, ("80/s", QUICK)))
    assert light == Capacity(JMS, {1: Crossing(80, None, None)}, NOTHING)
    (heavy,) = capacities(of_series(("20/s", QUICK), ("10/s", SLOW), ("10/s", SLOW)))
    assert heavy == Capacity(JMS, {1: Crossing(None, 10, None)}, NOTHING)


def test_a_load_that_was_broken_at_the_heaviest_as_often_as_kept_lies_within_the_loads() -> None:
    turning = [("40/s", QUICK), ("80/s", QUICK), ("80/s", SLOW), ("40/s", QUICK), ("80/s", QUICK), ("80/s", SLOW)]
    (told,) = capacities(of_series(*turning))
    assert told.load.value is not None and 40 < told.load.value < 160
    (beyond,) = capacities(of_series(*turning, ("80/s", QUICK)))
    assert beyond.load == NOTHING
    turning = [("20/s", SLOW), ("10/s", SLOW), ("10/s", QUICK), ("20/s", SLOW), ("10/s", SLOW), ("10/s", QUICK)]
    (told,) = capacities(of_series(*turning))
    assert told.load.value is not None and 5 < told.load.value < 20
    (beyond,) = capacities(of_series(*turning, ("10/s", SLOW)))
    assert beyond.load == NOTHING


def test_what_lies_beyond_the_loads_in_most_trials_is_said_so() -> None:
    """Of one trial in three the heaviest load was too much: it does not hold at every load."""
    ends = [("20/s", QUICK), ("80/s", QUICK), ("80/s", SLOW), ("80/s", QUICK)]
    (_, sentence), *_ = CapacityFindings(of_series(*ends)).sentences
    assert sentence == f"{OBJECTIVE} holds at 80 orders/s in most trials; conduct greater loads to see where it ends."
    (_, sentence), *_ = CapacityFindings(of_series(("20/s", QUICK), ("10/s", SLOW), ("10/s", SLOW))).sentences
    assert sentence.startswith(f"{OBJECTIVE} does not hold at 10 orders/s in most trials; conduct smaller loads.")


def test_a_variant_is_told_by_its_ratio_to_the_baseline_too() -> None:
    _, (variant, sentence) = CapacityFindings(BOTH).sentences
    assert variant == SOAP and f" That is 0.250 (0.250–0.250) times that of {JMS}. At 20" in sentence


def test_what_was_kept_each_time_has_no_end() -> None:
    (_, sentence), *_ = CapacityFindings(of_series(("20/s", QUICK), ("40/s", QUICK))).sentences
    assert sentence == f"{OBJECTIVE} holds at 40 orders/s in most trials; conduct greater loads to see where it ends."


def test_trials_at_loads_of_their_own_are_not_compared() -> None:
    assert comparisons_at_look(BOTH)
    experiment = BOTH.experiment.model_copy(update={"up_and_down": True})
    assert comparisons_at_look(replace(BOTH, experiment=experiment)) == []


def test_a_trial_keeps_the_objective_or_does_not_or_does_not_tell() -> None:
    objective = parse_objective(OBJECTIVE)
    assert kept_by(at_rate(1, "20/s", 1000), objective) is True
    assert kept_by(at_rate(1, "20/s", 1000.1), objective) is False
    assert kept_by(at_rate(1, "20/s", 100, overloaded=1.0), objective) is False
    assert kept_by(replace(at_rate(1, "20/s", 100), status="void"), objective) is None


def test_without_an_objective_there_is_no_capacity() -> None:
    assert capacities(results_of({(1, JMS): {5: 50, 20: 5000}}, objective=None)) == []


@pytest.mark.parametrize("part", ["load", "against_baseline"])
def test_the_summary_may_have_every_interval_of_a_capacity(part: str) -> None:
    schema = json.loads((schemas.SCHEMAS / "summary.schema.json").read_text(encoding="utf-8"))
    of_capacity = schema["properties"]["capacity"]["items"]["properties"][part]["properties"]
    assert {"t over trials", "t over launches", "none"} <= set(of_capacity["interval"]["enum"])


def test_report_and_summary_have_it(tmp_path: Path) -> None:
    plans = [plan_of(n, 1, 15 * n, VARIANTS[JMS]) for n in (1, 2)]
    folder = write_experiment(
        tmp_path, plans, {"transition": [JMS], "customers": [15, 30]}, objective="p50 response <= 1 ms"
    )
    report = write_report(folder)
    assert "The highest load that keeps the objective" in report.page.read_text(encoding="utf-8")
    (found,) = schemas.read_json(report.page.parent / "summary.json", "summary")["capacity"]
    assert (found["variant"], found["kept"], found["blocks"][0]["broken"], found["spread"]) == (JMS, None, 15, None)
