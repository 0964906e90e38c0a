"""What an experiment varies: its factors, which levels are compared, and what a combination of levels is called."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

LOAD = "customers"
TRANSITION = "transition"
Level = str | int | float | bool


@dataclass(frozen=True)
class Pair:
    """Two levels of one factor to be compared; `against` is the baseline, or what comes nearest to it."""

    factor: str
    level: Level
    against: Level


@dataclass(frozen=True)
class Design:
    """The factors of an experiment, in the order of its file."""

    factors: dict[str, list[Level]]
    baseline: Level

    @property
    def compared(self) -> list[str]:
        """Factors with more than one level, the load left out."""
        return [factor for factor, levels in self.factors.items() if factor != LOAD and len(levels) > 1]

    @property
    def loads(self) -> list[Level]:
        return sorted(self.factors[LOAD], key=float)

    def variant(self, levels: dict[str, Any]) -> str:
        """What varies beside the load, in words: `soap`, or `soap · -XX:+UseZGC`."""
        names = [str(levels[factor]) for factor in self.compared]
        return " · ".join(names) if names else str(levels[TRANSITION])

    def variants(self) -> list[str]:
        """All variants, in the order of the file: it gives each its colour and marker."""
        listed = [""]
        for factor in self.compared:
            listed = [f"{name} · {level}" if name else str(level) for name in listed for level in self.factors[factor]]
        return listed if listed != [""] else [str(self.factors[TRANSITION][0])]

    def pairs(self) -> Iterator[Pair]:
        """Every level against the baseline, then the others among each other."""
        for factor in self.compared:
            levels = list(self.factors[factor])
            ordered = sorted(levels, key=lambda level: (level != self.baseline, levels.index(level)))
            for against, level in combinations(ordered, 2):
                yield Pair(factor, level, against)


def design_of(experiment: dict[str, Any], all_levels: list[dict[str, Any]]) -> Design:
    """The design by the experiment's file; factors that only the trials name are added."""
    factors: dict[str, list[Level]] = {name: list(levels) for name, levels in experiment["factors"].items()}
    for levels in all_levels:
        for factor, level in levels.items():
            known = factors.setdefault(factor, [])
            if level not in known:
                known.append(level)
    return Design(factors, experiment["baseline"])
