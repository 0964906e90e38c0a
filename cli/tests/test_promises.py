"""The audit on a real bed: what customers were told, and what the books of the store are made to say otherwise."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from analysis.trials.trial_analysis import analyse
from deploy.bed.standing_bed import Bed
from deploy.specification.transactions import NARAYANA
from deploy.tests import store
from loadscripts.load.siege_answers import compile_listener
from loadscripts.tests.test_conduct import rows
from loadscripts.tests.test_injecting import conducted, lab_for, warm_bed

__all__ = ["warm_bed"]

pytestmark = [
    pytest.mark.bed,
    pytest.mark.parametrize("faulty_bed", [NARAYANA], indirect=True),
    pytest.mark.skipif(compile_listener() is None, reason="no C compiler here"),
]

HARMLESS = "committed:delay:each-1000:1"
"""With faults, customers are listened to."""


@contextmanager
def untrue_books(bed: Bed) -> Iterator[None]:
    """Of every fifth order the storefront forgets, as it commits, what it has confirmed; every fifth other commit
    fails after the document has been sent outside of the transaction, of which the customer must not be told
    that nothing was ordered.
    """
    with store.sql(bed, "storefront") as database:
        database.execute(
            """create function untrue() returns trigger language plpgsql as $$ begin
                 if new.order_id::bigint % 5 = 0 then
                   delete from placed_order where order_id = new.order_id;
                 elsif new.order_id::bigint % 5 = 1 then
                   raise exception 'a test makes this commit fail';
                 end if;
                 return null;
               end $$"""
        )
        database.execute(
            """create constraint trigger untrue after insert on placed_order
               deferrable initially deferred for each row execute function untrue()"""
        )
    try:
        yield
    finally:
        with store.sql(bed, "storefront") as database:
            database.execute("drop trigger untrue on placed_order")
            database.execute("drop function untrue")


def numbers(orders: set[str], rest: int) -> set[str]:
    return {order_id for order_id in orders if int(order_id) % 5 == rest}


def test_what_customers_were_told_and_the_books_deny_is_counted(warm_bed, tmp_path):
    outside = {"order-submission": "jms-nontransacted"}
    with store.delegates(warm_bed, warm_bed.delegates()), untrue_books(warm_bed):
        folder, _ = conducted(lab_for(HARMLESS, outside, measure_s=14), warm_bed, tmp_path)

    answers = rows(folder / "answers.csv")
    confirmed = {row["order_id"] for row in answers if row["answer"] == "confirmed"}
    shop = {row["order_id"] for row in rows(folder / "storefront_orders.csv")}
    opc = {row["order_id"] for row in rows(folder / "opc_orders.csv")}
    found = analyse(folder).audit
    assert found is not None and found.missing_acknowledged is not None and found.denied_shipped is not None
    assert numbers(confirmed, 0) and not numbers(shop, 0)
    assert found.missing_acknowledged == found.missing_acknowledged_completed == len(numbers(confirmed, 0))
    assert numbers(opc, 1) and not numbers(confirmed, 1)
    assert found.denied_shipped == 0
    assert found.phantom == len(opc - shop) >= found.missing_acknowledged
    assert any("missing in the storefront" in failure for failure in found.failures)


def test_where_the_books_are_true_nothing_is_counted(warm_bed, tmp_path):
    folder, _ = conducted(lab_for(HARMLESS), warm_bed, tmp_path)

    answers = rows(folder / "answers.csv")
    confirmed = {row["order_id"] for row in answers if row["answer"] == "confirmed"}
    shop = {row["order_id"] for row in rows(folder / "storefront_orders.csv")}
    found = analyse(folder).audit
    assert found is not None and found.passed
    assert len(confirmed) > 5 and confirmed <= shop
    assert (found.missing_acknowledged, found.missing_acknowledged_completed, found.denied_shipped) == (0, 0, 0)
