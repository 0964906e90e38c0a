"""Mutation testing of the Java half, by PIT: the profile `mutants` of the build."""

import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from cli import process_group
from cli.mutation_score import MutationScore
from deploy.errors import PetlabError
from deploy.paths import CHECKOUT

SOURCES = Path("src/main/java")
REPORT = "target/pit-reports"
_KILLED = {"KILLED", "TIMED_OUT", "MEMORY_ERROR"}
_GOAL = "org.pitest:pitest-maven:mutationCoverage"


def score_java_mutants(places: Sequence[Path]) -> list[MutationScore]:
    """Tests the mutants of modules, packages or classes, by their paths in the checkout, with their module's units.

    Raises PetlabError when Maven fails.
    """
    modules = sorted({module_of(place) for place in places})
    for module in modules:
        (CHECKOUT / module / REPORT / "mutations.xml").unlink(missing_ok=True)
    classes = ",".join(class_pattern(place) for place in places)
    command = ["mvn", "-B", "-ntp", "-Pmutants", "-pl", ",".join(modules), "-am", f"-DtargetClasses={classes}"]
    if process_group.run([*command, "test-compile", _GOAL], CHECKOUT, os.environ):
        raise PetlabError("Maven has failed, see above")
    return [score for module in modules for score in scores_of(module)]


def is_java_place(place: Path) -> bool:
    """Whether a path in the checkout is a module, a package or a class of production code."""
    module = CHECKOUT / module_of(place)
    is_within = place == Path(module_of(place)) or place.is_relative_to(Path(module_of(place)) / SOURCES)
    return (module / SOURCES).is_dir() and is_within and (CHECKOUT / place).exists()


def all_modules() -> list[Path]:
    return sorted(path.parents[2].relative_to(CHECKOUT) for path in CHECKOUT.glob(f"*/{SOURCES}"))


def module_of(place: Path) -> str:
    return place.parts[0] if place.parts else ""


def class_pattern(place: Path) -> str:
    """As PIT takes it: `org.petlab.pages.Page*` for a class and those within it, `org.petlab.pages.*` for a package."""
    sources = Path(module_of(place)) / SOURCES
    if place.suffix == ".java":
        return ".".join(place.relative_to(sources).with_suffix("").parts) + "*"
    within = place if place.is_relative_to(sources) else sources
    folders = sorted({file.parent for file in (CHECKOUT / within).rglob("*.java")})
    packages = [".".join(folder.relative_to(CHECKOUT / sources).parts) for folder in folders]
    return ",".join(f"{package}.*" for package in packages)


def scores_of(module: str) -> list[MutationScore]:
    """One for each class of a module's report; those within another count for it."""
    report = CHECKOUT / module / REPORT / "mutations.xml"
    statuses: dict[str, list[str]] = defaultdict(list)
    if report.exists():
        for mutation in ElementTree.parse(report).getroot().iter("mutation"):  # noqa: S314 our own file
            name = (mutation.findtext("mutatedClass") or "").partition("$")[0]
            statuses[name].append(mutation.get("status", ""))
    return [score_of(f"{module}: {name}", found) for name, found in statuses.items()]


def score_of(name: str, statuses: Sequence[str]) -> MutationScore:
    viable = [status for status in statuses if status != "NON_VIABLE"]
    killed, survived = sum(status in _KILLED for status in viable), viable.count("SURVIVED")
    return MutationScore(name, killed, survived, len(viable) - killed - survived, len(viable))
