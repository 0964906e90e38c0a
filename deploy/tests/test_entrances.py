"""What comes to the doors of the services and the management and should not come in: a clear refusal each time.

What a document itself may not be is in test_malformed_documents.py.
"""

import http.client
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store
from deploy.tests.test_malformed_documents import BOMB, RECEIVER_OF, SENDER_OF, example, soap
from deploy.tests.test_malformed_documents import DOCUMENT_OF as EXAMPLE_OF

pytestmark = pytest.mark.bed

APPLICATIONS = ("storefront", "opc", "supplier")
SOAP = {"Content-Type": "text/xml; charset=utf-8"}
ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"
MANAGED = [
    ("GET", "counts"),
    ("GET", "orders.csv"),
    ("PUT", "phase"),
    ("POST", "reset"),
    ("PUT", "transitions/invoice"),
]
NOISY_LINE = 1_000
"""Characters of a line that tells of a refusal; those of the server's own JSON are not counted."""


@pytest.fixture(scope="module", autouse=True)
def the_servers_stay_well(bed: Bed) -> Iterator[None]:
    mark = store.LogMark(bed)
    yield
    for application in APPLICATIONS:
        assert bed.manage(application).get_json("health")["ready"] is True
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    bed.reset()
    body = mark.lines_since()
    assert [line.text for line in body if re.search("StackOverflowError|OutOfMemoryError", line.text)] == []
    assert [line.text for line in body if line.level == "SEVERE" or line.trace] == []
    assert [line.text for line in body if "efused" in line.message and len(line.text) > NOISY_LINE] == []


def service(bed: Bed, transition: str) -> str:
    return f"{bed.services[RECEIVER_OF[transition]]}/services/{transition}"


def credential(bed: Bed, transition: str) -> tuple[str, str]:
    return SENDER_OF[transition], bed.secret(f"application.{SENDER_OF[transition]}")


def post(bed: Bed, transition: str, content: str | bytes | Iterator[bytes], **headers: str) -> httpx.Response:
    return httpx.post(
        service(bed, transition),
        content=content,
        headers=SOAP | headers,
        auth=credential(bed, transition),
        timeout=30,
    )


def assert_refused(answer: httpx.Response, status: int, code: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].replace(" ", "").lower() == "text/xml;charset=utf-8"
    assert f"<code>{code}</code>" in answer.text or f":code>{code}</" in answer.text, answer.text
    assert "faultstring" in answer.text
    assert_no_trace(answer.text)


def assert_no_trace(text: str) -> None:
    assert text.strip()
    assert "\tat " not in text
    assert "Exception" not in text, text
    assert "root:" not in text


@pytest.mark.parametrize("transition", SENDER_OF)
@pytest.mark.parametrize(
    "kind",
    ["application/json", "application/soap+xml", "text/plain", "text/xml; charset=ibm037", "multipart/related", ""],
)
def test_a_service_takes_only_soap_messages(bed: Bed, transition: str, kind: str) -> None:
    message = soap(example(EXAMPLE_OF[transition]))
    assert_refused(post(bed, transition, message, **{"Content-Type": kind}), 415, "WRONG_CONTENT_TYPE")


@pytest.mark.parametrize("transition", SENDER_OF)
@pytest.mark.parametrize(
    "shown", [None, "", "Basic", "Basic !!!", "Basic b3BjOm9wYw==", "Bearer token", "Basic w6k6w6k="]
)
def test_a_service_requires_its_senders_credential(bed: Bed, transition: str, shown: str | None) -> None:
    headers = SOAP | ({} if shown is None else {"Authorization": shown})
    message = soap(example(EXAMPLE_OF[transition]))
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    answer = httpx.post(service(bed, transition), content=message, headers=encoded)
    assert_refused(answer, 401, "NOT_ALLOWED")
    assert answer.headers["www-authenticate"].startswith("Basic ")


