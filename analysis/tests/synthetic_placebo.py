"""Results folders of a factor that changes nothing. Test data only."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from analysis.contract.assignment_units import Unit
from analysis.tests.synthetic import plan_of, write_experiment
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan

PLACEBO = ("a1", "a2")
JMS = VARIANTS["jms-transacted"]


def write_placebo(
    folder: Path,
    units: Sequence[Unit],
    blocks: int = 1,
    seconds: int = 180,
    *,
    canary: bool = False,
    crossover: bool = False,
    **more: Any,
) -> Path:
    """Trials of 40 customers by these units, some seven orders a second; by trial on one launch, by bed on one each.

    canary: whether trials have one before and after; it is slower in a2. crossover: whether the levels change places
    on two launches from block to block. more: of experiment.json.
    """
    plans: list[TrialPlan] = []
    for block in range(1, blocks + 1):
        for unit in units:
            plans += trials_by(unit, block, len(plans) + 1, seconds)
    if crossover:
        plans = [replace(plan, changes={"launch": f"launch {number % 2}"}) for number, plan in enumerate(plans)]
    if canary:
        plans = [replace(plan, changes={**plan.changes, "canary": canary_of(plan)}) for plan in plans]
    factors = {"transition": [JMS.name], "customers": [40], "placebo": list(PLACEBO)}
    of_file = {"compare": "placebo", "baseline": "a1", "assignment": list(units), "measure_s": float(seconds)}
    return write_experiment(folder, plans, factors, repetitions=blocks, **{**of_file, "primary": None, **more})


def canary_of(plan: TrialPlan) -> dict[str, Any]:
    """A piece before and one after, of 2 ms and a little more each time."""
    cpu_ns = 2_000_000 + 1000 * plan.position + (20_000 if plan.levels.get("placebo") == "a2" else 0)
    piece = {"cpu_ns": cpu_ns, "elapsed_ns": cpu_ns}
    return {"before": [piece], "after": [piece]}


def trials_by(unit: Unit, block: int, position: int, seconds: int) -> list[TrialPlan]:
    if unit in ("order", "window"):
        return [trial_within(unit, block, position, seconds)]
    return [
        replace(
            plan_of(place, block, 40, JMS),
            measure_s=seconds,
            orders_more=5,
            levels={"placebo": level},
            changes={"launch": f"launch {place if unit == 'bed' else 'of all'}"},
        )
        for place, level in enumerate(PLACEBO if block % 2 else PLACEBO[::-1], start=position)
    ]


def trial_within(unit: Literal["order", "window"], block: int, position: int, seconds: int) -> TrialPlan:
    plan = TrialPlan(f"{position:03}", block, position, position, customers=40, measure_s=seconds, orders_more=5)
    return replace(plan, unit=unit, placebo=PLACEBO, changes={"launch": "launch of all"})
