"""The classification as such, over every state that the applications can tell of one order."""

from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from analysis.auditing.order_outcomes import CLASSES, order_outcomes
from analysis.contract import schemas

STATES = [None, "PENDING", "APPROVED", "SHIPPED_PART", "COMPLETED", "DENIED"]
RECEIVED = {"order_id": "1", "received_ns": 0, "total": 1.0}
PIECE = {"shipment_id": "s", "order_id": "1", "item_id": "EST-1", "shipped_ns": 0}
SUPPLIER = [None, "waiting", "shipped"]


def records_of(state: str | None, supplier: str | None, shipped: int, awaiting: bool, dead: bool, drained: bool) -> Any:
    """Records in which one order, of two pieces, is known in the given way."""
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name in schemas.tables()}
    rows["storefront_orders"] = [{**RECEIVED, "customer": "c", "lines": "EST-1:2"}]
    if state:
        known = {"state": state, "awaiting_approval": awaiting, "invoices": 0, "duplicates": 0}
        rows["opc_orders"] = [{**RECEIVED, **known, "refusal": None, "approved_ns": None, "completed_ns": None}]
    if supplier:
        waits = {"document_id": "d", "state": supplier, "shipped_ns": None, "shipments": 1, "duplicates": 0}
        rows["supplier_orders"] = [{"order_id": "1", "received_ns": 0, **waits}]
    if shipped:
        rows["shipments"] = [{**PIECE, "quantity": shipped}]
    if dead:
        rows["dead_letters"] = [{"queue": "q.dead", "order_id": "1", "document_id": "d", "reason": "r"}]
    frames = {name: pl.DataFrame(rows[name], schema=table.polars_schema) for name, table in schemas.tables().items()}
    return SimpleNamespace(folder=Path(), trial=SimpleNamespace(facts=SimpleNamespace(drained=drained)), **frames)


@pytest.mark.parametrize(("state", "supplier", "shipped"), list(product(STATES, SUPPLIER, [0, 1, 2, 3])))
def test_each_order_has_exactly_one_outcome(state: str | None, supplier: str | None, shipped: int) -> None:
    for awaiting, dead, drained in product([False, True], repeat=3):
        outcomes_df = order_outcomes(records_of(state, supplier, shipped, awaiting, dead, drained))
        assert len(outcomes_df) == 1
        outcome = outcomes_df["outcome"][0]
        assert outcome in CLASSES
        assert (outcome == "duplicated") == (shipped > 2)
        assert outcome != "completed" or (state == "COMPLETED" and shipped == 2)
        assert outcome != "lost" or (drained and not dead)


@pytest.mark.parametrize(
    ("state", "supplier", "shipped", "awaiting", "dead", "outcome"),
    [
        ("COMPLETED", "shipped", 2, False, False, "completed"),
        ("COMPLETED", "shipped", 1, False, False, "lost"),
        ("DENIED", None, 0, False, False, "refused"),
        ("PENDING", None, 0, True, False, "waiting"),
        ("PENDING", None, 0, False, False, "lost"),
        ("APPROVED", "waiting", 0, False, False, "waiting"),
        ("SHIPPED_PART", "waiting", 1, False, False, "waiting"),
        ("COMPLETED", "waiting", 1, False, False, "waiting"),
        ("APPROVED", None, 0, False, False, "lost"),
        ("APPROVED", "shipped", 2, False, False, "lost"),
        ("APPROVED", "shipped", 2, False, True, "stuck"),
        (None, None, 0, False, False, "lost"),
        (None, None, 0, False, True, "stuck"),
        ("COMPLETED", "shipped", 4, False, True, "duplicated"),
    ],
)
def test_order_outcomes(
    state: str | None, supplier: str | None, shipped: int, awaiting: bool, dead: bool, outcome: str
) -> None:
    assert order_outcomes(records_of(state, supplier, shipped, awaiting, dead, drained=True))["outcome"].to_list() == [
        outcome
    ]