@pytest.mark.parametrize("transition", SENDER_OF)
@pytest.mark.parametrize(
    "prolog",
    [
        BOMB,
        '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/evil.dtd">',
        '<!DOCTYPE a [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>',
        '<?xml version="1.0" encoding="IBM037"?><!DOCTYPE a [<!ENTITY b "c">]>',
        "<!-- a comment --><!DOCTYPE a>",
    ],
    ids=["bomb", "external DTD", "parameter entity", "another encoding", "after a comment"],
)
def test_a_service_reads_no_document_type(bed: Bed, transition: str, prolog: str) -> None:
    assert_refused(post(bed, transition, prolog + soap(example(EXAMPLE_OF[transition]))), 400, "UNREADABLE_DOCUMENT")


@pytest.mark.parametrize("transition", SENDER_OF)
@pytest.mark.parametrize("chunked", [False, True])
def test_a_service_bounds_what_it_reads(bed: Bed, transition: str, chunked: bool) -> None:
    message = soap(f"<a>{'x' * 3_000_000}</a>").encode()
    parts = (message[begin : begin + 8192] for begin in range(0, len(message), 8192))
    assert_refused(post(bed, transition, parts if chunked else message), 413, "TOO_LARGE")


def numbered(each: str) -> str:
    """So many of them, each with its number."""
    return "".join(each.replace("%d", str(number)) for number in range(1_000))


DEEP = 100_000
MONSTERS = {
    "deep in the body": f"<s:Body>{'<a>' * DEEP}{'</a>' * DEEP}</s:Body>",
    "deep in the header": f"<s:Header>{'<a>' * DEEP}{'</a>' * DEEP}</s:Header><s:Body><b/></s:Body>",
    "deep instead of a body": "<a>" * DEEP + "</a>" * DEEP,
    "many attributes": "<s:Body><a " + " ".join(f'a{number}="1"' for number in range(50_000)) + "/></s:Body>",
    "many namespaces": "<s:Body><a "
    + " ".join(f'xmlns:n{number}="u:{number}"' for number in range(30_000))
    + "/></s:Body>",
    "a long name": f"<s:Body><{'a' * 900_000}/></s:Body>",
    "no body": "",
    "an empty body": "<s:Body/>",
    "two documents": "<s:Body><a/><b/></s:Body>",
}


@pytest.mark.parametrize("transition", SENDER_OF)
@pytest.mark.parametrize("kind", MONSTERS)
def test_a_service_survives_monsters(bed: Bed, transition: str, kind: str) -> None:
    answer = post(bed, transition, f'<s:Envelope xmlns:s="{ENVELOPE}">{MONSTERS[kind]}</s:Envelope>')
    assert_refused(answer, answer.status_code, "UNREADABLE_DOCUMENT")
    assert answer.status_code in {400, 500}
    assert len(answer.text) < 2_000, "it does not throw everything back"


UNDERSTAND = '<s:Header><h:Security xmlns:h="urn:h" s:mustUnderstand="1"/></s:Header>'
FOR_ANOTHER = ' s:actor="urn:b"/>'
HEADED = "<s:Header><a %s/></s:Header><s:Body>DOC</s:Body>"
STRANGE = {
    "a second document": ("<s:Body>DOCDOC</s:Body>", "UNREADABLE_DOCUMENT"),
    "a second body": ("<s:Body>DOC</s:Body><s:Body>DOC</s:Body>", "UNREADABLE_DOCUMENT"),
    "a header behind the body": ("<s:Body>DOC</s:Body><s:Header/>", "UNREADABLE_DOCUMENT"),
    "text in the body": ("<s:Body>DOC and more</s:Body>", "UNREADABLE_DOCUMENT"),
    "a comment in the body": ("<s:Body><!-- c -->DOC</s:Body>", "UNREADABLE_DOCUMENT"),
    "a comment behind the document": ("<s:Body>DOC<!-- c --></s:Body>", "UNREADABLE_DOCUMENT"),
    "another document": ('<s:Body><Mail xmlns="urn:petlab:documents:1"/></s:Body>', "UNREADABLE_DOCUMENT"),
    "a fault": ("<s:Body><s:Fault><faultcode>s:Client</faultcode></s:Fault></s:Body>", "UNREADABLE_DOCUMENT"),
    "a processing instruction": ("<s:Body><?a b?>DOC</s:Body>", "UNREADABLE_DOCUMENT"),
    "an unknown entity": ("<s:Body>&nbsp;DOC</s:Body>", "UNREADABLE_DOCUMENT"),
    "a header that must be understood": (UNDERSTAND + "<s:Body>DOC</s:Body>", "NOT_UNDERSTOOD"),
    "a long attribute": (HEADED % f'b="{"x" * 900_000}"', "UNREADABLE_DOCUMENT"),
    "a thousand attributes": (HEADED % numbered(' a%d="1"'), "UNREADABLE_DOCUMENT"),
    "a thousand namespaces": (HEADED % numbered(' xmlns:n%d="u:%d"'), "UNREADABLE_DOCUMENT"),
    "a namespace that nobody declared": ("<s:Body><n:a/></s:Body>", "UNREADABLE_DOCUMENT"),
    "XML's own prefix for something else": ('<s:Body xmlns:xml="urn:x">DOC</s:Body>', "UNREADABLE_DOCUMENT"),
}


