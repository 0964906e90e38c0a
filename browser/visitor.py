"""Somebody in front of a browser, and everything that went wrong while they looked."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

#: A busy machine is slow, not wrong.
TIMEOUT_MS = 30_000


@dataclass(frozen=True)
class Viewport:
    """How a visitor sees pages: the window's size and the colours that they prefer."""

    width: int
    height: int
    colours: str

    def __str__(self) -> str:
        return f"{self.width} px, {self.colours}"


PHONE, DESKTOP = 360, 1280
DESK = Viewport(DESKTOP, 800, "light")
VIEWPORTS = tuple(
    Viewport(width, height, colours)
    for width, height in ((PHONE, 740), (DESKTOP, 800))
    for colours in ("light", "dark")
)
"""Either width in either colours."""
EITHER = (VIEWPORTS[1], VIEWPORTS[2])
"""Each width and both colours once: the phone is dark."""


class Visitor:
    """One person: cookies of their own, one page, and a list of what went wrong in it."""

    def __init__(self, browser: "Browser", *, viewport: Viewport = DESK, javascript: bool = True) -> None:
        self._context = browser.new_context(
            java_script_enabled=javascript,
            locale="en-GB",
            timezone_id="UTC",
            reduced_motion="reduce",
            service_workers="block",
        )
        self._context.set_default_timeout(TIMEOUT_MS)
        self.page: Page = self._context.new_page()
        self.wrong: list[str] = []
        self._refusals: set[int] = set()
        self.take(viewport)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def take(self, viewport: Viewport) -> None:
        """Looks at the same page in another way, without asking for it again."""
        self.page.set_viewport_size({"width": viewport.width, "height": viewport.height})
        self.page.emulate_media(color_scheme="dark" if viewport.colours == "dark" else "light")

    @contextmanager
    def allow_statuses(self, *statuses: int) -> Iterator[None]:
        """Within, these answers are what is expected."""
        self._refusals.update(statuses)
        try:
            yield
        finally:
            self._refusals.difference_update(statuses)

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than the window."""
        return bool(self.page.evaluate("() => document.scrollingElement.scrollWidth > window.innerWidth"))

    def leave(self) -> None:
        """Closes the window; cookies are forgotten."""
        self._context.close()

    def _on_console(self, message: "ConsoleMessage") -> None:
        # What could not be loaded is noted as the answer that it is.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.wrong.append(f"{self._where()}: the console says: {message.text}")

    def _failed(self, request: "Request") -> None:
        # Who goes on to another page gives up what the one before was still asking for.
        if request.failure != "net::ERR_ABORTED":
            self.wrong.append(f"{self._where()}: {request.method} {request.url} failed: {request.failure}")

    def _answered(self, response: "Response") -> None:
        if response.status >= 400 and response.status not in self._refusals:
            self.wrong.append(f"{self._where()}: {response.request.method} {response.url} answered {response.status}")

    def _where(self) -> str:
        return f"on {self.page.url}"
