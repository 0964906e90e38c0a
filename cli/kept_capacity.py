"""The capacities of this machine: where they are kept."""

from pathlib import Path

from analysis.analysis_errors import RecordError
from analysis.contract.machine_capacity import MachineCapacities, MachineCapacity
from analysis.contract.schemas import read_document
from cli.kept_files import change, state_of_others
from cli.profiles import this_machine
from deploy.errors import MissingError
from deploy.paths import cache
from loadscripts.load.load_levels import CAPACITY
from loadscripts.planning.capacity_shares import CapacityQuestion
from loadscripts.planning.experiment import Experiment
from loadscripts.probes.machine import Revision

NONE = MachineCapacities(schema_version=2, capacities=())


def capacity_file() -> Path:
    """Where those are that all checkouts of a person share."""
    return cache() / "machine-capacity.json"


def keep_capacity(found: MachineCapacity) -> Path:
    """Puts it where the next experiment finds it."""
    change(capacity_file(), MachineCapacities, lambda kept: (kept or NONE).with_capacity(found))
    return capacity_file()


def capacity_per_s(question: CapacityQuestion) -> float | None:
    """In orders per second, as found on this machine; None where that was another one, or nobody looked."""
    found = _found(question)
    variant = found.variants.get(question.delegate) if found else None
    return variant.rate_per_s if variant else None


def _found(question: CapacityQuestion) -> MachineCapacity | None:
    try:
        here = this_machine(question.jdk)
    except MissingError:
        return None
    return _kept().find(here, question.objective, question.topology, question.jvm_options, question.bed)


def warning_of(experiment: Experiment, here: Revision) -> str | None:
    """That the machine may bear another rate by now, where what loads are shares of, or think times are matched to, was
    found at another commit, or either had changes that are in none.
    """
    rates_per_s = {rate_per_s for _, rate_per_s in experiment.recorded.get(CAPACITY, ())}
    for question in (experiment.capacity_question, experiment.machine_question):
        rate_per_s, found = capacity_per_s(question), _found(question)
        if rate_per_s in rates_per_s and found and (others := state_of_others(found.commit, found.dirty, here)):
            return (
                f"100 % is {rate_per_s:.3g} orders/s, found {found.made} {others}: if the applications differ, find it "
                f"again with {question.command}"
            )
    return None


def _kept() -> MachineCapacities:
    file = capacity_file()
    if not file.exists():
        return NONE
    try:
        return read_document(file, MachineCapacities)
    except RecordError:
        return NONE
