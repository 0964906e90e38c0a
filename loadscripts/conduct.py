"""Conducts one trial: warm up, measure, drain, collect. The heart of the lab."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.bed import Bed
from deploy.errors import PetlabError
from loadscripts.collect import (
    collect_load,
    collect_server_logs,
    collect_store,
    collect_store_if_it_stands,
    write_empty_tables,
)
from loadscripts.course import Course, now_ns
from loadscripts.customers import Customers
from loadscripts.experiment import Experiment
from loadscripts.fault import Scene
from loadscripts.faults import Planned, draw
from loadscripts.flight_recording import FlightRecorder
from loadscripts.forced_writes import Tracer, count_forced_writes
from loadscripts.gc_log import GcSlices
from loadscripts.in_doubt import in_doubt_once_available
from loadscripts.injecting import armed, inject
from loadscripts.machine import Machine, Revision
from loadscripts.progress import Progress
from loadscripts.record import trial_record
from loadscripts.results import Results, write_json
from loadscripts.sampling import Sampler
from loadscripts.scenario import Scenario
from loadscripts.schedule import load_s
from loadscripts.settling import settle
from loadscripts.siege import RunningSiege, Siege
from loadscripts.trial import Trial


@dataclass(frozen=True)
class Lab:
    """What the trials of an experiment are conducted with. tracer: None when no forced writes are counted."""

    experiment: Experiment
    scenario: Scenario
    siege: Siege
    recorder: FlightRecorder
    machine: Machine
    revision: Revision
    progress: Progress
    tracer: Tracer | None = None


def conduct(trial: Trial, bed: Bed, lab: Lab, results: Results) -> str | None:
    """Conducts one trial; its folder holds all raw data, also when the trial failed.

    Returns:
        The reason why the trial is void; None when it is good.
    """
    with results.trial_folder(trial) as folder:
        course = Course(folder, transactions=bed.plan.transactions.label)
        try:
            _conduct(trial, bed, lab, course)
            reason = course.void_reason(trial)
        except PetlabError as error:
            reason = str(error)
            collect_store_if_it_stands(bed, folder)
        write_json(folder / "trial.json", trial_record(trial, lab, course, bed.versions, reason))
    return reason


def not_conducted(trial: Trial, lab: Lab, results: Results, reason: str) -> str:
    """The record of a trial for which no bed could be put up."""
    with results.trial_folder(trial) as folder:
        write_json(folder / "trial.json", trial_record(trial, lab, Course(folder), {}, reason))
    return reason


def _conduct(trial: Trial, bed: Bed, lab: Lab, course: Course) -> None:
    prepare(trial, bed, lab)
    course.managers, course.in_doubt_before = bed.transactions(), bed.in_doubt().total
    customers = _customers(trial, lab)
    urls = customers.urls(bed.applications[lab.scenario.application])
    logs = GcSlices(bed.jvms, course.folder)
    with TemporaryDirectory(prefix="petlab-siege-") as scratch:
        with Sampler(bed, course.folder).running() as sampler, _recording(trial, bed, lab, course):
            course.warmup_begin_ns = now_ns()
            with customers.ordering(lab.siege, urls, Path(scratch)) as siege:
                sampler.also_watch("siege", siege.pid)
                scene = Scene(bed, course, logs, siege.wait_while_running, lab.progress)
                _measure(trial, siege, lab, scene)
            _drain(lab, scene)
        course.queue_polls_missed = sampler.missed
        lab.progress.step("collecting")
        collect_load(course, Path(scratch), urls, len(lab.scenario.requests))
    collect_store(bed, course.folder)
    if course.in_doubt_after and course.in_doubt_after.total:
        collect_server_logs(bed, course.folder)
    logs.keep()
    _export(trial, bed, lab, course)


def prepare(trial: Trial, bed: Bed, lab: Lab) -> None:
    """The store as it was on its first day, with the delegates of this trial."""
    lab.progress.step("resetting the store")
    bed.reset()
    for transition, delegate in trial.delegates.items():
        bed.switch(transition, delegate)
    bed.set_phase("warmup")


def _customers(trial: Trial, lab: Lab) -> Customers:
    may_fail = not trial.fault.is_none
    return Customers(
        lab.scenario, trial.customers, trial.think, load_s(lab.experiment, trial), trial.seed, may_fail=may_fail
    )


def _measure(trial: Trial, siege: RunningSiege, lab: Lab, scene: Scene) -> None:
    """Warm-up and window are one siege: the customers do not begin anew when measuring begins."""
    bed, course = scene.bed, scene.course
    lab.progress.wait("warming up", lab.experiment.warmup_s)
    siege.wait_while_running(lab.experiment.warmup_s)
    bed.set_phase("measure")
    course.measure_begin_ns = now_ns()
    lab.progress.wait("measuring", lab.experiment.measure_s)
    with armed(trial.fault.charge, bed, course):
        inject(_planned(trial, lab), scene)
        # With faults the window is as long as they take, and never shorter than without.
        siege.wait_while_running(lab.experiment.measure_s - (now_ns() - course.measure_begin_ns) / 1e9)
    course.measure_end_ns = now_ns()
    bed.set_phase("drain")
    _count_forced_writes(siege, bed, lab, course)
    course.generator_exit = siege.finish()


def _planned(trial: Trial, lab: Lab) -> tuple[Planned, ...]:
    return draw(trial.fault, lab.experiment.faults_per_trial, lab.experiment.fault_pause_s, trial.seed)


def _count_forced_writes(siege: RunningSiege, bed: Bed, lab: Lab, course: Course) -> None:
    if lab.tracer is not None:
        seconds = lab.experiment.count_forced_writes_s
        lab.progress.wait("counting forced writes", seconds)
        course.forced_writes = count_forced_writes(lab.tracer, bed, seconds, siege.wait_while_running)


def _drain(lab: Lab, scene: Scene) -> None:
    bed, course = scene.bed, scene.course
    lab.progress.step("waiting for the last order")
    settle(scene, lab.experiment.drain_deadline_s)
    course.drained_ns = now_ns()
    course.in_doubt_after = in_doubt_once_available(bed)
    bed.set_phase("idle")


def _recordings(course: Course) -> Path:
    return course.folder / "recordings"


def _recording(trial: Trial, bed: Bed, lab: Lab, course: Course) -> AbstractContextManager[None]:
    if not trial.measuring:
        return nullcontext()
    return lab.recorder.recording(bed.jvms, _recordings(course))


def _export(trial: Trial, bed: Bed, lab: Lab, course: Course) -> None:
    write_empty_tables(course.folder)
    if trial.measuring:
        course.exported = lab.recorder.export(bed.jvms, _recordings(course), course.folder, course.window_ns)
