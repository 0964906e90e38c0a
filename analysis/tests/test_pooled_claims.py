"""Claims by several campaigns: what each has published is pooled with the next, worked by hand."""

import math
from dataclasses import replace
from typing import Any

import pytest
from scipy import stats

from analysis.comparing.claims import Judgement, MeasuredClaim
from analysis.comparing.comparison import MachineShift
from analysis.comparing.delegate_ratios import Compared
from analysis.comparing.pooled_claims import judged_by_all, pooled_estimate
from analysis.comparing.published_claims import published
from analysis.comparing.stability import CANARY, OTHERS
from analysis.statistics.intervals import Estimate, Kind
from analysis.tests.published_rows import FIRST, KNOWN, SHARE, SLOWER, TIMES, of_ratio, rows_of

T4 = float(stats.t.ppf(0.975, 4))


def test_ratios_are_pooled_on_the_logarithm() -> None:
    """As in test_pooling: means 0 and 0.2, both of standard error 0.1: 0.1 with 0.0707, eight degrees of freedom."""
    found = pooled_estimate(rows_of(of_ratio(0.0, 0.1), of_ratio(0.2, 0.1)))

    assert found.interval == "t over units of several campaigns" and found.n == 10
    half = 2.306 * 0.0707107
    expected = tuple(math.exp(log) for log in (0.1, 0.1 - half, 0.1 + half))
    assert (found.value, found.low, found.high) == pytest.approx(expected, abs=1e-4)


def test_fractions_are_pooled_on_the_logit() -> None:
    """Log odds of ln(1/4) = -1.386 and ln(1) = 0, standard errors of 1 each: their mean is a half of odds of 1/2."""
    kind: Kind = "t on the logit over trials"
    one = Estimate(0.2, 5, 1 / (1 + 4 * math.exp(T4)), 1 / (1 + 4 * math.exp(-T4)), kind)
    other = Estimate(0.5, 5, 1 / (1 + math.exp(T4)), 1 / (1 + math.exp(-T4)), kind)

    found = pooled_estimate(rows_of(one, other, claim=SHARE))

    assert found.value == pytest.approx(1 / 3)
    half = 2.306 * math.sqrt(2) / 2
    assert (found.low, found.high) == pytest.approx([1 / (1 + 2 * math.exp(by * half)) for by in (1, -1)], abs=1e-4)


def test_a_mean_whose_interval_was_cut_off_at_zero_is_pooled_as_it_is() -> None:
    """0.04 ± 0.06, of which 0 to 0.10 is left, and 0.08 ± 0.06: 0.06, with the upper half of each."""
    kind: Kind = "t over trials"
    one, other = Estimate(0.04, 5, 0.0, 0.10, kind), Estimate(0.08, 5, 0.02, 0.14, kind)

    found = pooled_estimate(rows_of(one, other, claim=SHARE))

    assert found.value == pytest.approx(0.06) and found.low is not None
    assert found.low == pytest.approx(0.06 - 2.306 * math.sqrt(2) * 0.06 / T4 / 2, abs=1e-4)
    wide = Estimate(0.02, 5, 0.0, 0.10, kind)
    assert pooled_estimate(rows_of(one, wide, claim=SHARE)).low == 0.0
    assert found.high == pytest.approx(0.06 + 2.306 * math.sqrt(2) * 0.06 / T4 / 2, abs=1e-4)


def test_two_campaigns_tell_what_neither_told() -> None:
    """1.25 with 0.06, n = 5: 1.06 to 1.48 reaches below 1.1. Two of them: ± 2.306 · 0.0424 = 1.13 to 1.38."""
    one = MeasuredClaim(40, {"": of_ratio(math.log(1.25), 0.06)}, "1 of 8 trials at this load was overloaded")
    first, second = rows_of(one.estimates[""], one.estimates[""])

    found = judged_by_all(SLOWER, [second], one, [first, second])

    assert found is not None and found.verdict == "agrees"
    assert (found.low, found.high) == pytest.approx((1.25 / 1.1028, 1.25 * 1.1028), rel=1e-3)
    assert found.reason == "at 40 customers, by 2 campaigns; the paper's words give 1.1 to 1.5"


ELSE = {"store": "database", "claim": "X-other", "customers": 60, "unit": "order", "scale": "linear"}


@pytest.mark.parametrize(("column", "value"), ELSE.items())
def test_what_is_of_something_else_is_not_pooled(column: str, value: Any) -> None:
    one = MeasuredClaim(40, {"": of_ratio(math.log(1.25), 0.06)})
    first, second = rows_of(one.estimates[""], one.estimates[""])
    assert judged_by_all(SLOWER, [second], one, [replace(first, **{column: value}), second]) is None


