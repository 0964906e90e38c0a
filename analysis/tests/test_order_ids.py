"""Orders that the books name twice, and in which order ids are listed."""

import polars as pl

from analysis.auditing.order_outcomes import ids, order_outcomes
from analysis.tests.test_order_outcomes import records_of


def test_an_order_that_the_center_has_twice_has_one_outcome() -> None:
    records = records_of("COMPLETED", "shipped", 2, awaiting=False, dead=False, drained=True)
    twice_df = pl.concat([records.opc_orders, records.opc_orders.with_columns(state=pl.lit("APPROVED"))])
    records.opc_orders = twice_df
    assert len(order_outcomes(records)) == 1


def test_ids_are_listed_once_and_numbers_by_their_size() -> None:
    assert ids(pl.DataFrame({"order_id": ["10", "9", "100", "9"]})) == ["9", "10", "100"]
