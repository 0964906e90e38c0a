"""Many trials, analysed by several processes, come back in their order and with their errors."""

import shutil
from pathlib import Path

from analysis.analysis_errors import AnalysisError
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_plan import TrialPlan
from analysis.trials.side_by_side import FEW, analyse_all
from analysis.trials.trial_analysis import TrialResult


def test_results_and_errors_come_in_the_order_of_the_trials(tmp_path: Path) -> None:
    folders = [tmp_path / f"{number:03}" for number in range(1, FEW + 2)]
    write_trial(folders[0], TrialPlan(measure_s=5))
    for position, folder in enumerate(folders[1:], start=2):
        shutil.copytree(folders[0], folder)
        facts = (folder / "trial.json").read_text()
        (folder / "trial.json").write_text(facts.replace('"id": "001"', f'"id": "{position:03}"'))
    (folders[3] / "trial.json").write_text("{")
    found = list(analyse_all(folders))
    assert isinstance(found[3], AnalysisError) and str(folders[3]) in str(found[3])
    results = [each for each in found if isinstance(each, TrialResult)]
    assert [each.trial.id for each in results] == [folder.name for folder in folders if folder != folders[3]]
