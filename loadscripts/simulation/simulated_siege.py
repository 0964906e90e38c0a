"""The customers of the simulated store: they come evenly, and are written down in Siege's words."""

import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from loadscripts.load.siege import Load
from loadscripts.load.think import Think
from loadscripts.simulation.known_sizes import REQUEST_MS
from loadscripts.simulation.simulated_bed import SIEGE_PID
from loadscripts.simulation.simulated_store import SimulatedStore, Visit

_ACCOUNT = re.compile(r"user=(\w+)&")
_ITEM = re.compile(r"item=([\w-]+)&quantity")
_QUANTITY = re.compile(r"cart/update POST [\w-]+=(\d)")
BEFORE_THE_END_MS = 8
"""An order is received so long before its request is answered."""
COUNTS = """\
Transactions:\t\t{requests:>12} hits
Availability:\t\t      100.00 %
Elapsed time:\t\t{elapsed_s:>12.2f} secs
Response time:\t\t{request_s:>12.2f} secs
Transaction rate:\t{rate:>12.2f} trans/sec
Concurrency:\t\t{concurrency:>12.2f}
Successful transactions:{requests:>12}
Failed transactions:\t           0
Longest transaction:\t{request_s:>12.2f}
Shortest transaction:\t{request_s:>12.2f}
"""


@dataclass(frozen=True)
class SimulatedSiege:
    """Stands in for `loadscripts.load.siege.Siege`."""

    store: SimulatedStore
    version: str = "simulated"

    def think_method(self, think: Think) -> Literal["shim"]:
        return "shim"

    def begin(self, load: Load, folder: Path) -> "SimulatedSiegeRun":
        folder.mkdir(parents=True, exist_ok=True)
        running = SimulatedSiegeRun(self.store, load, folder, self.store.clock.time_ns())
        self.store.visits = running.visits()
        return running


@dataclass
class SimulatedSiegeRun:
    """Stands in for `loadscripts.load.siege.RunningSiege`."""

    store: SimulatedStore
    load: Load
    folder: Path
    begin_ns: int
    pid: int = SIEGE_PID
    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lines = self.load.urls.splitlines()
        self.of_pass = round(self.load.stagger_s / self.load.think.mean_s)
        self.request_ns = round((self.load.think.mean_s * 1000 + REQUEST_MS) * 1e6)
        self.pass_ns = self.of_pass * self.request_ns
        self.of_customer = len(self.lines) // self.load.customers

    def _pass_begin_ns(self, customer: int, number: int) -> int:
        return self.begin_ns + self.pass_ns * customer // self.load.customers + self.pass_ns * number

    def _answered_ns(self, customer: int, place: int) -> int:
        number, in_pass = divmod(place, self.of_pass)
        return self._pass_begin_ns(customer, number) + (in_pass + 1) * self.request_ns

    def visits(self) -> list[Visit]:
        """An order at the end of each pass, of what the URL file says."""
        found = []
        for customer in range(self.load.customers):
            for number in range(self.of_customer // self.of_pass):
                first = customer * self.of_customer + number * self.of_pass
                told = "\n".join(self.lines[first : first + self.of_pass])
                received_ns = self._pass_begin_ns(customer, number) + self.pass_ns - BEFORE_THE_END_MS * 1_000_000
                account, item, quantity = (_first(each, told) for each in (_ACCOUNT, _ITEM, _QUANTITY))
                found.append(Visit(received_ns, account, item, int(quantity)))
        return sorted(found, key=lambda visit: visit.received_ns)

    def check(self) -> None:
        """It never ends too early."""

    def wait_while_running(self, seconds: float) -> None:
        self.store.clock.sleep(max(0.0, seconds))

    def finish(self) -> int:
        """Writes what was answered until now."""
        now_ns = self.store.clock.time_ns()
        self.store.close()
        answered = [
            (self._answered_ns(customer, place), customer, place)
            for customer in range(self.load.customers)
            for place in range(self.of_customer)
        ]  # fmt: skip
        answered = sorted(each for each in answered if each[0] <= now_ns)
        out = "".join(self._line(*each) for each in answered)
        (self.folder / "siege.out").write_text(out, encoding="utf-8")
        elapsed_s = (now_ns - self.begin_ns) / 1e9
        rate, request_s = len(answered) / elapsed_s, REQUEST_MS / 1000
        counts = COUNTS.format(
            requests=len(answered), elapsed_s=elapsed_s, request_s=request_s, rate=rate, concurrency=rate * request_s
        )
        (self.folder / "siege.err").write_text(f"** SIEGE simulated\n{counts}", encoding="utf-8")
        return 0

    def _line(self, end_ns: int, customer: int, place: int) -> str:
        index = customer * self.of_customer + place
        url = self.lines[index].partition(" ")[0]
        stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(end_ns // 1_000_000_000))
        return f"[{stamp}] {customer:>4},HTTP/1.1,200,{REQUEST_MS / 1000:>6.2f},{4000:>7},{url},{index},{stamp}\n"

    def stop(self) -> None:
        """Nothing is left of it."""


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    if found is None:
        raise ValueError(f"no line of this pass has {pattern.pattern}")
    return found[1]
