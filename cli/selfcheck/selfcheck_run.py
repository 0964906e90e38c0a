"""Asks all checks of the undamaged instrument, then lets each defect break it, and sees which checks notice."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.analysis_errors import AnalysisError
from cli.selfcheck import comparison_checks, outcome_checks, report_checks, trial_checks
from cli.selfcheck.answers import Answer, Check
from cli.selfcheck.damage import Defect, damaged
from cli.selfcheck.defects import DEFECTS
from cli.selfcheck.evidence import Evidence
from deploy.errors import PetlabError

CHECKS: tuple[Check, ...] = (
    *comparison_checks.CHECKS,
    *trial_checks.CHECKS,
    *outcome_checks.CHECKS,
    *report_checks.CHECKS,
)


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
    checks: Iterable[Check] = CHECKS,
    defects: Iterable[Defect] = DEFECTS,
    progress: Callable[[str], None] = lambda text: None,
) -> Selfcheck:
    """All of it, in a folder that is removed afterwards. progress: is told what is done next."""
    with TemporaryDirectory(prefix="petlab-selfcheck-") as folder:
        evidence = Evidence(Path(folder) / "undamaged")
        answers = {}
        for check in checks:
            progress(check.name)
            answers[check.name] = answer_of(check, evidence)
        caught = []
        for number, defect in enumerate(defects):
            progress(f"with a defect: {defect.name}")
            caught.append(with_defect(defect, evidence, Path(folder) / str(number)))
        return Selfcheck(answers, caught)


def with_defect(defect: Defect, undamaged: Evidence, folder: Path) -> Caught:
    """folder: for what must be conducted again."""
    by_name = {check.name: check for check in CHECKS}
    evidence = Evidence(folder) if defect.conducting else undamaged.analysed_again()
    with damaged(defect):
        return Caught(defect, {name: answer_of(by_name[name], evidence) for name in defect.caught_by})


def answer_of(check: Check, evidence: Evidence) -> Answer:
    """What cannot be conducted or analysed is no right answer."""
    try:
        return check.ask(evidence)
    except (PetlabError, AnalysisError) as error:
        return Answer("an answer", str(error), "", is_right=False)
    except (StopIteration, KeyError) as error:
        return Answer("an answer", f"none ({error!r})", "", is_right=False)
