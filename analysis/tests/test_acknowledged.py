"""Orders that a customer saw acknowledged and that the storefront lacks are found, account by account."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from analysis.auditing.acknowledged import missing_acknowledged_orders
from analysis.reading.trial_facts import NS_PER_SECOND

POST = 11


def records_of(orders: list[tuple[str, float]], posts: list[tuple[str | None, float, int, int]]) -> Any:
    """Orders by customer and second; requests by account, second, place in the pass and status."""
    facts = SimpleNamespace(scenario=SimpleNamespace(requests=POST + 1))
    orders_df = pl.DataFrame(
        [
            {"order_id": str(n), "customer": c, "received_ns": int(at * NS_PER_SECOND)}
            for n, (c, at) in enumerate(orders)
        ],
        schema={"order_id": pl.String, "customer": pl.String, "received_ns": pl.Int64},
    )
    requests_df = pl.DataFrame(
        posts,
        schema={"account": pl.String, "end_s": pl.Float64, "url_index": pl.Int64, "status": pl.Int64},
        orient="row",
    ).with_columns(duration_s=pl.lit(0.2))
    return SimpleNamespace(trial=SimpleNamespace(facts=facts), storefront_orders=orders_df, requests=requests_df)


@pytest.mark.parametrize(
    ("orders", "posts", "lost"),
    [
        ([("a", 100.0)], [("a", 100, POST, 200)], 0),
        ([], [("a", 100, POST, 200)], 1),
        ([], [("a", 100, POST, 500)], None),
        ([], [("a", 100, 3, 200)], None),
        ([("b", 100.0)], [("a", 100, POST, 200)], 1),
        ([("a", 100.0), ("a", 140.0)], [("a", 100, POST, 200), ("a", 140, POST, 200)], 0),
        # An order whose answer was cut off does not make up for one that is gone.
        ([("a", 140.0)], [("a", 100, POST, 200)], 1),
        ([("a", 100.0), ("a", 103.0)], [("a", 104, POST, 200), ("a", 100, POST, 200)], 0),
        ([("a", 100.0), ("b", 101.0)], [("a", 100, POST, 200), (None, 101, POST, 200)], 0),
        ([("a", 100.0)], [("a", 100, POST, 200), (None, 101, POST, 200)], 1),
        ([("a", 100.0)], [(None, 100, POST, 200)], None),
    ],
)
def test_requests_and_orders_are_matched(orders: Any, posts: Any, lost: int | None) -> None:
    assert missing_acknowledged_orders(records_of(orders, posts)) == lost
