"""The machine's own Chromium, driven by Playwright. None is ever downloaded."""

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from browser.visitor import TIMEOUT_MS

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Browser

_PROGRAMS = ("chromium", "chromium-browser")
_FONTS = Path(__file__).with_name("fonts.conf")


def program() -> str | None:
    """Where Chromium is, if it is."""
    return next(filter(None, map(shutil.which, _PROGRAMS)), None)


def missing_requirement() -> str | None:
    """Why no browser can be driven here, with the remedy; None when one can."""
    if importlib.util.find_spec("playwright") is None:
        return "Playwright is not in .venv: ./petlab test puts it there"
    if program() is None:
        return "there is no Chromium on the path: apt-get install chromium"
    return None


@contextmanager
def chromium_up() -> Iterator["Browser"]:
    """A browser without a window. It ends with this process, whatever ends it."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        # Its text looks the same wherever the two font packages are.
        environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(_FONTS)}
        browser = playwright.chromium.launch(executable_path=program(), env=environment)
        try:
            yield browser
        finally:
            browser.close()
