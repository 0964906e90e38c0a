"""test --mutants: changes the code in small ways, one at a time, and tells which changes no test has noticed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from cli.java_mutants import REPORT, all_modules, is_java_place, score_java_mutants
from cli.mutation_score import score_table
from cli.python_mutants import ROOMS, SURVIVORS, Sample, score_python_mutants
from deploy.errors import PlanError
from deploy.paths import CHECKOUT


@dataclass(frozen=True)
class Targets:
    """What is to be changed, by paths in the checkout."""

    python: tuple[Path, ...]
    java: tuple[Path, ...]


def report_mutants(
    paths: Sequence[str], console: Console, *, all_tests: bool = False, sample: Sample | None = None
) -> int:
    """Tests the mutants in these files and folders, of both halves; in all of them when none is named. Of Java modules
    there is no sample: PIT tries all.
    """
    chosen = targets(paths)
    scores = [
        *(score_python_mutants(chosen.python, all_tests=all_tests, sample=sample) if chosen.python else ()),
        *(score_java_mutants(chosen.java) if chosen.java else ()),
    ]
    console.print(score_table(scores))
    if chosen.python:
        console.print(f"survivors, as differences: {SURVIVORS}")
    for module in sorted({place.parts[0] for place in chosen.java}):
        console.print(f"survivors, line by line: {CHECKOUT / module / REPORT / 'index.html'}")
    return 0


def targets(paths: Sequence[str]) -> Targets:
    """Raises PlanError for a path that holds no production code."""
    if not paths:
        return Targets(tuple(module for room in ROOMS for module in modules_within(Path(room))), tuple(all_modules()))
    places = [place_of(path) for path in paths]
    python = dict.fromkeys(module for place in places for module in modules_within(place))
    java = tuple(place for place in places if is_java_place(place))
    for path, place in zip(paths, places, strict=True):
        if not modules_within(place) and place not in java:
            raise PlanError(
                f"{path}: expected a file or folder of {', '.join(ROOMS)}, or of a Java module, but no tests: "
                "for example analysis/auditing/audit.py, or workflow"
            )
    return Targets(tuple(python), java)


def place_of(path: str) -> Path:
    absolute = Path(path).resolve()
    return absolute.relative_to(CHECKOUT) if absolute.is_relative_to(CHECKOUT) else absolute


def modules_within(place: Path) -> list[Path]:
    """The Python modules of a file or folder in the checkout, without tests."""
    if not place.parts or place.parts[0] not in ROOMS:
        return []
    found = [CHECKOUT / place] if place.suffix == ".py" else sorted((CHECKOUT / place).rglob("*.py"))
    modules = [file.relative_to(CHECKOUT) for file in found if file.is_file() and file.name != "__init__.py"]
    return [module for module in modules if "tests" not in module.parts]
