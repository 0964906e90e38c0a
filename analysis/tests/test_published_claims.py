"""Claims by several campaigns: what each has published is pooled with the next, worked by hand."""

import errno
import json
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from analysis.analysis_errors import ResultsError
from analysis.comparing.claims import Claim, Judgement, MeasuredClaim, times_of
from analysis.comparing.claims_table import read_table, with_campaign, write_table
from analysis.comparing.comparison import MachineShift
from analysis.comparing.delegate_ratios import Compared
from analysis.comparing.published_claims import Campaign, PublishedEstimate, judged_by_all, pooled_estimate, published
from analysis.comparing.stability import CANARY, OTHERS
from analysis.contract import durable_files
from analysis.reporting.paper_page import PICTURES, TABLE, write_paper_page
from analysis.statistics.intervals import Difference, Estimate, Kind
from analysis.statistics.shares import share_interval
from analysis.tests.synthetic import write_assigned, write_results
from analysis.tests.synthetic_plan import VARIANTS

pytestmark = pytest.mark.usefixtures("analysed_once")

SLOWER = Claim("X-slower", "SOAP is slower", "1", 1.1, 1.5, "moderate", lambda evidence, customers: "")
SHARE = replace(SLOWER, name="X-share", low=0.2, high=0.5, unit="fraction")
DESIGN = "80 customers at 100 %, place-orders, one-server, -Xmx500m, 15 s a trial"
FIRST = Campaign("paper-1", "a" * 40, "a machine", 40.0, DESIGN)
T4 = float(stats.t.ppf(0.975, 4))


def of_ratio(mean_log: float, std_error: float, n: int = 5) -> Estimate:
    half = float(stats.t.ppf(0.975, n - 1)) * std_error
    low, value, high = (math.exp(mean_log + by * half) for by in (-1, 0, 1))
    return Estimate(value, n, low, high, "t over trials")


def rows_of(*estimates: Estimate, claim: Claim = SLOWER, store: str = "journal") -> list[PublishedEstimate]:
    """One campaign each."""
    return [
        row
        for number, estimate in enumerate(estimates, start=1)
        for row in published(replace(FIRST, name=f"paper-{number}"), store, {claim: MeasuredClaim(40, {"": estimate})})
    ]


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


def test_a_fraction_whose_interval_reaches_up_to_one_is_read_again_and_pooled_by_its_lower_end(tmp_path: Path) -> None:
    """Two repetitions, log odds of 1 ± 12.7062 · 3.2 = 40.66: from 6e-18 up to what is 1 by the computer's numbers."""
    half = 12.7062047 * 3.2
    wide = Estimate(1 / (1 + math.exp(-1)), 2, 1 / (1 + math.exp(half - 1)), 1.0, "t on the logit over trials")
    rows = rows_of(wide, claim=SHARE)
    write_table(tmp_path / TABLE, rows)

    [read] = read_table(tmp_path / TABLE)

    assert (read.mean.mean, read.mean.std_error) == pytest.approx((1.0, 3.2), rel=1e-5)


def test_a_fraction_of_almost_one_is_no_fraction_of_one_in_the_table(tmp_path: Path) -> None:
    almost = Estimate(1 - 1e-9, 5, 1 - 1e-8, 1 - 1e-10, "t on the logit over trials")
    write_table(tmp_path / TABLE, rows_of(almost, claim=SHARE))
    [read] = read_table(tmp_path / TABLE)
    assert (read.value, read.low, read.high) == (almost.value, almost.low, almost.high)


def test_a_fraction_at_the_end_of_its_scale_is_not_published() -> None:
    for shares in ([1.0, 1.0, 1.0], [0.0, 0.0]):
        assert rows_of(share_interval(shares), claim=SHARE) == []
    assert [row.scale for row in rows_of(share_interval([0.9, 0.8, 1.0]), claim=SHARE)] == ["logit"]


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


def test_a_ratio_of_delegates_is_published_with_what_its_interval_was_made_from() -> None:
    """Of an experiment with looks the report has a wider interval than that of 95 %, and by order other degrees."""
    difference = Difference(math.log(1.3), 0.05, 38.5)
    of_a_look = Compared(1.3, 40, 1.1, 1.54, "clustered t over time blocks", log_difference=difference)

    [row] = rows_of(of_a_look)

    assert (row.unit, row.scale, row.dof, row.n) == ("order", "log", 38.5, 40)
    assert (row.low, row.high) == pytest.approx(
        [math.exp(math.log(1.3) + by * 2.0235 * 0.05) for by in (-1, 1)], rel=1e-3
    )
    assert (row.mean.mean, row.mean.std_error) == pytest.approx((math.log(1.3), 0.05))


