"""An experiment that looks at its data several times: its levels, when it ends, and what it says of that."""

import json
from collections.abc import Iterator
from dataclasses import replace
from math import log
from pathlib import Path

import numpy as np
import pytest

from analysis.comparing.canary_correction import Slopes, no_slopes
from analysis.comparing.comparison import Comparison
from analysis.comparing.looks import Looks, comparisons_at_look, decision_after, looks_of
from analysis.comparing.results import Results, read_results
from analysis.contract import schemas
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.looks import EndedAtLook, blocks_at_looks
from analysis.contract.machine_profile import MachineProfile
from analysis.reporting.findings import Findings
from analysis.reporting.report import write_report
from analysis.statistics.intervals import paired
from analysis.statistics.verdicts import Verdict, verdicts_on
from analysis.tests.synthetic_looks import with_trials, write_looks

pytestmark = pytest.mark.usefixtures("analysed_once")

LEVEL_2_OF_3 = 0.0120  # Lan and DeMets' O'Brien-Fleming at 2/3 of the information: z = 2.511
DOCUMENT = json.loads((schemas.SCHEMAS / "examples/experiment.json").read_text())


def looks(conducted: int, repetitions: int = 12, count: int = 3) -> Looks:
    changed = DOCUMENT | {"repetitions": repetitions, "looks": count}
    return Looks(ExperimentDocument.model_validate(changed), conducted)


def test_looks_are_equally_spaced_and_the_last_is_the_end() -> None:
    assert blocks_at_looks(12, 3) == (4, 8, 12)
    assert blocks_at_looks(10, 3) == (4, 7, 10)
    assert blocks_at_looks(5, 1) == (5,)


@pytest.mark.parametrize(
    ("conducted", "number", "z"),
    # Two-sided O'Brien-Fleming spending of 5 % at thirds of the information: 3.710, 2.511, 1.993 (Lan and DeMets).
    [(0, 1, 3.710), (4, 1, 3.710), (7, 1, 3.710), (8, 2, 2.511), (11, 2, 2.511), (12, 3, 1.993)],
)
def test_the_level_is_that_of_the_last_look_that_was_reached(conducted: int, number: int, z: float) -> None:
    from scipy import stats

    found = looks(conducted)
    assert found.number == number
    assert stats.norm.isf(found.level / 2) == pytest.approx(z, abs=0.002)


def test_a_single_look_has_the_whole_five_per_cent() -> None:
    assert looks(12, count=1).level == 0.05 and not looks(12, count=1).several


LEVELS = {blocks: looks(blocks).level for blocks in (4, 8, 12)}


def verdicts(effect: float, seed: int, *, spending: bool = True) -> Iterator[tuple[int, Verdict]]:
    """Of an experiment of twelve blocks whose ratios have a spread of 5 %, look by look until it is decided."""
    logs = np.random.default_rng(seed).normal(effect, 0.05, size=12)
    for blocks in (4, 8, 12):
        alpha = LEVELS[blocks] if spending else 0.05
        [judged] = verdicts_on([paired(logs[:blocks])], alpha=alpha)
        yield blocks, judged.verdict
        if judged.verdict != "cannot tell":
            return


def share_called_different(*, spending: bool, experiments: int = 2000) -> float:
    found = [list(verdicts(0.0, seed, spending=spending))[-1][1] for seed in range(experiments)]
    return found.count("different") / experiments


def test_three_looks_at_a_a_data_call_it_different_in_five_of_a_hundred_experiments() -> None:
    """The standard error of 5 % in 2,000 experiments is 0.49 %: 3.29 of them are 1.6 %. Equivalence ends some earlier,
    so that fewer may be called different, but never more.
    """
    assert share_called_different(spending=True) <= 0.05 + 0.016


def test_the_same_looks_at_five_per_cent_each_would_call_too_many_different() -> None:
    """Armitage, McPherson and Rowe 1969, table 2: three looks at a nominal 5 % have a true 10.7 %."""

    def differs(seed: int, alphas: tuple[float, float, float]) -> bool:
        logs = np.random.default_rng(seed).normal(0.0, 1.0, size=120)
        return any(paired(logs[:n]).p < alpha for n, alpha in zip((40, 80, 120), alphas, strict=True))

    levels = tuple(LEVELS.values())
    peeked = [differs(seed, (0.05, 0.05, 0.05)) for seed in range(2000)]
    spent = [differs(seed, levels) for seed in range(2000)]  # type: ignore[arg-type]
    assert np.mean(peeked) == pytest.approx(0.107, abs=3.29 * 0.0069)
    assert np.mean(spent) == pytest.approx(0.05, abs=3.29 * 0.0049)


def test_a_large_effect_ends_at_the_first_or_the_second_look() -> None:
    ends = [list(verdicts(log(1.2), seed))[-1] for seed in range(200)]
    assert {verdict for _, verdict in ends} == {"different"}
    assert max(blocks for blocks, _ in ends) == 8


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_looks(tmp_path_factory.mktemp("looks") / "r")


def with_blocks(whole: Path, folder: Path, blocks: int) -> Path:
    return with_trials(whole, folder, 2 * blocks)


def test_two_blocks_cannot_decide_at_the_first_look(whole: Path, tmp_path: Path) -> None:
    """With one degree of freedom a p-value below 0.0002 would take a ratio that is the same to some 0.1 %."""
    assert decision_after(with_blocks(whole, tmp_path / "r", 2), 2) is None


