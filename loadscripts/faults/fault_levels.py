"""The levels of the factor `fault`, and the faults that a trial draws from its level.

A level is `none`; a kind of fault by its words (`kill broker`, `stall broker 40s`, `stop database fast`, `terminate
backends`, `cut connections`, `full disk log`); a fault at a crash point (`log-written:halt`,
`sent@supplier-order:throw:each-20`); or `random`: any kill, any point that halts.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from loadscripts.faults.fault import Fault
from loadscripts.faults.fault_kinds import (
    DISKS,
    FULL_S,
    VICTIMS,
    CutConnections,
    FullDisk,
    Kill,
    Stall,
    Stop,
    TerminateBackends,
)
from loadscripts.faults.fault_spec import OF_LAST_AGENT, POINTS, FaultSpec, parse_fault_spec
from loadscripts.faults.halting import Halt

NO_FAULT = "none"
RANDOM = "random"

_VICTIM, _DISK, _SECONDS = "|".join(VICTIMS), "|".join(DISKS), r"([1-9]\d{0,3}(?:\.\d+)?|0\.\d*[1-9]\d*)s"
_GRAMMAR: Mapping[str, Callable[[re.Match[str]], Fault]] = {
    rf"kill ({_VICTIM})": lambda found: Kill(found[1]),
    rf"stall ({_VICTIM}) {_SECONDS}": lambda found: Stall(found[1], float(found[2])),
    r"stop (server|broker)": lambda found: Stop(found[1]),
    r"stop (database) fast": lambda found: Stop(found[1]),
    r"terminate backends": lambda _: TerminateBackends(),
    r"cut connections": lambda _: CutConnections(),
    rf"full disk ({_DISK})(?: {_SECONDS})?": lambda found: FullDisk(found[1], float(found[2] or FULL_S)),
}
EXPECTED = (
    f"expected {NO_FAULT}, {RANDOM}, kill server (or broker, database), stall server 20s (or broker, database; any "
    "seconds), stop server, stop broker, stop database fast, terminate backends, cut connections, full disk broker "
    "(or database, log; seconds may follow), or a fault at a crash point such as log-written:halt"
)

KILLS = tuple(Kill(victim) for victim in VICTIMS)
HALTS = tuple(Halt(FaultSpec(point, "halt")) for point in POINTS if point != OF_LAST_AGENT)


@dataclass(frozen=True)
class FaultLevel:
    """A level of the factor. Its kinds are drawn one by one; a throw, error or delay is armed for the window."""

    kinds: tuple[Fault, ...] = ()
    spec: FaultSpec | None = None

    @property
    def is_none(self) -> bool:
        return not self.kinds and self.spec is None

    @property
    def may_leave_in_doubt(self) -> bool:
        """Whether servers may have to be restarted afterwards, so that what is in doubt is decided."""
        return bool(self.kinds) or (self.spec is not None and self.spec.breaks_commits)

    @property
    def fills_disks(self) -> bool:
        """Whether the bed needs disks that can be filled."""
        return any(kind.fills_disks for kind in self.kinds)

    @property
    def duration_s(self) -> float:
        """From a fault until all has recovered, in seconds, roughly."""
        return max((kind.duration_s for kind in self.kinds), default=0.0)


@dataclass(frozen=True)
class PlannedFault:
    """One fault of a trial, after a pause in seconds in which the load goes on."""

    pause_s: float
    fault: Fault


def parse_fault(level: str) -> FaultLevel:
    """Reads a level.

    Raises:
        ValueError: with what was expected.
    """
    if level == NO_FAULT:
        return FaultLevel()
    if level == RANDOM:
        return FaultLevel(kinds=(*KILLS, *HALTS))
    if ":" in level:
        spec = parse_fault_spec(level)
        return FaultLevel(kinds=(Halt(spec),)) if spec.halts else FaultLevel(spec=spec)
    for pattern, kind in _GRAMMAR.items():
        if found := re.fullmatch(pattern, level):
            return FaultLevel(kinds=(kind(found),))
    raise ValueError(EXPECTED)


def draw(level: FaultLevel, count: int, pause_s: tuple[float, float], seed: int) -> tuple[PlannedFault, ...]:
    """The faults of a trial. The same level with the same seed has the same ones."""
    if not level.kinds:
        return ()
    chance = random.Random(f"{seed}/faults")
    return tuple(
        PlannedFault(chance.uniform(*pause_s), chance.choice(level.kinds).randomized(chance)) for _ in range(count)
    )
