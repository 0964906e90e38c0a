import json

import pytest

from deploy.paths import CHECKOUT
from loadscripts.load import scenario
from loadscripts.load.customers import MAX_LINES, Customers
from loadscripts.load.scenario import Scenario, read_scenario, url_file
from loadscripts.load.think import Think
from loadscripts.toml_files import SCENARIOS
from loadscripts.trial_errors import ExperimentError

STORE = "http://127.0.0.1:21080"


@pytest.fixture
def place_orders():
    return read_scenario("place-orders")


def test_the_papers_pass_is_six_looks_and_six_posts(place_orders):
    assert [request.method for request in place_orders.requests] == ["GET"] * 6 + ["POST"] * 6


@pytest.mark.parametrize("customers", [1, 4, 13, 100])
def test_every_customer_begins_with_the_first_request_of_a_pass(place_orders, customers):
    lines = url_file(place_orders, STORE, customers=customers, passes=3, seed=7).text().splitlines()

    # Siege: customer i begins at line i * (lines / customers), an integer division.
    starts = [lines[customer * (len(lines) // customers)] for customer in range(customers)]
    assert set(starts) == {f"{STORE}/storefront/"}


def test_every_customer_signs_on_with_an_account_of_their_own(place_orders):
    lines = url_file(place_orders, STORE, customers=3, passes=2, seed=7).text().splitlines()

    signons = [line.split()[-1] for line in lines if "/signon" in line]
    assert signons == [f"user=customer{n}&password=customer{n}" for n in (1, 1, 2, 2, 3, 3)]


def test_the_same_seed_chooses_the_same_items(place_orders):
    def requests(seed):
        return url_file(place_orders, STORE, customers=5, passes=4, seed=seed).text()

    assert requests(7) == requests(7) != requests(8)


def test_nothing_that_is_sent_holds_a_space(place_orders):
    text = url_file(place_orders, STORE, customers=2, passes=2, seed=7).text()

    assert {len(line.split(" ")) for line in text.splitlines()} <= {1, 2, 3}
    assert all(" POST " in line for line in text.splitlines() if " " in line)


def test_the_file_of_impatient_customers_stays_small(place_orders):
    customers = Customers(place_orders, count=100, think=Think(0, 0), duration_s=3600, seed=1)

    lines = customers.urls(STORE + "/storefront").requests
    assert MAX_LINES * 0.9 < len(lines) <= MAX_LINES


def test_thinking_customers_never_reach_the_end_of_their_part(place_orders):
    customers = Customers(place_orders, count=15, think=Think(1, 4), duration_s=240, seed=1)

    passes = len(customers.urls(STORE + "/storefront").requests) / 15 / 12
    assert passes >= 240 / 12


@pytest.mark.parametrize(
    ("count", "think", "duration_s", "passes"),
    [
        (15, Think(1, 4), 240, 21),  # 12 requests take 12 s at least, and one pass more
        (15, Think(1, 4), 241, 22),
        (10, Think(0, 0), 10, 21),  # nobody gets through it in less than half a second
        (100, Think(0, 0), 3600, 50),  # 60,000 lines for 100 customers with 12 requests a pass
        (999, Think(0, 0), 3600, 5),
    ],
)
def test_there_are_as_many_passes_as_the_quickest_customer_needs(place_orders, count, think, duration_s, passes):
    customers = Customers(place_orders, count, think, duration_s, seed=1)

    assert len(customers.urls(STORE + "/storefront").requests) == passes * 12 * count


SMALL = Scenario.model_validate(
    {"name": "small", "application": "storefront", "accounts": 2, "items": [{"item": "a b/c&d"}]}
    | {"requests": [{"method": "GET", "path": "/{item}"}, {"method": "POST", "path": "/cart", "form": "n={quantity}"}]}
)


def test_each_line_knows_its_account_and_more_customers_than_accounts_share_them():
    urls = url_file(SMALL, STORE, customers=3, passes=2, seed=7)

    assert urls.accounts == ("customer1",) * 4 + ("customer2",) * 4 + ("customer1",) * 4
    assert urls.account_of_line(5) == "customer2"


def test_what_fills_a_placeholder_is_quoted_and_one_or_two_are_bought():
    urls = url_file(SMALL, STORE, customers=1, passes=40, seed=7)

    assert {request.path for request in urls.requests[::2]} == {"/a%20b%2Fc%26d"}
    assert {request.form for request in urls.requests[1::2]} == {"n=1", "n=2"}


def test_programs_order_what_the_catalogue_has():
    catalogue = CHECKOUT / "storefront/src/main/resources/org/petlab/storefront/catalog/catalog.json"
    listed = [
        item
        for category in json.loads(catalogue.read_text(encoding="utf-8"))
        for product in category["products"]
        for item in product["items"]
    ]
    for ordered in read_scenario("submit-orders").items:
        item = listed[int(ordered["item"].removeprefix("EST-")) - 1]
        assert (ordered["description"], ordered["price"]) == (item["name"], item["price"])


PROGRAMS = (SCENARIOS / "submit-orders.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('price = "16.50"', 'price = "dear"', "expected a price such as 16.50"),
        ('price = "16.50"', 'cost = "16.50"', "expected a price such as 16.50"),
        ("Spotless koi", "Koi, spotless", "expected no comma"),
        ("<total>{total}", "<total>{sum}", "nothing fills the placeholder 'sum'"),
        ("requests = [", 'requests = [{ method = "GET", path = "/" }, ', "expected one request with a document, got 2"),
    ],
)
def test_what_a_document_needs_is_told(tmp_path, monkeypatch, before, after, message):
    assert before in PROGRAMS
    (tmp_path / "mine.toml").write_text(PROGRAMS.replace(before, after, 1))
    monkeypatch.setattr(scenario, "SCENARIOS", tmp_path)
    with pytest.raises(ExperimentError, match=message):
        read_scenario("mine")
