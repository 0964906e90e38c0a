"""What claims are judged by: each delegate that they speak of, and loads that are what they are called."""

# mypy: disable-error-code="operator,type-var,misc,comparison-overlap,arg-type"
# A None here fails the test, as it should.

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.comparing.claim_measures import left_behind, linearity, of_trials, ratio_of_trials
from analysis.comparing.claims import OVER_CAMPAIGNS, Claim, judgement, verdict_on
from analysis.comparing.comparison import Comparison, MachineShift
from analysis.comparing.delegate_ratios import Compared, ratio_alone
from analysis.comparing.delegate_ratios import ratio as ratio_of
from analysis.comparing.estimates import Combination
from analysis.comparing.evidence import JMS, SOAP, Evidence
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_results import DESIGN


def load_of(busy: float | None, customers: int = 15, think: str = "shim", **metrics: float) -> Combination:
    facts: Any = SimpleNamespace(
        trial=SimpleNamespace(facts=SimpleNamespace(scenario=SimpleNamespace(think_method=think))), value=metrics.get
    )
    known = {name: Estimate(value, 3) for name, value in {"cpu_busy_fraction": busy, **metrics}.items()}
    levels = {"transition": "soap", "customers": customers}
    return Combination(levels, "soap", customers, (facts,), known)


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
    jms: Estimate, soap: Estimate, verdict: str, measured: float
) -> None:
    claim = Claim("X", "words", "1", 0.97, 1.03, "light", lambda evidence, customers: {JMS: jms, SOAP: soap})
    results: Any = SimpleNamespace(combinations=[load_of(0.1)], design=DESIGN, conducted=())
    judged = judgement(claim, Evidence(results, []))
    assert (judged.verdict, judged.measured) == (verdict, measured)
    assert f"{JMS} {jms.value:.3g} " in judged.reason and f"{SOAP} {soap.value:.3g} " in judged.reason


@pytest.mark.parametrize(
    ("estimate", "verdict", "reason"),
    [
        (Estimate(1.0, 5, 0.97, 1.03), "agrees", ""),  # the bounds belong to the range
        # On the scale of logarithms it reaches 0.0408 towards the end that is 0.0305 away: t / √n must fall from 1.242
        # for n = 5 to 0.927, and is 1.049 for 6 and 0.925 for 7.
        (
            Estimate(1.0, 5, 0.96, 1.03),
            "cannot tell",
            "the interval reaches beyond it, n = 5; 7 would tell if the value stays",
        ),
        (
            Estimate(0.96, 5, 0.95, 0.97),
            "cannot tell",
            "the interval reaches beyond it, n = 5; 6 would tell if the value stays",
        ),
        (
            Estimate(0.97, 5, 0.95, 0.99),
            "cannot tell",
            "the interval reaches beyond it, n = 5; it lies so close to the range's end that more than 100 would be "
            "needed",
        ),
        (Estimate(0.95, 5, 0.94, 0.96), "disagrees", ""),
        (
            Estimate(0.97, 1),
            "cannot tell",
            "a single repetition has no confidence interval; its value lies inside of it",
        ),
        (
            Estimate(1.03, 1),
            "cannot tell",
            "a single repetition has no confidence interval; its value lies inside of it",
        ),
        (
            Estimate(1.04, 1),
            "cannot tell",
            "a single repetition has no confidence interval; its value lies outside of it",
        ),
    ],
)
def test_a_claim_agrees_when_the_whole_interval_lies_in_its_range(
    estimate: Estimate, verdict: str, reason: str
) -> None:
    claim = Claim("X", "words", "1", 0.97, 1.03, "light", lambda evidence, customers: estimate)
    assert verdict_on(claim, estimate) == (verdict, reason)


def test_what_is_claimed_to_be_at_most_so_much_has_one_end() -> None:
    """Half is 0.02 and the end 0.01 away: t / √n must fall from 1.242 for n = 5 to 0.621, which is 0.604 for 13."""
    claim = Claim("X", "words", "1", 0.0, 0.1, "light", lambda evidence, customers: Estimate(1.0, 1), "fraction")
    _, reason = verdict_on(claim, Estimate(0.09, 5, 0.07, 0.11))
    assert reason.endswith("n = 5; 13 would tell if the value stays")


