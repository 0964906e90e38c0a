"""Conducts the trials of an experiment one after the other, each on a bed that is as it needs it."""

from collections.abc import Mapping

from deploy.errors import PetlabError
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.campaign.bed_pool import BedChoice, BedPool
from loadscripts.campaign_progress import Progress
from loadscripts.load.scenario import read_scenario
from loadscripts.load.siege_answers import compile_listener
from loadscripts.load.siege_program import find_siege
from loadscripts.load.thinktime import compile_shim
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import remaining_s
from loadscripts.planning.trial import Trial
from loadscripts.probes.flight_recording import FlightRecorder
from loadscripts.probes.forced_writes import find_tracer
from loadscripts.probes.machine import revision, this_machine
from loadscripts.trials.conduct import Lab, conduct, not_conducted
from loadscripts.trials.results_folder import Results


def make_lab(experiment: Experiment, progress: Progress) -> Lab:
    """Gathers what the trials need besides a bed.

    Raises:
        PetlabError: something of it cannot be had.
    """
    progress.step("inspecting this machine")
    return Lab(
        experiment=experiment,
        scenario=read_scenario(experiment.scenario),
        siege=find_siege(compile_shim(), compile_listener()),
        recorder=FlightRecorder(Jdk.of_this_run()),
        machine=this_machine(CHECKOUT),
        revision=revision(),
        progress=progress,
        tracer=find_tracer() if experiment.count_forced_writes_s else None,
    )


def conduct_all(trials: tuple[Trial, ...], lab: Lab, choice: BedChoice, results: Results) -> Mapping[str, str | None]:
    """Conducts trials in their order. A trial that fails is a record with a reason; the others go on.

    Returns:
        For each trial the reason why it is void, None for a good one.

    Raises:
        PetlabError: not even the first bed could be put up, or not all beds that are to stand side by side.
    """
    reasons: dict[str, str | None] = {}
    with BedPool(lab, choice) as pool:
        for at, trial in enumerate(trials):
            if at == 0 or trial.block != trials[at - 1].block:
                pool.begin_block(tuple(each for each in trials[at:] if each.block == trial.block))
            lab.progress.trial(at + 1, len(trials), trial.describe(), remaining_s(lab.experiment, trials[at:]))
            reasons[trial.id] = _conduct_on_a_bed(trial, pool, lab, results)
            lab.progress.trial_ended(trial.id, reasons[trial.id])
    return reasons


def _conduct_on_a_bed(trial: Trial, pool: BedPool, lab: Lab, results: Results) -> str | None:
    try:
        bed = pool.bed_for(trial)
    except PetlabError as error:
        if not pool.had_a_bed:
            raise
        return not_conducted(trial, lab, results, str(error))
    return conduct(trial, bed, lab, results)
