"""Customers buy: a new one, one without JavaScript, one without a mouse; and what is theirs is theirs alone."""

import pytest
from playwright.sync_api import expect

from browser.keyboard import Keyboard
from browser.shop import ADDRESS, CARD, Shop

pytestmark = pytest.mark.bed


def test_a_new_customer_buys_a_dog_and_sees_it_on_its_way(bed, visitors):
    shop = Shop(bed, visitors())
    shop.enter()
    shop.follow("Dogs", "Bulldog", "Male puppy bulldog")
    shop.press("Add to cart")
    shop.register("grace", "never the same river")  # the cart is kept, and what comes next is the checkout
    order_id = shop.pay()
    shop.follow("Track this order")

    expect(shop.page.get_by_role("heading", level=1)).to_have_text(f"Order {order_id}")
    # Nothing is asked for again here: the page hears of it by itself.
    expect(shop.state()).to_contain_text("completed", ignore_case=True)


def test_the_page_of_a_finished_order_asks_no_more_whatever_becomes_of_its_tab(bed, visitors):
    """Else a forgotten tab would keep the session alive for ever."""
    shop = Shop(bed, visitors())
    shop.enter()
    shop.follow("Dogs", "Bulldog", "Male puppy bulldog")
    shop.press("Add to cart")
    shop.register("alan", "never the same river")
    shop.pay()
    shop.follow("Track this order")
    expect(shop.state()).to_contain_text("completed", ignore_case=True)
    page, asked = shop.page, []
    page.clock.install()
    page.reload()
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/timeline") else None)
    for _ in range(3):  # what was written down a moment later
        with page.expect_response("**/timeline"):
            page.clock.run_for(20_000)
    for _ in range(2):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.run_for(60_000)
    page.evaluate("fetch('/storefront/cart')")  # behind whatever was asked for before
    assert len(asked) == 3


def test_buying_works_without_javascript(bed, visitors):
    shop = Shop(bed, visitors(javascript=False))
    shop.sign_on_as("customer2")
    shop.enter()
    shop.follow("Cats", "Manx", "Tailless manx")
    shop.press("Add to cart")
    shop.press("Check out")
    order_id = shop.pay()
    shop.follow("Track this order")

    expect(shop.page.get_by_role("heading", level=1)).to_have_text(f"Order {order_id}")
    shop.reload_until(shop.state(), "completed")


def test_a_customer_without_a_mouse_comes_from_home_to_the_confirmation(bed, visitors):
    visitor = visitors()
    shop = Shop(bed, visitor)
    keyboard = Keyboard(shop.page)
    shop.enter()
    for link in ("Fish", "Goldfish", "Adult male goldfish"):
        keyboard.press(shop.link(link))
    keyboard.press(shop.button("Add to cart"))
    with visitor.allow_statuses(401):  # the sign-on page
        keyboard.press(shop.button("Check out"))
        for label in ("Name", "Password"):
            keyboard.type(shop.field(label), "customer3")
    keyboard.press(shop.button("Sign on"))
    for form, button in ((ADDRESS, "Continue"), (CARD, "Order for")):
        for label, text in form.items():
            keyboard.type(shop.field(label), text)
        keyboard.press(shop.button(button))

    assert shop.confirmed()


def test_nobody_sees_the_order_of_another(bed, visitors):
    shop = Shop(bed, visitors())
    shop.sign_on_as("customer4")
    order_id = shop.buy("EST-1")
    other = visitors()
    stranger = Shop(bed, other)
    stranger.sign_on_as("customer5")

    with other.allow_statuses(404):
        stranger.enter(f"orders/{order_id}")

    expect(stranger.main.get_by_role("alert")).to_have_text("You have no order of that number.")
    expect(stranger.main).not_to_contain_text("angelfish")
