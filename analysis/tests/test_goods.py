"""What was shipped against what was ordered, piece by piece; who is known behind the storefront alone; what mails were
due; and whether the stock adds up.
"""

from typing import Any

import polars as pl
import pytest

from analysis.auditing.audit import audit, named, redeliveries, refused_and_shipped, unbalanced_items
from analysis.auditing.mail_counts import mail_faults
from analysis.auditing.order_outcomes import order_outcomes, phantom_orders, piece_balances, supplier_states
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window


def ordered(order: str, lines: str) -> dict[str, Any]:
    return {"order_id": order, "received_ns": ns(110), "customer": "a", "total": 1.0, "lines": lines}


def shipped(order: str, item: str, quantity: int) -> dict[str, Any]:
    return {"shipment_id": f"{order}-{item}", "order_id": order, "item_id": item, "quantity": quantity}


@pytest.mark.parametrize(
    ("lines", "shipments", "over", "short"),
    [
        ("A:2;B:3", [("A", 2), ("B", 3)], 0, 0),
        ("A:2;B:3", [("A", 5), ("B", 1)], 3, 2),  # what is over of one item makes up for nothing of another
        ("A:2;A:3", [("A", 1), ("A", 3)], 0, 1),  # lines of the same item, and shipments of it, are summed
        ("A:2", [], 0, 2),
        ("A:2", [("A", 2), ("B", 4)], 4, 0),
    ],
)
def test_pieces_are_counted_item_by_item(lines: str, shipments: Any, over: int, short: int) -> None:
    """Beside another order that got what it wanted."""
    rows = [shipped("1", item, quantity) for item, quantity in shipments] + [shipped("2", "A", 7)]
    found_df = piece_balances(
        records_with(storefront_orders=[ordered("1", lines), ordered("2", "A:7")], shipments=rows)
    )
    assert dict(zip(found_df["order_id"], found_df.drop("order_id").rows(), strict=True)) == {
        "1": (over, short),
        "2": (0, 0),
    }
    assert found_df.columns == ["order_id", "pieces_over", "pieces_short"]


def test_an_order_waits_at_the_supplier_while_one_of_its_documents_does() -> None:
    rows = [("1", "shipped", 2), ("1", "waiting", 1), ("2", "shipped", 1), ("2", "shipped", 1)]
    documents = [{"order_id": order, "state": state, "shipments": count} for order, state, count in rows]
    found_df = supplier_states(records_with(supplier_orders=documents)).sort("order_id")
    assert found_df.rows() == [("1", "waiting", 3), ("2", "shipped", 2)]


@pytest.mark.parametrize("table", ["opc_orders", "supplier_orders", "shipments"])
def test_a_phantom_is_known_to_any_of_those_behind_the_storefront(table: str) -> None:
    rows: Any = [{"order_id": order} for order in ("1", "9", "10", "9")]
    assert phantom_orders(records_with(storefront_orders=[ordered("1", "A:1")], **{table: rows})) == ["9", "10"]


def known(order: str, state: str) -> dict[str, Any]:
    return {"order_id": order, "state": state, "awaiting_approval": state == "PENDING", "duplicates": 0}


def mail(order: str, kind: str) -> dict[str, Any]:
    return {"wall_ns": ns(120), "order_id": order, "kind": kind, "message_id": "m"}


OUTCOMES = [
    ("1", "completed", "COMPLETED", 2), ("2", "refused", "DENIED", None), ("3", "waiting", "SHIPPED_PART", 1),
    ("4", "waiting", "PENDING", None), ("5", "lost", "APPROVED", 1), ("6", "waiting", "APPROVED", None),
]  # fmt: skip
OUTCOME = {"order_id": pl.String, "outcome": pl.String, "state": pl.String, "shipments": pl.Int64}


def mails_that_differ(*mails: tuple[str, str]) -> set[tuple[Any, ...]]:
    found_df = mail_faults(
        records_with(mails=[mail(*each) for each in mails]), pl.DataFrame(OUTCOMES, OUTCOME, orient="row")
    )
    return set(found_df.select("order_id", "kind", "due", "came").rows())


ALL = [
    ("1", "approved"), ("1", "shipped"), ("1", "shipped"), ("1", "completed"), ("2", "denied"), ("3", "approved"),
    ("3", "shipped"), ("6", "approved"),
]  # fmt: skip


def test_mails_are_due_by_what_became_of_the_order() -> None:
    """One that is lost is owed nothing; one that waits for a person, either."""
    assert mails_that_differ(*ALL) == set()
    assert mails_that_differ(*ALL, ("2", "approved"), ("4", "completed"), ("5", "denied")) == {
        ("2", "approved", 0, 1),
        ("4", "completed", 0, 1),
    }
    assert mails_that_differ(*ALL[2:]) == {("1", "approved", 1, 0), ("1", "shipped", 2, 1)}
    assert ("2", "denied", 1, 0) in mails_that_differ() and ("3", "shipped", 1, 0) in mails_that_differ()


def stocked(item: str, initial: int | None, restocked: int | None, on_hand: int | None) -> dict[str, Any]:
    return {"item_id": item, "initial": initial, "restocked": restocked, "on_hand": on_hand}


def test_stock_adds_up_item_by_item() -> None:
    """On hand and shipped against initial and restocked: A 7 + 5 = 10 + 2; B has a piece too many, C one too few; D was
    never in stock, and two of it left.
    """
    stock = [stocked("C", 10, 0, 9), stocked("A", 10, 2, 7), stocked("B", 10, 2, 8)]
    shipments = [shipped("1", "A", 4), shipped("2", "A", 1), shipped("1", "B", 5), shipped("1", "D", 2)]
    assert unbalanced_items(records_with(stock=stock, shipments=shipments)) == ["B", "C", "D"]


def test_a_refused_order_that_was_shipped_is_found() -> None:
    records = records_with(
        storefront_orders=[ordered("1", "A:1")], opc_orders=[known("1", "DENIED")], shipments=[shipped("1", "A", 1)],
        stock=[stocked("A", 1, 0, 0)], mails=[mail("1", "denied")],
    )  # fmt: skip
    assert refused_and_shipped(records, ["1"]) == ["1"] and refused_and_shipped(records, ["2"]) == []
    assert order_outcomes(records)["outcome"].to_list() == ["refused"]
    assert audit(records).failures == ("1 order refused, and shipped all the same: 1",)


def test_attempts_after_the_first_are_redeliveries() -> None:
    steps = [{"order_id": "1", "deliveries": deliveries} for deliveries in (1, 2, 3, 1)]
    assert redeliveries(records_with(steps=steps)) == 2
    assert redeliveries(records_with(trial_of_window(TrialPlan(measuring="off")), steps=steps)) is None


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (0, []),
        (1, ["1 order lost: 1"]),
        (10, ["10 orders lost: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10"]),
        (12, ["12 orders lost: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more"]),
    ],
)
def test_ten_orders_are_named_and_the_rest_counted(count: int, sentence: list[str]) -> None:
    assert named("lost", [str(number) for number in range(1, count + 1)]) == sentence
