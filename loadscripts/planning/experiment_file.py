"""An experiment's file, read strictly.

Every mistake of a file is found at once; each is named by its key. Unknown keys are mistakes.
"""

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any

from pydantic import ValidationError

from analysis.contract.experiment_document import HeapOfExperiment
from loadscripts.load.load_levels import CAPACITY, RateTable, is_share, read_rates, recorded_file
from loadscripts.load.scenario import read_scenario
from loadscripts.load.think import matched_think
from loadscripts.planning.capacity_shares import CapacityQuestion, not_known
from loadscripts.planning.contradictions import contradictions, has_plain_levels
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.factors import LOAD, as_list
from loadscripts.planning.heap_levels import HeapQuestion, is_multiple
from loadscripts.planning.mistakes import listed, mistakes_of
from loadscripts.toml_files import read_toml
from loadscripts.trial_errors import ExperimentError

SHORTEST_THINK_S = 0.001
EXPERIMENTS = Path(__file__).parents[1] / "experiments"
_OF_NO_FILE = ("recorded", "least_heap_mb", "least_heap")

Capacities = Callable[[CapacityQuestion], float | None]
"""Orders per second, as found on this machine; None where nobody has looked."""


def _no_capacity(question: CapacityQuestion) -> float | None:
    return None


Heaps = Callable[[HeapQuestion], HeapOfExperiment | None]
"""The least heap, as found on this machine; None where nobody has looked."""


def _no_least_heap(question: HeapQuestion) -> HeapOfExperiment | None:
    return None


def read_experiment(
    path: Path,
    capacities: Capacities = _no_capacity,
    least_heap: Heaps = _no_least_heap,
) -> Experiment:
    """Reads an experiment from its file. capacities: what loads in per cent are of, and think times are matched to;
    least_heap: what heaps in multiples are of.

    Raises:
        ExperimentError: there is no such file, or it has mistakes; the message lists them all.
    """
    raw = read_toml(path)
    mistakes, recorded = _of_several_keys(raw, path.parent)
    try:
        experiment = Experiment.model_validate({"name": path.stem} | raw | recorded)
    except ValidationError as error:
        mistakes = mistakes_of(error) + mistakes
    else:
        # What does not hold together by itself is of no machine yet.
        unknown: list[str] = []
        if not mistakes:
            experiment, unknown = _with_think_time(experiment, capacities)
        if not unknown:
            experiment, unknown = _with_least_heap(experiment, least_heap, argument_for(path))
        if not unknown:
            experiment, unknown = _with_capacity(experiment, capacities)
        mistakes += unknown
    if mistakes:
        raise ExperimentError(listed(str(path), mistakes))
    return experiment


def _of_several_keys(raw: dict[str, Any], folder: Path) -> tuple[list[str], dict[str, Any]]:
    """The mistakes that no single key has, and what `recorded` is. Where levels are no plain values, which is a mistake
    of their key, nothing can be said of them together.
    """
    if not has_plain_levels(raw):
        return [], {}
    recorded, unreadable = _recorded(raw, folder)
    return contradictions(raw) + unreadable, recorded


def argument_for(path: Path) -> str:
    """By what a command is told to read this file."""
    return path.stem if path.parent == EXPERIMENTS else quote(str(path))


def _with_least_heap(experiment: Experiment, least_heap: Heaps, argument: str) -> tuple[Experiment, list[str]]:
    multiples = [level for level in experiment.levels().get("heap", ()) if is_multiple(level)]
    if not multiples:
        return experiment, []
    if (question := experiment.heap_question) is None:
        other = experiment.no_heap_with[0]
        return experiment, [f"factors.heap: expected a size such as 512m with the factor {other}, got {multiples[0]}"]
    if (found := least_heap(question)) is None:
        return experiment, [
            f"factors.heap: {multiples[0]} is a multiple of the least heap for this load on this machine, which is not "
            f"known: ./petlab least-heap {argument} finds it, or name sizes such as 512m"
        ]
    return experiment.model_copy(update={"least_heap_mb": found.mb, "least_heap": found}), []


def _with_think_time(experiment: Experiment, capacities: Capacities) -> tuple[Experiment, list[str]]:
    """With the ranges that think times for this machine come to, and the capacity that they were matched to."""
    levels = experiment.factors.think
    matched = {level: found for level in levels if (found := matched_think(level))}
    if not matched:
        return experiment, []
    first = next(iter(matched))
    if apart := experiment.transitions_apart:
        return experiment, [f"factors.think: expected ranges such as 1-4 s with the factor {apart[0]}, got {first}"]
    question = experiment.machine_question
    if (rate_per_s := capacities(question)) is None:
        return experiment, [not_known("think", first, question, "a range such as 0.1-0.4 s")]
    requests = len(read_scenario(experiment.scenario).requests)
    thinks = {level: each.on(rate_per_s, requests) for level, each in matched.items()}
    if short := [level for level, think in thinks.items() if think.mean_s < SHORTEST_THINK_S]:
        return experiment, [f"factors.think: {short[0]} comes to less than a millisecond: expected more customers"]
    ranges = [thinks[level].level if level in thinks else level for level in levels]
    if len(set(ranges)) != len(ranges):
        return experiment, [f"factors.think: expected each level once, got {', '.join(ranges)}"]
    changes = {
        "factors": experiment.factors.model_copy(update={"think": tuple(ranges)}),
        "recorded": {**experiment.recorded, CAPACITY: ((0.0, rate_per_s),)},
    }
    if experiment.compare == "think" and experiment.baseline in thinks:
        changes["baseline"] = thinks[experiment.baseline].level
    return experiment.model_copy(update=changes), []


def _with_capacity(experiment: Experiment, capacities: Capacities) -> tuple[Experiment, list[str]]:
    shares = [level for level in experiment.levels().get(LOAD, ()) if is_share(level)]
    if not shares:
        return experiment, []
    if apart := experiment.transitions_apart:
        return experiment, [f"factors.load: expected rates such as 40/s with the factor {apart[0]}, got {shares[0]}"]
    question = experiment.capacity_question
    if (rate_per_s := capacities(question)) is None:
        return experiment, [not_known(LOAD, shares[0], question, "rates")]
    recorded = {**experiment.recorded, CAPACITY: ((0.0, rate_per_s),)}
    return experiment.model_copy(update={"recorded": recorded}), []


def find_experiment(name_or_path: str) -> Path:
    """The file of an experiment, given by its name or its path.

    Raises:
        ExperimentError: there is neither; the message lists the names.
    """
    named = EXPERIMENTS / f"{name_or_path}.toml"
    path = named if named.is_file() else Path(name_or_path)
    if path.is_file():
        return path
    known = ", ".join(sorted(file.stem for file in EXPERIMENTS.glob("*.toml")))
    raise ExperimentError(f"there is no experiment {name_or_path}: expected a TOML file or one of {known}")


def _recorded(raw: dict[str, Any], folder: Path) -> tuple[dict[str, Any], list[str]]:
    """The rates of the files that levels of `load` name, as `recorded` has them; and their mistakes."""
    forbidden = [f"{key}: there is no such key" for key in _OF_NO_FILE if key in raw]
    if forbidden:
        return {}, forbidden
    factors = raw.get("factors")
    levels = as_list(factors.get(LOAD, [])) if isinstance(factors, dict) else []
    tables: dict[str, RateTable] = {}
    mistakes: list[str] = []
    for file in filter(None, map(recorded_file, levels)):
        try:
            tables[file] = read_rates(folder / file)
        except ValueError as error:
            mistakes.append(f"factors.load: {error}")
    return {"recorded": tables}, mistakes
