"""Think time: how long a customer waits between two requests."""

import re
from dataclasses import dataclass

_RANGE = re.compile(r"^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) s$")
EXPECTED = 'expected "none" or a range such as "1-4 s"'


@dataclass(frozen=True)
class Think:
    """Uniform between two times in seconds; both zero: the customer does not think."""

    min_s: float
    max_s: float

    @property
    def mean_s(self) -> float:
        return (self.min_s + self.max_s) / 2

    @property
    def is_none(self) -> bool:
        return self.max_s == 0


def parse_think(level: str) -> Think:
    """Reads a level of the factor `think`.

    Raises:
        ValueError: with what was expected.
    """
    if level == "none":
        return Think(0.0, 0.0)
    match = _RANGE.match(level)
    if match is None:
        raise ValueError(EXPECTED)
    think = Think(float(match[1]), float(match[2]))
    if think.min_s > think.max_s or think.is_none:
        raise ValueError(EXPECTED)
    return think
