"""What a machine that moves does to ratios between trials: corrections and verdicts, with figures worked by hand."""

# mypy: disable-error-code="operator,arg-type,union-attr"
# A None here fails the test, as it should.

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from analysis.comparing import calibration
from analysis.comparing.calibration import canary_slope, slopes_by, slopes_of, with_results
from analysis.comparing.canary_correction import Block, shift_of_shares
from analysis.comparing.comparison import Comparison, MachineShift, with_ratio
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.delegate_ratios import Compared, from_comparison
from analysis.comparing.design import Pair
from analysis.comparing.results import read_results
from analysis.comparing.stability import free_log, greatest, shift_of, with_stability
from analysis.comparing.trial_comparisons import compare
from analysis.contract import schemas
from analysis.contract.assignment_units import Unit
from analysis.contract.machine_profile import CanarySlope, MachineProfile, machine_of
from analysis.presentation.assignment_sentences import statement
from analysis.presentation.checkout_sentences import verdict as checkout_verdict
from analysis.presentation.formatting import canary_note
from analysis.reporting.report import write_report
from analysis.statistics.intervals import paired
from analysis.statistics.verdicts import Verdict
from analysis.tests.synthetic_assignment import LEVELS, TWO, by_window
from analysis.tests.synthetic_placebo import write_placebo
from analysis.tests.synthetic_results import DESIGN, trial_of
from analysis.trials.trial_analysis import TrialResult

pytestmark = pytest.mark.usefixtures("analysed_once")

CPU = "cpu_per_order_ms"
SOAP, JMS = "soap", "jms-nontransacted"
PAIR = Pair("transition", SOAP, JMS)
#: Student's of four degrees of freedom, two-sided at 5 %.
T_OF_4 = 2.776445


def found_with(verdict: Verdict, low: float, high: float, shift: float | None) -> Comparison:
    moved = None if shift is None else MachineShift("the canary between the trials", shift)
    middle, std_error = math.sqrt(low * high), math.log(high / low) / 2 / T_OF_4
    found = Comparison(CPU, "transition", SOAP, JMS, {}, ratio=middle, low=low, high=high, n=5, verdict=verdict)
    return replace(found, machine_shift=moved, log_std_error=std_error, dof=4.0)


@pytest.mark.parametrize(
    ("verdict", "low", "high", "shift", "unstable"),
    [
        # Called different, 3 % at least: undone by a machine that differed by 3 %, up or down, and not by 2.9 %.
        ("different", 1.03, 1.10, 1.031, True),
        ("different", 1.03, 1.10, 1 / 1.031, True),
        ("different", 1.03, 1.10, 1.029, False),
        ("different", 1 / 1.10, 1 / 1.03, 1.031, True),
        ("different", 1 / 1.10, 1 / 1.03, 1.029, False),
        # Called equivalent by two tests at 5 %, so by the interval of 90 %: t of 2.131847, up to 1.01647, which times
        # 1.0330 is 1.05.
        ("equivalent within the margin", 0.99, 1.02, 1.0331, True),
        ("equivalent within the margin", 0.99, 1.02, 1.0328, False),
        ("equivalent within the margin", 1 / 1.02, 1 / 0.99, 1.0331, True),
        ("equivalent within the margin", 1 / 1.02, 1 / 0.99, 1.0328, False),
        # Less than 1 % is no sign of anything, however narrow it is.
        ("different", 1.001, 1.002, 1.0099, False),
        ("different", 1.001, 1.002, 1.0101, True),
        ("equivalent within the margin", 0.951, 1.0499, 1.0099, False),
        ("cannot tell", 0.9, 1.2, 1.5, False),
        ("different", 1.03, 1.10, None, False),
    ],
)
def test_a_verdict_that_would_not_outlive_the_machine_is_unstable(
    verdict: Verdict, low: float, high: float, shift: float | None, unstable: bool
) -> None:
    judged = with_stability(found_with(verdict, low, high, shift))
    assert judged.verdict == ("unstable" if unstable else verdict)
    assert (judged.reason is not None) == unstable


def of_difference(mean: float, std_error: float, verdict: Verdict, **p_values: float) -> Comparison:
    """Of ten blocks."""
    ratio = math.exp(mean)
    found = Comparison(CPU, "transition", SOAP, JMS, {}, ratio=ratio, n=10, verdict=verdict, log_std_error=std_error)
    return replace(found, dof=9.0, **p_values)


