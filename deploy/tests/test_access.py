"""Who gets in, who does not, and what a refusal tells: tried on the real servers as a stranger would."""

import http.client
import itertools
import math
import re
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store

pytestmark = pytest.mark.bed

APPLICATIONS = ("storefront", "opc", "supplier")
STAFF = ("opc", "supplier")
CLOSED = {
    "opc": ("admin/orders", "admin/", "admin/no-such-page"),
    "supplier": ("inventory", "orders", "shipments", "invoices", "inventory/no-such-page"),
}
POSTS = {
    "storefront": ("cart", "cart/update", "signon", "signoff", "checkout", "checkout/address", "order"),
    "opc": ("signon", "signoff", "admin/orders", "api/orders", "services/invoice", "manage/reset"),
    "supplier": ("signon", "signoff", "inventory", "services/supplier-order", "manage/reset"),
}
FOREIGN = (
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
)
SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
METACHARACTERS = (
    "' or '1'='1",
    "'; drop table customer; --",
    "%",
    "_",
    "\\",
    '"',
    "${7*7}",
    "#{7*7}",
    "\x00",
    "\x1b[2J",
)
STRANGERS = (f"customer{number}" for number in range(20, 100))
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # to read all certificates for each client takes longer than to ask
TRACE = re.compile(r"\tat |\bat (org|com|java|jakarta)\.\S+\(|Exception|Payara|GlassFish")


@pytest.fixture(scope="module", autouse=True)
def all_wrong_tries_are_forgotten(bed: Bed) -> Iterator[None]:
    bed.reset()
    yield
    bed.reset()


@pytest.fixture
def customer(bed: Bed) -> Iterator[httpx.Client]:
    with visitor(bed, "storefront") as client:
        assert client.post("signon", data={"user": "customer7", "password": "customer7"}).status_code == 200
        yield client


class Visitor(httpx.Client):
    """Asks for each address on the listener that serves it."""

    def __init__(self, bed: Bed, application: str) -> None:
        super().__init__(base_url=f"{bed.applications[application]}/", timeout=30, verify=NO_TLS)
        self._place = bed, application

    def build_request(self, method: str, url: httpx.URL | str, **values: Any) -> httpx.Request:
        """With the address of the listener in front of a path."""
        bed, application = self._place
        path = str(url).removeprefix(f"/{application}/")  # a redirect names the path on its server
        there = path if path.startswith("http") else store.url(bed, application, path)
        return super().build_request(method, there, **values)


def visitor(bed: Bed, application: str) -> httpx.Client:
    return Visitor(bed, application)


@contextmanager
def staff(bed: Bed, application: str) -> Iterator[httpx.Client]:
    with visitor(bed, application) as client:
        answer = client.post("signon", data=login(bed, application))
        assert answer.status_code == 303, answer.text
        yield client


def login(bed: Bed, application: str) -> dict[str, str]:
    known = next(each for each in bed.sign_ons if each.application == application)
    return {"user": known.name, "password": known.password}


def assert_is_guarded(answer: httpx.Response) -> None:
    """What every answer has, whatever it is."""
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert not TRACE.search(answer.text), answer.text[:2000]


# --- sessions and their cookies


@pytest.mark.parametrize("application", APPLICATIONS)
def test_the_cookie_is_kept_from_scripts_other_sites_and_other_applications(bed, application):
    with visitor(bed, application) as client:
        answer = client.post("signon", data=login(bed, application))
    cookie = answer.headers["Set-Cookie"]
    name, *flags = (part.strip().lower() for part in cookie.split(";"))
    assert name.startswith("jsessionid=")
    assert "httponly" in flags
    assert f"path=/{application}" in flags
    assert ("samesite=lax" if application == "storefront" else "samesite=strict") in flags
    assert "secure" not in flags, "there is no TLS here"


