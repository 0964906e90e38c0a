"""Orders that a program submits by SOAP or JMS, without pages: so many in flight at once, or when they are due.

Closed, each of so many senders submits an order, waits for the mail that completes it, thinks, and submits the next.
As with open loads the generator draws nothing by chance: what is ordered stands in `orders.csv`, made from the trial's
seed.
"""

import json
import math
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from deploy.paths import write_private
from deploy.specification.foreign_client import ForeignAccess
from loadscripts.load.java_generator import (
    ANSWERS_TIMEOUT_S,
    JavaGenerator,
    PlannedSession,
    RunningGenerator,
    following,
    plan_table,
)
from loadscripts.load.load_levels import MAX_RATE_PER_S
from loadscripts.load.open_load import MAX_CONNECTIONS, sessions_at_once
from loadscripts.load.rate_profile import RateProfile
from loadscripts.load.scenario import Scenario, values_of_order
from loadscripts.load.think import Think

COMPLETED = "completed"
"""The mail that tells of an order's completion, by the name that the mail server records."""


@dataclass(frozen=True)
class DirectOrders:
    """What is submitted for at most so many seconds.

    entrances: those that take turns; in_flight: how many orders at once, or None where they come at the rates of a
    profile; mails: the mail server's record.
    """

    scenario: Scenario
    entrances: tuple[str, ...]
    in_flight: int | None
    profile: RateProfile | None
    think: Think
    duration_s: float
    seed: int
    access: ForeignAccess
    mails: Path
    program: JavaGenerator

    @property
    def at_once(self) -> int:
        """How many threads submit."""
        if self.profile is None:
            return self.in_flight or 1
        return min(MAX_CONNECTIONS, sessions_at_once(self.profile, think_s=0.0))

    def ordering(self, folder: Path) -> AbstractContextManager[RunningGenerator]:
        """They are submitted from here on until the block ends."""
        return following(self.program, folder, self.write_plan, self.duration_s)

    def write_plan(self, folder: Path) -> None:
        """What the generator reads."""
        (request,) = self.scenario.requests
        services = self.access.services.removesuffix(f"/{self.scenario.application}")
        plan = {
            "entrances": ",".join(self.entrances),
            "service": services + request.path,
            "broker": self.access.broker,
            "user": self.access.user,
            "password": self.access.password,
            "at_once": str(self.at_once),
            "closed": "false" if self.profile else "true",
            "duration_ms": str(math.ceil(self.duration_s * 1000)),
            "answers_timeout_ms": str(ANSWERS_TIMEOUT_S * 1000),
            "mails": str(self.mails),
            "completion": COMPLETED,
        }
        # A string of JSON is one of Java's properties, too, but for its quotes.
        lines = (f"{name}={json.dumps(value)[1:-1]}\n" for name, value in plan.items())
        write_private(folder / "plan.properties", "".join(lines))
        (folder / "document.xml").write_text(self.scenario.document or "", encoding="utf-8")
        (folder / "orders.csv").write_text("".join(plan_table(self._orders())), encoding="utf-8")

    def _orders(self) -> Iterator[PlannedSession]:
        for number, due_s in enumerate(self._due_times_s()):
            chance = random.Random(f"{self.seed}/order {number}")
            values = values_of_order(self.scenario, number + 1, chance)
            yield PlannedSession(due_s, (chance.uniform(self.think.min_s, self.think.max_s),), values)

    def _due_times_s(self) -> Iterator[float]:
        if self.profile:
            return self.profile.due_times_s(self.duration_s, self.seed)
        return iter([0.0] * math.ceil(self.duration_s * MAX_RATE_PER_S))
