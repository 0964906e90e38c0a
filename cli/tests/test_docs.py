"""What README and docs name is there."""

import re

import pytest

from deploy.paths import CHECKOUT

PAGES = ("README.md", *sorted(f"docs/{page.name}" for page in (CHECKOUT / "docs").glob("*.md")))
MADE = {"results", "target"}  # by whoever runs something; the pages may name what comes there
FOLDERS = "|".join(path.name for path in CHECKOUT.glob("[!.]*") if path.is_dir() and path.name not in MADE)
NAMED = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
LINKED = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_names_is_there(page: str) -> None:
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    named = {CHECKOUT / name for name in NAMED.findall(text)}
    linked = {(CHECKOUT / page).parent / link for link in LINKED.findall(text)}
    assert [str(path) for path in sorted(named | linked) if not path.exists()] == []
