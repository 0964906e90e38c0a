"""Ratios by order and by window, their verdicts, and whether both say the same."""

# mypy: disable-error-code="operator,arg-type,comparison-overlap"
# A None here fails the test, as it should.

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.comparing.comparison import Comparison, Tested, at_level, with_ratio, with_verdicts
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.design import Pair
from analysis.comparing.interference import check_of, difference_between, interference_checks
from analysis.comparing.order_samples import order_samples, with_in_flight
from analysis.comparing.window_samples import SINGLE_BLOCK, window_samples
from analysis.contract.assignment_units import Unit as Assignment
from analysis.statistics.clustered_ratio import TOO_FEW_BLOCKS
from analysis.statistics.intervals import Difference
from analysis.statistics.verdicts import NO_RATIO
from analysis.tests.synthetic_assignment import LEVELS, THREE, TWO, by_order, by_window
from analysis.tests.test_intervals import SLEEP_1, SLEEP_2
from analysis.trials.trial_analysis import TrialResult

PAIR = Pair("transition", "soap", "jms-transacted")
SLEEP = {"soap": np.exp(SLEEP_2), "jms-transacted": np.exp(SLEEP_1)}
STUDENT = (math.exp(1.58), math.exp(0.7001142), math.exp(2.4598858))


def only(*trials: TrialResult, metric: str) -> Comparison:
    [found] = [c for c in comparisons_of(TWO, trials) if c.metric == metric]
    return found


def test_by_order_time_blocks_are_what_was_repeated() -> None:
    """Student's sleep data: ten blocks with an order of each level, 1.58 (0.7001142 to 2.4598858), p = 0.002833."""
    found = only(by_order(SLEEP), metric="response_geomean_ms")
    assert (found.ratio, found.low, found.high) == pytest.approx(STUDENT, rel=1e-6)
    assert (found.assignment, found.n, found.unit) == ("order", 10, "time block")
    assert (found.held, found.verdict, found.interval) == ({"customers": 40}, "different", "clustered t on logarithms")
    assert found.p_different == pytest.approx(0.002833, abs=1e-6)
    assert (found.log_std_error, found.dof) == pytest.approx((1.58 / 4.0621, 9), abs=1e-5)


def test_loads_stand_in_their_order_whatever_was_tried_first() -> None:
    def under(customers: int) -> TrialResult:
        trial = by_order(SLEEP)
        facts = trial.trial.facts
        levels = {**facts.levels, "customers": customers}
        return replace(trial, trial=replace(trial.trial, facts=facts.model_copy(update={"levels": levels})))

    samples = order_samples([under(80), under(100), under(15)])
    assert [sample.held["customers"] for sample in samples] == [15, 80, 100]


def test_orders_of_the_warm_up_count_nowhere() -> None:
    trial = by_order(SLEEP)
    early_df = trial.orders_df.with_columns(in_window=pl.lit(False), response_ms=pl.col("response_ms") * 9)
    [sample] = order_samples([replace(trial, orders_df=pl.concat([trial.orders_df, early_df]))])
    assert sample.orders == {"soap": 10, "jms-transacted": 10}
    assert sample.estimate("response_geomean_ms", "soap").value == pytest.approx(math.exp(2.33))  # the mean of SLEEP_2


def test_an_order_waits_for_those_that_came_before_it() -> None:
    """Received after 0, 10, 20, 30 and 40 ms, complete after 25, 110, never, 35 and 41: before the second there is one
    in the system, before the third two, before the fourth one, as the first is complete, and before the fifth one
    again. What is never complete waits somewhere apart.
    """
    received_ns, response_ms = [0, 10, 20, 30, 40], [25.0, 100.0, None, 5.0, 1.0]
    orders_df = pl.DataFrame({"received_ns": [1_000_000 * ms for ms in received_ns], "response_ms": response_ms})
    shuffled_df = orders_df.sample(fraction=1, shuffle=True, seed=1)
    found_df = with_in_flight(shuffled_df).sort("received_ns")
    assert np.expm1(found_df["log_in_flight"].to_numpy()).tolist() == pytest.approx([0, 1, 2, 1, 1])


