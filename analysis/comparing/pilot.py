"""What an earlier experiment (a pilot) tells of the precision of one that is planned: the spread of each unit."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
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
    seen: the smallest effect that the pilot could have seen, 0.04 for 4 %.
    """

    metric: str
    compared: str
    assignment: str
    n: int
    spread: float
    seen: float

    def could_see(self, units: int, family: int = 1) -> float | None:
        """The smallest effect that so many units will see, as `seen`; None where it takes two and there are fewer.

        family: how many ratios there will be to be told (Holm's strictest step: each at 5 % divided by their number).
        """
        if units < 2:
            return None
        return smallest_ratio(Difference(0.0, self.spread / math.sqrt(units), units - 1), ALPHA / family)

    def units_for(self, effect: float, family: int = 1) -> int | None:
        """How many units see an effect (0.03 for 3 %); None where no experiment would be long enough."""
        return units_needed(math.log1p(effect), self.spread, alpha=ALPHA / family)


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
    for each in comparisons:
        is_main_effect = EVERY_LEVEL in each["held"].values()  # of more launches than a ratio has
        if each["log_std_error"] and each["n"] > 1 and not is_main_effect:
            yield PilotRatio(
                each["metric"],
                f"{each['level']} against {each['against']}",
                each["assignment"],
                each["n"],
                each["log_std_error"] * math.sqrt(each["n"]),
                each["smallest_effect"],
            )
