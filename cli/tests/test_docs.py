"""What README and docs name is there, down to the heading that a link leads to."""

import re
from pathlib import Path

import pytest

from deploy.paths import CHECKOUT

PAGES = ("README.md", *sorted(str(page.relative_to(CHECKOUT)) for page in (CHECKOUT / "docs").rglob("*.md")))
MADE = {"results", "target"}  # by whoever runs something; the pages may name what comes there
FOLDERS = "|".join(path.name for path in CHECKOUT.glob("[!.]*") if path.is_dir() and path.name not in MADE)
NAMED = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
LINKED = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
HEADING = re.compile(r"^#+ +(.+?) *$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    named = {CHECKOUT / name for name in NAMED.findall(text)}
    linked = {(CHECKOUT / page).parent / link for link, _ in LINKED.findall(text) if link}
    assert [str(path) for path in sorted(named | linked) if not path.exists()] == []


def anchors(page: Path) -> set[str]:
    """As GitHub makes them of headings: in lower case, without punctuation, a hyphen for each space."""
    headings = HEADING.findall(CODE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_an_anchor_is_made_of_its_heading(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# `up`, and *down*\n## Who's there?\n```sh\n# no heading\n```\n")
    assert anchors(page) == {"up-and-down", "whos-there"}


def wrong_anchors(page: Path) -> list[str]:
    links = LINKED.findall(page.read_text(encoding="utf-8"))
    return [
        f"{link}#{anchor}"
        for link, anchor in links
        if anchor and anchor not in anchors(page.parent / link if link else page)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_every_heading_that_a_link_leads_to_is_there(page: str) -> None:
    assert wrong_anchors(CHECKOUT / page) == []


def test_a_link_to_a_heading_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("## There\n")
    page = tmp_path / "page.md"
    page.write_text("# Here\n[a](#here) [b](#gone) [c](other.md#there) [d](other.md#gone)\n")
    assert wrong_anchors(page) == ["#gone", "other.md#gone"]
