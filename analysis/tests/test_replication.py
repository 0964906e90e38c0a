"""Which verdicts came back when an experiment was conducted again."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.comparison import Comparison
from analysis.comparing.replication import Outcome, replications
from analysis.reporting.replicating import replicate
from analysis.statistics.verdicts import Verdict
from analysis.tests.synthetic import write_assigned, write_results

pytestmark = pytest.mark.usefixtures("analysed_once")

SAME: Verdict = "equivalent within the margin"


def found(verdict: Verdict, ratio: float = 1.2, metric: str = "response_mean_ms") -> Comparison:
    return Comparison(metric, "transition", "soap", "jms-transacted", {"customers": 15}, ratio=ratio, verdict=verdict)


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        (found("different", 1.2), found("different", 1.01), "came back"),
        (found("different", 0.8), found("different", 0.7), "came back"),
        (found("different", 1.2), found("different", 0.9), "contradicted"),
        (found("different", 0.8), found("different", 1.3), "contradicted"),
        (found("different", 1.2), found(SAME, 1.01), "contradicted"),
        (found(SAME, 1.01), found(SAME, 0.99), "came back"),
        (found(SAME, 1.01), found("different", 1.1), "contradicted"),
        (found("different", 1.2), found("cannot tell", 1.2), "cannot be told now"),
        (found("different", 1.2), found("unstable", 1.2), "cannot be told now"),
        (found(SAME, 1.0), found("cannot tell", 1.0), "cannot be told now"),
    ],
)
def test_what_became_of_a_verdict(before: Comparison, after: Comparison, outcome: Outcome) -> None:
    [replication] = replications([before], [after])
    assert (replication.before, replication.after, replication.outcome) == (before, after, outcome)


@pytest.mark.parametrize(
    ("ratio", "std_error", "outcome"),
    # 1.045 ± 0.0070 first (t(9): 1.029 to 1.062). Of the logarithms: 0.0440 - 0.0392 = 0.0048 of 0.0077 is chance;
    # 0.0440 - 0.0100 = 0.0340 of 0.0077 is 4.4 standard errors.
    [(1.040, 0.0033, "cannot be told now"), (1.010, 0.0033, "contradicted")],
)
def test_a_ratio_that_is_now_called_equivalent_contradicts_only_where_it_is_another(
    ratio: float, std_error: float, outcome: Outcome
) -> None:
    before = replace(found("different", 1.045), log_std_error=0.0070, dof=9)
    after = replace(found(SAME, ratio), log_std_error=std_error, dof=19)
    [replication] = replications([before], [after])
    assert replication.outcome == outcome
    [reverse] = replications([after], [before])
    assert reverse.outcome == outcome


@pytest.mark.parametrize(
    "another",
    [
        {"metric": "throughput_per_min"},
        {"factor": "checkout"},
        {"level": "jms-nontransacted"},
        {"against": "jms-nontransacted"},
        {"assignment": "order"},
        {"held": {"customers": 30}},
    ],
)
def test_only_the_same_comparison_counts(another: dict[str, Any]) -> None:
    [replication] = replications([found("different")], [replace(found("different"), **another)])
    assert replication.after is None and replication.outcome == "cannot be told now"


def test_what_had_no_verdict_cannot_come_back() -> None:
    assert replications([found("cannot tell"), found("unstable")], [found("different")]) == []


@pytest.fixture(scope="module")
def assigned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_assigned(tmp_path_factory.mktemp("first") / "first", seconds=120)


def test_results_held_against_themselves_come_back_whole(assigned: Path) -> None:
    report = replicate(assigned, assigned)
    assert not report.contradicted
    verdicts = report.table.row_count
    assert verdicts > 0
    assert report.conclusion.startswith(f"Of {verdicts} verdicts: {verdicts} came back, 0 contradicted, 0 cannot be")
    assert set(report.table.columns[-1].cells) == {"came back"}


def test_results_of_another_experiment_are_refused(assigned: Path, tmp_path: Path) -> None:
    other = write_results(tmp_path / "other", ["jms-transacted", "soap"], [15], repetitions=1)
    with pytest.raises(ResultsError, match=r"has none of the comparisons of .*first: it is of another experiment"):
        replicate(assigned, other)
    with pytest.raises(ResultsError, match="has no verdict that could come back"):
        replicate(other, assigned)


def test_results_with_another_margin_are_refused(assigned: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(assigned, tmp_path / "stricter"))
    record = json.loads((other / "experiment.json").read_text())
    (other / "experiment.json").write_text(json.dumps(record | {"margin": 0.01}))
    with pytest.raises(ResultsError, match=r"within 5 %, and .*stricter within 1 %: their verdicts do not answer"):
        replicate(assigned, other)
