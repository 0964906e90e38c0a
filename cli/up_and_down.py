"""The loads of an experiment whose loads go up and down: the campaign asks, and the analysis says what was kept."""

from loadscripts.campaign.trial_sequence import LoadRule, as_planned
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.trial import Trial
from loadscripts.planning.up_and_down import settled
from loadscripts.trials.results_folder import Results


def load_rule(experiment: Experiment, results: Results) -> LoadRule:
    """For a campaign into this folder, whether it begins there or goes on."""
    if not experiment.up_and_down:
        return as_planned
    known: dict[str, bool | None] = {}

    def kept(trial: Trial) -> bool | None:
        if trial.id not in known:
            known[trial.id] = _kept(experiment, results, trial)
        return known[trial.id]

    def loads(of_block: tuple[Trial, ...]) -> tuple[Trial, ...]:
        _, trials, _ = results.read()
        return settled(of_block, [trial for trial in trials if trial.block < of_block[0].block], kept, experiment)

    return loads


def _kept(experiment: Experiment, results: Results, trial: Trial) -> bool | None:
    from analysis.analysis_errors import AnalysisError  # its libraries are slow to load: not for --help
    from analysis.comparing.capacity import kept_by
    from analysis.contract.objective import parse_objective
    from analysis.trials.trial_analysis import analyse

    if results.conducted(trial) is None or experiment.objective is None:
        return None
    try:
        return kept_by(analyse(results.folder_of(trial)), parse_objective(experiment.objective))
    except AnalysisError:
        return None  # its report says why it cannot be read
