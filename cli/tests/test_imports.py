"""Who may know whom: loadscripts uses deploy, browser also analysis, analysis uses none, cli uses all."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("deploy", "loadscripts", "analysis", "browser", "cli")
MAY_USE = {
    "deploy": {"deploy"},
    "loadscripts": {"loadscripts", "deploy"},
    "analysis": {"analysis"},
    "browser": {"browser", "deploy", "analysis"},
    "cli": set(ROOMS),
}


def imported_rooms(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("room", ROOMS)
def test_imports_go_one_way(room):
    wrong = [
        f"{file.relative_to(ROOT)} imports {used}"
        for file in sorted((ROOT / room).rglob("*.py"))
        for used in imported_rooms(file)
        if used in ROOMS and used not in MAY_USE[room]
    ]

    assert wrong == []
