"""The pictures of the store that the README shows are still what the pages look like."""

import pytest

from browser.administration import Administration
from browser.shop import Shop
from browser.supplier import Supplier
from deploy.tests import store

pytestmark = pytest.mark.bed


@pytest.fixture(scope="module")
def order_id(bed):
    """A store in which something has happened: orders shipped, refused, and waiting for a person or for goods."""
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 40, on_hand = 40")
        database.execute("update stock set initial_quantity = 0, on_hand = 0 where item_id in ('EST-3', 'EST-10')")
    shown = store.order(bed, {"EST-6": 1, "EST-1": 2})
    store.order(bed, {"EST-8": 1}, card="4000000000000002")
    store.order(bed, {"EST-3": 1, "EST-20": 2})
    for items in ({"EST-1": 99}, {"EST-25": 45}, {"EST-17": 6}):
        store.order(bed, items)
    store.wait_until_idle(bed)
    store.wait_for("completion", lambda: store.state(bed, shown) == "COMPLETED")
    return shown


def test_the_shop(bed, order_id, visitors, agrees):
    shop = Shop(bed, visitors())
    shop.enter()

    agrees("shop", shop.page, 760)


def test_the_way_of_an_order(bed, order_id, visitors, agrees):
    shop = Shop(bed, visitors())
    shop.sign_on_as("customer1")
    shop.enter(f"orders/{order_id}")

    agrees("order", shop.page, 760)


def test_the_orders_in_the_administration(bed, order_id, visitors, agrees):
    administration = Administration(bed, visitors())
    administration.sign_on_as_staff()
    administration.enter()

    agrees("administration", administration.page, 760)


def test_the_inventory_of_the_supplier(bed, order_id, visitors, agrees):
    supplier = Supplier(bed, visitors())
    supplier.sign_on_as_staff()
    supplier.enter("inventory")

    agrees("inventory", supplier.page, 760)