def test_another_session_id_after_sign_on_and_the_one_before_is_worth_nothing(bed):
    with visitor(bed, "storefront") as client:
        client.post("cart", data={"item": "EST-1", "quantity": "2"})
        before = client.cookies["JSESSIONID"]
        answer = client.post("signon", data={"user": "customer8", "password": "customer8"})
        assert answer.status_code == 200
        assert "EST-1" in client.get("cart").text, "the cart is kept"
        assert client.cookies["JSESSIONID"] != before
        assert client.post("checkout").status_code == 200
    with visitor(bed, "storefront") as thief:
        thief.cookies.set("JSESSIONID", before)
        assert thief.get("orders/10001").status_code == 401


@pytest.mark.parametrize("application", STAFF)
def test_a_session_id_that_somebody_has_made_up_is_not_taken(bed, application):
    with visitor(bed, application) as client:
        client.cookies.set("JSESSIONID", "0123456789abcdef0123456789ab")
        answer = client.post("signon", data=login(bed, application))
        assert "0123456789abcdef" not in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("application", STAFF)
def test_who_signs_off_is_signed_off(bed, application):
    with staff(bed, application) as client:
        page = CLOSED[application][0]
        assert client.get(page).status_code in {200, 404}
        known = client.cookies["JSESSIONID"]
        assert client.post("signoff").status_code == 303
        client.cookies.clear()
        client.cookies.set("JSESSIONID", known)
        assert client.get(page).status_code == 302


# --- who gets in


@pytest.mark.parametrize(("application", "page"), [(each, page) for each in STAFF for page in CLOSED[each]])
def test_a_stranger_is_sent_to_sign_on_and_then_to_what_was_asked_for(bed, application, page):
    with visitor(bed, application) as client:
        refused = client.get(page, params={"page": "2"})
        assert refused.status_code == 302
        assert_is_guarded(refused)
        assert "Set-Cookie" not in refused.headers
        form = client.get(refused.headers["Location"])
        assert form.status_code == 200
        path = f"/{page}?page=2"
        assert f'name="next" value="{path}"' in form.text
        answer = client.post("signon", data=login(bed, application) | {"next": path})
        assert answer.status_code == 303
        assert urlsplit(answer.headers["Location"]).path == f"/{application}/{page}"
        assert client.get(page).status_code in {200, 404}, "no role is missing any more"
        assert client.post(page, headers={"Sec-Fetch-Site": "same-origin"}).status_code in {400, 404, 405}


@pytest.mark.parametrize(
    "next_page", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "/../manage/"]
)
def test_sign_on_leads_nowhere_else(bed, next_page):
    with visitor(bed, "opc") as client:
        answer = client.post("signon", data=login(bed, "opc") | {"next": next_page})
        address = urlsplit(str(answer.url.join(answer.headers["Location"])))
        assert (address.netloc, address.path) == (urlsplit(bed.applications["opc"]).netloc, "/opc/")


@pytest.mark.parametrize("application", STAFF)
@pytest.mark.parametrize("wrong", [{"password": "guessed"}, {"user": "nobody"}, {"user": ""}, {"password": ""}])
def test_wrong_and_missing_credentials_of_the_staff_are_refused(bed, application, wrong):
    with visitor(bed, application) as client:
        answer = client.post("signon", data=login(bed, application) | wrong)
        assert answer.status_code == 401
        assert "Set-Cookie" not in answer.headers
        assert_is_guarded(answer)
        assert client.get(CLOSED[application][0]).status_code == 302


def test_a_customer_and_the_other_staff_are_strangers_to_the_administration(bed):
    for application in ("storefront", "supplier"):
        with visitor(bed, "opc") as client:
            assert client.post("signon", data=login(bed, application)).status_code == 401


@pytest.mark.parametrize(
    "auth",
    [None, ("administrator", "guessed"), ("nobody", "nobody"), ("administrator", ""), ("customer1", "customer1")],
)
def test_rest_asks_for_a_name_and_a_password(bed, auth):
    with visitor(bed, "opc") as client:
        answer = client.get("api/orders", auth=auth)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Basic ")
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert answer.json()["status"] == 401
    assert "Set-Cookie" not in answer.headers
    assert_is_guarded(answer)


