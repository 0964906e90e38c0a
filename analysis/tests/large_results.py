"""Writes a large results folder, for measuring how long its report takes: `python -m analysis.tests.large_results
FOLDER TRIALS ORDERS`. A few trials are made, the others are copies of them. Test data only.
"""

import json
import shutil
import sys
from pathlib import Path

from analysis.contract import schemas
from analysis.tests.synthetic import facts, write_trial
from analysis.tests.synthetic_plan import VARIANTS, WARMUP_S, TrialPlan

CUSTOMERS = 300
ORDERS_PER_S = 10
MADE_OF_EACH_VARIANT = 2


def write_large_results(folder: Path, trials: int, orders: int) -> None:
    """A results folder of so many trials, in blocks of all variants, with so many orders each."""
    measure_s = orders // ORDERS_PER_S
    plans = [plan_of(number, measure_s) for number in range(trials)]
    schedule = []
    for number, plan in enumerate(plans):
        place = folder / "trials" / plan.id
        if number < MADE_OF_EACH_VARIANT * len(VARIANTS):
            write_trial(place, plan)
        else:
            shutil.copytree(folder / "trials" / plans[number % (MADE_OF_EACH_VARIANT * len(VARIANTS))].id, place)
            (place / "trial.json").write_text(json.dumps(facts(plan)))
        entry = {"id": plan.id, "block": plan.block, "position": plan.position, "seed": plan.seed}
        schedule.append({**entry, "levels": facts(plan)["levels"]})
    experiment = json.loads((schemas.SCHEMAS / "examples" / "experiment.json").read_text())
    experiment |= {"factors": {"transition": list(VARIANTS), "customers": [CUSTOMERS]}, "schedule": schedule}
    experiment |= {"measure_s": measure_s, "warmup_s": WARMUP_S, "repetitions": -(-trials // len(VARIANTS))}
    (folder / "experiment.json").write_text(json.dumps(experiment))


def plan_of(number: int, measure_s: int) -> TrialPlan:
    """The variants take turns; a block has one trial of each."""
    variant = list(VARIANTS.values())[number % len(VARIANTS)]
    block, seed = number // len(VARIANTS) + 1, number % (MADE_OF_EACH_VARIANT * len(VARIANTS)) + 1
    return TrialPlan(f"{number + 1:03}", block, number + 1, seed, variant, CUSTOMERS, measure_s)


if __name__ == "__main__":
    write_large_results(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
