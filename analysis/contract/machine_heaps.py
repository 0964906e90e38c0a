"""machine_heaps.json: the least heap in which a server bears a load on a machine, by its JVM options and the load."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from analysis.contract.document import Document, Part, Strings
from analysis.contract.machine_profile import MachineIdentity
from analysis.contract.measured_bed import MeasuredBed

Outcome = Literal["borne", "did not start", "ran out of memory", "too slow", "did not come to rest"]


class HeapAttempt(Part):
    """One heap that was tried."""

    mb: int = Field(ge=1, description="MiB")
    outcome: Outcome
    orders: int = Field(ge=0, description="completed under load")


class LeastHeap(Part):
    """The least heap, within the stated step above one that was too small."""

    machine: MachineIdentity
    jdk_build: str | None = Field(
        default=None,
        description="by whom and of what its JDK was made, of which the machine has the version alone; null: not "
        "recorded, so that no JDK is known to be the same",
    )
    jvm_options: Strings = Field(description="without the heap's size")
    topology: str
    bed: MeasuredBed = MeasuredBed()
    transitions: Strings = Field(description="the delegates among which one was drawn for each order")
    customers: int = Field(ge=1)
    think: str
    seconds: float = Field(gt=0, description="under load, for each heap that was tried")
    least_mb: int = Field(ge=1, description="MiB: the smallest that bore the load")
    too_small_mb: int = Field(ge=0, description="MiB: the largest that did not, or the smallest that was not tried")
    attempts: Annotated[tuple[HeapAttempt, ...], Field(strict=False)] = Field(description="in their order")
    made: str = Field(description="day and time, UTC")
    commit: str | None
    dirty: bool | None


class MachineHeaps(Document):
    """What multiples of the factor `heap` are of. `./petlab least-heap` makes it."""

    NAME: ClassVar = "machine_heaps"
    schema_version: Literal[1]
    heaps: Annotated[tuple[LeastHeap, ...], Field(strict=False)] = Field(
        description="the newest of each machine, JDK, JVM options, topology, delegates, load and bed"
    )

    def with_heap(self, found: LeastHeap) -> "MachineHeaps":
        """The same with this one in place of an older one of the same kind."""
        others = tuple(each for each in self.heaps if _kind(each) != _kind(found))
        return self.model_copy(update={"heaps": (*others, found)})

    def find(self, *kind: object) -> LeastHeap | None:
        """That of a machine, build of the JDK, JVM options, topology, transitions, customers, think time and bed."""
        return next((each for each in self.heaps if _kind(each) == kind), None)


def _kind(heap: LeastHeap) -> tuple[object, ...]:
    return (
        heap.machine,
        heap.jdk_build,
        heap.jvm_options,
        heap.topology,
        heap.transitions,
        heap.customers,
        heap.think,
        heap.bed,
    )
