"""machine_capacity.json: up to which rate of orders the store kept an objective on a machine, by variant."""

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from analysis.contract.document import Document, Part
from analysis.contract.machine_profile import MachineIdentity


class VariantCapacity(Part):
    """Of one variant, such as a transition delegate."""

    rate_per_s: float = Field(gt=0, description="orders per second, geometric mean over blocks")
    low: float | None = Field(description="95 % interval; null: one block has none")
    high: float | None
    n: int = Field(ge=1, description="blocks")


class MachineCapacity(Document):
    """What loads in per cent are shares of. `./petlab capacity` makes it."""

    NAME: ClassVar = "machine_capacity"
    schema_version: Literal[1]
    machine: MachineIdentity
    made: str = Field(description="day and time, UTC")
    commit: str | None
    dirty: bool | None
    results: str = Field(description="name of the results folder")
    objective: str
    variants: Mapping[str, VariantCapacity] = Field(description="by the name of the variant")
