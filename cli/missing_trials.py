"""Which trials of a results folder are missing, and what they are conducted with."""

from collections.abc import Sequence
from dataclasses import dataclass

from cli import transaction_options
from cli.conducted_trials import damaged, facts_of
from cli.consoles import plain_console
from cli.looks import due
from cli.report_commands import void_reason
from deploy.errors import PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import begun_at, require_same_machine, require_same_version, resumed_choice
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.further_repetitions import extended, levels_alone, with_more
from loadscripts.planning.trial import Trial
from loadscripts.probes.machine import revision
from loadscripts.trials.results_folder import Results


@dataclass(frozen=True)
class Campaign:
    """Trials of an experiment that are to be conducted now. extended: the whole schedule, where it is longer now;
    starts_may_fail: servers that do not come up end it at no trial, not even at the first one.
    """

    experiment: Experiment
    trials: tuple[Trial, ...]
    results: Results
    choice: BedChoice
    extended: tuple[Trial, ...] | None = None
    starts_may_fail: bool = False


@dataclass(frozen=True)
class Missing:
    """What counts as missing: void trials, too; further repetitions, of these levels alone.

    other_version: although another version of Petlab, machine or JDK began it.
    """

    void_too: bool = False
    other_version: bool = False
    repetitions: int | None = None
    only: tuple[str, ...] = ()


def missing_trials(folder: Results, requested: BedChoice, wanted: Missing) -> Campaign:
    """What is still to be conducted, as it was begun; a campaign without trials where nothing is.

    Raises:
        PetlabError: it was begun with another choice, or by another version of Petlab, on another machine or JDK.
    """
    chosen, trials, record = folder.read()
    longer = None
    if wanted.repetitions is not None:
        chosen = with_more(chosen, wanted.repetitions)
        trials = longer = extended(trials, chosen, levels_alone(chosen, wanted.only))
    elif wanted.only:
        raise PlanError("--only chooses the levels of further repetitions: give --repetitions, too, or omit --only")
    transaction_options.of_experiment(chosen, requested.transactions)
    choice = resumed_choice(requested, record.bed)
    still_due = due(chosen, trials, folder, record)
    spoilt = damaged(folder, still_due, plain_console(stderr=True))
    again = [trial for trial in still_due if trial in spoilt or is_missing(folder, trial, wanted.void_too)]
    missing = _whole_duets(chosen, still_due, again)
    if missing and not wanted.other_version:
        require_same_version(begun_at(record), revision())
        require_same_machine(facts_of(folder, trials), chosen)
    return Campaign(chosen, missing, folder, choice, longer)


def is_missing(folder: Results, trial: Trial, void_too: bool) -> bool:
    """Void is what the report calls void, by its audit too."""
    conducted = folder.conducted(trial)
    return conducted is None or (void_too and void_reason(conducted) is not None)


def _whole_duets(experiment: Experiment, due_now: Sequence[Trial], missing: Sequence[Trial]) -> tuple[Trial, ...]:
    """Of trials that are conducted at the same time one alone would be another trial: both are repeated."""
    blocks = {trial.block for trial in missing} if experiment.duet else set()
    return tuple(trial for trial in due_now if trial in missing or trial.block in blocks)
