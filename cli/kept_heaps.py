"""The least heaps of this machine: where they are kept."""

from pathlib import Path

from analysis.analysis_errors import RecordError
from analysis.contract.experiment_document import HeapOfExperiment
from analysis.contract.machine_heaps import LeastHeap, MachineHeaps
from analysis.contract.schemas import read_document
from cli.kept_files import change, state_of_others
from cli.profiles import jdk_build, this_machine
from deploy.errors import MissingError
from deploy.paths import cache
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.heap_levels import HeapQuestion
from loadscripts.probes.machine import Revision

NONE = MachineHeaps(schema_version=1, heaps=())


def heaps_file() -> Path:
    """Where those are that all checkouts of a person share."""
    return cache() / "machine-heaps.json"


def keep_heap(found: LeastHeap) -> Path:
    """Puts it where the next experiment finds it."""
    change(heaps_file(), MachineHeaps, lambda kept: (kept or NONE).with_heap(found))
    return heaps_file()


def kept_heap(question: HeapQuestion) -> HeapOfExperiment | None:
    """As found on this machine; None where that was another one, or nobody looked."""
    try:
        here, build = this_machine(question.jdk), jdk_build(question.jdk)
    except MissingError:
        return None
    found = _kept().find(
        here,
        build,
        question.jvm_options,
        question.topology,
        question.transitions,
        question.customers,
        question.think,
        question.bed,
    )
    if found is None:
        return None
    return HeapOfExperiment(mb=found.least_mb, made=found.made, commit=found.commit, dirty=found.dirty)


def warning_of(experiment: Experiment, here: Revision, argument: str) -> str | None:
    """That the least heap may be another one by now, where it was found at another commit, or either had changes that
    are in none. argument: by what the experiment was named.
    """
    found = experiment.least_heap
    others = None if found is None else state_of_others(found.commit, found.dirty, here)
    if found is None or others is None:
        return None
    return (
        f"1x is {found.mb} MiB, found {found.made} {others}: if the applications differ, find it again with "
        f"./petlab least-heap {argument}"
    )


def _kept() -> MachineHeaps:
    file = heaps_file()
    if not file.exists():
        return NONE
    try:
        return read_document(file, MachineHeaps)
    except RecordError:
        return NONE
