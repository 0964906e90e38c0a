"""When a picture of a page counts as another one."""

import pytest

from browser import screenshots

LIST = "".join(f"<li>Order {number} at 10:0{number % 10}</li>" for number in range(20))


@pytest.fixture
def page(visitors):
    return visitors().page


@pytest.fixture
def shot_of(page):
    def shoot(html, height=400):
        page.set_content(f"<style>body {{ font: 16px DejaVu Serif }}</style><h1>Orders</h1>{html}")
        return screenshots.shot(page, height)

    return shoot


def test_the_same_page_looks_the_same(page, shot_of):
    assert screenshots.difference(page, shot_of(LIST), shot_of(LIST)) == 0


def test_other_numbers_and_times_do_not_count(page, shot_of):
    later = LIST.replace("at 10:0", "at 16:3").replace("Order 1", "Order 7")

    assert 0 < screenshots.difference(page, shot_of(LIST), shot_of(later)) < screenshots.TOLERANCE


@pytest.mark.parametrize(
    "other",
    [
        f"<p>Something new stands above.</p>{LIST}",
        f"<div style='background: #333; color: #eee'>{LIST}</div>",
        "",
    ],
    ids=["moved", "other colours", "empty"],
)
def test_what_moved_or_has_other_colours_counts(page, shot_of, other):
    assert screenshots.difference(page, shot_of(LIST), shot_of(other)) > screenshots.TOLERANCE


def test_another_size_is_another_picture(page, shot_of):
    assert screenshots.difference(page, shot_of(LIST), shot_of(LIST, height=300)) == 1