@pytest.mark.parametrize("transition", SENDER_OF)
@pytest.mark.parametrize("kind", STRANGE)
def test_every_refusal_has_a_code(bed: Bed, transition: str, kind: str) -> None:
    parts, code = STRANGE[kind]
    document = example(EXAMPLE_OF[transition])
    message = f'<s:Envelope xmlns:s="{ENVELOPE}">{parts.replace("DOC", document)}</s:Envelope>'
    answer = post(bed, transition, message)
    assert_refused(answer, answer.status_code, code)
    assert answer.status_code in {400, 500}
    assert bed.queue_lengths() == [each for each in bed.queue_lengths() if not each.messages]


@pytest.mark.parametrize(
    "message",
    [
        "<!-- c --><s:Envelope NS><!-- c --> <s:Header/><!-- c --><s:Body>DOC</s:Body><!-- c --></s:Envelope>",
        "<s:Envelope NS><s:Header><!-- c --><a>b</a></s:Header><s:Body> DOC </s:Body></s:Envelope>",
        f"<s:Envelope NS>{UNDERSTAND.replace('/>', FOR_ANOTHER)}<s:Body>DOC</s:Body></s:Envelope>",
        "\ufeff<s:Envelope NS><s:Body>DOC</s:Body></s:Envelope>",
        '<s:Envelope NS s:encodingStyle="urn:e"><s:Body a="b">DOC</s:Body></s:Envelope>',
    ],
)
def test_what_soap_allows_is_taken(bed: Bed, message: str) -> None:
    order = example("purchase-order").replace("10001", "as-soap-allows")
    whole = message.replace("NS", f'xmlns:s="{ENVELOPE}"').replace("DOC", order)
    answer = post(bed, "order-submission", whole)
    assert answer.status_code == 200, answer.text
    store.wait_until_told(bed, "as-soap-allows", "approved", "shipped", "completed")


@pytest.mark.parametrize(
    ("message", "status", "code"),
    [
        ("", 400, "UNREADABLE_DOCUMENT"),
        ('<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"/>', 400, "UNREADABLE_DOCUMENT"),
        ('<?xml version="1.1"?>MESSAGE', 400, "UNREADABLE_DOCUMENT"),
        ('<?xml version="1.0" encoding="ISO-8859-1"?>MESSAGE', 415, "WRONG_CONTENT_TYPE"),
        ("MESSAGE<a/>", 400, "UNREADABLE_DOCUMENT"),
        ("\x00MESSAGE", 400, "UNREADABLE_DOCUMENT"),
    ],
)
def test_what_is_no_message_is_refused_with_a_code(bed: Bed, message: str, status: int, code: str) -> None:
    whole = message.replace("MESSAGE", soap(example("invoice")))
    assert_refused(post(bed, "invoice", whole, **{"Content-Type": "text/xml"}), status, code)


def refusals_since(before: Mapping[Path, int]) -> list[str]:
    """The logs' lines about refusals that stand behind these places, as they are written."""
    found: list[str] = []
    for log, size in before.items():
        with log.open(encoding="utf-8") as lines:
            lines.seek(size)
            found += [line for line in lines if "efused at" in line]
    return found