@pytest.mark.parametrize("header", ["Basic", "Basic !!!", "Basic YWRt", "Bearer x", "Digest username=administrator"])
def test_rest_refuses_what_is_no_credential(bed, header):
    with visitor(bed, "opc") as client:
        answer = client.get("api/orders", headers={"Authorization": header})
    assert answer.status_code == 401
    assert_is_guarded(answer)


def test_rest_lets_in_the_administrator_by_http_basic_and_by_session(bed):
    known = login(bed, "opc")
    with visitor(bed, "opc") as client:
        answer = client.get("api/no-such-thing", auth=(known["user"], known["password"]))
    assert answer.status_code == 404, "let in, and nothing there"
    assert_is_guarded(answer)
    with staff(bed, "opc") as client:
        assert client.get("api/no-such-thing").status_code == 404


def test_an_application_gets_into_the_suppliers_orders_and_no_further(bed):
    auth = ("opc", bed.secret("application.opc"))
    with visitor(bed, "supplier") as client:
        assert client.get("orders/10001/steps", auth=auth).status_code in {200, 404}
        assert client.get("orders/10001/steps", auth=("opc", "guessed")).status_code == 401
        assert client.get("inventory", auth=auth).status_code == 403


def test_nobody_sees_another_customers_order(bed, customer):
    order_id = store.order(bed)
    assert customer.get(f"orders/{order_id}").status_code == 404
    unknown = customer.get("orders/99999999")
    assert unknown.status_code == 404
    assert customer.get(f"orders/{order_id}").text == unknown.text, "as unknown as one that does not exist"
    with visitor(bed, "storefront") as stranger:
        assert stranger.get(f"orders/{order_id}").status_code == 401
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")


# --- guessing


def test_guessing_has_to_wait_and_the_answer_says_how_long(bed):
    with visitor(bed, "storefront") as client:
        tries = guesses_until_refused(client, "customer9")
        assert [each.status_code for each in tries[:5]] == [401] * 5
        assert tries[-1].status_code == 429
        assert int(tries[-1].headers["Retry-After"]) >= 1
        assert_is_guarded(tries[-1])
        guess = {"user": "customer9", "password": "guess"}
        store.guess_until_long_refusal(lambda: client.post("signon", data=guess))
        right = client.post("signon", data={"user": "customer9", "password": "customer9"})
        assert right.status_code == 429, "otherwise the guesser would not have to wait"
        other = client.post("signon", data={"user": "customer10", "password": "customer10"})
        assert other.status_code == 200, "the others are not slowed"
    bed.reset()


def test_a_name_that_nobody_has_is_answered_like_a_wrong_password(bed):
    with visitor(bed, "storefront") as client:
        known, unknown = (guesses_until_refused(client, name) for name in ("customer11", "no-customer"))
        assert [each.status_code for each in known[:5]] == [each.status_code for each in unknown[:5]] == [401] * 5
        assert known[-1].status_code == unknown[-1].status_code == 429
        assert known[0].text == unknown[0].text
    bed.reset()


def guesses_until_refused(client: httpx.Client, name: str) -> list[httpx.Response]:
    """The answers to one guess after the other: a slow machine may let in one that has become due meanwhile."""
    answers = [client.post("signon", data={"user": name, "password": "guess"})]
    while answers[-1].status_code != 429 and len(answers) < 12:
        answers.append(client.post("signon", data={"user": name, "password": "guess"}))
    return answers


def test_a_guesser_does_not_slow_who_shares_the_address(bed):
    with visitor(bed, "storefront") as client:
        assert client.post("signon", data={"user": "customer12", "password": "customer12"}).status_code == 200
        names = (f"name{n}" for n in itertools.count())
        guess = {"password": "x"}
        store.wait_for(
            "the refusal of an address that guesses",
            lambda: client.post("signon", data=guess | {"user": next(names)}).status_code == 429,
            timeout_s=180,
        )
        assert client.post("signon", data={"user": "customer12", "password": "customer12"}).status_code == 200
    bed.reset()


