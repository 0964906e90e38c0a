"""Each address is served by the listener that is for its kind, and nothing else is served at all."""

import http.client
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store
from deploy.tests.test_access import assert_is_guarded, login, visitor

pytestmark = pytest.mark.bed

ADDRESSES = {
    "applications": ("storefront/", "storefront/signon", "opc/signon", "opc/api/orders", "supplier/orders"),
    "services": (
        "opc/services/order-submission?wsdl",
        "opc/orders/10001/state",
        "supplier/stock",
        "supplier/orders/10001/steps",
        "storefront/steps/10001",
        "storefront/item-categories",
    ),
    "management": ("opc/manage/counts", "storefront/metrics", "supplier/metrics"),
}
CLOSED = ("opc/api/orders", "supplier/orders")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "BREW", "get", "CONNECT")
CHECKOUTS = 200
"""A listener for pages has 64 threads."""


def listeners(bed: Bed) -> Mapping[str, str]:
    """Where each listener of the server answers."""
    places = {"applications": bed.applications, "services": bed.services, "management": bed.management}
    return {kind: urls["opc"].removesuffix("/opc") for kind, urls in places.items()}


@pytest.mark.parametrize(("kind", "address"), [(kind, each) for kind, those in ADDRESSES.items() for each in those])
def test_an_address_is_served_on_its_listener_only(bed: Bed, kind: str, address: str) -> None:
    application = address.partition("/")[0]
    auth = ("storefront" if application != "storefront" else "opc", "")
    credential = {"auth": (auth[0], bed.secret(f"application.{auth[0]}"))} if kind == "services" else {}
    for other, there in listeners(bed).items():
        answer = httpx.get(f"{there}/{address}", **credential)  # type: ignore[arg-type]
        if other == kind:
            assert "on this port" not in answer.text
        elif address in CLOSED:  # a stranger is sent away before it is known where to
            assert answer.status_code in {302, 401}
        else:
            assert (answer.status_code, "on this port" in answer.text) == (404, True), other
        assert_is_guarded(answer)


@pytest.mark.parametrize("path", ["/", "/index.html", "/favicon.ico", "/nothing/here", "/opcx", "/%6fpc/", "/health"])
def test_what_belongs_to_no_application_is_answered_without_a_word_of_the_server(bed: Bed, path: str) -> None:
    for kind, there in listeners(bed).items():
        if (kind, path) != ("management", "/health"):
            answer = httpx.get(f"{there}{path}")
            assert answer.status_code == 404
            assert_is_guarded(answer)


def test_health_is_guarded_too(bed: Bed) -> None:
    answer = httpx.get(f"{listeners(bed)['management']}/health")
    assert answer.status_code == 200
    assert_is_guarded(answer)


@pytest.mark.parametrize("application", ["storefront", "opc", "supplier"])
def test_a_session_id_in_an_address_is_not_taken(bed: Bed, application: str) -> None:
    known = login(bed, application)
    page = {"storefront": "account", "opc": "admin/orders", "supplier": "inventory"}[application]
    with visitor(bed, application) as client:
        client.post("signon", data=known)
        session = client.cookies["JSESSIONID"]
        assert client.get(page).status_code == 200
        client.cookies.clear()
        stranger = client.get(f"{page};jsessionid={session}")
        assert (stranger.status_code, stranger.text) == (400, "A session id may stand in a cookie only.\n")
        assert client.post(f"signon%3Bjsessionid={session}", data=known).status_code == 400


@pytest.mark.parametrize(
    ("application", "path"),
    [("storefront", ""), ("opc", ""), ("opc", "/"), ("opc", "/admin/orders"), ("supplier", "/inventory")],
)
def test_a_redirect_does_not_name_the_host_that_the_request_gave_itself(bed: Bed, application: str, path: str) -> None:
    answer = httpx.get(bed.applications[application] + path, headers={"Host": "evil.example"})
    assert answer.status_code in {301, 302, 303}
    assert answer.headers["location"].startswith(f"/{application}/")
    assert "evil" not in answer.text + str(answer.headers)
    assert_is_guarded(answer)


def test_sign_on_leads_on_without_the_host(bed: Bed) -> None:
    with visitor(bed, "opc") as client:
        answer = client.post("signon", data=login(bed, "opc"), headers={"Host": "evil.example"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/opc/")


def test_no_method_is_worth_a_line_in_the_log(bed: Bed) -> None:
    mark = store.LogMark(bed)
    for there in listeners(bed).values():
        for address in ("storefront/", "opc/signon", "opc/api/orders", "supplier/stock", "opc/services/invoice", "*"):
            for method in METHODS:
                status = status_of(there, method, f"/{address}".replace("/*", "*"))
                assert status < 500 or status == 501, (there, method, address)
    assert [line.text for line in mark.lines_since()] == []


def status_of(there: str, method: str, path: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(there).netloc, timeout=30)
    try:
        connection.request(method, path, headers={"Content-Length": "0"})
        return connection.getresponse().status
    finally:
        connection.close()


@pytest.mark.parametrize(
    "delegate", ["jms-transacted", pytest.param("jms-nontransacted", marks=pytest.mark.thorough), "soap"]
)
def test_three_times_as_many_checkouts_as_threads_on_one_server(
    bed: Bed, delegate: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By SOAP each holds a thread while it calls the order processing center, which answers on threads of its own."""
    everywhere = dict.fromkeys(("order-submission", "supplier-order", "invoice"), delegate)
    bed.reset()
    with store.delegates(bed, everywhere), ExitStack() as visits, ThreadPoolExecutor(CHECKOUTS) as at_once:
        customers = [store.Customer(bed, f"customer{1 + each % 100}") for each in range(CHECKOUTS)]
        for customer in customers:
            visits.enter_context(customer)
        ready = list(at_once.map(lambda customer: customer.make_ready({"EST-1": 1}), customers))
        assert len(ready) == CHECKOUTS
        answers = list(at_once.map(lambda customer: customer.confirm(), customers))
        accepted = [store.order_id(answer) for answer in answers if answer.status_code == 200]
        with capsys.disabled():
            longest_s = max(answer.elapsed.total_seconds() for answer in answers)
            sys.stderr.write(
                f"\n{len(answers)} checkouts at once by {delegate}: {len(accepted)} accepted, "
                f"the longest took {longest_s:.1f} s\n"
            )
        assert {answer.status_code for answer in answers} <= {200, 503}
        assert len(set(accepted)) == len(accepted) > CHECKOUTS / 2
        store.wait_for(
            "completion of all that were accepted",
            lambda: set(accepted) <= {row["order_id"] for row in store.rows(bed, "opc") if row["state"] == "COMPLETED"},
            timeout_s=120,
        )
        assert all(row["invoices"] == "1" for row in store.rows(bed, "opc") if row["order_id"] in accepted)
        in_question = [answer for answer in answers if "we do not know yet" in answer.text]
        assert len({row["order_id"] for row in store.rows(bed, "opc")} - set(accepted)) <= len(in_question)
    bed.reset()