def test_turns_of_another_campaign_tell_in_place_of_trials() -> None:
    """Trials of 1.25, 1.06 to 1.48, tell nothing of 1.1 to 1.5; switchback blocks of 1.25, 1.22 to 1.28, do."""
    trials = MeasuredClaim(40, {"": of_ratio(math.log(1.25), 0.06)}, "1 of 8 trials at this load was overloaded")
    [own] = rows_of(trials.estimates[""])
    [turns] = rows_of(of_ratio(math.log(1.25), 0.01))
    turns = replace(turns, campaign="turns-1", unit="window")

    found = judged_by_all(SLOWER, [own], trials, [turns, own])

    assert found is not None and found.verdict == "agrees"
    assert (found.measured, found.low, found.high) == pytest.approx((1.25, 1.25 / 1.0281, 1.25 * 1.0281), rel=1e-3)
    assert found.reason == "at 40 customers, by window, by `turns-1`; the paper's words give 1.1 to 1.5"
    # Of several the mean is told; of another load they tell nothing.
    others = [turns, replace(turns, campaign="turns-2"), own]
    pooled = judged_by_all(SLOWER, [own], trials, others)
    assert pooled is not None and "by 2 campaigns" in pooled.reason
    assert judged_by_all(SLOWER, [own], trials, [replace(turns, customers=15), own]) is None
    # Nor does what the machine did meanwhile go unseen.
    moved = judged_by_all(SLOWER, [own], trials, [replace(turns, machine_shift=1.3), own])
    assert moved is not None and moved.verdict == "cannot tell" and "overloaded" not in moved.reason


def test_who_has_published_nothing_is_judged_alone() -> None:
    one = MeasuredClaim(40, {"": of_ratio(math.log(1.25), 0.06)})
    table = rows_of(*[one.estimates[""]] * 3)
    assert judged_by_all(SLOWER, [], one, table) is None
    assert judged_by_all(SLOWER, [replace(table[0], campaign="paper-9")], one, table) is None
    assert judged_by_all(SLOWER, table[:1], one, table[:1]) is None


def test_campaigns_that_differ_by_more_than_chance_are_told_and_are_the_sample() -> None:
    one = MeasuredClaim(40, {"": of_ratio(0.2, 0.001)})
    table = rows_of(of_ratio(0.2, 0.001), of_ratio(0.6, 0.001))

    found = judged_by_all(SLOWER, table[:1], one, table)

    assert found is not None and found.verdict == "cannot tell"
    assert "by 2 campaigns, which differ by more than chance, so that n is theirs" in found.reason
    assert "n = 2" in found.reason


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (1.15, 1.45, "agrees"),  # 1.13 to 1.48, of 1.1 to 1.5
        (1.7, 2.5, "disagrees"),
        (0.7, 2.5, "cannot tell"),  # both outside, and what is between them inside
        (1.3, 2.5, "cannot tell"),
    ],
)
def test_campaigns_that_differ_tell_what_each_of_them_tells(first: float, second: float, verdict: str) -> None:
    """± 2 % each; over two campaigns an interval of 95 % is 12.7 standard errors wide."""
    one = MeasuredClaim(40, {"": of_ratio(math.log(second), 0.007)})
    table = rows_of(of_ratio(math.log(first), 0.007), one.estimates[""])

    found = judged_by_all(SLOWER, table[1:], one, table)

    assert found is not None and found.verdict == verdict and found.low is not None
    if verdict != "cannot tell":
        assert "by 2 campaigns, which differ, but each tells it" in found.reason
        assert (found.low, found.high) == pytest.approx((first / 1.0196, second * 1.0196), rel=1e-3)
        moved = [replace(row, machine_shift=shift) for row, shift in zip(table, (1.06, 1 / 1.8), strict=True)]
        by_machine = judged_by_all(SLOWER, moved[1:], one, moved)
        assert by_machine is not None and by_machine.verdict == "cannot tell"


def test_what_is_claimed_of_each_delegate_is_pooled_for_each() -> None:
    good, bad = of_ratio(math.log(1.3), 0.01), of_ratio(math.log(0.9), 0.01)
    both = MeasuredClaim(40, {"jms": good, "soap": bad})
    table = [
        row
        for name in ("paper-1", "paper-2")
        for row in published(replace(FIRST, name=name), "journal", {SLOWER: both})
    ]

    found = judged_by_all(SLOWER, table[:2], both, table)

    assert [row.delegate for row in table] == ["jms", "soap"] * 2
    assert found is not None and found.verdict == "disagrees" and found.measured == pytest.approx(0.9)
    assert "jms 1.3 agrees, soap 0.9 disagrees" in found.reason
    # Where one of them was not published, the claim is not judged by the other alone.
    assert judged_by_all(SLOWER, table[:1], both, table) is None
    assert judged_by_all(SLOWER, table[:2], both, table[:3]) is None


