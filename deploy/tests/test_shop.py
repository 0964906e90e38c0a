"""The shop as a person uses it: accounts, stock, order history, and the way of an order as it happens."""

import html
import re
from collections.abc import Iterator

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

PASSWORD = "difference engine"
ANOTHER = "analytical engine"
ANOTHER_PASSWORD = {"password": ANOTHER, "password_again": ANOTHER}
WHO = {"user": "ada", "password": PASSWORD, "password_again": PASSWORD, "email": "ada@example.org"}
CARD = {"card_number": store.GOOD_CARD, "card_expiry": "12/2030"}


@pytest.fixture
def visitor(bed: Bed) -> Iterator[httpx.Client]:
    with another_visitor(bed) as client:
        yield client
    bed.reset()


def another_visitor(bed: Bed) -> httpx.Client:
    return httpx.Client(base_url=bed.applications["storefront"], timeout=30, follow_redirects=True)


def text(answer: httpx.Response) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.text)))


def post(visitor: httpx.Client, path: str, form: dict[str, str], status: int = 200) -> httpx.Response:
    answer = visitor.post(path, data=form)
    assert answer.status_code == status, text(answer)
    return answer


def place_order(visitor: httpx.Client, item: str = "EST-1") -> str:
    """Orders one item as the customer who is signed on and whose account has an address."""
    post(visitor, "/cart", {"item": item, "quantity": "1"})
    page = post(visitor, "/checkout", {})
    prefilled = dict(re.findall(r'name="([a-z_]+)"[^>]* value="([^"]*)"', page.text))
    assert {name: html.unescape(prefilled[name]) for name in store.ADDRESS} == store.ADDRESS
    post(visitor, "/checkout/address", store.ADDRESS)
    found = re.search(r'id="order-id">([^<]+)<', post(visitor, "/order", CARD).text)
    assert found
    return found.group(1)


@pytest.mark.parametrize("page", ["/", "/category?id=DOGS", "/search?q=dog", "/item?id=EST-1", "/signon", "/orders"])
def test_a_page_tells_its_length_so_that_a_part_of_it_is_not_taken_for_the_whole(
    visitor: httpx.Client, page: str
) -> None:
    answer = visitor.get(page, headers={"Accept-Encoding": "identity"})
    assert int(answer.headers["Content-Length"]) == len(answer.content) > 1000
    assert answer.headers["Content-Type"] == "text/html;charset=UTF-8"


