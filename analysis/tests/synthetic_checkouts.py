"""A results folder of this checkout and another revision of it. Test data only."""

from dataclasses import replace
from pathlib import Path

from analysis.tests.synthetic import plan_of, write_experiment
from analysis.tests.synthetic_plan import VARIANTS

OTHER = "1a2b3c4"
COMMIT = OTHER + "0" * 33
HERE = "f" * 40


def write_checkouts(folder: Path, **against: object) -> Path:
    """Two blocks of either, each trial on a launch of its own. against: further keys of what experiment.json says."""
    plans = []
    for position, (block, checkout) in enumerate([(1, "this"), (1, OTHER), (2, OTHER), (2, "this")], start=1):
        plan = plan_of(position, block, 15, VARIANTS["jms-transacted"])
        changes = {"launch": f"launch {position}", "commit": HERE, "dirty": True}
        plans.append(replace(plan, levels={"checkout": checkout}, changes=changes))
    factors = {"transition": ["jms-transacted"], "customers": [15], "checkout": ["this", OTHER]}
    of_both = {"baseline": OTHER, "compare": "checkout", "commit": HERE, "against": {"commit": COMMIT, **against}}
    return write_experiment(folder, plans, factors, repetitions=2, **of_both)
