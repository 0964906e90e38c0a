"""The command that a report gives to conduct the same again."""

import sys

import pytest

from cli.conducting import _command


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

    assert _command() == command
