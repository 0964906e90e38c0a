"""A visitor who has no mouse: everything is reached by Tab and pressed by Enter."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Locator, Page

_MAX_STOPS = 120
_HAS_FOCUS = "element => element === document.activeElement"
# A card shows the focus of the link in it.
_IS_SEEN = """element => {
  const isShown = each => {
    const box = each.getBoundingClientRect(), style = getComputedStyle(each);
    return box.width > 0 && box.height > 0 && style.outlineStyle !== "none" && style.outlineWidth !== "0px";
  };
  return isShown(element) || [...document.querySelectorAll("li:focus-within")].some(isShown);
}"""


class Keyboard:
    """Moves the focus of one page."""

    def __init__(self, page: "Page") -> None:
        self._page = page

    def go_to(self, target: "Locator") -> None:
        """Presses Tab until the element has the focus, which must be seen there."""
        for _ in range(_MAX_STOPS):
            if target.evaluate(_HAS_FOCUS):
                assert target.evaluate(_IS_SEEN), f"nothing shows that {target} has the focus"
                return
            self._page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached by {_MAX_STOPS} times Tab")

    def press(self, target: "Locator") -> None:
        """Goes to a link or a button and presses it; waits for the page that comes."""
        self.go_to(target)
        with self._page.expect_navigation():
            self._page.keyboard.press("Enter")

    def type(self, target: "Locator", text: str) -> None:
        """Goes to a field and replaces what is in it."""
        self.go_to(target)
        self._page.keyboard.press("ControlOrMeta+a")
        self._page.keyboard.type(text)