KNOWN = Difference(math.log(1.3), 0.01, 4)


@pytest.mark.parametrize(
    "estimate",
    [
        Estimate(1.3, 1),
        Estimate(None, 0),
        Estimate(1.3, 500, 1.2, 1.4, "block bootstrap within one trial"),
        Compared(1.3, 5, 1.25, 1.35, "t over trials"),
    ],
)
def test_what_is_not_over_repetitions_is_not_published(estimate: Estimate) -> None:
    assert rows_of(estimate) == []


TIMES = replace(SLOWER, untold=times_of("soap", "jms"))


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


def test_a_campaign_without_its_overloaded_trials_is_published_with_their_number() -> None:
    """Left out as a whole, those that overloaded nothing would tell, which are the better ones."""
    found = MeasuredClaim(80, {"": of_ratio(0.2, 0.1)}, "3 of 8 were overloaded", (2, 1))
    [row] = published(FIRST, "journal", {TIMES: found})
    assert (row.n, row.raising, row.lowering) == (5, 2, 1)
    by_window = Compared(1.3, 9, 1.2, 1.4, "t over switchback blocks", log_difference=Difference(0.26, 0.03, 8))
    [row] = published(FIRST, "journal", {TIMES: replace(found, estimates={"": by_window})})
    assert (row.unit, row.raising, row.lowering) == ("window", 0, 0)


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


def test_turns_are_published_as_those_of_who_conducted_them() -> None:
    """Nobody counts them twice: with other trials they are the same rows."""
    turns = replace(FIRST, name="turns-1", commit="c" * 40, design=f"{DESIGN}, in windows of 4 s")
    by_window = Compared(1.3, 30, 1.2, 1.4, "t over switchback blocks", log_difference=KNOWN)
    found = {SLOWER: MeasuredClaim(40, {"": by_window}), SHARE: MeasuredClaim(40, {"": of_ratio(0.2, 0.1)})}
    again = found | {SHARE: MeasuredClaim(40, {"": of_ratio(0.3, 0.1)})}

    first = published(FIRST, "journal", found, {40: turns})
    second = published(replace(FIRST, name="paper-2"), "journal", again, {40: turns})

    assert [(row.campaign, row.commit[0], row.unit) for row in first] == [
        ("turns-1", "c", "window"),
        ("paper-1", "a", "trial"),
    ]
    assert first[0] == second[0]
    table = with_campaign(with_campaign([], FIRST, "journal", first), replace(FIRST, name="paper-2"), "journal", second)
    assert [row.campaign for row in table] == ["paper-1", "turns-1", "paper-2"]
    # One folder of turns may tell of two stores.
    both = with_campaign(table, FIRST, "database", [replace(row, store="database") for row in first])
    assert [row.campaign for row in both] == ["paper-1", "turns-1", "paper-2", "turns-1", "paper-1"]
    assert [row.unit for row in published(FIRST, "journal", found, {40: None})] == ["trial"]
    # At other loads, turns are of the trials' own results.
    assert [row.campaign for row in published(FIRST, "journal", found, {15: turns})] == ["paper-1", "paper-1"]


def test_turns_of_another_design_are_refused() -> None:
    estimate = Compared(1.3, 30, 1.2, 1.4, "t over switchback blocks", log_difference=KNOWN)
    found = {SLOWER: MeasuredClaim(40, {"": estimate})}
    known, longer = (
        published(
            FIRST, "journal", found, {40: replace(FIRST, name=name, design=f"{DESIGN}, in windows of {seconds} s")}
        )
        for name, seconds in (("turns-1", 4), ("turns-2", 8))
    )
    with pytest.raises(ResultsError, match=r"turns-1 was published with .* of 4 s, and turns-2 has .* of 8 s: "):
        with_campaign(known, FIRST, "journal", longer)


def test_a_campaign_that_went_on_takes_the_place_of_what_it_had_published() -> None:
    before, other, after = (rows_of(of_ratio(mean, 0.1)) for mean in (0.1, 0.2, 0.3))
    other = [replace(row, campaign="paper-2") for row in other]

    assert with_campaign([*before, *other], FIRST, "journal", after) == [*other, *after]
    assert with_campaign([*before, *other], FIRST, "journal", []) == other


