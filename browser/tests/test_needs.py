"""What the other tests of this folder stand on. Where it is missing this is skipped and says why; in CI it fails."""

from browser import chromium as chromium_of_this_machine
from browser.visitor import PHONE


def test_a_browser_can_be_driven(visitors):
    visitor = visitors()

    visitor.page.set_content("<title>Here</title><p>Anybody there?</p>")

    assert visitor.page.title() == "Here"
    assert visitor.page.get_by_text("Anybody there?").is_visible()


def test_without_chromium_the_remedy_is_said(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "apt-get install chromium" in (chromium_of_this_machine.what_is_missing() or "")


def test_a_page_that_is_wider_than_the_window_is_noticed(visitors):
    visitor = visitors()
    visitor.page.set_viewport_size({"width": PHONE, "height": 600})
    visitor.page.set_content(f"<p style='width: {PHONE - 40}px'>fits</p>")
    assert not visitor.scrolls_sideways()

    visitor.page.set_content(f"<p style='width: {PHONE + 40}px'>does not</p>")

    assert visitor.scrolls_sideways()


def test_what_goes_wrong_in_a_page_is_noted(visitors):
    visitor = visitors()

    visitor.page.set_content(
        "<script>console.error('a'); throw new Error('b')</script><img src='http://127.0.0.1:9/c'>"
    )
    visitor.page.wait_for_load_state("networkidle")

    noted, visitor.wrong = visitor.wrong, []
    assert len(noted) == 3, noted
    assert all(any(f"{word}" in problem for problem in noted) for word in ("says: a", "script: b", ":9/c failed"))
