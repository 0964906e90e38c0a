"""The contracts of import-linter (pyproject.toml) are broken by what they are to prevent."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cli.check_stages import stages
from deploy.paths import CHECKOUT

PYPROJECT = CHECKOUT / "pyproject.toml"
LINTER: Mapping[str, Any] = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTRACTS = {contract["name"]: contract for contract in LINTER["contracts"]}
LAYERED = [name for name, contract in CONTRACTS.items() if contract["type"] == "layers"]


def layers_of(contract: Mapping[str, Any]) -> list[list[str]]:
    """The modules of each layer, the highest first."""
    container = "".join(f"{name}." for name in contract.get("containers", []))
    return [[container + name.strip() for name in layer.split("|")] for layer in contract["layers"]]


def packages() -> Iterator[str]:
    yield from LINTER["root_packages"]
    for name in LAYERED:
        yield from (module for layer in layers_of(CONTRACTS[name]) for module in layer)


LINT = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]


def lint(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Runs the linter with the contracts of the checkout on what is in a folder."""
    command = [*LINT, "--config", str(PYPROJECT)]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def empty_house(tmp_path: Path) -> Path:
    """All packages that the contracts name, with nothing in them."""
    for package in packages():
        folder = tmp_path / package.replace(".", "/")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()
    return tmp_path


def write(folder: Path, module: str, text: str) -> None:
    (folder / f"{module.replace('.', '/')}.py").write_text(text + "\n", encoding="utf-8")


def test_whether_the_checkout_keeps_them_is_a_stage_of_all_tests():
    assert [stage.name for stage in stages(fast=True, no_browser=False, options=[]) if [*stage.command] == LINT] == [
        "import-linter"
    ]


def test_an_empty_house_breaks_nothing(empty_house):
    result = lint(empty_house)
    assert result.returncode == 0, result.stdout


def test_an_import_upward_is_found(empty_house):
    steps = {name: list(pairwise(layers_of(CONTRACTS[name]))) for name in LAYERED}
    climbing = [
        (f"{below[0]}.climbs_{number}", above[0]) for number, name in enumerate(LAYERED) for above, below in steps[name]
    ]
    for module, above in climbing:
        write(empty_house, module, f"import {above}")
    result = lint(empty_house)
    assert result.returncode == 1
    assert [name for name in LAYERED if f"{name} BROKEN" not in result.stdout] == []
    assert [module for module, above in climbing if f"{module} -> {above}" not in result.stdout] == []


def test_running_must_not_know_analysing(empty_house):
    [name] = [name for name, contract in CONTRACTS.items() if contract["type"] == "forbidden"]
    write(empty_house, "loadscripts.trials.asks", "from analysis import trials")
    assert f"{name} BROKEN" in lint(empty_house).stdout


@pytest.mark.parametrize("package", ["cli", "deploy.bed", "analysis.statistics", "browser"])
def test_a_circle_is_found(empty_house, package):
    write(empty_house, f"{package}.hen", f"from {package} import egg")
    write(empty_house, f"{package}.egg", f"def lay():\n    from {package} import hen")
    result = lint(empty_house)
    assert result.returncode == 1 and "No circle anywhere BROKEN" in result.stdout


def test_a_package_of_no_layer_is_found(empty_house):
    write(empty_house, "deploy.helpers", "")
    result = lint(empty_house)
    assert result.returncode == 1 and "deploy.helpers" in result.stdout
