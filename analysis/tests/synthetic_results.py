"""Trials with metrics as a test wants them, without records. Test data only."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from analysis.comparing.design import Design
from analysis.comparing.evidence import JMS
from analysis.comparing.results import Results
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.trial_document import TrialDocument
from analysis.reading.trial_facts import Trial
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic import facts
from analysis.tests.synthetic_plan import SECOND, VARIANTS, TrialPlan
from analysis.trials.trial_analysis import TrialResult

DESIGN = Design({"transition": [JMS, "soap"], "customers": [15]}, JMS)


def trial_with(plan: TrialPlan | None = None, **changes: Any) -> Trial:
    """The facts of a trial: those of the plan, some of them changed, by dotted key."""
    plan = plan or TrialPlan()
    return Trial(TrialDocument.model_validate(facts(replace(plan, changes={**plan.changes, **changes}))))


def trial_of(block: int, level: str, window_s: float = 30.0, launch: str = "", **metrics: float) -> TrialResult:
    """A valid trial with these metrics, each known to ± 10 %."""
    window = {"windows.measure_begin_ns": 0, "windows.measure_end_ns": round(window_s * SECOND)}
    trial = trial_with(TrialPlan(f"{block}-{level}", block + 1, variant=VARIANTS[level]), **window)
    known = {name: Estimate(value, 50, 0.9 * value, 1.1 * value) for name, value in metrics.items()}
    return TrialResult(trial, "valid", (), metrics=known, launch=launch)


def results_of(*trials: TrialResult) -> Results:
    """Those of an experiment about sets of JVM options."""
    customers = sorted({int(each.trial.levels["customers"]) for each in trials})
    factors = {"transition": [JMS], "customers": customers, "jvm": ["g1", "serial", "zgc"]}
    about = {"schema_version": 2, "name": "gc", "question": "?", "compare": "jvm", "baseline": "g1", "factors": factors}
    durations = {"schedule": [], "repetitions": 2, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    return Results(Path(), ExperimentDocument.model_validate(about | durations), tuple(trials))
