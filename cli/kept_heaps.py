"""The least heaps of this machine: where they are kept."""

from pathlib import Path

from analysis.analysis_errors import RecordError
from analysis.contract.machine_heaps import LeastHeap, MachineHeaps
from analysis.contract.schemas import read_document
from cli.kept_files import change
from cli.profiles import this_machine
from deploy.errors import MissingError
from deploy.paths import cache
from loadscripts.planning.heap_levels import HeapQuestion

NONE = MachineHeaps(schema_version=1, heaps=())


def heaps_file() -> Path:
    """Where those are that all checkouts of a person share."""
    return cache() / "machine-heaps.json"


def keep_heap(found: LeastHeap) -> Path:
    """Puts it where the next experiment finds it."""
    change(heaps_file(), MachineHeaps, lambda kept: (kept or NONE).with_heap(found))
    return heaps_file()


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
