"""Ratios within blocks, their verdicts, and the claims that are judged by them."""

# mypy: disable-error-code="operator,type-var,misc,comparison-overlap,attr-defined"
# A None here fails the test, as it should.

from pathlib import Path

import numpy as np
import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.campaigns import compare_results
from analysis.comparing.claims import Claim, judge, judgement
from analysis.comparing.comparison import Comparison
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.design import Design
from analysis.comparing.evidence import JMS, Evidence
from analysis.comparing.pet_store_claims import PET_STORE_CLAIMS
from analysis.comparing.results import Results, read_results
from analysis.statistics.intervals import Estimate, paired
from analysis.statistics.verdicts import verdicts_on
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import VARIANTS
from analysis.tests.synthetic_results import trial_of

pytestmark = pytest.mark.usefixtures("analysed_once")

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


def test_every_claim_of_the_paper_is_judged(repeated: Results) -> None:
    judged = judge(PET_STORE_CLAIMS, repeated, comparisons_of(repeated.design, repeated.valid))
    verdicts = {judgement.name: judgement.verdict for judgement in judged}
    assert len(verdicts) == len(PET_STORE_CLAIMS)
    assert verdicts["PS-response-moderate"] == "agrees"  # 1.15 times as long, and queues that are longer for it
    assert verdicts["PS-latency-jms"] == "disagrees"  # 4 ms of 6
    assert verdicts["PS-latency-soap"] == "disagrees"  # 12 ms against 4
    assert verdicts["PS-throughput-peak"] == verdicts["PS-atomicity"] == "cannot tell"


def test_two_folders_are_compared(repeated: Results, once: Results, tmp_path: Path) -> None:
    found = {(c.metric, c.variant, c.customers): c for c in compare_results(repeated.folder, once.folder)}
    single = found["response_mean_ms", "soap", 60]
    assert (single.n_a, single.n_b, single.verdict) == (1, 1, "cannot tell")
    assert "one launch of the servers is not a sample" in str(single.reason)
    itself = {(c.metric, c.variant, c.customers): c for c in compare_results(repeated.folder, repeated.folder)}
    assert itself["response_mean_ms", "soap", 60].ratio == pytest.approx(1)
    other = write_results(tmp_path / "other", ["soap"], [99], repetitions=1)
    with pytest.raises(ResultsError, match="share no combination"):
        compare_results(repeated.folder, other)


def test_what_some_collectors_have_is_compared_where_a_trial_has_it_and_is_of_the_rest() -> None:
    """No trial has stalls; of work beside the application soap has half of what the other has."""
    found = comparisons_of(
        DESIGN,
        tuple(
            trial_of(block, level, gc_stall_s=0.0, gc_concurrent_s=seconds, response_mean_ms=100.0 + block)
            for block in (1, 2, 3)
            for level, seconds in ((JMS, 2.0 + block / 100), ("soap", 1.0))
        ),
        primary="response_mean_ms",
    )
    [compared] = [each for each in found if each.metric in ("gc_concurrent_s", "gc_stall_s")]
    assert (compared.metric, compared.primary, compared.secondary) == ("gc_concurrent_s", False, False)
    assert compared.ratio == pytest.approx(1 / 2.02, rel=1e-3)