def test_a_ratio_is_that_of_orders_that_found_as_many_in_the_system() -> None:
    """Each order takes 200 ms · (1 + those before it in the system), 1.3 times that by SOAP: nothing else differs."""
    random = np.random.default_rng(11)
    trial = by_order(SLEEP)
    received_ns = trial.trial.begin_ns + np.sort(random.integers(0, 180 * 10**9, 900))
    by_soap, response_ms, completed_ns = random.random(900) < 0.5, np.zeros(900), np.zeros(900)
    for order, at_ns in enumerate(received_ns):
        before = np.count_nonzero(completed_ns[:order] >= at_ns)
        response_ms[order] = 200 * (1 + before) * (1.3 if by_soap[order] else 1)
        completed_ns[order] = at_ns + 1e6 * response_ms[order]
    columns = {"received_ns": received_ns, "response_ms": response_ms, "level": np.where(by_soap, *LEVELS[::-1])}
    orders_df = pl.DataFrame(columns).with_columns(in_window=True)
    none = [pl.lit(None, pl.Float64).alias(name) for name in trial.orders_df.columns if name not in orders_df.columns]
    found = only(replace(trial, orders_df=orders_df.with_columns(none)), metric="response_geomean_ms")
    assert (found.ratio, found.low, found.high) == pytest.approx((1.3, 1.3, 1.3), rel=1e-6)


def test_a_level_s_mean_over_blocks_has_student_s_interval() -> None:
    """SLEEP_2: mean 2.33, s 2.002, so 2.33 ± 2.262 · 2.002 / √10 = 0.898 to 3.762; that of SLEEP_1, 0.75 ± 1.28, would
    reach below zero, where no rate is.
    """
    [sample] = window_samples([by_window({"soap": SLEEP_2, "jms-transacted": SLEEP_1})])
    found = sample.estimate("throughput_per_min", "soap")
    assert (found.n, found.value, found.low, found.high) == (
        10,
        *(pytest.approx(v, abs=2e-3) for v in (2.33, 0.898, 3.762)),
    )
    assert sample.estimate("throughput_per_min", "jms-transacted").low == 0


def test_by_window_switchback_blocks_are_what_was_repeated() -> None:
    found = only(by_window(SLEEP), metric="throughput_per_min")
    assert (found.ratio, found.low, found.high) == pytest.approx(STUDENT, rel=1e-6)
    assert (found.assignment, found.n, found.unit) == ("window", 10, "switchback block")
    assert (found.verdict, found.interval) == ("different", "paired t on logarithms")


def test_by_window_what_an_experiment_asks_for_is_compared_whatever_it_is() -> None:
    trial = by_window(SLEEP, "gc_cpu_per_order_ms")
    compared = {c.metric: c for c in comparisons_of(TWO, (trial,), primary="gc_cpu_per_order_ms") if c.ratio}
    assert compared["gc_cpu_per_order_ms"].primary and compared["gc_cpu_per_order_ms"].n == 10
    assert "gc_cpu_per_order_ms" not in {c.metric for c in comparisons_of(TWO, (trial,)) if c.ratio}


def test_blocks_of_several_trials_are_all_repetitions() -> None:
    """Five blocks in each of two trials are the ten of Student; blocks of the same number are not one block."""
    halves = [{level: values[part] for level, values in SLEEP.items()} for part in (slice(5), slice(5, 10))]
    for make, metric in ((by_order, "response_geomean_ms"), (by_window, "throughput_per_min")):
        found = only(*(make(half, trial=f"00{place}") for place, half in enumerate(halves)), metric=metric)
        assert (found.n, found.ratio, found.low) == (10, pytest.approx(STUDENT[0]), pytest.approx(STUDENT[1], rel=1e-6))


def test_the_smallest_effect_is_that_of_its_n() -> None:
    """34 pairs see half a standard deviation (G*Power): 34 blocks whose ratios have a standard deviation of 0.1 see
    0.0494 on the log scale, 5.07 %.
    """
    spread = np.linspace(-1, 1, 34)
    logs = spread / spread.std(ddof=1) * 0.1
    found = only(by_window({"soap": np.exp(logs), "jms-transacted": np.ones(34)}), metric="throughput_per_min")
    assert found.smallest_effect == pytest.approx(0.0507, abs=2e-4)


def test_too_few_blocks_have_a_ratio_and_no_verdict() -> None:
    nine = {level: values[:9] for level, values in SLEEP.items()}
    found = only(by_order(nine), metric="response_geomean_ms")
    assert found.ratio == pytest.approx(math.exp(float((SLEEP_2 - SLEEP_1)[:9].mean())))
    assert (found.n, found.low, found.verdict, found.reason) == (9, None, "cannot tell", TOO_FEW_BLOCKS)
    once = only(by_window({"soap": [3.0], "jms-transacted": [2.0]}), metric="throughput_per_min")
    assert (once.ratio, once.low, once.reason) == (pytest.approx(1.5), None, SINGLE_BLOCK)


