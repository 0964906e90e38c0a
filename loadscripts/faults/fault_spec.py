"""The specification of a fault at a crash point: where in a step, what happens there, and when."""

import re
from dataclasses import dataclass

from deploy.specification import workflow_table

OF_LAST_AGENT = "last-agent-committed"
"""Passed by Narayana's transactions whose database is a last agent, and by no other."""
POINTS = (
    "received",
    "worked",
    "sent",
    "first-prepared",
    "second-prepared",
    OF_LAST_AGENT,
    "log-written",
    "between-commits",
    "committed",
)
"""In the order in which a step passes them."""

ACTIONS = ("halt", "throw", "error", "delay")
EXPECTED = "expected point[@place]:action[:when[:delay-ms]], such as sent@supplier-order:throw:each-20"

_WHEN = re.compile(r"(each-)?[1-9]\d{0,8}")
_DELAY = re.compile(r"[1-9]\d{0,8}")


@dataclass(frozen=True)
class FaultSpec:
    """Written `point[@place]:action[:when[:delay-ms]]`.

    when: `3` (the third hit) or `each-20`; None: the first, or drawn where it halts. delay_ms: of a delay.
    """

    point: str
    action: str
    place: str | None = None
    when: str | None = None
    delay_ms: int | None = None

    @property
    def halts(self) -> bool:
        """Whether the server is dead once it has been triggered."""
        return self.action == "halt"

    @property
    def breaks_commits(self) -> bool:
        """Whether transactions that commit lose the answer of a resource, which keeps its branch until recovery."""
        return self.action == "throw" and not places(self.point)

    @property
    def application(self) -> str | None:
        """The application that passes the place; None when the specification names none."""
        return places(self.point).get(self.place) if self.place else None

    def __str__(self) -> str:
        place = f"@{self.place}" if self.place else ""
        delay = [str(self.delay_ms)] if self.delay_ms is not None else []
        when = [self.when or "1"] if self.when or delay else []
        return ":".join([self.point + place, self.action, *when, *delay])


def parse_fault_spec(text: str) -> FaultSpec:
    """Reads a specification.

    Raises:
        ValueError: with what was expected.
    """
    where, *rest = text.split(":")
    if not 1 <= len(rest) <= 3:
        raise ValueError(EXPECTED)
    point, _, place = where.partition("@")
    action, when, delay = (*rest, None, None)[:3]
    if point == "handed-on":
        raise ValueError("expected the crash point sent: handed-on was its former name")
    _expect("point", point, POINTS)
    _expect("action", action or "", ACTIONS)
    if "@" in where:
        _expect_place(point, place)
    if action == "error" and not places(point):
        raise ValueError(f"expected an action other than error: {point} is passed by transactions, not by steps")
    if when is not None and not _WHEN.fullmatch(when):
        raise ValueError("expected a hit such as 3, or each-20, as the third part")
    spec = FaultSpec(point, action or "", place or None, when, _delay_ms(action, delay))
    if spec.halts and when and when.startswith("each-"):
        raise ValueError("expected one hit: a server halts once, and is armed again for each crash")
    return spec


def _delay_ms(action: str | None, delay: str | None) -> int | None:
    if delay is None:
        return None
    if action != "delay" or not _DELAY.fullmatch(delay):
        raise ValueError("expected milliseconds as the fourth part, of a delay only")
    return int(delay)


def _expect(what: str, word: str, known: tuple[str, ...]) -> None:
    if word not in known:
        raise ValueError(f"expected as {what} one of {', '.join(known)}")


def _expect_place(point: str, place: str) -> None:
    known = tuple(places(point))
    if not known:
        raise ValueError(f"expected no place: {point} is passed by transactions, not by steps")
    _expect(f"place of {point}", place, known)


def places(point: str) -> dict[str, str]:
    """The places at which this point can be told apart, and the application of each; none for those of the commit."""
    table = workflow_table.read()
    if point == "received":
        return {step.name: step.application for step in table.steps}
    if point in ("worked", "sent"):
        return {transition.name: transition.sender for transition in table.transitions}
    return {}
