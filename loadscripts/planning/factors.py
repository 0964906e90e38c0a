"""What an experiment varies: the factors, and what their levels may be."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from deploy.errors import PlanError
from deploy.specification import broker_place, database_commit, forced_writes, message_store, transactions
from deploy.specification.past import MAX_ORDERS
from loadscripts.faults.fault_levels import parse_fault
from loadscripts.faults.step_delay import parse_delay
from loadscripts.load.load_levels import parse_load
from loadscripts.load.think import matched_think, parse_think
from loadscripts.planning.heap_levels import parse_heap

MAX_CUSTOMERS = 1000
"""Siege hangs now and then with more."""

DEFAULT_JVM = "default"
"""The named set of JVM options that adds nothing to those of the bed."""

DUET = 2
"""How many trials of a duet there are at the same time."""

CHECKOUT = "checkout"
"""The factor that has this checkout and another revision of it as its levels."""

THIS_CHECKOUT = "this"

LOAD = "load"
"""The factor whose levels are rates at which orders come; it excludes `customers`."""

ENTRANCE = "entrance"
"""The factor whose levels are ways by which a program submits orders without pages."""

DELAY = "delay"
"""The factor whose levels are slowdowns of known size."""

PLACEBO = "placebo"
"""The factor whose levels change nothing: what is found of it is how a machine and an experiment deceive."""

Delegate = Literal["jms-transacted", "jms-nontransacted", "soap"]


def as_list(levels: Any) -> Any:
    """A single value is a factor that does not vary."""
    return levels if isinstance(levels, list) else [levels]


def _distinct(levels: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(set(levels)) != len(levels):
        raise ValueError("expected each level once")
    return levels


def _each_once(parse: Callable[[str], object]) -> Callable[[Any], Any]:
    """By what levels mean: `1g` and `1024m` are one."""

    def check(levels: tuple[str, ...] | None) -> tuple[str, ...] | None:
        meanings: dict[object, str] = {}
        for level in levels or ():
            if (other := meanings.setdefault(parse(level), level)) != level:
                raise ValueError(f"expected each level once: {other} and {level} are the same")
        return levels

    return check


def _think_meaning(level: str) -> object:
    return matched_think(level) or parse_think(level)


def _think_level(level: str) -> str:
    if matched_think(level) is None:
        parse_think(level)
    return level


def _load_level(level: str) -> str:
    parse_load(level)
    return level


def _heap_level(level: str) -> str:
    parse_heap(level)
    return level


def _fault_level(level: str) -> str:
    parse_fault(level)
    return level


def _delay_level(level: str) -> str:
    parse_delay(level)
    return level


@contextmanager
def _mistakes_of_plans() -> Iterator[None]:
    """What a plan must not have is a mistake of the level."""
    try:
        yield
    except PlanError as error:
        raise ValueError(str(error)) from error


def _message_store_level(level: str) -> str:
    with _mistakes_of_plans():
        message_store.check(level, small_disks=False)
    return level


def _broker_level(level: str) -> str:
    with _mistakes_of_plans():
        broker_place.check(level)
    return level


def _forced_writes_level(level: str) -> str:
    with _mistakes_of_plans():
        forced_writes.check(level)
    return level


def _database_commit_level(level: str) -> str:
    with _mistakes_of_plans():
        database_commit.check(level)
    return level


def _transactions_level(level: str) -> str:
    with _mistakes_of_plans():
        label = transactions.parse(level).label
    # The same manager with the same store would be two levels otherwise.
    if level != label:
        raise ValueError(f"expected it as {label!r}")
    return level


Level = TypeVar("Level")

Levels = Annotated[tuple[Level, ...], BeforeValidator(as_list), Field(min_length=1), AfterValidator(_distinct)]
"""The levels of a factor: a list, or a single value for what does not vary."""


class Strict(BaseModel):
    """Unknown keys are mistakes, and so are numbers without an end, which no clock ever reaches."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, allow_inf_nan=False)


class Factors(Strict):
    """What is varied, and the levels of each. What is not named keeps its default."""

    transition: Levels[Delegate] = ("jms-transacted",)
    customers: Levels[Annotated[int, Field(ge=1, le=MAX_CUSTOMERS, strict=True)]] | None = None
    load: Annotated[
        Levels[Annotated[str, AfterValidator(_load_level)]] | None, AfterValidator(_each_once(parse_load))
    ] = None
    think: Annotated[
        Levels[Annotated[str, AfterValidator(_think_level)]], AfterValidator(_each_once(_think_meaning))
    ] = ("1-4 s",)
    entrance: Levels[Literal["soap", "jms"]] | None = None
    measuring: Levels[Literal["on", "off", "profile"]] = ("on",)
    jvm: Levels[str] = (DEFAULT_JVM,)
    broker_jvm: Levels[str] | None = None
    jdk: Levels[str] | None = None
    heap: Annotated[
        Levels[Annotated[str, AfterValidator(_heap_level)]] | None, AfterValidator(_each_once(parse_heap))
    ] = None
    topology: Levels[str] | None = None
    transactions: Levels[Annotated[str, AfterValidator(_transactions_level)]] | None = None
    message_store: Levels[Annotated[str, AfterValidator(_message_store_level)]] | None = None
    broker: Levels[Annotated[str, AfterValidator(_broker_level)]] | None = None
    forced_writes: Levels[Annotated[str, AfterValidator(_forced_writes_level)]] | None = None
    database_commit: Levels[Annotated[str, AfterValidator(_database_commit_level)]] | None = None
    fault: Levels[Annotated[str, AfterValidator(_fault_level)]] | None = None
    delay: Levels[Annotated[str, AfterValidator(_delay_level)]] | None = None
    past_orders: Levels[Annotated[int, Field(ge=0, le=MAX_ORDERS, strict=True)]] | None = None
    checkout: Levels[str] | None = None
    placebo: Levels[Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]] | None = None
    order_submission: Levels[Delegate] | None = Field(None, alias="order-submission")
    supplier_order: Levels[Delegate] | None = Field(None, alias="supplier-order")
    invoice: Levels[Delegate] | None = None
