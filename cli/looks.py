"""Whether an experiment that looks at its data several times is decided: the campaign asks, and the analysis says."""

from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.looks import EndedAtLook, blocks_at_looks
from cli.consoles import plain_console
from cli.profiles import readable_profile
from loadscripts.campaign.trial_sequence import StopRule, never
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.trial import Trial
from loadscripts.trials.results_folder import Results


def stop_rule(experiment: Experiment, results: Results) -> StopRule:
    """For a campaign into this folder."""
    if experiment.looks == 1:
        return never
    early = blocks_at_looks(experiment.repetitions, experiment.looks)[:-1]

    def decided(blocks: int) -> EndedAtLook | None:
        if blocks not in early:
            return None
        # Their libraries are slow to load: not for --help.
        from analysis.comparing.looks import decision_after
        from analysis.reporting.report import profile_for

        kept = readable_profile(plain_console(stderr=True))
        return decision_after(results.folder, blocks, lambda conducted: profile_for(conducted, kept))

    return decided


def due(
    experiment: Experiment, trials: tuple[Trial, ...], results: Results, record: ExperimentDocument
) -> tuple[Trial, ...]:
    """The trials that an experiment which is resumed still has: none of blocks after the look at which it ended. It may
    have been interrupted just before that was noted.
    """
    ended = record.ended or _decided_now(experiment, trials, results)
    return trials if ended is None else tuple(trial for trial in trials if trial.block <= ended.blocks)


def _decided_now(experiment: Experiment, trials: tuple[Trial, ...], results: Results) -> EndedAtLook | None:
    waiting = [trial.block for trial in trials if results.conducted(trial) is None]
    if not waiting or min(waiting) == 1:
        return None
    ended = stop_rule(experiment, results)(min(waiting) - 1)
    if ended is not None:
        results.record_end(ended)
    return ended
