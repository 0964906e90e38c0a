"""floors.json: how often in a second a bed can do each thing that an order needs, and how many orders the store did."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from analysis.contract.document import Count, Document, Part
from analysis.contract.fault_documents import ForcedWritesDocument
from analysis.contract.machine_profile import MachineIdentity

Primitive = Literal[
    "forced-write broker", "forced-write database", "forced-write log", "step", "send", "sql", "http", "soap"
]
"""What is measured by itself; docs/measuring.md defines each."""


class PrimitiveRate(Part):
    """One measurement of one primitive."""

    primitive: Primitive
    concurrency: int = Field(ge=1, description="how many were under way at a time")
    done: int = Field(ge=1)
    elapsed_s: float = Field(gt=0, description="seconds in which they were done")

    @property
    def per_s(self) -> float:
        return self.done / self.elapsed_s


class StoreRate(Part):
    """The store under load without think time."""

    orders: int = Field(ge=1, description="orders completed in these seconds")
    elapsed_s: float = Field(gt=0)
    cpu_s: dict[str, float] = Field(description="CPU seconds of each process tree of the bed in these seconds")
    forced_writes: ForcedWritesDocument | None = Field(
        description="counted after these seconds, with the load still on; null: this machine has no means of counting"
    )

    @property
    def orders_per_s(self) -> float:
        return self.orders / self.elapsed_s

    @property
    def cpu_s_per_order(self) -> float:
        return sum(self.cpu_s.values()) / self.orders


class FloorRound(Part):
    """One round: each primitive at each concurrency, and the store."""

    number: int = Field(ge=1)
    order: Annotated[tuple[str, ...], Field(strict=False)] = Field(description="in which order they were measured")
    rates: Annotated[tuple[PrimitiveRate, ...], Field(strict=False, min_length=1)]
    store: StoreRate


class UsesPerOrder(Part):
    """How often an order does each thing. Transactions, sends and statements are those of orders that went by
    themselves through the same bed before the first round.
    """

    orders: int = Field(ge=1, description="of how many orders the mean is taken")
    transactions: float = Field(ge=0, description="that were prepared in the database: the steps with checkout")
    sends: float = Field(ge=0, description="messages that came into the broker's queues")
    statements: float = Field(gt=0, description="statements that the database was told, by web pages too")
    http_requests: Count = Field(description="requests of a customer, from entering the shop to the order")
    soap_calls: Count = Field(description="transitions that are sent by SOAP")


class FloorsDocument(Document):
    """What `./petlab floors` has measured on one bed. All that is judged of it is computed from here."""

    NAME: ClassVar = "floors"
    schema_version: Literal[1]
    made: str = Field(description="day and time, UTC")
    command: str
    commit: str | None
    dirty: bool | None
    machine: MachineIdentity
    versions: dict[str, str]
    transactions: str = Field(description="what drives the transactions: manager, log store, forcing")
    message_store: str
    transitions: dict[str, str] = Field(description="delegate of each switchable transition")
    customers: int = Field(ge=1, description="of the load on the store, without think time")
    seconds: float = Field(gt=0, description="of each measurement, as asked for; the store's are three at least")
    uses: UsesPerOrder
    server_processes: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        description="the process trees of application servers, whose forced writes are those of the manager's log"
    )
    rounds: Annotated[tuple[FloorRound, ...], Field(strict=False, min_length=1)]
