"""What a customer was told and the books do not say is found, order by order."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from analysis.auditing.confirmations import MAX_DELIVERY_DELAY_S, ConfirmationCheck, check_confirmations
from analysis.tests.synthetic_plan import SECOND

Answer = tuple[float, float, str | None, str, str | None]
"""Seconds from and to, account, answer, number."""


def records_of(answers: list[Answer], shop: dict[str, tuple[str, float]], opc: dict[str, tuple[str, float]]) -> Any:
    """shop: account and second of each order; opc: state and second; what is COMPLETED there was shipped."""
    answers_df = pl.DataFrame(
        answers,
        schema={"begin_ns": pl.Float64, "end_ns": pl.Float64, "account": pl.String, "answer": pl.String,
                "order_id": pl.String},
        orient="row",
    ).with_columns((pl.col("begin_ns", "end_ns") * SECOND).cast(pl.Int64))  # fmt: skip
    orders = {"order_id": pl.String, "customer": pl.String, "received_ns": pl.Int64}
    known = {"order_id": pl.String, "state": pl.String, "received_ns": pl.Int64}
    return SimpleNamespace(
        answers=answers_df,
        storefront_orders=pl.DataFrame(
            [(i, who, int(s * SECOND)) for i, (who, s) in shop.items()], orders, orient="row"
        ),
        opc_orders=pl.DataFrame([(i, state, int(s * SECOND)) for i, (state, s) in opc.items()], known, orient="row"),
        shipments=pl.DataFrame(
            {"order_id": [i for i, (state, _) in opc.items() if state == "COMPLETED"]}, {"order_id": pl.String}
        ),
    )


CONFIRMED: Answer = (100, 100.2, "a", "confirmed", "1")
LATE: Answer = (100, 141, "a", "confirmed", "1")
REFUSED: Answer = (100, 132, "a", "refused", None)
DONE = "COMPLETED"


@pytest.mark.parametrize(
    ("answers", "shop", "opc", "found"),
    [
        # As it should be.
        ([CONFIRMED], {"1": ("a", 100.1)}, {"1": (DONE, 101)}, ConfirmationCheck(0, (), 0, 0)),
        # Confirmed after 41 s, absent from the shop, completed by the OPC: number 1 of what was found.
        ([LATE], {}, {"1": (DONE, 140)}, ConfirmationCheck(1, ("1",), 1, 0)),
        ([LATE], {}, {"1": ("APPROVED", 140)}, ConfirmationCheck(1, ("1",), 0, 0)),
        ([CONFIRMED], {}, {}, ConfirmationCheck(1, ("1",), 0, 0)),
        # Another order of the same account at the same time, whose answer nobody heard, makes up for nothing.
        ([CONFIRMED], {"2": ("a", 100.1)}, {"2": (DONE, 101)}, ConfirmationCheck(1, ("1",), 0, 0)),
        # Told twice (a second click) is one order.
        ([CONFIRMED, CONFIRMED], {}, {}, ConfirmationCheck(1, ("1",), 0, 0)),
        # Refused, and really nothing there.
        ([REFUSED], {}, {}, ConfirmationCheck(0, (), 0, 0)),
        # Refused, and in the books of all: within the request, and just outside of it at either end.
        ([REFUSED], {"1": ("a", 100)}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 1)),
        ([REFUSED], {"1": ("a", 99.9)}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 0)),
        ([REFUSED], {"1": ("a", 132)}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 1)),
        ([REFUSED], {"1": ("a", 132.1)}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 0)),
        # Another customer's order is none of theirs.
        ([REFUSED], {"1": ("b", 110)}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 0)),
        # What was not shipped does nobody harm yet; what was confirmed to somebody is no denied one.
        ([REFUSED], {"1": ("a", 110)}, {"1": ("PENDING", 140)}, ConfirmationCheck(0, (), 0, 0)),
        ([REFUSED, (120, 131, "a", "confirmed", "1")], {"1": ("a", 130)}, {"1": (DONE, 140)},
         ConfirmationCheck(0, (), 0, 0)),
        # What the customer was told is in question is no denied one either.
        ([REFUSED, (120, 131, "a", "unsettled", "1")], {}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 0)),
        # The shop does not know it, the OPC had it as soon as the broker went on; just inside, and just outside.
        ([REFUSED], {}, {"1": (DONE, 132 + MAX_DELIVERY_DELAY_S)}, ConfirmationCheck(0, (), 0, 1)),
        ([REFUSED], {}, {"1": (DONE, 132.1 + MAX_DELIVERY_DELAY_S)}, ConfirmationCheck(0, (), 0, 0)),
        # An answer is about one order; two answers about two.
        ([REFUSED], {}, {"1": (DONE, 140), "2": (DONE, 141)}, ConfirmationCheck(0, (), 0, 1)),
        ([REFUSED, (101, 133, "b", "refused", None)], {}, {"1": (DONE, 140), "2": (DONE, 141)},
         ConfirmationCheck(0, (), 0, 2)),
        ([REFUSED], {"1": ("a", 110)}, {"1": (DONE, 140), "2": (DONE, 141)}, ConfirmationCheck(0, (), 0, 1)),
        # Of an answer without account the shop's books tell nothing.
        ([(100, 132, None, "refused", None)], {"1": ("a", 110)}, {"1": (DONE, 140)}, ConfirmationCheck(0, (), 0, 0)),
    ],
)  # fmt: skip
def test_what_customers_were_told_is_compared_with_the_books(
    answers: Any, shop: Any, opc: Any, found: ConfirmationCheck
) -> None:
    assert check_confirmations(records_of(answers, shop, opc)) == found
