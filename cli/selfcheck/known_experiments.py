"""The experiments whose answers are known: of what size everything in their simulated stores is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.simulation.known_sizes import LevelSizes, Mishap, StoreSizes

BASE, OTHER, SOAP = "jms-transacted", "jms-nontransacted", "soap"
# Thirty customers who think 0.24 s and wait 10 ms for each of their twelve requests: ten orders a second.

CUSTOMERS, THINK, ORDERS_PER_MIN, REQUESTS_PER_S = 30, "0.2-0.28 s", 600.0, 120.0
# Rates of open loads, and what a store can do at most.
OPEN_PER_S, MOST_PER_S, LOADS_PER_S = 10, 10.0, (8, 12)
# What a variant may be asked for whose loads go up and down, and what it is then asked for in two series that take
# turns: each first by two steps.
STEPS_PER_S, TAKEN_PER_S = (5, 6, 7, 8, 9, 11, 13, 15, 17), (9, 9, 13, 13, 9, 9, 11, 11, 9, 9, 11, 11)


@dataclass(frozen=True)
class KnownExperiment:
    """An experiment, and the store that it is conducted on."""

    experiment: Experiment
    sizes: StoreSizes


def _known(name: str, sizes: StoreSizes, factors: Mapping[str, Any], **more: Any) -> KnownExperiment:
    keys = {
        "name": name,
        "question": f"Is what is known of the {name} found?",
        "baseline": BASE,
        "repetitions": 1,
        "warmup_s": 5,
        "measure_s": 64,
        "factors": {
            name: levels
            for name, levels in {"customers": CUSTOMERS, "think": THINK, **factors}.items()
            if levels is not None
        },
        **more,
    }
    return KnownExperiment(Experiment.model_validate(keys), sizes)


THREE = {"transition": [BASE, OTHER, SOAP]}
TWO = {"transition": [BASE, SOAP]}
ONE = {"transition": [BASE]}
BY_BOTH = {"assignment": ["order", "window"], "window_s": 4, "washout_s": 1}

NOISY = {
    BASE: LevelSizes(noise=0.1),
    OTHER: LevelSizes(response=1.03, call=20.0, latency=0.45, cpu=0.97, noise=0.1),
    # Its times vary more: means that are not geometric would take that for a difference.
    SOAP: LevelSizes(response=1.25, call=100.0, latency=1.4, cpu=1.1, noise=0.4),
}
EXACT = {BASE: LevelSizes(), SOAP: LevelSizes(response=1.25, call=100.0, latency=1.4, cpu=1.1)}
#: What disturbs the trials of a block alike, and what separates the ratio of each block from the truth: − 2, 0, + 2 %.
BLOCK_DRIFT, BLOCK_ERRORS = (1.0, 1.3, 1.7), (-0.02, 0.0, 0.02)
SMALL = "-Xmx512m"


def _in_blocks(
    name: str, sizes: StoreSizes, factors: Mapping[str, Any], compare: str, base: str, **more: Any
) -> KnownExperiment:
    """Three blocks of trials, in whatever order the schedule draws."""
    blocks = {"compare": compare, "baseline": base, "repetitions": 3, "measure_s": 20, "primary": "response_mean_ms"}
    known = _known(name, sizes, factors, **more, **blocks)
    of_trials = tuple(
        BLOCK_DRIFT[trial.block - 1]
        * (1.0 if trial.levels[compare] == base else math.exp(BLOCK_ERRORS[trial.block - 1]))
        for trial in schedule(known.experiment)
    )
    return replace(known, sizes=replace(sizes, trial_factors=of_trials))


MISHAPS: tuple[Mishap, ...] = (
    "lost", "lost", "lost, completion mailed", "not shipped", "duplicated", "duplicated", "stuck", "waiting",
    "refused", "refused", "missing", "phantom", "mail missing", "mail twice", "mail twice", "mail twice",
    "redelivered", "redelivered", "rolled back after SOAP",
)  # fmt: skip

KNOWN = {
    # Levels by order and by window, with noise, drift, and a machine that is slower for a while (AR(1)).
    "turns": _known(
        "turns",
        StoreSizes(levels=NOISY, machine_noise=0.1, correlation=0.9, drift=0.2),
        THREE,
        **{**BY_BOTH, "measure_s": 168},
    ),
    # The same without any noise: whatever is not as it should be is an error of the instrument.
    "exact": _known("exact", StoreSizes(levels=EXACT, carry_over_s=0.9), TWO, **BY_BOTH),
    # All times double in 35 s: a block of windows is as long before its middle as after it, for each level.
    "drifting": _known(
        "drifting", StoreSizes(levels=EXACT, drift=2.0), TWO, **{**BY_BOTH, "assignment": "window", "measure_s": 48}
    ),
    # Orders of one level make those of the other wait, by a tenth, while both are served side by side.
    "mixed": _known(
        "mixed",
        StoreSizes(levels={BASE: LevelSizes(noise=0.05), SOAP: LevelSizes(noise=0.05)}, disturbance=1.1),
        TWO,
        **BY_BOTH,
    ),
    # Levels by trial and by bed: each block of trials is slower than the one before.
    "trials": _in_blocks("trials", StoreSizes(levels=EXACT), TWO, "transition", BASE, assignment="trial"),
    "beds": _in_blocks(
        "beds",
        StoreSizes(jvms={SMALL: LevelSizes(response=1.25, cpu=1.1)}),
        {**ONE, "jvm": ["default", "small"]},
        "jvm",
        "default",
        jvm={"small": [SMALL]},
    ),
    # Each launch has a trial by either delegate: what a set of JVM options costs over both of them.
    "factorial": _in_blocks(
        "factorial",
        StoreSizes(levels=EXACT, jvms={SMALL: LevelSizes(response=1.25, cpu=1.1)}),
        {**TWO, "jvm": ["default", "small"]},
        "jvm",
        "default",
        jvm={"small": [SMALL]},
        bed_by_bed=True,
    ),
    "mishaps": _known("mishaps", StoreSizes(mishaps=MISHAPS, stock_error=1), ONE, measure_s=20),
    "clocks": _known(
        "clocks", StoreSizes(clock_offsets_ms={"opc": 2.0}, slow_step_ms={"approving": 5.0}), ONE, measure_s=10
    ),
    "warming": _known("warming", StoreSizes(cpu_drift=1.5), ONE),
    "clock set": _known("clock set", StoreSizes(clock_set_by_ms=0.4), ONE, measure_s=10),
    "selected": _known("selected", StoreSizes(unmeasured={SOAP: 35}), TWO, assignment="order"),
    "astray": _known("astray", StoreSizes(astray=1), TWO, assignment="order"),
    # An even load without think time, ten seconds of which the shop answers nobody; each request is sent 2 ms late.
    "open": _known(
        "open",
        StoreSizes(late_ms=2.0, stall_after_s=20.0, stall_s=10.0),
        {**ONE, "load": [f"constant {OPEN_PER_S}/s"], "think": "none", "customers": None},
    ),
    # No more than ten orders in a second are worked on.
    "capacity": _known(
        "capacity",
        StoreSizes(most_orders_per_s=MOST_PER_S),
        {**ONE, "load": [f"constant {rate}/s" for rate in LOADS_PER_S], "think": "none", "customers": None},
        objective="p99 response <= 1 s",
    ),
    "up and down": _known(
        "up and down",
        StoreSizes(most_orders_per_s=MOST_PER_S),
        {**ONE, "load": [f"constant {rate}/s" for rate in STEPS_PER_S], "think": "none", "customers": None},
        objective="p99 response <= 1 s",
        up_and_down=True,
        series=2,
        repetitions=len(TAKEN_PER_S),
        measure_s=20,
    ),
    "crashes": _known(
        "crashes",
        StoreSizes(response_ms=900.0, crash_losses=(0, 0, 1)),
        {**ONE, "fault": ["kill server"], "customers": 6},
        repetitions=2,
        faults_per_trial=5,
        fault_pause_s=(3.0, 3.0),
        measure_s=10,
    ),
}
