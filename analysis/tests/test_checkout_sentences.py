"""This checkout against another revision: what the report and the terminal say of it."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.comparing.comparison import Comparison
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.design import Design
from analysis.presentation.checkout_sentences import checkout_sentences, verdict
from analysis.reporting.report import write_report
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_checkouts import COMMIT, OTHER, write_checkouts
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult

pytestmark = pytest.mark.usefixtures("analysed_once")

DESIGN = Design({"transition": ["soap", "jms-transacted"], "customers": [15], "checkout": ["this", OTHER]}, OTHER)


def trial_of(block: int, checkout: str, cpu_ms: float) -> TrialResult:
    plan = TrialPlan(f"{block}-{checkout}", block + 1, variant=VARIANTS["soap"], levels={"checkout": checkout})
    metrics = {"cpu_per_order_ms": Estimate(cpu_ms, 50, cpu_ms, cpu_ms)}
    return TrialResult(trial_with(plan), "valid", (), metrics=metrics, launch=f"{block}-{checkout}")


def compared(*logs: float) -> list[Comparison]:
    """Of this checkout against 30 ms of the other, block by block."""
    ours = [trial_of(block, "this", 30 * math.exp(log)) for block, log in enumerate(logs)]
    return comparisons_of(DESIGN, (*ours, *(trial_of(block, OTHER, 30.0) for block in range(len(logs)))))


def test_the_sentence_says_whether_the_change_made_the_store_slower_and_by_how_much() -> None:
    """By hand: the logarithms have the mean 0.05 and the standard deviation 0.0089443; t(5) = 2.570582, half the width
    0.0093864, so that it is 1.0513 from 1.0414 to 1.0612.
    """
    [sentence] = checkout_sentences(DESIGN, compared(0.04, 0.05, 0.06, 0.04, 0.05, 0.06))
    assert (sentence.level, sentence.against) == ("this checkout", OTHER)
    assert sentence.text == (
        "at 15 customers with soap, CPU per order 1.051\u00a0× (1.041–1.061), n = 6 launches: slower."
    )


def test_the_cpu_of_the_applications_own_threads_is_told_beside_that_of_all_processes() -> None:
    """By hand as above, with logarithms twice as great: exp(0.1 ± 0.0187728)."""
    logs = (0.04, 0.05, 0.06, 0.04, 0.05, 0.06)
    trials = [trial_of(block, "this", 30 * math.exp(log)) for block, log in enumerate(logs)]
    trials += [trial_of(block, OTHER, 30.0) for block in range(len(logs))]
    for trial, log in zip(trials, (*logs, *[0.0] * len(logs)), strict=True):
        trial.metrics["order_cpu_geomean_ms"] = Estimate(10 * math.exp(2 * log), 50)
    [sentence] = checkout_sentences(DESIGN, comparisons_of(DESIGN, tuple(trials)))
    assert sentence.text.endswith(
        "slower; of which in the applications' threads 1.105\u00a0× (1.085–1.126), n = 6 launches: slower."
    )


def test_a_single_launch_has_neither_interval_nor_verdict() -> None:
    [sentence] = checkout_sentences(DESIGN, compared(0.05))
    assert "CPU per order 1.051\u00a0×, n = 1 launch: cannot tell." in sentence.text


@pytest.mark.parametrize(
    ("metric", "ratio", "found", "words"),
    [
        ("cpu_per_order_ms", 1.05, "different", "slower"),
        ("cpu_per_order_ms", 0.95, "different", "faster"),
        ("response_mean_ms", 1.05, "different", "slower"),
        ("throughput_per_min", 1.05, "different", "faster"),
        ("throughput_per_min", 0.95, "different", "slower"),
        ("cpu_per_order_ms", 1.01, "equivalent within the margin", "as fast within 5 %"),
        ("cpu_per_order_ms", 1.01, "cannot tell", "cannot tell"),
    ],
)
def test_more_is_worse_except_of_throughput(metric: str, ratio: float, found: str, words: str) -> None:
    comparison = Comparison(metric, "checkout", "this", OTHER, {}, ratio=ratio)
    assert verdict(replace(comparison, verdict=found)) == words  # type: ignore[arg-type]


def test_where_two_checkouts_are_compared_nothing_else_is() -> None:
    assert [(pair.factor, pair.level, pair.against) for pair in DESIGN.pairs()] == [("checkout", "this", OTHER)]
    alone = Design({"transition": ["soap", "jms-transacted"], "customers": [15], "checkout": ["this"]}, "soap")
    assert [pair.factor for pair in alone.pairs()] == ["transition"]


def test_the_report_names_both_commits_and_what_was_not_compared(tmp_path: Path) -> None:
    files = ["deploy/payara/payara_pools.py", "deploy/bed/assembly.py"]
    page = write_report(write_checkouts(tmp_path / "r", not_compared=files)).page.read_text()
    assert f"commit {COMMIT}, built and put up by this checkout" in page
    assert "f" * 40 + " with uncommitted changes" in page
    assert "deploy/payara/payara_pools.py and 1 more file: this checkout puts up the beds of both" in page
    assert f"<strong>this checkout</strong> against <strong>{OTHER}</strong>: at 15 customers, CPU per order" in page
    assert "n = 2 launches" in page
    alone = write_report(write_checkouts(tmp_path / "same")).page.read_text()
    assert "not compared" not in alone
