"""What the other tests of this folder stand on, and what is said where it is missing."""

import os
import subprocess
import sys

from browser import chromium as chromium_of_this_machine
from browser.visitor import PHONE
from deploy.paths import CHECKOUT


def test_a_browser_can_be_driven(visitors):
    visitor = visitors()

    visitor.page.set_content("<title>Here</title><p>Anybody there?</p>")

    assert visitor.page.title() == "Here"
    assert visitor.page.get_by_text("Anybody there?").is_visible()


def test_without_chromium_the_remedy_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "apt-get install chromium" in (chromium_of_this_machine.missing_requirement() or "")


def collected(*options, path):
    """What pytest makes of this folder where only these programs are on the path."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *options, "browser"],
        cwd=CHECKOUT,
        env=os.environ | {"PATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_chromium_the_tests_in_the_browser_fail_at_once(tmp_path):
    refused = collected(path=tmp_path)

    assert refused.returncode == 4, refused.stdout
    assert "apt-get install chromium; --no-browser leaves out the tests that need it" in refused.stderr


def test_without_chromium_they_are_left_out_where_that_was_asked_for(tmp_path):
    rest = collected("--no-browser", path=tmp_path)

    assert rest.returncode == 0, rest.stderr
    assert "test_needs.py" in rest.stdout and "test_seen_" not in rest.stdout


def test_a_page_that_is_wider_than_the_window_is_noticed(visitors):
    visitor = visitors()
    visitor.page.set_viewport_size({"width": PHONE, "height": 600})
    visitor.page.set_content(f"<p style='width: {PHONE - 40}px'>fits</p>")
    assert not visitor.scrolls_sideways()

    visitor.page.set_content(f"<p style='width: {PHONE + 40}px'>does not</p>")

    assert visitor.scrolls_sideways()


def test_what_goes_wrong_in_a_page_is_recorded(visitors):
    visitor = visitors()

    visitor.page.set_content(
        "<script>console.error('a'); throw new Error('b')</script><img src='http://127.0.0.1:9/c'>"
    )
    visitor.page.wait_for_load_state("networkidle")

    noted, visitor.wrong = visitor.wrong, []
    assert len(noted) == 3, noted
    assert all(any(f"{word}" in problem for problem in noted) for word in ("says: a", "script: b", ":9/c failed"))
