"""Main effects: ratios over all combinations of the other factors, worked by hand."""

# mypy: disable-error-code="operator,arg-type,comparison-overlap"
# A None here fails the test, as it should.

import math
from dataclasses import replace

import pytest

from analysis.comparing.comparison import EVERY_LEVEL, Comparison
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.design import Design
from analysis.comparing.main_effects import strata_of
from analysis.presentation.summary_sentences import sentences_of
from analysis.statistics.intervals import Estimate
from analysis.statistics.stratified_mean import stratified_mean
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult

METRIC, P99 = "cpu_per_order_ms", "response_p99_ms"
JVMS, HEAPS, TRANSITIONS = ["g1", "serial"], ["2x", "4x"], ["soap", "jms-transacted"]
DESIGN = Design(
    {"transition": [*TRANSITIONS], "customers": [15], "jvm": [*JVMS], "heap": [*HEAPS]}, baseline="g1", compare="jvm"
)


def trial_of(block: int, jvm: str, heap: str, transition: str, value: float, launch: str) -> TrialResult:
    levels = {"jvm": jvm, "heap": heap}
    plan = TrialPlan(f"{block}-{jvm}-{transition}", block, variant=VARIANTS[transition], levels=levels)
    metrics = {METRIC: Estimate(value, 50, value, value)}
    return TrialResult(trial_with(plan), "valid", (), metrics=metrics, launch=launch)


def stand(block: int, heap: str, soap: float, jms: float) -> list[TrialResult]:
    """A launch of each JVM in this heap, with a trial by either delegate. soap, jms: logarithms of serial over g1."""
    return [
        trial_of(block, jvm, heap, transition, 100.0 * (math.exp(log) if jvm == "serial" else 1.0), f"{block} {jvm}")
        for transition, log in (("soap", soap), ("jms-transacted", jms))
        for jvm in JVMS
    ]


#: Of two heaps, three launches each: means over the delegates 0.10, 0.20, 0.30 and 0.00, 0.02, 0.04.
STANDS = (
    ("2x", 0.08, 0.12),
    ("2x", 0.1, 0.3),
    ("2x", 0.3, 0.3),
    ("4x", 0.0, 0.0),
    ("4x", 0.01, 0.03),
    ("4x", 0.05, 0.03),
)


def trials() -> list[TrialResult]:
    return [trial for block, (heap, *logs) in enumerate(STANDS, 1) for trial in stand(block, heap, *logs)]


def compared(found: list[TrialResult], design: Design = DESIGN) -> list[Comparison]:
    return [c for c in comparisons_of(design, tuple(found), primary=METRIC) if c.metric == METRIC and c.factor == "jvm"]


def test_a_baseline_among_numbers_is_found_though_it_is_written_as_a_word() -> None:
    """The file's `baseline` is a word: levels of `past_orders` and of `customers` are numbers."""
    design = Design({"past_orders": [100_000, 0, 1_000_000]}, baseline="0", compare="past_orders")
    asked = [pair for pair in design.pairs() if design.asks_for(pair.factor, pair.against)]
    assert [(pair.level, pair.against) for pair in asked] == [(100_000, 0), (1_000_000, 0)]


def test_the_mean_over_strata_by_hand() -> None:
    """Means 0.2 and 0.02, variances 0.01 and 0.0004, three values each: 0.75 · 0.2 + 0.25 · 0.02 = 0.155; the squared
    error is 0.5625 · 0.01 / 3 + 0.0625 · 0.0004 / 3 = 0.001875 + 0.0000083333; the degrees of freedom are
    0.0018833333² / (0.001875² / 2 + 0.0000083333² / 2) = 2.0177774.
    """
    found = stratified_mean([(0.75, (0.1, 0.2, 0.3)), (0.25, (0.0, 0.02, 0.04))])
    assert found.mean == pytest.approx(0.155)
    assert found.std_error == pytest.approx(math.sqrt(0.00188333333), rel=1e-6)
    assert found.dof == pytest.approx(2.0177774, rel=1e-6)


def test_each_heap_counts_alike_and_what_was_repeated_are_launches() -> None:
    """Mean 0.5 · 0.2 + 0.5 · 0.02; squared error 0.25 · (0.01 + 0.0004) / 3 = 0.00086667; degrees of freedom
    0.0104² / (0.01² / 2 + 0.0004² / 2) = 2.1597444, where t is between 4.303 and 3.182 (tables, 2 and 3).
    """
    found, *cells = compared(trials())
    assert found.is_main_effect and not any(cell.is_main_effect for cell in cells)
    assert (found.n, found.unit, found.interval) == (6, "launch", "stratified t on logarithms")
    assert found.held == {"customers": 15, "heap": EVERY_LEVEL, "transition": EVERY_LEVEL}
    assert found.ratio == pytest.approx(math.exp(0.11))
    assert found.log_std_error == pytest.approx(math.sqrt(0.0104 / 12), rel=1e-9)
    assert found.dof == pytest.approx(2.1597444, rel=1e-6)
    assert 3.9 < (math.log(found.high) - 0.11) / math.sqrt(0.0104 / 12) < 4.303
    assert len(cells) == 4 and {cell.n for cell in cells} == {3}


def test_main_effects_are_a_family_of_their_own() -> None:
    """One ratio is not corrected for the four at which it was tried; they are for each other."""
    found, *cells = compared(trials())
    assert found.primary and all(cell.primary for cell in cells)
    assert found.p_different == pytest.approx(comparison_p(found))
    least = min(cells, key=comparison_p)
    assert least.p_different == pytest.approx(min(1.0, 4 * comparison_p(least)))


