"""Loads that cannot go up and down with what the trials before kept."""

import itertools
import re
from collections.abc import Iterator
from typing import Any

from loadscripts.planning.factors import LOAD, as_list

MIN_LOADS = 3
_STEADY_RATE = re.compile(r"(\d+(?:\.\d+)?)/s")


def up_and_down_mistakes(raw: dict[str, Any], factors: dict[str, Any]) -> Iterator[str]:
    """Its loads follow from whether the trials before kept the objective, one trial after the other."""
    if raw.get("up_and_down") is not True:
        if raw.get("series", 1) != 1:
            yield "series: expected up_and_down, whose loads can follow from each other in two series"
        return
    matched = [_STEADY_RATE.fullmatch(str(level)) for level in as_list(factors.get(LOAD, []))]
    rates = [float(rate[1]) for rate in matched if rate]
    if not len(rates) == len(matched) >= MIN_LOADS or any(a >= b for a, b in itertools.pairwise(rates)):
        yield f"factors.load: expected {MIN_LOADS} or more ascending rates such as 20/s with up_and_down"
    if "objective" not in raw:
        yield "objective: expected with up_and_down, whose loads follow from it"
    if as_list(raw.get("assignment", [])) != ["trial"]:
        yield 'assignment: expected "trial" with up_and_down'
    for key in ("side_by_side", "duet"):
        if raw.get(key) is True:
            yield f"{key}: expected without up_and_down, whose trials follow each other"
    if raw.get("looks", 1) != 1:
        yield "looks: expected none with up_and_down"
    faults = [level for level in as_list(factors.get("fault", "none")) if level != "none"]
    if faults:
        yield f"factors.fault: expected none with up_and_down, got {faults[0]!r}"
