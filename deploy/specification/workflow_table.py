"""The workflow table of shared-schemas, as far as broker and bed need it."""

import json
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import PlanError
from deploy.paths import CHECKOUT

_TABLE = "shared-schemas/src/main/resources/petlab/workflow.json"


@dataclass(frozen=True)
class Redelivery:
    """How often and how late a step is tried again; a destination can have a rule of its own."""

    delay_ms: int
    multiplier: float
    max_delay_ms: int
    max_attempts: int
    dead_letter_suffix: str

    @property
    def delays_ms(self) -> tuple[int, ...]:
        """How long each attempt but the first is put off."""
        grown = (self.delay_ms * self.multiplier**attempt for attempt in range(self.max_attempts - 1))
        return tuple(min(int(delay), self.max_delay_ms) for delay in grown)


@dataclass(frozen=True)
class Destination:
    """A queue, or a topic with its subscriptions; who may send to it and who consumes it."""

    name: str
    is_topic: bool
    consumer: str
    senders: tuple[str, ...]
    subscriptions: tuple[str, ...]
    redelivery: Redelivery

    @property
    def queues(self) -> tuple[str, ...]:
        """The broker's queues behind it: the subscriptions of a topic, otherwise itself."""
        return self.subscriptions if self.is_topic else (self.name,)


@dataclass(frozen=True)
class Step:
    """What one application does to an order in one transaction."""

    name: str
    application: str


@dataclass(frozen=True)
class Transition:
    """The way from one step to the next."""

    name: str
    sender: str
    receiver: str
    switchable: bool


@dataclass(frozen=True)
class ForeignClient:
    """A program that is no part of the bed and may send along one transition, with order ids of its own."""

    name: str
    transition: str
    order_ids: str


@dataclass(frozen=True)
class WorkflowTable:
    """Applications, who may send from outside, steps, transitions, destinations, redelivery."""

    applications: tuple[str, ...]
    foreign_client: ForeignClient
    steps: tuple[Step, ...]
    transitions: tuple[Transition, ...]
    destinations: tuple[Destination, ...]
    delegates: tuple[str, ...]
    redelivery: Redelivery

    @property
    def queues(self) -> tuple[str, ...]:
        """All queues of the broker that carry documents."""
        return tuple(queue for destination in self.destinations for queue in destination.queues)

    @property
    def switchables(self) -> tuple[str, ...]:
        """The names of the transitions whose delegate can be chosen."""
        return tuple(transition.name for transition in self.transitions if transition.switchable)

    def dead(self, name: str) -> str:
        """The dead-letter name of an address or a queue."""
        return name + self.redelivery.dead_letter_suffix

    def switchable(self, name: str) -> Transition:
        """The switchable transition of this name; raises PlanError that lists the known ones."""
        for transition in self.transitions:
            if transition.name == name and transition.switchable:
                return transition
        raise PlanError(f"transition {name} cannot be switched; switchable are {', '.join(self.switchables)}")

    def delegate(self, name: str) -> str:
        """Checks a delegate's name; raises PlanError that lists the known ones."""
        if name not in self.delegates:
            raise PlanError(f"delegate {name} is unknown; known are {', '.join(self.delegates)}")
        return name


def of_checkout(checkout: Path) -> WorkflowTable:
    """The table of a checkout. Raises PlanError when it is not as this one reads it."""
    file = checkout / _TABLE
    try:
        return read(file)
    except FileNotFoundError as missing:
        raise PlanError(f"{file} is missing: it says which steps, queues and transitions a bed has") from missing
    except (ValueError, KeyError, TypeError) as error:
        raise PlanError(f"{file} is not a workflow table that this version reads: {error!r}") from error


def read(file: Path = CHECKOUT / _TABLE) -> WorkflowTable:
    """Reads the table."""
    table = json.loads(file.read_text(encoding="utf-8"))
    return WorkflowTable(
        applications=tuple(table["applications"]),
        foreign_client=ForeignClient(**table["foreign_client"]),
        steps=tuple(Step(entry["name"], entry["application"]) for entry in table["steps"]),
        transitions=tuple(
            Transition(entry["name"], entry["sender"], entry["receiver"], entry["switchable"])
            for entry in table["transitions"]
        ),
        destinations=tuple(
            Destination(
                name=entry["name"],
                is_topic=entry["kind"] == "topic",
                consumer=entry["consumer"],
                senders=tuple(entry["senders"]),
                subscriptions=tuple(entry.get("subscriptions", ())),
                redelivery=Redelivery(**(table["redelivery"] | entry.get("redelivery", {}))),
            )
            for entry in table["destinations"]
        ),
        delegates=tuple(table["delegates"]),
        redelivery=Redelivery(**table["redelivery"]),
    )
