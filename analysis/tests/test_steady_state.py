"""When JVMs are warm, whether a window was steady, and what the report says of both."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.comparing.results import read_results
from analysis.contract.steady_state import METHOD, WarmupWindow, compiling_fraction, is_steady, variation
from analysis.plotting.palette import STYLES
from analysis.reporting.findings import Findings
from analysis.reporting.report import rendered, write_report
from analysis.reporting.warmup_findings import drawn
from analysis.statistics.intervals import CONFIDENCE
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import SECOND, TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.trials.trend import Trend, cpu_trend, trend_of, trend_remark, trend_void_reason, unsteady_reason
from analysis.trials.validity import unsteady_jvms

pytestmark = pytest.mark.usefixtures("analysed_once")


def windows(*cpu_per_order_ms: float) -> list[WarmupWindow]:
    return [
        WarmupWindow(end_s=3.0 * number, orders=200, cpu_ms=200 * each)
        for number, each in enumerate(cpu_per_order_ms, start=1)
    ]


def test_the_variation_is_that_of_the_last_five() -> None:
    """Of 30, 32, 31, 29, 28: mean 30, squares 0 + 4 + 1 + 1 + 4 = 10, over four 2.5, whose root is 1.5811."""
    assert variation(windows(90, 60, 30, 32, 31, 29, 28)) == pytest.approx(1.5811388 / 30)
    assert variation(windows(30, 32, 31, 29)) is None
    idle = WarmupWindow(end_s=9, orders=0, cpu_ms=5)
    assert variation([*windows(30, 30, 30, 30), idle]) is None


def test_what_compilers_took_is_that_of_the_last_five() -> None:
    """600 ms of 1000 before them; then 100 of 1000, 50 of 500, 150 of 1000 and twice none of 250: 300 of 3000."""
    used = [(1000, 600.0), (1000, 100.0), (500, 50.0), (1000, 150.0), (250, 0.0), (250, 0.0)]
    found = [WarmupWindow(end_s=3, orders=1, cpu_ms=cpu_ms, compiler_ms=compiler_ms) for cpu_ms, compiler_ms in used]
    assert compiling_fraction(found) == pytest.approx(0.1)
    assert compiling_fraction([*found, WarmupWindow(end_s=3, orders=1, cpu_ms=9)]) is None, "an older record"
    assert compiling_fraction([]) is None


@pytest.mark.parametrize(("spread", "steady"), [(1.8, True), (2.2, False)])
def test_it_is_steady_up_to_five_per_cent(spread: float, steady: bool) -> None:
    """Of 40, 40, 40 and 40 ± s: the root of 2 s² / 4 is s / √2, and 5 % of 40 is 2.0; s = 2.83 lies on the bound."""
    s = spread * math.sqrt(2)
    assert is_steady(windows(80, 40 - s, 40, 40, 40, 40 + s)) == steady


def test_the_change_over_the_window_by_hand() -> None:
    """Logarithms 0, 0.3, 0.1, 0.4 at 1/8, 3/8, 5/8, 7/8: Sxx = 0.3125, Sxy = 0.125, slope 0.4. Residuals −0.05, 0.15,
    −0.15, 0.05: s² = 0.05 / 2, standard error √(0.025 / 0.3125) = 0.282843; t(2) at 95 % is 4.302653.
    """
    assert CONFIDENCE == 0.95
    found = trend_of(np.exp([0.0, 0.3, 0.1, 0.4]))
    half = 4.302653 * 0.282843
    expected = [math.expm1(log) for log in (0.4, 0.4 - half, 0.4 + half)]
    assert [found.change, found.low, found.high] == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(
    ("low", "high", "remarked", "void"),
    [
        (-0.02, 0.30, False, False),
        (0.05, 0.30, False, False),
        (0.051, 0.30, True, False),
        (-0.30, -0.04, False, False),  # 1 / 0.96 is 1.042
        (-0.30, -0.05, True, False),  # 1 / 0.95 is 1.053
        (1.0, 1.3, True, False),
        (1.01, 1.3, True, True),
        (-0.60, -0.49, True, False),  # 1 / 0.51 is 1.96
        (-0.60, -0.51, True, True),  # 1 / 0.49 is 2.04
    ],
)
def test_what_is_remarked_upon_and_what_voids(low: float, high: float, remarked: bool, void: bool) -> None:
    trend = Trend((low + high) / 2, low, high)
    assert (trend_remark(trend) is not None, trend_void_reason(trend) is not None) == (remarked, void)


def test_it_is_said_which_way_it_went() -> None:
    assert trend_void_reason(Trend(-0.6, -0.65, -0.55)) == (
        "CPU per order fell by 60% within the window (55%–65%): the store was not in a steady state, so warm up for "
        "longer"
    )
    assert trend_remark(Trend(0.12, 0.07, 0.17)) == "CPU per order rose by 12% within the window (7%–17%)"
    assert trend_remark(None) is None and trend_void_reason(None) is None


def of_orders(per_block: int, cpu_ms: tuple[float, float], process: str = "server", **facts: Any) -> Any:
    """Half a minute in ten blocks of so many orders, whose CPU time goes evenly from the first value to the second;
    half of it is the server's.
    """
    totals_s = [0.0]
    for second in range(-5, 35):
        now_ms = cpu_ms[0] + (cpu_ms[1] - cpu_ms[0]) * min(max(second / 30, 0), 1)
        totals_s.append(totals_s[-1] + now_ms * per_block / 3 / 1000 / 2)
    samples = [
        {"wall_ns": ns(95 + number), "process": name, "cpu_s": total_s, "rss_bytes": 1}
        for number, total_s in enumerate(totals_s)
        for name in (process, "broker")
    ]
    mails = [
        {"wall_ns": ns(100) + round((number + 0.5) * 3 / per_block * SECOND), "order_id": str(number),
         "kind": "completed", "message_id": "m"}
        for number in range(10 * per_block)
    ]  # fmt: skip
    return records_with(trial_of_window(TrialPlan(), **facts), resources=samples, mails=mails)


def test_cpu_that_falls_by_a_third_is_found() -> None:
    """From 30 to 20 ms evenly: the line through the logarithms of the blocks falls by about ln(20 / 30)."""
    found = cpu_trend(of_orders(60, (30, 20)))
    assert found is not None and found.change == pytest.approx(20 / 30 - 1, abs=0.02)
    assert trend_remark(found) is not None and trend_void_reason(found) is None


def test_levels_that_take_turns_meet_the_trend_alike() -> None:
    alone = of_orders(60, (90, 15))
    by_window = replace(alone, trial=trial_of_window(TrialPlan(unit="window")))
    assert unsteady_reason(alone) is not None and unsteady_reason(by_window) is None
    assert trend_remark(cpu_trend(by_window)) is not None


def test_cpu_that_stays_is_no_trend() -> None:
    found = cpu_trend(of_orders(60, (30, 30)))
    assert found is not None and found.change == pytest.approx(0, abs=1e-6)
    assert trend_remark(found) is None and trend_void_reason(found) is None


def test_without_enough_orders_or_after_a_crash_nothing_is_said() -> None:
    assert cpu_trend(of_orders(30, (30, 20))) is not None
    assert cpu_trend(of_orders(29, (30, 20))) is None
    assert cpu_trend(of_orders(60, (30, 20), **{"levels.fault": "kill broker"})) is None


def test_the_generator_is_no_part_of_it() -> None:
    """Without the server half of the time is left, and the change is the same."""
    whole, half = cpu_trend(of_orders(60, (30, 20))), cpu_trend(of_orders(60, (30, 20), "siege"))
    assert whole is not None and half is not None and half.change == pytest.approx(whole.change)


def warmup(*, steady: bool) -> dict[str, Any]:
    values = (90.0, 60, 32, 30, 30, 31, 30) if steady else (90.0, 80, 70, 60, 50)
    listed = [each.model_dump() for each in windows(*values)]
    return {"jvm_warmup": {"method": METHOD, "steady": steady, "windows": listed}}


def test_jvms_that_were_not_steady_are_remarked_upon() -> None:
    """Of 90 to 50 in steps of 10: mean 70, squares 2 (400 + 100) / 4 = 250, whose root is 15.8: 23 %."""
    assert unsteady_jvms(trial_of_window(TrialPlan(), **warmup(steady=True))) is None
    assert unsteady_jvms(trial_of_window(TrialPlan())) is None
    assert unsteady_jvms(trial_of_window(TrialPlan(), **warmup(steady=False))) == (
        "the JVMs of this launch were not steady when their warm-up ended: "
        "CPU per order varied by 23% in the last 5 windows"
    )


def test_the_report_shows_the_warm_up_of_each_launch(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "r", ["soap", "jms-transacted"], [15], repetitions=1)
    write_report(folder)
    assert "Steady state" not in (folder / "report.html").read_text()
    for trial, steady in (("001", True), ("002", False)):
        path = folder / "trials" / trial / "trial.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | warmup(steady=steady) | {"launch": trial}))
    findings = Findings(read_results(folder))
    assert findings.warmup.sentence.startswith(
        "1 of 2 launches of the servers was not steady when warming up ended after 15 to 21 s: compilation"
    )
    assert " compilers " not in findings.warmup.sentence
    assert len(findings.warmup.plots) == 1 and findings.warmup.plots[0] in findings.plots
    page = rendered(findings)
    assert "Steady state" in page and METHOD in page and findings.warmup.plots[0].alt_text in page


def test_a_launch_for_one_variant_has_its_colour(tmp_path: Path) -> None:
    """The colours of the first two variants; black, where a launch had trials of both."""
    folder = write_results(tmp_path / "r", ["soap", "jms-transacted"], [15], repetitions=1)

    def drawing(*launches: str) -> str:
        for trial, launch in zip(("001", "002"), launches, strict=True):
            path = folder / "trials" / trial / "trial.json"
            path.write_text(json.dumps(json.loads(path.read_text()) | warmup(steady=True) | {"launch": launch}))
        [plot] = Findings(read_results(folder)).warmup.plots
        return plot.drawn

    colours = [style.light for style in STYLES[:2]]
    assert all(colour in drawing("one", "other") for colour in colours)
    assert not any(colour in drawing("one", "one") for colour in colours)


def test_a_long_warm_up_is_drawn_by_several_windows_together() -> None:
    """81 windows of 2 orders are drawn by threes: 27 points. In the first, 90 ms for 6 orders; one has none."""
    sizes = [(3.0 * number, 2, 30.0) for number in range(1, 82)]
    sizes[3:6] = [(3.0 * number, 0, 30.0) for number in (4, 5, 6)]
    points = list(drawn([WarmupWindow(end_s=end_s, orders=orders, cpu_ms=cpu_ms) for end_s, orders, cpu_ms in sizes]))
    assert (len(points), points[0], points[1]) == (26, (9.0, 15.0), (27.0, 15.0))
    assert list(drawn([])) == []


def test_the_report_says_how_busy_compilers_still_were(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "r", ["soap", "jms-transacted"], [15], repetitions=1)
    for trial, compiler_ms in (("001", 500.0), ("002", 2000.0)):
        path, facts = folder / "trials" / trial / "trial.json", warmup(steady=True)
        for window in facts["jvm_warmup"]["windows"]:
            window |= {"cpu_ms": 10_000.0, "compiler_ms": compiler_ms}
        path.write_text(json.dumps(json.loads(path.read_text()) | facts | {"launch": trial}))
    sentence = Findings(read_results(folder)).warmup.sentence
    assert " In the last 5 windows the compilers took 5% to 20% of the servers' CPU. Method: " in sentence
