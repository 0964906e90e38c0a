"""Ratios of trials whose metrics are worked by hand: the block that has them, and the family of verdicts."""

# mypy: disable-error-code="operator,type-var,misc,comparison-overlap,arg-type"
# A None here fails the test, as it should.

import math

import pytest

from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.evidence import JMS
from analysis.tests.synthetic_results import DESIGN, trial_of


def test_a_metric_that_the_first_block_lacks_is_compared_in_the_block_that_has_it() -> None:
    """By hand: 60 / 40 = 1.5; each spread is 0.1, together sqrt(0.02) = 0.141421: 1.5 / e^0.141421 = 1.30218."""
    trials = (
        trial_of(1, "soap"), trial_of(1, JMS, latency_mean_ms=7.0),
        trial_of(2, "soap", latency_mean_ms=60.0), trial_of(2, JMS, latency_mean_ms=40.0),
    )  # fmt: skip
    [found] = [c for c in comparisons_of(DESIGN, trials) if c.metric == "latency_mean_ms"]
    assert (found.ratio, found.n, found.interval) == (pytest.approx(1.5), 1, "within one pair of trials")
    assert found.low == pytest.approx(1.30218, abs=1e-5)


def test_trials_without_a_collection_leave_a_ratio_of_means() -> None:
    """By hand as in test_ratio_of_means; the spread within one pair of trials would say nothing of it."""
    trials = tuple(
        trial_of(block, level, gc_old_s=seconds)
        for level, of_level in (("soap", [0.0, 2.0, 4.0]), (JMS, [1.0, 2.0, 3.0]))
        for block, seconds in enumerate(of_level, start=1)
    )
    [found] = comparisons_of(DESIGN, trials)
    assert (found.n, found.ratio, found.log_std_error) == pytest.approx((3, 1.0, 0.34742), abs=1e-5)
    assert (found.interval, found.unit) == ("jackknife of a ratio of means", "block")


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
