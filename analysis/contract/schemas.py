"""The contracts of `shared-schemas/records`: what columns a record has, and what `trial.json` and `summary.json` look
like.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import jsonschema
import polars as pl
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from analysis.analysis_errors import RecordError
from analysis.contract.document import Document
from analysis.contract.record_versions import upgraded

SCHEMAS = Path(__file__).resolve().parents[2] / "shared-schemas" / "records"
TYPES = {"int64": pl.Int64, "float64": pl.Float64, "string": pl.String, "boolean": pl.Boolean}

D = TypeVar("D", bound=Document)


@dataclass(frozen=True)
class Column:
    """One column of a record."""

    name: str
    type: str
    nullable: bool
    values: tuple[str, ...] | None  # the only ones allowed, where they are listed
    optional: bool = False  # whether older records may lack it; it is empty in them


@dataclass(frozen=True)
class Table:
    """One record: a CSV file of a trial folder."""

    name: str
    file: str
    columns: tuple[Column, ...]
    optional: bool = False  # whether older trials may lack it; it has no rows then

    @property
    def header(self) -> str:
        """The first line of the file."""
        return ",".join(column.name for column in self.columns)

    @property
    def polars_schema(self) -> dict[str, type[pl.DataType]]:
        return {column.name: TYPES[column.type] for column in self.columns}


TableName = Literal[
    "points", "calls", "steps", "service_requests", "collections", "pauses", "collector_times", "allocation", "queues",
    "profile", "resources", "collector_threads", "collector_counters", "compiler_threads", "pressure", "machine",
    "canary", "windows", "requests", "answers", "mails", "storefront_orders", "opc_orders", "supplier_orders",
    "shipments", "stock", "dead_letters",
]  # fmt: skip


def table(name: TableName) -> Table:
    """The record of this name."""
    return tables()[name]


@cache
def tables() -> dict[str, Table]:
    """All records by name."""
    listed = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(SCHEMAS.glob("*.json")))
    return {contract["table"]: table_of(contract) for contract in listed if "table" in contract}


def table_of(contract: dict[str, Any]) -> Table:
    columns = tuple(
        Column(
            column["name"],
            column["type"],
            column.get("nullable", False),
            tuple(column["values"]) if "values" in column else None,
            column.get("optional", False),
        )
        for column in contract["columns"]
    )
    return Table(contract["table"], contract["file"], columns, contract.get("optional", False))


@cache
def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema called `name`: trial, experiment or summary."""
    schema: dict[str, Any] = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def check_json(document: Any, name: str, path: Path) -> None:
    """RecordError naming file and key when the document is not as its schema says."""
    errors = sorted(
        jsonschema.Draft202012Validator(json_schema(name)).iter_errors(document), key=lambda e: list(e.path)
    )
    if errors:
        mistakes = "; ".join(
            f"{'.'.join(str(part) for part in e.absolute_path) or '(top)'}: {e.message}" for e in errors[:5]
        )
        raise RecordError(f"{path}: not as shared-schemas/records/{name}.schema.json says: {mistakes}")


def read_json(path: Path, name: str) -> dict[str, Any]:
    """The document at `path`, checked against the schema called `name`."""
    document = _current(path, name)
    check_json(document, name, path)
    return document


def read_document(path: Path, model: type[D]) -> D:
    """The document at `path`, of this version or an older one; RecordError naming file and key when it is no such."""
    document = _current(path, model.NAME)
    try:
        return model.model_validate(document)
    except ValidationError as error:
        mistakes = "; ".join(_mistake(detail) for detail in error.errors()[:5])
        raise RecordError(f"{path}: not as shared-schemas/records/{model.NAME}.schema.json says: {mistakes}") from None


def _mistake(detail: ErrorDetails) -> str:
    key = ".".join(str(part) for part in detail["loc"]) or "(top)"
    return f"{key}: {detail['msg'].removeprefix('Value error, ')}, got {str(detail['input'])[:80]!r}"


def _current(path: Path, name: str) -> dict[str, Any]:
    """The document in the names of today."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordError(f"{path}: missing; a folder of records holds one") from None
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:  # not JSON, or not UTF-8
        raise RecordError(f"{path}: not JSON: {error}") from None
    current: dict[str, Any] = upgraded(document, name, path)
    return current
