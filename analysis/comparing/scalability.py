"""How the throughput of each variant grows with customers who do not think: the measured values and the fitted law.

With think time the customers decide how many orders come; the law is about customers who always wait for the store.
"""

from dataclasses import dataclass
from statistics import fmean

from analysis.comparing.estimates import Combination
from analysis.comparing.results import Results
from analysis.statistics.universal_scalability_law import ScalabilityLaw, fit_scalability
from analysis.trials.trial_analysis import TrialResult

THROUGHPUTS = ("throughput_per_min", "mailed_per_min")
"""The first that a trial has: without measuring points the mail sink counts."""


@dataclass(frozen=True)
class Scalability:
    """Of one variant: customers and orders per second of each repetition, and their law; None where none fits."""

    variant: str
    points: tuple[tuple[int, float], ...]
    law: ScalabilityLaw | None

    @property
    def loads(self) -> list[int]:
        return sorted({customers for customers, _ in self.points})


def scalabilities(results: Results) -> list[Scalability]:
    """One for each variant that was conducted without think time at two loads or more."""
    points: dict[str, list[tuple[int, float]]] = {}
    for combination in results.by_trial:
        if combination.customers and combination.trials[0].trial.facts.scenario.think_method == "none":
            points.setdefault(combination.variant, []).extend(points_of(combination))
    found = [scalability_of(variant, of_variant) for variant, of_variant in points.items()]
    return [each for each in found if len(each.loads) > 1]


def scalability_of(variant: str, points: list[tuple[int, float]]) -> Scalability:
    loads, throughputs = [load for load, _ in points], [throughput for _, throughput in points]
    return Scalability(variant, tuple(points), fit_scalability(loads, throughputs))


def points_of(combination: Combination) -> list[tuple[int, float]]:
    """One for each repetition: the mean over its trials, orders per second."""
    by_unit = [[throughput for result in unit if (throughput := per_second(result))] for unit in combination.units]
    return [(combination.customers, fmean(throughputs)) for throughputs in by_unit if throughputs]


def per_second(result: TrialResult) -> float | None:
    """Orders completed per second; None where nobody counted them, or none was."""
    found = next((value for name in THROUGHPUTS if (value := result.value(name)) is not None), None)
    return found / 60 if found else None
