"""What the commands make of trials that are void: by the lab, or by their audit alone."""

from pathlib import Path

import pytest

from analysis.contract.experiment_document import HeapOfExperiment
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import TrialPlan
from cli.missing_trials import _whole_duets, is_missing
from cli.report_commands import show_report
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.planning.trial import Trial
from loadscripts.trials.results_folder import Results

pytestmark = pytest.mark.usefixtures("analysed_once")

FAILED = TrialPlan(changes={"outcome": {"status": "failed", "reason": "requests failed"}})
LOST = TrialPlan(faults=("lost",))


def trial(number: str) -> Trial:
    return Trial(number, 1, 1, 1, {})


def folder_with(tmp_path: Path, **special: TrialPlan) -> Path:
    plans = {name.removeprefix("t"): plan for name, plan in special.items()}
    return write_results(tmp_path / "r", ["jms-transacted", "soap"], [15], repetitions=1, special=plans)


@pytest.mark.parametrize(
    ("plan", "code", "message"),
    [
        (TrialPlan(), 0, ""),
        (LOST, 1, "1 of 2 trials with a failed audit: 002"),
        (FAILED, 1, "1 of 2 trials void or failed: 002"),
    ],
)
def test_a_report_of_trials_that_are_not_all_valid_ends_with_another_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], plan: TrialPlan, code: int, message: str
) -> None:
    assert show_report(folder_with(tmp_path, t002=plan)) == code
    shown = capsys.readouterr()
    assert message in shown.err and "Traceback" not in shown.err
    assert shown.out.rstrip().endswith("report.html")


DUET = read_experiment(find_experiment("collectors"), least_heap=lambda question: HeapOfExperiment(mb=150))


def test_of_a_duet_all_of_the_block_is_repeated_and_of_others_the_one(tmp_path: Path) -> None:
    """A duet alone would have the machine to itself; what shares servers one after the other is a launch more."""
    in_duets = schedule(DUET)[:8]
    assert [each.block for each in in_duets] == [1, 1, 1, 1, 2, 2, 2, 2]
    assert [each.id for each in _whole_duets(DUET, in_duets, [in_duets[5]])] == ["005", "006", "007", "008"]
    alone = DUET.model_copy(update={"duet": False})
    one_by_one = schedule(alone)
    assert _whole_duets(alone, one_by_one, [one_by_one[5]]) == (one_by_one[5],)


@pytest.mark.parametrize("plan", [LOST, FAILED])
def test_what_the_audit_voids_is_repeated_with_the_other_void_trials(tmp_path: Path, plan: TrialPlan) -> None:
    results = Results(folder_with(tmp_path, t002=plan))
    assert [is_missing(results, trial(name), void_too=True) for name in ("001", "002", "003")] == [False, True, True]
    assert [is_missing(results, trial(name), void_too=False) for name in ("001", "002", "003")] == [False, False, True]


def test_a_trial_that_cannot_be_read_is_repeated_too(tmp_path: Path) -> None:
    folder = folder_with(tmp_path)
    (folder / "trials/001/trial.json").write_text("{")
    assert is_missing(Results(folder), trial("001"), void_too=True)
    assert not is_missing(Results(folder), trial("001"), void_too=False)
