"""Asks all checks of the undamaged instrument, then lets each defect break it, and sees which checks notice."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, replace
from inspect import signature
from multiprocessing import active_children, get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from analysis.analysis_errors import AnalysisError
from analysis.statistics.intervals import CONFIDENCE, block_bootstrap
from cli.selfcheck import (
    comparison_checks,
    error_rate_checks,
    open_load_checks,
    outcome_checks,
    report_checks,
    trial_checks,
)
from cli.selfcheck.answers import Answer, Check
from cli.selfcheck.damage import Defect, damaged
from cli.selfcheck.defects import DEFECTS
from cli.selfcheck.evidence import Evidence
from cli.selfcheck.known_experiments import KNOWN
from deploy.errors import PetlabError

CHECKS: tuple[Check, ...] = (
    *comparison_checks.CHECKS,
    *trial_checks.CHECKS,
    *open_load_checks.CHECKS,
    *outcome_checks.CHECKS,
    *report_checks.CHECKS,
    *error_rate_checks.CHECKS,
)
PARTS = 8
"""For each process: it is told so often how far they are."""
FEW = 10
INTERRUPTED_BY_PARENT = (signal.SIGINT, signal.SIG_IGN)


@dataclass(frozen=True)
class Caught:
    """A defect, and the answer of each of the checks that had to notice it."""

    defect: Defect
    answers: dict[str, Answer]

    @property
    def missed_by(self) -> list[str]:
        return [name for name, answer in self.answers.items() if answer.is_right]


@dataclass(frozen=True)
class Selfcheck:
    """What became of all checks and all defects."""

    answers: dict[str, Answer]
    caught: list[Caught]

    @property
    def wrong(self) -> list[str]:
        """Checks that the undamaged instrument fails."""
        return [name for name, answer in self.answers.items() if not answer.is_right]

    @property
    def missed(self) -> list[str]:
        """Defects that a check overlooked which has to notice them."""
        return [each.defect.name for each in self.caught if each.missed_by]

    @property
    def not_needed(self) -> list[str]:
        """Checks that no defect shows to be needed."""
        needed = {name for each in self.caught for name in each.defect.caught_by}
        return [name for name in self.answers if name not in needed]

    @property
    def passed(self) -> bool:
        return not self.wrong and not self.missed


def run_selfcheck(
    checks: Sequence[Check] = CHECKS,
    defects: Sequence[Defect] = DEFECTS,
    progress: Callable[[str], None] = lambda text: None,
    processes: int = 1,
) -> Selfcheck:
    """All of it, in a folder that is removed afterwards. progress: is told what is done next."""
    with TemporaryDirectory(prefix="petlab-selfcheck-") as folder:
        evidence = Evidence(Path(folder))
        for name in KNOWN if processes > 1 else ():
            progress(f"conducting: {name}")
            _ = evidence[name]
        parts = [Part(items, evidence, Path(folder)) for items in split(checks, defects, processes)]
        done: dict[str, Answer | Caught] = {}
        for number, found in enumerate(worked(parts, processes), start=1):
            done |= found
            progress(f"checks and defects: {number} of {len(parts)} parts done")
    answers = {check.name: done[check.name] for check in checks}
    caught = [done[defect.name] for defect in defects]
    return Selfcheck(
        {name: answer for name, answer in answers.items() if isinstance(answer, Answer)},
        [each for each in caught if isinstance(each, Caught)],
    )


def split(checks: Sequence[Check], defects: Sequence[Defect], processes: int) -> list[Sequence[Check | Defect]]:
    """In parts that take about as long as each other. What looks at the same experiments stays together."""
    if processes == 1:
        return [[*checks, *defects]]
    apart: list[Check | Defect] = [*(check for check in checks if check in error_rate_checks.CHECKS), *defects]
    together = [check for check in checks if check not in error_rate_checks.CHECKS]
    return [together, *(apart[first :: PARTS * processes] for first in range(PARTS * processes))]


@dataclass(frozen=True)
class Part:
    """Some of the work, with what it needs in another process."""

    items: Sequence[Check | Defect]
    evidence: Evidence
    folder: Path


def worked(parts: Sequence[Part], processes: int) -> Iterator[dict[str, Answer | Caught]]:
    """What came of each part, in whatever order they are done."""
    if processes == 1:
        yield from map(work, parts)
        return
    elsewhere = [replace(part, evidence=Evidence(part.folder, part.evidence.conducted())) for part in parts]
    with ProcessPoolExecutor(processes, get_context("spawn"), signal.signal, INTERRUPTED_BY_PARENT) as pool:
        working = [pool.submit(work, part) for part in elsewhere]
        try:
            for done in as_completed(working):
                yield done.result()
        except BaseException:
            # Else the pool would wait for what nobody wants any more.
            for part_of_work in working:
                part_of_work.cancel()
            for process in active_children():
                process.terminate()
            raise


def work(part: Part) -> dict[str, Answer | Caught]:
    """By the names of checks and defects."""
    with few_resamples():
        return {
            item.name: answer_of(item, part.evidence) if isinstance(item, Check) else with_defect(item, part)
            for item in part.items
        }


@contextmanager
def few_resamples() -> Iterator[None]:
    """Intervals of percentiles within a trial are among no known answers, and would take most of the time."""
    defaults = {"resamples": FEW, "confidence": CONFIDENCE}
    names = [name for name in signature(block_bootstrap).parameters if name in defaults]
    with mock.patch.object(block_bootstrap, "__defaults__", tuple(defaults[name] for name in names)):
        yield


def with_defect(defect: Defect, part: Part) -> Caught:
    """Nothing that was analysed before counts; where it is in the lab, nothing that was conducted either."""
    by_name = {check.name: check for check in CHECKS}
    with TemporaryDirectory(dir=part.folder) as folder:
        evidence = Evidence(Path(folder), None if defect.conducting else part.evidence.conducted())
        with damaged(defect):
            return Caught(defect, {name: answer_with_defect(by_name[name], evidence) for name in defect.caught_by})


def answer_with_defect(check: Check, evidence: Evidence) -> Answer:
    """Broken code that gets stuck has been noticed, whatever the error."""
    try:
        return answer_of(check, evidence)
    except Exception as error:
        return Answer("an answer", f"none ({error!r})", "", is_right=False)


def answer_of(check: Check, evidence: Evidence) -> Answer:
    """What cannot be conducted or analysed is no right answer."""
    try:
        return check.ask(evidence)
    except (PetlabError, AnalysisError) as error:
        return Answer("an answer", str(error), "", is_right=False)
    except (StopIteration, KeyError) as error:
        return Answer("an answer", f"none ({error!r})", "", is_right=False)
