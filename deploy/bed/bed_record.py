"""The bed's descriptor, .petlab/bed/bed.json: what runs, who owns it, how to ask it. Readable by its owner only."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from deploy.errors import BedError
from deploy.host.processes import BedProcess
from deploy.paths import write_private
from deploy.specification.plan import BedPlan


@dataclass(frozen=True)
class ObservedJvm:
    """A JVM of the bed, an application server's or the broker's."""

    name: str
    pid: int
    gc_log: Path


@dataclass(frozen=True)
class ServerJvm(ObservedJvm):
    """The JVM of one Payara server."""

    server_log: Path
    applications: tuple[str, ...]


@dataclass(frozen=True)
class BedRecord:
    """All that is known about a bed. `is_up` is False while it starts.

    kept: whether `petlab up` left it running for whoever comes; else it is its owner's alone, who measures on it.
    """

    owner: BedProcess
    plan: BedPlan
    secrets: Mapping[str, str]
    is_up: bool = False
    processes: tuple[BedProcess, ...] = ()
    jvms: tuple[ServerJvm, ...] = ()
    applications: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    kept: bool = False

    def with_process(self, process: BedProcess) -> "BedRecord":
        """Records a server that was started; one of the same name is replaced."""
        others = tuple(known for known in self.processes if known.name != process.name)
        return replace(self, processes=(*others, process))


@dataclass(frozen=True)
class Remains:
    """What of a bed is to be ended or removed; known of a bed of any version."""

    owner: BedProcess
    processes: tuple[BedProcess, ...]
    folders: tuple[Path, ...]


def new(plan: BedPlan, secrets: Mapping[str, str], *, kept: bool = False) -> BedRecord:
    """The record of a bed that this process starts."""
    return BedRecord(BedProcess.of("owner", os.getpid()), plan, secrets, kept=kept)


def write(record: BedRecord, home: Path) -> None:
    """Writes the descriptor; a reader never sees half of it."""
    values = asdict(record) | {"plan": record.plan.as_json()}
    write_private(home / "bed.json", json.dumps(values, indent=2, default=str) + "\n")


def read(home: Path) -> BedRecord | None:
    """The descriptor in this folder; None when there is none. Raises BedError when another version has written it."""
    values = _values(home)
    if values is None:
        return None
    try:
        return _record(values)
    except (AttributeError, KeyError, TypeError) as error:
        raise BedError("the bed was put up by another version of Petlab: end it with ./petlab down") from error


def remains(home: Path) -> Remains | None:
    """What the bed of this folder consists of, whichever version has put it up; None when there is none."""
    values = _values(home)
    if values is None:
        return None
    processes = tuple(map(_process, values["processes"]))
    return Remains(_process(values["owner"]), processes, tuple(map(Path, values["folders"])))


def _values(home: Path) -> dict[str, Any] | None:
    try:
        values: dict[str, Any] = json.loads((home / "bed.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    return values


def _record(values: Mapping[str, Any]) -> BedRecord:
    return BedRecord(
        owner=_process(values["owner"]),
        plan=BedPlan.of_json(values["plan"]),
        secrets=values["secrets"],
        is_up=values["is_up"],
        processes=tuple(map(_process, values["processes"])),
        jvms=tuple(_jvm(jvm) for jvm in values["jvms"]),
        applications=values["applications"],
        versions=values["versions"],
        folders=tuple(Path(folder) for folder in values["folders"]),
        kept=values.get("kept", False),  # of an older version nobody knows
    )


def _process(values: Mapping[str, Any]) -> BedProcess:
    """Of a bed that another version has started it must be known, too: it has to be ended."""
    renamed = {"stop_signal" if key == "farewell" else key: value for key, value in values.items()}
    known = {each.name for each in fields(BedProcess)}
    return BedProcess(**{key: value for key, value in renamed.items() if key in known})


def _jvm(values: Mapping[str, Any]) -> ServerJvm:
    return ServerJvm(
        name=values["name"],
        pid=values["pid"],
        gc_log=Path(values["gc_log"]),
        server_log=Path(values["server_log"]),
        applications=tuple(values["applications"]),
    )
