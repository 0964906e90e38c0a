"""Orders that the order processing center has received from a program, by what the program was answered.

They take the place of the storefront's books where orders come without it: an order is received when its sender began
to submit it, and acknowledged when the sender got a receipt.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from analysis.contract.schemas import table


@dataclass(frozen=True)
class ReceivedOrder:
    """As the table of the storefront's orders has it. received_ns: wall clock, nanoseconds since the epoch."""

    order_id: str
    received_ns: int
    customer: str
    total: str
    lines: str


def read_received_orders(answers: Path, orders: Path) -> tuple[ReceivedOrder, ...]:
    """The orders with a receipt. answers: what the generator was told, without a header; orders: what it was to
    submit.
    """
    with orders.open(encoding="utf-8", newline="") as lines:
        planned = {row["order"]: row for row in csv.DictReader(lines)}
    return tuple(_received(planned[told["order_id"]], told) for told in _told(answers) if told["answer"] == "confirmed")


def _told(answers: Path) -> Iterator[Mapping[str, str]]:
    columns = table("answers").header.split(",")
    with answers.open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, fieldnames=columns)


def _received(order: Mapping[str, str], told: Mapping[str, str]) -> ReceivedOrder:
    return ReceivedOrder(
        order["order"], int(told["begin_ns"]), order["customer"], order["total"], f"{order['item']}:{order['quantity']}"
    )
