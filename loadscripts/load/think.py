"""Think time: how long a customer waits between two requests."""

import re
from dataclasses import dataclass

_RANGE = re.compile(r"^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?) s$")
_MATCHED = re.compile(r"^([^,]*), (\d+) customers at (\d+(?:\.\d+)?)%$")
EXPECTED = 'expected "none", a range such as "1-4 s", or one for this machine such as "1-4 s, 80 customers at 100%"'


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

    @property
    def level(self) -> str:
        """The level of the factor `think` that says this, to a tenth of a millisecond."""
        return "none" if self.is_none else f"{self.min_s:.4f}-{self.max_s:.4f} s"


@dataclass(frozen=True)
class MatchedThink:
    """A range in the proportion of this one, with which so many customers order at a share of the rate that a machine
    bears.
    """

    proportion: Think
    customers: int
    fraction: float

    def on(self, capacity_per_s: float, requests: int) -> Think:
        """On a machine that bears so many orders per second, each a pass of so many requests. By Little's law
        customers = rate × requests × mean think time; what the answers take is left out.
        """
        mean_s = self.customers / (self.fraction * capacity_per_s * requests)
        by = mean_s / self.proportion.mean_s
        return Think(by * self.proportion.min_s, by * self.proportion.max_s)


def matched_think(level: object) -> MatchedThink | None:
    """What a level of the factor `think` says that follows the machine; None where it is no such level.

    Raises:
        ValueError: with what was expected.
    """
    match = _MATCHED.match(str(level))
    if match is None:
        return None
    proportion, customers, fraction = parse_think(match[1]), int(match[2]), float(match[3]) / 100
    if proportion.is_none or customers == 0 or fraction == 0:
        raise ValueError(EXPECTED)
    return MatchedThink(proportion, customers, fraction)


def is_matched(level: object) -> bool:
    """Whether a level follows the machine."""
    try:
        return matched_think(level) is not None
    except ValueError:
        return False  # a mistake of its own


def parse_think(level: str) -> Think:
    """Reads a level of the factor `think` that is the same on any machine.

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
