"""Conducts one trial: warm up, measure, drain, collect. The heart of the lab."""

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.errors import PetlabError
from loadscripts.facts.trial_run import TrialRun, now_ns
from loadscripts.faults.fault import FaultContext
from loadscripts.faults.fault_levels import PlannedFault, draw
from loadscripts.faults.in_doubt_polling import in_doubt_once_available
from loadscripts.faults.injecting import armed, inject_all
from loadscripts.faults.step_delay import counted_delays
from loadscripts.load.generator import RunningLoad
from loadscripts.planning.trial import Trial
from loadscripts.probes.canary import canary_pieces
from loadscripts.probes.forced_writes import count_forced_writes
from loadscripts.probes.gc_log import GcSlices
from loadscripts.probes.sampling import Sampler
from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.collect import (
    add_received_points,
    collect_server_logs,
    collect_store,
    collect_store_if_up,
    write_empty_tables,
    write_received_orders,
    write_windows,
)
from loadscripts.trials.generators import generator_of
from loadscripts.trials.lab import Lab
from loadscripts.trials.quiescence import wait_until_quiescent
from loadscripts.trials.results_folder import Results, write_document
from loadscripts.trials.switchback import switch_by_window
from loadscripts.trials.trial_record import trial_record


def conduct(trial: Trial, bed: Bed, lab: Lab, results: Results) -> str | None:
    """Conducts one trial; its folder holds all raw data, also when the trial failed.

    Returns:
        Why it did not come to its end; None when it did. Whether it is valid then is for the analysis to say.
    """
    with results.trial_folder(trial) as folder:
        run = TrialRun(folder, launch=bed.launch, transactions=bed.plan.transactions.label)
        try:
            with lab.observer.watching(bed):
                _conduct(trial, bed, lab, run)
            reason = None
        except PetlabError as error:
            reason = str(error)
            collect_store_if_up(bed, lab.system, folder)
        write_windows(run)
        write_document(folder / "trial.json", trial_record(trial, lab, run, bed.versions, reason))
    return reason


def not_conducted(trial: Trial, lab: Lab, results: Results, reason: str) -> str:
    """The record of a trial for which no bed could be put up."""
    with results.trial_folder(trial) as folder:
        write_document(folder / "trial.json", trial_record(trial, lab, TrialRun(folder), {}, reason))
    return reason


def _conduct(trial: Trial, bed: Bed, lab: Lab, run: TrialRun) -> None:
    prepare(trial, bed, lab)
    run.managers, run.in_doubt_before = bed.transactions(), bed.in_doubt().total
    if trial.measuring:
        run.jvm_flags = lab.recorder.flags(bed.observed_jvms)
    generator = generator_of(trial, lab, bed)
    logs = GcSlices(bed.observed_jvms, run.folder)
    run.canary_before = canary_pieces()
    with TemporaryDirectory(prefix="petlab-load-") as scratch:
        with Sampler(bed, run.folder, lab.observer).running() as sampler, _recording(trial, bed, lab, run):
            lab.company.meet()
            run.warmup_begin_ns = now_ns()
            with generator.ordering(Path(scratch)) as load:
                sampler.also_watch(generator.name, load.pid)
                context = FaultContext(bed, run, logs, load.wait_while_running, lab.progress)
                _measure(trial, load, lab, context, sampler)
            _drain(lab, context)
        run.queue_polls_missed = sampler.missed
        lab.progress.step("collecting")
        generator.collect(run, Path(scratch))
    collect_store(bed, lab.system, run.folder)
    write_received_orders(run)
    if run.in_doubt_after and run.in_doubt_after.total:
        collect_server_logs(bed, run.folder)
    logs.keep()
    _export(trial, bed, lab, run)


