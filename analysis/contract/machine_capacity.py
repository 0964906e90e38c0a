"""machine_capacity.json: up to which rate of orders the store kept an objective on a machine, by variant."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from analysis.contract.document import Document, Part, Strings
from analysis.contract.machine_profile import MachineIdentity
from analysis.contract.measured_bed import MeasuredBed


class VariantCapacity(Part):
    """Of one variant, such as a transition delegate."""

    rate_per_s: float = Field(gt=0, description="orders per second, which half of the trials keep")
    low: float | None = Field(description="95 % interval")
    high: float | None
    n: int = Field(ge=1, description="trials")


class MachineCapacity(Part):
    """What one run of `./petlab capacity` found."""

    machine: MachineIdentity
    objective: str
    topology: str
    jvm_options: Strings = ()
    bed: MeasuredBed = MeasuredBed()
    made: str = Field(description="day and time, UTC")
    commit: str | None
    dirty: bool | None
    results: str = Field(description="name of the results folder")
    variants: Mapping[str, VariantCapacity] = Field(description="by the name of the variant")


class MachineCapacities(Document):
    """What loads in per cent are shares of. `./petlab capacity` makes it."""

    NAME: ClassVar = "machine_capacity"
    schema_version: Literal[2]
    capacities: Annotated[tuple[MachineCapacity, ...], Field(strict=False)] = Field(
        description="the newest of each machine, objective, topology, JVM options and bed"
    )

    def with_capacity(self, found: MachineCapacity) -> "MachineCapacities":
        """The same with this one in place of an older one of the same kind."""
        others = tuple(each for each in self.capacities if _kind(each) != _kind(found))
        return self.model_copy(update={"capacities": (*others, found)})

    def find(self, *kind: object) -> MachineCapacity | None:
        """That of a machine, objective, topology, JVM options and bed."""
        return next((each for each in self.capacities if _kind(each) == kind), None)


def _kind(capacity: MachineCapacity) -> tuple[object, ...]:
    return capacity.machine, capacity.objective, capacity.topology, capacity.jvm_options, capacity.bed