def test_a_refused_value_is_cut_and_masked_wherever_it_is_reported(bed: Bed) -> None:
    order = example("purchase-order")
    number = "4111 1111 1111 1111"
    with_card = order.replace("4111111111111111", number)
    with_long = order.replace("customer1@example.org", "a" * 900_000)
    assert with_card != order != with_long
    bed.reset()
    before = {jvm.server_log: jvm.server_log.stat().st_size for jvm in bed.jvms}
    for document, status in ((with_card, 500), (with_long, 400)):
        assert_refused(post(bed, "order-submission", soap(document)), status, "UNREADABLE_DOCUMENT")
        bed.put("PurchaseOrderQueue", document, "storefront")
    store.wait_for("two dead letters", lambda: len(bed.dead_letters()) == 2)
    # A line of a test before may be written only now.
    store.wait_for("four lines", lambda: len(refusals_since(before)) >= 4)
    texts = [*refusals_since(before), *(letter.reason for letter in bed.dead_letters())]
    bed.reset()
    assert [line for line in texts if "4111 " in line or len(line) > NOISY_LINE] == []
    assert any("**** **** **** 1111" in line for line in texts)


@pytest.mark.timed
@pytest.mark.parametrize("part", ["a", "a@", "a@a.", "1", "&#65;"])
def test_how_long_a_value_is_costs_no_time(bed: Bed, part: str) -> None:
    document = example("purchase-order").replace("customer1@example.org", part * (900_000 // len(part)))
    begin_s = time.monotonic()
    assert_refused(post(bed, "order-submission", soap(document)), 400, "UNREADABLE_DOCUMENT")
    assert time.monotonic() - begin_s < 5, "it took 85 s once; the rest is for a machine that does other things too"


@pytest.mark.parametrize("transition", SENDER_OF)
def test_a_service_is_called_by_post_only(bed: Bed, transition: str) -> None:
    for method in ("PUT", "DELETE", "PATCH", "HEAD"):
        answer = httpx.request(method, service(bed, transition), auth=credential(bed, transition))
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")
    assert httpx.get(service(bed, transition)).status_code == 404
    assert "org.petlab" not in httpx.get(service(bed, transition)).text


@pytest.mark.parametrize(
    "path",
    [
        "/opc/services/no-such-service",
        "/opc/services/supplier-order",
        "/opc/services/order-submission/more",
        "/opc/services/../manage/counts",
        "/opc/services/..%2fmanage/counts",
        "/opc/services/order-submission/..;/..;/manage/counts",
        "/opc/services/order-submission/%2e%2e/%2e%2e/WEB-INF/web.xml",
        "/opc/services/order-submission?xsd=../workflow.json",
        "/opc/services/order-submission?wsdl=../../web.xml",
        "/opc/WEB-INF/web.xml",
        "/opc/WEB-INF/classes/META-INF/persistence.xml",
        "/opc/manage/..%2f..%2f..%2f..%2fetc/passwd",
        "/opc/orders/..%2f..%2fmanage%2fcounts/state",
        "/supplier/WEB-INF/wsdl/supplier-order.wsdl",
        "/supplier/stock/../manage/counts",
        "/supplier/..%5c..%5cetc/passwd",
        "/supplier/%00",
        "/../../../../etc/passwd",
    ],
)
def test_no_path_leads_around_a_door(bed: Bed, path: str) -> None:
    for there in (bed.applications, bed.services, bed.management):
        status, text = raw(there["opc"], "GET", path)
        assert status in {400, 401, 403, 404}, f"{status} {text}"
        assert_no_trace(text or "nothing")
        assert "<web-app" not in text


@pytest.mark.parametrize("transition", SENDER_OF)
def test_a_header_that_is_no_ascii_opens_nothing(bed: Bed, transition: str) -> None:
    headers = [(b"Content-Type", b"text/xml; charset=utf-8"), (b"Authorization", "Basic \u00e9".encode())]
    answer = httpx.post(service(bed, transition), content=soap(example(EXAMPLE_OF[transition])), headers=headers)
    assert answer.status_code in {400, 401}  # the server may refuse it before the filter does
    assert_no_trace(answer.text or "nothing")


def raw(there: str, method: str, path: str) -> tuple[int, str]:
    """A request whose path is sent as it stands."""
    address = urlsplit(there)
    connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=30)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode("utf-8", errors="replace")
    finally:
        connection.close()


@pytest.mark.parametrize("application", APPLICATIONS)
@pytest.mark.parametrize(("method", "path"), MANAGED)
@pytest.mark.parametrize("shown", [None, "Bearer guessed", "Basic bGFiOmxhYg=="])
def test_management_requires_its_token(bed: Bed, application: str, method: str, path: str, shown: str | None) -> None:
    headers = {"Content-Type": "text/plain"} | ({} if shown is None else {"Authorization": shown})
    content = None if method == "GET" else "idle"
    answer = httpx.request(method, f"{bed.management[application]}/manage/{path}", content=content, headers=headers)
    assert (answer.status_code, answer.text) == (401, "Expected the management token of this bed\n")


def manage(
    bed: Bed, method: str, path: str, content: str | Iterator[bytes], kind: str = "text/plain"
) -> httpx.Response:
    return httpx.request(
        method,
        f"{bed.management['supplier']}/manage/{path}",
        content=content,
        headers={"Authorization": f"Bearer {bed.secret('management')}", "Content-Type": kind},
        timeout=30,
    )


@pytest.mark.parametrize(("chunked", "status"), [(False, 413), (True, 411)])
def test_management_bounds_what_it_reads(bed: Bed, chunked: bool, status: int) -> None:
    answer = manage(bed, "PUT", "phase", (b"x" * 8192 for _ in range(400)) if chunked else "x" * 3_000_000)
    assert answer.status_code == status
    assert_no_trace(answer.text)


@pytest.mark.parametrize("kind", ["application/xml", "application/json", "text/html"])
def test_management_takes_only_text(bed: Bed, kind: str) -> None:
    answer = manage(bed, "POST", "stock/EST-1", BOMB + "<a>&d;</a>", kind)
    assert answer.status_code == 415
    assert_no_trace(answer.text or "nothing")


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("PUT", "phase", "party", 400),
        ("PUT", "transitions/invoice", "pigeon", 400),
        ("PUT", "transitions/no-such", "soap", 400),
        ("POST", "stock/EST-1", "many", 400),
        ("POST", "stock/EST-1", "-5", 400),
        ("POST", "stock/EST-1", "99999999999999", 400),
        ("POST", "stock/EST-1", "2000000000", 400),
        ("POST", "stock/'; drop table stock; --", "1", 404),
        ("POST", "no-such-call", "", 404),
    ],
)
def test_management_says_what_it_expected(bed: Bed, method: str, path: str, body: str, status: int) -> None:
    answer = manage(bed, method, path, body)
    assert answer.status_code == status, answer.text
    assert_no_trace(answer.text or "nothing")