def test_of_many_guesses_at_once_no_more_are_looked_at_than_one_after_the_other(bed):
    bed.reset()
    began_s = time.monotonic()
    answers = at_once(bed, 40, {"user": "customer14", "password": "guessed"})
    # Five are free; the sixth has to come a second after the fifth, and each next one twice as long after that.
    due_meanwhile = int(math.log2(1 + time.monotonic() - began_s))
    assert answers.keys() == {401, 429}
    assert 5 <= answers[401] <= 5 + due_meanwhile
    bed.reset()


def test_customers_who_share_an_account_and_sign_on_at_once_all_get_in(bed):
    bed.reset()
    assert at_once(bed, 60, {"user": "customer15", "password": "customer15"}) == {200: 60}


def at_once(bed: Bed, number: int, form: dict[str, str]) -> Counter[int]:
    """How so many are answered who sign on together."""
    together = threading.Barrier(number)

    def sign_on(_: int) -> int:
        with visitor(bed, "storefront") as client:
            client.get("signon")  # so that only the form is still to be sent
            together.wait()
            return client.post("signon", data=form).status_code

    with ThreadPoolExecutor(number) as pool:
        return Counter(pool.map(sign_on, range(number)))


# --- what one visitor's slowness is to others


def test_a_checkout_that_hangs_stops_nobody_else(bed):
    """The database does not let go of the order, so that the checkout is in the midst of its transaction."""
    bed.reset()
    with (
        store.Customer(bed, "customer16") as slow,
        store.Customer(bed, "customer17") as other,
        ThreadPoolExecutor(1) as pool,
    ):
        post(other, "signon", {"user": other.name, "password": other.name})
        with orders_cannot_be_booked(bed):
            checkout = pool.submit(slow.submit, {"EST-1": 1})
            store.wait_for("the checkout's wait", lambda: store.waiting_for_locks(bed, "storefront"))
            for number in range(18, 28):
                with visitor(bed, "storefront") as client:
                    assert status(client, "signon", sign_on_of(f"customer{number}")) == 200
            another = {"password_now": "customer17", "password": "another one", "password_again": "another one"}
            assert status(other.client, "account/password", another) == 303
            assert status(slow.client, "cart", {"item": "EST-2", "quantity": "1"}) == 200
            assert status(slow.client, "order", {"card_number": store.GOOD_CARD, "card_expiry": "12/2030"}) == 409
            assert not checkout.done(), "all were answered before the lock was gone"
        assert checkout.result(timeout=60).status_code == 200
        cart = slow.client.get("cart").text
        assert "EST-2" in cart and "EST-1" not in cart, "what came meanwhile is still there"
    bed.reset()


def sign_on_of(name: str) -> dict[str, str]:
    return {"user": name, "password": name}


def post(customer: store.Customer, path: str, form: dict[str, str]) -> None:
    assert customer.client.post(path, data=form).status_code == 200


def status(client: httpx.Client, path: str, form: dict[str, str]) -> int:
    return client.post(path, data=form).status_code


@contextmanager
def orders_cannot_be_booked(bed: Bed) -> Iterator[None]:
    with store.sql(bed, "storefront") as database, database.transaction():
        database.execute("lock table placed_order in share mode")
        yield


# --- other sites


@pytest.mark.parametrize("foreign", FOREIGN, ids=lambda each: next(iter(each.values())))
@pytest.mark.parametrize(("application", "path"), [(each, path) for each in APPLICATIONS for path in POSTS[each]])
def test_a_form_of_another_site_changes_nothing(bed, staff_of, application, path, foreign):
    credential = {"Authorization": f"Bearer {bed.secret('management')}"} if path.startswith("manage/") else {}
    answer = staff_of[application].post(path, data={"item": "EST-1", "quantity": "1"}, headers=foreign | credential)
    assert answer.status_code == 403
    assert_is_guarded(answer)