def test_a_block_without_collections_has_no_ratio() -> None:
    found = only(
        by_window({"soap": [0.0, 1.0], "jms-transacted": [2.0, 2.0]}, "gc_per_order_ms"), metric="gc_per_order_ms"
    )
    assert (found.n, found.ratio, found.reason) == (2, None, NO_RATIO)


def test_blocks_of_which_some_have_collections_have_a_ratio_of_means() -> None:
    """By hand as in test_ratio_of_means."""
    found = only(
        by_window({"soap": [0.0, 2.0, 4.0], "jms-transacted": [1.0, 2.0, 3.0]}, "gc_per_order_ms"),
        metric="gc_per_order_ms",
    )
    assert (found.n, found.ratio, found.log_std_error) == pytest.approx((3, 1.0, 0.34742), abs=1e-5)
    assert found.interval == "jackknife of a ratio of means"


def test_times_by_window_are_compared_only_where_none_are_by_order() -> None:
    windows = by_window(SLEEP, "response_geomean_ms", "002")
    assert only(windows, metric="response_geomean_ms").assignment == "window"
    assert only(by_order(SLEEP), windows, metric="response_geomean_ms").assignment == "order"


def test_void_trials_are_counted_on_both_sides() -> None:
    def excluded(levels: dict[str, object]) -> int:
        return 2 if levels == {"transition": "by order", "customers": 40} else 0

    [found] = comparisons_of(TWO, (by_order(SLEEP),), excluded=excluded)
    assert (found.excluded_level, found.excluded_against) == (2, 2)


def a_ratio(metric: str, p: float, assignment: Assignment = "trial") -> Tested:
    """A comparison whose test of difference has about this p-value: 1,000,000 degrees are the normal distribution."""
    quantiles = {0.04: 2.0537, 0.02: 2.3263, 0.001: 3.2905}
    found = Comparison(metric, "transition", LEVELS[1], LEVELS[0], {}, assignment)
    return with_ratio(found, Difference(quantiles[p], 1.0, 1e6), "paired t on logarithms")


def test_an_interval_that_no_number_can_say_ends_at_the_least_and_the_greatest() -> None:
    """At an early look of two blocks: t(1) at 0.9999 is 3183, and e^±796 are beyond all numbers."""
    found, _ = with_ratio(Comparison("a", "transition", LEVELS[1], LEVELS[0], {}), Difference(0.45, 0.25, 1), "none")
    wide = at_level(found, Difference(0.45, 0.25, 1), 0.0002)
    assert wide.low is not None and wide.high is not None
    assert (math.log(wide.low), math.log(wide.high)) == pytest.approx((-700, 700))


def test_the_primary_metric_does_not_pay_for_the_others() -> None:
    """Alone 0.04 is different; of three, 0.02 is 0.06 by Holm, and 0.001 is 0.003."""
    found = [a_ratio("a", 0.04), a_ratio("b", 0.02), a_ratio("c", 0.001), a_ratio("d", 0.02)]
    by_metric = {c.metric: c for c in with_verdicts(found, primary="a")}
    assert {name: c.primary for name, c in by_metric.items()} == {"a": True, "b": False, "c": False, "d": False}
    assert by_metric["a"].p_different == pytest.approx(0.04, abs=1e-4)
    assert by_metric["b"].p_different == pytest.approx(0.04, abs=1e-4)  # 2 × 0.02, as one of three
    assert by_metric["c"].p_different == pytest.approx(0.003, abs=1e-4)
    together = {c.metric: c.verdict for c in with_verdicts(found)}
    assert together == {"a": "cannot tell", "b": "cannot tell", "c": "different", "d": "cannot tell"}
    assert by_metric["a"].verdict == "different"


def test_secondary_metrics_pay_for_each_other_only() -> None:
    """0.02 twice is 0.04, 0.04 alone stays, and of two others 0.02 is 0.04 as well: three families."""
    found = [a_ratio("a", 0.04), a_ratio("b", 0.02), a_ratio("c", 0.02), a_ratio("d", 0.02), a_ratio("e", 0.04)]
    judged = with_verdicts(found, primary="a", secondary=("b", "c"))
    assert [(c.metric, c.secondary) for c in judged if c.primary or c.secondary] == [
        ("a", False), ("b", True), ("c", True),
    ]  # fmt: skip
    assert [c.p_different for c in judged] == [pytest.approx(0.04, abs=1e-4)] * 5
    assert all(c.verdict == "different" for c in judged)
    # As one of five, 0.02 is 0.1.
    assert with_verdicts(found)[1].p_different == pytest.approx(0.1, abs=3e-4)