@pytest.mark.parametrize(
    ("value", "low", "high", "told"),
    [
        # Towards the range it reaches 0.09, whose end is 0.08 away: t / √n must fall from 1.591 for n = 4 to 1.414.
        (0.17, 0.11, 0.26, "n = 4; 5 would tell if the value stays"),
        # It reaches 0.16, whatever it does on its other side: to 0.796, which is 0.836 for 8 and 0.769 for 9.
        (0.17, 0.05, 0.33, "n = 4; 9 would tell if the value stays"),
        (0.17, 0.01, 0.33, "n = 4; 9 would tell if the value stays"),
        # Above the range it is 0.1, of which 0.08 are allowed: 1.273, which is 1.242 for 5.
        (0.5, 0.4, 0.9, "n = 4; 5 would tell if the value stays"),
    ],
)
def test_an_interval_is_to_leave_the_range_on_its_side(value: float, low: float, high: float, told: str) -> None:
    claim = Claim("X", "words", "1", 0.25, 0.42, "light", lambda evidence, customers: Estimate(1.0, 1), "fraction")
    _, reason = verdict_on(claim, Estimate(value, 4, low, high))
    assert reason.endswith(told)


def test_within_a_range_both_ends_count() -> None:
    """0.3 in 0.25 to 0.42: downwards it reaches as far as the end, upwards 0.2 instead of 0.12: t / √n must fall from
    1.242 for n = 5 to 0.745, which is 0.769 for 9 and 0.715 for 10.
    """
    claim = Claim("X", "words", "1", 0.25, 0.42, "light", lambda evidence, customers: Estimate(1.0, 1), "fraction")
    _, reason = verdict_on(claim, Estimate(0.3, 5, 0.25, 0.5))
    assert reason.endswith("n = 5; 10 would tell if the value stays")


@pytest.mark.parametrize(
    ("half", "told"), [(0.0625, "100 would tell if the value stays"), (0.0628, "that more than 100 would be needed")]
)
def test_more_than_a_hundred_repetitions_are_not_asked_for(half: float, told: str) -> None:
    """The end is 0.01 away: t / √n is 1.2415 for n = 5, 0.1984 for 100 and 0.1974 for 101."""
    claim = Claim("X", "words", "1", 0.0, 0.1, "light", lambda evidence, customers: Estimate(1.0, 1), "fraction")
    _, reason = verdict_on(claim, Estimate(0.09, 5, 0.09 - half, 0.09 + half))
    assert reason.endswith(told)


@pytest.mark.parametrize(
    ("half", "told"),
    [
        (0.0265, "n = 5; 20 would tell if the value stays"),
        (0.0266, "they differ so much, so close to the range's end, that more than 20 would be needed"),
    ],
)
def test_more_than_twenty_campaigns_are_not_asked_for(half: float, told: str) -> None:
    """The end is 0.01 away: t / √n is 1.2415 for n = 5, 0.4680 for 20 and 0.4552 for 21."""
    claim = Claim("X", "words", "1", 0.0, 0.1, "light", lambda evidence, customers: Estimate(1.0, 1), "fraction")
    _, reason = verdict_on(claim, Estimate(0.09, 5, 0.09 - half, 0.09 + half, OVER_CAMPAIGNS))
    assert reason.endswith(told)


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


def test_who_had_the_load_alone_tells_more_than_orders_that_share_it() -> None:
    found = [
        Comparison("response_mean_ms", "transition", SOAP, JMS, {}, assignment, ratio=ratio, n=5)
        for assignment, ratio in (("order", 1.1), ("window", 1.3), ("trial", 1.4))
    ]
    evidence: Any = SimpleNamespace(ratios=lambda metric, customers: found)
    for measure, expected in ((ratio_alone, 1.3), (ratio_of, 1.1)):
        estimate = measure("response_mean_ms", SOAP, JMS)(evidence, 40)
        assert isinstance(estimate, Estimate) and estimate.value == expected
    evidence.ratios = lambda metric, customers: found[:1]
    by_order = ratio_alone("response_mean_ms", SOAP, JMS)(evidence, 40)
    assert isinstance(by_order, Estimate) and by_order.value == 1.1


