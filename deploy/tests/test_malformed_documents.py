"""What is not a document is refused clearly at every entrance, and the flow goes on."""

from collections.abc import Iterator

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.paths import CHECKOUT
from deploy.tests import store

pytestmark = pytest.mark.bed

EXAMPLES = CHECKOUT / "shared-schemas/src/main/resources/petlab/examples"
SENDER_OF = {"order-submission": "storefront", "supplier-order": "opc", "invoice": "supplier"}
RECEIVER_OF = {"order-submission": "opc", "supplier-order": "supplier", "invoice": "opc"}
DOCUMENT_OF = {"order-submission": "purchase-order", "supplier-order": "supplier-order", "invoice": "invoice"}
EXAMPLE_FOR = {
    "PurchaseOrderQueue": "purchase-order",
    "OrderApprovalQueue": "order-approval",
    "SupplierOrderQueue": "supplier-order",
    "InvoiceTopic": "invoice",
    "MailQueue": "mail",
}
WHERE_LINES_ARE = {"order-submission": "order_line", "supplier-order": "supplier_order_line"}
BOOKED = {transition: f"select 1 from {table}" for transition, table in WHERE_LINES_ARE.items()}  # noqa: S608
QUEUE_OF = {"order-submission": "PurchaseOrderQueue", "supplier-order": "SupplierOrderQueue"}
BOMB = (
    '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>'
)
FILE = '<!DOCTYPE a [<!ENTITY secret SYSTEM "file:///etc/passwd">]>'


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.xml").read_text(encoding="utf-8").split("?>", 1)[1].strip()


def spoilt(kind: str, document: str) -> str:
    return {
        "broken": document[:-20],
        "not XML": "a cat, please",
        "external entity": FILE + document.replace("10001", "&secret;", 1),
        "entity bomb": BOMB + document.replace("10001", "&d;", 1),
        "wrong namespace": document.replace("urn:petlab:documents:1", "urn:somebody:else"),
        "wrong value": document.replace("<orderId>10001</orderId>", "<orderId>../../etc</orderId>"),
        "10 MB": document.replace("10001", "1" * 10_000_000, 1),
    }[kind]


KINDS = ("broken", "not XML", "external entity", "entity bomb", "wrong namespace", "wrong value", "10 MB")


@pytest.fixture(scope="module", autouse=True)
def the_flow_goes_on(bed: Bed) -> Iterator[None]:
    yield
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    store.wait_until_idle(bed)
    bed.reset()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("transition", SENDER_OF)
def test_a_soap_inbox_refuses(bed: Bed, transition: str, kind: str) -> None:
    answer = post(bed, transition, soap(spoilt(kind, example(DOCUMENT_OF[transition]))))
    assert answer.status_code in {400, 413, 500}
    assert answer.text.strip()
    assert "root:" not in answer.text, "the entity was not read"
    assert "\tat " not in answer.text, "no stack trace"


def test_a_soap_inbox_takes_what_is_valid(bed: Bed) -> None:
    answer = post(bed, "order-submission", soap(example("purchase-order").replace("10001", "by-soap-1")))
    assert answer.status_code == 200
    assert "<documentId>by-soap-1</documentId>" in answer.text
    store.wait_until_told(bed, "by-soap-1", "approved", "shipped", "completed")


@pytest.mark.parametrize("booked", [False, True])
@pytest.mark.parametrize("transition", WHERE_LINES_ARE)
def test_what_is_on_its_way_or_booked_is_not_taken_again_with_other_content(
    bed: Bed, transition: str, booked: bool
) -> None:
    bed.reset()
    document = example(DOCUMENT_OF[transition]).replace("10001", "known-1").replace("EST-1", "X-1")
    other = document.replace("Ada Byron", "Ada Lovelace")

    def is_there() -> bool:
        with store.sql(bed, RECEIVER_OF[transition]) as database:
            return bool(database.execute(BOOKED[transition]).fetchall())

    def assert_that_the_other_is_refused() -> None:
        answer = post(bed, transition, soap(other))
        assert "UNREADABLE_DOCUMENT" in answer.text
        assert "is known already, with other content" in answer.text

    if booked:
        # By the queue: only the table knows of it.
        bed.put(QUEUE_OF[transition], document, SENDER_OF[transition])
        store.wait_for("the first document in the table", is_there)
        assert_that_the_other_is_refused()
    else:
        with store.table_away(bed, RECEIVER_OF[transition], WHERE_LINES_ARE[transition]):
            assert post(bed, transition, soap(document)).status_code == 200
            assert_that_the_other_is_refused()
        store.wait_for("the first document in the table", is_there)
    store.wait_until_idle(bed)
    assert bed.dead_letters() == []
    bed.reset()


@pytest.mark.parametrize("user", ["supplier", "nobody"])
def test_a_soap_inbox_lets_in_only_the_sender(bed: Bed, user: str) -> None:
    answer = httpx.post(
        f"{bed.services['opc']}/services/order-submission",
        content=soap(example("purchase-order")),
        headers={"Content-Type": "text/xml"},
        auth=(user, bed.secret("application.supplier")),
    )
    assert answer.status_code == 401


def soap(document: str) -> str:
    prolog, start = ("", document)
    if document.startswith("<!DOCTYPE"):
        prolog, start = document[: document.index("]>") + 2], document[document.index("]>") + 2 :]
    envelope = "http://schemas.xmlsoap.org/soap/envelope/"
    return f'{prolog}<s:Envelope xmlns:s="{envelope}"><s:Body>{start}</s:Body></s:Envelope>'


def post(bed: Bed, transition: str, message: str) -> httpx.Response:
    sender = SENDER_OF[transition]
    return httpx.post(
        f"{bed.services[RECEIVER_OF[transition]]}/services/{transition}",
        content=message.encode(),
        headers={"Content-Type": "text/xml; charset=utf-8"},
        auth=(sender, bed.secret(f"application.{sender}")),
        timeout=30,
    )


@pytest.mark.parametrize("destination", EXAMPLE_FOR)
def test_a_queue_puts_aside_what_it_cannot_read(bed: Bed, destination: str) -> None:
    bed.reset()
    subscriptions = 2 if destination == "InvoiceTopic" else 1
    for kind in KINDS:
        bed.put(destination, spoilt(kind, example(EXAMPLE_FOR[destination])), "opc")
    store.wait_for("dead letters", lambda: len(bed.dead_letters()) == subscriptions * len(KINDS), timeout_s=60)
    reasons = [letter.reason for letter in bed.dead_letters()]
    assert any("DOCTYPE is disallowed" in reason for reason in reasons)
    assert any("may have 1048576 characters" in reason for reason in reasons)
    store.wait_until_idle(bed)
