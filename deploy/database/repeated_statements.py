"""Executes the statements of orders again and again over JDBC, in a process of its own, without any store."""

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from deploy.database.jdbc import compiled
from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.paths import write_private

ORDER = "{order}"
"""In a value: the number of the order, another one each time."""

_MARGIN_S = 60


@dataclass(frozen=True)
class BoundStatement:
    """A statement, its places as JDBC has them (?), and its values."""

    sql: str
    values: tuple[str | None, ...]


@dataclass(frozen=True)
class Unit:
    """What one session executed in one transaction. end: how it ended; each: every statement by itself."""

    role: str
    end: Literal["prepare", "commit", "each"]
    statements: tuple[BoundStatement, ...]


@dataclass(frozen=True)
class Repeats:
    """How many orders were executed in how long, by all threads together."""

    orders: int
    elapsed_ns: int


@dataclass(frozen=True)
class Repeater:
    """Where it tells them, and as whom."""

    url: str
    passwords: Mapping[str, str]
    driver: Path
    jdk: Jdk

    def repeat(self, orders: Sequence[Sequence[Unit]], threads: int, warmup_s: float, seconds: float) -> Repeats:
        """Tells them by so many threads, each with sessions of its own. Raises BedError with the database's word."""
        classes = compiled("RepeatStatements", self.jdk)
        with TemporaryDirectory(prefix="petlab-statements-") as scratch:
            job = self._job(Path(scratch), orders, threads, warmup_s, seconds)
            # setpriv: it ends with the lab, even when the lab is killed.
            java = ["setpriv", "--pdeathsig", "KILL", str(self.jdk.java), "-cp", f"{self.driver}:{classes}"]
            try:
                outcome = subprocess.run(
                    [*java, "RepeatStatements", str(job)],
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    text=True,
                    timeout=warmup_s + seconds + _MARGIN_S,
                    check=False,
                )
            except subprocess.TimeoutExpired as late:
                raise BedError(f"the database {self.url} did not answer the statements of an order in time") from late
        if outcome.returncode != 0:
            raise BedError(f"the statements of an order could not be repeated: {outcome.stderr.strip()[-1000:]}")
        done, elapsed_ns = map(int, outcome.stdout.split()[-2:])
        return Repeats(done, elapsed_ns)

    def _job(
        self, folder: Path, orders: Sequence[Sequence[Unit]], threads: int, warmup_s: float, seconds: float
    ) -> Path:
        script, job = folder / "statements", folder / "job.properties"
        write_private(script, script_of(orders))
        # Untyped values, as in a script: the server knows the types of its columns.
        url = f"{self.url}{'&' if '?' in self.url else '?'}stringtype=unspecified&prepareThreshold=2"
        settings = {
            "url": url,
            "script": str(script),
            "threads": str(threads),
            "warmup_s": f"{warmup_s:g}",
            "seconds": f"{seconds:g}",
            **{f"password.{role}": password for role, password in self.passwords.items()},
        }
        write_private(job, "".join(f"{key}={value}\n" for key, value in settings.items()))
        return job


def script_of(orders: Sequence[Sequence[Unit]]) -> str:
    """What RepeatStatements.java reads; it says what each line is."""
    lines = []
    for units in orders:
        lines.append("order")
        for unit in units:
            lines.append(f"transaction {unit.role} {unit.end}")
            for bound in unit.statements:
                lines.append(f"sql {_escaped(bound.sql)}")
                lines += ["null" if value is None else f"value {_escaped(value)}" for value in bound.values]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    escapes = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(escapes.get(letter, letter) for letter in text)
