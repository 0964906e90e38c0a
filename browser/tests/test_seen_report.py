"""The picture of a report that the README shows, which is one of a real quickstart, is still what reports look like."""

import tomllib

import pytest

from analysis.reporting.report import write_report
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import VARIANTS
from browser import screenshots
from browser.visitor import DESKTOP, Viewport
from deploy.paths import CHECKOUT

pytestmark = pytest.mark.bed

QUICKSTART = tomllib.loads((CHECKOUT / "loadscripts/experiments/quickstart.toml").read_text(encoding="utf-8"))

#: From the summary's heading down to the end of the key table. What is above it says whether the trials are valid
#: and the machine was quiet, which a real run and the synthetic one need not have in common.
HEIGHT = 690
DESKTOP_LIGHT = Viewport(DESKTOP, HEIGHT, "light")


@pytest.fixture
def report(tmp_path):
    """Like that of the quickstart, of a store that never was; to renew the picture, the newest of a real one."""
    if screenshots.is_renewal_requested():
        real = sorted((CHECKOUT / "results").glob("quickstart-*/report.html"), key=lambda file: file.stat().st_mtime)
        assert real, "the picture is one of a real quickstart: ./petlab run makes it, then renew the picture"
        return real[-1]
    loads = QUICKSTART["factors"]["customers"]
    folder = tmp_path / "quickstart-1"
    write_results(folder, list(VARIANTS), loads, repetitions=1, question=QUICKSTART["question"])
    return write_report(folder).page


@pytest.fixture
def summary(report, visitors):
    """The report, scrolled to its summary."""
    page = visitors(viewport=DESKTOP_LIGHT).page
    page.goto(report.as_uri())
    page.locator("h2").first.evaluate("heading => heading.scrollIntoView()")
    return page


def test_a_report(summary, agrees):
    agrees("report", summary, HEIGHT)


def test_a_report_that_says_more_would_be_noticed(summary, agrees):
    if screenshots.is_renewal_requested():
        pytest.skip("the picture is being renewed")
    summary.evaluate("document.querySelector('h2').insertAdjacentHTML('afterend', '<p>One more line.</p>')")

    with pytest.raises(AssertionError, match="looks different now"):
        agrees("report", summary, HEIGHT)
