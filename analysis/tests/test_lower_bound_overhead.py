"""The lower-bound overhead of garbage collection, worked by hand, and its table."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.comparing.lower_bound_overhead import OF_TIME, overheads
from analysis.comparing.results import Results
from analysis.contract.experiment_document import ExperimentDocument
from analysis.presentation.formatting import number
from analysis.reporting.gc_findings import GcFindings
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import results_of, trial_with
from analysis.trials.trial_analysis import TrialResult

JMS = "jms-transacted"


def trial(
    block: int,
    jvm: str,
    cpu_ms: float,
    collecting_ms: float | None,
    customers: int = 4,
    heap: str | None = None,
    response_ms: float | None = None,
    paused_ms: float | None = None,
) -> TrialResult:
    plan = TrialPlan(f"{block}-{jvm}-{customers}", block, variant=VARIANTS[JMS], customers=customers)
    metrics = {
        "cpu_per_order_ms": cpu_ms,
        "gc_cpu_per_order_ms": collecting_ms,
        "gc_per_order_ms": 0.5,
        "response_mean_ms": response_ms,
        "gc_paused_mean_ms": paused_ms,
    }
    known = {name: Estimate(value, 1) for name, value in metrics.items() if value is not None}
    launch = f"{block} {jvm}"
    levels = {"levels.jvm": jvm} | ({"levels.heap": heap} if heap else {})
    return TrialResult(trial_with(plan, **levels), "valid", (), metrics=known, launch=launch)


# Of g1 46.5 ms in the mean, 7.5 of them collecting, of serial 42 and 4: at least 42 - 4 = 38 are needed.
TWO_BLOCKS = (trial(1, "g1", 45, 7), trial(1, "serial", 40, 4), trial(2, "g1", 48, 8), trial(2, "serial", 44, 4))


def test_all_that_a_variant_uses_is_held_against_the_least_that_any_needs() -> None:
    """Of g1 46.5 / 38, of serial 42 / 38. Without the first block g1 has 48 and needs at least 40, without the second
    45 and 36; √(1/2) of the way to each is 47.561 / 39.414 and 45.439 / 36.586: ln of these over the whole is -0.01399
    and 0.01485, so the standard error 0.02040, and Student's t of one degree of freedom is 12.706: 1.2237 times or over
    exp(0.25921). It ends below 1, where there is no overhead.
    """
    found = {str(each.combination.levels["jvm"]): each.overhead for each in overheads(results_of(*TWO_BLOCKS).by_trial)}
    assert found["g1"].value == pytest.approx(46.5 / 38)
    assert found["serial"].value == pytest.approx(42 / 38)
    assert (found["g1"].n, found["g1"].low) == (2, 1.0)
    assert found["g1"].high == pytest.approx(1.5858, abs=1e-4)


def test_what_differs_by_chance_alone_is_no_overhead() -> None:
    """Each of three needs 100 ms and collects for nothing; the least of single launches is 96."""
    cpu_ms = {"g1": (96, 104), "serial": (104, 96), "zgc": (100, 100)}
    trials = [trial(block, jvm, cpu_ms[jvm][block - 1], 0) for jvm in cpu_ms for block in (1, 2)]
    found = overheads(results_of(*trials).by_trial)
    assert [each.overhead.value for each in found] == pytest.approx([1, 1, 1])


def test_a_variant_with_one_launch_takes_none_from_the_others_and_has_no_interval() -> None:
    """Zgc needs 60 - 30 = 30 ms, which is less than serial's 38."""
    found = {
        str(each.combination.levels["jvm"]): each.overhead
        for each in overheads(results_of(*TWO_BLOCKS, trial(2, "zgc", 60, 20)).by_trial)
    }
    assert {name: (each.n, each.low is None) for name, each in found.items()} == {
        "g1": (2, False),
        "serial": (2, False),
        "zgc": (1, True),
    }
    assert found["zgc"].value == pytest.approx(60 / 38)


def test_the_bound_is_of_the_same_load() -> None:
    """At 16 customers g1 is alone with 30 - 5 = 25 ms; serial's third block counts as its others do: 124 / 3."""
    more = (trial(1, "g1", 30, 5, customers=16), trial(3, "serial", 40, 4))
    found = {
        (str(each.combination.levels["jvm"]), each.combination.customers): each.overhead
        for each in overheads(results_of(*TWO_BLOCKS, *more).by_trial)
    }
    assert found["g1", 16].value == pytest.approx(30 / 25)
    assert found["serial", 4].n == 3
    assert found["g1", 4].value == pytest.approx(46.5 / (124 / 3 - 4))


