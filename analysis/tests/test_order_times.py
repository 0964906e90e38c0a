"""The orders of a trial, one row each."""

from analysis.tests.synthetic_records import ns, records_with
from analysis.timing.order_times import orders


def test_orders_of_the_same_nanosecond_stand_in_one_order_each_time() -> None:
    """Intervals of percentiles are drawn by place, and would differ from one analysis to the next."""
    numbers = [f"{10_000 + number}" for number in range(60)]
    marks = [{"point": "order-received", "order_id": number, "wall_ns": ns(101)} for number in reversed(numbers)]
    assert orders(records_with(points=marks))["order_id"].to_list() == numbers
