"""Conducts one trial: warm up, measure, drain, collect. The heart of the lab."""

import time
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.bed import Bed
from deploy.errors import PetlabError
from loadscripts.collect import collect_load, collect_store, collect_store_if_it_stands, write_empty_tables
from loadscripts.course import Course, now_ns
from loadscripts.customers import Customers
from loadscripts.drain import wait_until_drained
from loadscripts.experiment import Experiment
from loadscripts.flight_recording import FlightRecorder
from loadscripts.gc_log import copy_slices, mark_logs
from loadscripts.machine import Machine, Revision
from loadscripts.progress import Progress
from loadscripts.record import trial_record
from loadscripts.results import Results, write_json
from loadscripts.sampling import Sampler
from loadscripts.scenario import Scenario
from loadscripts.siege import RunningSiege, Siege
from loadscripts.trial import Trial

CHECK_EVERY_S = 1.0


@dataclass(frozen=True)
class Lab:
    """What the trials of an experiment are conducted with."""

    experiment: Experiment
    scenario: Scenario
    siege: Siege
    recorder: FlightRecorder
    machine: Machine
    revision: Revision
    progress: Progress


def conduct(trial: Trial, bed: Bed, lab: Lab, results: Results) -> str | None:
    """Conducts one trial; its folder holds all raw data, also when the trial failed.

    Returns:
        The reason why the trial is void; None when it is good.
    """
    with results.trial_folder(trial) as folder:
        course = Course(folder)
        try:
            _conduct(trial, bed, lab, course)
            reason = course.void_reason(trial.customers)
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
    customers = _customers(trial, lab)
    urls = customers.urls(bed.applications[lab.scenario.application])
    logs = mark_logs(bed.jvms)
    with TemporaryDirectory(prefix="petlab-siege-") as scratch:
        with Sampler(bed, course.folder).running() as sampler, _recording(trial, bed, lab, course):
            course.warmup_begin_ns = now_ns()
            with customers.ordering(lab.siege, urls, Path(scratch)) as siege:
                sampler.also_watch("siege", siege.pid)
                _measure(siege, bed, lab, course)
            _drain(bed, lab, course)
        course.queue_looks_missed = sampler.missed
        lab.progress.step("collecting")
        collect_load(course, Path(scratch), urls, len(lab.scenario.requests))
    collect_store(bed, course.folder)
    copy_slices(logs, course.folder)
    _export(trial, bed, lab, course)


def prepare(trial: Trial, bed: Bed, lab: Lab) -> None:
    """The store as it was on its first day, with the delegates of this trial."""
    lab.progress.step("resetting the store")
    bed.reset()
    for transition, delegate in trial.delegates.items():
        bed.switch(transition, delegate)
    bed.set_phase("warmup")


def _customers(trial: Trial, lab: Lab) -> Customers:
    duration_s = lab.experiment.warmup_s + lab.experiment.measure_s
    return Customers(lab.scenario, trial.customers, trial.think, duration_s, trial.seed)


def _measure(siege: RunningSiege, bed: Bed, lab: Lab, course: Course) -> None:
    """Warm-up and window are one siege: the customers do not begin anew when measuring begins."""
    lab.progress.wait("warming up", lab.experiment.warmup_s)
    _pass(siege, lab.experiment.warmup_s)
    bed.set_phase("measure")
    course.measure_begin_ns = now_ns()
    lab.progress.wait("measuring", lab.experiment.measure_s)
    _pass(siege, lab.experiment.measure_s)
    course.measure_end_ns = now_ns()
    bed.set_phase("drain")
    course.generator_exit = siege.finish()


def _pass(siege: RunningSiege, seconds: float) -> None:
    """Lets time pass, and looks whether Siege is still there."""
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0:
        time.sleep(min(left_s, CHECK_EVERY_S))
        siege.check()


def _drain(bed: Bed, lab: Lab, course: Course) -> None:
    lab.progress.step("waiting for the last order")
    course.drained = wait_until_drained(bed, lab.experiment.drain_deadline_s)
    course.drained_ns = now_ns()
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
