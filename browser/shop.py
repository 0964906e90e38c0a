"""The shop and its customers."""

import re
from typing import TYPE_CHECKING

from browser.site import Site

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Locator

ADDRESS = {
    "Given name": "Ada",
    "Family name": "Byron",
    "Street and number": "12 St James Square",
    "City": "London",
    "Postal code": "SW1Y 4JH",
    "Country": "United Kingdom",
    "Telephone": "020 7946 0000",
    "E-mail address": "ada@example.org",
}
CARD = {"Card number": "4111 1111 1111 1111", "Expiry (MM/YYYY)": "12/2030"}


class Shop(Site):
    """The shop."""

    application = "storefront"

    def sign_on_as(self, customer: str) -> None:
        """Signs on as one of the seed's customers, whose passwords are their names."""
        self.sign_on(customer, customer)

    def register(self, name: str, password: str) -> None:
        """Opens an account; the page that comes next depends on what is in the cart."""
        self.enter("register")
        self.fill(
            {
                "Name to sign on with": name,
                "Password (at least 8 characters)": password,
                "The same password again": password,
                "E-mail address": f"{name}@example.org",
            }
        )
        self.press("Register")

    def fill_cart(self, item: str = "EST-11", quantity: int = 1) -> None:
        """Puts an item into the cart, and is at the cart then."""
        self.enter(f"item?id={item}")
        self.fill({"Quantity": str(quantity)})
        self.press("Add to cart")

    def go_to_address(self, item: str = "EST-11", quantity: int = 1) -> None:
        """From an item to where the address is asked for, as somebody who is signed on."""
        self.fill_cart(item, quantity)
        self.press("Check out")

    def go_to_payment(self) -> None:
        """From an item to where the card is asked for, as somebody who is signed on."""
        self.go_to_address()
        self.fill(ADDRESS)
        self.press("Continue")

    def pay(self) -> str:
        """From the address to the confirmation; returns the order's number."""
        self.fill(ADDRESS)
        self.press("Continue")
        self.order()
        return self.confirmed()

    def order(self) -> None:
        """From where the card is asked for to whatever is answered."""
        self.fill(CARD)
        self.press("Order for")

    def buy(self, item: str = "EST-1", quantity: int = 1) -> str:
        """Orders an item, as somebody who is signed on; returns the order's number."""
        self.go_to_address(item, quantity)
        return self.pay()

    def confirmed(self) -> str:
        """The number of the order that the confirmation shows."""
        text = self.main.inner_text()
        found = re.search(r"order has the number (\w+)", text)
        assert found, text
        return found.group(1)

    def state(self) -> "Locator":
        """What an order's page says of the order's state."""
        return self.main.get_by_role("status")
