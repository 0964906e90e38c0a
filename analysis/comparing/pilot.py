"""What an earlier experiment (a pilot) tells of the precision of one that is planned: the spread of each unit."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from analysis.analysis_errors import ResultsError
from analysis.comparing.comparison import EVERY_LEVEL
from analysis.contract.assignment_units import Unit
from analysis.contract.machine_profile import CalibratedUnit
from analysis.contract.schemas import read_json
from analysis.statistics.intervals import Difference
from analysis.statistics.smallest_effect import ALPHA, smallest_ratio, units_needed

_ASKED_FOR = (
    "response_geomean_ms", "order_cpu_geomean_ms", "response_mean_ms", "throughput_per_min", "cpu_per_order_ms",
)  # fmt: skip


@dataclass(frozen=True)
class PilotRatio:
    """A ratio that a pilot has measured. spread: standard deviation of one unit's log-ratio; n: units of the pilot;
    seen: the smallest effect that the pilot could have seen, 0.04 for 4 %; strata: those of a main effect, each with as
    many units as a ratio of one combination has, which is of one stratum.
    """

    metric: str
    compared: str
    assignment: str
    n: int
    spread: float
    seen: float
    strata: int = 1
    is_main_effect: bool = False

    def could_see(self, units: int, family: int = 1) -> float | None:
        """The smallest effect that so many units of each stratum will see, as `seen`; None where it takes two and there
        are fewer.

        family: how many ratios there will be to be told (Holm's strictest step: each at 5 % divided by their number).
        """
        if units < 2:
            return None
        std_error = self.spread / math.sqrt(self.strata * units)
        return smallest_ratio(Difference(0.0, std_error, self.strata * (units - 1)), ALPHA / family)

    def units_for(self, effect: float, family: int = 1) -> int | None:
        """How many units of each stratum see an effect (0.03 for 3 %); None where none would be long enough."""
        return units_needed(math.log1p(effect), self.spread, alpha=ALPHA / family, strata=self.strata)


def pilot_ratios(results: Path) -> list[PilotRatio]:
    """Those of the primary metric; where a report had none of it, all that it had.

    Raises:
        ResultsError: the pilot compared nothing with repetitions, so that its spread is not known.
        RecordError: its summary.json is missing or not one.
    """
    comparisons = read_json(results / "summary.json", "summary")["comparisons"]
    primary = [each for each in comparisons if each["primary"]]
    found = list(_ratios(primary)) or list(_ratios(comparisons))
    if not found:
        raise ResultsError(
            f"{results} has no ratio with an interval, so that nothing can be predicted from it: a pilot needs two "
            "repetitions or more, or levels assigned by order or by window"
        )
    return found


def profile_ratios(unit: Unit, calibrated: CalibratedUnit, primary: str, levels: int) -> list[PilotRatio]:
    """Those of a machine's profile, for an experiment of so many levels: of the primary metric and of what most ask
    for. By order two levels share the orders of a block by as many as there are.
    """
    crowded = math.sqrt(max(levels, 2) / 2) if unit == "order" else 1.0
    found = (calibrated.ratio_of(metric) for metric in dict.fromkeys((primary, *_ASKED_FOR)))
    return [
        PilotRatio(each.metric, "A/A", unit, each.n, crowded * each.spread, _known(each.smallest_effect))
        for each in found
        if each
    ]


def _known(effect: float | None) -> float:
    return math.inf if effect is None else effect


def _ratios(comparisons: list[dict[str, Any]]) -> Iterator[PilotRatio]:
    """Main effects first: most of an experiment's questions are about them."""
    spread = [each for each in comparisons if each["log_std_error"] and each["n"] > 1]
    for each in sorted(spread, key=lambda one: not _every(one)):
        strata = _strata(each, spread)
        if strata:
            over = f", over {' and '.join(_every(each))}" if _every(each) else ""
            yield PilotRatio(
                each["metric"],
                f"{each['level']} against {each['against']}{over}",
                each["assignment"],
                each["n"],
                each["log_std_error"] * math.sqrt(each["n"]),
                each["smallest_effect"],
                strata,
                bool(over),
            )


def _every(comparison: dict[str, Any]) -> list[str]:
    """The factors whose levels it is the mean over, as `every heap`; none of a single ratio."""
    return [f"every {factor}" for factor, level in comparison["held"].items() if level == EVERY_LEVEL]


def _strata(comparison: dict[str, Any], known: list[dict[str, Any]]) -> int:
    """How many times the units of one of its ratios a main effect has; 0 where none of them is known."""
    if not _every(comparison):
        return 1
    of_one = [each["n"] for each in known if not _every(each) and _is_within(each, comparison)]
    return round(comparison["n"] / fmean(of_one)) if of_one else 0


def _is_within(ratio: dict[str, Any], effect: dict[str, Any]) -> bool:
    same = all(ratio[key] == effect[key] for key in ("metric", "factor", "level", "against", "assignment"))
    return same and all(level in (EVERY_LEVEL, ratio["held"].get(of)) for of, level in effect["held"].items())