def test_a_verdict_of_many_must_outlive_the_machine_as_one_of_as_many() -> None:
    """t = 0.045 / 0.010 = 4.5: p = 0.0015, of ten ratios 0.015. Less 2 %, 0.0198, it is 2.52: p = 0.033, ten 0.33."""
    shift = MachineShift("the canary between the trials", 1.02)
    alone, of_ten = (of_difference(0.045, 0.010, "different", p_different=0.00149 * many) for many in (1, 10))
    assert with_stability(replace(alone, machine_shift=shift)).verdict == "different"
    assert with_stability(replace(of_ten, machine_shift=shift)).verdict == "unstable"


def test_what_is_equivalent_is_so_by_the_tests_that_told_it() -> None:
    """0.015 and 1 % are 0.02495: t = (0.04879 - 0.02495) / 0.0125 = 1.907, of nine degrees of freedom p = 0.0445. The
    interval of 95 %, up to 0.0532, would leave the margin.
    """
    found = of_difference(0.015, 0.0125, "equivalent within the margin", p_equivalent=0.0121)
    shift = MachineShift("the canary between the trials", 1.01)
    assert with_stability(replace(found, machine_shift=shift)).verdict == "equivalent within the margin"
    at_a_look = with_stability(replace(found, machine_shift=shift), alpha=0.04)
    assert at_a_look.verdict == "unstable"


def test_a_reader_is_told_why() -> None:
    judged = with_stability(found_with("different", 1.03, 1.10, 1 / 1.06))
    why = "different, but the canary between the trials differed by 6.0% between the levels, which could have made it"
    assert judged.reason == why
    assert statement(judged).endswith(why) and "cannot be told" in statement(judged)
    assert checkout_verdict(judged) == "unstable"
    claimed = from_comparison(judged)
    assert isinstance(claimed, Compared) and claimed.machine_shift == judged.machine_shift


def test_the_shift_is_the_geometric_mean_over_the_units() -> None:
    """1.1 and 1.1 and 1.331: (1.1^5)^(1/3) = 1.1^(5/3)."""
    found = shift_of("it", [math.log(1.1), math.log(1.1), math.log(1.331)])
    assert found.ratio == pytest.approx(1.1 ** (5 / 3))
    assert shift_of("it", [0.1, None]) is None and shift_of("it", []) is None


def test_the_sign_that_could_do_most_counts() -> None:
    up, down = MachineShift("canary", 1.02), MachineShift("others", 0.95)
    assert greatest([up, down, None]) == down and greatest([None]) is None


def test_what_others_leave_is_what_they_do_not_use() -> None:
    """Others have 28 % and 10 %: 0.72 / 0.9 = 0.8."""
    assert free_log(0.28, 0.10) == pytest.approx(math.log(0.8))
    assert free_log(None, 0.1) is free_log(0.1, 1.0) is None


def blocks_of(cpu: Sequence[tuple[float, float]], canary: Sequence[tuple[float, float]], **more: Any) -> list[Block]:
    """soap and jms-nontransacted, block by block."""

    def side(block: int, level: str, place: int) -> TrialResult:
        values = {CPU: cpu[block][place], "canary_between_ms": canary[block][place]}
        return trial_of(block, level, launch="one", **values, **more)

    return [(side(block, SOAP, 0), side(block, JMS, 1)) for block in range(len(cpu))]


def doubled(logs: Sequence[float], level: float) -> list[tuple[float, float]]:
    """Pairs whose ratios have these logarithms."""
    return [(level * math.exp(log), level) for log in logs]


def test_a_slope_takes_off_what_the_canary_explains() -> None:
    """Ratios of 4, 16 and 4 where the canary's were 1, 4 and 1: by slope 0.5 that is 4, 8 and 4.
    Logarithms to the base of two: mean 8/3 before, 7/3 by the slope of 0.5.
    """
    blocks = blocks_of([(4, 1), (16, 1), (4, 1)], [(2, 2), (8, 2), (2, 2)])
    before, _ = compare(CPU, PAIR, {}, blocks)
    half, _ = compare(CPU, PAIR, {}, blocks, lambda unit, metric: slope_with(0.5, 0.0))
    assert (before.ratio, half.ratio) == pytest.approx((2 ** (8 / 3), 2 ** (7 / 3)))
    assert (half.canary_slope, half.uncorrected) == (0.5, (before.ratio, before.low, before.high))
    assert before.uncorrected is None and before.machine_shift.ratio == pytest.approx(2 ** (2 / 3))
    # s of 1, 1, 2 by 2 less s of 0.5: standard errors of 2, 4, 2 and of 2, 3, 2 (base two) are 2/3 and 1/3.
    assert half.log_std_error == pytest.approx(math.log(2) / 3)
    assert half.machine_shift is None, "what was corrected by the canary is not judged by it again"


