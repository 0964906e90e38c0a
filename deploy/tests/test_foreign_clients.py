"""Programs that are no part of Petlab submit orders, by the very words of docs/service-interfaces.md."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from deploy.specification import foreign_client
from deploy.tests import store
from deploy.tests.test_malformed_documents import example, soap

pytestmark = pytest.mark.bed

DOCS = CHECKOUT / "docs/service-interfaces.md"
THREE_MAILS = ("approved", "shipped", "completed")
CLIENT = "foreign-client"


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_over(bed: Bed) -> Iterator[None]:
    bed.reset()
    yield
    store.wait_until_idle(bed)
    bed.reset()


@pytest.fixture(scope="module")
def typed(bed: Bed, tmp_path_factory: pytest.TempPathFactory) -> str:
    return type_all(bed, tmp_path_factory.mktemp("typed"))


def type_all(bed: Bed, folder: Path) -> str:
    """What the shell says when all its commands in the docs are typed, one after the other."""
    file = bed.home / foreign_client.FILE
    script = "set -euo pipefail\n" + "\n".join(blocks("sh")).replace(f".petlab/bed/{foreign_client.FILE}", f"'{file}'")
    return run(["bash", "-c", script], {"TMPDIR": str(folder)})


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return [str(block) for block in found]


def run(command: list[str], environment: Mapping[str, str]) -> str:
    home = str(Jdk.of_this_run().home)
    outcome = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "JAVA_HOME": home, **environment},
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
    return outcome.stdout


def test_curl_submits_an_order(bed: Bed, typed: str) -> None:
    assert "<documentId>F-1001</documentId>" in typed
    assert_completed(bed, "F-1001")


def test_zeep_submits_an_order_and_is_told_what_is_wrong_with_another(bed: Bed) -> None:
    assert_zeep_says_what_the_docs_say(bed)
    assert_completed(bed, "F-1002")
    assert store.row(bed, "opc", "F-1003") is None


def assert_zeep_says_what_the_docs_say(bed: Bed) -> None:
    file = (bed.home / foreign_client.FILE).read_text(encoding="utf-8")
    environment = {
        name: shlex.split(value)[0] for name, value in re.findall(r"^export (\w+)=(.+)$", file, re.MULTILINE)
    }
    [program] = blocks("python")
    output = run([sys.executable, "-c", program], environment)
    [expected] = re.findall(r"It prints `(.+)` and `(.+)`\.$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert tuple(output.splitlines()) == expected


def test_artemis_submits_an_order(bed: Bed, typed: str) -> None:
    assert_completed(bed, "F-1004")


def test_what_is_wrong_with_a_message_is_in_its_dead_letter(bed: Bed, typed: str) -> None:
    [reason] = reasons(bed, "F-1005")
    assert reason.startswith("Not a valid PurchaseOrder: cvc-minInclusive-valid: Value '0'")


def assert_completed(bed: Bed, order_id: str) -> None:
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")
    assert store.row(bed, "storefront", order_id) is None


def reasons(bed: Bed, order_id: str) -> list[str]:
    def found() -> list[str]:
        return [letter.reason for letter in bed.dead_letters() if order_id in (letter.order_id, letter.document_id)]

    store.wait_for(f"dead letter of {order_id}", found)
    return found()


def test_what_is_sent_again_changes_nothing(bed: Bed) -> None:
    message = order("F-again")
    assert [submit(bed, message).status_code for _ in range(2)] == [200, 200]
    assert_completed(bed, "F-again")
    store.wait_until_idle(bed)
    known = store.row(bed, "opc", "F-again")
    assert known is not None
    assert (known["duplicates"], known["invoices"]) == ("1", "1")


@pytest.mark.parametrize("numbers", [(None, None), (2, 1)], ids=["by their places", "as the client says"])
def test_two_lines_of_one_item_are_shipped_and_booked_each_by_itself(
    bed: Bed, numbers: tuple[int | None, int | None]
) -> None:
    """Five pieces and one, and there is one: the second line leaves first."""
    bed.reset()
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 1, on_hand = 1 where item_id = 'EST-1'")
    bed.put("PurchaseOrderQueue", with_lines("F-twice", [(numbers[0], 5), (numbers[1], 1)]), CLIENT)
    store.wait_until_told(bed, "F-twice", "approved", "shipped")
    store.wait_for("a part is booked", lambda: store.state(bed, "F-twice") == "SHIPPED_PART")

    bed.manage("supplier").post("stock/EST-1", "5")

    store.wait_until_told(bed, "F-twice", *THREE_MAILS, "shipped")
    store.wait_for("completion", lambda: store.state(bed, "F-twice") == "COMPLETED")
    store.wait_until_idle(bed)
    assert bed.dead_letters() == []
    with store.sql(bed, "opc") as database:
        booked = database.execute(
            "select line_no, quantity, shipped from order_line where order_id = 'F-twice' order by quantity"
        ).fetchall()
    assert booked == [(numbers[1] or 2, 1, 1), (numbers[0] or 1, 5, 5)]
    stock = next(row for row in store.rows(bed, "supplier", "stock") if row["item_id"] == "EST-1")
    assert (stock["initial"], stock["restocked"], stock["on_hand"]) == ("1", "5", "0")
    bed.reset()


def test_two_lines_with_the_same_number_are_refused(bed: Bed) -> None:
    answer = submit(bed, with_lines("F-same", [(2, 5), (None, 1)]))
    assert answer.status_code == 500
    assert "Two lines have the number 2" in answer.text


def with_lines(order_id: str, lines: list[tuple[int | None, int]]) -> str:
    """An order with lines of one item: their numbers, if they have any, and how many pieces."""
    head, line, tail = re.split(r"(<line>.*</line>)", order(order_id), flags=re.DOTALL)
    numbered = [
        line.replace("<line>", "<line>" + (f"<number>{number}</number>" if number else "")).replace(
            "<quantity>2<", f"<quantity>{quantity}<"
        )
        for number, quantity in lines
    ]
    total = f"<total>{Decimal('16.50') * sum(quantity for _, quantity in lines)}<"
    return head + "".join(numbered) + tail.replace("<total>33.00<", total)


def test_nobody_takes_a_number_of_the_storefronts_by_soap(bed: Bed) -> None:
    answer = submit(bed, order("10001"))
    assert answer.status_code == 500
    assert "<faultstring>Order id 10001: those of a foreign client begin with F-" in answer.text
    assert "UNREADABLE_DOCUMENT" in answer.text


def test_nobody_takes_a_number_of_the_storefronts_by_jms(bed: Bed) -> None:
    bed.put("PurchaseOrderQueue", order("10002"), CLIENT)
    store.wait_for(
        "a dead letter", lambda: any("Order id 10002: those of" in each.reason for each in bed.dead_letters())
    )
    assert store.row(bed, "opc", "10002") is None


@pytest.mark.parametrize("sender", [CLIENT, "storefront"])
def test_nobody_submits_a_past_order_by_soap(bed: Bed, sender: str) -> None:
    """The audit leaves past orders out: such an order would be seen by nobody."""
    answer = submit(bed, order("H0000001"), sender=sender)
    assert answer.status_code == 500
    assert "<faultstring>Order id H0000001: " in answer.text
    assert "UNREADABLE_DOCUMENT" in answer.text


@pytest.mark.parametrize("sender", [CLIENT, "storefront"])
def test_nobody_submits_a_past_order_by_jms(bed: Bed, sender: str) -> None:
    order_id = {CLIENT: "H0000002", "storefront": "H0000003"}[sender]
    bed.put("PurchaseOrderQueue", order(order_id), sender)
    store.wait_for("a dead letter", lambda: any(f"Order id {order_id}: " in each.reason for each in bed.dead_letters()))
    with store.sql(bed, "opc") as database:
        booked = database.execute("select count(*) from purchase_order where order_id = %s", [order_id]).fetchone()
    assert booked == (0,)


def test_an_id_from_which_no_others_can_be_made_is_refused(bed: Bed) -> None:
    answer = submit(bed, order("F-" + "1" * 23))
    assert answer.status_code == 500
    assert "maxLength" in answer.text


def test_a_time_without_a_zone_is_refused_and_not_left_out(bed: Bed) -> None:
    message = order("F-zone").replace("10:15:30.123456789Z", "10:15:30")
    answer = submit(bed, message)
    assert answer.status_code == 500
    assert "2026-11-21T10:15:30" in answer.text


@pytest.mark.parametrize(("application", "service"), [("supplier", "supplier-order"), ("opc", "invoice")])
def test_other_services_are_not_for_it(bed: Bed, application: str, service: str) -> None:
    answer = submit(bed, example(service), f"{application}/services/{service}")
    assert answer.status_code == 401
    assert "NOT_ALLOWED" in answer.text


@pytest.mark.parametrize("path", ["opc/orders/F-1001/state", "supplier/stock"])
def test_what_the_applications_tell_each_other_is_not_for_it(bed: Bed, path: str) -> None:
    assert httpx.get(url(bed, path), auth=credential(bed)).status_code == 401


@pytest.mark.parametrize("service", ["opc/services/order-submission", "opc/services/invoice"])
def test_a_description_gives_the_beds_address_whatever_the_request_says(bed: Bed, service: str) -> None:
    answer = httpx.get(url(bed, service) + "?wsdl", headers={"Host": "evil.example"})
    assert f'<soap:address location="{url(bed, service)}"/>' in answer.text
    assert "evil" not in answer.text


def order(order_id: str) -> str:
    return example("purchase-order").replace("<orderId>10001<", f"<orderId>{order_id}<")


def submit(
    bed: Bed, document: str, path: str = "opc/services/order-submission", sender: str = CLIENT
) -> httpx.Response:
    return httpx.post(
        url(bed, path),
        content=soap(document),
        headers={"Content-Type": "text/xml; charset=utf-8"},
        auth=(sender, bed.secret(f"application.{sender}")),
        timeout=30,
    )


def url(bed: Bed, path: str) -> str:
    application, _, rest = path.partition("/")
    return f"{bed.services[application]}/{rest}"


def credential(bed: Bed) -> tuple[str, str]:
    return CLIENT, bed.secret(f"application.{CLIENT}")
