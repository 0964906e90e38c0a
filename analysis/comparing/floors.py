"""Floors: how many orders in a second each resource of a bed would allow if nothing else were needed.

A floor is the rate of a primitive over its uses per order. Of the concurrencies that were measured the one with the
higher rate counts, but for a log that all write into, which is forced to disk by one at a time. The store's share of a
floor is a ratio within rounds, so that a drift of the machine hits both.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean

from analysis.contract.floors_document import FloorRound, FloorsDocument, Primitive
from analysis.statistics.intervals import Estimate, ratio_interval

CPU = "cpu"

TITLES: Mapping[str, str] = {
    "forced-write broker": "forced writes: broker",
    "forced-write database": "forced writes: database",
    "forced-write log": "forced writes: manager's log",
    "step": "XA steps",
    "send": "persistent sends",
    "sql": "SQL of an order",
    "http": "HTTP echoes",
    "soap": "SOAP echoes",
    CPU: "processors",
}
"""Of each resource, in the order in which they are shown."""

_WRITES: Mapping[str, str] = {"forced-write broker": "broker", "forced-write database": "postgresql"}
"""What forces its one log to disk, by one at a time, and the process that does it."""


@dataclass(frozen=True)
class Floor:
    """What one resource allows. rate: of the primitive, per second, at this concurrency (None for the processors);
    uses: per order; orders_per_s: the floor; share: what of it the store reaches. Floor and share are None when no
    order uses it.
    """

    resource: str
    concurrency: int | None
    rate: Estimate
    uses: float
    orders_per_s: Estimate | None
    share: Estimate | None

    @property
    def title(self) -> str:
        return TITLES[self.resource]


@dataclass(frozen=True)
class Floors:
    """All floors of a bed, and the orders per second of its store."""

    store: Estimate
    floors: tuple[Floor, ...]
    not_counted: bool

    @property
    def binding(self) -> Floor:
        """The lowest."""
        return min((each for each in self.floors if each.orders_per_s), key=_height)


def floors_of(record: FloorsDocument) -> Floors:
    """The floors that a record gives."""
    floors = tuple(floor for resource in TITLES for floor in _floor(resource, record))
    store = ratio_interval([each.store.orders_per_s for each in record.rounds])
    return Floors(store, floors, any(each.store.forced_writes is None for each in record.rounds))


def uses_of(resource: str, record: FloorsDocument) -> float | None:
    """Uses per order; None when they could not be counted."""
    uses = record.uses
    if resource == CPU:
        return fmean(each.store.cpu_s_per_order for each in record.rounds)
    if resource.startswith("forced-write"):
        return _forced_writes_per_order(_processes(resource, record), record)
    found: Mapping[str, float] = {
        "step": uses.transactions,
        "send": uses.sends,
        "sql": 1.0,  # what is repeated are all statements of an order
        "http": float(uses.http_requests),
        "soap": float(uses.soap_calls),
    }
    return found[resource]


def _forced_writes_per_order(processes: tuple[str, ...], record: FloorsDocument) -> float | None:
    """Over all rounds together: some of them may be too short for an order to be completed."""
    counted = [each.store.forced_writes for each in record.rounds]
    orders = sum(each.orders for each in counted if each)
    if None in counted or not orders:
        return None
    return sum(each.by_process.get(name, 0) for each in counted if each for name in processes) / orders


def _processes(resource: str, record: FloorsDocument) -> tuple[str, ...]:
    return (_WRITES[resource],) if resource in _WRITES else record.server_processes


def _floor(resource: str, record: FloorsDocument) -> Iterator[Floor]:
    """None where its uses are not known."""
    uses = uses_of(resource, record)
    if uses is None:
        return
    if resource == CPU:
        cores = float(record.machine.cores)  # seconds of processor time in a second
        yield _judged(resource, None, uses, record, [cores] * len(record.rounds), _cpu_of_round)
        return
    concurrency = best_concurrency(resource, record)
    rates = [_rate(each, resource, concurrency) for each in record.rounds]
    yield _judged(resource, concurrency, uses, record, rates, lambda _: uses)


def _judged(
    resource: str,
    concurrency: int | None,
    uses: float,
    record: FloorsDocument,
    rates: Sequence[float],
    uses_in: Callable[[FloorRound], float],
) -> Floor:
    if not uses:
        return Floor(resource, concurrency, ratio_interval(rates), 0.0, None, None)
    heights = [rate / uses_in(each) for rate, each in zip(rates, record.rounds, strict=True)]
    shares = [each.store.orders_per_s / height for each, height in zip(record.rounds, heights, strict=True)]
    return Floor(resource, concurrency, ratio_interval(rates), uses, ratio_interval(heights), ratio_interval(shares))


def _cpu_of_round(each: FloorRound) -> float:
    return each.store.cpu_s_per_order


def best_concurrency(resource: str, record: FloorsDocument) -> int:
    """At which the primitive is done most often in a second (geometric mean over rounds)."""
    if resource in _WRITES:
        return 1
    logs: dict[int, list[float]] = {}
    for each in record.rounds:
        for found in each.rates:
            if found.primitive == resource:
                logs.setdefault(found.concurrency, []).append(log(found.per_s))
    return max(logs, key=lambda concurrency: fmean(logs[concurrency]))


def rates_at(primitive: Primitive, concurrency: int, record: FloorsDocument) -> Estimate:
    """Per second, geometric mean over rounds."""
    return ratio_interval([_rate(each, primitive, concurrency) for each in record.rounds])


def _rate(found: FloorRound, primitive: str, concurrency: int) -> float:
    return next(each.per_s for each in found.rates if each.primitive == primitive and each.concurrency == concurrency)


def _height(floor: Floor) -> float:
    return floor.orders_per_s.value if floor.orders_per_s and floor.orders_per_s.value else float("inf")
