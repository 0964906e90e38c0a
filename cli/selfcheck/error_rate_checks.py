"""How often an answer is wrong by chance: experiments without an effect, by simulation, over all units of assignment.

A share of 5 % must be found within what chance leaves open in so many experiments (99 %). The machine's noise is
independent from moment to moment, or autocorrelated (AR(1)), as that of a shared machine is.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from statistics import fmean

import numpy as np
import polars as pl
from numpy.random import Generator
from numpy.typing import NDArray

from analysis.comparing.comparison import EVERY_LEVEL, Tested, with_verdicts
from analysis.comparing.design import Pair
from analysis.comparing.interference import difference_between
from analysis.comparing.main_effects import Cell, main_effect
from analysis.comparing.order_samples import order_samples
from analysis.comparing.trial_comparisons import compare
from analysis.comparing.window_samples import window_samples
from analysis.metrics import GEOMETRIC_MEANS
from analysis.statistics.intervals import Estimate, Values
from analysis.statistics.probit_threshold import Outcome, fit_thresholds
from analysis.trials.switchback_blocks import SCHEMA
from analysis.trials.trial_analysis import TrialResult
from cli.selfcheck.answers import Answer, Check, all_of, near
from cli.selfcheck.evidence import Evidence
from cli.selfcheck.known_experiments import BASE, SOAP
from loadscripts.planning.assignment import Assignment, plan_windows
from loadscripts.planning.up_and_down import next_place

EXPERIMENTS = 600
#: What chance leaves open of a share in 99 of 100 cases.
NORMAL_99 = 2.576
METRIC, GEOMETRIC = "response_mean_ms", "response_geomean_ms"
PAIR = Pair("transition", SOAP, BASE)
CORRELATIONS = {"independent": 0.0, "autocorrelated": 0.9}
ORDERS_PER_S, WINDOW_S = 6, 4.0
CAMPAIGNS, MOVING_CAMPAIGNS, TRIALS_OF_CAMPAIGN, SPREAD_OF_TRIALS = 300, 15, 16, 0.1
RATES_PER_S = [10 * 1.12**step for step in range(19)]
Draw = Callable[[Generator, float, Evidence, int], Tested]


def machine(chance: Generator, steps: int, correlation: float, spread: float) -> NDArray[np.float64]:
    """What the machine does to everything of a moment, on the log scale: stationary, AR(1)."""
    drawn = chance.normal(0.0, spread, steps)
    found = np.empty(steps)
    found[0] = drawn[0]
    for step in range(1, steps):
        found[step] = correlation * found[step - 1] + math.sqrt(1 - correlation**2) * drawn[step]
    return found


def by_order(chance: Generator, correlation: float, evidence: Evidence, number: int) -> Tested:
    """The orders of a minute, in blocks of five seconds."""
    result = evidence["exact"].by_unit("order")
    seconds = int(result.trial.window_s)
    received_s = np.sort(chance.uniform(0, seconds, ORDERS_PER_S * seconds))
    logs = machine(chance, seconds, correlation, 0.3)[received_s.astype(int)] + chance.normal(0, 0.5, len(received_s))
    columns = dict.fromkeys(GEOMETRIC_MEANS.values(), pl.lit(None, dtype=pl.Float64))
    orders_df = pl.DataFrame(
        {
            "level": np.where(chance.random(len(received_s)) < 0.5, BASE, SOAP),
            "received_ns": result.trial.begin_ns + (received_s * 1e9).astype(np.int64),
            "in_window": np.full(len(received_s), True),
        }
    ).with_columns(**columns | {"response_ms": pl.Series(np.exp(logs))})
    (sample,) = order_samples([replace(result, orders_df=orders_df)])
    return sample.compare(GEOMETRIC, PAIR)


def by_window(chance: Generator, correlation: float, evidence: Evidence, number: int) -> Tested:
    """Eight blocks of windows, in the order that the lab draws for them."""
    result = evidence["exact"].by_unit("window")
    assignment = Assignment("window", "transition", (BASE, SOAP), WINDOW_S, 1.0)
    windows = plan_windows(assignment, number, 8 * assignment.block_s)
    logs = machine(chance, len(windows), correlation, 0.1)
    sums: dict[tuple[int, str], float] = {}
    for window, log in zip(windows, logs, strict=True):
        sums[window.block, window.level] = sums.get((window.block, window.level), 0.0) + float(log)
    rows = [(block, level, GEOMETRIC, math.exp(total / 2)) for (block, level), total in sums.items()]
    blocks_df = pl.DataFrame(rows, schema=SCHEMA, orient="row")
    (sample,) = window_samples([replace(result, blocks_df=blocks_df)])
    return sample.compare(GEOMETRIC, PAIR)


def by_trial(chance: Generator, correlation: float, evidence: Evidence, number: int, effect: float = 0.0) -> Tested:
    """Eight blocks of two trials each, in random order, on one bed. effect: on the log scale."""
    logs = machine(chance, 16, correlation, SPREAD / math.sqrt(2))
    blocks = [in_random_order(chance, (logs[2 * block], logs[2 * block + 1])) for block in range(8)]
    pairs = [(_trial(evidence, one + effect, "a"), _trial(evidence, other, "a")) for one, other in blocks]
    return compare(METRIC, PAIR, {}, pairs)


def by_bed(chance: Generator, correlation: float, evidence: Evidence, number: int) -> Tested:
    """Four launches of each level's servers, of two trials each: launches differ by more than their trials do."""
    logs, launches = machine(chance, 16, correlation, 0.01), chance.normal(0, 0.05, (4, 2))
    pairs = []
    for block in range(8):
        launch = block // 2
        one, other = in_random_order(chance, (logs[2 * block], logs[2 * block + 1]))
        here = _trial(evidence, one + launches[launch, 0], f"{launch}")
        pairs.append((here, _trial(evidence, other + launches[launch, 1], f"other {launch}")))
    return compare(METRIC, PAIR, {}, pairs)