@pytest.fixture(scope="module")
def staff_of(bed: Bed) -> Iterator[dict[str, httpx.Client]]:
    """Somebody who is signed on at each application, with a cart at the shop."""
    with staff(bed, "opc") as opc, staff(bed, "supplier") as supplier, visitor(bed, "storefront") as customer:
        customer.post("cart", data={"item": "EST-1", "quantity": "1"})
        customer.post("signon", data={"user": "customer13", "password": "customer13"})
        yield {"opc": opc, "supplier": supplier, "storefront": customer}


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_no_method_that_changes_something_is_open_to_other_sites(bed, staff_of, method):
    for path in ("api/orders", "admin/orders", "manage/phase"):
        answer = staff_of["opc"].request(method, path, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403
        assert_is_guarded(answer)


def test_an_own_form_and_a_program_pass(bed):
    own = {"Origin": bed.applications["storefront"].removesuffix("/storefront")}
    with visitor(bed, "storefront") as client:
        for headers in ({}, own, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}):
            assert client.post("cart", data={"item": "EST-1", "quantity": "1"}, headers=headers).status_code == 200


# --- what is typed in


FIELDS = [
    ("search", "GET", "q"),
    ("item", "GET", "id"),
    ("product", "GET", "id"),
    ("category", "GET", "id"),
    ("cart", "POST", "item"),
    ("cart", "POST", "quantity"),
    ("cart/update", "POST", "EST-1"),
    ("cart/update", "POST", SCRIPT),
    ("signon", "POST", "user"),
    ("signon", "POST", "password"),
    ("signon", "POST", "next"),
    *(("checkout/address", "POST", field) for field in store.ADDRESS),
    ("order", "POST", "card_number"),
    ("order", "POST", "card_expiry"),
]
FILLED = {
    "cart": {"item": "EST-1", "quantity": "1"},
    "signon": {"user": "customer14", "password": "customer14"},
    "checkout/address": store.ADDRESS,
    "order": {"card_number": store.GOOD_CARD, "card_expiry": "12/2030"},
}


@pytest.fixture(scope="module")
def shopper(bed: Bed) -> Iterator[httpx.Client]:
    """Somebody who is about to order. Nobody at this address has guessed before."""
    bed.reset()
    with visitor(bed, "storefront") as client:
        client.post("cart", data={"item": "EST-1", "quantity": "1"})
        client.post("signon", data={"user": "customer14", "password": "customer14"})
        assert client.post("checkout/address", data=store.ADDRESS).status_code == 200
        yield client


@pytest.mark.parametrize(("path", "method", "field"), FIELDS)
def test_a_script_typed_into_a_field_comes_back_as_text(shopper, path, method, field):
    answer = typed(shopper, path, method, field, SCRIPT)
    assert "<script>alert" not in answer.text
    assert "onerror=alert(1)>" not in answer.text
    assert_is_guarded(answer)
    review = shopper.post("checkout")
    assert "<script>alert" not in review.text


@pytest.mark.parametrize(("path", "method", "field"), FIELDS)
def test_no_character_is_more_than_a_character(shopper, path, method, field):
    for value in METACHARACTERS:
        answer = typed(shopper, path, method, field, value)
        assert answer.status_code in {200, 400, 401, 404, 409}, value
        assert "49</" not in answer.text, "no expression is worked out"
        assert_is_guarded(answer)


def typed(client: httpx.Client, path: str, method: str, field: str, value: str) -> httpx.Response:
    if method == "GET":
        return client.get(path, params={field: value})
    if field in ("user", "password"):  # not as the shopper, who would be somebody else then
        with httpx.Client(base_url=client.base_url, verify=NO_TLS) as stranger:
            # Each at another account: who guesses again and again is turned away before anybody looks at the value.
            return stranger.post(path, data=FILLED[path] | {"user": next(STRANGERS)} | {field: value})
    if path == "order":  # ordered for good when the value passes: only what is wrong is sent
        return client.post(path, data=FILLED[path] | {field: f"x{value}"})
    return client.post(path, data={**FILLED.get(path, {}), field: value})


