"""How the throughput of each variant grows with what is served at a time: the measured values and the fitted law.

Of customers who do not think each is served at any time, so that their number counts; with think time they decide how
many orders come, and the law says nothing of them. Of an open load the orders in the system count, on the average over
the window, while the store keeps up: that is throughput × response time, by Little's law.
"""

from dataclasses import dataclass
from statistics import fmean

from analysis.comparing.design import CUSTOMERS, load_of
from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.statistics.universal_scalability_law import MIN_LOADS, ScalabilityLaw, fit_scalability
from analysis.trials.trial_analysis import TrialResult

ORDERS_IN_SYSTEM = "orders in the system"
THROUGHPUTS = ("throughput_per_min", "mailed_per_min")
"""The first that a trial has: without measuring points the mail sink counts."""


@dataclass(frozen=True)
class Scalability:
    """Of one variant: how much was served at a time and orders per second, of each repetition, and their law; None
    where none fits. unit: what is served, `customers`. conducted: at how many loads, of which an open one has as many
    points as repetitions, each with other orders in the system.
    """

    variant: str
    points: tuple[tuple[float, float], ...]
    law: ScalabilityLaw | None
    conducted: int
    unit: str = CUSTOMERS

    @property
    def at_a_time(self) -> list[float]:
        """How much was served at a time, in each repetition; the least first."""
        return sorted({inside for inside, _ in self.points})


def scalabilities(results: Results) -> list[Scalability]:
    """One for each variant that was conducted at two loads or more, open or without think time."""
    by_load: dict[tuple[str, str], dict[str, list[tuple[float, float]]]] = {}
    for combination in results.by_trial:
        unit = served_at_a_time(combination)
        if unit and (points := points_of(combination, unit)):
            variant = results.design.variant_at_any_load(combination.levels)
            by_load.setdefault((variant, unit), {}).setdefault(load_of(combination.levels), []).extend(points)
    return [scalability_of(variant, loads, unit) for (variant, unit), loads in by_load.items() if len(loads) > 1]


def served_at_a_time(combination: Combination) -> str | None:
    """What counts as served; None where that is not known."""
    if not combination.customers:
        return ORDERS_IN_SYSTEM
    return CUSTOMERS if combination.trials[0].trial.facts.scenario.think_method == "none" else None


def scalability_of(variant: str, by_load: dict[str, list[tuple[float, float]]], unit: str) -> Scalability:
    points = tuple(point for of_load in by_load.values() for point in of_load)
    at_a_time, throughputs = [inside for inside, _ in points], [throughput for _, throughput in points]
    law = fit_scalability(at_a_time, throughputs) if len(by_load) >= MIN_LOADS else None
    return Scalability(variant, points, law, len(by_load), unit)


def points_of(combination: Combination, unit: str) -> list[tuple[float, float]]:
    """One for each repetition: the mean over its trials of what was served at a time, and of orders per second."""
    by_unit = [[found for result in members if (found := point_of(result, unit))] for members in combination.units]
    return [(fmean(load for load, _ in found), fmean(rate for _, rate in found)) for found in by_unit if found]


def point_of(result: TrialResult, unit: str) -> tuple[float, float] | None:
    """None where it is not known, or the store could not keep up: then the orders in the system only grow."""
    throughput = per_second(result)
    if unit == CUSTOMERS:
        return None if throughput is None else (float(result.trial.customers), throughput)
    inside = result.value("orders_in_system")
    if throughput is None or not inside or result.value("overloaded_fraction"):
        return None
    return inside, throughput


def per_second(result: TrialResult) -> float | None:
    """Orders completed per second; None where nobody counted them, or none was."""
    found = next((value for name in THROUGHPUTS if (value := result.value(name)) is not None), None)
    return found / 60 if found else None