@pytest.mark.parametrize(("verdict", "ends"), [("different", True), ("unstable", False), ("cannot tell", False)])
def test_an_unstable_verdict_decides_nothing(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, verdict: Verdict, ends: bool
) -> None:
    def judged(results: Results, slopes: Slopes) -> list[Comparison]:
        return [replace(each, verdict=verdict) for each in comparisons_at_look(results, slopes)]

    monkeypatch.setattr("analysis.comparing.looks.comparisons_at_look", judged)
    assert (decision_after(with_blocks(whole, tmp_path / "r", 4), 4) is not None) == ends


def test_a_look_corrects_by_the_slopes_of_the_machine_s_profile(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[MachineProfile | None] = []

    def slopes_by(profile: MachineProfile | None, results: Results) -> Slopes:
        seen.append(profile)
        return no_slopes

    monkeypatch.setattr("analysis.comparing.looks.slopes_by", slopes_by)
    profile = MachineProfile.model_construct()
    assert decision_after(with_blocks(whole, tmp_path / "r", 4), 4, lambda results: profile)
    assert seen == [profile]


def test_a_ratio_that_nothing_tells_yet_is_not_decided(whole: Path, tmp_path: Path) -> None:
    """A level that was never conducted in a valid trial: the schedule alone knows of it."""
    folder = with_blocks(whole, tmp_path / "r", 4)
    document = json.loads((folder / "experiment.json").read_text())
    document["factors"]["transition"].append("jms-nontransacted")
    third = [
        planned | {"id": f"9{planned['id']}", "levels": planned["levels"] | {"transition": "jms-nontransacted"}}
        for planned in document["schedule"]
        if planned["levels"]["transition"] == "soap"
    ]
    write_void(folder, [planned["id"] for planned in third if planned["block"] <= 4])
    (folder / "experiment.json").write_text(json.dumps(document | {"schedule": document["schedule"] + third}))
    assert looks_of(read_results(folder)).conducted == 4
    assert decision_after(folder, 4) is None


def write_void(folder: Path, trials: list[str]) -> None:
    """Trials whose facts cannot be read: they are conducted, and count as failed."""
    for trial in trials:
        (folder / "trials" / trial).mkdir()
        (folder / "trials" / trial / "trial.json").write_text("{}")


def test_it_ends_at_the_second_look(whole: Path, tmp_path: Path) -> None:
    folder = with_blocks(whole, tmp_path / "r", 4)
    ended = decision_after(folder, 4)
    assert ended is not None
    assert (ended.look, ended.blocks) == (2, 4) and ended.level == pytest.approx(LEVEL_2_OF_3, abs=1e-4)
    assert ended.verdicts == ("soap against jms-transacted: different",)
    assert decision_after(folder, 2) is None  # it is no look at two blocks any more


@pytest.mark.parametrize("blocks", [3, 5, 6])
def test_between_looks_and_at_the_last_it_does_not_end(whole: Path, tmp_path: Path, blocks: int) -> None:
    assert decision_after(with_blocks(whole, tmp_path / "r", blocks), blocks) is None


def test_intervals_are_at_the_level_of_the_look(whole: Path, tmp_path: Path) -> None:
    results = read_results(with_blocks(whole, tmp_path / "r", 4))
    assert looks_of(results).number == 2 and results.blocks_conducted == 4
    [found] = [c for c in comparisons_at_look(results) if c.metric == "call_mean_ms"]
    assert found.ratio and found.low and found.high and found.log_std_error and found.dof == 3
    from scipy import stats

    half = float(stats.t.isf(looks_of(results).level / 2, 3)) * found.log_std_error
    assert log(found.high / found.ratio) == pytest.approx(half) == log(found.ratio / found.low)


def test_what_an_early_end_left_out_was_not_due(whole: Path, tmp_path: Path) -> None:
    folder = with_blocks(whole, tmp_path / "r", 4)
    ended = decision_after(folder, 4)
    assert ended is not None
    file = folder / "experiment.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"ended": ended.model_dump(mode="json")}))
    (folder / "trials/003/trial.json").write_text("{")
    report = write_report(folder)
    assert "Only 7 of 8 trials are valid" in report.page.read_text()
    assert report.complaints == ("1 of 8 trials void or failed: 003",)


def test_the_report_says_at_which_look_it_ended_and_misses_no_trial(whole: Path, tmp_path: Path) -> None:
    folder = with_blocks(whole, tmp_path / "r", 4)
    unended = Findings(read_results(folder))
    assert len(unended.excluded_trials) == 4 and "4 of 6 blocks are complete" in str(unended.looks)
    ended = decision_after(folder, 4)
    assert isinstance(ended, EndedAtLook)
    file = folder / "experiment.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"ended": ended.model_dump(mode="json")}))

    write_report(folder)
    findings = Findings(read_results(folder))
    assert findings.all_valid
    assert "It ended at look 2 of 3, after 4 of 6 blocks." in str(findings.looks)
    assert "at p < 0.012, not at 5 %" in str(findings.looks) and "at 98.8 %" in str(findings.looks)
    page = (folder / "report.html").read_text()
    assert "It ended at look 2 of 3" in page
    assert "98.8% confidence interval of the ratio within blocks" in page
    assert (findings.ratio_confidence, findings.test_level) == ("98.8%", "1.2 %")
    summary = json.loads((folder / "summary.json").read_text())
    assert summary["looks"] == {
        "after_blocks": [2, 4, 6],
        "look": 2,
        "level": pytest.approx(LEVEL_2_OF_3, abs=1e-4),
        "ended_early": True,
    }
