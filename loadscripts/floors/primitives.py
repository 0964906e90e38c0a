"""The primitives: each does one thing again and again on a bed, and says how often in how long."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.contract.floors_document import Primitive, PrimitiveRate
from deploy.bed import servers
from deploy.bed.standing_bed import Bed, Management
from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.database.repeated_statements import Repeater
from deploy.errors import PetlabError
from deploy.host.jdk import Jdk
from deploy.paths import cache
from deploy.progress import Silent
from deploy.specification import floor_probe
from deploy.specification.plan import check
from loadscripts.floors import forced_write_loop
from loadscripts.floors.order_statements import CapturedOrders
from loadscripts.trial_errors import FloorError

MAX_CONCURRENCY = 16
"""So many calls a server's management answers at once, and so many steps the probe takes at once."""

_MARGIN_S = 60
_STATEMENT_WARMUP_S = 1.0
_LEAVE_SOMETHING = ("step", "send", "sql")
"""Rows, messages, orders."""

Measure = Callable[[int, float], PrimitiveRate]
"""Measures at a concurrency, for so many seconds. Raises PetlabError."""


@dataclass(frozen=True)
class Primitives:
    """All primitives of one bed."""

    bed: Bed
    captured: CapturedOrders

    def all(self) -> Mapping[Primitive, Measure]:
        """By name."""
        where = self._disks()
        return {
            "forced-write broker": _forcing("forced-write broker", where["broker"]),
            "forced-write database": _forcing("forced-write database", where["database"]),
            "forced-write log": _forcing("forced-write log", where["log"]),
            "step": self._step,
            "send": lambda concurrency, seconds: self._called("send", concurrency, seconds),
            "sql": self._sql,
            "http": lambda concurrency, seconds: self._called("http", concurrency, seconds),
            "soap": lambda concurrency, seconds: self._called("soap", concurrency, seconds),
        }

    def measure(self, primitive: Primitive, concurrency: int, seconds: float) -> PrimitiveRate:
        """Measures one, and takes away what it leaves in the bed.

        Raises:
            FloorError: it failed; with its name and the reason.
        """
        try:
            found = self.all()[primitive](concurrency, seconds)
            if primitive in _LEAVE_SOMETHING:
                self.bed.reset()
            return found
        except (PetlabError, OSError, subprocess.SubprocessError) as error:
            raise FloorError(f"the floor {primitive} at concurrency {concurrency} was not measured: {error}") from error

    def _disks(self) -> Mapping[str, Path]:
        """Where broker, database and transaction manager write."""
        server = check(self.bed.plan).topology.server_of(floor_probe.APPLICATION)
        domain = servers.domain(self.bed.home, server)
        log, journal = domain / servers.TRANSACTION_LOG, self.bed.home / "broker/data"
        return {
            "broker": journal if journal.is_dir() else journal.parent,  # none where messages are in the database
            "database": self.bed.folders[0],
            "log": log if log.is_dir() else domain,
        }

    def _step(self, concurrency: int, seconds: float) -> PrimitiveRate:
        answer = self._probe(seconds).post(f"floors/step/{concurrency}", f"{seconds:g}")
        return _rate("step", concurrency, [json.loads(answer)])

    def _called(self, primitive: Primitive, concurrency: int, seconds: float) -> PrimitiveRate:
        """By as many calls at once; each does its part on its own thread of the server."""
        probe = self._probe(seconds)
        with ThreadPoolExecutor(concurrency, "petlab-floor") as threads:
            calls = [threads.submit(probe.post, f"floors/{primitive}", f"{seconds:g}") for _ in range(concurrency)]
            return _rate(primitive, concurrency, [json.loads(call.result()) for call in calls])

    def _probe(self, seconds: float) -> Management:
        return replace(self.bed.manage(floor_probe.APPLICATION), timeout_s=seconds + _MARGIN_S)

    def _sql(self, concurrency: int, seconds: float) -> PrimitiveRate:
        store = Store(cache(), Maven.of_this_machine(), Silent(), listed=Built().pinned)
        repeater = Repeater(
            f"jdbc:postgresql://127.0.0.1:{check(self.bed.plan).ports.database}/postgres",
            {name: self.bed.secret(f"database.{name}") for name in check(self.bed.plan).table.applications},
            store.file(store.pinned("postgresql-driver")),
            Jdk.of_this_run(),
        )
        found = repeater.repeat(self.captured.orders, concurrency, _STATEMENT_WARMUP_S, seconds)
        return _rate("sql", concurrency, [{"done": found.orders, "elapsed_ns": found.elapsed_ns}])


def _forcing(primitive: Primitive, folder: Path) -> Measure:
    def measure(concurrency: int, seconds: float) -> PrimitiveRate:
        with TemporaryDirectory(prefix=".floor-", dir=folder) as scratch:
            loop = [sys.executable, "-I", forced_write_loop.__file__, scratch, str(concurrency), f"{seconds:g}"]
            # setpriv: it ends with the lab, even when the lab is killed.
            outcome = subprocess.run(
                ["setpriv", "--pdeathsig", "KILL", *loop],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=seconds + _MARGIN_S,
                check=False,
            )
        if outcome.returncode != 0:
            raise FloorError(f"nothing could be forced to disk in {folder}: {outcome.stderr.strip()[-300:]}")
        done, elapsed_ns = map(int, outcome.stdout.split())
        return _rate(primitive, concurrency, [{"done": done, "elapsed_ns": elapsed_ns}])

    return measure


def _rate(primitive: Primitive, concurrency: int, parts: list[dict[str, int]]) -> PrimitiveRate:
    """Of calls that ran side by side: all that they did, in the mean of their times."""
    done = sum(part["done"] for part in parts)
    if not done:
        raise FloorError("it was not done even once: give more --seconds")
    elapsed_s = sum(part["elapsed_ns"] for part in parts) / len(parts) / 1e9
    return PrimitiveRate(primitive=primitive, concurrency=concurrency, done=done, elapsed_s=round(elapsed_s, 6))
