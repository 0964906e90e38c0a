"""The instrument proves itself: all that `./petlab selfcheck` knows and some of its defects, and what it does when
something is wrong.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from analysis.statistics import intervals
from cli.app import app
from cli.selfcheck import selfcheck_command, selfcheck_run
from cli.selfcheck.answers import Answer, Check, exactly, near
from cli.selfcheck.damage import Defect, DefectError, damaged
from cli.selfcheck.defects import DEFECTS
from cli.selfcheck.selfcheck_run import CHECKS, Caught, Selfcheck, run_selfcheck

QUICK = {
    "slow step",
    "requests",
    "CPU of an order",
    "CPU by process",
    "customers",
    "clock offset",
    "clock that was set",
}
OF_OUTCOMES = {
    "orders lost",
    "orders missing",
    "orders stuck or waiting",
    "mails",
    "stock",
    "first marks",
    "void trials",
}
OF_OPEN_LOADS = {
    "open load as offered",
    "requests from when they were due",
    "orders from when they were due",
    "what a closed loop would show",
    "overload",
    "capacity",
    "no false alarm of open loads",
}
VARIANCE = next(defect for defect in DEFECTS if defect.name == "variance divided by n")


def test_it_finds_all_that_is_known_and_a_part_of_it_catches_its_defects():
    names = QUICK | OF_OUTCOMES | OF_OPEN_LOADS
    defects = [defect for defect in DEFECTS if set(defect.caught_by) <= names]
    assert len(defects) >= 15

    found = run_selfcheck(CHECKS, defects)

    assert found.wrong == []
    assert found.missed == []
    assert found.passed


def test_every_defect_is_a_change_of_code_that_is_there():
    assert len(DEFECTS) >= 30
    assert len({defect.name for defect in DEFECTS}) == len(DEFECTS)
    for defect in DEFECTS:
        with damaged(defect):
            pass


def test_every_defect_names_checks_that_there_are():
    names = {check.name for check in CHECKS}
    assert len(names) == len(CHECKS)
    assert {name for defect in DEFECTS for name in defect.caught_by} <= names
    assert all(defect.caught_by for defect in DEFECTS)


def test_a_defect_is_everywhere_while_it_lasts_and_nowhere_afterwards():
    """Of 1 and 3 the standard deviation is 1.414 by n − 1, and 1 by n; by the square root of 2: 1, and 0.707."""
    from analysis.comparing import trial_comparisons

    with damaged(VARIANCE):
        assert vars(trial_comparisons)["paired"]([1.0, 3.0]).std_error == pytest.approx(0.707107, abs=1e-6)
    assert vars(trial_comparisons)["paired"] is intervals.paired
    assert intervals.paired([1.0, 3.0]).std_error == pytest.approx(1.0)


def test_a_defect_whose_code_has_changed_says_so():
    stale = replace(VARIANCE, old="sample.std(ddof=7)")
    with pytest.raises(DefectError, match=r"expects 'sample.std\(ddof=7\)' once in .*intervals:paired"), damaged(stale):
        pass


def caught(answer: Answer) -> Caught:
    return Caught(Defect("a defect", "audit", "a:b", "old", "new", ("a check",)), {"a check": answer})


RIGHT, WRONG = exactly(1, 1), exactly(1, 2)


@pytest.mark.parametrize(
    ("answers", "noticed", "code"),
    [(RIGHT, WRONG, 0), (WRONG, WRONG, 1), (RIGHT, RIGHT, 1)],
    ids=["all well", "what is known is not found", "a defect is missed"],
)
def test_the_exit_code_tells_whether_the_instrument_can_be_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: Answer, noticed: Answer, code: int
):
    found = Selfcheck({"a check": answers}, [caught(noticed)])
    monkeypatch.setattr(selfcheck_run, "run_selfcheck", lambda progress, processes: found)

    assert selfcheck_command.selfcheck(tmp_path / "found.json") == code

    record = json.loads((tmp_path / "found.json").read_text())
    assert record["passed"] is (code == 0)
    assert record["defects"][0]["caught"] is not noticed.is_right


def test_what_cannot_be_told_is_not_right():
    def nothing(evidence: object) -> Answer:
        raise StopIteration

    assert not selfcheck_run.answer_of(Check("nothing", nothing), None).is_right  # type: ignore[arg-type]
    assert not near(1.0, float("nan"), 0.1).is_right


def test_it_is_a_command():
    assert "selfcheck" in CliRunner().invoke(app, ["--help"]).output


def test_a_place_that_cannot_be_written_to_is_refused_before_minutes_have_passed(tmp_path):
    with pytest.raises(typer.BadParameter, match="expected a file in a folder that exists and can be written to"):
        selfcheck_command.selfcheck(tmp_path)
    with pytest.raises(typer.BadParameter, match="expected a file in a folder that exists and can be written to"):
        selfcheck_command.selfcheck(tmp_path / "nowhere" / "found.json")
