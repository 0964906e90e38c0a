"""A call by SOAP falls into the way to the endpoint, the time in it, and the way back."""

import polars as pl
import pytest

from analysis.timing.call_parts import call_parts, mean_call_parts

MS = 1_000_000
CALL_NS = 10 * MS
CALLS = {"order_id": ["1"], "call_begin_ns": [100 * MS], "call_ns": [CALL_NS]}


def requests(*rows: tuple[int, int, str]) -> pl.DataFrame:
    """Of order 1, each with its entry and its duration in ms, and the entrance."""
    return pl.DataFrame(
        [("1", entry * MS, duration * MS, entrance) for entry, duration, entrance in rows],
        schema=["order_id", "begin_ns", "duration_ns", "entrance"],
        orient="row",
    )


@pytest.mark.parametrize(
    ("entered", "parts_ms"),
    [
        pytest.param([(102, 5, "supplier-order")], (2, 5, 3), id="an answer after 3 ms on its way"),
        pytest.param([(102, 9, "supplier-order")], (2, 8, 0), id="noted after the caller has the answer"),
        pytest.param([(100, 10, "supplier-order")], (0, 10, 0), id="both at once"),
        pytest.param([(101, 1, "supplier-order"), (104, 2, "supplier-order")], (4, 2, 4), id="the second try"),
        pytest.param([(110, 1, "supplier-order")], (10, 0, 0), id="entered as the call returns"),
        pytest.param(
            [(90, 2, "supplier-order"), (102, 5, "supplier-order"), (120, 2, "supplier-order")],
            (2, 5, 3),
            id="an earlier and a later call",
        ),
    ],
)
def test_the_parts_add_up_to_the_call(entered: list[tuple[int, int, str]], parts_ms: tuple[int, ...]) -> None:
    [row] = call_parts(pl.DataFrame(CALLS), requests(*entered)).iter_rows()
    assert row == ("1", *(part * MS for part in parts_ms))
    assert sum(row[1:]) == CALL_NS


@pytest.mark.parametrize("entered", [(99, 2, "supplier-order"), (111, 1, "supplier-order"), (102, 5, "invoice")])
def test_a_request_outside_the_call_or_at_another_endpoint_splits_nothing(entered: tuple[int, int, str]) -> None:
    assert call_parts(pl.DataFrame(CALLS), requests(entered)).is_empty()


def test_means_are_of_the_orders_that_have_parts() -> None:
    orders_df = pl.DataFrame(
        {
            "variant": ["soap", "soap", "soap", "jms-transacted"],
            "customers": [4, 4, 4, 4],
            "to_endpoint_ms": [1.0, 3.0, None, None],
            "in_endpoint_ms": [5.0, 6.0, None, None],
            "from_endpoint_ms": [0.5, 0.5, None, None],
            "call_ms": [6.5, 9.5, 100.0, 0.1],
        }
    )
    assert mean_call_parts(orders_df).rows() == [("soap", 4, 2, 2.0, 5.5, 0.5, 8.0)]
    assert mean_call_parts(pl.DataFrame()).is_empty()
