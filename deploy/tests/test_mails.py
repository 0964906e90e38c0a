"""What the store writes to its customers: who can read it, what becomes of it when nobody takes it."""

import smtplib
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.host.ports import BedPorts
from deploy.tests import store

pytestmark = pytest.mark.bed

THREE_MAILS = ("approved", "shipped", "completed")
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_over(bed: Bed) -> Iterator[None]:
    yield
    bed.reset()


@pytest.fixture(autouse=True)
def an_idle_store(bed: Bed) -> None:
    bed.reset()


@pytest.fixture
def administrator(bed: Bed) -> Iterator[httpx.Client]:
    known = next(each for each in bed.sign_ons if each.application == "opc")
    with httpx.Client(base_url=f"{bed.applications['opc']}/", timeout=30) as client:
        assert client.post("signon", data={"user": known.name, "password": known.password}).status_code == 303
        yield client


def test_the_customer_and_the_administrator_read_what_the_store_wrote_and_nobody_else(bed, administrator):
    with store.Customer(bed, "customer4") as customer:
        order_id = customer.order({"EST-1": 1})
        store.wait_until_told(bed, order_id, *THREE_MAILS)
        own = page_with_mails(customer.client, f"/orders/{order_id}", 3)
        part = page_with_mails(customer.client, f"/orders/{order_id}/timeline", 3)
    for page in (own, part, page_with_mails(administrator, f"admin/orders/{order_id}", 3)):
        assert page.count("<summary>Your order") == 3
        assert f"Thank you. Your order {order_id} for $" in page
        assert f"Your order {order_id} is complete" in page

    with store.Customer(bed, "customer5") as other:
        other.client.post("/signon", data={"user": "customer5", "password": "customer5"})
        assert other.client.get(f"/orders/{order_id}").status_code == 404
    mails = f"{bed.services['opc']}/orders/{order_id}/mails"
    assert httpx.get(mails).status_code == 401
    assert (
        httpx.get(f"http://127.0.0.1:{BedPorts(bed.plan.port_base).mailbox}/mails?order={order_id}").status_code == 401
    )


def page_with_mails(client: httpx.Client, path: str, count: int) -> str:
    """A page, once it shows so many mails: it is shown without them while the mail server is slow to tell of them."""

    def look() -> str | None:
        page = client.get(path).text
        return page if page.count("<details><summary>") == count else None

    return store.wait_for(f"{count} mails on {path}", look)


def test_programs_of_the_administration_read_them_too(bed, administrator):
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    mails = store.wait_for("its mails", lambda: administrator.get(f"api/orders/{order_id}").json()["mails"])
    assert sorted(mail["kind"] for mail in mails) == sorted(THREE_MAILS)
    [approved] = [mail for mail in mails if mail["kind"] == "approved"]
    assert approved["document_id"] == f"{order_id}-M-approved"
    assert approved["subject"] == f"Your order {order_id} is approved"
    assert approved["text"].startswith("Thank you.")


def test_what_a_foreign_sender_writes_is_shown_as_text(bed, administrator):
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    head = f"X-Petlab-Order: {order_id}\r\nX-Petlab-Mail: {SCRIPT}\r\nSubject: {SCRIPT}\r\n"
    with smtplib.SMTP("127.0.0.1", BedPorts(bed.plan.port_base).mail) as client:
        client.sendmail("somebody@example.org", ["ada@example.org"], f"{head}\r\n{SCRIPT}\r\n".encode())
    with store.Customer(bed) as customer:
        customer.client.post("/signon", data={"user": "customer1", "password": "customer1"})
        page = page_with_mails(customer.client, f"/orders/{order_id}", 4)
    for shown in (page, page_with_mails(administrator, f"admin/orders/{order_id}", 4)):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
        assert SCRIPT not in shown


def mail(to: str) -> str:
    return f"""<Mail xmlns="urn:petlab:documents:1"><documentId>A-M-approved</documentId><orderId>A</orderId>
      <kind>approved</kind><to>{to}</to><subject>Your order</subject><body>Thank you.</body></Mail>"""


def test_an_address_beyond_ascii_is_written_to(bed):
    bed.put("MailQueue", mail("müller@example.org"), "opc")
    store.wait_until_told(bed, "A", "approved")
    assert bed.dead_letters() == []


def test_an_address_that_is_none_makes_a_dead_letter_at_once_with_the_reason(bed):
    bed.put("MailQueue", mail("a,b@example.org"), "opc")
    store.wait_for("a dead letter", bed.dead_letters)
    [letter] = bed.dead_letters()
    assert "a,b@example.org" in letter.reason
    assert tried_in_vain(bed) == 0, "it is not tried again and again before"
    assert store.mails(bed, "A") == []


def test_while_the_mail_server_is_away_mails_wait_and_then_arrive_once(bed):
    mark = store.LogMark(bed)
    before = store.order(bed)
    store.wait_until_told(bed, before, *THREE_MAILS)
    bed.kill("mail")
    try:
        order_id = store.order(bed)
        store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")
        store.wait_for("a mail that was tried twice", lambda: tried_in_vain(bed) >= 4)
        assert store.mails(bed, order_id) == []
    finally:
        bed.recover()
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    store.wait_until_idle(bed)
    assert store.mails(bed, order_id) == sorted(THREE_MAILS)
    assert store.mails(bed, before) == sorted(THREE_MAILS), "the record of what was taken goes on"
    assert bed.dead_letters() == []
    about = [line for line in mark.lines_since() if "was not sent" in line.text]
    assert about, "each try in vain is told"
    assert max(len(line.text) for line in about) < 500, "and in one line"


def tried_in_vain(bed: Bed) -> int:
    """How many steps of mailing have been rolled back since the last reset."""
    with store.sql(bed, "opc") as database:
        found: Any = database.execute(
            "select count(*) from step_record where step = 'mailing' and outcome = 'rolled-back'"
        ).fetchone()
        return int(found[0])
