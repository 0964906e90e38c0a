"""Ratios within blocks, their verdicts, and the claims that are judged by them."""

# mypy: disable-error-code="operator,type-var,misc,comparison-overlap,attr-defined"
# A None here fails the test, as it should.

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.campaigns import compare_metric, compare_results
from analysis.comparing.claims import Claim, judge, judgement
from analysis.comparing.comparisons import Comparison, comparisons_of
from analysis.comparing.design import Design
from analysis.comparing.estimates import Combination
from analysis.comparing.evidence import JMS, SOAP, Evidence, left_behind, linearity
from analysis.comparing.pet_store_claims import PET_STORE_CLAIMS
from analysis.comparing.results import Results, read_results
from analysis.reading.trial_facts import Trial
from analysis.statistics.intervals import Estimate, paired
from analysis.statistics.verdicts import verdicts_on
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import SECOND, VARIANTS
from analysis.trials.trial_analysis import TrialResult

DESIGN = Design({"transition": [JMS, "soap"], "customers": [15]}, JMS)


@pytest.fixture(scope="module")
def repeated(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return read_results(
        write_results(tmp_path_factory.mktemp("results") / "r", list(VARIANTS), [15, 60], repetitions=4)
    )


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return read_results(
        write_results(tmp_path_factory.mktemp("results") / "r", list(VARIANTS), [15, 60], repetitions=1)
    )


def of(comparisons: list[Comparison], metric: str, level: str, against: str, customers: int) -> Comparison:
    (found,) = [
        c
        for c in comparisons
        if (c.metric, c.level, c.against, c.held["customers"]) == (metric, level, against, customers)
    ]
    return found


def test_a_known_ratio_lies_in_its_interval(repeated: Results) -> None:
    found = of(comparisons_of(repeated.design, repeated.valid), "latency_mean_ms", "soap", "jms-nontransacted", 60)
    assert found.low < 3 < found.high
    assert (found.verdict, found.n, found.interval) == ("different", 4, "paired t on logarithms")


def test_every_pair_is_compared_at_every_load_against_the_baseline_first(repeated: Results) -> None:
    comparisons = comparisons_of(repeated.design, repeated.valid)
    pairs = {(c.level, c.against, c.held["customers"]) for c in comparisons if c.metric == "response_mean_ms"}
    assert pairs == {
        (level, against, customers)
        for level, against in (
            ("jms-nontransacted", "jms-transacted"),
            ("soap", "jms-transacted"),
            ("soap", "jms-nontransacted"),
        )
        for customers in (15, 60)
    }


def test_a_single_repetition_has_ratios_and_no_verdict(once: Results) -> None:
    comparisons = comparisons_of(once.design, once.valid)
    assert {c.verdict for c in comparisons} == {"cannot tell"}
    found = of(comparisons, "response_mean_ms", "soap", "jms-nontransacted", 60)
    assert found.interval == "within one pair of trials"
    assert found.low < found.ratio < found.high
    assert "increase repetitions" in found.reason


@pytest.mark.parametrize(
    ("ratios", "verdict"),
    [
        ([1.30, 1.31, 1.32, 1.29], "different"),
        ([1.00, 1.01, 0.99, 1.00], "equivalent within the margin"),
        ([1.02, 1.021, 1.019, 1.02], "equivalent within the margin"),
        ([0.8, 1.3, 1.0, 1.2], "cannot tell"),
    ],
)
def test_verdicts(ratios: list[float], verdict: str) -> None:
    assert [judged.verdict for judged in verdicts_on([paired(np.log(ratios))])] == [verdict]


@pytest.mark.parametrize(
    ("estimate", "verdict"),
    [
        (Estimate(1.1, 5, 1.06, 1.14), "agrees"),
        (Estimate(1.3, 5, 1.25, 1.35), "disagrees"),
        (Estimate(1.1, 5, 0.9, 1.3), "cannot tell"),
        (Estimate(1.1, 1), "cannot tell"),
        ("no trial", "cannot tell"),
    ],
)
def test_a_claim_is_judged_by_the_whole_interval(repeated: Results, estimate: Estimate | str, verdict: str) -> None:
    claim = Claim("X", "words", "1.10", 1.05, 1.15, "light", lambda evidence, customers: estimate)
    judged = judgement(claim, Evidence(repeated, []))
    assert judged.verdict == verdict
    assert judged.reason


NEAR, FAR, WIDE = Estimate(1.0, 5, 0.98, 1.02), Estimate(0.95, 5, 0.94, 0.96), Estimate(1.08, 5, 0.8, 1.4)


@pytest.mark.parametrize(
    ("jms", "soap", "verdict", "measured"),
    [
        (NEAR, NEAR, "agrees", 1.0),
        (FAR, NEAR, "disagrees", 0.95),
        (NEAR, FAR, "disagrees", 0.95),
        (FAR, WIDE, "disagrees", 0.95),  # though the other is farther from 1
        (NEAR, WIDE, "cannot tell", 1.08),
        (NEAR, Estimate(1.0, 1), "cannot tell", 1.0),
    ],
)
def test_what_is_claimed_of_two_delegates_is_required_of_each(
    repeated: Results, jms: Estimate, soap: Estimate, verdict: str, measured: float
) -> None:
    claim = Claim("X", "words", "1", 0.97, 1.03, "light", lambda evidence, customers: {JMS: jms, SOAP: soap})
    judged = judgement(claim, Evidence(repeated, []))
    assert (judged.verdict, judged.measured) == (verdict, measured)
    assert f"{JMS} {jms.value:.3g} " in judged.reason and f"{SOAP} {soap.value:.3g} " in judged.reason


def with_throughput(per_min: list[float]) -> Any:
    """A combination with a trial a block."""
    trials = [
        SimpleNamespace(trial=SimpleNamespace(block=block), value=lambda metric, value=value: value)
        for block, value in enumerate(per_min)
    ]
    return SimpleNamespace(trials=trials, units=[[trial] for trial in trials])


def test_linearity_is_that_of_each_delegate() -> None:
    """By hand: 40 customers against 20; JMS 19/20, twice, SOAP 11/10 and 1: geometric mean sqrt(1.1) = 1.0488."""
    found = {
        (JMS, 20): with_throughput([100, 100]),
        (JMS, 40): with_throughput([190, 190]),
        (SOAP, 20): with_throughput([100, 100]),
        (SOAP, 40): with_throughput([220, 200]),
    }
    evidence: Any = SimpleNamespace(load=lambda wanted: 20, at=lambda delegate, customers: found[delegate, customers])
    measured = linearity(evidence, 40)
    assert isinstance(measured, dict)
    assert {name: each.value for name, each in measured.items()} == pytest.approx({JMS: 0.95, SOAP: 1.1**0.5})


def failing(delegate: str, documents: int) -> Any:
    """Trials of twenty failing steps each."""
    facts = SimpleNamespace(triggered=20, levels={"customers": 16})
    trial = SimpleNamespace(trial=facts, audit=SimpleNamespace(handed_on_by_rolled_back=documents))
    return SimpleNamespace(levels={"transition": delegate}, customers=16, units=[[trial], [trial]])


def test_what_failing_steps_left_behind_is_told_of_each_delegate() -> None:
    evidence: Any = SimpleNamespace(failing=[failing(JMS, 30), failing(SOAP, 20)])
    measured = left_behind(JMS, SOAP)(evidence, 16)
    assert isinstance(measured, dict)
    assert {name: each.value for name, each in measured.items()} == {JMS: 1.5, SOAP: 1.0}


def test_every_claim_of_the_paper_is_judged(repeated: Results) -> None:
    judged = judge(PET_STORE_CLAIMS, repeated, comparisons_of(repeated.design, repeated.valid))
    verdicts = {judgement.name: judgement.verdict for judgement in judged}
    assert len(verdicts) == len(PET_STORE_CLAIMS)
    assert verdicts["PS-latency-jms"] == "agrees"
    assert verdicts["PS-latency-soap"] == "disagrees"
    assert verdicts["PS-throughput-peak"] == verdicts["PS-atomicity"] == "cannot tell"


def test_two_folders_are_compared(repeated: Results, once: Results, tmp_path: Path) -> None:
    found = {(c.metric, c.variant, c.customers): c for c in compare_results(repeated.folder, once.folder)}
    single = found["response_mean_ms", "soap", 60]
    assert (single.n_a, single.n_b, single.verdict) == (1, 1, "cannot tell")
    assert "one launch of the servers is no sample" in str(single.reason)
    itself = {(c.metric, c.variant, c.customers): c for c in compare_results(repeated.folder, repeated.folder)}
    assert itself["response_mean_ms", "soap", 60].ratio == pytest.approx(1)
    other = write_results(tmp_path / "other", ["soap"], [99], repetitions=1)
    with pytest.raises(ResultsError, match="share no combination"):
        compare_results(repeated.folder, other)


def trial_of(block: int, level: str, window_s: float = 30.0, launch: str = "", **metrics: float) -> Any:
    """A valid trial with these metrics, each known to ± 10 %."""
    facts = Trial(
        {
            "trial": {"id": f"{block}-{level}", "block": block},
            "levels": {"transition": level, "customers": 15},
            "windows": {"measure_begin_ns": 0, "measure_end_ns": round(window_s * SECOND)},
        }
    )
    known = {name: Estimate(value, 50, 0.9 * value, 1.1 * value) for name, value in metrics.items()}
    return TrialResult(facts, "valid", (), metrics=known, launch=launch)


def test_a_metric_that_the_first_block_lacks_is_compared_in_the_block_that_has_it() -> None:
    """By hand: 60 / 40 = 1.5; each spread is 0.1, together sqrt(0.02) = 0.141421: 1.5 / e^0.141421 = 1.30218."""
    trials = (
        trial_of(1, "soap"), trial_of(1, JMS, latency_mean_ms=7.0),
        trial_of(2, "soap", latency_mean_ms=60.0), trial_of(2, JMS, latency_mean_ms=40.0),
    )  # fmt: skip
    [found] = [c for c in comparisons_of(DESIGN, trials) if c.metric == "latency_mean_ms"]
    assert (found.ratio, found.n, found.interval) == (pytest.approx(1.5), 1, "within one pair of trials")
    assert found.low == pytest.approx(1.30218, abs=1e-5)


def of_campaign(values: list[float], name: str, window_s: float = 30.0) -> Combination:
    """Each trial on a launch of its own."""
    trials = [
        trial_of(block, "soap", window_s, f"{block}", **{name: value}) for block, value in enumerate(values, start=1)
    ]
    return Combination({"transition": "soap"}, "soap", 15, tuple(trials), {})


def test_two_campaigns_are_compared_by_the_means_that_belong_to_their_ratio() -> None:
    """By hand: geometric means sqrt(10 * 40) = 20 and sqrt(30 * 120) = 60; the arithmetic ones are 25 and 75."""
    name = "response_mean_ms"
    found, _ = compare_metric(name, of_campaign([10, 40], name), of_campaign([30, 120], name))
    assert (found.a, found.b, found.ratio) == pytest.approx((20, 60, 3))


def test_trials_of_one_launch_of_a_campaign_are_one_value() -> None:
    name = "response_mean_ms"
    trials = tuple(trial_of(block, "soap", 30.0, "a", **{name: 10.0 + block}) for block in range(5))
    one = Combination({"transition": "soap"}, "soap", 15, trials, {})
    found, difference = compare_metric(name, one, of_campaign([10, 40], name))
    assert (found.n_a, found.n_b, difference, found.low) == (1, 2, None, None)
    assert "one launch of the servers is no sample" in found.reason


def test_a_zero_is_not_dropped_from_a_campaign() -> None:
    """Without the zero the ratio would be 5; with it there is none."""
    name = "gc_old_s"
    found, difference = compare_metric(name, of_campaign([0.2, 0.2], name), of_campaign([0.0, 1.0], name))
    assert difference is None
    assert (found.a, found.b, found.n_b) == pytest.approx((0.4, 1.0, 2))  # seconds a minute
    assert (found.ratio, found.verdict, found.reason) == (None, "cannot tell", "a value of zero has no ratio")


@pytest.mark.parametrize(
    ("name", "ratio"),
    [("gc_pause_s", 1.0), ("cpu_servers_s", 1.0), ("cpu_per_order_ms", 2.0), ("response_p50_ms", 2.0)],
)
def test_sums_over_windows_of_different_length_are_compared_by_their_rates(name: str, ratio: float) -> None:
    found, _ = compare_metric(name, of_campaign([3, 3], name, window_s=30), of_campaign([6, 6], name, window_s=60))
    assert found.ratio == pytest.approx(ratio)


def test_the_ratios_of_a_report_are_one_family() -> None:
    """Five ratios of 1.2 in three blocks, two of them give or take 1 %, three give or take 5 %."""
    steady, noisy = ("cpu_per_order_ms", "cpu_servers_s"), ("response_mean_ms", "call_mean_ms", "latency_mean_ms")
    trials = []
    for block, sign in enumerate((-1, 0, 1), start=1):
        ratios = dict.fromkeys(steady, 1.2 * math.exp(0.01 * sign)) | dict.fromkeys(noisy, 1.2 * math.exp(0.05 * sign))
        trials += [trial_of(block, "soap", **ratios), trial_of(block, JMS, **dict.fromkeys(ratios, 1.0))]
    found = {c.metric: c for c in comparisons_of(DESIGN, tuple(trials))}
    assert len(found) == 5
    assert [found[name].verdict for name in steady] == ["different"] * 2
    # t = ln 1.2 / (0.01 / sqrt 3) = 31.579 and p = 2 (1 - F(31.579; 2)) = 0.0010012, times 5.
    assert found[steady[0]].p_different == pytest.approx(0.0050060, abs=1e-6)
    # t = 6.3158: p = 0.024166, times 3; each interval of its own leaves 1 out all the same.
    assert [found[name].verdict for name in noisy] == ["cannot tell"] * 3
    assert found[noisy[0]].p_different == pytest.approx(0.072498, abs=1e-5)
    assert found[noisy[0]].low > 1
    assert found[noisy[0]].reason == "different by itself (p = 0.024), but not as one of 5 ratios"


def load_of(busy: float | None, customers: int = 15, think: str = "shim", **metrics: float) -> Combination:
    facts = SimpleNamespace(trial=SimpleNamespace(facts={"scenario": {"think_method": think}}))
    known = {name: Estimate(value, 3) for name, value in {"cpu_busy_fraction": busy, **metrics}.items()}
    levels = {"transition": "soap", "customers": customers}
    return Combination(levels, "soap", customers, (facts,), known)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lightest", "reason"),
    [
        (load_of(0.49), None),
        (
            load_of(0.50),
            "15 customers are no light load: they keep the cores 50 % busy, and less than 50% was expected",
        ),
        (load_of(1.0, 8, "none"), "8 customers are no light load: they keep the cores 100% busy"),
        (
            load_of(0.3, 8, "none"),
            "8 customers are no light load: neither cores nor disk nor a queue is the bottleneck",
        ),
        (load_of(0.3, io_pressure_fraction=0.6), "15 customers are no light load: the disk is the bottleneck"),
        (load_of(None), "whether 15 customers are a light load is not known: the machine was not sampled"),
        (load_of(0.1, 26), "no load of 25 customers or fewer"),
    ],
)
def test_a_load_is_light_when_it_leaves_the_machine_idle_for_the_most_part(
    lightest: Combination, reason: str | None
) -> None:
    results: Any = SimpleNamespace(combinations=[load_of(0.95, 80), lightest], design=DESIGN)
    found = Evidence(results, []).load("light")
    assert found == lightest.customers if reason is None else str(found).startswith(reason.replace(" %", "%"))
    claim = Claim("X", "words", "1", 0.9, 1.1, "light", lambda evidence, customers: Estimate(1.0, 5, 0.95, 1.05))
    judged = judgement(claim, Evidence(results, []))
    assert (judged.verdict, judged.reason == found) == (("agrees", False) if reason is None else ("cannot tell", True))


@pytest.mark.parametrize(("busy", "load"), [(0.85, 80), (0.849, None), (None, None)])
def test_a_load_is_saturated_when_it_is_known_to_keep_the_cores_busy(busy: float | None, load: int | None) -> None:
    results: Any = SimpleNamespace(combinations=[load_of(0.1), load_of(busy, 80)], design=DESIGN)
    found = Evidence(results, []).load("saturated")
    assert found == load if load else isinstance(found, str)
    assert (Evidence(results, []).load("heaviest"), Evidence(results, []).busy(15)) == (80, 0.1)
