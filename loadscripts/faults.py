"""What a fault is: the levels of the factor `fault`, and the faults that a trial draws from its level.

A level is `none`; a kill (`kill server`, `kill broker`, `kill database`); a charge of a crash point
(`log-written:halt`, `handed-on@supplier-order:throw:each-20`); or `random`: any kill, any point that halts.
"""

import random
from dataclasses import dataclass, replace

from loadscripts.charge import POINTS, Charge, parse_charge

NO_FAULT = "none"
RANDOM = "random"
HALTS_WITHIN = 40
"""A charge that halts goes off at one of its first so many passings."""

VICTIMS = {"server": None, "broker": "broker", "database": "postgresql"}
"""What can be killed, and the name of its process; a server's is the topology's business."""


@dataclass(frozen=True)
class Kill:
    """SIGKILL to one process of the bed. victim: server | broker | database."""

    victim: str

    def __str__(self) -> str:
        return f"kill {self.victim}"


KILLS = tuple(Kill(victim) for victim in VICTIMS)
HALTS = tuple(Charge(point, "halt") for point in POINTS)

Crash = Kill | Charge
"""Something of the bed is dead afterwards and has to be brought back."""


@dataclass(frozen=True)
class FaultLevel:
    """A level of the factor. Crashes are drawn, one after the other; a charge is armed for the whole window."""

    crashes: tuple[Crash, ...] = ()
    charge: Charge | None = None

    @property
    def is_none(self) -> bool:
        return not self.crashes and self.charge is None


@dataclass(frozen=True)
class Planned:
    """One crash of a trial, after a pause in seconds in which the load goes on."""

    pause_s: float
    crash: Crash


def parse_fault(level: str) -> FaultLevel:
    """Reads a level.

    Raises:
        ValueError: with what was expected.
    """
    if level == NO_FAULT:
        return FaultLevel()
    if level == RANDOM:
        return FaultLevel(crashes=(*KILLS, *HALTS))
    if level.startswith("kill"):
        return FaultLevel(crashes=(_kill(level),))
    if ":" not in level:
        known = ", ".join(str(kill) for kill in KILLS)
        raise ValueError(f"expected {NO_FAULT}, {RANDOM}, {known} or a charge such as log-written:halt")
    charge = parse_charge(level)
    return FaultLevel(crashes=(charge,)) if charge.halts else FaultLevel(charge=charge)


def _kill(level: str) -> Kill:
    for kill in KILLS:
        if str(kill) == level:
            return kill
    raise ValueError(f"expected one of {', '.join(str(kill) for kill in KILLS)}")


def draw(level: FaultLevel, count: int, pause_s: tuple[float, float], seed: int) -> tuple[Planned, ...]:
    """The crashes of a trial. The same level with the same seed has the same ones."""
    if not level.crashes:
        return ()
    chance = random.Random(f"{seed}/faults")
    return tuple(Planned(chance.uniform(*pause_s), _drawn(level, chance)) for _ in range(count))


def _drawn(level: FaultLevel, chance: random.Random) -> Crash:
    crash = chance.choice(level.crashes)
    passing = chance.randint(1, HALTS_WITHIN)
    if isinstance(crash, Charge) and crash.when is None:
        return replace(crash, when=str(passing))
    return crash
