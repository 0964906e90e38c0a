"""To what the levels of the compared factor are assigned: orders, windows of one load, trials, or beds."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.contract.assignment_units import LEVEL_WORDS, Unit, UnitWithinTrial
from analysis.contract.trial_document import AssignmentOfTrial
from loadscripts.planning.factors import DELAY, PLACEBO
from loadscripts.system.system_under_test import SystemUnderTest

LEVELS_WITH_A_BED = (
    *("jvm", "broker_jvm", "jdk", "heap", "topology", "transactions", "message_store", "broker", "forced_writes"),
    *("database_commit", "past_orders", "checkout"),
)
"""Factors whose levels need servers of their own."""

LEVELS_OF_ANY_UNIT = (DELAY, PLACEBO)
"""Factors that switch no transition: their levels can be assigned to anything, to beds of their own, too."""


def default_unit(system: SystemUnderTest, compare: str, levels: Mapping[str, Sequence[Any]]) -> Unit:
    """The finest unit that the compared factor allows."""
    if compare in LEVELS_WITH_A_BED:
        return "bed"
    varies = len(levels.get(compare, ())) > 1
    is_seen = set(levels.get("measuring", ("on",))) in ({"on"}, {"profile"})
    is_whole = set(levels.get("fault", ("none",))) == {"none"}
    return "order" if varies and is_seen and is_whole and can_take_turns(system, compare, levels) else "trial"


def can_take_turns(system: SystemUnderTest, factor: str, names: Mapping[str, Any]) -> bool:
    """Whether an order or a window can have a level of its own. names: all factors of the experiment."""
    return factor in LEVELS_OF_ANY_UNIT or bool(switched_by(system, factor, names))


def switched_by(system: SystemUnderTest, factor: str, names: Mapping[str, Any]) -> tuple[str, ...]:
    """The transitions that follow a factor. names: all factors of the experiment."""
    mark = "the level"
    delegates = system.delegates({"transition": "another", **dict.fromkeys(names, "another"), factor: mark})
    return tuple(transition for transition, delegate in delegates.items() if delegate == mark)


@dataclass(frozen=True)
class Assignment:
    """How the levels of a factor take turns within a trial. Lengths are in seconds."""

    unit: UnitWithinTrial
    factor: str
    levels: tuple[str, ...]
    window_s: float
    washout_s: float

    @property
    def word(self) -> str:
        """The level of the factor that the trial has."""
        return LEVEL_WORDS[self.unit]

    @property
    def block_s(self) -> float:
        """How long a block of windows is: each level twice."""
        return 2 * len(self.levels) * self.window_s

    def blocks(self, measure_s: float) -> int:
        """How many blocks of windows fit into so many seconds."""
        return int(measure_s / self.block_s + 1e-9)

    def as_record(self, seed: int, transitions: Sequence[str]) -> AssignmentOfTrial:
        """As trial.json has it. transitions: those that are switched."""
        by_window = self.unit == "window"
        return AssignmentOfTrial(
            unit=self.unit,
            factor=self.factor,
            transitions=tuple(transitions),
            levels=self.levels,
            seed=seed,
            window_s=self.window_s if by_window else None,
            washout_s=self.washout_s if by_window else None,
        )


@dataclass(frozen=True)
class PlannedWindow:
    """A window of a trial by window. block: from 1."""

    block: int
    level: str


def plan_windows(assignment: Assignment, seed: int, measure_s: float) -> tuple[PlannedWindow, ...]:
    """As many whole blocks as fit into measure_s seconds; the same seed has the same windows.

    A block has the levels in a drawn order and then in the reverse of it, so that what drifts steadily within a block
    meets all levels alike.
    """
    chance = random.Random(f"{seed}/windows")
    windows: list[PlannedWindow] = []
    for block in range(1, assignment.blocks(measure_s) + 1):
        drawn = chance.sample(assignment.levels, len(assignment.levels))
        windows += (PlannedWindow(block, level) for level in (*drawn, *reversed(drawn)))
    return tuple(windows)