@pytest.mark.parametrize(
    ("estimate", "bounds", "moved", "verdict"),
    [
        ((1.0, 0.992, 1.008), (0.99, 1.01), 1.03, "cannot tell"),  # anywhere from 0.963 to 1.038
        ((1.0, 0.992, 1.008), (0.99, 1.01), 1.0019, "agrees"),  # 0.99 and 1.01 are still its ends
        ((1.10, 1.08, 1.12), (1.05, 1.15), 1.05, "cannot tell"),  # 1.029 to 1.067, or 1.134 to 1.176
        ((1.10, 1.08, 1.12), (1.05, 1.15), 1 / 1.05, "cannot tell"),
        ((1.10, 1.08, 1.12), (1.05, 1.15), 1.02, "agrees"),  # 1.059 to 1.142
        ((1.20, 1.18, 1.22), (1.05, 1.15), 1.03, "cannot tell"),  # 1.146, or above
        ((1.20, 1.18, 1.22), (1.05, 1.15), 1.02, "disagrees"),  # 1.157 at least
    ],
)
def test_what_the_machine_could_have_made_is_neither_agreement_nor_disagreement(
    estimate: tuple[float, float, float], bounds: tuple[float, float], moved: float, verdict: str
) -> None:
    claim = Claim("X", "words", "1", *bounds, "light", lambda evidence, customers: "not asked")
    value, low, high = estimate
    found = Compared(value, 5, low, high, machine_shift=MachineShift("the canary between the trials", moved))
    assert verdict_on(claim, found)[0] == verdict
    if verdict == "cannot tell":
        assert verdict_on(claim, found)[1].endswith("between the levels, which could have made it")


def test_a_comparison_without_an_interval_does_not_stand_before_one_that_has_it() -> None:
    by_order = Comparison("response_geomean_ms", "transition", SOAP, JMS, {}, "order", ratio=1.1, n=9, reason="too few")
    by_trial = Comparison(
        "response_mean_ms", "transition", JMS, SOAP, {}, ratio=0.8, low=0.75, high=0.85, n=3, log_std_error=0.01
    )
    evidence: Any = SimpleNamespace(ratios=lambda metric, customers: [by_order, by_trial])
    found = ratio_of("response_mean_ms", SOAP, JMS)(evidence, 40)
    assert isinstance(found, Estimate) and found.value == pytest.approx(1.25)
    assert (found.low, found.high) == (pytest.approx(1 / 0.85), pytest.approx(1 / 0.75))

    evidence.ratios = lambda metric, customers: [by_order]
    found = ratio_of("response_mean_ms", SOAP, JMS)(evidence, 40)
    claim = Claim("X", "words", "1", 1.0, 1.2, "light", lambda evidence, customers: found)
    assert verdict_on(claim, found) == ("cannot tell", "too few; its value lies inside of it")


def trials_of(delegate: str, values: list[float]) -> Any:
    """A combination with a trial a block."""
    facts = SimpleNamespace(beside=None)
    trials = [
        SimpleNamespace(trial=SimpleNamespace(block=block, id=str(block), facts=facts), shown=value, value={}.get)
        for block, value in enumerate(values)
    ]
    return SimpleNamespace(trials=trials, units=[[trial] for trial in trials])


def shown_by(trial: Any) -> float:
    return float(trial.shown)


def test_what_is_never_negative_has_no_interval_below_zero() -> None:
    """0.2, 0.1 and 0.9: 0.4 ± 4.303 · 0.4359 / √3, so -0.68 to 1.48."""
    evidence: Any = SimpleNamespace(at=lambda delegate, customers: trials_of(delegate, [0.2, 0.1, 0.9]))
    found = of_trials(JMS, shown_by, "lengths")(evidence, 40)
    assert isinstance(found, Estimate) and (found.low, found.high) == (0.0, pytest.approx(1.483, abs=1e-3))
    claim = Claim("X", "words", "1", 0.0, 2.0, "light", lambda evidence, customers: found, "messages")
    assert verdict_on(claim, found) == ("agrees", "")


