"""What a pilot predicts, with figures worked by hand."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.comparison import EVERY_LEVEL
from analysis.comparing.pilot import PilotRatio, pilot_ratios
from analysis.reporting.report import write_report
from analysis.tests.synthetic_checkouts import write_checkouts

pytestmark = pytest.mark.usefixtures("analysed_once")

# A standard deviation of 0.1 in each unit's logarithm.
RATIO = PilotRatio("response_geomean_ms", "soap against jms-transacted", "order", n=25, spread=0.1, seen=0.0586)


def test_a_paired_effect_of_half_a_standard_deviation_takes_34_units() -> None:
    """Cohen's d of 0.5 at 80 % power, two-sided at 5 %: 34 pairs (G*Power's manual, matched pairs)."""
    assert RATIO.units_for(math.expm1(0.05)) == 34
    assert RATIO.could_see(34) == pytest.approx(math.expm1(0.05), rel=0.02)


def test_as_one_of_ten_ratios_the_same_effect_takes_57_units() -> None:
    """At 0.5 %: (2.8070 + 0.8416)² / 0.5² + 2.8070² / 2 = 57.2 (Guenther, The American Statistician 35, 1981)."""
    assert RATIO.units_for(math.expm1(0.05), family=10) in (57, 58)
    assert RATIO.could_see(57, family=10) == pytest.approx(math.expm1(0.05), rel=0.02)


def test_four_times_as_many_units_see_about_half_as_much() -> None:
    few, many = RATIO.could_see(50), RATIO.could_see(200)
    assert few is not None and many is not None
    assert math.log1p(few) / math.log1p(many) == pytest.approx(2, rel=0.03)


def test_one_unit_sees_nothing_and_an_effect_may_be_too_small() -> None:
    assert RATIO.could_see(1) is None
    assert RATIO.could_see(2) is not None
    assert RATIO.units_for(1e-6) is None


def summary(folder: Path, **changes: Any) -> Path:
    write_report(write_checkouts(folder))
    document = json.loads((folder / "summary.json").read_text())
    document["comparisons"] = [{**each, **changes} for each in document["comparisons"]]
    (folder / "summary.json").write_text(json.dumps(document))
    return folder


def test_the_spread_is_that_of_one_unit(tmp_path: Path) -> None:
    """A standard error of 0.02 over 16 units: 0.02 · 4 = 0.08."""
    found = pilot_ratios(summary(tmp_path, log_std_error=0.02, n=16, smallest_effect=0.06, primary=False))
    assert {(each.n, each.spread, each.seen) for each in found} == {(16, 0.08, 0.06)}
    assert len({each.metric for each in found}) > 1, "without a primary metric, all of them"


def test_two_strata_take_half_as_many_units_each() -> None:
    """34 pairs see half a standard deviation (above): 17 in each of two strata, for the price of one degree."""
    assert replace(RATIO, strata=2).units_for(math.expm1(0.05)) == 17
    assert replace(RATIO, strata=2).could_see(17) == pytest.approx(RATIO.could_see(34), rel=0.01)
    assert replace(RATIO, strata=3).could_see(1) is None, "one unit of each has no spread"


def test_a_main_effect_has_the_units_of_its_heaps_together(tmp_path: Path) -> None:
    """Nine launches, of three heaps by three each; another metric's six do not count."""
    folder = summary(tmp_path, log_std_error=0.02, primary=True)
    document = json.loads((folder / "summary.json").read_text())
    [first, *_] = document["comparisons"]
    heaps = [{**first, "n": 3, "held": {"customers": 15, "heap": heap}} for heap in ("1.5x", "2x", "4x")]
    other = [{**each, "metric": "other", "n": 6} for each in heaps]
    effect = {**first, "n": 9, "held": {"customers": 15, "heap": EVERY_LEVEL}}
    elsewhere = {**effect, "held": {"customers": 99, "heap": EVERY_LEVEL}}
    document["comparisons"] = [*heaps, *other, effect, elsewhere]
    (folder / "summary.json").write_text(json.dumps(document))
    found = [each for each in pilot_ratios(folder) if each.metric == first["metric"]]
    assert [(each.n, each.strata, each.is_main_effect) for each in found] == [(9, 3, True), *[(3, 1, False)] * 3]
    assert found[0].compared == f"{first['level']} against {first['against']}, over every heap"
    assert found[0].spread == pytest.approx(0.06), "0.02 of nine"


def test_what_has_no_interval_predicts_nothing(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"has no ratio with an interval.*two repetitions or more"):
        pilot_ratios(summary(tmp_path, log_std_error=None))
