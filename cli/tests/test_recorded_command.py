"""The command that a report gives to conduct the same again."""

import os
import sys
from pathlib import Path

import pytest

from cli.recorded_command import recorded_command
from cli.tests.test_command_line import program
from deploy.errors import PlanError


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["run", "paper", "--seed", "3"], "./petlab run paper --seed 3"),
        (
            ["run", "--database", "jdbc:postgresql://db/shop?user=a&password=secret", "--yes"],
            "./petlab run --database JDBC-URL --yes",
        ),
        (["run", "--database=jdbc:oracle:thin:scott/tiger@db", "tiny"], "./petlab run --database=JDBC-URL tiny"),
    ],
)
def test_a_database_is_named_as_one_and_its_password_is_not_written_down(
    words: list[str], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["petlab", *words])

    assert recorded_command() == command


def test_a_command_that_is_no_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["petlab", "run", os.fsdecode(b"caf\xe9.toml")])
    with pytest.raises(PlanError, match=r"expected a name in UTF-8, got 'caf\\udce9\.toml'$"):
        recorded_command()


def test_results_of_such_a_name_are_refused_before_anything_is_begun(tmp_path: Path) -> None:
    parent = os.fsencode(tmp_path) + b"/caf\xe9"
    shown = program("run", "tiny", "--results", parent, "--yes", PETLAB_RUNTIME=str(tmp_path / "runtime"))
    assert shown.returncode == 1 and "expected a name in UTF-8, got " in shown.stderr
    assert list(tmp_path.iterdir()) == []
