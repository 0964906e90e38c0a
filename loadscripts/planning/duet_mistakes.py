"""Duets that an experiment cannot have: trials at the same time, each on its bed."""

import math
from typing import Any

from loadscripts.planning.assignment import LEVELS_WITH_A_BED
from loadscripts.planning.factors import CHECKOUT, DUET, as_list


def duet_mistakes(raw: dict[str, Any], factors: dict[str, Any]) -> list[str]:
    """Two beds at the same time: by trial two levels and nothing else in turns, by bed the baseline and any other."""
    if raw.get("duet") is not True:
        return []
    compare = str(raw.get("compare", "transition"))
    varied = {factor: len(as_list(levels)) for factor, levels in factors.items() if len(as_list(levels)) > 1}
    faults = [level for level in as_list(factors.get("fault", "none")) if level != "none"]
    return [
        *(["duet: expected with side_by_side = true: each trial needs a bed"] if not raw.get("side_by_side") else []),
        *_levels_of_duets(compare, varied, by_trial=as_list(raw.get("assignment", [])) == ["trial"]),
        *(
            ["looks: expected none with duets of several levels"]
            if _several(varied) and raw.get("looks", 1) != 1
            else []
        ),
        *(["bed_by_bed: expected without duet, whose trials are conducted in pairs"] if raw.get("bed_by_bed") else []),
        *([f"duet: expected without the fault {faults[0]!r}"] if faults else []),
        *_duet_of_units(as_list(raw.get("assignment", [])), compare),
    ]


def _several(varied: dict[str, int]) -> bool:
    return math.prod(varied.values()) > DUET


def _levels_of_duets(compare: str, varied: dict[str, int], *, by_trial: bool) -> list[str]:
    if compare == CHECKOUT or by_trial:
        expected = {} if compare == CHECKOUT else {compare: 2}
        told = f"duet: expected two levels of {compare}, and one of each other factor, got {_counts(varied)}"
        return [told] if varied != expected else []
    return [] if compare in varied else [f"duet: expected two levels or more of {compare}, got {_counts(varied)}"]


def _duet_of_units(units: list[Any], compare: str) -> list[str]:
    if units in (["trial"], ["bed"]) or (not units and compare in LEVELS_WITH_A_BED):
        return []
    named = " and ".join(map(str, units)) or "none"
    return [f'duet: expected assignment = "trial" or "bed", as each level has a trial of its own, got {named}']


def _counts(varied: dict[str, int]) -> str:
    return ", ".join(f"{count} of {factor}" for factor, count in varied.items()) or "nothing that varies"
