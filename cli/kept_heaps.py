"""The least heaps of this machine: where they are kept."""

from pathlib import Path

from analysis.analysis_errors import RecordError
from analysis.contract.machine_heaps import LeastHeap, MachineHeaps
from analysis.contract.schemas import read_document
from cli.profiles import this_machine
from deploy.errors import MissingError
from deploy.paths import cache
from loadscripts.planning.heap_levels import HeapQuestion
from loadscripts.trials.results_folder import replace_document

NONE = MachineHeaps(schema_version=1, heaps=())


def heaps_file() -> Path:
    """Where those are that all checkouts of a person share."""
    return cache() / "machine-heaps.json"


def keep_heap(found: LeastHeap) -> Path:
    """Puts it where the next experiment finds it; never half of one. What cannot be read is replaced."""
    file = heaps_file()
    replace_document(file, _kept().with_heap(found))
    return file


def least_heap_mb(question: HeapQuestion) -> int | None:
    """In MiB, as found on this machine; None where that was another one, or nobody looked."""
    try:
        here = this_machine(question.jdk)
    except MissingError:
        return None
    found = _kept().find(
        here,
        question.jvm_options,
        question.topology,
        question.transitions,
        question.customers,
        question.think,
        question.bed,
    )
    return found.least_mb if found else None


def _kept() -> MachineHeaps:
    file = heaps_file()
    if not file.exists():
        return NONE
    try:
        return read_document(file, MachineHeaps)
    except RecordError:
        return NONE
