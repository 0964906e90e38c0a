"""What all documents of a results folder have in common: their types are exact, and they do not change."""

from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

EPOCH = "wall clock nanoseconds since the epoch"
CHANGES = "SHA-256 of how the working tree differed from the commit (git diff); null: not at all"

Level = str | int | float | bool
"""A level of a factor."""

Count = Annotated[int, Field(ge=0)]
Strings = Annotated[tuple[str, ...], Field(strict=False)]
"""A JSON array is a list, which a strict tuple is not."""


def _levels_schema(schema: dict[str, Any]) -> None:
    schema["required"] = ["transition"]
    schema["oneOf"] = [{"required": ["customers"]}, {"required": ["load"]}]
    schema["properties"] = {
        "transition": {"type": "string"},
        "customers": {"type": "integer", "minimum": 1},
        "load": {"type": "string"},
    }


def _has_load(levels: dict[str, Level]) -> dict[str, Level]:
    customers, load = levels.get("customers"), levels.get("load")
    closed = type(customers) is int and customers >= 1 and load is None
    if not isinstance(levels.get("transition"), str) or not (closed or (isinstance(load, str) and customers is None)):
        raise ValueError("expected at least a transition, and customers as a number from 1, or else a load")
    return levels


Levels = Annotated[
    dict[str, Level],
    AfterValidator(_has_load),
    Field(
        description="level of each factor; always transition, and customers or load", json_schema_extra=_levels_schema
    ),
]
"""By the name of the factor. An experiment may have any, so that these names are not fields."""


class Part(BaseModel):
    """Part of a document. Keys that are not known are passed over: a later Petlab may have added them."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore")


class Document(Part):
    """A whole document. NAME: of its schema and its file, `trial` for trial.json."""

    NAME: ClassVar[str]
