"""What a store is to achieve under load, as an experiment says it: `p99 response <= 1 s`."""

import re
from dataclasses import dataclass

EXPECTED = "expected a percentile or mean of a time and its bound, such as 'p99 response <= 1 s'"
_GRAMMAR = re.compile(r"(p50|p90|p95|p99|mean) (response|call|latency) <= (\d+(?:\.\d+)?) (ms|s)")
_MS = {"ms": 1.0, "s": 1000.0}


@dataclass(frozen=True)
class Objective:
    """A bound in milliseconds on a metric of a trial; text: as it was written."""

    text: str
    metric: str
    bound_ms: float


def parse_objective(text: str) -> Objective:
    """Reads an objective. Raises ValueError where it is none: the message says what was expected."""
    match = _GRAMMAR.fullmatch(text)
    if match is None or float(match[3]) == 0:
        raise ValueError(EXPECTED)
    return Objective(text, f"{match[2]}_{match[1]}_ms", float(match[3]) * _MS[match[4]])