def test_what_trials_show_is_compared_within_blocks() -> None:
    """0.12 / 0.10 and 0.06 / 0.05 are 1.2; the third block has none by JMS."""
    shown = {SOAP: [0.12, 0.06, 0.5], JMS: [0.10, 0.05]}
    evidence: Any = SimpleNamespace(at=lambda delegate, customers: trials_of(delegate, shown[delegate]))
    found = ratio_of_trials(shown_by, SOAP, JMS, "time")(evidence, 40)
    assert isinstance(found, Estimate) and (found.value, found.n) == (pytest.approx(1.2), 2)


def test_a_block_in_which_one_side_shows_nothing_counts_all_the_same() -> None:
    """Means 0.01692 and 0.006: 2.82. The logarithms without one block each: 0.7670, 0.7356, 1.2599, 1.2570, 1.2585;
    4/5 of their squared deviations is 0.4973², and 2.82 · exp(± 2.776 · 0.4973) is 0.709 to 11.22.
    """
    shown = {SOAP: [0.020, 0.022, 0.0141, 0.0143, 0.0142], JMS: [0.0, 0.0, 0.010, 0.010, 0.010]}
    evidence: Any = SimpleNamespace(at=lambda delegate, customers: trials_of(delegate, shown[delegate]))
    found = ratio_of_trials(shown_by, SOAP, JMS, "time")(evidence, 40)
    assert isinstance(found, Estimate) and (found.value, found.n) == (pytest.approx(2.82), 5)
    assert (found.low, found.high) == (pytest.approx(0.709, abs=1e-3), pytest.approx(11.22, abs=0.01))


def test_of_what_next_to_no_block_shows_there_is_no_ratio() -> None:
    shown = {SOAP: [0.020, 0.022, 0.014], JMS: [0.0, 0.0, 0.010]}
    evidence: Any = SimpleNamespace(at=lambda delegate, customers: trials_of(delegate, shown[delegate]))
    expected = f"measured in too few blocks of {SOAP} or {JMS}: time"
    assert ratio_of_trials(shown_by, SOAP, JMS, "time")(evidence, 40) == expected


def failing(delegate: str, documents: int) -> Any:
    """Trials of twenty failing steps each."""
    facts = SimpleNamespace(triggered=20, levels={"customers": 16})
    trial = SimpleNamespace(trial=facts, audit=SimpleNamespace(sent_by_rolled_back=documents))
    return SimpleNamespace(levels={"transition": delegate}, customers=16, units=[[trial], [trial]])


def test_what_failing_steps_left_behind_is_reported_of_each_delegate() -> None:
    evidence: Any = SimpleNamespace(failing=[failing(JMS, 30), failing(SOAP, 20)])
    measured = left_behind(JMS, SOAP)(evidence, 16)
    assert isinstance(measured, dict)
    assert {name: each.value for name, each in measured.items()} == {JMS: 1.5, SOAP: 1.0}


@pytest.mark.parametrize(
    ("lightest", "reason"),
    [
        (load_of(0.49), None),
        (
            load_of(0.50),
            "15 customers are not a light load: they keep the cores 50 % busy, and less than 50% was expected",
        ),
        (load_of(1.0, 8, "none"), "8 customers are not a light load: they keep the cores 100% busy"),
        (
            load_of(0.3, 8, "none"),
            "8 customers are not a light load: neither cores nor disk nor a queue is the bottleneck",
        ),
        (load_of(0.3, io_pressure_fraction=0.6), "15 customers are not a light load: the disk is the bottleneck"),
        (load_of(None), "whether 15 customers are a light load is not known: the machine was not sampled"),
        (load_of(0.1, 26), "no load of 25 customers or fewer"),
    ],
)
def test_a_load_is_light_when_it_leaves_the_machine_idle_for_the_most_part(
    lightest: Combination, reason: str | None
) -> None:
    results: Any = SimpleNamespace(combinations=[load_of(0.95, 80), lightest], design=DESIGN, conducted=())
    found = Evidence(results, []).load("light")
    assert found == lightest.customers if reason is None else str(found).startswith(reason.replace(" %", "%"))
    claim = Claim("X", "words", "1", 0.9, 1.1, "light", lambda evidence, customers: Estimate(1.0, 5, 0.95, 1.05))
    judged = judgement(claim, Evidence(results, []))
    assert (judged.verdict, judged.reason == found) == (("agrees", False) if reason is None else ("cannot tell", True))