@pytest.mark.parametrize("path", ["opc/orders/10001/state", "supplier/stock"])
@pytest.mark.parametrize("user", ["", "opc", "supplier", "foreign-client"])
def test_what_only_the_storefront_may_ask(bed: Bed, path: str, user: str) -> None:
    application, _, rest = path.partition("/")
    auth = (user, bed.secret(f"application.{user}")) if user else None
    answer = httpx.get(store.url(bed, application, rest), auth=auth)
    assert answer.status_code == 401
    assert "Only the storefront may ask" in answer.text


def test_the_storefront_is_told_what_is_on_hand(bed: Bed) -> None:
    auth = ("storefront", bed.secret("application.storefront"))
    stock = f"{bed.services['supplier']}/stock"
    everything = httpx.get(stock, auth=auth)
    assert everything.json() == {row["item_id"]: int(row["on_hand"]) for row in store.rows(bed, "supplier", "stock")}
    some = httpx.get(stock, params=[("item", "EST-1"), ("item", "' or '1'='1"), ("item", "EST-2")], auth=auth)
    assert some.json().keys() == {"EST-1", "EST-2"}
    too_many = httpx.get(stock, params=[("item", "EST-1")] * 201, auth=auth)
    assert (too_many.status_code, too_many.text) == (400, "Ask for at most 200 items at once\n")
