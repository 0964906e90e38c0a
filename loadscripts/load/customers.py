"""The customers of a trial: its scenario put into Siege's hands."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from loadscripts.load.scenario import Scenario, UrlFile, url_file
from loadscripts.load.siege import Load, RunningSiege, Siege
from loadscripts.load.think import Think

MAX_LINES = 60_000
"""Siege holds its URL file in memory; a customer who comes to the end of their part goes on with the next."""

QUICKEST_PASS_S = 0.5
"""No customer gets through the scenario faster than this, even without thinking."""


@dataclass(frozen=True)
class Customers:
    """So many customers who repeat a scenario, for at most so many seconds. may_fail: they go on whatever fails."""

    scenario: Scenario
    count: int
    think: Think
    duration_s: float
    seed: int
    may_fail: bool = False

    @property
    def pass_duration_s(self) -> float:
        """How long a pass takes on the average, without the store's own time."""
        return len(self.scenario.requests) * self.think.mean_s

    def urls(self, store: str) -> UrlFile:
        """What they ask for. store: the base URL of the store, `http://127.0.0.1:21080/storefront`."""
        address = urlsplit(store)
        return url_file(
            self.scenario,
            f"{address.scheme}://{address.netloc}",
            customers=self.count,
            passes=self._passes(),
            seed=self.seed,
        )

    def _passes(self) -> int:
        quickest_s = max(QUICKEST_PASS_S, len(self.scenario.requests) * self.think.min_s)
        wanted = math.ceil(self.duration_s / quickest_s) + 1
        return max(1, min(wanted, MAX_LINES // (len(self.scenario.requests) * self.count)))

    @contextmanager
    def ordering(self, siege: Siege, urls: UrlFile, folder: Path) -> Iterator[RunningSiege]:
        """They order from here on until the block ends; whatever happens, no Siege is left then."""
        # Listening costs Siege some work: only where answers and books may differ.
        answers = self.scenario.answers if self.may_fail else None
        load = Load(
            urls.text(),
            self.count,
            self.think,
            self.duration_s,
            self.pass_duration_s,
            self.seed,
            self.may_fail,
            answers,
        )
        running = siege.begin(load, folder)
        try:
            yield running
        finally:
            running.stop()