def over_combinations(chance: Generator, correlation: float, evidence: Evidence, number: int) -> Tested:
    """The main effect over three heaps and two delegates: four launches of each level's servers in each heap, of one
    trial by each delegate.
    """
    cells: list[Cell] = [({"heap": heap, "transition": delegate}, []) for heap in range(3) for delegate in range(2)]
    logs = machine(chance, 4 * 12, correlation, 0.01).reshape(12, 2, 2)
    for launch, of_launch in enumerate(logs + chance.normal(0, 0.05, (12, 1, 2))):
        for delegate, (one, other) in enumerate(of_launch):
            pair = _trial(evidence, one, f"{launch}"), _trial(evidence, other, f"other {launch}")
            cells[2 * (launch // 4) + delegate][1].append(pair)
    found = main_effect(METRIC, PAIR, {"heap": EVERY_LEVEL, "transition": EVERY_LEVEL}, cells)
    if found is None:
        raise AssertionError("each combination has four launches")
    return found


def with_zeros(chance: Generator, correlation: float, evidence: Evidence, number: int) -> Tested:
    """Thirty blocks of two trials, with two collections each on the average: some have none."""
    pairs = []
    for moment in machine(chance, 30, correlation, 0.3):
        collections = chance.poisson(2 * math.exp(moment), 2)
        one, other = (_with(evidence, float(chance.gamma(9, seconds / 9)), "a") for seconds in collections)
        pairs.append((one, other))
    return compare(METRIC, PAIR, {}, pairs)


def in_random_order(chance: Generator, two: tuple[float, float]) -> tuple[float, float]:
    return two if chance.random() < 0.5 else (two[1], two[0])


def _trial(evidence: Evidence, log: float, launch: str) -> TrialResult:
    return _with(evidence, 40 * math.exp(log), launch)


def _with(evidence: Evidence, value: float, launch: str) -> TrialResult:
    return replace(evidence["clocks"].trial(), metrics={METRIC: Estimate(value, 1)}, launch=launch)


#: Of the difference of two trials.
SPREAD = 0.04
#: With eight pairs the power is 80 % at so many standard errors (noncentral t of 7 degrees of freedom, by integration).
POWER_OF_EIGHT = 3.2698


def outside(found: Tested) -> bool:
    """Whether the interval is without 1."""
    comparison, _ = found
    return comparison.low is not None and comparison.high is not None and not comparison.low <= 1 <= comparison.high


def rejected(found: Tested) -> bool:
    _, difference = found
    return difference is not None and difference.p < 0.05


def share(known: float, found: int, of: int) -> Answer:
    error = NORMAL_99 * math.sqrt(known * (1 - known) / of)
    within = f"± {100 * error:.1f} % (99 %, {of} experiments)"
    return Answer(f"{100 * known:.0f} %", f"{100 * found / of:.1f} %", within, abs(found / of - known) <= error)


def false_positives(draw: Draw, correlation: float, evidence: Evidence) -> Answer:
    """By the intervals, and by the tests."""
    chance = np.random.default_rng(13)
    found = [draw(chance, correlation, evidence, number) for number in range(EXPERIMENTS)]
    return all_of([share(0.05, sum(map(says, found)), EXPERIMENTS) for says in (outside, rejected)])


def power(evidence: Evidence) -> Answer:
    """Of the smallest detectable effect."""
    chance, effect = np.random.default_rng(13), POWER_OF_EIGHT * SPREAD / math.sqrt(8)
    found = sum(outside(by_trial(chance, 0.0, evidence, 0, effect)) for _ in range(EXPERIMENTS))
    return share(0.8, found, EXPERIMENTS)


def families(evidence: Evidence) -> Answer:
    """Reports of five ratios without an effect: in how many any is called different."""
    chance, found = np.random.default_rng(13), 0
    for _ in range(EXPERIMENTS):
        judged = with_verdicts([by_trial(chance, 0.0, evidence, 0) for _ in range(5)], margin=0.001)
        found += any(each.verdict == "different" for each in judged)
    return share(1 - (1 - 0.01) ** 5, found, EXPERIMENTS)


def false_equivalence(evidence: Evidence) -> Answer:
    """Ratios that lie at the very margin, known well enough to tell it from the other one."""
    chance, found = np.random.default_rng(13), 0
    for _ in range(EXPERIMENTS):
        judged = with_verdicts([by_trial(chance, 0.0, evidence, 0, math.log1p(0.2))], margin=0.2)
        found += judged[0].verdict == "equivalent within the margin"
    return share(0.05, found, EXPERIMENTS)


def false_interference(evidence: Evidence) -> Answer:
    """By order and by window of levels that do not disturb each other."""
    chance, found = np.random.default_rng(13), 0
    for number in range(EXPERIMENTS):
        (_, of_orders), (_, of_windows) = (draw(chance, 0.0, evidence, number) for draw in (by_order, by_window))
        found += of_orders is not None and of_windows is not None and difference_between(of_orders, of_windows).p < 0.05
    return share(0.05, found, EXPERIMENTS)


def capacities_missed(evidence: Evidence) -> Answer:
    """Loads that go up and down: three variants of 16 trials each, whose thresholds vary by a tenth. Of a baseline's
    capacity, and of another one's ratio to it.
    """
    chance, missed = np.random.default_rng(13), [0, 0]
    for _ in range(CAMPAIGNS):
        known = np.exp(chance.uniform(math.log(25), math.log(55), 3))
        series = {f"{place}": up_and_down(chance, threshold) for place, threshold in enumerate(known)}
        found = fit_thresholds(series, RATES_PER_S[0], RATES_PER_S[-1])
        missed[0] += misses(found.of("0"), known[0])
        missed[1] += misses(found.ratio("1", "0"), known[1] / known[0])
    return all_of([share(0.05, times, CAMPAIGNS) for times in missed])


def capacities_missed_while_moving(evidence: Evidence) -> Answer:
    """The same on a machine whose speed varies by 25 %, not independently from trial to trial; what that takes off."""
    chance, missed, slopes = np.random.default_rng(13), [0, 0], []
    for _ in range(MOVING_CAMPAIGNS):
        known = np.exp(chance.uniform(math.log(25), math.log(55), 3))
        moved = machine(chance, 3 * TRIALS_OF_CAMPAIGN, 0.8, 0.25)
        moved -= moved.mean()
        series = {f"{place}": up_and_down(chance, known[place], moved[place::3]) for place in range(len(known))}
        found = fit_thresholds(series, RATES_PER_S[0], RATES_PER_S[-1])
        missed[0] += misses(found.of("0"), known[0])
        missed[1] += misses(found.ratio("1", "0"), known[1] / known[0])
        slopes.append(found.slope.value or 0.0)
    return all_of([*(share(0.05, times, MOVING_CAMPAIGNS) for times in missed), near(1.0, fmean(slopes), 0.4)])


def up_and_down(chance: Generator, threshold: float, moved: Values = (0.0,) * TRIALS_OF_CAMPAIGN) -> list[Outcome]:
    """The trials of a variant as the lab would conduct them. moved: how much slower the machine was in each, by which
    its threshold fell.
    """
    outcomes: list[tuple[int, bool]] = []
    for slowness in moved:
        place, of_trial = next_place(len(RATES_PER_S), outcomes), chance.normal(-slowness, SPREAD_OF_TRIALS)
        outcomes.append((place, RATES_PER_S[place] <= threshold * math.exp(of_trial)))
    return [Outcome(RATES_PER_S[place], kept, moved[number]) for number, (place, kept) in enumerate(outcomes)]


def misses(found: Estimate, known: float) -> bool:
    return found.low is None or found.high is None or not found.low <= known <= found.high


UNITS = {"order": by_order, "window": by_window, "trial": by_trial, "bed": by_bed}
CHECKS = (
    *(
        Check(f"false positives by {unit}, noise {name}", partial(false_positives, draw, correlation))
        for unit, draw in UNITS.items()
        for name, correlation in CORRELATIONS.items()
    ),
    Check("false positives where trials have no collection", partial(false_positives, with_zeros, 0.0)),
    Check("false positives of a main effect", partial(false_positives, over_combinations, 0.0)),
    Check("false positives of five ratios", families),
    Check("false equivalence", false_equivalence),
    Check("false interference", false_interference),
    Check("power", power),
    Check("capacities missed by their intervals", capacities_missed),
    Check("capacities missed on a machine that moves", capacities_missed_while_moving),
)
