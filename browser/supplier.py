"""The supplier and its warehouse."""

from typing import TYPE_CHECKING

from browser.site import Site

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Locator


class Supplier(Site):
    """The supplier's pages."""

    application = "supplier"
    first_page = "inventory"

    def count(self, item: str, quantity: int) -> None:
        """Says how many of an item there really are."""
        self.enter(f"inventory/{item}")
        self.fill({"Counted": str(quantity)})
        self.press("Correct")

    def restock(self, item: str, quantity: int) -> None:
        """Books goods that have arrived."""
        self.enter(f"inventory/{item}")
        self.fill({"How many": str(quantity)})
        self.press("Restock")

    def status(self) -> "Locator":
        """What the page says of what was done."""
        return self.main.get_by_role("status")
