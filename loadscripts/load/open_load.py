"""Customers who come when they are due, each once: what is known of them beforehand goes into the generator's folder.

The generator draws nothing by chance. Who comes when, with which wishes, and how long they think stands in
`sessions.csv`, made from the trial's seed: the same seed means the same customers.
"""

import json
import math
import random
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from loadscripts.load.java_generator import (
    ANSWERS_TIMEOUT_S,
    JavaGenerator,
    PlannedSession,
    RunningGenerator,
    following,
    plan_table,
)
from loadscripts.load.rate_profile import RateProfile
from loadscripts.load.scenario import Scenario, values_of_pass
from loadscripts.load.think import Think

SLOW_PASS_S = 10.0
"""So much longer than its think times a session may last before the limit of sessions is reached at the mean rate."""

SPARE_FACTOR = 2
MIN_SESSIONS, MAX_SESSIONS = 100, 20_000
MAX_CONNECTIONS = 1000
"""As many as Siege may have customers."""


def sessions_at_once(profile: RateProfile, think_s: float) -> int:
    """How many there may be at once, by Little's law and with room for a slow store. think_s: of a whole session."""
    needed = math.ceil(SPARE_FACTOR * profile.max_per_s * (think_s + SLOW_PASS_S))
    return max(MIN_SESSIONS, min(MAX_SESSIONS, needed))


@dataclass(frozen=True)
class OpenCustomers:
    """They come at the rates of a profile for at most so many seconds. store: its base URL."""

    scenario: Scenario
    profile: RateProfile
    think: Think
    duration_s: float
    seed: int
    store: str
    hyperfoil: JavaGenerator

    @property
    def session_limit(self) -> int:
        """How many sessions there may be at once, by Little's law and with room for a slow store."""
        return sessions_at_once(self.profile, (len(self.scenario.requests) - 1) * self.think.mean_s)

    def ordering(self, folder: Path) -> AbstractContextManager[RunningGenerator]:
        """They order from here on until the block ends."""
        return following(self.hyperfoil, folder, self.write_plan, self.duration_s)

    def write_plan(self, folder: Path) -> None:
        """What the generator reads."""
        address = urlsplit(self.store)
        answers = self.scenario.answers
        plan = {
            "store": f"{address.scheme}://{address.netloc}",
            "session_limit": self.session_limit,
            "connections": min(MAX_CONNECTIONS, self.session_limit),
            "duration_ms": math.ceil(self.duration_s * 1000),
            "answers_timeout_ms": ANSWERS_TIMEOUT_S * 1000,
            "requests": [request.model_dump() for request in self.scenario.requests],
            "answers": answers.model_dump(include={"confirmed", "unsettled", "refused"}) if answers else None,
        }
        (folder / "plan.json").write_text(json.dumps(plan, indent=2) + "\n", encoding="utf-8")
        (folder / "sessions.csv").write_text("".join(plan_table(self._sessions())), encoding="utf-8")

    def account_of(self, session: int) -> str:
        """Who orders in a session; they take turns."""
        return f"customer{session % self.scenario.accounts + 1}"

    def _sessions(self) -> Iterator[PlannedSession]:
        gaps = len(self.scenario.requests) - 1
        for session, due_s in enumerate(self.profile.due_times_s(self.duration_s, self.seed)):
            chance = random.Random(f"{self.seed}/session {session}")
            values = values_of_pass(self.scenario, self.account_of(session), chance)
            think_s = tuple(chance.uniform(self.think.min_s, self.think.max_s) for _ in range(gaps))
            yield PlannedSession(due_s, think_s, values)
