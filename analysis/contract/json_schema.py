"""The JSON schemas of `shared-schemas/records` that are made from models: `python -m analysis.contract.json_schema`.

A reader of the files sees plain schemas: what pydantic puts under $defs stands in its place, and what may be null is a
list of types.
"""

import json
from collections.abc import Mapping
from typing import Any

from analysis.contract.document import Document
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.machine_capacity import MachineCapacities
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.machine_heaps import MachineHeaps
from analysis.contract.machine_profile import MachineProfile
from analysis.contract.schemas import SCHEMAS
from analysis.contract.trial_document import TrialDocument

MODELS: tuple[type[Document], ...] = (
    TrialDocument,
    ExperimentDocument,
    MachineProfile,
    MachineCapacities,
    FloorsDocument,
    MachineFloors,
    MachineHeaps,
)
_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_LEFT_OUT = ("title", "default", "$defs")
_ORDER = (
    "type", "const", "enum", "minimum", "exclusiveMinimum", "description", "required", "properties",
    "additionalProperties", "minItems", "items", "anyOf", "oneOf",
)  # fmt: skip


def schema_of(model: type[Document]) -> dict[str, Any]:
    """The JSON schema of a document."""
    whole = model.model_json_schema()
    plain: dict[str, Any] = _plain(whole, whole.get("$defs", {}))
    about = {"$schema": _DIALECT, "title": f"{model.NAME}.json", "description": plain["description"]}
    return about | plain


def text_of(model: type[Document]) -> str:
    """The same, as its file has it."""
    return json.dumps(schema_of(model), indent=2, ensure_ascii=False) + "\n"


def _plain(schema: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(schema, list):
        return [_plain(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        named = definitions[schema["$ref"].removeprefix("#/$defs/")]
        return _plain({**named, **{key: value for key, value in schema.items() if key != "$ref"}}, definitions)
    plain = {key: _part(key, value, definitions) for key, value in schema.items() if key not in _LEFT_OUT}
    return _in_order(_joined(plain) if "anyOf" in plain else plain)


def _part(key: str, value: Any, definitions: Mapping[str, Any]) -> Any:
    if key == "properties":
        return {name: _plain(each, definitions) for name, each in value.items()}
    return " ".join(value.split()) if key == "description" else _plain(value, definitions)


def _in_order(schema: dict[str, Any]) -> dict[str, Any]:
    """What a reader asks first comes first; the names of properties stay as they are."""
    known = [key for key in _ORDER if key in schema]
    return {key: schema[key] for key in (*known, *schema)}


def _joined(schema: dict[str, Any]) -> dict[str, Any]:
    """One schema with a list of types, for what may be one thing or null, or several plain things."""
    alternatives = schema.pop("anyOf")
    described = [each for each in alternatives if set(each) != {"type"}]
    if len(described) > 1:
        return {**schema, "anyOf": alternatives}
    types = [each["type"] for each in alternatives]
    return {**(described[0] if described else {}), **schema, "type": types}


if __name__ == "__main__":
    for each in MODELS:
        (SCHEMAS / f"{each.NAME}.schema.json").write_text(text_of(each), encoding="utf-8")
