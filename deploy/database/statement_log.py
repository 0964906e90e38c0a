"""What PostgreSQL executes, read from its own log: each statement, in which session and as which role, with its values.

It is written down for as long as somebody captures, and costs then: nothing is timed meanwhile.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg

_SETTINGS = {"log_statement": "all", "log_line_prefix": "#%p#%u#"}
_ENTRY = re.compile(r"^#(?P<pid>\d+)#(?P<role>[^#]*)#(?P<kind>[A-Z]+): {2}(?P<text>.*)$")
_EXECUTED = re.compile(r"^(?:execute [^:]+|statement): (?P<sql>.*)$", re.DOTALL)
_VALUE = re.compile(r"\$\d+ = (NULL|'(?:[^']|'')*')")


@dataclass(frozen=True)
class Statement:
    """A statement with its values, as text; None is null. Its places are $1, $2, …"""

    session: int
    role: str
    sql: str
    values: tuple[str | None, ...] = ()


@dataclass
class Captured:
    """What was captured; complete when the block has ended."""

    statements: tuple[Statement, ...] = field(default=())


@contextmanager
def captured(admin: psycopg.Connection, log: Path) -> Iterator[Captured]:
    """Captures what all sessions say while the block runs. log: where the server writes."""
    begin = log.stat().st_size
    found = Captured()
    for name, value in _SETTINGS.items():
        admin.execute(f"alter system set {name} = '{value}'")
    admin.execute("select pg_reload_conf()")
    try:
        yield found
    finally:
        for name in _SETTINGS:
            admin.execute(f"alter system reset {name}")
        admin.execute("select pg_reload_conf()")
        with log.open(encoding="utf-8", errors="replace") as lines:
            lines.seek(begin)
            found.statements = read(lines.read())


def read(log: str) -> tuple[Statement, ...]:
    """The statements in a piece of the log, in its order."""
    found: list[Statement] = []
    last: dict[int, int] = {}
    for pid, role, kind, text in _entries(log):
        if kind == "LOG" and (executed := _EXECUTED.match(text)):
            last[pid] = len(found)
            found.append(Statement(pid, role, executed["sql"].strip()))
        elif kind == "DETAIL" and pid in last and "$1 = " in text:
            found[last[pid]] = replace(found[last[pid]], values=tuple(map(_value, _VALUE.findall(text))))
    return tuple(found)


def _entries(log: str) -> Iterator[tuple[int, str, str, str]]:
    """An entry goes on with lines that begin with a tab."""
    current: list[str] = []
    head: re.Match[str] | None = None
    for line in (*log.splitlines(), "#0##END:  "):
        if match := _ENTRY.match(line):
            if head:
                yield int(head["pid"]), head["role"], head["kind"], "\n".join(current)
            head, current = match, [match["text"]]
        elif head and line.startswith("\t"):
            current.append(line[1:])


def _value(literal: str) -> str | None:
    return None if literal == "NULL" else literal[1:-1].replace("''", "'")