def test_campaigns_of_another_design_are_refused() -> None:
    heavier = replace(FIRST, name="paper-2", design=DESIGN.replace("80", "60"))
    with pytest.raises(ResultsError, match=r"paper-1 was published with 80 customers .* name another folder"):
        with_campaign(rows_of(of_ratio(0, 1)), heavier, "journal", [])


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = [replace(row, value=1.5, low=1.25, high=1.75) for row in rows_of(of_ratio(0.4, 0.1))]
    write_table(tmp_path / TABLE, rows)

    assert read_table(tmp_path / TABLE) == rows
    assert read_table(tmp_path / "none.csv") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("claim,", "claims,"),
        (",1.5,", ",fast,"),
        (",5,4,1,0,0\n", ",1,4,1,0,0\n"),
        (",5,4,1,0,0\n", ",5,0,1,0,0\n"),
        (",5,4,1,0,0\n", ",5,4,0,0,0\n"),
        (",5,4,1,0,0\n", ",5,4,1,-1,0\n"),
        (",5,4,1,0,0\n", ",5,4,1,0,some\n"),
        (",1.25,", ",1.6,"),
        (",1.25,", ",-1.25,"),
        (",1.75,", ",inf,"),
        (",1.75,", ","),
        (",log,", ",root,"),
        ("\n", "\n\x00"),
        ("campaign", ""),
    ],
)
def test_what_is_no_such_table_is_refused_with_what_was_expected(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / TABLE
    write_table(file, [replace(row, value=1.5, low=1.25, high=1.75) for row in rows_of(of_ratio(0.4, 0.1))])
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(
        ResultsError, match=r"claims\.csv: expected a table with the columns campaign, commit, .*, lowering: "
    ):
        read_table(file)


def test_an_empty_table_and_one_with_a_row_twice_are_refused(tmp_path: Path) -> None:
    """As a merge of two branches may leave them."""
    file = tmp_path / TABLE
    file.write_text("", encoding="utf-8")
    with pytest.raises(ResultsError, match="expected a table with the columns"):
        read_table(file)
    write_table(file, rows_of(of_ratio(0.4, 0.1)) * 2)
    with pytest.raises(ResultsError, match="got two rows of one campaign for the same"):
        read_table(file)


def campaign(
    folder: Path,
    repetitions: int = 2,
    capacity: float | None = 30.0,
    loads: tuple[int, ...] = (15, 40),
    dirty: bool = False,
) -> Path:
    write_results(folder, list(VARIANTS), list(loads), repetitions=repetitions, commit="b" * 40, dirty=dirty)
    return with_recorded(folder, {} if capacity is None else {"capacity": [[0.0, capacity]]})


def with_recorded(folder: Path, recorded: dict[str, Any], **more: Any) -> Path:
    """A results folder whose experiment has that, too."""
    file = folder / "experiment.json"
    experiment = json.loads(file.read_text())
    file.write_text(json.dumps(experiment | {"as_read": {"recorded": recorded}} | more))
    return folder


def test_the_page_judges_by_all_campaigns_beside_it(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    page = write_paper_page([campaign(tmp_path / "paper-1")], docs)
    first = page.read_text(encoding="utf-8")
    assert "by 2 campaigns" not in first and "campaigns" not in first
    table = read_table(docs / PICTURES / TABLE)
    assert {row.campaign for row in table} == {"paper-1"} and {row.capacity_per_s for row in table} == {30.0}

    second = write_paper_page([campaign(tmp_path / "paper-2", 3)], docs).read_text(encoding="utf-8")

    assert "- **messages in the broker's journal, by [all campaigns](paper/claims.csv)**: `paper-1` (" in second
    assert second.count("orders/s, at `bbbbbbbb`)") == 2
    [row] = [line for line in second.splitlines() if "`PS-cpu`" in line]
    assert "at 40 customers, by 2 campaigns; " in row and "; these results alone: 1." in row
    assert {row.campaign for row in read_table(docs / PICTURES / TABLE)} == {"paper-1", "paper-2"}


def test_turns_beside_trials_are_rows_of_their_own_folder_however_often_they_are_named(tmp_path: Path) -> None:
    docs, turns = tmp_path / "docs", write_assigned(tmp_path / "turns-1", ["window"])
    with_recorded(turns, {"capacity": [[0.0, 30.0]]}, commit="c" * 40, dirty=False)
    for number in (1, 2):
        folders = [campaign(tmp_path / f"paper-{number}", 1 + number), turns]
        page = write_paper_page(folders, docs).read_text(encoding="utf-8")

    rows = read_table(docs / PICTURES / TABLE)
    in_turns = [row for row in rows if row.unit == "window"]
    assert {(row.campaign, row.commit[0], row.customers) for row in in_turns} == {("turns-1", "c", 40)}
    assert len(in_turns) == len({row.subject for row in in_turns}) > 3
    assert all(" s, in windows of " in row.design for row in in_turns)
    assert {row.campaign for row in rows if row.unit != "window"} == {"paper-1", "paper-2"}
    [row] = [line for line in page.splitlines() if "`PS-cpu`" in line]
    assert "at 40 customers, by window; " in row and "campaigns" not in row


@pytest.mark.parametrize("more", [{"capacity": None}, {"dirty": True}])
def test_results_that_nobody_can_compare_with_are_a_page_by_themselves(more: dict[str, Any], tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for repetitions, name in enumerate(("paper-1", "paper-2"), start=2):
        write_paper_page([campaign(tmp_path / name, repetitions)], docs)
    known = (docs / PICTURES / TABLE).read_bytes()

    page = write_paper_page([campaign(tmp_path / "paper-3", **more)], docs).read_text(encoding="utf-8")

    assert "by 2 campaigns" not in page and "by 3 campaigns" not in page
    assert (docs / PICTURES / TABLE).read_bytes() == known


@pytest.mark.parametrize(("least_s", "most_s", "published"), [(0.0, 4.0, True), (0.0, 0.0, False)])
def test_who_thinks_no_time_at_least_is_comparable_and_who_does_not_think_is_not(
    least_s: float, most_s: float, published: bool, tmp_path: Path
) -> None:
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    for trial in folder.glob("trials/*/trial.json"):
        facts = json.loads(trial.read_text())
        facts["scenario"] |= {"think_min_s": least_s, "think_max_s": most_s}
        trial.write_text(json.dumps(facts))

    write_paper_page([folder], docs)

    rows = read_table(docs / PICTURES / TABLE)
    assert bool(rows) == published
    assert all("who think 0.00 to 2.00 of the mean" in row.design for row in rows)


def test_a_table_that_cannot_be_written_is_the_one_that_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / TABLE
    write_table(file, rows_of(of_ratio(0.4, 0.1)))
    before = file.read_bytes()

    def full(paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(durable_files, "force", full)
    with pytest.raises(OSError, match="No space left"):
        write_table(file, rows_of(of_ratio(0.4, 0.1), of_ratio(0.5, 0.1)))

    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_a_page_that_cannot_be_written_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of one, or an older one beside newer pictures, would be taken for whole."""
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    page = write_paper_page([folder], docs)
    table, force = (docs / PICTURES / TABLE).read_bytes(), durable_files.force

    def full(paths: Iterable[Path]) -> None:
        named = list(paths)
        if any(path.name.startswith(f".{page.name}") for path in named):
            raise OSError(errno.ENOSPC, "No space left on device")
        force(named)

    monkeypatch.setattr(durable_files, "force", full)
    with pytest.raises(OSError, match="No space left"):
        write_paper_page([folder], docs)
    assert sorted(path.name for path in docs.iterdir()) == [PICTURES]
    assert (docs / PICTURES / TABLE).read_bytes() == table


def test_results_under_another_name_are_refused(tmp_path: Path) -> None:
    """They would be pooled with themselves: n would double, and nothing new was measured."""
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    write_paper_page([folder], docs)
    before = (docs / PICTURES / TABLE).read_bytes()
    again = folder.rename(tmp_path / "paper-archive")
    with pytest.raises(ResultsError, match="paper-archive has the numbers of paper-1, which are published already"):
        write_paper_page([again], docs)
    assert (docs / PICTURES / TABLE).read_bytes() == before


def test_the_same_results_again_are_no_further_campaign(tmp_path: Path) -> None:
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    pages = [write_paper_page([folder], docs).read_text(encoding="utf-8") for _ in range(2)]
    assert pages[0] == pages[1] and "campaigns" not in pages[1]


def test_what_decides_what_is_measured_makes_another_design(tmp_path: Path) -> None:
    """Trials twice as long, other loads, and think times that are another share of what the machine bears."""
    docs = tmp_path / "docs"
    write_paper_page([campaign(tmp_path / "paper-1")], docs)
    with pytest.raises(ResultsError, match=r"paper-1 was published with .*, and paper-2 has "):
        write_paper_page([campaign(tmp_path / "paper-2", capacity=60.0)], docs)
    with pytest.raises(ResultsError, match=r"customers 15, 40; .* customers 15, 60; "):
        write_paper_page([campaign(tmp_path / "paper-3", loads=(15, 60))], docs)
