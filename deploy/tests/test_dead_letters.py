"""What no step can take, on the real servers: it is put aside at once with a reason, and a person can always see it,
throw it away or try it again; and trying it again gives it no right that its sender had not."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import giving_up, store, strange_messages
from deploy.tests.test_administration import THREE_MAILS, administrator, got
from deploy.tests.test_malformed_documents import example

pytestmark = pytest.mark.bed

CLIENT = "foreign-client"
PUT_ASIDE = "put-aside-"
"""So begins the id of what a step has put aside itself, and not the broker after eight deliveries."""

STRANGE = {
    "order as bytes": "petlabOrder",
    "document as bytes": "petlabDocument",
    "time as text": "petlabSentNanos",
    "time as yes": "petlabSentNanos",
    "strange headers": "petlabOrder",
    "bytes": "Expected a text message",
    "many bytes": "Expected a text message",
    "map": "Expected a text message",
    "stream": "Expected a text message",
    "object": "Expected a text message",
    "no body": "Expected a text message",
    "no text": "found no text",
}
"""Each with a part of the reason that it is put aside with."""

NO_TEXT = [kind for kind, reason in STRANGE.items() if not reason.startswith("petlab")]
"""What is refused again when it is tried again; of the others the document is good, and the headers are gone."""


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_over(bed: Bed) -> Iterator[None]:
    yield
    bed.reset()


@pytest.fixture(autouse=True)
def an_idle_store(bed: Bed) -> None:
    bed.reset()


@pytest.fixture
def api(bed: Bed) -> Iterator[httpx.Client]:
    """The REST resource, called as the bed's administrator."""
    with httpx.Client(base_url=f"{bed.applications['opc']}/api/", auth=administrator(bed), timeout=30) as client:
        yield client


