"""The counts of one audit, each of another size, so that none is taken for another; and its reasons, in order."""

from dataclasses import asdict
from typing import Any

from analysis.auditing.audit import audit
from analysis.tests.synthetic_crashes import crash
from analysis.tests.synthetic_plan import TrialPlan
from analysis.tests.synthetic_records import ns, records_with, trial_of_window

DENIAL: dict[str, Any] = {"begin_ns": ns(109), "end_ns": ns(112), "account": "b", "answer": "refused"}


def numbered(first: int, count: int) -> list[str]:
    return [str(first + place) for place in range(count)]


COMPLETED, LOST, STUCK, OVER = numbered(100, 8), numbered(200, 2), numbered(300, 3), numbered(400, 4)
WAITING, REFUSED, PHANTOMS = numbered(500, 5), numbered(600, 6), numbered(700, 7)
STATES = (
    dict.fromkeys([*COMPLETED, *OVER, *PHANTOMS], "COMPLETED") | dict.fromkeys(STUCK, "APPROVED")
    | dict.fromkeys(WAITING, "PENDING") | dict.fromkeys(REFUSED, "DENIED")
)  # fmt: skip
TABLES: dict[str, Any] = {
    "storefront_orders": [
        {"order_id": order, "received_ns": ns(110), "customer": "a", "lines": "A:1"}
        for order in (*COMPLETED, *LOST, *STUCK, *OVER, *WAITING, *REFUSED)
    ],
    "opc_orders": [
        {"order_id": order, "state": state, "awaiting_approval": state == "PENDING", "received_ns": ns(111),
         "duplicates": int(order == "100") * 2}
        for order, state in STATES.items()
    ],
    "supplier_orders": [
        {"order_id": order, "document_id": f"{order}-S", "state": "shipped", "shipments": 1,
         "duplicates": int(order == "101") * 9}
        for order in (*COMPLETED, *OVER, *PHANTOMS)
    ],
    "shipments": [
        {"shipment_id": order, "order_id": order, "item_id": "A", "quantity": 1 + (order in OVER)}
        for order in (*COMPLETED, *OVER, *PHANTOMS)
    ],
    # 8 + 2 * 4 + 7 pieces left of 100, and one is missing; nothing of B is.
    "stock": [
        {"item_id": "A", "initial": 90, "restocked": 10, "on_hand": 76},
        {"item_id": "B", "initial": 5, "restocked": 0, "on_hand": 5},
    ],
    "dead_letters": [{"queue": "q.dead", "order_id": order} for order in STUCK],
    # The first order has its approval three times and no completion; the second neither shipment nor completion.
    "mails": [
        {"wall_ns": ns(120), "order_id": order, "kind": kind}
        for order in COMPLETED
        for kind in ("approved", "shipped", "completed")
        if (order, kind) not in {("100", "completed"), ("101", "shipped"), ("101", "completed")}
    ]
    + [{"wall_ns": ns(121), "order_id": "100", "kind": "approved"}] * 2
    + [{"wall_ns": ns(121), "order_id": order, "kind": "denied"} for order in REFUSED],
    "answers": [
        {**DENIAL, "account": "c", "answer": "confirmed", "order_id": "700"},
        {**DENIAL, "account": "c", "answer": "confirmed", "order_id": "99"},
        *[DENIAL] * 6,
    ],
}  # fmt: skip
COUNTS = {
    "acknowledged": 28, "completed": 8, "refused": 6, "waiting": 5, "lost": 2, "duplicated": 4, "stuck": 3,
    "phantom": 7,
    # 8 * 3 - 3 + 2 + 6 mails.
    "mails": 29, "mails_missing": 3, "mails_duplicated": 2, "stock_unbalanced": 1, "dead_letters": 3,
    "duplicate_documents": 11, "redeliveries": 0, "missing_acknowledged": 2, "missing_acknowledged_completed": 1,
    # Of seven phantoms one was told to its customer; six denials have room for the others.
    "denied_shipped": 6, "sent_by_rolled_back": 0, "taken_from_rolled_back": 0, "in_doubt_after": 3,
}  # fmt: skip
REASONS = (
    "2 orders lost: 200, 201",
    "4 orders duplicated: 400, 401, 402, 403",
    "3 orders stuck: 300, 301, 302",
    "7 orders phantom: 700, 701, 702, 703, 704, 705, 706",
    "2 orders with a mail missing: 100, 101",
    "1 order with a duplicate mail: 100",
    "stock does not add up for A",
    "2 orders acknowledged to the customer, and missing in the storefront: 700, 99; completed by the order processing "
    "center: 1",
    "6 orders of which the customer was told that nothing was ordered, and shipped",
    "left in doubt: 3, branches of transactions and entries of the log",
)
IN_DOUBT = {"in_doubt": {"before": 0, "after": 3}}


def test_each_count_is_that_of_its_own_orders() -> None:
    found = audit(records_with(trial_of_window(**IN_DOUBT), **TABLES))
    assert {name: value for name, value in asdict(found).items() if name != "failures"} == COUNTS
    assert found.counts() == {**COUNTS, "passed": False}
    assert found.failures == REASONS


def test_with_a_fault_mails_may_come_twice() -> None:
    plan = TrialPlan(levels={"fault": "kill server"})
    found = audit(records_with(trial_of_window(plan, faults=[crash("kill server", 15)], **IN_DOUBT), **TABLES))
    assert found.failures == tuple(reason for reason in REASONS if "duplicate mail" not in reason)


def test_without_recorded_answers_the_missing_are_counted_and_not_named() -> None:
    post = {"end_s": 110.0, "user": 1, "url_index": 11, "status": 200, "duration_s": 0.1, "account": "z"}
    found = audit(records_with(requests=[post, {**post, "account": "y"}]))
    assert found.failures == ("2 orders acknowledged to the customer, and missing in the storefront",)
    assert (found.missing_acknowledged, found.missing_acknowledged_completed) == (2, None)
    assert found.passed is False and audit(records_with()).passed is True
