"""test: everything, the quick things first."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated
from xml.etree import ElementTree

import psutil
import typer
from rich.console import Console

from cli.consoles import plain_console
from cli.mutation_testing import report_mutants
from cli.planned import minutes
from cli.python_mutants import Sample
from deploy.host.ports import base_of_tests
from deploy.host.processes import die_with_parent
from deploy.paths import CHECKOUT, RUNTIME

PYTHON = sys.executable
PYTEST = "pytest"
NO_TESTS = 5
"""pytest's exit code when nothing was selected."""
MIN_UNIT_TESTS, MIN_BED_TESTS, MIN_TIMED_TESTS, MIN_JAVA_TESTS = 1000, 880, 25, 450
"""So many tests at least must pass in each stage, or something has hidden the others. A little fewer than there are:
some need what not every machine has (root, perf, a C compiler), and those in the browser may be left out.
"""
SLOWEST = 25
"""So many of the slowest tests are named: who adds one sees what the whole costs."""
UNIT_PROCESSES, UNIT_PROCESS_BYTES = 2, 10**9
BED_PROCESSES, BED_PROCESS_BYTES = 2, 2 * 2 * 10**9
"""A third one waits for cores, and the others with it: on two slow cores the same tests took it twice as long each. Two
beds run at most while a process tests, the shared one and another; they take less than a person's, as their code is
compiled quickly.
"""
THIRD_BED_BYTES = 2 * 10**9
"""One test of one process compares two beds."""
MAX_BESIDE_S = 600
"""What goes on beside a stage is ended when the stage has waited so long for it."""
MAX_UNIT_TEST_S, MAX_BED_TEST_S = 300, 1200
"""A test that takes longer hangs: each thread's stack is shown, its process ends, and the run fails and names it.
The slowest that needs a bed took 388 s, with what it waits for and three processes on two slow cores.
"""
SUREFIRE_REPORTS = "*/target/surefire-reports/TEST-*.xml"
PYTEST_REPORTS = RUNTIME / "tests"
MAX_NAMED, MAX_REASON_CHARACTERS = 20, 160
"""Of the tests that failed, at the end of the run: so many are named, each with so much of what it said."""


@dataclass(frozen=True)
class Outcome:
    """What a stage ended with: its exit code and, unless that is 0, why, in lines; none when it did not tell."""

    code: int
    reasons: Sequence[str] = ()


@dataclass(frozen=True)
class Stage:
    """One of the runners, and its command line."""

    name: str
    command: Sequence[str]
    too_few: Callable[[float], str | None] = lambda _: None
    """In words, that fewer tests than there are ran since a time (seconds since the epoch); None when that is fine."""
    reports: Callable[[], Sequence[Path]] = tuple
    """The files in JUnit's format that it writes."""
    beside: Sequence[str] = ()
    """A command line for the core that it leaves idle; none when empty. Its outcome is not the stage's."""

    def run(self, console: Console) -> Outcome:
        """Runs it; its output goes straight to the terminal."""
        console.rule(self.name)
        begin_s = time.time()
        with _going_on(self.beside):
            code = subprocess.run(self.command, cwd=CHECKOUT, check=False).returncode
        if code == 0 and (message := self.too_few(begin_s)):
            return Outcome(1, [message])
        return Outcome(code, failed_tests(self.reports(), begin_s) if code else ())


@contextmanager
def _going_on(command: Sequence[str]) -> Iterator[None]:
    """Lets a command work while the block runs, and waits for its end, but not for ever. What interrupts the block ends
    the command.
    """
    if not command:
        yield
        return
    with subprocess.Popen([*die_with_parent("TERM"), *command], cwd=CHECKOUT, stdin=subprocess.DEVNULL) as process:
        try:
            yield
            process.wait(MAX_BESIDE_S)
        except subprocess.TimeoutExpired:
            process.terminate()
        except BaseException:
            process.terminate()
            raise


def test(
    context: typer.Context,
    fast: Annotated[bool, typer.Option("--fast", help="Skip the tests that need the real servers.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Skip the tests that need Chromium.")] = False,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Test the tests instead: further arguments are files and folders.")
    ] = False,
    all_tests: Annotated[
        bool, typer.Option("--all-tests", help="With --mutants: try survivors with all quick tests of their package.")
    ] = False,
    sample: Annotated[
        int | None, typer.Option(min=1, help="With --mutants: try only this many of each Python module.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed by which --sample draws.")] = 1,
) -> int:
    """Run all tests: style and Python units, Java units, those on the real bed, and last those that compare times.
    Further arguments go to pytest.
    """
    console = plain_console(stderr=True, highlight=False)
    if mutants:
        return report_mutants(
            context.args, console, all_tests=all_tests, sample=Sample(sample, seed) if sample else None
        )
    begin_s = time.monotonic()
    outcomes = {stage.name: stage.run(console) for stage in stages(fast, no_browser, context.args)}
    codes = {name: outcome.code for name, outcome in outcomes.items()}
    failed = failures(codes, is_selection=bool(context.args))
    console.rule()
    for name, code in codes.items():
        outcome = f"FAILED ({code})" if name in failed else "nothing selected" if code else "passed"
        console.print(f"{outcome}  {name}", style="red" if name in failed else None)
        for reason in outcomes[name].reasons if name in failed else ():
            console.print(f"  {reason}", style="red", markup=False, soft_wrap=True)
    console.print(f"in {minutes(time.monotonic() - begin_s)}")
    return next(iter(failed.values()), 0)


