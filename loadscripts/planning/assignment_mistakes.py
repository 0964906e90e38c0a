"""Units of assignment that an experiment cannot have."""

from collections.abc import Iterator
from typing import Any

from analysis.contract.assignment_units import LEVEL_WORDS
from loadscripts.planning.assignment import LEVELS_OF_ANY_UNIT, LEVELS_WITH_A_BED, can_take_turns
from loadscripts.planning.factors import as_list
from loadscripts.system.system_registry import SYSTEMS

_UNITS = (*LEVEL_WORDS, "trial", "bed")  # anything else is a mistake of its own
DEFAULT_WINDOW_S = 6.0
DEFAULT_WASHOUT_S = 1.0


def assignment_mistakes(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """The mistakes of a file as it was read, each named by its key."""
    compare = str(raw.get("compare", "transition"))
    units = [unit for unit in as_list(raw.get("assignment", [])) if unit in _UNITS]
    return [
        *(mistake for unit in units for mistake in _wrong_unit(unit, compare, raw, factors)),
        *_trial_and_bed(units),
        *_wrong_windows(raw, len(as_list(factors.get(compare, []))), "window" in units),
    ]


def _wrong_unit(unit: str, compare: str, raw: dict[str, Any], factors: dict[str, Any]) -> Iterator[str]:
    expected = _possible_units(compare, raw, factors)
    if unit not in expected:
        yield f"assignment: expected {' or '.join(expected)} with compare = {compare!r}, got {unit!r}"
    elif unit in LEVEL_WORDS:
        if len(as_list(factors.get(compare, []))) < 2:
            yield f"assignment: expected at least two levels of {compare} to assign by {unit}"
        yield from _not_seen(unit, factors)


def _possible_units(compare: str, raw: dict[str, Any], factors: dict[str, Any]) -> tuple[str, ...]:
    if compare in LEVELS_WITH_A_BED:
        return ("bed",)
    if compare in LEVELS_OF_ANY_UNIT:
        return _UNITS
    system = SYSTEMS.get(str(raw.get("system", "pet-store")))
    return (*LEVEL_WORDS, "trial") if system and can_take_turns(system, compare, factors) else ("trial",)


def _trial_and_bed(units: list[str]) -> Iterator[str]:
    if {"trial", "bed"} <= set(units):
        yield "assignment: expected trial or bed, not both: either each level has a bed of its own or none has"


def _not_seen(unit: str, factors: dict[str, Any]) -> Iterator[str]:
    """Which delegate an order had is in the flight recordings, which end with a JVM; and a fault meets all levels."""
    if "off" in as_list(factors.get("measuring", "on")):
        yield f'factors.measuring: expected "on" with assignment = {unit!r}: recordings show the level of each order'
    if any(level != "none" for level in as_list(factors.get("fault", "none"))):
        yield f"factors.fault: expected none with assignment = {unit!r}: a fault would meet the orders of all levels"


def _wrong_windows(raw: dict[str, Any], levels: int, by_window: bool) -> Iterator[str]:
    window_s, washout_s = _number(raw, "window_s", DEFAULT_WINDOW_S), _number(raw, "washout_s", DEFAULT_WASHOUT_S)
    if not by_window:
        yield from (
            f"{key}: expected only with assignment = 'window'"
            for key in ("window_s", "washout_s", "window_blocks")
            if key in raw
        )
    elif window_s > 0 and washout_s >= window_s:
        yield f"washout_s: expected less than window_s = {window_s:g}, got {washout_s:g}"
    elif "window_blocks" not in raw and _number(raw, "measure_s", float("inf")) < 2 * levels * window_s:
        yield (
            f"measure_s: expected at least {2 * levels * window_s:g}, for a block of {2 * levels} windows of "
            f"{window_s:g} s, got {raw['measure_s']:g}"
        )


def _number(raw: dict[str, Any], key: str, default: float) -> float:
    """What is no number is a mistake of its own."""
    value = raw.get(key, default)
    return float(value) if isinstance(value, int | float) else default