@pytest.mark.parametrize(
    ("jms", "soap", "moderate", "saturated"),
    [(0.8, 0.9, 40, 60), (0.9, 0.8, 40, 60), (0.85, 0.9, None, 60), (0.5, 0.84, 40, 60)],
)
def test_a_load_is_saturated_when_it_is_with_each_delegate(
    jms: float, soap: float, moderate: int | None, saturated: int
) -> None:
    combinations = [load_of(0.1), load_of(jms, 40), load_of(soap, 40), load_of(0.95, 60), load_of(0.97, 60)]
    evidence = Evidence(SimpleNamespace(combinations=combinations, design=DESIGN, conducted=()), [])
    assert evidence.load("saturated") == saturated
    assert evidence.load("moderate") == (moderate or "no unsaturated load between 26 and 60 customers")


def test_a_load_whose_cores_nobody_sampled_is_not_passed_over_for_another() -> None:
    """40 customers may be the moderate load, or saturate the machine; 60 stand for it only where they do."""
    combinations = [load_of(0.2), load_of(None, 40), load_of(0.6, 60)]
    evidence = Evidence(SimpleNamespace(combinations=combinations, design=DESIGN, conducted=()), [])
    assert (
        evidence.load("moderate") == "whether 40 customers saturate the cores is not known: the machine was not sampled"
    )
    known = [load_of(0.2), load_of(0.5, 40), load_of(None, 60)]
    evidence = Evidence(SimpleNamespace(combinations=known, design=DESIGN, conducted=()), [])
    assert evidence.load("moderate") == 40


def test_no_load_is_saturated_with_each_delegate_where_one_has_no_valid_trial() -> None:
    """At 80 customers all of the other's trials are void: they may not have kept the cores busy."""
    other = replace(load_of(0.9, 60), variant="jms")
    combinations = [load_of(0.9, 60), other, load_of(0.95, 80)]
    evidence = Evidence(SimpleNamespace(combinations=combinations, design=DESIGN, conducted=()), [])
    assert evidence.load("saturated") == 60
    evidence = Evidence(SimpleNamespace(combinations=[load_of(0.9, 80), other], design=DESIGN, conducted=()), [])
    assert evidence.load("saturated") == "there is no load at which every delegate has a valid trial"


@pytest.mark.parametrize(("heavier", "moderate"), [((), 30), ((45, 60), 45), ((39, 60), 39), ((60,), 30), ((52,), 30)])
def test_the_moderate_load_is_that_closest_to_the_papers(heavier: tuple[int, ...], moderate: int) -> None:
    """40 threads: 30 are ten off, 45 five, 39 one, 60 twenty, 52 twelve."""
    combinations = [load_of(0.2), load_of(0.4, 30), *(load_of(0.6, customers) for customers in heavier)]
    evidence = Evidence(SimpleNamespace(combinations=combinations, design=DESIGN, conducted=()), [])
    assert evidence.load("moderate") == moderate


@pytest.mark.parametrize(("busy", "load"), [(0.85, 80), (0.849, None), (None, None)])
def test_a_load_is_saturated_when_it_is_known_to_keep_the_cores_busy(busy: float | None, load: int | None) -> None:
    results: Any = SimpleNamespace(combinations=[load_of(0.1), load_of(busy, 80)], design=DESIGN, conducted=())
    found = Evidence(results, []).load("saturated")
    assert found == load if load else isinstance(found, str)
    assert (Evidence(results, []).load("heaviest"), Evidence(results, []).busy(15)) == (80, 0.1)


def test_the_lightest_of_several_saturated_loads_stands_for_them() -> None:
    loads = [load_of(0.1), load_of(0.84, 60), load_of(0.86, 80), load_of(0.97, 100)]
    results: Any = SimpleNamespace(combinations=loads, design=DESIGN, conducted=())
    assert Evidence(results, []).load("saturated") == 80
    assert Evidence(results, []).load("heaviest") == 100


def test_papers_say_nothing_of_orders_without_pages() -> None:
    by_pages = load_of(0.1)
    without = Combination({**by_pages.levels, "entrance": "soap"}, "soap", 15, by_pages.trials, by_pages.metrics)
    results: Any = SimpleNamespace(combinations=[by_pages, without], design=DESIGN, conducted=())
    assert Evidence(results, []).combinations == [by_pages]
