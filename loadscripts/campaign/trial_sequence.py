"""Conducts the trials of an experiment one after the other, each on a bed that is as it needs it."""

from collections.abc import Callable, Mapping
from pathlib import Path

from analysis.contract.looks import EndedAtLook
from deploy.errors import PetlabError
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.campaign.bed_pool import BedChoice, BedPool
from loadscripts.campaign.bed_slot import BedFactory
from loadscripts.campaign_progress import Progress
from loadscripts.load.hyperfoil import Hyperfoil
from loadscripts.load.scenario import read_scenario
from loadscripts.load.siege_answers import compile_listener
from loadscripts.load.siege_program import find_siege
from loadscripts.load.thinktime import compile_shim
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import remaining_s
from loadscripts.planning.trial import Trial
from loadscripts.probes.bed_observer import BedObserver, Unobserved
from loadscripts.probes.flight_recording import FlightRecorder
from loadscripts.probes.forced_writes import find_tracer
from loadscripts.probes.machine import revision, this_machine
from loadscripts.system.system_registry import SYSTEMS
from loadscripts.trials.conduct import conduct, not_conducted
from loadscripts.trials.lab import Lab
from loadscripts.trials.results_folder import Results
from loadscripts.trials.warmup import warm_up_jvms


def make_lab(experiment: Experiment, progress: Progress, observer: BedObserver | None = None) -> Lab:
    """Gathers what the trials need besides a bed.

    Raises:
        PetlabError: something of it cannot be had.
    """
    progress.step("inspecting this machine")
    return Lab(
        experiment=experiment,
        system=SYSTEMS[experiment.system],
        scenario=read_scenario(experiment.scenario),
        siege=find_siege(compile_shim(), compile_listener()),
        hyperfoil=Hyperfoil(Jdk.of_this_run()),
        recorder=FlightRecorder(Jdk.of_this_run()),
        machine=this_machine(CHECKOUT),
        revision=revision(),
        progress=progress,
        tracer=find_tracer() if experiment.count_forced_writes_s else None,
        observer=observer or Unobserved(),
    )


Judge = Callable[[Path], str | None]
"""Says of a trial's folder why its metrics do not count; None when they do. It is the analysis that knows."""


StopRule = Callable[[int], EndedAtLook | None]
"""Says after so many blocks that the experiment is decided; None: it goes on. It is the analysis that knows."""


def never(blocks: int) -> None:
    """The rule of an experiment that has one look at its data, at its end."""


def conduct_all(
    trials: tuple[Trial, ...],
    lab: Lab,
    choice: BedChoice,
    results: Results,
    judge: Judge,
    decided: StopRule = never,
) -> Mapping[str, str | None]:
    """Conducts trials in their order, until the experiment is decided. A trial that fails is a record with a reason;
    the others go on.

    Returns:
        What the judge says of each.

    Raises:
        PetlabError: not even the first bed could be started, or not all beds that are to run side by side.
    """
    reasons: dict[str, str | None] = {}
    factory = BedFactory(lab.system.start_bed, lambda bed: warm_up_jvms(bed, lab), lab.progress)
    with BedPool(lab.experiment, choice, factory) as pool:
        for at, trial in enumerate(trials):
            if at == 0 or trial.block != trials[at - 1].block:
                pool.begin_block(tuple(each for each in trials[at:] if each.block == trial.block))
            lab.progress.trial(at + 1, len(trials), trial.describe(), remaining_s(lab.experiment, trials[at:]))
            _conduct_on_a_bed(trial, pool, lab, results)
            reasons[trial.id] = judge(results.folder_of(trial))
            lab.progress.trial_ended(trial.id, reasons[trial.id])
            if _ends_a_block(at, trials) and (ended := decided(trial.block)):
                results.record_end(ended)
                break
    return reasons


def _ends_a_block(at: int, trials: tuple[Trial, ...]) -> bool:
    return at + 1 == len(trials) or trials[at + 1].block != trials[at].block


def _conduct_on_a_bed(trial: Trial, pool: BedPool, lab: Lab, results: Results) -> None:
    try:
        bed = pool.bed_for(trial)
    except PetlabError as error:
        if not pool.has_had_bed:
            raise
        not_conducted(trial, lab, results, str(error))
    else:
        conduct(trial, bed, lab, results)