def test_a_new_customer_registers_with_a_full_cart_and_orders(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/cart", {"item": "EST-8", "quantity": "2"})
    registered = post(visitor, "/register", {**WHO, **store.ADDRESS})
    assert registered.url.path.endswith("/checkout"), "a cart that is not empty leads on to the checkout"
    assert "Male puppy bulldog" in text(visitor.get("/cart"))
    order_id = place_order(visitor)
    store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")

    # The shop asks the order processing center for the states, and shows its pages without them when it is slow.
    in_history = store.wait_for("the history", lambda: history_with_state(visitor, "completed"))
    assert order_id in in_history
    assert " completed 3 $253.50 " in in_history, "its state, three animals, and what they cost together"
    page = store.wait_for("the end of its way", lambda: finished(visitor.get(f"/orders/{order_id}")))
    assert "completed" in text(page)
    part = visitor.get(f"/orders/{order_id}/timeline").text
    assert part.lstrip().startswith('<div id="timeline"'), "the script gets the part that changes, and no more"
    assert all(f'class="{progress}"' not in part for progress in ("now", "later", "refused"))


def history_with_state(visitor: httpx.Client, state: str) -> str | None:
    shown = text(visitor.get("/orders"))
    return shown if f" {state} " in shown else None


def finished(page: httpx.Response) -> httpx.Response | None:
    return page if 'data-finished="true"' in page.text else None


def test_a_name_is_taken_once(visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    post(visitor, "/signoff", {})
    again = post(visitor, "/register", WHO, status=400)
    assert "Somebody has this name already" in text(again)
    assert PASSWORD not in again.text, "a password is never written back"


def test_who_registers_twice_in_a_visit_is_told_twice_that_the_account_is_open(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/cart", {"item": "EST-8", "quantity": "2"})
    for _ in range(2):
        assert post(visitor, "/register", WHO).url.path == "/storefront/checkout"
    assert "Male puppy bulldog" in text(visitor.get("/cart"))
    with another_visitor(bed) as other:  # nobody is signed on who has not opened the account in that visit
        assert "sign on if it is yours" in text(post(other, "/register", WHO, status=400))
        assert other.get("/account").status_code == 401


def test_what_is_removed_by_two_clicks_is_removed(visitor: httpx.Client) -> None:
    for item in ("EST-1", "EST-8"):
        post(visitor, "/cart", {"item": item, "quantity": "2"})
    for _ in range(2):
        assert "Male puppy bulldog" not in text(post(visitor, "/cart/update", {"EST-8": "0"}))
    assert "Cart (2)" in text(visitor.get("/cart"))


def test_a_customer_changes_what_the_account_says(visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    kept = post(visitor, "/account", {**store.ADDRESS, "favourite": "CATS"})
    assert "Your details have been saved." in text(kept)
    assert "Because you like Cats" in text(visitor.get("/"))
    assert place_order(visitor)
    another = {"password_now": PASSWORD, **ANOTHER_PASSWORD}
    wrong = post(visitor, "/account/password", {**another, "password_now": "guessed it"}, status=400)
    assert "This is not your password now." in text(wrong)
    assert "Your password has been changed" in text(post(visitor, "/account/password", another))
    post(visitor, "/signoff", {})
    post(visitor, "/signon", {"user": "ada", "password": PASSWORD}, status=401)
    post(visitor, "/signon", {"user": "ada", "password": ANOTHER})
    assert "12 St James Square" in visitor.get("/account").text


def test_another_password_ends_the_customers_other_visits(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    with another_visitor(bed) as thief, another_visitor(bed) as other:
        post(thief, "/signon", {"user": "ada", "password": PASSWORD})
        post(other, "/signon", {"user": "customer7", "password": "customer7"})
        post(visitor, "/account/password", {"password_now": PASSWORD, **ANOTHER_PASSWORD})
        assert thief.get("/account").status_code == 401
        assert thief.get("/orders").status_code == 401
        post(thief, "/account/password", {"password_now": ANOTHER, **ANOTHER_PASSWORD}, status=401)
        assert visitor.get("/account").status_code == 200, "who has changed it stays"
        assert other.get("/account").status_code == 200, "so does everybody else"


def test_guessing_at_the_password_that_is_to_be_changed_has_to_wait(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    for n in range(5):
        post(visitor, "/account/password", {"password_now": f"guessed {n}", **ANOTHER_PASSWORD}, status=400)
    guess = {"password_now": "guessed 6", **ANOTHER_PASSWORD}
    refused = store.guess_until_long_refusal(lambda: visitor.post("/account/password", data=guess))
    assert re.search(r"Too many failed attempts. Please try again in \d+ seconds.", text(refused))
    assert 'name="user"' not in refused.text, "who is signed on is not asked to sign on"
    post(visitor, "/account/password", {"password_now": PASSWORD, **ANOTHER_PASSWORD}, status=429)
    with another_visitor(bed) as at_the_door:
        post(at_the_door, "/signon", {"user": "ada", "password": "guessed 7"}, status=429)


def test_an_address_typed_at_checkout_is_kept_when_asked(visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    post(visitor, "/cart", {"item": "EST-1", "quantity": "1"})
    post(visitor, "/checkout/address", {**store.ADDRESS, "keep": "yes"})
    assert "12 St James Square" in visitor.get("/account").text


def test_of_two_visits_neither_undoes_what_the_other_has_changed(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    with another_visitor(bed) as other:
        post(other, "/cart", {"item": "EST-1", "quantity": "1"})
        post(other, "/signon", {"user": "ada", "password": PASSWORD})
        other.get("/account")
        post(visitor, "/account", {"email": WHO["email"], "favourite": "CATS"})
        post(other, "/checkout/address", {**store.ADDRESS, "keep": "yes"})
        assert "Because you like Cats" in text(other.get("/"))

        refused = post(visitor, "/account", {"email": WHO["email"], "favourite": "DOGS"}, status=409)
        assert "Your details were changed in another visit meanwhile." in text(refused)
        assert "12 St James Square" in visitor.get("/account").text
        post(visitor, "/account", {**store.ADDRESS, "favourite": "DOGS", "seen": seen_changes(visitor)})
        assert "12 St James Square" in other.get("/account").text


def seen_changes(visitor: httpx.Client) -> str:
    """What the account's form carries: how often the details that it shows had been changed."""
    found = re.search(r'name="seen" value="(\d+)"', visitor.get("/account").text)
    assert found
    return found.group(1)


def test_details_that_were_refused_are_refused_again_when_the_same_form_is_sent_again(
    bed: Bed, visitor: httpx.Client
) -> None:
    """It still has not seen what the other visit has changed."""
    post(visitor, "/register", WHO)
    form = {"email": WHO["email"], "favourite": "DOGS", "seen": seen_changes(visitor)}
    with another_visitor(bed) as other:
        post(other, "/signon", {"user": "ada", "password": PASSWORD})
        post(other, "/account", {**store.ADDRESS, "favourite": "CATS", "seen": seen_changes(other)})
    for _ in range(2):
        post(visitor, "/account", form, status=409)
    assert "12 St James Square" in visitor.get("/account").text
    post(visitor, "/account", form | {"seen": "some"}, status=400)


def test_a_reset_forgets_who_registered_and_restores_who_was_there(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    post(visitor, "/signoff", {})
    post(visitor, "/signon", {"user": "customer7", "password": "customer7"})
    post(visitor, "/account", {"email": "seven@example.org", "favourite": "DOGS"})
    bed.reset()
    post(visitor, "/signon", {"user": "ada", "password": PASSWORD}, status=401)
    post(visitor, "/signon", {"user": "customer7", "password": "customer7"})
    assert "seven@example.org" not in visitor.get("/account").text
    with store.sql(bed, "storefront") as database:
        columns = "count(*), sum(changes), count(favourite_category), count(distinct email)"
        left = database.execute(f"select {columns} from customer".encode()).fetchone()  # noqa: S608 - the line above
    assert left == (100, 0, 0, 100)


def test_an_item_tells_how_much_there_is_of_it(bed: Bed, visitor: httpx.Client) -> None:
    with store.sql(bed, "supplier") as database:
        database.execute(
            "update stock set on_hand = case item_id when 'EST-27' then 3 else 0 end"
            " where item_id in ('EST-27', 'EST-28')"
        )
    # Five seconds on a quiet machine; fifty times what the last reading took, when that was long.
    store.wait_for("news of the stock", lambda: "Only 3 left" in text(visitor.get("/item?id=EST-27")), timeout_s=120)
    assert "Out of stock" in text(visitor.get("/item?id=EST-28"))


def test_the_history_has_pages_with_the_latest_order_first(bed: Bed, visitor: httpx.Client) -> None:
    with store.sql(bed, "storefront") as database:
        database.execute(
            """insert into placed_order (order_id, customer, received_ns, total, lines)
               select 'P' || n, 'customer9', 1700000000000000000 + n, n, 'EST-1:1' from generate_series(1, 25) n"""
        )
    post(visitor, "/signon", {"user": "customer9", "password": "customer9"})

    def shown(page: str) -> list[str]:
        return re.findall(r"/orders/(P\d+)", visitor.get(f"/orders{page}").text)

    assert shown("") == [f"P{n}" for n in range(25, 15, -1)]
    assert text(visitor.get("/orders")).count(" on its way ") == 10, "the order processing center knows none of them"
    assert shown("?page=3") == [f"P{n}" for n in range(5, 0, -1)]
    for page in ("0", "4", "x", "-1", "99999999999"):
        assert visitor.get("/orders", params={"page": page}).status_code == 404


def test_what_another_window_has_changed_is_not_ordered_unseen(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", {**WHO, **store.ADDRESS})
    post(visitor, "/cart", {"item": "EST-1", "quantity": "1"})
    review = post(visitor, "/checkout/address", store.ADDRESS).text
    [offer] = re.findall(r'name="offer" value="(\w+)"', review)
    post(visitor, "/cart", {"item": "EST-8", "quantity": "2"})
    refused = post(visitor, "/order", {**CARD, "offer": offer}, status=409)
    assert "Nothing was ordered: your cart or your address has changed" in text(refused)
    assert "/orders/1" not in visitor.get("/orders").text
    [seen] = re.findall(r'name="offer" value="(\w+)"', post(visitor, "/checkout/address", store.ADDRESS).text)
    assert 'id="order-id"' in post(visitor, "/order", {**CARD, "offer": seen}).text


def test_a_supplier_that_hangs_hides_its_own_steps_and_nothing_else(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", {**WHO, **store.ADDRESS})
    order_id = place_order(visitor)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    with store.sql(bed, "supplier") as database, database.transaction():
        database.execute("lock table step_record in access exclusive mode")
        for _ in range(2):  # and nobody who is asked for something else is given up
            page = visitor.get(f"/orders/{order_id}").text
            assert 'data-finished="true"' in page
            assert visitor.get(f"/orders/{order_id}/timeline").text.count("<details><summary>") == 3
        assert order_id in visitor.get("/orders").text and " completed " in text(visitor.get("/orders"))


def test_a_customer_sees_no_order_of_another(bed: Bed, visitor: httpx.Client) -> None:
    order_id = store.order(bed)  # customer1's
    paths = (f"/orders/{order_id}", f"/orders/{order_id}/timeline")
    assert [visitor.get(path).status_code for path in paths] == [401, 401]
    post(visitor, "/signon", {"user": "customer2", "password": "customer2"})
    assert [visitor.get(path).status_code for path in paths] == [404, 404]
    assert order_id not in visitor.get("/orders").text


def test_every_product_has_a_picture(visitor: httpx.Client) -> None:
    pictures = set()
    for shelf in re.findall(r'category\?id=(\w+)"', visitor.get("/").text):
        pictures |= set(re.findall(r'src="[^"]*(/pictures/[^"]+)"', visitor.get(f"/category?id={shelf}").text))
    assert len(pictures) == 16
    for picture in pictures:
        answer = visitor.get(picture)
        assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "image/svg+xml")


def test_a_visit_that_has_ended_is_said_to_have_ended_and_counted(bed: Bed, visitor: httpx.Client) -> None:
    """It is not taken for a visit with an empty cart: whoever has lost a cart is told so."""
    bed.reset()
    before = unknown_sessions(bed)
    post(visitor, "/cart", {"item": "EST-1", "quantity": "1"})
    bed.reset()
    actions = {"/cart/update": {"EST-1": "2"}, "/checkout": {}, "/checkout/address": store.ADDRESS, "/order": CARD}
    for path, form in actions.items():
        assert "Your session has expired" in text(post(visitor, path, form, status=409))
    assert unknown_sessions(bed) == before + len(actions)
    assert "Set-Cookie" not in visitor.get("/").headers, "who only looks needs no visit"
    assert "Your cart is empty" in text(visitor.get("/cart"))
    gone = "Your session had expired, and what was in your cart before is gone."
    assert gone in text(post(visitor, "/cart", {"item": "EST-1", "quantity": "1"})), "a new visit"
    assert gone not in text(post(visitor, "/cart", {"item": "EST-1", "quantity": "1"}))
    assert unknown_sessions(bed) == before + len(actions) + 1
    assert "Cart (2)" in text(visitor.get("/cart"))


def test_whoever_signs_off_and_goes_on_shopping_is_not_told_of_a_lost_cart(bed: Bed, visitor: httpx.Client) -> None:
    post(visitor, "/register", WHO)
    post(visitor, "/cart", {"item": "EST-1", "quantity": "1"})
    before = unknown_sessions(bed)
    post(visitor, "/signoff", {})
    assert not [cookie for cookie in visitor.cookies.jar if cookie.name == "JSESSIONID"]
    assert "had expired" not in text(post(visitor, "/cart", {"item": "EST-1", "quantity": "1"}))
    assert "Cart (1)" in text(visitor.get("/cart"))
    assert unknown_sessions(bed) == before


def unknown_sessions(bed: Bed) -> int:
    metrics = httpx.get(
        f"{bed.management['storefront']}/metrics", headers={"Authorization": f"Bearer {bed.secret('management')}"}
    )
    [count] = re.findall(r"^petlab_unknown_sessions_total (\d+)", metrics.text, re.MULTILINE)
    return int(count)
