"""trial.json: the facts of one trial. The analysis reads these and never a folder's name."""

from collections.abc import Mapping
from dataclasses import asdict

from analysis.contract.fault_documents import CrashPointCounts, DelayCounts, InDoubtWhenIdle
from analysis.contract.trial_document import (
    BuiltFrom,
    ExperimentOfTrial,
    Generator,
    Manager,
    Outcome,
    PastOrdersDocument,
    PlaceInSchedule,
    ScenarioOfTrial,
    TrialDocument,
)
from deploy.specification.plan import DEFAULT_SETTINGS
from loadscripts.facts.trial_run import TrialRun
from loadscripts.planning.trial import Trial
from loadscripts.trials.generators import generator_version, think_method
from loadscripts.trials.lab import Lab


def trial_record(
    trial: Trial, lab: Lab, run: TrialRun, versions: Mapping[str, str], reason: str | None
) -> TrialDocument:
    """The record of a trial.

    versions: of what the bed is made of; reason: why the trial did not come to its end, None when it did.
    """
    experiment = lab.experiment
    return TrialDocument(
        schema_version=3,
        experiment=ExperimentOfTrial(
            name=experiment.name,
            question=experiment.question,
            compare=experiment.compare,
            baseline=experiment.baseline,
        ),
        trial=PlaceInSchedule(id=trial.id, block=trial.block, position=trial.position, seed=trial.seed),
        levels=dict(trial.levels),
        delegates=trial.delegates,
        windows=run.windows(),
        warmup_s=experiment.warmup_s,
        measure_s=experiment.measured_s(trial.assignment),
        outcome=Outcome(status="failed" if reason else "complete", reason=reason),
        drained=run.drained,
        scenario=_scenario(trial, lab),
        generator=_generator(trial, lab, run),
        load=run.load(),
        machine=lab.machine.as_record(),
        versions=dict(versions) | dict([generator_version(trial, lab)]),
        jvm_options=experiment.jvm_options(trial.jvm, trial.heap),
        broker_jvm_options=experiment.broker_jvm_options(trial.broker_jvm),
        jvm_flags=dict(run.jvm_flags),
        commit=lab.revision.commit,
        dirty=lab.revision.dirty,
        changes=lab.revision.changes,
        built_from=built_from(trial, lab),
        clock=run.clock(),
        measuring=trial.levels["measuring"],
        topology=trial.topology or experiment.topology,
        launch=run.launch,
        data_loss=run.data_loss,
        transactions=run.transactions or trial.transaction_manager,
        managers={server: Manager.model_validate(facts) for server, facts in run.managers.items()},
        in_doubt=_in_doubt(run),
        faults=tuple(fault.as_record() for fault in run.faults),
        crash_points={server: CrashPointCounts.model_validate(points) for server, points in run.crash_points.items()},
        delays={server: DelayCounts.model_validate(counts) for server, counts in run.delays.items()},
        canary=run.canary(),
        assignment=trial.assignment.as_record(trial.seed, trial.switched) if trial.assignment else None,
        forced_writes=run.forced_writes.as_record() if run.forced_writes else None,
        settings={**DEFAULT_SETTINGS, **experiment.settings},
        past=past_of(trial, lab),
        beside=lab.company.other,
        jvm_warmup=lab.warmups.get(run.launch) if run.launch else None,
    )


def built_from(trial: Trial, lab: Lab) -> BuiltFrom | None:
    if trial.checkout is None:
        return None
    if trial.is_of_this_checkout:
        return BuiltFrom(commit=lab.revision.commit, dirty=lab.revision.dirty)
    return BuiltFrom(commit=lab.experiment.against, dirty=False)


def past_of(trial: Trial, lab: Lab) -> PastOrdersDocument | None:
    """What the store held before the first trial; None: it was empty."""
    past = lab.experiment.past.with_orders(trial.past_orders)
    return PastOrdersDocument(**asdict(past)) if past else None


def _in_doubt(run: TrialRun) -> InDoubtWhenIdle:
    left = run.in_doubt_after
    return InDoubtWhenIdle(
        before=run.in_doubt_before,
        after=left.total if left else None,
        left_in_database=left.database if left else (),
        left_in_broker=left.broker if left else (),
        restarted=run.restarted_to_decide,
    )


def _scenario(trial: Trial, lab: Lab) -> ScenarioOfTrial:
    return ScenarioOfTrial(
        name=lab.scenario.name,
        requests=len(lab.scenario.requests),
        think_min_s=trial.think.min_s,
        think_max_s=trial.think.max_s,
        think_method=think_method(trial, lab),
    )


def _generator(trial: Trial, lab: Lab, run: TrialRun) -> Generator:
    name, version = generator_version(trial, lab)
    return Generator(
        name=name,
        version=version,
        exit=run.generator_exit,
        ran_out_of_files=run.generator_ran_out_of_files,
        queue_polls_missed=run.queue_polls_missed,
        requests_without_line=run.requests_without_line,
        open=run.open_generator,
    )
