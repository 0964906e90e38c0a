"""The profile of a machine: what goes into it, and what a report says of it."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.calibration import ratio_of, usable_profile, with_results
from analysis.comparing.comparison import Comparison, with_ratio
from analysis.comparing.pilot import profile_ratios
from analysis.comparing.results import Results, read_results
from analysis.contract import schemas
from analysis.contract.machine_profile import MachineProfile, PlaceboRatio, machine_of
from analysis.presentation.profile_sentences import NO_PROFILE, profile_sentence
from analysis.reporting.report import write_report
from analysis.statistics.intervals import Difference
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_placebo import write_placebo

pytestmark = pytest.mark.usefixtures("analysed_once")

EXAMPLE = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_profile.json", MachineProfile)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("results") / "calibrate-1"
    return read_results(write_placebo(folder, ("order", "window", "trial"), blocks=3, seconds=48))


@pytest.fixture(scope="module")
def profile(results: Results) -> MachineProfile:
    return with_results(None, results, "2026-11-23 06:10")


def test_each_unit_has_its_ratios_and_n(profile: MachineProfile) -> None:
    """48 s are ten blocks of 5 s and two switchback blocks of 24 s; there are three blocks of trials."""
    assert list(profile.units) == ["order", "window", "trial"]
    of_order, of_window, of_trial = profile.units.values()
    assert {ratio.n for ratio in of_order.ratios} == {30}
    assert {ratio.metric for ratio in of_order.ratios} == {
        "response_geomean_ms", "call_geomean_ms", "latency_geomean_ms", "order_cpu_geomean_ms",
    }  # fmt: skip
    assert {ratio.n for ratio in of_window.ratios} == {6}
    assert {ratio.n for ratio in of_trial.ratios} == {3}
    assert (of_order.trials, of_window.trials, of_trial.trials) == (3, 3, 6)
    assert (of_order.window_s, of_order.measure_s, of_order.customers) == (None, 48.0, 40)
    assert of_order.results == "calibrate-1" and of_order.made == "2026-11-23 06:10"


def test_the_document_is_as_its_schema_says(profile: MachineProfile, tmp_path: Path) -> None:
    schemas.check_json(profile.model_dump(mode="json"), "machine_profile", tmp_path)


def test_the_spread_is_that_of_one_unit() -> None:
    """A standard error of 0.02 over 16 units: 0.02 · √16 = 0.08."""
    found = Comparison("cpu_per_order_ms", "placebo", "a2", "a1", {}, n=16)
    ratio = ratio_of(with_ratio(found, Difference(0.01, 0.02, 15), "paired t on logarithms")[0])
    assert ratio is not None and ratio.spread == pytest.approx(0.08)
    assert ratio.low == pytest.approx(math.exp(0.01 - 2.13145 * 0.02))  # Student's t at 15 degrees: 2.13145
    assert ratio_of(found) is None


@pytest.mark.parametrize(("low", "high", "differs"), [(1.0, 1.1, False), (0.9, 1.0, False), (1.001, 1.1, True)])
def test_a_false_positive_is_an_interval_that_leaves_out_1(low: float, high: float, differs: bool) -> None:
    ratio = EXAMPLE.units["order"].ratios[0].model_copy(update={"low": low, "high": high})
    assert ratio.differs_alone == differs
    unit = EXAMPLE.units["order"].model_copy(update={"ratios": (ratio, EXAMPLE.units["order"].ratios[0])})
    assert unit.false_positives == int(differs)


def test_units_that_were_not_calibrated_anew_stay_and_those_of_another_machine_do_not(results: Results) -> None:
    here = EXAMPLE.model_copy(update={"machine": machine_of(results.trials[0].trial.facts)})
    bed = here.model_copy(update={"units": {**EXAMPLE.units, "bed": EXAMPLE.units["trial"]}})
    renewed = with_results(bed, results, "now")
    assert list(renewed.units) == ["order", "trial", "bed", "window"]
    assert renewed.units["bed"] == EXAMPLE.units["trial"] and renewed.units["order"].made == "now"
    other = bed.model_copy(update={"machine": bed.machine.model_copy(update={"cores": 64})})
    assert list(with_results(other, results, "now").units) == ["order", "window", "trial"]


def test_what_compared_something_makes_no_profile(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "r", ["jms-transacted", "soap"], [15], repetitions=1)
    with pytest.raises(ResultsError, match="compared transition: a profile takes a placebo"):
        with_results(None, read_results(folder), "now")
    once = write_placebo(tmp_path / "once", ["trial"], blocks=1, seconds=30)
    with pytest.raises(ResultsError, match="no ratio with an interval"):
        with_results(None, read_results(once), "now")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, "by order of 2026-01-01 00:30 (commit 0123456), 0 of 1 metrics called different; by trial of"),
        ({"cores": 64}, "is of another machine, Example CPU, 64 cores, 7.5 GiB, kernel 6.1.0, JDK 25"),
        ({"kernel": "7.0"}, "is of another machine"),
        ({"jdk": "26"}, "is of another machine"),
    ],
)
def test_a_report_names_its_profile(results: Results, changes: dict[str, Any], said: str) -> None:
    machine = machine_of(results.trials[0].trial.facts).model_copy(update=changes)
    kept = EXAMPLE.model_copy(update={"machine": machine})
    assert said in profile_sentence(kept, results)


def test_a_trial_for_which_no_bed_came_up_is_of_the_machine_of_the_others(tmp_path: Path) -> None:
    """Its record names no JDK: none was asked."""
    folder = write_results(tmp_path / "r", ["jms-transacted", "soap"], [15], repetitions=2)
    machine = machine_of(read_results(folder).trials[0].trial.facts)
    file = folder / "trials/002/trial.json"
    facts = json.loads(file.read_text())
    without_bed = facts | {"versions": {"siege": "4.0.7"}, "outcome": {"status": "failed", "reason": "no bed"}}
    file.write_text(json.dumps(without_bed))
    kept = EXAMPLE.model_copy(update={"machine": machine})
    assert usable_profile(kept, read_results(folder)) == kept
    other = kept.model_copy(update={"machine": machine.model_copy(update={"cores": 64})})
    assert usable_profile(other, read_results(folder)) is None
    file.write_text(json.dumps(without_bed | {"machine": facts["machine"] | {"cores": 64}}))
    assert usable_profile(kept, read_results(folder)) is None


def test_a_report_without_a_profile_says_how_to_have_one(results: Results) -> None:
    assert "./petlab calibrate makes one" in NO_PROFILE
    assert NO_PROFILE in write_report(results.folder).page.read_text()
    kept = EXAMPLE.model_copy(update={"machine": machine_of(results.trials[0].trial.facts)})
    assert "Judged with the A/A profile of this machine" in write_report(results.folder, kept).page.read_text()
    assert schemas.read_json(results.folder / "summary.json", "summary")["profile"].startswith("Judged with the A/A")


def test_more_levels_share_the_orders_of_a_block() -> None:
    """Each of three has two thirds of what each of two had: √(3/2) times the spread. Trials are not shared."""
    order, trial = EXAMPLE.units["order"], EXAMPLE.units["trial"]
    [two] = profile_ratios("order", order, "response_geomean_ms", 2)
    [three] = profile_ratios("order", order, "response_geomean_ms", 3)
    assert (two.spread, three.spread) == pytest.approx((0.0736, 0.0736 * 1.2247), abs=1e-5)
    [of_trial] = profile_ratios("trial", trial, "call_mean_ms", 3)
    assert (of_trial.metric, of_trial.spread, of_trial.n, of_trial.seen) == ("cpu_per_order_ms", 0.02, 5, 0.036)


def test_a_ratio_no_number_of_units_sees_has_no_smallest_effect() -> None:
    ratio = PlaceboRatio(metric="m", ratio=1, low=0.1, high=9, n=2, spread=9, smallest_effect=None, verdict="-")
    unit = EXAMPLE.units["trial"].model_copy(update={"ratios": (ratio,)})
    assert profile_ratios("trial", unit, "m", 2)[0].seen == math.inf
