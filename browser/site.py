"""A web site as a person uses it: by what is written on its links, buttons and fields."""

import re
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from browser.visitor import TIMEOUT_MS, Visitor
from deploy.bed.standing_bed import Bed

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Locator, Page


class Site:
    """One application of a bed, before one visitor. Links, buttons and fields are those of the page's own part."""

    #: Its id, and where its first page is.
    application: str
    first_page = ""

    def __init__(self, bed: Bed, visitor: Visitor) -> None:
        self.page: Page = visitor.page
        self.bed = bed
        self._home = f"{bed.applications[self.application]}/"

    def enter(self, path: str | None = None) -> None:
        """Opens a page by its address, the first page when none is given."""
        self.page.goto(f"{self._home}{self.first_page if path is None else path}")

    def follow(self, *links: str) -> None:
        """Clicks one link after the other; each leads to a page."""
        for name in links:
            self._click(self.link(name))

    def press(self, button: str) -> None:
        """Presses a button that sends a form, and waits for the page that comes."""
        self._click(self.button(button))

    def _click(self, target: "Locator") -> None:
        # Or what comes next would still be done to the page before.
        with self.page.expect_navigation():
            target.click()

    def fill(self, fields: Mapping[str, str]) -> None:
        """Types into fields, by their labels."""
        for label, text in fields.items():
            self.field(label).fill(text)

    def sign_on(self, name: str, password: str) -> None:
        """Signs on at the page for it."""
        self.enter("signon")
        self.fill({"Name": name, "Password": password})
        self.press("Sign on")

    def sign_on_as_staff(self) -> None:
        """Signs on with what was generated for this bed."""
        made = next(each for each in self.bed.sign_ons if each.application == self.application)
        self.sign_on(made.name, made.password)

    def link(self, name: str) -> "Locator":
        """A link by all of its text."""
        return self.main.get_by_role("link", name=name, exact=True)

    def button(self, name: str) -> "Locator":
        """A button by the beginning of what is on it."""
        return self.main.get_by_role("button", name=re.compile(rf"^{re.escape(name)}"))

    def field(self, label: str) -> "Locator":
        """A field by its label."""
        return self.main.get_by_label(label, exact=True)

    def row(self, text: str) -> "Locator":
        """The row of a table whose head says this."""
        return self.main.get_by_role("row").filter(has=self.page.get_by_role("rowheader", name=text, exact=True))

    def reload_until(self, status: "Locator", text: str) -> None:
        """Asks for the page again and again until it says so, as a person does whose page does not do it by itself."""
        end_s = time.monotonic() + TIMEOUT_MS / 1000
        while text not in (status.text_content() or ""):
            assert time.monotonic() < end_s, f"{text} not within {TIMEOUT_MS} ms; the page says {status.text_content()}"
            self.page.reload()

    @property
    def main(self) -> "Locator":
        """The page's own part, without what is around every page."""
        return self.page.get_by_role("main")