def stages(fast: bool, no_browser: bool, options: Sequence[str]) -> list[Stage]:
    """What is run, in this order. Options are those that the person gave for pytest; with any, few tests may do."""
    units = (*options, *_at_least(MIN_UNIT_TESTS, options), "-m", "not bed")
    # Who selects tests may have selected none with a bed. Nothing builds the applications meanwhile; Maven does later.
    preparing = () if fast or options else (PYTHON, "-m", "deploy.bed.domains", str(base_of_tests()))
    quick = [
        Stage("ruff check", (PYTHON, "-m", "ruff", "check")),
        Stage("ruff format", (PYTHON, "-m", "ruff", "format", "--check", "--quiet")),
        Stage("mypy", (PYTHON, "-m", "mypy"), beside=preparing),
        Stage("import-linter", (str(Path(PYTHON).with_name("lint-imports")), "--no-cache")),
        _pytest("units", by_file(), no_browser, (*no_longer_than(MAX_UNIT_TEST_S), *units)),
        Stage("Maven, units", ("mvn", "-B", "-ntp", "-T", "2", "verify"), too_few_java_tests, surefire_reports),
    ]
    if fast:
        return quick
    limits = (*no_longer_than(MAX_BED_TEST_S), f"--durations={SLOWEST}", *options)
    real = (*limits, *_at_least(MIN_BED_TESTS, options), "-m", "bed and not timed")
    timed = (*limits, *_at_least(MIN_TIMED_TESTS, options), "-m", "bed and timed")
    return [
        *quick,
        _pytest("on the real bed", by_group(), no_browser, real),
        _pytest("on the real bed, by times", (), no_browser, timed),
    ]


def _pytest(name: str, side_by_side: Sequence[str], no_browser: bool, options: Sequence[str]) -> Stage:
    report = PYTEST_REPORTS / f"{name.replace(' ', '-')}.xml"
    ours = (*side_by_side, *(["--no-browser"] if no_browser else []), f"--junitxml={report}")
    return Stage(f"{PYTEST}, {name}", (PYTHON, "-m", PYTEST, *ours, *options), reports=lambda: [report])


def no_longer_than(seconds: float) -> Sequence[str]:
    """What tells pytest to end a process whose test takes longer, and the run with it: who takes its place would begin
    with the same test, or wait for ever for one.
    """
    limit = ("-o", f"faulthandler_timeout={seconds}", "-o", "faulthandler_exit_on_timeout=true")
    return (*limit, "--max-worker-restart=0")


def _at_least(tests: int, options: Sequence[str]) -> Sequence[str]:
    return () if options else (f"--min-tests={tests}",)


def failures(codes: Mapping[str, int], is_selection: bool) -> Mapping[str, int]:
    """The stages that failed, with their codes. Whoever selects tests may leave one stage of pytest without any, but
    not each of them.
    """
    of_pytest = {name: code for name, code in codes.items() if name.startswith(PYTEST)}
    excused = NO_TESTS if is_selection and set(of_pytest.values()) != {NO_TESTS} else 0
    return {name: code for name, code in codes.items() if code and not (name in of_pytest and code == excused)}


def too_few_java_tests(begin_s: float) -> str | None:
    """By the reports that Surefire has written since then."""
    ran = sum(int(suite.get("tests", "0")) for report in _since(begin_s, surefire_reports()) for suite in report)
    return f"only {ran} tests ran, expected at least {MIN_JAVA_TESTS}" if ran < MIN_JAVA_TESTS else None


def surefire_reports() -> Sequence[Path]:
    """Those of all modules, in no order."""
    return list(CHECKOUT.glob(SUREFIRE_REPORTS))


def failed_tests(reports: Sequence[Path], begin_s: float) -> Sequence[str]:
    """The tests that failed, by the reports written since then: each with the first line of what it said, cut short."""
    failed = [
        _in_one_line(test, problem)
        for report in _since(begin_s, reports)
        for suite in report
        for test in suite.iter("testcase")
        for problem in (*test.iterfind("failure"), *test.iterfind("error"))
    ]
    return [*failed[:MAX_NAMED], *([f"and {len(failed) - MAX_NAMED} more"] if len(failed) > MAX_NAMED else [])]


def _since(begin_s: float, reports: Sequence[Path]) -> Iterator[Sequence[ElementTree.Element]]:
    """The suites in each report that was written since then: Surefire's are one each, pytest's a list of them."""
    for path in sorted(reports):
        if path.is_file() and path.stat().st_mtime >= begin_s:
            root = ElementTree.parse(path).getroot()  # noqa: S314 our own files
            yield [root] if root.tag == "testsuite" else root.findall("testsuite")


def _in_one_line(test: ElementTree.Element, problem: ElementTree.Element) -> str:
    said = (problem.get("message") or problem.text or "").strip().partition("\n")[0]
    return f"{test.get('classname')}::{test.get('name')}: {said[:MAX_REASON_CHARACTERS]}"


def by_file() -> Sequence[str]:
    """Lets two processes test, file by file, when the machine has a core and memory for each."""
    return _side_by_side(processes(UNIT_PROCESSES, UNIT_PROCESS_BYTES), "loadfile")


def by_group() -> Sequence[str]:
    """Lets two processes test, each with its beds, group by group (`deploy.testing_groups`)."""
    return _side_by_side(processes(BED_PROCESSES, BED_PROCESS_BYTES, THIRD_BED_BYTES), "loadgroup")


def processes(most: int, bytes_each: int, bytes_more: int = 0) -> int:
    """How many may test side by side on this machine: as there is memory for, and no more than it has cores."""
    cores = psutil.cpu_count() or 1
    roomy = int(psutil.virtual_memory().available - bytes_more) // bytes_each
    return max(1, min(most, roomy, cores))


def _side_by_side(number: int, distribution: str) -> Sequence[str]:
    return ("-n", str(number), "--dist", distribution, "--no-loadscope-reorder") if number > 1 else ()
