"""test: everything, the quick things first."""

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import psutil
import typer
from rich.console import Console

from cli.planned import minutes
from deploy.paths import CHECKOUT
from deploy.specification.plan import BED_BYTES

PYTHON = sys.executable
NO_TESTS = 5
"""pytest's exit code when nothing was selected."""
SLOWEST = 25
"""So many of the slowest tests are named: who adds one sees what the whole costs."""
BEDS_PER_PROCESS = 3
"""So many beds stand at most while one process tests: the shared one, and two that a test compares."""
UNIT_TEST_BYTES_PER_PROCESS = 10**9


@dataclass(frozen=True)
class Stage:
    """One of the runners, and its command line."""

    name: str
    command: Sequence[str]

    def run(self, console: Console) -> int:
        """Runs it; its output goes straight to the terminal. Returns its exit code."""
        console.rule(self.name)
        code = subprocess.run(self.command, cwd=CHECKOUT, check=False).returncode
        is_pytest = "pytest" in self.command
        return 0 if is_pytest and code == NO_TESTS else code


def test(
    context: typer.Context,
    fast: Annotated[bool, typer.Option("--fast", help="Skip the tests that need the real servers.")] = False,
) -> int:
    """Run all tests: style and Python units, Java units, then those of the real bed. Further arguments go to pytest."""
    console = Console(stderr=True, highlight=False)
    begin_s = time.monotonic()
    codes = {stage.name: stage.run(console) for stage in stages(fast, context.args)}
    console.rule()
    for name, code in codes.items():
        console.print(f"{'passed' if code == 0 else f'FAILED ({code})'}  {name}", style=None if code == 0 else "red")
    console.print(f"in {minutes(time.monotonic() - begin_s)}")
    return next((code for code in codes.values() if code), 0)


def stages(fast: bool, options: Sequence[str]) -> list[Stage]:
    """What is run, in this order. Options are those that the person gave for pytest."""
    pytest = (PYTHON, "-m", "pytest")
    quick = [
        Stage("ruff check", (PYTHON, "-m", "ruff", "check")),
        Stage("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet")),
        Stage("mypy", (PYTHON, "-m", "mypy")),
        Stage("import-linter", (str(Path(PYTHON).with_name("lint-imports")), "--no-cache")),
        Stage("pytest, units", (*pytest, *side_by_side(UNIT_TEST_BYTES_PER_PROCESS), *options, "-m", "not bed")),
        Stage("Maven, units", ("mvn", "-B", "-ntp", "verify")),
    ]
    if fast:
        return quick
    beds = side_by_side(BEDS_PER_PROCESS * BED_BYTES)
    real = (*pytest, *beds, *options, "-m", "bed", f"--durations={SLOWEST}")
    return [*quick, Stage("pytest, on the real bed", real)]


def side_by_side(needed_bytes: int) -> Sequence[str]:
    """Lets two processes test, file by file, when the machine has a core and so much memory for each."""
    if psutil.virtual_memory().available < 2 * needed_bytes or (psutil.cpu_count() or 1) < 2:
        return ()
    return ("-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
