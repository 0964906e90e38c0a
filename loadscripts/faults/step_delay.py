"""The levels of the factor `delay`: a slowdown of known size, which tests what measures it. It is no fault."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from loadscripts.facts.trial_run import TrialRun
from loadscripts.faults.fault_spec import places
from loadscripts.system.bed_protocol import Bed

NO_DELAY = "none"
POINTS = ("received", "worked", "sent")
"""Those of a step, at which it is known whose order it is."""

EXPECTED = "expected none, or a point of a step with its place and milliseconds, such as received@approving 0.8 ms"

_LEVEL = re.compile(r"(?P<point>[a-z]+)@(?P<place>[a-z-]+) (?P<ms>(?:0|[1-9]\d{0,4})(?:\.\d{0,2}[1-9])?) ms")


@dataclass(frozen=True)
class StepDelay:
    """A step waits whenever it passes a point at a place. ms: how long, to the microsecond."""

    point: str
    place: str
    ms: float


def parse_delay(level: str) -> StepDelay | None:
    """Reads a level; None for `none`.

    Raises:
        ValueError: with what was expected.
    """
    if level == NO_DELAY:
        return None
    found = _LEVEL.fullmatch(level)
    if found is None or found["point"] not in POINTS or not float(found["ms"]):
        raise ValueError(EXPECTED)
    known = places(found["point"])
    if found["place"] not in known:
        raise ValueError(f"expected as place of {found['point']} one of {', '.join(known)}")
    return StepDelay(found["point"], found["place"], float(found["ms"]))


@contextmanager
def counted_delays(choice: str | None, bed: Bed, run: TrialRun) -> Iterator[None]:
    """Notes how often and how long steps were delayed while the block ran. choice: None where nothing is counted."""
    if choice is None:
        yield
        return
    before = bed.delays()
    yield
    run.delays = {server: _since(before[server], after) for server, after in bed.delays().items()}


def _since(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """A JVM counts through all its trials."""
    return {
        total: {level: count - before[total].get(level, 0) for level, count in after[total].items()}
        for total in ("hits", "waited_ns")
    }
