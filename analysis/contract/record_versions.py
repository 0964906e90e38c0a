"""Reads what older versions of Petlab recorded: the names of that time become those of today, here and nowhere else."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from analysis.analysis_errors import RecordError

VERSIONS: Mapping[str, tuple[int, ...]] = {
    "trial": (1, 2, 3),
    "experiment": (1, 2),
    "summary": (3, 4),
    "machine_profile": (1,),
    "floors": (1,),
    "machine_capacity": (1, 2),
    "machine_floors": (1,),
    "machine_heaps": (1,),
}
"""The schema versions of each document that can be read, the oldest first; the last one is written."""

_FAULT_KEYS_OF_1 = {
    "gone_ns": "triggered_ns",
    "back_ns": "recovered_ns",
    "in_doubt_at_return": "in_doubt_at_recovery",
    "went_off": "triggered",
}
_CRASH_POINT_KEYS_UNTIL_2 = {"gone_off": "triggered", "passings": "hits"}
_GENERATOR_KEYS_OF_1 = {"queue_looks_missed": "queue_polls_missed"}
_SENT_UNTIL_2 = re.compile(r"^handed-on(?=$|[@:])")
"""The crash point `sent` in faults, levels and keys of trials until version 2 and of experiments of version 1."""
_SENT_COUNT_UNTIL_3 = "handed_on_by_rolled_back"
"""The name of a count in summaries of version 3."""
_COLUMNS_OF_1 = {"opc_orders": {"repeated": "duplicates"}, "supplier_orders": {"repeated": "duplicates"}}


def upgraded(document: Any, name: str, path: Path) -> Any:
    """The document in the current version of its schema; RecordError when this Petlab does not read its version."""
    known, version = VERSIONS[name], document.get("schema_version") if isinstance(document, dict) else None
    if version not in known:
        readable = " and ".join(map(str, known))
        raise RecordError(
            f"{path}: schema_version is {version}, and this version of Petlab reads {readable}: "
            "use the version of Petlab that recorded it (the key commit says which)"
        )
    if version == known[-1]:
        return document
    current = _with_names_of_today(document)
    return {**current, **_UPGRADES.get(name, dict)(current), "schema_version": known[-1]}


def _with_names_of_today(value: Any) -> Any:
    if isinstance(value, dict):
        return {_with_names_of_today(key): _with_names_of_today(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_with_names_of_today(part) for part in value]
    if value == _SENT_COUNT_UNTIL_3:
        return "sent_by_rolled_back"
    return _SENT_UNTIL_2.sub("sent", value) if isinstance(value, str) else value


def _trial_until_2(document: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "generator": _renamed(document.get("generator") or {}, _GENERATOR_KEYS_OF_1),
        "faults": [_renamed(fault, _FAULT_KEYS_OF_1) for fault in document.get("faults") or ()],
        "crash_points": {
            server: _renamed(points, _CRASH_POINT_KEYS_UNTIL_2)
            for server, points in (document.get("crash_points") or {}).items()
        },
    }


def _summary_of_3(document: Mapping[str, Any]) -> dict[str, Any]:
    """Before levels were assigned to orders and windows, and before there was a primary metric."""
    unknown = {"primary": False, "log_std_error": None, "dof": None, "smallest_effect": None}
    comparisons = [
        {**each, **unknown, "assignment": "bed" if each.get("unit") == "launch" else "trial"}
        for each in document.get("comparisons") or ()
    ]
    return {"comparisons": comparisons, "primary": None, "interference": []}


def _capacity_of_1(document: Mapping[str, Any]) -> dict[str, Any]:
    """Before several were kept: the one was of the topology that the shipped experiment has always had."""
    return {"capacities": [{"topology": "one-server", **document}]}


_UPGRADES = {"trial": _trial_until_2, "summary": _summary_of_3, "machine_capacity": _capacity_of_1}


def current_columns(table: str, names: Iterable[str]) -> Mapping[str, str]:
    """The columns of a table that had other names, each with its present one."""
    return {old: new for old, new in _COLUMNS_OF_1.get(table, {}).items() if old in names}


def _renamed(values: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    return {names.get(key, key): value for key, value in values.items()}
