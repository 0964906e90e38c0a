"""Writes trial folders of a store that never was, so that the analysis can be held against a truth that is known.

Test data only: no metric of a report comes from here.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import polars as pl

from analysis.contract import schemas
from analysis.tests.synthetic_faults import FAULTS
from analysis.tests.synthetic_machine import collections, samples
from analysis.tests.synthetic_orders import an_order, arrivals, stock
from analysis.tests.synthetic_plan import (
    DRAIN_S,
    MS,
    SECOND,
    T0_NS,
    VARIANTS,
    WARMUP_S,
    WASHOUT_S,
    WINDOW_S,
    Rows,
    TrialPlan,
    Truth,
    Variant,
    begin_ns,
    end_ns,
)

# What comes out of flight recordings.
MARKS = ("points", "calls", "steps", "service_requests", "pauses", "collections", "allocation")
KEPT_TRIALS = 100
_written: dict[str, tuple[Mapping[str, bytes], Truth]] = {}
"""The files of the trials written last, by their plans: many tests want the same ones. Not where mutmut notes which
test comes by which code.
"""


def write_trial(folder: Path, plan: TrialPlan) -> Truth:
    """Writes a complete trial folder and tells the truth about it."""
    folder.mkdir(parents=True)
    known = _written.pop(repr(plan), None)
    if known is None or "MUTANT_UNDER_TEST" in os.environ:
        truth = _write_trial(folder, plan)
        known = {file.name: file.read_bytes() for file in folder.iterdir()}, truth
    else:
        for name, content in known[0].items():
            (folder / name).write_bytes(content)
    _written[repr(plan)] = known
    if len(_written) > KEPT_TRIALS:
        _written.pop(next(iter(_written)))
    return known[1]


def _write_trial(folder: Path, plan: TrialPlan) -> Truth:
    random, rows = np.random.default_rng(plan.seed), Rows()
    times = [
        an_order(rows, plan, 10_001 + number, received_ns, random)
        for number, received_ns in enumerate(arrivals(plan, random))
    ]
    stock(rows)
    gc_pauses_ms = collections(folder, rows, plan, random)
    cpu_s = samples(rows, plan, random)
    for begin, end, block, level in plan.windows:
        rows.add("windows", begin_ns=begin, end_ns=end, block=block, level=level)
    for fault in plan.faults:
        FAULTS[fault](rows)
    if plan.measuring == "off":
        for mark in MARKS:
            rows.pop(mark, None)
    for name, table in schemas.tables().items():
        frame = pl.DataFrame(rows.get(name, []), schema=table.polars_schema)
        frame.write_csv(folder / table.file)
    (folder / "trial.json").write_text(json.dumps(facts(plan), indent=2))
    inside = [time for time in times if begin_ns(plan) <= time["received_ns"] < end_ns(plan)]
    return Truth(
        orders=len(inside),
        completed_in_window=sum(begin_ns(plan) <= time["mailed_ns"] < end_ns(plan) for time in times),
        response_mean_ms=float(np.mean([time["mailed_ns"] - time["received_ns"] for time in inside]) / MS),
        call_mean_ms=float(np.mean([time["call_ns"] for time in inside]) / MS),
        latency_mean_ms=float(np.mean([time["latency_ns"] for time in inside]) / MS),
        gc_pause_s=sum(gc_pauses_ms) / 1000,
        cpu_servers_s=cpu_s,
    )


def facts(plan: TrialPlan) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((schemas.SCHEMAS / "examples" / "trial.json").read_text())
    for late in (
        "launch",
        "transactions",
        "managers",
        "in_doubt",
        "faults",
        "crash_points",
        "forced_writes",
        "delays",
        "jvm_warmup",
        "assignment",
        "canary",
    ):
        document.pop(late, None)  # older records lack them; plans that need them say so
    document["trial"] = {"id": plan.id, "block": plan.block, "position": plan.position, "seed": plan.seed}
    document["levels"] = {"transition": plan.variant.name, "customers": plan.customers, **plan.levels}
    document["delegates"] = {
        "order-submission": "jms-transacted",
        "supplier-order": plan.variant.name,
        "invoice": plan.variant.name,
    }
    document["windows"] = {
        "warmup_begin_ns": T0_NS,
        "measure_begin_ns": begin_ns(plan),
        "measure_end_ns": end_ns(plan),
        "drained_ns": end_ns(plan) + DRAIN_S * SECOND,
    }
    if plan.unit:
        document |= assigned(plan)
        document["levels"]["placebo" if plan.placebo else "transition"] = f"by {plan.unit}"
    document |= {"warmup_s": WARMUP_S, "measure_s": plan.measure_s, "measuring": plan.measuring, "jvm_options": []}
    for key, value in plan.changes.items():
        place, _, last = key.rpartition(".")
        (document[place] if place else document)[last] = value
    return document


def assigned(plan: TrialPlan) -> dict[str, Any]:
    """What trial.json says of a trial in which all variants took turns."""
    times = (float(WINDOW_S), float(WASHOUT_S)) if plan.unit == "window" else (None, None)
    switched: dict[str, Any] = {"factor": "transition", "transitions": ["supplier-order", "invoice"]}
    facts = {"unit": plan.unit, **({"factor": "placebo", "transitions": []} if plan.placebo else switched)}
    return {
        "assignment": {
            **facts,
            "levels": list(plan.placebo or VARIANTS),
            "seed": plan.seed,
            "window_s": times[0],
            "washout_s": times[1],
        }
    }


def write_assigned(
    folder: Path, units: Sequence[Literal["order", "window"]] = ("order", "window"), seconds: int = 180
) -> Path:
    """A results folder with a trial by order and one by window: some seven orders a second of all variants."""
    plans = [
        TrialPlan(f"{position:03}", 1, position, position, customers=40, measure_s=seconds, orders_more=5, unit=unit)
        for position, unit in enumerate(units, start=1)
    ]
    factors = {"transition": list(VARIANTS), "customers": [40]}
    return write_experiment(
        folder, plans, factors, repetitions=1, assignment=list(units), measure_s=float(seconds), primary=None
    )


def write_results(
    folder: Path,
    variants: list[str],
    loads: list[int],
    repetitions: int,
    special: dict[str, TrialPlan] | None = None,
    **more: Any,
) -> Path:
    """A results folder: every variant at every load in each block; `special` gives trials, by id, other faults.

    more: of experiment.json.
    """
    plans = []
    combinations = [(block, load, name) for block in range(1, repetitions + 1) for load in loads for name in variants]
    for position, (block, customers, name) in enumerate(combinations, start=1):
        plan = plan_of(position, block, customers, VARIANTS[name])
        if special and plan.id in special:
            plan = replace(plan, faults=special[plan.id].faults, changes=special[plan.id].changes)
        plans.append(plan)
    return write_experiment(
        folder, plans, {"transition": variants, "customers": loads}, repetitions=repetitions, **more
    )


def write_experiment(folder: Path, plans: list[TrialPlan], factors: dict[str, Any], **more: Any) -> Path:
    """A results folder with these trials."""
    schedule = []
    for plan in plans:
        write_trial(folder / "trials" / plan.id, plan)
        entry = {"id": plan.id, "block": plan.block, "position": plan.position, "seed": plan.seed}
        schedule.append({**entry, "levels": facts(plan)["levels"]})
    experiment = json.loads((schemas.SCHEMAS / "examples" / "experiment.json").read_text())
    experiment |= {"factors": factors, "schedule": schedule, "measure_s": 30, "warmup_s": WARMUP_S, **more}
    (folder / "experiment.json").write_text(json.dumps(experiment, indent=2))
    return folder


def plan_of(position: int, block: int, customers: int, variant: Variant) -> TrialPlan:
    """A trial whose metrics differ a little by chance, and grow with the load."""
    chance = 1 + np.random.default_rng(position).normal(0, 0.01)
    slowdown, cpu_ms = variant.slowdown * chance * (1 + customers / 400), variant.cpu_per_order_ms * chance
    variant = replace(variant, slowdown=slowdown, cpu_per_order_ms=cpu_ms)
    return TrialPlan(f"{position:03}", block, position, seed=position, variant=variant, customers=customers)