def prepare(trial: Trial, bed: Bed, lab: Lab) -> None:
    """The store as it was on its first day, with the delegates of this trial."""
    lab.progress.step("resetting the store")
    bed.reset()
    for transition, delegate in trial.first_delegates.items():
        bed.switch(transition, delegate)
    if trial.delay is not None:
        bed.delay(trial.delay)
    if trial.has_crash_points:
        bed.disarm()  # of an earlier trial, which may not have been able to
    bed.set_phase("warmup")


def _measure(trial: Trial, load: RunningLoad, lab: Lab, context: FaultContext, sampler: Sampler) -> None:
    """Warm-up and window are one load: the customers do not start again when measuring begins."""
    bed, run = context.bed, context.run
    lab.progress.wait("warming up", lab.experiment.warmup_s)
    lab.company.wait(load, lab.experiment.warmup_s)
    lab.company.meet()
    bed.set_phase("measure")
    run.measure_begin_ns = now_ns()
    sampler.sample_counters()
    measured_s = lab.experiment.measured_s(trial.assignment)
    lab.progress.wait("measuring", measured_s)
    with counted_delays(trial.delay, bed, run):
        if trial.assignment and trial.assignment.unit == "window":
            switch_by_window(trial, trial.assignment, measured_s, context, sampler.sample_counters)
        else:
            _wait_with_faults(trial, load, lab, context, run.measure_begin_ns)
    run.measure_end_ns = now_ns()
    sampler.sample_counters()  # before the generator ends, whose CPU time is then its parent's, the lab's
    lab.company.meet()
    bed.set_phase("drain")
    _count_forced_writes(load, bed, lab, run)
    run.generator_exit = load.finish()


def _wait_with_faults(trial: Trial, load: RunningLoad, lab: Lab, context: FaultContext, begin_ns: int) -> None:
    with armed(trial.fault.spec, context.bed, context.run):
        inject_all(_planned(trial, lab), context)
        # With faults the window is as long as they take, and never shorter than without.
        lab.company.wait(load, lab.experiment.measured_s(trial.assignment) - (now_ns() - begin_ns) / 1e9)


def _planned(trial: Trial, lab: Lab) -> tuple[PlannedFault, ...]:
    return draw(trial.fault, lab.experiment.faults_per_trial, lab.experiment.fault_pause_s, trial.seed)


def _count_forced_writes(load: RunningLoad, bed: Bed, lab: Lab, run: TrialRun) -> None:
    if lab.tracer is not None:
        seconds = lab.experiment.count_forced_writes_s
        lab.progress.wait("counting forced writes", seconds)
        run.forced_writes = count_forced_writes(lab.tracer, bed, lab.system, seconds, load.wait_while_running)


def _drain(lab: Lab, context: FaultContext) -> None:
    bed, run = context.bed, context.run
    lab.progress.step("waiting for the last order")
    wait_until_quiescent(context, lab.experiment.drain_deadline_s)
    run.drained_ns = now_ns()
    run.in_doubt_after = in_doubt_once_available(bed)
    bed.set_phase("idle")
    run.canary_after = canary_pieces()


def _recordings(run: TrialRun) -> Path:
    return run.folder / "recordings"


def _recording(trial: Trial, bed: Bed, lab: Lab, run: TrialRun) -> AbstractContextManager[None]:
    if not trial.measuring:
        lab.recorder.require_none(bed.observed_jvms)
        return nullcontext()
    return lab.recorder.recording(bed.observed_jvms, _recordings(run), profile=trial.profiled)


def _export(trial: Trial, bed: Bed, lab: Lab, run: TrialRun) -> None:
    write_empty_tables(run.folder)
    if trial.measuring:
        # An export that fails leaves half tables, which must not stand where those without rows do.
        with TemporaryDirectory(prefix=".export-", dir=run.folder) as tables:
            run.exported = lab.recorder.export(bed.observed_jvms, _recordings(run), Path(tables), run.window_ns)
            for file in Path(tables).iterdir():
                file.replace(run.folder / file.name)
        add_received_points(run)