def test_the_bound_is_of_all_heaps() -> None:
    """In twice the heap 36 - 2 = 34 ms are needed: of g1 in the small one 45 / 34."""
    small, large = trial(1, "g1", 45, 7, heap="1.5x"), trial(1, "g1", 36, 2, heap="3x")
    factors = {"transition": [JMS], "customers": [4], "jvm": ["g1"], "heap": ["1.5x", "3x"]}
    about = {
        "schema_version": 2,
        "name": "gc",
        "question": "?",
        "compare": "heap",
        "baseline": "3x",
        "factors": factors,
    }
    durations = {"schedule": [], "repetitions": 1, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    results = Results(Path(), ExperimentDocument.model_validate(about | durations), (small, large))
    found = {str(each.combination.levels["heap"]): each.overhead.value for each in overheads(results.by_trial)}
    assert found == {"1.5x": pytest.approx(45 / 34), "3x": pytest.approx(36 / 34)}


def test_trials_of_one_launch_are_one_repetition() -> None:
    """45 and 47 ms, 7 and 9 of them collecting, on the same servers: 46 and 8."""
    both = [trial(1, "g1", 45, 7), trial(2, "g1", 47, 9)]
    shared = [TrialResult(**{**vars(each), "launch": "shared"}) for each in both]
    alike = (trial(1, "serial", 50, 1), trial(2, "serial", 50, 1))
    other = [TrialResult(**{**vars(each), "launch": "other"}) for each in alike]
    found = overheads(results_of(*shared, *other).by_trial)
    assert [each.overhead.n for each in found] == [1, 1]
    assert found[0].overhead.value == pytest.approx(46 / 38)


def duet(block: int, *sides: TrialResult) -> tuple[TrialResult, ...]:
    """Two trials at the same time, each on a launch of its own."""
    ids = [f"{block}-{side.trial.levels['jvm']}" for side in sides]

    def placed(side: TrialResult, own: str, other: str) -> TrialResult:
        facts = side.trial.facts.model_copy(
            update={"beside": other, "trial": side.trial.facts.trial.model_copy(update={"id": own, "block": block})}
        )
        return replace(side, trial=replace(side.trial, facts=facts), launch=own)

    return placed(sides[0], ids[0], ids[1]), placed(sides[1], ids[1], ids[0])


def test_in_duets_each_launch_is_held_against_the_one_beside_it() -> None:
    """The machine is half as fast in the second and the fourth duet. Beside g1's 50 ms, 10 of them collecting, serial
    uses 40 (5), so 0.8 and 0.1 of g1's, and zgc 60 (30), 1.2 and 0.6. G1's mean is 75 (15): serial 60 (7.5), zgc 90
    (45), so that at least 90 - 45 = 45 ms are needed: 75 / 45, 60 / 45 and 90 / 45.
    """
    quick = [("serial", 40, 5, 1.0), ("zgc", 60, 30, 1.0), ("serial", 40, 5, 2.0), ("zgc", 60, 30, 2.0)]
    trials = [
        side
        for block, (name, cpu_ms, gc_ms, slow) in enumerate(quick, start=1)
        for side in duet(
            block, trial(block, "g1", 50 * slow, 10 * slow), trial(block, name, cpu_ms * slow, gc_ms * slow)
        )
    ]
    found = {str(each.combination.levels["jvm"]): each.overhead for each in overheads(results_of(*trials).by_trial)}
    assert {name: each.value for name, each in found.items()} == {
        "g1": pytest.approx(75 / 45),
        "serial": pytest.approx(60 / 45),
        "zgc": pytest.approx(90 / 45),
    }
    assert {name: each.n for name, each in found.items()} == {"g1": 4, "serial": 2, "zgc": 2}


def test_in_duets_the_error_of_the_baselines_mean_is_in_the_interval() -> None:
    """In twice the heap g1 used 100 and 120 ms beside either of two, 110 in the mean; in four times 90 each time, and
    serial beside it 81, which is what is needed. The standard error of g1's mean is 11.547 / √4 = 5.774, 0.0525 of it;
    by the jackknife of its four launches, of which the others' tell nothing, √(3/4) of the way from 110 to 113.33 and
    to 106.67: ln 112.89 / 110 and ln 107.11 / 110, each twice, so 0.05250. Student's t of one degree of freedom, as the
    bound has two launches: 12.706.
    """
    sides = [("serial", 100, 90), ("serial", 120, 108), ("zgc", 100, 110), ("zgc", 120, 132)]
    trials = [
        side
        for block, (name, of_g1, of_other) in enumerate(sides, start=1)
        for side in duet(block, trial(block, "g1", of_g1, 0, heap="2x"), trial(block, name, of_other, 0, heap="2x"))
    ]
    trials += [
        side
        for block in (5, 6)
        for side in duet(block, trial(block, "g1", 90, 0, heap="4x"), trial(block, "serial", 81, 0, heap="4x"))
    ]
    found = {
        (str(each.combination.levels["heap"]), str(each.combination.levels["jvm"])): each.overhead
        for each in overheads(results_of(*trials).by_trial)
    }
    small, large = found["2x", "g1"], found["4x", "g1"]
    assert small.value == pytest.approx(110 / 81) and large.value == pytest.approx(90 / 81)
    assert small.high == pytest.approx(110 / 81 * math.exp(12.706 * 0.05250), rel=1e-3)
    assert large.low == pytest.approx(large.value), "it was the same each time"


def test_a_variant_whose_collectors_nobody_asked_about_is_left_out() -> None:
    unknown = (trial(1, "serial", 40, None), trial(2, "serial", 44, None))
    found = overheads(results_of(TWO_BLOCKS[0], TWO_BLOCKS[2], *unknown).by_trial)
    assert [str(each.combination.levels["jvm"]) for each in found] == ["g1"]
    assert found[0].overhead.value == pytest.approx(46.5 / 39)


# Of g1 105 ms in the mean, 12 of them in pauses, of zgc 98 and 1: at least 105 - 12 = 93 are needed.
TIMED = (
    trial(1, "g1", 45, 7, response_ms=100, paused_ms=10),
    trial(1, "zgc", 60, 20, response_ms=96, paused_ms=0),
    trial(2, "g1", 48, 8, response_ms=110, paused_ms=14),
    trial(2, "zgc", 62, 20, response_ms=100, paused_ms=2),
)


def test_an_orders_time_is_held_against_the_least_that_any_variant_takes_without_its_pauses() -> None:
    """By the clock 105 / 93 and 98 / 93. Of CPU zgc needs 61 - 20 = 41, g1 46.5 - 7.5 = 39."""
    timed = {
        str(each.combination.levels["jvm"]): each.overhead for each in overheads(results_of(*TIMED).by_trial, OF_TIME)
    }
    assert timed["g1"].value == pytest.approx(105 / 93)
    assert timed["zgc"].value == pytest.approx(98 / 93)
    assert [each.n for each in timed.values()] == [2, 2]
    of_cpu = {str(each.combination.levels["jvm"]): each.overhead for each in overheads(results_of(*TIMED).by_trial)}
    assert of_cpu["zgc"].value == pytest.approx(61 / 39)


def test_in_duets_an_orders_time_is_a_part_of_that_beside_it() -> None:
    """Serial takes 0.9 of g1's time in a fast and in a slow duet, 0.02 of it in pauses; g1's mean is 150 ms, 15 of them
    in pauses: at least 150 x 0.88 = 132 are needed. Zgc is beside g1, too, and takes as long, without a pause.
    """
    sides = [("serial", 1.0, 0.9, 0.02), ("zgc", 1.0, 1.0, 0.0), ("serial", 2.0, 0.9, 0.02), ("zgc", 2.0, 1.0, 0.0)]
    trials = [
        side
        for block, (name, slow, response, paused) in enumerate(sides, start=1)
        for side in duet(
            block,
            trial(block, "g1", 50, 5, response_ms=100 * slow, paused_ms=10 * slow),
            trial(block, name, 50, 5, response_ms=100 * slow * response, paused_ms=100 * slow * paused),
        )
    ]
    found = {
        str(each.combination.levels["jvm"]): each.overhead.value
        for each in overheads(results_of(*trials).by_trial, OF_TIME)
    }
    assert found == {
        "g1": pytest.approx(150 / 132),
        "serial": pytest.approx(135 / 132),
        "zgc": pytest.approx(150 / 132),
    }


def test_the_table_tells_the_overhead_of_time_and_of_older_results_that_it_is_not_known() -> None:
    def cells(*trials: TrialResult) -> list[str]:
        table = GcFindings(results_of(*trials)).table
        return [row[table.columns.index("overhead of response time at least")] for row in table.rows]

    assert [cell.partition(" (")[0] for cell in cells(*TIMED)] == ["13 %", "5.4 %"]
    assert cells(*TWO_BLOCKS) == [number(None)] * 2


def test_the_table_has_a_row_for_each_variant_with_shares_and_overheads_in_per_cent() -> None:
    table = GcFindings(results_of(*TWO_BLOCKS)).table
    by_variant = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert len(by_variant) == 2
    [of_g1] = [row for variant, row in by_variant.items() if "g1" in variant]
    assert table.columns[2] == "CPU per order (ms/order)" and of_g1[table.columns[2]].startswith("46.5")
    assert of_g1["of all CPU"] == "16 %"  # 7.5 of 46.5 ms
    assert of_g1["overhead of CPU at least"].startswith("22 % (")
    assert GcFindings(results_of(trial(1, "g1", 45, None))).table.rows == []
