"""A server's log: one JSON object per line, as Payara writes it, with the order that a line is about."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LogLine:
    """What somebody said in a server. order, step: what the thread worked on; empty when it was no step."""

    time: str
    level: str
    logger: str
    message: str
    trace: str
    order: str
    step: str

    @property
    def text(self) -> str:
        """Message and stack trace."""
        return f"{self.message}\n{self.trace}" if self.trace else self.message


def lines(log: Path) -> list[LogLine]:
    """All lines; a log that has not been begun has none."""
    return list(_lines(log.read_text(encoding="utf-8", errors="replace"))) if log.exists() else []


def _lines(text: str) -> Iterator[LogLine]:
    for line in text.splitlines():
        entry = _read(line)
        if entry is not None:
            yield entry


def _read(line: str) -> LogLine | None:
    """None for what is no line of the server: Payara's launcher writes its command line between them, and the last
    line of a server that was killed, or is just writing it, is not whole."""
    if not line.startswith("{"):
        return None
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    thrown: dict[str, Any] = entry.get("Throwable", {})
    return LogLine(
        time=entry.get("Timestamp", ""),
        level=entry.get("Level", ""),
        logger=entry.get("LoggerName", ""),
        message=entry.get("LogMessage", thrown.get("Exception", "")),
        trace=thrown.get("StackTrace", ""),
        order=entry.get("order", ""),
        step=entry.get("step", ""),
    )
