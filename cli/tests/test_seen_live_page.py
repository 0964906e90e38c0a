"""The live page as a person sees it, in a real browser: fed by a campaign on the simulated store."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from browser.accessibility import SERIOUS, violations
from browser.chromium import chromium_up
from browser.tests.conftest import visitors
from browser.visitor import TIMEOUT_MS, Viewport, Visitor
from cli.live.live_campaign import LiveCampaign
from cli.live.page_server import MAX_WATCHERS, PageServer
from cli.tests.live_in_virtual_time import SUBJECT, conducted
from loadscripts.campaign_progress import Silent

__all__ = ["visitors"]

VIEWPORTS = [Viewport(width, height, c) for width, height in ((390, 844), (1280, 900)) for c in ("light", "dark")]
REASON = "requests failed: 3 of 1200, for a reason that takes more than a line of a phone to be told"
PANELS = ("orders", "queues", "pauses", "cpu", "canary")


class Site:
    """A page server that shows what a test publishes, as soon as somebody follows."""

    def __init__(self) -> None:
        self.server = PageServer()
        self.server.start()

    def shows(self, page: Any, shot: dict[str, Any], *, is_last: bool = False) -> None:
        """Publishes it until the page has drawn it: who has only just come waits for the next."""
        for _ in range(TIMEOUT_MS // 100):
            self.server.feed.publish(json.dumps(shot).encode(), is_last=is_last)
            page.wait_for_timeout(100)
            if page.locator("#question").inner_text() == shot["question"]:
                return
        raise AssertionError("the page draws nothing")

    def stop(self) -> None:
        self.server.feed.publish(b"{}", is_last=True)
        self.server.stop()


@pytest.fixture(scope="module")
def chromium(request: pytest.FixtureRequest) -> Iterator[Any]:
    """It ends with this file: in one process only one can be driven at a time."""
    if request.config.getoption("no_browser"):
        pytest.skip("--no-browser")
    with chromium_up() as browser:
        yield browser


@pytest.fixture
def site() -> Iterator[Site]:
    here = Site()
    yield here
    here.stop()


@pytest.fixture(scope="module")
def shot(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """In the midst of the second trial, after one that was valid and, as it were, one that was void."""
    live = conducted(tmp_path_factory.mktemp("seen"))
    found = live.of_phase(2, "measuring")[-1]
    void = found["ended"][0] | {"id": "000", "reason": REASON, "canary_ms": None}
    return found | {"ended": [void, *found["ended"]], "ended_count": 2, "void_count": 1}


@contextmanager
def opened(site: Site, visitor: Visitor) -> Iterator[Any]:
    # The page is left before its server is: that it cannot be reached is then no news.
    visitor.page.goto(site.server.url)
    yield visitor.page
    visitor.page.goto("about:blank")


@pytest.mark.parametrize("viewport", VIEWPORTS, ids=str)
def test_everything_is_there_and_nothing_is_wider_than_the_window(site, shot, visitors, viewport):
    visitor = visitors(viewport=viewport)
    with opened(site, visitor) as page:
        site.shows(page, shot)
        text = page.locator("main").inner_text()
        for words in (
            shot["question"],
            "The run is under way.",
            f"Trial 2 of 2: {shot['trial']['text']}",
            "2 of 2 trials have ended",
            "Now: measuring, ",
            "SupplierOrderQueue: ",
            "dead letters: 50",
            "whole machine, of 2: 0.",
            "CPU time of the work: 2 ms",
            "1 valid, 1 void or failed.",
            f"void: {REASON}",
        ):
            assert words in text
        assert page.locator("#phases [aria-current=step]").inner_text() == "measuring"
        assert page.locator("#ended tr").count() == 2
        for panel in PANELS:
            assert page.locator(f"#{panel} svg .line").count() >= 1
        assert not visitor.scrolls_sideways()
        assert [each for each in violations(page) if each.impact in SERIOUS] == []


def rows_with_colour(page: Any) -> list[bool]:
    """Whether anything is drawn in the middle of each of four bins of the heat map, the lowest first."""
    found: list[bool] = page.evaluate(
        """() => {
          const {width, height} = document.getElementById("responses");
          const dots = document.getElementById("responses").getContext("2d").getImageData(0, 0, width, height).data;
          return [3, 2, 1, 0].map(bin => {
            const row = Math.round((bin + 0.5) * height / 4) * width * 4;
            return dots.slice(row, row + width * 4).some((value, place) => place % 4 === 3 && value > 0);
          });
        }"""
    )
    return found


def test_the_heat_map_has_a_row_for_each_bin_and_says_what_is_in_it(site, shot, visitors):
    # Bins of 10 to 100 ms and above 1 s; one free one below and none above are shown, too.
    columns = [None] * 140 + [[0, 0, 3, 0, 1]] * 9 + [[0, 0, 0, 0, 0]]
    drawn = shot | {"bounds_s": [0.001, 0.01, 0.1, 1.0], "responses": columns}
    with opened(site, visitors()) as page:
        site.shows(page, drawn)
        assert rows_with_colour(page) == [False, True, False, True]
        assert page.locator("#responses-now").inner_text() == (
            "Of the last 15 seconds: median 100 ms or less, 95th percentile above 1 s."
        )
        assert "from 1 ms below to longer above" in page.locator("#responses-scale").inner_text()


def test_where_no_response_is_known_any_more_no_heat_map_is_shown(site, shot, visitors):
    with opened(site, visitors()) as page:
        site.shows(page, shot)
        assert page.locator("#responses").is_visible()
        site.shows(page, shot | {"question": "And later?", "responses": [None] * 150})
        assert page.locator("#responses-now").inner_text() == "Not known yet."
        assert not page.locator("#responses").is_visible()
        assert rows_with_colour(page) == [False] * 4


def test_lines_have_gaps_where_nothing_is_known(site, shot, visitors):
    values = [None] * 145 + [1.0, 3.0, None, 2.0, None]
    with opened(site, visitors()) as page:
        site.shows(page, shot | {"orders": {"placed": values, "completed": [None] * 150}})
        placed, completed = (page.locator(f"#orders > svg .s{line}").get_attribute("d") for line in (0, 1))
        # Two strokes: two values, then one. A third of the height is 66.7 above the ground.
        assert [stroke.count("L") for stroke in placed.split("M")[1:]] == [1, 0]
        assert placed.startswith("M291.0 66.7") and "L293.0 0.0" in placed
        assert completed in ("", None)
        assert "placed: 2" in page.locator("#orders").inner_text()
        assert "completed: not known" in page.locator("#orders").inner_text()


def test_before_anything_is_known_the_page_says_so(site, visitors):
    empty = json.loads(LiveCampaign(SUBJECT, Silent()).snapshot("running"))
    visitor = visitors(viewport=VIEWPORTS[0])
    with opened(site, visitor) as page:
        site.shows(page, empty)
        assert page.get_by_text("Not known yet.").count() == len(PANELS) + 1
        assert "No trial has begun." in page.locator("#trial").inner_text()
        assert not visitor.scrolls_sideways()
        site.shows(page, empty)  # and goes on drawing


@pytest.mark.parametrize("state", ["ended", "interrupted", "failed"])
def test_the_page_says_how_the_run_ended_and_asks_no_more(site, shot, visitors, state):
    page = visitors().page
    page.goto(site.server.url)
    site.shows(page, shot)
    site.server.feed.publish(json.dumps(shot | {"state": state, "outcome": f"It has {state}."}).encode(), is_last=True)
    page.get_by_text(f"It has {state}.").wait_for()
    site.server.stop()
    assert page.evaluate("source.readyState === EventSource.CLOSED")
    assert page.locator("#state").inner_text() == f"It has {state}."
    assert page.locator("#phases [aria-current]").count() == 0


def test_a_lab_that_is_gone_without_a_word_is_missed(chromium, shot):
    here, visitor = Site(), Visitor(chromium)
    try:
        visitor.page.goto(here.server.url)
        here.shows(visitor.page, shot)
        here.server.shutdown()
        here.server.server_close()
        for connected in here.server._connections():
            connected.shutdown(socket.SHUT_RDWR)
        visitor.page.get_by_text("The lab cannot be reached any more").wait_for()
        assert "Trial 2 of 2" in visitor.page.locator("#trial").inner_text()
    finally:
        here.server.feed.publish(b"{}", is_last=True)
        visitor.leave()


def test_a_lab_that_says_nothing_for_seconds_is_noticed(site, shot, visitors):
    with opened(site, visitors()) as page:
        site.shows(page, shot)
        page.get_by_text("No news from the lab since").wait_for()
        site.shows(page, shot | {"question": "Is it back?"})
        assert page.locator("#state").inner_text() == "The run is under way."


def test_one_window_too_many_waits_for_its_turn(site, shot, chromium):
    """It is refused (503), says that it has no connection, and tries again."""
    followed = [site.server.feed.followed() for _ in range(MAX_WATCHERS)]
    for each in followed:
        each.__enter__()
    visitor = Visitor(chromium)
    try:
        visitor.page.goto(site.server.url)
        visitor.page.get_by_text("The lab cannot be reached. Trying again.").wait_for()
        followed[0].__exit__(None, None, None)
        site.shows(visitor.page, shot)
    finally:
        for each in followed[1:]:
            each.__exit__(None, None, None)
        visitor.leave()
