"""What was repeated: blocks where levels were switched on the same servers, else launches of the servers."""

# mypy: disable-error-code="operator,arg-type,comparison-overlap"
# A None here fails the test, as it should.

import json
import math
from pathlib import Path

import pytest

from analysis.comparing.comparison import Comparison
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.design import Design
from analysis.comparing.estimates import combinations_of
from analysis.comparing.launches import beds_differ, changed_places, launches_of, units
from analysis.comparing.results import read_results
from analysis.reading.trial_facts import Trial
from analysis.reporting.findings import Findings
from analysis.reporting.report import write_report
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_crashes import write_transactions
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult

pytestmark = pytest.mark.usefixtures("analysed_once")

METRIC = "response_mean_ms"
MANAGERS = ("payara", "narayana slots")
DESIGN = Design({"transition": ["soap"], "customers": [15], "transactions": list(MANAGERS)}, "payara")
#: Of Narayana against Payara, block by block.
RATIOS = (1.1, 1.3, 1.2, 1.4)


def trial_of(block: int, manager: str, value: float, launch: str) -> TrialResult:
    plan = TrialPlan(f"{block}-{manager}", block + 1, variant=VARIANTS["soap"], levels={"transactions": manager})
    metrics = {METRIC: Estimate(value, 50, value, value)}
    return TrialResult(trial_with(plan), "valid", (), metrics=metrics, launch=launch)


def trials_on(launches: list[tuple[str, str]]) -> tuple[TrialResult, ...]:
    """A block for each pair of launches: Payara's, Narayana's."""
    blocks = list(zip(launches, RATIOS, strict=False))
    of_payara = [trial_of(block, "payara", 100.0, one) for block, ((one, _), _) in enumerate(blocks)]
    others = [trial_of(block, MANAGERS[1], 100.0 * ratio, other) for block, ((_, other), ratio) in enumerate(blocks)]
    return (*of_payara, *others)


def compared(launches: list[tuple[str, str]]) -> Comparison:
    [found] = [c for c in comparisons_of(DESIGN, trials_on(launches)) if c.metric == METRIC]
    return found


def test_one_launch_a_level_cannot_be_told_from_the_level_however_many_windows_it_has() -> None:
    found = compared([("a", "b")] * 4)
    assert found.ratio == pytest.approx((1.1 * 1.3 * 1.2 * 1.4) ** 0.25)
    assert (found.n, found.unit, found.verdict) == (1, "launch", "cannot tell")
    assert (found.low, found.high, found.interval) == (None, None, "none")
    assert "cannot be told from the launch" in str(found.reason)


def test_fresh_servers_in_each_block_are_a_repetition_each() -> None:
    """By hand: the logarithms of 1.1, 1.3, 1.2, 1.4 have the mean 0.219117 and the standard deviation 0.103802;
    t(3) = 3.182446, half the width 0.165172.
    """
    found = compared([("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")])
    assert (found.n, found.unit) == (4, "launch")
    assert found.low == pytest.approx(math.exp(0.219117 - 0.165172), abs=1e-4)
    assert found.high == pytest.approx(math.exp(0.219117 + 0.165172), abs=1e-4)


def test_levels_that_change_places_are_repeated_once_in_two_blocks() -> None:
    """By hand: ln 1.43 / 2 = 0.178837 and ln 1.68 / 2 = 0.259397 as in the next test, whichever launch is better; half
    the difference 0.040280 times t(1) = 12.7062 is 0.511806. A fifth block without a counterpart tells nothing.
    """
    found = compared([("a", "b"), ("b", "a"), ("b", "a"), ("a", "b")])
    assert (found.n, found.assignment, found.unit) == (2, "trial", "block pair")
    assert (found.row()["unit"], "crossover" in found.row()) == ("block pair", False)
    assert found.ratio == pytest.approx(math.exp(0.219117), abs=1e-5)
    assert found.high == pytest.approx(math.exp(0.219117 + 0.511806), abs=1e-4)
    once = compared([("a", "b"), ("b", "a"), ("a", "b")])
    assert (once.n, once.low, once.high, once.interval) == (1, None, None, "none")
    assert changed_places([("a", "b"), ("a", "b"), ("b", "a"), ("c", "c"), ("b", "c")]) == [2, None, 2, None, None]


def test_trials_that_were_repeated_later_take_no_block_from_the_others() -> None:
    """Two void trials, one of each level, were conducted again on another launch. By hand: the logarithms of 1.1 and
    1.4, and the mean of those of 1.3 and 1.2, which share their launches: 0.095310, 0.336472, 0.222343; their mean
    0.218042, standard deviation 0.120639; t(2) = 4.302653, half the width 0.299684.
    """
    found = compared([("a", "a"), ("a", "b"), ("b", "a"), ("a", "a")])
    assert (found.n, found.assignment, found.unit) == (3, "trial", "block")
    assert found.ratio == pytest.approx(math.exp(0.218042), abs=1e-5)
    assert found.low == pytest.approx(math.exp(0.218042 - 0.299684), abs=1e-4)
    assert found.high == pytest.approx(math.exp(0.218042 + 0.299684), abs=1e-4)


