"""One browser for all tests of this folder, and visitors to whom nothing may go wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser import screenshots
from browser.chromium import chromium_up, missing_requirement
from browser.visitor import Visitor
from deploy.bed.standing_bed import Bed
from deploy.tests import store

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def pytest_configure(config: pytest.Config) -> None:
    """Says at once what is missing: without Playwright most of these tests could not even be read."""
    missing = missing_requirement()
    if missing and not config.getoption("no_browser"):
        raise pytest.UsageError(f"{missing}; --no-browser leaves out the tests that need it")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out what the person asked to leave out."""
    unwanted = config.getoption("no_browser") and collection_path.match("test_seen_*.py")
    return True if unwanted else None


@pytest.fixture(scope="package")
def chromium(request: pytest.FixtureRequest) -> Iterator["Browser"]:
    """The browser, started when the first test asks for it."""
    if request.config.getoption("no_browser"):
        pytest.skip("--no-browser")
    with chromium_up() as browser:
        yield browser


@pytest.fixture(scope="module")
def bed(chromium: "Browser", bed: Bed) -> Iterator[Bed]:
    """The bed of the session, empty before a file's tests and after them. Not started when there is no browser."""
    bed.reset()
    yield bed
    store.wait_until_idle(bed)
    bed.reset()


@pytest.fixture
def visitors(chromium: "Browser") -> Iterator[Callable[..., Visitor]]:
    """Lets people in. A console error, a failed request or an answer of 400 and above fails the test."""
    here: list[Visitor] = []

    def let_in(**how: Any) -> Visitor:
        here.append(Visitor(chromium, **how))
        return here[-1]

    yield let_in
    for visitor in here:
        visitor.leave()
    assert [problem for visitor in here for problem in visitor.wrong] == []


@pytest.fixture
def agrees(visitors: Callable[..., Visitor], tmp_path: Path) -> Callable[..., None]:
    """Compares a page with its picture, or makes the picture anew when the person asked for that."""

    def compare(name: str, page: "Page", height: int) -> None:
        file = screenshots.FOLDER / f"{name}.png"
        now = screenshots.shot(page, height)
        if screenshots.is_renewal_requested():
            file.write_bytes(now)
        assert file.exists(), f"{file} is not there: {screenshots.RENEW}=1 makes it"
        assert file.stat().st_size <= screenshots.MAX_BYTES
        different = screenshots.difference(visitors().page, file.read_bytes(), now)
        (tmp_path / file.name).write_bytes(now)
        assert different <= screenshots.TOLERANCE, (
            f"{different:.1%} of {file} looks different now, see {tmp_path / file.name}; "
            f"if that is meant, {screenshots.RENEW}=1 renews the picture"
        )

    return compare
