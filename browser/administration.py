"""The administration of the order processing center."""

from typing import TYPE_CHECKING

from browser.site import Site

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Locator


class Administration(Site):
    """The administration's pages."""

    application = "opc"
    first_page = "admin/orders"

    def choose_waiting(self, *order_ids: str) -> None:
        """Ticks orders in the list of those that wait for a decision, as soon as they are there."""
        self.enter("admin/waiting")
        for order_id in order_ids:
            self.reload_until(self.main, order_id)
        for order_id in order_ids:
            self.field(f"Order {order_id}").check()

    def switch(self, transition: str, delegate: str) -> None:
        """Chooses how documents are sent along a transition."""
        self.enter("admin/transitions")
        self.field(f"Delegate of {transition}").select_option(delegate)
        self.press(f"Switch {transition}")

    def sent_by(self, order_id: str, step: str, transition: str) -> "Locator":
        """The line of an order's history that says how a step sent; the page is opened."""
        self.enter(f"admin/orders/{order_id}")
        history = self.main.get_by_role("table").filter(has=self.page.get_by_role("columnheader", name="Outcome"))
        step_head = self.page.get_by_role("rowheader", name=step, exact=True)
        return history.get_by_role("row").filter(has=step_head).filter(has_text=transition)