def slope_with(slope: float, half_width: float) -> CanarySlope:
    low, high = slope - half_width, slope + half_width
    return CanarySlope(metric=CPU, n=8, slope=slope, low=low, high=high, spread=0.02, corrected_spread=0.01, p=0.01)


def test_what_is_not_known_of_the_slope_is_not_known_of_the_ratio() -> None:
    """As above, with a standard error of 0.25: Student's t at 6 degrees is 2.446912. The canary's mean log ratio is 2/3
    (base two), so that (1/3)² + (2/3 · 1/4)² = 5/36; by Satterthwaite (5/36)² / ((1/9)² / 2 + (1/36)² / 6) = 150/49
    degrees.
    """
    blocks = blocks_of([(4, 1), (16, 1), (4, 1)], [(2, 2), (8, 2), (2, 2)])
    found, difference = compare(CPU, PAIR, {}, blocks, lambda unit, metric: slope_with(0.5, 0.25 * 2.446912))
    assert found.log_std_error == pytest.approx(math.log(2) * math.sqrt(5) / 6, rel=1e-6)
    assert difference.dof == pytest.approx(150 / 49) and found.ratio == pytest.approx(2 ** (7 / 3))


def test_what_others_used_counts_by_the_unit_as_the_ratio_does() -> None:
    """One block of one unit in which others left 3 % less, five blocks of another in which they left as much: the mean
    of ln(1 / 0.97) = 0.030459 and 0 is 0.0152296, not a sixth of it.
    """

    def side(others: float | None) -> Any:
        return SimpleNamespace(value=lambda name: {"cpu_other_fraction": others}[name])

    blocks = [(side(0.0), side(0.03)), *[(side(0.1), side(0.1))] * 5]
    shift = shift_of_shares(blocks, [0, 1, 1, 1, 1, 1])
    assert shift is not None and abs(math.log(shift.ratio)) == pytest.approx(0.0152296, abs=1e-6)
    assert shift_of_shares([*blocks, (side(None), side(0.1))], [0, 1, 1, 1, 1, 1, 1]) is None


def test_only_the_unit_and_metric_of_a_slope_are_corrected() -> None:
    blocks = blocks_of([(4, 1), (16, 1)], [(2, 2), (8, 2)])
    asked: list[tuple[str, str]] = []

    def slopes(unit: Unit, metric: str) -> None:
        asked.append((unit, metric))

    compare(CPU, PAIR, {}, blocks, slopes)
    assert asked == [("trial", CPU)]


def test_without_a_canary_nothing_is_corrected_and_nothing_unstable() -> None:
    blocks = [
        (replace(one, metrics={CPU: one.metrics[CPU]}), other) for one, other in blocks_of([(2, 1)] * 3, [(2, 1)] * 3)
    ]
    found, _ = compare(CPU, PAIR, {}, blocks, lambda unit, metric: slope_with(1.0, 0.0))
    assert found.ratio == pytest.approx(2)
    assert found.canary_slope is None and found.machine_shift is None


def test_what_the_machine_did_it_did_to_both_of_a_duet() -> None:
    pairs = blocks_of([(4, 1), (16, 1), (4, 1)], [(2, 2), (8, 2), (2, 2)])
    duets = [(beside(one, other), beside(other, one)) for one, other in pairs]
    found, _ = compare(CPU, PAIR, {}, duets, lambda unit, metric: slope_with(0.5, 0.0))
    assert found.machine_shift is None and found.canary_slope is None
    assert found.ratio == pytest.approx(2 ** (8 / 3))


def beside(one: TrialResult, other: TrialResult) -> TrialResult:
    facts = one.trial.facts.model_copy(update={"beside": other.trial.id})
    return replace(one, trial=replace(one.trial, facts=facts))


def test_the_corrected_ratio_stands_beside_the_other() -> None:
    found = replace(found_with("different", 1.03, 1.10, None), canary_slope=0.9, uncorrected=(1.2, 1.1, 1.31))
    assert canary_note(found) == "; corrected by the canary, without that 1.20\u00a0× (1.10–1.31)"
    assert canary_note(found_with("different", 1.03, 1.10, None)) == ""
    row = found.row()
    assert (row["uncorrected_ratio"], row["uncorrected_low"], row["canary_slope"]) == (1.2, 1.1, 0.9)
    assert "uncorrected" not in row