def test_the_store_still_answers_after_all_of_that(bed):
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")


# --- sizes and paths


@pytest.mark.parametrize(
    ("application", "path"),
    [
        ("storefront", "signon"),
        ("storefront", "cart"),
        ("opc", "signon"),
        ("supplier", "signon"),
        ("storefront", "services/../signon"),
        ("storefront", "services/%2e%2e/signon"),
        ("opc", "services/x/../../signon"),
    ],
)
def test_an_oversized_form_is_refused_unread(bed, application, path):
    status, text = raw(bed, "POST", f"/{application}/{path}", headers={"Content-Length": "10000000"})
    assert status == 413
    assert not TRACE.search(text)


def test_a_body_that_does_not_say_how_long_it_is_is_refused(bed):
    def pieces() -> Iterator[bytes]:
        yield b"user=customer1&password=customer1"

    with visitor(bed, "storefront") as client:
        answer = client.post("signon", content=pieces(), headers={"Content-Type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 411
    assert_is_guarded(answer)


@pytest.mark.parametrize("field", ["user", "password"])
def test_an_oversized_field_is_refused(bed, field):
    with visitor(bed, "storefront") as client:
        data = {"user": "customer1", "password": "customer1"} | {field: "x" * 20_000}
        assert client.post("signon", data=data).status_code == 401


def test_an_oversized_address_is_refused(bed):
    status, text = raw(bed, "GET", "/storefront/search?q=" + "x" * 100_000)
    assert 400 <= status < 500
    assert not TRACE.search(text.split("</h1>")[-1])


@pytest.mark.parametrize(
    "path",
    [
        "/{}/../../../../etc/passwd",
        "/{}/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/{}/..%2f..%2f..%2fetc%2fpasswd",
        "/{}/..;/..;/etc/passwd",
        "/{}/..%5c..%5cetc%5cpasswd",
        "/{}/style.css/../../../etc/passwd",
        "/{}/%00/etc/passwd",
        "/{}/WEB-INF/web.xml",
        "/{}/%57EB-INF/web.xml",
        "/{}/web-inf/web.xml",
        "/{}/./WEB-INF/web.xml",
        "/{}//WEB-INF/web.xml",
        "/{}/x/..;/WEB-INF/web.xml",
        "/{}/style.css/..;/WEB-INF/web.xml",
        "/{}/WEB-INF/pages/signon.jsp",
        "/{}/WEB-INF;x/pages/signon.jsp",
        "/{}/META-INF/MANIFEST.MF",
        "/{}/error",
    ],
)
@pytest.mark.parametrize("application", APPLICATIONS)
def test_no_path_leads_out_of_the_pages(bed, application, path):
    status, text = raw(bed, "GET", path.format(application))
    assert 300 <= status < 500, text[:300]
    assert "root:" not in text and "<web-app" not in text and "taglib" not in text and "Manifest-Version" not in text


@pytest.mark.parametrize(
    "path",
    [
        "/opc/admin/orders",
        "/opc//admin/orders",
        "/opc/./admin/orders",
        "/opc/%61dmin/orders",
        "/opc/admin;x=y/orders",
        "/opc/;x=y/admin/orders",
        "/opc/x/../admin/orders",
        "/opc/x/%2e%2e/admin/orders",
        "/opc/admin/../admin/orders",
        "/opc/admin%2forders",
        "/opc/api/orders",
        "/opc/api;x/orders",
        "/opc/%61pi/orders",
        "/supplier//inventory",
        "/supplier/inventory;x=y",
        "/supplier/%69nventory",
        "/supplier/orders;x=y",
    ],
)
def test_no_spelling_of_a_path_gets_round_the_constraints(bed, path):
    status, _ = raw(bed, "GET", path)
    assert status in {302, 400, 401, 404}


@pytest.mark.parametrize("application", APPLICATIONS)
def test_a_request_is_not_shown_back(bed, application):
    status, text = raw(bed, "TRACE", f"/{application}/", headers={"Cookie": "JSESSIONID=secret"})
    assert status >= 400
    assert "secret" not in text


def raw(bed: Bed, method: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """A request whose path nobody has tidied up, and whose body never comes."""
    connection = http.client.HTTPConnection(urlsplit(bed.applications["storefront"]).netloc, timeout=10)
    try:
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", errors="replace")
    finally:
        connection.close()


# --- what an answer tells


@pytest.mark.parametrize(
    ("application", "path", "status"),
    [
        ("storefront", "", 200),
        ("storefront", "style.css", 200),
        ("storefront", "paw.svg", 200),
        ("storefront", "no-such-page", 404),
        ("storefront", "order", 405),
        ("storefront", "item?id=none", 404),
        ("storefront", "orders/10001", 401),
        ("storefront", "manage/health", 401),
        ("opc", "", 302),
        ("opc", "signon", 200),
        ("opc", "style.css", 200),
        ("opc", "no-such-page", 404),
        ("opc", "orders/10001/state", 401),
        ("opc", "orders/states?id=10001", 401),
        ("opc", "manage/health", 401),
        ("opc", "api/orders", 401),
        ("supplier", "", 302),
        ("supplier", "signon", 200),
        ("supplier", "style.css", 200),
        ("supplier", "no-such-page", 404),
        ("supplier", "manage/health", 401),
    ],
)
def test_every_answer_is_guarded(bed, application, path, status):
    with visitor(bed, application) as client:
        answer = client.get(path)
    assert answer.status_code == status
    assert_is_guarded(answer)


@pytest.mark.parametrize(("application", "transition"), [("opc", "order-submission"), ("supplier", "supplier-order")])
def test_refused_soap_is_guarded_too(bed, application, transition):
    with visitor(bed, application) as client:
        answer = client.post(f"services/{transition}", content="<a/>")
    assert answer.status_code == 401
    assert_is_guarded(answer)


def test_a_page_of_somebody_who_is_signed_on_is_kept_by_nobody(customer):
    assert customer.get("").headers["Cache-Control"] == "no-store"


def test_what_nobody_has_caught_shows_a_reference_which_the_log_explains(bed):
    """A table that is away is an error which none of the applications expects."""
    lab = {"Authorization": f"Bearer {bed.secret('management')}"}
    storefront = bed.applications["storefront"]
    with store.table_away(bed, "storefront", "customer"):
        page = httpx.post(f"{storefront}/signon", data={"user": "customer1", "password": "customer1"})
    with store.table_away(bed, "storefront", "placed_order"):
        call = httpx.get(store.url(bed, "storefront", "manage/counts"), headers=lab)
    for answer in (page, call):
        assert answer.status_code == 500
        assert_is_guarded(answer)
        assert "customer_away" not in answer.text and "relation" not in answer.text
        assert "\tat org.petlab.storefront." in store.error_line(bed, store.reference(answer)).trace


def test_an_error_of_an_interface_is_a_problem_that_a_program_can_read(bed):
    known = login(bed, "opc")
    answer = httpx.post(
        f"{bed.applications['opc']}/api/orders",
        content=b"x",
        auth=(known["user"], known["password"]),
        headers={"Sec-Fetch-Site": "cross-site"},
    )
    assert answer.status_code == 403
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert answer.json()["title"] == "Forbidden"


def test_the_staffs_passwords_are_the_beds_own(bed):
    passwords = [each.password for each in bed.sign_ons if each.application != "storefront"]
    assert len(set(passwords)) == len(passwords) == 2
    assert all(re.fullmatch(r"([a-z2-9]{4}-){3}[a-z2-9]{4}", password) for password in passwords)
    assert quote(passwords[0]) == passwords[0], "typed into a URL or a shell as it is"
