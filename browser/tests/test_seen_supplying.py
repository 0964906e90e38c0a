"""Goods arrive at the supplier, and who waited for them gets them."""

import pytest
from playwright.sync_api import expect

from browser.shop import Shop
from browser.supplier import Supplier

pytestmark = pytest.mark.bed

SHARK = "EST-3"


def test_an_order_that_waits_for_stock_is_shipped_when_goods_arrive(bed, visitors):
    supplier = Supplier(bed, visitors())
    supplier.sign_on_as_staff()
    supplier.count(SHARK, 0)
    shop = Shop(bed, visitors())
    shop.sign_on_as("customer1")
    order_id = shop.buy(SHARK)
    shop.follow("Track this order")
    expect(shop.state()).to_contain_text("approved", ignore_case=True)
    supplier.enter("orders")
    supplier.reload_until(supplier.main, order_id)
    expect(supplier.row(order_id)).to_contain_text("waits for stock")

    supplier.restock(SHARK, 5)

    expect(supplier.status()).to_contain_text("1 were shipped")
    # The customer's page, which was open all the time, hears of it by itself.
    expect(shop.state()).to_contain_text("completed", ignore_case=True)
    supplier.enter(f"shipments?order={order_id}")
    expect(supplier.main).to_contain_text(SHARK)