def test_a_machine_that_was_slower_for_one_level_alone_makes_no_difference() -> None:
    """Another program took 8 % in the trials of soap, and nothing in the others: it is not the level that differs."""
    logs = [0.079, 0.081, 0.080, 0.082, 0.078]
    trials = [each for block in blocks_of(doubled(logs, 30), doubled(logs, 2)) for each in block]
    [found] = [c for c in comparisons_of(DESIGN, tuple(trials)) if c.metric == CPU]
    assert found.verdict == "unstable"
    quiet = [each for block in blocks_of(doubled(logs, 30), doubled([0.0] * 5, 2)) for each in block]
    assert [c.verdict for c in comparisons_of(DESIGN, tuple(quiet)) if c.metric == CPU] == ["different"]
    # The canary can be blind for it: others' share of the cores tells.
    shared = [
        replace(each, metrics=each.metrics | trial_of(0, SOAP, cpu_other_fraction=share).metrics)
        for block in blocks_of(doubled(logs, 30), doubled([0.0] * 5, 2))
        for each, share in zip(block, (0.10, 0.02), strict=True)
    ]
    [told] = [c for c in comparisons_of(DESIGN, tuple(shared)) if c.metric == CPU]
    assert told.verdict == "unstable" and "the share of the cores that other programs left" in str(told.reason)


def test_by_window_others_that_favour_a_level_make_it_unstable() -> None:
    rates = {SOAP: [1.06, 1.07, 1.05, 1.06, 1.06], LEVELS[0]: [1.0] * 5}
    plain = by_window(rates)
    [found] = comparisons_of(TWO, (plain,))
    assert (found.verdict, found.machine_shift) == ("different", None)
    used = by_window({SOAP: [0.10] * 5, LEVELS[0]: [0.02] * 5}, "cpu_other_fraction")
    both = replace(plain, blocks_df=plain.blocks_df.vstack(used.blocks_df))
    [shared] = comparisons_of(TWO, (both,))
    assert shared.verdict == "unstable" and shared.machine_shift.ratio == pytest.approx(0.90 / 0.98)


@pytest.mark.parametrize("drift", ["none", "walk", "steps"])
def test_levels_that_change_nothing_on_a_machine_that_drifts(drift: str) -> None:
    """1,000 experiments of six blocks: of those that are not unstable no more are called different than 5 % leave room
    for (three standard errors: 5 % ± 2.1 %).
    """
    random = np.random.default_rng(13)
    false, stable = 0, 0
    for _ in range(1000):
        moves = {"none": np.zeros(12), "walk": random.normal(0, 0.03, 12).cumsum(), "steps": steps(random)}[drift]
        signs = random.choice((-1, 1), 6)  # which of a block's two levels was first
        canary, noise = signs * np.diff(moves)[::2], random.normal(0, 0.01, 6)
        difference = paired(canary + noise)
        verdict: Verdict = "different" if difference.p < 0.05 else "cannot tell"
        nothing = Comparison(CPU, "placebo", "a2", "a1", {}, n=6, verdict=verdict)
        found, _ = with_ratio(nothing, difference, "paired t on logarithms")
        judged = with_stability(replace(found, machine_shift=shift_of("it", [*canary])))
        stable += judged.verdict != "unstable"
        false += judged.verdict == "different"
    assert false / stable < 0.071
    # Another program that takes much of one block makes the interval wide, and seldom anything look different.
    assert drift == "steps" or (stable == 1000) == (drift == "none")


def steps(random: np.random.Generator) -> Any:
    """Another program that takes 10 % in some trials, mostly in a row."""
    on = np.zeros(12)
    begin = random.integers(0, 12)
    on[begin : begin + random.integers(1, 12)] = 0.10
    return on


def test_by_window_others_make_what_is_zero_at_times_unstable_too() -> None:
    """Where a value is zero the ratio is of means."""
    plain = by_window({SOAP: [1.06, 1.07, 1.05, 1.06, 0.0], LEVELS[0]: [0.5] * 5})
    used = by_window({SOAP: [0.10] * 5, LEVELS[0]: [0.02] * 5}, "cpu_other_fraction")
    [found] = comparisons_of(TWO, (replace(plain, blocks_df=plain.blocks_df.vstack(used.blocks_df)),))
    assert found.machine_shift.ratio == pytest.approx(0.90 / 0.98)


def test_the_slope_of_a_profile_is_that_of_its_pairs() -> None:
    """Metric = 0.8 × canary exactly, over five blocks: slope 0.8, and nothing is left of the spread."""
    canary = [0.02, -0.01, 0.03, -0.04, 0.01]
    blocks = blocks_of(doubled([0.8 * each for each in canary], 30), doubled(canary, 2))
    found = canary_slope(CPU, blocks)
    assert (found.slope, found.n) == (pytest.approx(0.8), 5)
    assert found.corrected_spread == pytest.approx(0, abs=1e-9) and found.is_used
    assert canary_slope(CPU, blocks[:4]) is None
    assert canary_slope("response_mean_ms", blocks) is None


