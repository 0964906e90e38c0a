"""What was ordered in the past and what became of it, in numbers: chunk by chunk, each by its own random stream."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from deploy.generating import calendar
from deploy.generating.random_streams import FAVOURITES, ORDERS, Ints, Share, between, stream
from deploy.specification.past import Past

CHUNK = 50_000
FIRST_ID = "H0000001"

COMPLETED, DENIED, PENDING = "COMPLETED", "DENIED", "PENDING"
DECLINED = "The card was declined"
NOT_ACCEPTED = "The store could not accept this order"

_MS = 1_000_000
_S = 1000 * _MS
_HOUR = 3600 * _S
_DAY = 24 * _HOUR

#: One to four lines in an order; one to five pieces in a line.
_LINES = Share.from_weights(np.array([0.55, 0.26, 0.13, 0.06]))
_PIECES = Share.from_weights(np.array([0.78, 0.15, 0.04, 0.02, 0.01]))
_BAD_CARDS, _NOT_ACCEPTED, _IN_TWO_PARTS = 0.02, 0.08, 0.06
_OPEN_NS = 7 * _DAY
"""Large orders of the last week still wait for a person. None waits for goods: a trial's restocking would ship it."""


@dataclass(frozen=True)
class Chunk:
    """Orders one after the other, and their lines.

    orders_df: number, customer (place among the customers), state, refusal, total_cents, bad_card, in_two_parts;
    placed_ns, received_ns, approved_ns, supplier_ns, shipped_ns, completed_ns: where it came to that, otherwise null.
    lines_df: order (place in orders_df), line_no, item (place among the items), quantity, cents, part, shipped_ns.
    """

    orders_df: pl.DataFrame
    lines_df: pl.DataFrame


@dataclass(frozen=True)
class OrderGenerator:
    """From what the orders are drawn."""

    past: Past
    approval_limit_cents: int
    item_cents: Ints
    moments_ns: Ints
    popular_items: Share
    favourites: Ints
    frequent_customers: Share

    @staticmethod
    def of(past: Past, item_cents: Ints, approval_limit_cents: int) -> "OrderGenerator":
        """Some items are bought often, most seldom. shopper1 orders most, shopper2 a little less, and so on."""
        return OrderGenerator(
            past,
            approval_limit_cents,
            item_cents,
            calendar.moments_ns(past),
            Share.zipf(len(item_cents), 0.9),
            stream(past, FAVOURITES).permutation(len(item_cents)),
            Share.zipf(max(1, past.customers), 0.5),
        )

    def chunks(self) -> Iterator[Chunk]:
        """All orders, the oldest first."""
        for number, first in enumerate(range(0, self.past.orders, CHUNK)):
            yield self._chunk(stream(self.past, ORDERS, number), first, min(CHUNK, self.past.orders - first))

    def _chunk(self, chance: np.random.Generator, first: int, count: int) -> Chunk:
        order, item = self._chosen_items(chance, count)
        quantity = _PIECES.draw(chance, len(order)) + 1
        cents = self.item_cents[item]
        total: Ints = np.zeros(count, dtype=np.int64)
        np.add.at(total, order, quantity * cents)
        begins = np.searchsorted(order, np.arange(count))
        line_no = np.arange(len(order)) - begins[order] + 1
        lines = np.bincount(order, minlength=count)
        orders_df = _carried_through(chance, self._placed(chance, first, count, total, lines))
        is_last = line_no == lines[order]
        part = 1 + (is_last & orders_df["in_two_parts"].to_numpy()[order])
        lines_df = pl.DataFrame(
            {"order": order, "line_no": line_no, "item": item, "quantity": quantity, "cents": cents, "part": part}
        ).with_columns(
            shipped_ns=pl.when(pl.col("part") == 1)
            .then(orders_df["first_shipped_ns"].gather(order))
            .otherwise(orders_df["shipped_ns"].gather(order))
        )
        return Chunk(orders_df, lines_df)

    def _chosen_items(self, chance: np.random.Generator, count: int) -> tuple[Ints, Ints]:
        """Order and item of each line; an item is in an order once, as in a cart."""
        order = np.repeat(np.arange(count), _LINES.draw(chance, count) + 1)
        item = self.favourites[self.popular_items.draw(chance, len(order))]
        distinct = np.unique(order * len(self.item_cents) + item)
        return distinct // len(self.item_cents), distinct % len(self.item_cents)

    def _placed(self, chance: np.random.Generator, first: int, count: int, total: Ints, lines: Ints) -> pl.DataFrame:
        """What is known once a person and the card have been asked: who ordered, and whether it is carried through."""
        placed_ns = self.moments_ns[first : first + count]
        bad_card = chance.random(count) < _BAD_CARDS
        large = total > self.approval_limit_cents
        is_open = large & (placed_ns > calendar.until_ns(self.past) - _OPEN_NS)
        not_accepted = large & ~is_open & (chance.random(count) < _NOT_ACCEPTED)
        denied = ~is_open & (not_accepted | bad_card)
        state = np.select([is_open, denied], [PENDING, DENIED], COMPLETED)
        several = (lines > 1) & (placed_ns < calendar.until_ns(self.past) - _OPEN_NS)
        return pl.DataFrame(
            {
                "number": np.arange(first + 1, first + count + 1),
                "customer": self.frequent_customers.draw(chance, count),
                "state": state,
                "total_cents": total,
                "bad_card": bad_card,
                "large": large,
                "not_accepted": not_accepted,
                "in_two_parts": several & (state == COMPLETED) & (chance.random(count) < _IN_TWO_PARTS),
                "placed_ns": placed_ns,
            }
        ).with_columns(
            refusal=pl.when(pl.col("not_accepted"))
            .then(pl.lit(NOT_ACCEPTED))
            .when(pl.col("state") == DENIED)
            .then(pl.lit(DECLINED))
        )


def _carried_through(chance: np.random.Generator, placed_df: pl.DataFrame) -> pl.DataFrame:
    """Adds when each step was done. A person takes hours, a program milliseconds, missing goods days."""
    count = len(placed_df)

    def later(least_ns: int, most_ns: int) -> pl.Series:
        return pl.Series(between(chance, least_ns, most_ns, count))

    by_person, by_rule = later(_HOUR // 3, 3 * _DAY), later(50 * _MS, _S)
    goods_come = later(6 * _HOUR, 3 * _DAY)
    went_on = pl.col("state") == COMPLETED
    return (
        placed_df.with_columns(received_ns=pl.col("placed_ns") + later(20 * _MS, 1500 * _MS))
        .with_columns(
            approved_ns=pl.when(went_on).then(
                pl.col("received_ns") + pl.when(pl.col("large")).then(by_person).otherwise(by_rule)
            )
        )
        .with_columns(supplier_ns=pl.col("approved_ns") + later(20 * _MS, 500 * _MS))
        .with_columns(first_shipped_ns=pl.col("supplier_ns") + later(5 * _MS, 200 * _MS))
        .with_columns(
            shipped_ns=pl.when(pl.col("in_two_parts"))
            .then(pl.col("first_shipped_ns") + goods_come)
            .otherwise("first_shipped_ns")
        )
        .with_columns(completed_ns=pl.col("shipped_ns") + later(30 * _MS, 2 * _S))
    )
