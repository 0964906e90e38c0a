"""The floors of this machine: where they are kept."""

from pathlib import Path

from rich.console import Console

from analysis.analysis_errors import RecordError
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.schemas import read_document
from deploy.paths import cache
from loadscripts.trials.results_folder import replace_document


def floors_file() -> Path:
    """Where those are that all checkouts of a person share."""
    return cache() / "machine-floors.json"


def keep_floors(record: FloorsDocument, stderr: Console) -> Path:
    """Puts a record where the next report finds it, in place of an older one of the same bed."""
    kept = readable_floors(stderr) or MachineFloors(schema_version=1, floors=())
    file = floors_file()
    replace_document(file, kept.with_record(record))
    return file


def readable_floors(stderr: Console) -> MachineFloors | None:
    """The floors; None where there are none, and where they cannot be read, which is complained about."""
    file = floors_file()
    if not file.exists():
        return None
    try:
        return read_document(file, MachineFloors)
    except RecordError as error:
        stderr.print(
            f"The machine's floors are not used: {error}; ./petlab floors measures them", style="red", markup=False
        )
        return None
