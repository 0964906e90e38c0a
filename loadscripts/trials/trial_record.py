"""trial.json: the facts of one trial. The analysis reads these and never a folder's name."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from deploy.specification.plan import DEFAULT_SETTINGS
from loadscripts.facts.trial_run import TrialRun
from loadscripts.planning.trial import Trial

if TYPE_CHECKING:
    from loadscripts.trials.conduct import Lab

SCHEMA_VERSION = 2
"""Of trial.json; `analysis.reading.record_versions` reads older ones."""


def trial_record(
    trial: Trial, lab: "Lab", run: TrialRun, versions: Mapping[str, str], reason: str | None
) -> dict[str, Any]:
    """The record of a trial.

    versions: of what the bed is made of; reason: why the trial is void or failed, None when it is good.
    """
    experiment = lab.experiment
    return {
        "schema_version": SCHEMA_VERSION,
        "experiment": {
            "name": experiment.name,
            "question": experiment.question,
            "compare": experiment.compare,
            "baseline": experiment.baseline,
        },
        "trial": {"id": trial.id, "block": trial.block, "position": trial.position, "seed": trial.seed},
        "levels": dict(trial.levels),
        "delegates": trial.delegates,
        "windows": run.windows(),
        "warmup_s": experiment.warmup_s,
        "measure_s": experiment.measure_s,
        "outcome": {"status": "failed" if reason else "complete", "reason": reason},
        "drained": run.drained,
        "scenario": _scenario(trial, lab),
        "generator": _generator(lab, run),
        "load": run.load(),
        "machine": lab.machine.as_record(),
        "versions": dict(versions) | {"siege": lab.siege.version},
        "jvm_options": list(experiment.jvm_options(trial.jvm)),
        "commit": lab.revision.commit,
        "dirty": lab.revision.dirty,
        "clock": run.clock(),
        "measuring": "on" if trial.measuring else "off",
        "topology": trial.topology or experiment.topology,
        "launch": run.launch,
        "data_loss": run.data_loss,
        **_transactions(trial, run),
        "faults": [fault.as_record() for fault in run.faults],
        "crash_points": dict(run.crash_points),
        "forced_writes": run.forced_writes.as_record() if run.forced_writes else None,
        "settings": {**DEFAULT_SETTINGS, **experiment.settings},
        "past": _past(trial, lab),
    }


def _past(trial: Trial, lab: "Lab") -> dict[str, Any] | None:
    """What the store held before the first trial; None: it was empty."""
    past = lab.experiment.past.with_orders(trial.past_orders)
    return asdict(past) if past else None


def _transactions(trial: Trial, run: TrialRun) -> dict[str, Any]:
    """As requested, and as reported by the servers; branches and transactions in doubt at rest before and after."""
    return {
        "transactions": run.transactions or trial.transactions,
        "managers": dict(run.managers),
        "in_doubt": {"before": run.in_doubt_before, **_after(run)},
    }


def _after(run: TrialRun) -> dict[str, Any]:
    """The number; how it came to be so and the names of branches where there is something to say."""
    left = run.in_doubt_after
    names = {} if left is None else {"left_in_database": left.database, "left_in_broker": left.broker}
    return {
        "after": None if left is None else left.total,
        **({"restarted": True} if run.restarted_to_decide else {}),
        **{place: list(branches) for place, branches in names.items() if branches},
    }


def _scenario(trial: Trial, lab: "Lab") -> dict[str, Any]:
    return {
        "name": lab.scenario.name,
        "requests": len(lab.scenario.requests),
        "think_min_s": trial.think.min_s,
        "think_max_s": trial.think.max_s,
        "think_method": lab.siege.think_method(trial.think),
    }


def _generator(lab: "Lab", run: TrialRun) -> dict[str, Any]:
    return {
        "name": "siege",
        "version": lab.siege.version,
        "exit": run.generator_exit,
        "queue_polls_missed": run.queue_polls_missed,
        "requests_without_line": run.requests_without_line,
    }
