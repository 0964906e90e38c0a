"""The floors of this machine: where they are kept."""

from pathlib import Path

from rich.console import Console

from analysis.analysis_errors import RecordError
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.schemas import read_document
from cli.kept_files import change
from deploy.paths import cache

NONE = MachineFloors(schema_version=1, floors=())


def floors_file() -> Path:
    """Where those are that all checkouts of a person share."""
    return cache() / "machine-floors.json"


def keep_floors(record: FloorsDocument, stderr: Console) -> Path:
    """Puts a record where the next report finds it, in place of an older one of the same bed."""
    change(floors_file(), MachineFloors, lambda kept: (kept or NONE).with_record(record), stderr)
    return floors_file()


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