@pytest.mark.parametrize(
    ("p", "left", "used"),
    [(0.049, 0.01, True), (0.051, 0.01, False), (None, 0.01, False), (0.049, 0.02, False)],
)
def test_a_slope_that_could_be_none_or_that_helps_nothing_is_not_used(p: float | None, left: float, used: bool) -> None:
    slope = CanarySlope(metric=CPU, n=8, slope=0.8, low=0.1, high=1.5, spread=0.02, corrected_spread=left, p=p)
    assert slope.is_used == used


def test_of_several_metrics_a_slope_must_stand_out_as_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two metrics of which one follows the canary with p = 0.03, the other not at all: of two it is 0.06."""
    found = {"cpu_per_order_ms": 0.03, "response_mean_ms": 0.7}

    def slope(name: str, blocks: list[Block]) -> CanarySlope | None:
        return replace_p(slope_with(0.8, 0.4), name, found[name]) if name in found else None

    monkeypatch.setattr(calibration, "canary_slope", slope)
    pair = Pair("placebo", "a2", "a1")
    results: Any = SimpleNamespace(
        experiment=SimpleNamespace(duet=False), design=SimpleNamespace(pairs=lambda: [pair]), crash_free=(), primary=CPU
    )
    monkeypatch.setattr(calibration, "matched", lambda pair, valid: iter([({}, [])]))
    assert {each.metric: each.p for each in slopes_of(results, "trial")} == {
        "cpu_per_order_ms": pytest.approx(0.06),
        "response_mean_ms": pytest.approx(0.7),
    }
    results.experiment.duet = True
    assert slopes_of(results, "bed") == (), "both sides of a duet had the same seconds"


def replace_p(slope: CanarySlope, metric: str, p: float) -> CanarySlope:
    return slope.model_copy(update={"metric": metric, "p": p})


def test_blocks_of_one_launch_are_one_pair_of_its_slope() -> None:
    """Ten blocks on five pairs of launches: five pairs, each of the mean of its two blocks."""
    canary = [0.02, 0.04, -0.01, -0.03, 0.03, 0.05, -0.04, -0.06, 0.01, 0.03]
    blocks = blocks_of(doubled([0.8 * each for each in canary], 30), doubled(canary, 2))
    of_launches = [
        (replace(one, launch=f"a{place // 2}"), replace(other, launch=f"b{place // 2}"))
        for place, (one, other) in enumerate(blocks)
    ]
    assert (canary_slope(CPU, blocks).n, canary_slope(CPU, of_launches).n) == (10, 5)


def test_a_report_is_corrected_by_the_profile_and_never_by_one_of_its_own_data(tmp_path: Path) -> None:
    folder = write_placebo(tmp_path / "mine", ["trial"], blocks=3, seconds=30)
    results = read_results(folder)
    profile = with_results(None, results, "now")
    slope = CanarySlope(metric=CPU, n=8, slope=0.8, low=0.5, high=1.1, spread=0.02, corrected_spread=0.01, p=0.001)
    unit = profile.units["trial"].model_copy(update={"slopes": (slope,), "results": "calibrate-1"})
    other = profile.model_copy(update={"units": {"trial": unit}})
    assert slopes_by(other, results)("trial", CPU) == slope
    assert slopes_by(other, results)("bed", CPU) is slopes_by(other, results)("trial", "call_mean_ms") is None
    own = other.model_copy(update={"units": {"trial": unit.model_copy(update={"results": "mine"})}})
    assert slopes_by(own, results)("trial", CPU) is None
    elsewhere = other.model_copy(
        update={"machine": machine_of(results.trials[0].trial.facts).model_copy(update={"cores": 9})}
    )
    assert slopes_by(elsewhere, results)("trial", CPU) is slopes_by(None, results)("trial", CPU) is None


def test_the_page_shows_what_was_corrected(tmp_path: Path) -> None:
    folder = write_placebo(tmp_path / "mine", ["trial"], blocks=3, seconds=30, canary=True)
    machine = machine_of(read_results(folder).trials[0].trial.facts)
    example = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_profile.json", MachineProfile)
    page = write_report(folder, example.model_copy(update={"machine": machine})).page.read_text()
    assert "corrected by the canary, without that" in page
    summary = schemas.read_json(folder / "summary.json", "summary")
    [cpu] = [c for c in summary["comparisons"] if c["metric"] == CPU]
    assert cpu["canary_slope"] == 0.9 and cpu["uncorrected_ratio"] != cpu["ratio"]
