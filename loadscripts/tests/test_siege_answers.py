"""What Siege's customers are told is heard word by word, late answers too."""

import csv
import itertools
import time
from dataclasses import dataclass

import pytest

from deploy.paths import CHECKOUT
from loadscripts.load import siege
from loadscripts.load.customers import Customers
from loadscripts.load.scenario import read_scenario
from loadscripts.load.siege_answers import FILE, compile_listener
from loadscripts.load.siege_program import find_siege
from loadscripts.load.siege_records import read_requests
from loadscripts.load.think import Think
from loadscripts.load.thinktime import compile_shim
from loadscripts.tests.small_store import small_store

pytestmark = pytest.mark.skipif(compile_listener() is None, reason="no C compiler here")

ORDER = "/storefront/order"


@dataclass(frozen=True)
class Heard:
    begin_ns: int
    end_ns: int
    account: str
    answer: str
    order_id: str


def pages():
    """Every third order is refused; the others get numbers from 10001."""
    numbers, posts = itertools.count(10001), itertools.count(1)

    def page(path: str) -> bytes:
        if path != ORDER:
            return b"<html>" + b"x" * 9000 + b'<strong id="order-no">7</strong></html>'
        if next(posts) % 3 == 0:
            return b"<p>We could not take it. Nothing was ordered and your cart is as it was.</p>"
        return f'<p>id="order-<strong id="order-id">{next(numbers)}</strong></p>'.encode()

    return page


def heard(tmp_path, store, customers, until, may_fail=True):
    who = Customers(read_scenario("place-orders"), customers, Think(0, 0), 60.0, seed=7, may_fail=may_fail)
    lab = find_siege(compile_shim(), compile_listener())
    with who.ordering(lab, who.urls(store.address + "/storefront"), tmp_path) as running:
        end_s = time.monotonic() + 30
        while not until() and time.monotonic() < end_s:
            running.check()
            time.sleep(0.05)
        assert running.finish() == 0
    file = tmp_path / FILE
    rows = csv.reader(file.read_text().splitlines() if file.is_file() else [])
    return [Heard(int(begin), int(end), *words) for begin, end, *words in rows]


def posts(store):
    return [request for request in store.requests if request[2] == ORDER]


def test_every_confirmation_and_refusal_is_heard_with_its_account(tmp_path):
    begin_ns = time.time_ns()
    with small_store(page=pages()) as store:
        answers = heard(tmp_path, store, 5, lambda: len(posts(store)) >= 30)

    confirmed = [each.order_id for each in answers if each.answer == "confirmed"]
    refused = [each for each in answers if each.answer == "refused"]
    # The last order of each customer may be on its way when the siege is lifted, and have its number.
    told = sorted(map(int, confirmed))
    assert told[0] == 10001 and len(set(told)) == len(told) >= told[-1] - 10000 - 5
    assert len(posts(store)) - 5 <= len(answers) <= len(posts(store))
    assert len(posts(store)) // 3 - 5 <= len(refused) <= len(posts(store)) // 3
    assert {each.order_id for each in refused} == {""}
    assert {each.account for each in answers} == {f"customer{number}" for number in range(1, 6)}
    assert all(begin_ns < each.begin_ns <= each.end_ns < time.time_ns() for each in answers)


def test_an_answer_that_comes_after_sieges_own_time_out_is_heard_and_has_its_line(tmp_path, monkeypatch):
    monkeypatch.setattr(siege, "CONFIGURATION", siege.CONFIGURATION.replace("timeout = 60", "timeout = 1"))
    with small_store(page=pages(), slow_s=3.0) as store:
        answers = heard(tmp_path, store, 1, lambda: len(store.requests) > 14)

    assert answers[0].answer == "confirmed" and answers[0].order_id == "10001"
    assert answers[0].end_ns - answers[0].begin_ns == pytest.approx(3e9, rel=0.2)
    [late, *_] = [each for each in read_requests(tmp_path / "siege.out") if each.url_index % 12 == 11]
    assert late.status == 200
    assert late.duration_s == pytest.approx(3.0, abs=0.5)


def test_without_faults_nobody_listens(tmp_path):
    with small_store(page=pages()) as store:
        assert heard(tmp_path, store, 2, lambda: len(posts(store)) >= 4, may_fail=False) == []
    assert not (tmp_path / FILE).exists()


def test_the_words_are_those_of_the_pages():
    answers = read_scenario("place-orders").answers
    assert answers is not None
    sources = [*CHECKOUT.glob("storefront/src/main/**/*.java"), *CHECKOUT.glob("storefront/src/main/**/*.jsp")]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    assert answers.refused in text
    assert answers.confirmed.partition("{}")[0] in text
