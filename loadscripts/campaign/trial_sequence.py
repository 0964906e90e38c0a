"""Conducts the trials of an experiment one after the other, each on a bed that is as it needs it."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from analysis.contract.looks import EndedAtLook
from deploy.errors import BedError, PetlabError
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.campaign.bed_pool import BedChoice, BedPool
from loadscripts.campaign.bed_slot import BedFactory
from loadscripts.campaign_progress import Progress, Silent
from loadscripts.load.hyperfoil import hyperfoil
from loadscripts.load.order_generator import order_generator
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
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.system_registry import SYSTEMS
from loadscripts.trials.conduct import conduct, not_conducted
from loadscripts.trials.duet import duet
from loadscripts.trials.lab import Lab
from loadscripts.trials.results_folder import Results
from loadscripts.trials.training import is_untrained, train
from loadscripts.trials.warmup import warm_up_together


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
        hyperfoil=hyperfoil(Jdk.of_this_run()),
        order_generator=order_generator(Jdk.of_this_run()),
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


LoadRule = Callable[[tuple[Trial, ...]], tuple[Trial, ...]]
"""The trials of a block at the loads that follow from the blocks before it. It is the analysis that knows."""


def as_planned(of_block: tuple[Trial, ...]) -> tuple[Trial, ...]:
    """The rule of an experiment whose loads are known beforehand."""
    return of_block


def conduct_all(
    trials: tuple[Trial, ...],
    lab: Lab,
    choice: BedChoice,
    results: Results,
    judge: Judge,
    decided: StopRule = never,
    loads: LoadRule = as_planned,
    *,
    starts_may_fail: bool = False,
) -> Mapping[str, str | None]:
    """Conducts trials in their order, until the experiment is decided. A trial that fails is a record with a reason;
    the others go on.

    starts_may_fail: that servers do not come up is their trial's trouble, although no bed was up before.

    Returns:
        What the judge says of each.

    Raises:
        PetlabError: not even the first bed could be started, or not all beds that are to run side by side.
    """
    reasons: dict[str, str | None] = {}
    factory = BedFactory(
        lab.system.start_bed,
        lambda beds: warm_up_together(beds, lab),
        lab.progress,
        is_untrained,
        lambda bed: train(bed, lab),
    )
    with BedPool(lab.experiment, choice, factory) as pool:
        done = 0
        for block, planned in itertools.groupby(trials, key=lambda trial: trial.block):
            as_drawn = tuple(planned)
            of_block = loads(as_drawn)
            if of_block != as_drawn:
                results.settle(of_block)
            pool.begin_block(of_block)
            for at, together in _in_their_order(of_block, lab.experiment):
                text = " beside ".join(each.describe() for each in together)
                left_s = remaining_s(lab.experiment, trials[done + at :])
                lab.progress.trial(done + at + 1, len(trials), text, left_s)
                _conduct_on_beds(together, pool, lab, results, starts_may_fail)
                for each in together:
                    reasons[each.id] = judge(results.folder_of(each))
                    lab.progress.trial_ended(each.id, reasons[each.id])
            done += len(of_block)
            if ended := decided(block):
                results.record_end(ended)
                break
    return reasons


def _in_their_order(trials: tuple[Trial, ...], experiment: Experiment) -> Iterator[tuple[int, tuple[Trial, ...]]]:
    """What is conducted one after the other, each with its place: single trials, or the two of a duet."""
    at = 0
    while at < len(trials):
        together = trials[at : at + (2 if experiment.duet else 1)]
        yield at, together
        at += len(together)


def _conduct_on_beds(
    together: tuple[Trial, ...], pool: BedPool, lab: Lab, results: Results, starts_may_fail: bool
) -> None:
    try:
        beds = [pool.bed_for(trial) for trial in together]
    except PetlabError as error:
        if not pool.has_had_bed and not (starts_may_fail and isinstance(error, BedError)):
            raise
        for trial in together:
            not_conducted(trial, lab, results, str(error))
    else:
        if len(together) == 2:
            conduct_duet(together, beds, lab, results)
        else:
            conduct(together[0], beds[0], lab, results)


def conduct_duet(trials: tuple[Trial, ...], beds: Sequence[Bed], lab: Lab, results: Results) -> None:
    """Conducts two trials at the same time. Who waits for them is told of the first."""
    companies = duet(trials[0].id, trials[1].id)
    labs = (
        replace(lab, company=companies[0]),
        replace(lab, company=companies[1], progress=Silent(), observer=Unobserved()),
    )

    def conducted(number: int) -> None:
        try:
            conduct(trials[number], beds[number], labs[number], results)
        except KeyboardInterrupt:
            companies[number].interrupt()
            raise
        finally:
            companies[number].leave()

    with ThreadPoolExecutor(1, "petlab-duet") as thread:
        other = thread.submit(conducted, 1)
        try:
            conducted(0)  # in this thread, which Ctrl-C interrupts
            other.result()
        except KeyboardInterrupt:
            companies[0].interrupt()
            raise