def of_campaigns(*untold: tuple[int, int], ratio: float = 1.3, std_error: float = 0.02) -> Judgement:
    """What campaigns tell that are each without so many overloaded trials of both delegates."""
    found = [MeasuredClaim(80, {"": of_ratio(math.log(ratio), std_error)}, untold=each) for each in untold]
    rows = [
        row
        for number, each in enumerate(found)
        for row in published(replace(FIRST, name=f"paper-{number}"), "journal", {TIMES: each})
    ]
    judgement = judged_by_all(TIMES, rows[-1:], found[-1], rows)
    assert judgement is not None
    return judgement


@pytest.mark.parametrize(("ratio", "verdict"), [(1.3, "cannot tell"), (0.9, "cannot tell"), (1.8, "disagrees")])
def test_a_campaign_that_tells_nothing_of_a_claim_is_not_passed_over(ratio: float, verdict: str) -> None:
    """All its trials of SOAP were overloaded, but it tells of another claim at the same load."""
    found = MeasuredClaim(80, {"": of_ratio(math.log(ratio), 0.02)})
    rows = [
        row
        for name in ("paper-1", "paper-2")
        for row in published(replace(FIRST, name=name), "journal", {TIMES: found})
    ]
    silent = replace(rows[0], campaign="paper-3", claim="X-other")

    judgement = judged_by_all(TIMES, rows[-1:], found, [*rows, silent])

    assert judgement is not None and judgement.verdict == verdict
    assert "by 2 of 3 campaigns" in judgement.reason
    assert "without 1 campaign at this load that told nothing of it" in judgement.reason
    elsewhere = [replace(silent, **other) for other in ({"store": "database"}, {"customers": 60}, {"unit": "window"})]
    alone = judged_by_all(TIMES, rows[-1:], found, [*rows, *elsewhere])
    assert alone is not None and "by 2 campaigns;" in alone.reason
    # Of what is no time it is not known that it would have been greater.
    other = judged_by_all(SLOWER, rows[-1:], found, [*rows, silent])
    assert other is not None and other.verdict == "cannot tell"


def test_what_campaigns_tell_without_overloaded_trials_is_no_agreement() -> None:
    """1.3, within 1.1 to 1.5; of the trials that are left out it would have been more."""
    assert of_campaigns((0, 0), (0, 0)).verdict == "agrees"
    found = of_campaigns((0, 0), (2, 0), (1, 0))
    assert found.verdict == "cannot tell" and "by 3 campaigns" in found.reason
    assert "it agrees, but without trials that were overloaded (3), whose times would have been longer" in found.reason
    assert of_campaigns((0, 0), (1, 0), ratio=0.9).verdict == "cannot tell"  # it may be in the range with it


def test_a_ratio_that_is_too_great_without_overloaded_trials_is_so_with_them() -> None:
    found = of_campaigns((0, 0), (2, 0), ratio=1.8)
    assert found.verdict == "disagrees"
    assert found.reason.endswith("; without trials that were overloaded (2), whose times would have been longer")
    assert of_campaigns((0, 0), (2, 1), ratio=1.8).verdict == "cannot tell"  # the other's would make it less


def test_more_repetitions_are_asked_for_where_they_could_tell() -> None:
    """1.48 in 1.35 to 1.63 reaches beyond 1.5, and can only be within it or above. 1.6 can only be above."""
    inside = of_campaigns((0, 0), (1, 0), ratio=1.48, std_error=0.06)
    assert inside.verdict == "cannot tell" and "would tell" not in inside.reason and "needed" not in inside.reason
    assert "n = 10; it is without trials that were overloaded (1), whose times would have been longer" in inside.reason
    above = of_campaigns((0, 0), (1, 0), ratio=1.6, std_error=0.06)
    assert above.verdict == "cannot tell" and " would tell if the value stays; without trials" in above.reason