def test_what_nobody_asked_for_does_not_make_the_answer_harder() -> None:
    """0.04 of the primary metric is different beside ratios of other factors, even by a finer unit, and of levels that
    are no baseline: these are three of the rest, and 0.02 is 0.06.
    """
    (asked, difference), (other, beside) = a_ratio("a", 0.04), a_ratio("a", 0.02)
    finer = replace(other, factor="jvm", assignment="window")
    unasked = [finer, replace(other, factor="heap"), replace(other, against=LEVELS[1])]
    found = [(asked, difference), *((each, beside) for each in unasked)]
    design = replace(THREE, factors={**THREE.factors, "jvm": ["g1", "zgc"]}, compare="transition")
    judged = with_verdicts(found, primary="a", asks_for=design.asks_for)
    assert [c.primary for c in judged] == [True, False, False, False]
    assert [c.verdict for c in judged] == ["different", "cannot tell", "cannot tell", "cannot tell"]
    assert [c.p_different for c in judged[1:]] == [pytest.approx(0.06, abs=2e-4)] * 3


def test_where_the_compared_factor_has_one_level_every_ratio_is_asked_for() -> None:
    alone = replace(THREE, factors={"transition": ["soap"], "jvm": ["g1", "zgc"]}, compare="transition")
    assert alone.asks_for("jvm", "g1")
    assert THREE.asks_for("transition", LEVELS[1])  # of older records, that do not say what is compared
    both = replace(alone, factors={**alone.factors, "checkout": ["this", "v2"]}, baseline="v2")
    assert both.asks_for("checkout", "v2") and not both.asks_for("jvm", "g1")


def test_of_a_metric_of_several_units_the_finest_is_primary() -> None:
    found = [a_ratio("a", 0.02, unit) for unit in ("bed", "trial", "window")]
    assert [c.primary for c in with_verdicts(found, primary="a")] == [False, False, True]


def test_two_estimates_are_compared_with_both_standard_errors() -> None:
    """0.14 ± 0.03 with 34 degrees against 0 ± 0.04 with 4: √(0.0009 + 0.0016) = 0.05, and by Satterthwaite
    0.0025² / (0.0009² / 34 + 0.0016² / 4) = 9.415 degrees.
    """
    apart = difference_between(Difference(0.14, 0.03, 34), Difference(0.0, 0.04, 4))
    assert (apart.mean, apart.std_error) == pytest.approx((0.14, 0.05))
    assert apart.dof == pytest.approx(9.415, abs=1e-3)


def test_a_disturbance_is_the_ratio_by_order_over_that_by_window() -> None:
    orders, windows = order_samples([by_order(SLEEP)])[0], window_samples([by_window(SLEEP, "response_geomean_ms")])[0]
    one, other = orders.compare("response_geomean_ms", PAIR), windows.compare("response_geomean_ms", PAIR)
    check = check_of(one, other)
    assert check is not None
    assert (check.by_order, check.by_window, check.disturbance) == pytest.approx((STUDENT[0], STUDENT[0], 1.0))
    assert (check.low * check.high, check.p) == pytest.approx((1.0, 1.0))
    assert check_of(one, (other[0], None)) is None


@pytest.mark.parametrize(("shift", "verdict"), [(1.0, "agree"), (1.2, "disagree")])
def test_levels_disturb_each_other_when_order_and_window_tell_otherwise(shift: float, verdict: str) -> None:
    """Ratios with a standard deviation of 0.05 in 20 blocks: 20 % is eleven standard errors of the difference."""
    spread = np.exp(np.linspace(-0.08, 0.08, 20))
    flat = np.ones(20)
    orders = order_samples([by_order({"soap": shift * spread, "jms-transacted": flat})])
    windows = window_samples([by_window({"soap": spread[::-1], "jms-transacted": flat}, "response_geomean_ms")])
    [check] = interference_checks(TWO, orders, windows)
    assert (check.verdict, check.disturbance) == (verdict, pytest.approx(shift))


def test_samples_at_other_loads_are_not_held_against_each_other() -> None:
    windows = by_window(SLEEP, "response_geomean_ms")
    orders = order_samples([by_order(SLEEP)])
    elsewhere = [replace(sample, held={"customers": 60}) for sample in orders]
    assert interference_checks(TWO, orders, window_samples([windows])) != []
    assert interference_checks(TWO, elsewhere, window_samples([windows])) == []
