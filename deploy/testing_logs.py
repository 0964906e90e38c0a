"""What the servers of the beds logged while a test failed goes into its report: the beds are gone when it is read."""

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import pytest

from deploy.bed.standing_bed import Bed
from deploy.payara import server_log

_MAX_KINDS = 20
_MAX_FRAMES = 8
_LAST_LINES = 40
_TOLD = ("WARNING", "SEVERE")

_standing: list[Bed] = []


@contextmanager
def told_of(bed: Bed) -> Iterator[None]:
    """Inside, a test that fails tells what this bed's servers logged."""
    _standing.append(bed)
    try:
        yield
    finally:
        _standing.remove(bed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds a section for each server that had something to tell, and for each database."""
    report = yield
    if report.failed:
        for log in [jvm.server_log for bed in _standing for jvm in bed.jvms]:
            if text := problems(log, call.start):
                report.sections.append((f"{item.name}: warnings and errors in {log}", text))
        for log in [log for bed in _standing if (log := bed.home / "postgresql.log").exists()]:
            report.sections.append((f"{item.name}: end of {log}", last_lines(log)))
    return report


def last_lines(log: Path) -> str:
    """The end of a log of plain lines."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LAST_LINES:])


def problems(log: Path, since_s: float) -> str:
    """Warnings and errors that a server has logged since a time (seconds since the epoch): the first of each message
    with its stack trace, and how often it came.
    """
    kinds: dict[str, list[server_log.LogLine]] = {}
    for line in server_log.lines(log):
        if line.level in _TOLD and line.time and datetime.fromisoformat(line.time).timestamp() >= since_s:
            kinds.setdefault(line.message.partition("\n")[0], []).append(line)
    found = [_described(lines) for lines in kinds.values()]
    left_out = [f"... and {len(found) - _MAX_KINDS} other messages"] if len(found) > _MAX_KINDS else []
    return "\n".join([*found[:_MAX_KINDS], *left_out])


def _described(lines: list[server_log.LogLine]) -> str:
    first = lines[0]
    often = "once" if len(lines) == 1 else f"{len(lines)} times"
    return f"{first.time} {first.level} {first.logger}, {often}: {_shortened(first.text)}"


def _shortened(trace: str) -> str:
    """Without the deeper frames of each exception, but with all that it was caused by."""
    kept, frames = [], 0
    for line in trace.splitlines():
        frames = frames + 1 if line.startswith("\tat ") else 0
        if frames <= _MAX_FRAMES:
            kept.append(line)
    return "\n".join(kept)