def test_a_block_that_an_interruption_parted_makes_no_other_unit() -> None:
    found = compared([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")])
    assert (found.n, found.assignment, found.unit) == (4, "trial", "block")


def test_windows_of_a_launch_are_averaged() -> None:
    """By hand: two launches a level with two windows each; ln 1.43 / 2 = 0.178837 and ln 1.68 / 2 = 0.259397, mean
    0.219117, half the difference 0.040280 times t(1) = 12.7062 is 0.511806.
    """
    found = compared([("a", "b"), ("a", "b"), ("c", "d"), ("c", "d")])
    assert (found.n, found.unit) == (2, "launch")
    assert found.ratio == pytest.approx(math.exp(0.219117), abs=1e-5)
    assert found.high == pytest.approx(math.exp(0.219117 + 0.511806), abs=1e-4)


def test_a_level_that_kept_its_server_while_the_other_had_fresh_ones_was_not_repeated() -> None:
    found = compared([("a", "b"), ("a", "c"), ("a", "d")])
    assert (found.n, found.interval) == (1, "none")


def test_levels_that_are_switched_on_one_launch_are_repeated_in_each_block() -> None:
    found = compared([("a", "a")] * 4)
    assert (found.n, found.unit, found.interval) == (4, "block", "paired t on logarithms")


@pytest.mark.parametrize(
    ("pairs", "count"),
    [
        ([("a", "b"), ("b", "c"), ("c", "d"), ("x", "y")], 2),  # by way of b and c
        ([("a", "a"), ("a", "a"), ("a", "b")], 3),
        ([("a", "b")], 1),
        ([("a", "a")], 1),
    ],
)
def test_pairs_that_share_a_launch_are_one_repetition(pairs: list[tuple[str, str]], count: int) -> None:
    assert len(set(units(pairs))) == count


@pytest.mark.parametrize(
    ("launches", "differ"),
    [("a a", False), ("ab bc", False), ("ab cd", True), ("a ab b", True), ("a", False), ("", False)],
)
def test_beds_differ_when_two_levels_never_had_the_same_servers(launches: str, differ: bool) -> None:
    assert beds_differ(map(frozenset, launches.split())) is differ


def test_a_level_with_servers_of_its_own_has_as_many_values_as_launches() -> None:
    """By hand: 110 and 130 on one launch, 120 and 140 on another: 120 and 130, so that it is 125 ± 5 * 12.7062."""
    trials = trials_on([("a", "b"), ("a", "b"), ("c", "d"), ("c", "d")])
    payara, narayana = combinations_of(DESIGN, trials)
    estimate = narayana.metrics[METRIC]
    assert (estimate.value, estimate.n, estimate.interval) == (pytest.approx(125), 2, "t over launches")
    assert estimate.high == pytest.approx(125 + 5 * 12.7062, abs=1e-3)
    assert payara.metrics[METRIC].n == 2
    [_, once] = combinations_of(DESIGN, trials_on([("a", "b")] * 4))
    assert (once.metrics[METRIC].n, once.metrics[METRIC].low) == (1, None)
    [_, switched] = combinations_of(DESIGN, trials_on([("a", "a")] * 4))
    assert (switched.metrics[METRIC].n, switched.metrics[METRIC].interval) == (4, "t over trials")


def older(position: int, manager: str, launch: str | None = None) -> Trial:
    plan = TrialPlan(f"{position:03}", position=position, levels={"transactions": manager})
    return trial_with(plan, launch=launch)


def test_of_older_records_the_fewest_launches_are_taken_that_there_can_have_been() -> None:
    trials = [older(4, "slots"), older(1, "payara"), older(2, "payara"), older(3, "slots"), older(5, "payara")]
    found = launches_of(trials, side_by_side=False)
    assert [len({found[one] for one in ids}) for ids in (("001", "002"), ("003", "004"), found)] == [1, 1, 3]
    parallel = launches_of(trials, side_by_side=True)
    assert parallel["001"] == parallel["002"] == parallel["005"] != parallel["003"] == parallel["004"]


def test_a_launch_that_was_recorded_is_taken_as_it_is() -> None:
    trials = [older(1, "payara", "x"), older(2, "payara", "y")]
    assert launches_of(trials, side_by_side=True) == {"001": "x", "002": "y"}


def test_a_report_of_beds_that_stood_side_by_side_all_the_time_gives_no_verdict_between_them(tmp_path: Path) -> None:
    folder = write_transactions(tmp_path / "beside", stores=("payara", "narayana file"))
    file = folder / "experiment.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"side_by_side": True}))
    page = write_report(folder).page.read_text()
    by_factor = {
        factor: {c.n for c in Findings(read_results(folder)).comparisons if c.factor == factor and c.ratio}
        for factor in ("transactions", "transition")
    }
    assert by_factor == {"transactions": {1}, "transition": {3}}
    assert "side by side, 2 launches of servers" in page
    assert "confidence interval of the mean over trials" in page, "no level has two launches"
    assert "the launch of the servers, where levels had servers of their own, else the trial, is the unit" in page


def test_a_report_in_which_nothing_but_windows_was_repeated_says_so(tmp_path: Path) -> None:
    folder = write_transactions(tmp_path / "beside", stores=("payara", "narayana file"))
    for path in [*folder.glob("trials/*/trial.json")]:
        facts = json.loads(path.read_text())
        launch = facts["levels"]["transactions"] + facts["levels"]["transition"]
        path.write_text(json.dumps(facts | {"launch": launch}))
    page = write_report(folder).page.read_text()
    assert "Each level had servers of its own, launched once." in page
    assert "The experiment has a single repetition" not in page


def test_a_report_of_fresh_beds_in_each_block_is_over_launches(tmp_path: Path) -> None:
    folder = write_transactions(tmp_path / "fresh", stores=("payara", "narayana file"))
    page = write_report(folder).page.read_text()
    found = [c for c in Findings(read_results(folder)).comparisons if c.factor == "transactions" and c.ratio]
    assert {(c.n, c.unit) for c in found if not c.is_main_effect} == {(3, "launch")}
    assert {(c.n, c.unit) for c in found if c.is_main_effect} == {(6, "launch")}, "over two delegates"
    assert "confidence interval of the mean over launches of the servers" in page and "<td>3 launches</td>" in page
