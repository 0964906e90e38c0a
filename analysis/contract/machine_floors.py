"""machine_floors.json: what the parts of a bed would allow on a machine, by what the bed was."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from analysis.contract.document import Document
from analysis.contract.floors_document import FloorsDocument


class MachineFloors(Document):
    """What reports hold throughput against. `./petlab floors` makes it."""

    NAME: ClassVar = "machine_floors"
    schema_version: Literal[1]
    floors: Annotated[tuple[FloorsDocument, ...], Field(strict=False)] = Field(
        description="the newest record of each machine, delegates, transactions and message store"
    )

    def with_record(self, record: FloorsDocument) -> "MachineFloors":
        """The same with this record in place of an older one of the same bed."""
        others = tuple(each for each in self.floors if not same_bed(each, record))
        return self.model_copy(update={"floors": (*others, record)})


def same_bed(one: FloorsDocument, other: FloorsDocument) -> bool:
    return (one.machine, one.transitions, one.transactions, one.message_store) == (
        other.machine,
        other.transitions,
        other.transactions,
        other.message_store,
    )
