"""Trials whose levels were assigned by order and by window, with values as a test wants them. Test data only."""

from typing import Any

import polars as pl

from analysis.comparing.design import Design
from analysis.contract.trial_document import TrialDocument
from analysis.metrics import GEOMETRIC_MEANS
from analysis.reading.trial_facts import Trial
from analysis.statistics.intervals import Estimate, Values
from analysis.tests.synthetic import facts
from analysis.tests.synthetic_plan import SECOND, TrialPlan, begin_ns
from analysis.trials.switchback_blocks import SCHEMA
from analysis.trials.trial_analysis import TrialResult

LEVELS = ("jms-transacted", "soap")
THREE = Design({"transition": ["jms-transacted", "jms-nontransacted", "soap"], "customers": [40]}, "jms-transacted")
TWO = Design({"transition": list(LEVELS), "customers": [40]}, "jms-transacted")


def trial_by(unit: str, trial: str = "001", **changes: Any) -> Trial:
    """The facts of a trial of 180 s by order or by window."""
    plan = TrialPlan(trial, customers=40, measure_s=180, unit=unit, changes=changes)  # type: ignore[arg-type]
    return Trial(TrialDocument.model_validate(facts(plan)))


def by_order(values: dict[str, Values], metric: str = "response_ms", trial: str = "001") -> TrialResult:
    """One order of each level in each block of five seconds, with these values in turn."""
    rows = [
        {
            "level": level,
            "received_ns": begin_ns(TrialPlan()) + block * 5 * SECOND + 1,
            "in_window": True,
            metric: value,
        }
        for level, listed in values.items()
        for block, value in enumerate(listed)
    ]
    columns = dict.fromkeys(GEOMETRIC_MEANS.values(), pl.Float64)
    schema = {"level": pl.String, "received_ns": pl.Int64, "in_window": pl.Boolean, **columns}
    return result_of(trial_by("order", trial), orders_df=pl.DataFrame(rows, schema=schema))


def by_window(values: dict[str, Values], metric: str = "throughput_per_min", trial: str = "001") -> TrialResult:
    """A trial with one block for each of these values."""
    rows = [
        (block, level, metric, value) for level, listed in values.items() for block, value in enumerate(listed, start=1)
    ]
    return result_of(trial_by("window", trial), blocks_df=pl.DataFrame(rows, schema=SCHEMA, orient="row"))


def result_of(trial: Trial, **frames: Any) -> TrialResult:
    return TrialResult(trial, "valid", (), metrics={"cpu_busy_fraction": Estimate(0.4, 1)}, launch="a", **frames)
