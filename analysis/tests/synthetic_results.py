"""Trials with metrics as a test wants them, without records. Test data only."""

from analysis.comparing.design import Design
from analysis.comparing.evidence import JMS
from analysis.reading.trial_facts import Trial
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic_plan import SECOND
from analysis.trials.trial_analysis import TrialResult

DESIGN = Design({"transition": [JMS, "soap"], "customers": [15]}, JMS)


def trial_of(block: int, level: str, window_s: float = 30.0, launch: str = "", **metrics: float) -> TrialResult:
    """A valid trial with these metrics, each known to ± 10 %."""
    facts = Trial(
        {
            "trial": {"id": f"{block}-{level}", "block": block},
            "levels": {"transition": level, "customers": 15},
            "windows": {"measure_begin_ns": 0, "measure_end_ns": round(window_s * SECOND)},
        }
    )
    known = {name: Estimate(value, 50, 0.9 * value, 1.1 * value) for name, value in metrics.items()}
    return TrialResult(facts, "valid", (), metrics=known, launch=launch)