def test_what_the_machine_did_is_pooled_as_what_was_measured_is() -> None:
    """1.3, claimed to be 1.1 to 1.5: a machine that was 20 % slower and then 20 % faster was as fast for both together.
    Of 5 units 20 % slower and of 15 as fast it is 1.2^(1/4), 4.7 %; twice 20 % slower undoes the verdict.
    """

    def measured(shift: float, n: int = 5, sign: str = CANARY) -> Compared:
        machine = MachineShift(sign, shift)
        difference = replace(KNOWN, std_error=0.001, dof=n - 1)
        return Compared(1.3, n, 1.29, 1.31, "t over trials", machine, log_difference=difference)

    def verdict(*estimates: Compared) -> tuple[str, str]:
        rows = rows_of(*estimates)
        found = judged_by_all(SLOWER, rows[-1:], MeasuredClaim(40, {"": estimates[-1]}), rows)
        assert found is not None
        return found.verdict, found.reason

    assert verdict(measured(1.2), measured(1 / 1.2))[0] == "agrees"
    pooled = pooled_estimate(rows_of(measured(1.2), measured(1.0, 15)))
    assert isinstance(pooled, Compared) and pooled.machine_shift
    assert pooled.machine_shift.ratio == pytest.approx(1.0466, abs=1e-4)
    # With fewer free cores the machine was slower, as with a longer canary: both are to the same side.
    assert verdict(measured(1.2), measured(1 / 1.2, sign=OTHERS))[0] == "cannot tell"
    assert verdict(measured(1.2), measured(1.2, sign=OTHERS))[0] == "agrees"
    told, reason = verdict(measured(1.2), measured(1.2))
    assert told == "cannot tell"
    assert "it agrees by itself, but the machine, over all campaigns, differed by 20.0% between the levels" in reason


def on_two_machines(first: tuple[float, ...], second: tuple[float, ...], std_error: float = 0.01) -> Judgement:
    """A campaign for each ratio, of five repetitions."""
    estimates = [of_ratio(math.log(ratio), std_error) for ratio in (*first, *second)]
    machines = ["a machine"] * len(first) + ["another"] * len(second)
    rows = [replace(row, machine=machine) for row, machine in zip(rows_of(*estimates), machines, strict=True)]
    found = judged_by_all(SLOWER, rows[-1:], MeasuredClaim(40, {"": estimates[-1]}, "1 of 8 was overloaded"), rows)
    assert found is not None
    return found


def test_machines_that_tell_different_things_are_named_with_what_they_tell() -> None:
    """1.3 and 1.8, ± 2.306 · 0.01 / sqrt(2) = 1.64 %: more campaigns of either would not make one verdict of two."""
    found = on_two_machines((1.3, 1.3), (1.8, 1.8))

    assert found.verdict == "cannot tell" and "needed" not in found.reason and "would tell" not in found.reason
    assert found.reason == (
        "at 40 customers, by 4 campaigns, whose machines differ by more than chance; "
        "the paper's words give 1.1 to 1.5; a machine 1.3 (1.28–1.32) agrees, another 1.8 (1.77–1.83) disagrees; "
        "it depends on the machine; 1 of 8 was overloaded"
    )
    assert (found.low, found.high) == pytest.approx((1.3 / 1.01644, 1.8 * 1.01644), rel=1e-4)


def test_machines_that_differ_tell_what_each_of_them_tells() -> None:
    """Of a single campaign ± 17 %, by which 1.7 reaches below 1.5; of three on a machine ± 7.5 %."""
    found = on_two_machines((1.7, 1.7, 1.7), (2.5, 2.5, 2.5), std_error=0.0566)

    assert found.verdict == "disagrees"
    assert "a machine 1.7 (1.58–1.83) disagrees, another 2.5 (2.33–2.68) disagrees" in found.reason
    assert "depends" not in found.reason and "overloaded" not in found.reason


@pytest.mark.parametrize(("first", "second"), [((1.45, 1.45), (2.5, 2.5)), ((2.5, 2.5), (1.45, 1.45))])
def test_a_machine_that_cannot_tell_is_named_with_the_reason(
    first: tuple[float, ...], second: tuple[float, ...]
) -> None:
    found = on_two_machines(first, second, std_error=0.03)

    assert found.verdict == "cannot tell" and "depends" not in found.reason
    machine = "a machine" if first[0] == 1.45 else "another"
    assert f"; on {machine} the interval reaches beyond it, n = 10; " in found.reason


def test_a_machine_of_one_campaign_each_may_be_but_a_campaign_that_differs() -> None:
    found = on_two_machines((1.3,), (1.8,))
    assert found.verdict == "cannot tell" and "differ by more than chance, so that n is theirs" in found.reason


def test_campaigns_of_one_machine_that_differ_as_much_as_machines_are_the_sample() -> None:
    found = on_two_machines((1.2, 1.6), (1.3, 1.7))
    assert "by 4 campaigns, which differ by more than chance, so that n is theirs" in found.reason