def letters(api: httpx.Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = got(api.get("dead-letters"))["letters"]
    return found


def wait_for_letters(api: httpx.Client, count: int) -> list[dict[str, Any]]:
    store.wait_for(f"{count} dead letters", lambda: len(letters(api)) == count, timeout_s=60)
    return letters(api)


def tried_again(api: httpx.Client, tried: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tries letters of the purchase orders again, and returns what becomes of them: as many others."""
    for each in tried:
        got(api.post(f"dead-letters/PurchaseOrderQueue/{each['id']}/retry"))
    before = {each["id"] for each in tried}
    store.wait_for("they come back", lambda: len({each["id"] for each in letters(api)} - before) == len(tried))
    return letters(api)


def order(order_id: str) -> str:
    return example("purchase-order").replace("<orderId>10001<", f"<orderId>{order_id}<")


def test_a_letter_that_is_tried_again_has_no_more_rights_than_its_sender(bed: Bed, api: httpx.Client) -> None:
    """Somebody else's number, refused, and tried again by a person: the customer who gets it must get the goods."""
    wanted = str(int(store.order(bed, {"EST-2": 1})) + 1)
    bed.put("PurchaseOrderQueue", order(wanted), CLIENT)
    [refused] = wait_for_letters(api, 1)
    assert f"Order id {wanted}: those of a foreign client begin with F-" in refused["reason"]
    for _ in range(2):
        [refused] = tried_again(api, [refused])
        assert f"Order id {wanted}: those of a foreign client begin with F-" in refused["reason"]
    assert store.row(bed, "opc", wanted) is None

    assert store.order(bed, {"EST-3": 4}) == wanted
    store.wait_until_told(bed, wanted, *THREE_MAILS)
    shipped = [row for row in store.rows(bed, "supplier", "shipments") if row["order_id"] == wanted]
    assert [(row["item_id"], row["quantity"]) for row in shipped] == [("EST-3", "4")]
    known = store.row(bed, "opc", wanted)
    assert known is not None
    assert known["duplicates"] == "0"


def test_a_step_that_failed_too_often_is_tried_again_for_its_sender(bed: Bed, api: httpx.Client) -> None:
    with giving_up.soon(bed, "PurchaseOrderQueue"), store.table_away(bed, "opc", "order_line"):
        bed.put("PurchaseOrderQueue", order("F-late"), CLIENT)
        [letter] = wait_for_letters(api, 1)
    got(api.post(f"dead-letters/PurchaseOrderQueue/{letter['id']}/retry"))
    store.wait_until_told(bed, "F-late", *THREE_MAILS)


def test_nobody_sends_in_anothers_name(bed: Bed, api: httpx.Client) -> None:
    """By the property in which an application says for whom it sends."""
    stolen = str(int(store.order(bed)) + 1)
    strange_messages.send(bed, "PurchaseOrderQueue", ["another's name"], order(stolen), CLIENT)
    strange_messages.send(bed, "PurchaseOrderQueue", ["a foreign name"], order("F-stolen"), "storefront")
    found = wait_for_letters(api, 2)
    assert sorted(each["reason"].split(":")[0] for each in found) == [f"Order id {stolen}", "Order id F-stolen"]
    tried_again(api, found)
    assert store.row(bed, "opc", stolen) is None
    assert store.row(bed, "opc", "F-stolen") is None


def test_only_who_may_submit_orders_does(bed: Bed, api: httpx.Client) -> None:
    bed.put("PurchaseOrderQueue", order("4711"), "opc")
    [letter] = wait_for_letters(api, 1)
    assert "opc" in letter["reason"]


def test_an_order_with_a_known_number_and_other_content_is_refused(bed: Bed, api: httpx.Client) -> None:
    bed.put("PurchaseOrderQueue", order("F-once"), CLIENT)
    store.wait_until_told(bed, "F-once", *THREE_MAILS)
    bed.put("PurchaseOrderQueue", order("F-once").replace("15:30.1", "16:30.1"), CLIENT)
    store.wait_for("a duplicate", lambda: (store.row(bed, "opc", "F-once") or {})["duplicates"] == "1")
    bed.put("PurchaseOrderQueue", order("F-once").replace("<itemId>EST-1<", "<itemId>EST-2<"), CLIENT)
    [letter] = wait_for_letters(api, 1)
    assert letter["reason"].startswith("Order F-once is known already, with other content")


def test_a_document_of_the_supplier_with_a_known_id_and_other_content_is_refused(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed, {"EST-1": 2})
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    document = example("supplier-order").replace("10001", order_id).replace("<quantity>2<", "<quantity>3<")
    bed.put("SupplierOrderQueue", document, "opc")
    invoice = example("invoice").replace("10001", order_id).replace("<quantity>2<", "<quantity>1<")
    bed.put("InvoiceTopic", invoice, "supplier")
    found = wait_for_letters(api, 3)
    assert {each["queue"] for each in found} == {"SupplierOrderQueue", "invoicing", "notifying-shipment"}
    assert all("is known already, with other content" in each["reason"] for each in found), found
    assert store.mails(bed, order_id) == sorted(THREE_MAILS)


def test_an_invoice_that_does_not_fit_is_refused_at_once(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed, {"EST-1": 2})
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    invoice = example("invoice").replace("10001-I1", "more").replace("10001", order_id)
    invoice = invoice.replace("<quantity>2<", "<quantity>3<")
    bed.put("InvoiceTopic", invoice, "supplier")
    [letter] = wait_for_letters(api, 1)
    assert letter["id"].startswith(PUT_ASIDE)
    assert letter["queue"] == "invoicing"
    assert letter["reason"] == "Invoice more: 5 of EST-1 shipped in line 1, but 2 ordered"


def test_strange_messages_are_put_aside_at_once_and_hide_nothing(bed: Bed, api: httpx.Client) -> None:
    strange_messages.send(bed, "PurchaseOrderQueue", list(STRANGE), order("F-strange"), CLIENT)
    found = wait_for_letters(api, len(STRANGE))
    assert all(each["id"].startswith(PUT_ASIDE) for each in found), found
    assert {(each["order_id"], each["document_id"]) for each in found} == {("unknown", "unknown")}
    reasons = sorted(each["reason"] for each in found)
    for expected, count in Counter(STRANGE.values()).items():
        assert sum(expected in reason for reason in reasons) == count, (expected, reasons)
    assert len(bed.dead_letters()) == len(STRANGE), "the lab sees them too"
    assert store.row(bed, "opc", "F-strange") is None

    assert all(each["retriable"] for each in found), found
    for each in found:
        got(api.post(f"dead-letters/PurchaseOrderQueue/{each['id']}/retry"))
    store.wait_until_told(bed, "F-strange", *THREE_MAILS)
    before = {each["id"] for each in found}
    store.wait_for("the others again", lambda: len({each["id"] for each in letters(api)} - before) == len(NO_TEXT))
    again = letters(api)
    assert sorted(each["reason"] for each in again) == reasons[: len(NO_TEXT)]
    for each in again:
        got(api.delete(f"dead-letters/PurchaseOrderQueue/{each['id']}"))
    assert letters(api) == []


def test_a_huge_message_is_refused_by_the_broker_and_orders_go_on(bed: Bed, api: httpx.Client) -> None:
    outcome = strange_messages.attempt(bed, "PurchaseOrderQueue", ["20 MB"], order("F-huge"), CLIENT)
    assert outcome.returncode != 0
    assert "A message has at most 4194304 bytes here, and this one has 2" in outcome.stderr
    bed.put("PurchaseOrderQueue", order("F-usual"), CLIENT)
    store.wait_until_told(bed, "F-usual", *THREE_MAILS)
    assert letters(api) == []
    assert store.row(bed, "opc", "F-huge") is None
    streamed = bed.home / "broker/data/large-messages"
    store.wait_for("the end of its file", lambda: not any(streamed.iterdir()))


def test_a_letter_that_the_broker_gave_up_is_shown_whatever_its_headers(bed: Bed, api: httpx.Client) -> None:
    """What the sender wrote into the property for reasons is no reason, and no hindrance."""
    with giving_up.soon(bed, "PurchaseOrderQueue"), store.table_away(bed, "opc", "purchase_order"):
        strange_messages.send(bed, "PurchaseOrderQueue", ["a reason", "reason as bytes"], order("F-given"), CLIENT)
        found = wait_for_letters(api, 2)
    assert [each["reason"] for each in found] == ["The step failed too often: see the order's history"] * 2
    for each in found:
        got(api.delete(f"dead-letters/PurchaseOrderQueue/{each['id']}"))
    assert letters(api) == []


def test_an_order_that_expires_is_a_dead_letter(bed: Bed, api: httpx.Client) -> None:
    strange_messages.send(bed, "PurchaseOrderQueue", ["expired"], order("F-expired"), CLIENT)
    [letter] = wait_for_letters(api, 1)
    assert letter["reason"] == "It expired before its step took it, as its sender wished"
    got(api.post(f"dead-letters/PurchaseOrderQueue/{letter['id']}/retry"))
    store.wait_until_told(bed, "F-expired", *THREE_MAILS)


def test_what_not_even_the_brokers_client_can_read_hides_nothing(bed: Bed, api: httpx.Client) -> None:
    strange_messages.send(bed, "PurchaseOrderQueue", ["broken text"], order("F-any"), CLIENT)
    bed.put("PurchaseOrderQueue", "a cat, please", CLIENT)
    store.wait_for("the other letter", lambda: any("PurchaseOrder" in each["reason"] for each in letters(api)))
    bed.put("PurchaseOrderQueue", order("F-next"), CLIENT)
    store.wait_until_told(bed, "F-next", *THREE_MAILS)


def test_a_foreign_client_writes_no_history_of_others(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    strange_messages.send(bed, "PurchaseOrderQueue", [order_id], order("F-about"), CLIENT)
    store.wait_until_told(bed, "F-about", *THREE_MAILS)

    def steps(of: str) -> list[str]:
        return [each["step"] for each in got(api.get(f"orders/{of}"))["steps"]]

    store.wait_for("the histories", lambda: "mailing" in steps("F-about") and len(steps(order_id)) >= 9)
    assert steps(order_id).count("receiving") == 1
