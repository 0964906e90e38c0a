"""The capacity of this machine: where it is kept, and whether it is of this machine."""

from collections.abc import Mapping
from pathlib import Path

from analysis.analysis_errors import RecordError
from analysis.contract.machine_capacity import MachineCapacity
from analysis.contract.schemas import read_document
from cli.profiles import this_machine
from deploy.errors import MissingError
from deploy.paths import cache
from loadscripts.trials.results_folder import replace_document


def capacity_file() -> Path:
    """Where the one is that all checkouts of a person share."""
    return cache() / "machine-capacity.json"


def keep_capacity(found: MachineCapacity) -> Path:
    """Puts it where the next experiment finds it; never half of one."""
    file = capacity_file()
    replace_document(file, found)
    return file


def kept_capacities() -> Mapping[str, float]:
    """Orders per second by delegate, as found on this machine; none where that was another one, or nobody looked.

    What cannot be read is none, either: who needs it is told how to find it.
    """
    file = capacity_file()
    if not file.exists():
        return {}
    try:
        kept, here = read_document(file, MachineCapacity), this_machine()
    except (RecordError, MissingError):
        return {}
    if kept.machine != here:
        return {}
    return {variant: found.rate_per_s for variant, found in kept.variants.items()}
