"""The administrator decides on orders and switches delegates; the shop shows what came of it."""

import pytest
from playwright.sync_api import expect

from browser.administration import Administration
from browser.shop import Shop
from deploy.tests import store

pytestmark = pytest.mark.bed


@pytest.fixture
def shop(bed, visitors):
    shop = Shop(bed, visitors())
    shop.sign_on_as("customer1")
    return shop


@pytest.fixture
def administration(bed, visitors):
    administration = Administration(bed, visitors())
    administration.sign_on_as_staff()
    return administration


def test_a_denied_order_is_denied_in_the_shop(shop, administration):
    order_id = shop.buy("EST-1", quantity=99)
    shop.follow("Track this order")

    administration.choose_waiting(order_id)
    administration.press("Deny the chosen")

    expect(administration.main.get_by_role("status")).to_contain_text(f"Your denial of order {order_id} is noted.")
    # The customer's page, which was open all the time, hears of it by itself.
    expect(shop.state()).to_contain_text("denied", ignore_case=True)


def test_several_orders_are_approved_at_once(bed, shop, administration):
    order_ids = [shop.buy("EST-1", quantity=99), shop.buy("EST-4", quantity=50)]

    administration.choose_waiting(*order_ids)
    administration.press("Approve the chosen")

    for order_id in order_ids:
        expect(administration.main.get_by_role("status")).to_contain_text(
            f"Your approval of order {order_id} is noted; its card is authorized next."
        )
        shop.enter(f"orders/{order_id}")
        expect(shop.state()).to_contain_text("completed", ignore_case=True)


def test_the_next_order_goes_by_the_delegate_that_was_switched_to(bed, shop, administration):
    with store.delegates(bed, {"supplier-order": "jms-transacted"}):  # which puts back what was before
        administration.switch("supplier-order", "soap")
        expect(administration.main.get_by_role("status")).to_have_text("supplier-order uses soap now.")
        expect(administration.row("supplier-order")).to_contain_text("soap")
        order_id = shop.buy()
        shop.follow("Track this order")
        expect(shop.state()).to_contain_text("completed", ignore_case=True)

        administration.enter(f"admin/orders/{order_id}")
        administration.reload_until(administration.main, "mailing")
        line = administration.sent_by(order_id, "approving", "supplier-order")

        expect(line).to_contain_text("soap")
