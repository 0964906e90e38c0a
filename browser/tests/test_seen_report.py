"""The picture of a report that the README shows, which is one of a real quickstart, is still what reports look like."""

import pytest

from analysis.reporting.report import write_report
from analysis.tests.synthetic import write_assigned
from browser import screenshots
from browser.visitor import DESKTOP, Viewport
from deploy.paths import CHECKOUT

pytestmark = pytest.mark.bed

#: From the heading "By order" down to the plot: what a real run and the synthetic one have in common.
HEIGHT = 540
DESKTOP_LIGHT = Viewport(DESKTOP, HEIGHT, "light")


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Like that of the quickstart, of a store that never was; to renew the picture, the newest of a real one."""
    if screenshots.is_renewal_requested():
        real = sorted((CHECKOUT / "results").glob("quickstart-*/report.html"), key=lambda file: file.stat().st_mtime)
        assert real, "the picture is one of a real quickstart: ./petlab run makes it, then renew the picture"
        return real[-1]
    return write_report(write_assigned(tmp_path_factory.mktemp("report") / "quickstart-1", seconds=90)).page


@pytest.fixture
def by_order(report, visitors):
    """The report, scrolled to the levels that were drawn for each order."""
    page = visitors(viewport=DESKTOP_LIGHT).page
    page.goto(report.as_uri())
    page.locator("h2", has_text="By order").evaluate("heading => heading.scrollIntoView()")
    return page


def test_a_report(by_order, agrees):
    agrees("report", by_order, HEIGHT)


def test_a_report_that_says_more_would_be_noticed(by_order, agrees):
    if screenshots.is_renewal_requested():
        pytest.skip("the picture is being renewed")
    one_more = "heading => heading.insertAdjacentHTML('afterend', '<p>One more line.</p>')"
    by_order.locator("h2", has_text="By order").evaluate(one_more)

    with pytest.raises(AssertionError, match="looks different now"):
        agrees("report", by_order, HEIGHT)
