"""Records made of the rows that a test writes down; all else of them is empty. Test data only."""

from pathlib import Path
from typing import Any

import polars as pl

from analysis.contract import schemas
from analysis.reading.gclog import GcLog
from analysis.reading.records import Records
from analysis.reading.trial_facts import Trial
from analysis.tests.synthetic_plan import SECOND, TrialPlan
from analysis.tests.synthetic_results import trial_with

#: So that the figures are short: a window of half a minute that begins 100 s after the epoch.
WINDOW = {"windows.measure_begin_ns": 100 * SECOND, "windows.measure_end_ns": 130 * SECOND}


def trial_of_window(plan: TrialPlan | None = None, /, **changes: Any) -> Trial:
    """A trial of 15 customers between second 100 and second 130."""
    return trial_with(plan, **WINDOW, **changes)


def records_with(trial: Trial | None = None, /, gc_logs: dict[str, GcLog] | None = None, **rows: Any) -> Records:
    """rows: by table; columns that a row lacks are empty."""
    frames: dict[str, Any] = {
        name: pl.DataFrame(rows.get(name, []), schema=table.polars_schema) for name, table in schemas.tables().items()
    }
    return Records(folder=Path(), trial=trial or trial_of_window(), gc_logs=gc_logs or {}, **frames)


def ns(second: float) -> int:
    return round(second * SECOND)
