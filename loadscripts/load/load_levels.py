"""The grammar of the factor `load`: at which rate orders come, whatever became of those before.

    "30/s"               Poisson arrivals
    "constant 30/s"      one every 1/30 s
    "ramp 5-60/s"        Poisson, the rate goes from the first to the second over the measuring window
    "steps 10,20,40/s"   Poisson, each rate for an equal part of the measuring window
    "recorded day.csv"   Poisson, by a table `second,rate` beside the experiment's file
    "50%"                Poisson, half of the rate that the baseline was found to bear on this machine

A new kind of level is a class here, and its words in `_KINDS`. It makes a rate profile of a window of known length.
"""

import csv
import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from loadscripts.load.rate_profile import RatePiece, RateProfile

MAX_RATE_PER_S = 1000.0
"""More orders per second than any store on one machine takes."""

MAX_PERCENT = 1000.0
"""Of the capacity: far more than any store survives."""

EXPECTED = (
    'expected orders per second as "30/s", "constant 30/s", "ramp 5-60/s", "steps 10,20,40/s", '
    f'"recorded FILE.csv" or "50%" of the capacity, each rate above 0 and at most {MAX_RATE_PER_S:g}'
)
EXPECTED_TABLE = (
    "expected the columns second,rate, the first second 0, then rising, and each rate above 0 "
    f"and at most {MAX_RATE_PER_S:g}"
)

_NUMBER = r"\d+(?:\.\d+)?"

RateTable = tuple[tuple[float, float], ...]
"""From which second of the measuring window on which rate holds."""

CAPACITY = "capacity"
"""Among the tables of an experiment the rate that levels in per cent are shares of."""


class LoadLevel(Protocol):
    """A level of the factor."""

    @property
    def paced(self) -> bool:
        """Whether arrivals are evenly spaced; otherwise they are a Poisson process."""

    def window(self, measure_s: float, recorded: Mapping[str, RateTable]) -> tuple[RatePiece, ...]:
        """The rates of a measuring window of this length. recorded: the tables by the names of their files."""


@dataclass(frozen=True)
class Steady:
    """One rate, by a Poisson process or evenly."""

    rate_per_s: float
    paced: bool = False

    def window(self, measure_s: float, recorded: Mapping[str, RateTable]) -> tuple[RatePiece, ...]:
        return (RatePiece(measure_s, self.rate_per_s, self.rate_per_s),)


@dataclass(frozen=True)
class Ramp:
    """The rate goes evenly from one to the other."""

    first_per_s: float
    last_per_s: float
    paced: bool = False

    def window(self, measure_s: float, recorded: Mapping[str, RateTable]) -> tuple[RatePiece, ...]:
        return (RatePiece(measure_s, self.first_per_s, self.last_per_s),)


@dataclass(frozen=True)
class Steps:
    """Each rate for an equal part of the window."""

    rates_per_s: tuple[float, ...]
    paced: bool = False

    def window(self, measure_s: float, recorded: Mapping[str, RateTable]) -> tuple[RatePiece, ...]:
        return tuple(RatePiece(measure_s / len(self.rates_per_s), rate, rate) for rate in self.rates_per_s)


@dataclass(frozen=True)
class Recorded:
    """The rates of a file. Its last one holds until the window ends; what lies behind the window is left out."""

    file: str
    paced: bool = False

    def window(self, measure_s: float, recorded: Mapping[str, RateTable]) -> tuple[RatePiece, ...]:
        table = [(second, rate) for second, rate in recorded[self.file] if second < measure_s]
        ends = [*(second for second, _ in table[1:]), measure_s]
        return tuple(RatePiece(end - second, rate, rate) for (second, rate), end in zip(table, ends, strict=True))


@dataclass(frozen=True)
class Share:
    """A share of the rate that the baseline bears."""

    fraction: float
    paced: bool = False

    def window(self, measure_s: float, recorded: Mapping[str, RateTable]) -> tuple[RatePiece, ...]:
        ((_, capacity_per_s),) = recorded[CAPACITY]
        rate_per_s = self.fraction * capacity_per_s
        return (RatePiece(measure_s, rate_per_s, rate_per_s),)


def parse_load(level: str) -> LoadLevel:
    """Reads a level of the factor `load`.

    Raises:
        ValueError: with what was expected.
    """
    for pattern, make in _KINDS:
        if match := re.fullmatch(pattern, level):
            return make(match)
    raise ValueError(EXPECTED)


def recorded_file(level: object) -> str | None:
    """The file that a level names; None where it names none, or is none."""
    try:
        parsed = parse_load(str(level))
    except ValueError:
        return None
    return parsed.file if isinstance(parsed, Recorded) else None


def is_share(level: object) -> bool:
    """Whether a level is in per cent of the capacity."""
    try:
        return isinstance(parse_load(str(level)), Share)
    except ValueError:
        return False  # a mistake of its own


def read_rates(path: Path) -> RateTable:
    """Reads the table of a recorded load.

    Raises:
        ValueError: with what was expected, and what was found.
    """
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        table = tuple((float(second), _checked(float(rate))) for second, rate in rows)
    except OSError as error:
        raise ValueError(f"expected a file beside the experiment's, {path}: {error.strerror}") from error
    except (ValueError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {EXPECTED_TABLE}") from error
    seconds = [second for second, _ in table]
    rising = all(before < after for before, after in itertools.pairwise(seconds))
    if header != ["second", "rate"] or not table or seconds[0] != 0 or not rising:
        raise ValueError(f"{path}: {EXPECTED_TABLE}")
    return table


def profile_of(level: str, warmup_s: float, measure_s: float, recorded: Mapping[str, RateTable]) -> RateProfile:
    """The rates of a whole trial: in warm-up the window's first, after the window its last."""
    parsed = parse_load(level)
    window = parsed.window(measure_s, recorded)
    first_per_s = window[0].begin_per_s
    return RateProfile((RatePiece(warmup_s, first_per_s, first_per_s), *window), parsed.paced)


def _checked(rate: float) -> float:
    if not 0 < rate <= MAX_RATE_PER_S:
        raise ValueError(EXPECTED)
    return rate


def _steady(match: re.Match[str]) -> LoadLevel:
    return Steady(_checked(float(match[2])), paced=bool(match[1]))


def _ramp(match: re.Match[str]) -> LoadLevel:
    return Ramp(_checked(float(match[1])), _checked(float(match[2])))


def _steps(match: re.Match[str]) -> LoadLevel:
    return Steps(tuple(_checked(float(rate)) for rate in match[1].split(",")))


def _recorded(match: re.Match[str]) -> LoadLevel:
    return Recorded(match[1])


def _share(match: re.Match[str]) -> LoadLevel:
    percent = float(match[1])
    if not 0 < percent <= MAX_PERCENT:
        raise ValueError(f"expected from above 0% to {MAX_PERCENT:g}% of the capacity")
    return Share(percent / 100)


_KINDS: tuple[tuple[str, Callable[[re.Match[str]], LoadLevel]], ...] = (
    (rf"(constant )?({_NUMBER})/s", _steady),
    (rf"ramp ({_NUMBER})-({_NUMBER})/s", _ramp),
    (rf"steps ({_NUMBER}(?:,{_NUMBER})+)/s", _steps),
    (r"recorded ([\w.-]+\.csv)", _recorded),
    (rf"({_NUMBER})%", _share),
)
