"""By which delegate a transition sends, as its application is told: always the same, or one drawn for each order."""

import re
from collections.abc import Sequence

from deploy.errors import PlanError

#: Applications read a seed of eighteen digits at most.
MAX_SEED = 10**18 - 1

_DRAWN = "drawn:"
_DRAWING = re.compile(rf"{_DRAWN}(?P<seed>0|[1-9][0-9]{{0,17}}):(?P<delegates>.+)")


def drawn(seed: int, delegates: Sequence[str]) -> str:
    """The choice by which each order goes by one of the delegates: that at the place (from 0) which the first 8 bytes
    of SHA-256 of `<seed>/<order id>` give, big-endian and unsigned, modulo their number.
    """
    return f"{_DRAWN}{seed}:{','.join(delegates)}"


def delegates_of(choice: str) -> tuple[str, ...]:
    """All delegates that an order can go by.

    Raises:
        PlanError: it begins as a drawing and is none.
    """
    if not choice.startswith(_DRAWN):
        return (choice,)
    drawing = _DRAWING.fullmatch(choice)
    if drawing is None:
        raise PlanError(f"expected drawn:<seed>:<delegate>,<delegate>,... with a number from 0 as the seed: {choice}")
    return tuple(drawing["delegates"].split(","))


def described(choice: str) -> str:
    """As people read it: `soap`, or `drawn per order: jms-transacted, soap`."""
    return f"drawn per order: {', '.join(delegates_of(choice))}" if choice.startswith(_DRAWN) else choice