def comparison_p(found: Comparison) -> float:
    from scipy import stats

    return float(2 * stats.t.sf(abs(math.log(found.ratio)) / found.log_std_error, found.dof))


def test_a_launch_that_lacks_a_trial_is_left_out() -> None:
    """In 4x the first two are left, 0.00 and 0.02."""
    found, *_ = compared([trial for trial in trials() if trial.trial.id != "6-serial-soap"])
    assert found.n == 5
    assert found.ratio == pytest.approx(math.exp(0.5 * 0.2 + 0.5 * 0.01))


def partly_overloaded() -> tuple[TrialResult, ...]:
    """Of serial's three launches in each heap one was overloaded by both delegates, and has no p99."""
    found = []
    for trial in trials():
        is_out = trial.trial.block in (1, 4) and trial.trial.levels["jvm"] == "serial"
        told = {"overloaded_fraction": Estimate(1.0, 1)} if is_out else {P99: trial.metrics[METRIC]}
        found.append(replace(trial, metrics=dict(trial.metrics) | told))
    return tuple(found)


def test_overloaded_trials_have_no_times_and_are_counted_beside_the_ratio() -> None:
    """Two of three launches stay in each heap, and four trials are out. CPU per order is known of all."""
    by_metric = {c.metric: c for c in comparisons_of(DESIGN, partly_overloaded(), primary=METRIC) if c.is_main_effect}
    assert (by_metric[P99].n, by_metric[P99].excluded_level, by_metric[P99].excluded_against) == (4, 4, 0)
    assert (by_metric[METRIC].n, by_metric[METRIC].excluded_level) == (6, 0)


def test_units_that_overlap_are_not_counted_twice() -> None:
    """Two launches had both combinations, two more the second one alone: it counts once."""
    units = [{0: [0.1], 1: [0.3]}, {0: [0.2], 1: [0.4]}, {1: [9.0]}, {1: [9.0]}]
    assert strata_of(units, 2) == [(1.0, [pytest.approx(0.2), pytest.approx(0.3)])]
    assert strata_of([{0: [0.1]}, {0: [0.2]}, {1: [0.3]}], 2) == []


def test_a_stratum_counts_by_its_combinations() -> None:
    """Launches of two combinations, and of a third one alone: two thirds and one third."""
    units = [{0: [0.1], 1: [0.3]}, {0: [0.2], 1: [0.4]}, {2: [0.5]}, {2: [0.7]}]
    assert strata_of(units, 3) == [
        (pytest.approx(2 / 3), [pytest.approx(0.2), pytest.approx(0.3)]),
        (pytest.approx(1 / 3), [0.5, 0.7]),
    ]


def test_where_a_combination_was_not_repeated_there_is_none() -> None:
    once = [trial for trial in trials() if trial.trial.levels["heap"] == "2x" or trial.trial.block == 4]
    assert not any(each.is_main_effect for each in compared(once))


def test_where_a_level_failed_in_a_combination_there_is_none() -> None:
    """What is left would be told as over every heap, without the one that serial does not bear."""
    wider = Design(DESIGN.factors | {"heap": ["1.5x", *HEAPS]}, "g1", compare="jvm")
    failed = [trial for block in (7, 8, 9) for trial in stand(block, "1.5x", 0.0, 0.0)]
    whole = compared([*trials(), *failed], wider)
    assert [each.n for each in whole if each.is_main_effect] == [9]
    left = [trial for trial in failed if trial.trial.levels["jvm"] == "g1"]
    assert not any(each.is_main_effect for each in compared([*trials(), *left], wider))


def test_what_the_question_is_not_about_has_none() -> None:
    unasked = Design(DESIGN.factors, "g1")
    assert not any(each.is_main_effect for each in compared(trials(), unasked))
    others = [c for c in comparisons_of(DESIGN, tuple(trials()), primary=METRIC) if c.factor != "jvm"]
    assert others and not any(each.is_main_effect for each in others)


def test_loads_are_not_averaged_over() -> None:
    one_heap = [trial for trial in trials() if trial.trial.levels["heap"] == "2x"]
    by_load = [trial for trial in one_heap if trial.trial.levels["transition"] == "soap"]
    heavier = [
        trial_of(t.trial.block + 3, str(t.trial.levels["jvm"]), "2x", "soap", 50.0, f"h{t.launch}") for t in by_load
    ]
    for trial in heavier:
        trial.trial.levels["customers"] = 40
    assert not any(each.is_main_effect for each in compared([*by_load, *heavier]))


def test_a_metric_that_is_zero_once_has_none() -> None:
    found = trials()
    found[0].metrics[METRIC] = Estimate(0.0, 50)
    assert not any(each.is_main_effect for each in compared(found))


def test_a_sentence_counts_what_the_metric_that_lacks_most_is_without() -> None:
    """p99 does without the overloaded trials of two launches, two delegates each; CPU per order has them all."""
    told_of = comparisons_of(DESIGN, partly_overloaded(), primary=METRIC, secondary=[P99])
    [sentence] = [each for each in sentences_of(DESIGN, told_of) if each.level == "serial"]
    assert "(excluded trials: 4 of serial)" in sentence.text


def test_the_sentence_tells_the_main_effect() -> None:
    [sentence] = [each for each in sentences_of(DESIGN, compared(trials())) if each.level == "serial"]
    assert "with every transition and every heap" in sentence.text
    assert "CPU per order" in sentence.text
