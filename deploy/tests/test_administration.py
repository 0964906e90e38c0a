"""The administration on the real servers: what a person sees and does there, by its REST resource and its pages."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from statistics import median
from threading import Event
from typing import Any

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import giving_up, store

pytestmark = pytest.mark.bed

XML = "{urn:petlab:administration:1}"
THREE_MAILS = ("approved", "shipped", "completed")
LARGE = {"EST-1": 99}
READERS = 4
"""At the same time: few enough that each waits for the supplier most of the time, however busy the machine is."""


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_over(bed: Bed) -> Iterator[None]:
    yield
    bed.reset()


@pytest.fixture(autouse=True)
def an_idle_store(bed: Bed) -> None:
    bed.reset()


def administrator(bed: Bed) -> tuple[str, str]:
    """Name and password that were generated for the bed."""
    return "administrator", bed.secret("signon.administrator")


@pytest.fixture
def api(bed: Bed) -> Iterator[httpx.Client]:
    """The REST resource, called as the bed's administrator."""
    with httpx.Client(base_url=f"{bed.applications['opc']}/api/", auth=administrator(bed), timeout=30) as client:
        yield client


@pytest.fixture
def pages(bed: Bed) -> Iterator[httpx.Client]:
    """The pages, in the visit of an administrator who has signed on."""
    name, password = administrator(bed)
    with httpx.Client(base_url=f"{bed.applications['opc']}/", timeout=30, follow_redirects=True) as client:
        answer = client.post("signon", data={"user": name, "password": password, "next": ""})
        assert answer.status_code == 200, answer.text
        yield client


def got(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    return answer.json()


def history(api: httpx.Client, order_id: str) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = got(api.get(f"orders/{order_id}"))["steps"]
    return steps


def names(steps: list[dict[str, Any]]) -> list[str]:
    return sorted(step["step"] for step in steps)


def wait_until_completed(bed: Bed, order_id: str) -> None:
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")


def wait_for_decision(api: httpx.Client, *order_ids: str) -> None:
    def waiting() -> list[str]:
        return sorted(order["id"] for order in got(api.get("orders", params={"waiting": "true"}))["orders"])

    store.wait_for(f"{order_ids} wait for a decision", lambda: waiting() == sorted(order_ids))


def test_an_order_has_a_whole_history(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed, {"EST-1": 2, "EST-4": 1})
    wait_until_completed(bed, order_id)
    steps = ["approving", "checkout", "invoicing", "mailing", "mailing", "mailing", "notifying-shipment"]
    expected = sorted([*steps, "receiving", "supplying"])
    store.wait_for("a whole history", lambda: names(history(api, order_id)) == expected)

    # Who does not answer in time is named, and the history is told without what only they know.
    order = store.wait_for("all answers", lambda: answered_by_all(got(api.get(f"orders/{order_id}"))))
    assert order["order"]["state"] == "COMPLETED"
    assert sorted(mail["kind"] for mail in order["mails"]) == sorted(THREE_MAILS)
    assert [(line["quantity"], line["shipped"]) for line in order["lines"]] == [(2, 2), (1, 1)]
    assert "4111" not in str(order), "no card"
    by_step = {step["step"]: step for step in order["steps"]}
    assert order["steps"][0]["step"] == "checkout"
    assert (by_step["supplying"]["application"], by_step["supplying"]["transition"]) == ("supplier", "invoice")
    assert by_step["approving"]["delegate"] == "jms-transacted"
    assert by_step["mailing"]["transition"] is None


def answered_by_all(order: dict[str, Any]) -> dict[str, Any] | None:
    return None if order["unanswered"] else order


def test_an_attempt_that_rolled_back_is_in_the_history(bed: Bed, api: httpx.Client) -> None:
    with store.commit_fails_once(bed, "opc", "purchase_order", "new.state = 'APPROVED'"):
        order_id = store.order(bed)
        wait_until_completed(bed, order_id)

    def attempts() -> list[tuple[str, int]]:
        return [(each["outcome"], each["deliveries"]) for each in history(api, order_id) if each["step"] == "approving"]

    store.wait_for("both attempts", lambda: len(attempts()) == 2)
    assert attempts() == [("rolled-back", 1), ("committed", 2)]


def test_the_storefront_is_told_an_orders_way(bed: Bed) -> None:
    order_id = store.order(bed)
    wait_until_completed(bed, order_id)
    address = f"{bed.services['opc']}/orders/{order_id}/timeline"
    credential = ("storefront", bed.secret("application.storefront"))

    def way() -> dict[str, Any]:
        answer: dict[str, Any] = got(httpx.get(address, auth=credential))
        return answer

    store.wait_for("the supplier's step", lambda: "supplying" in names(way()["steps"]))
    answer = way()
    assert (answer["state"], answer["awaiting_approval"], answer["refusal"]) == ("COMPLETED", False, None)
    began = [step["began_ns"] for step in answer["steps"]]
    assert began == sorted(began)
    assert httpx.get(address, auth=("storefront", "wrong")).status_code == 401
    assert httpx.get(f"{bed.services['supplier']}/orders/{order_id}/steps", auth=credential).status_code == 401


def test_who_reads_orders_while_the_supplier_hangs_keeps_no_connection_from_the_steps(
    bed: Bed, api: httpx.Client
) -> None:
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    with store.sql(bed, "supplier") as database, database.transaction():
        database.execute("lock table step_record in access exclusive mode")
        with reading_all_the_while(READERS, lambda: got(api.get(f"orders/{order_id}"))["unanswered"]) as unanswered:
            store.wait_for("answers without the supplier's part", lambda: len(unanswered) >= READERS)
            used: list[int] = []

            def has_looked_while_each_read_twice() -> bool:
                used.append(used_connections(bed))
                return len(unanswered) >= 3 * READERS

            store.wait_for("more of them", has_looked_while_each_read_twice)
    assert all(each == ["supplier"] for each in unanswered), unanswered
    assert median(used) < READERS / 2, used


@contextmanager
def reading_all_the_while(readers: int, read: Callable[[], Any]) -> Iterator[list[Any]]:
    """Has so many threads read again and again until the block is left; gives what they have read so far."""
    left = Event()
    answers: list[Any] = []

    def reads() -> None:
        while not left.is_set():
            answers.append(read())

    with ThreadPoolExecutor(readers) as executor:
        reading = [executor.submit(reads) for _ in range(readers)]
        try:
            yield answers
        finally:
            left.set()
            for each in reading:
                each.result()


def used_connections(bed: Bed) -> int:
    """How many connections to its database the order processing center uses now."""
    metrics = httpx.get(
        f"{bed.management['opc']}/metrics",
        headers={"Authorization": f"Bearer {bed.secret('management')}"},
        timeout=30,
    ).text
    [line] = re.findall(r'^petlab_pool_connections\{pool="database",state="used"\} (\d+)', metrics, re.MULTILINE)
    return int(line)


def test_a_person_denies_an_order(bed: Bed, pages: httpx.Client, api: httpx.Client) -> None:
    order_id = store.order(bed, LARGE)
    wait_for_decision(api, order_id)
    assert order_id in pages.get("admin/waiting").text
    answer = pages.post("admin/waiting", data={"order": order_id, "decision": "DENIED"})
    assert "Your denial of order" in re.sub(r"\s+|<[^>]+>", " ", answer.text)
    store.wait_until_told(bed, order_id, "denied")
    store.wait_for("denial", lambda: store.state(bed, order_id) == "DENIED")
    assert "The store could not accept this order" in pages.get(f"admin/orders/{order_id}").text


def test_a_person_approves_two_orders_at_once(bed: Bed, api: httpx.Client) -> None:
    first, second = store.order(bed, LARGE), store.order(bed, LARGE)
    wait_for_decision(api, first, second)
    # PostgreSQL takes no text with a null in it.
    request = {"orders": [first, second, "none", "\0"], "decision": "APPROVED"}
    outcome = got(api.post("decisions", json=request))["decisions"]
    taken = [(first, True), (second, True), ("none", False), ("\0", False)]
    assert [(each["order_id"], each["taken"]) for each in outcome] == taken
    assert outcome[2]["reason"] == "There is no order none."
    assert outcome[3]["reason"].startswith("There is no order ")
    for order_id in (first, second):
        wait_until_completed(bed, order_id)
    by_hand = ("by-hand", "order-approval", 0)
    store.wait_for(
        "the decision in the history",
        lambda: by_hand in [(s["step"], s["transition"], s["deliveries"]) for s in history(api, first)],
    )
    [late] = got(api.post("decisions", json={"orders": [first], "decision": "DENIED"}))["decisions"]
    assert late["reason"] == f"Order {first} does not wait for a decision: it is COMPLETED."


def test_of_two_opposite_decisions_one_is_taken_and_the_other_is_refused(bed: Bed, api: httpx.Client) -> None:
    """Two administrators at the same time, before the step in which a decision takes effect."""
    orders = [store.order(bed, LARGE) for _ in range(4)]
    wait_for_decision(api, *orders)

    def decide(decision: str) -> dict[str, tuple[bool, str]]:
        with httpx.Client(base_url=str(api.base_url), auth=administrator(bed), timeout=30) as person:
            # Each begins at another end, so that they meet.
            request = orders if decision == "APPROVED" else orders[::-1]
            outcome = got(person.post("decisions", json={"orders": request, "decision": decision}))["decisions"]
            return {each["order_id"]: (each["taken"], each["reason"]) for each in outcome}

    with bed.queue_paused("OrderApprovalQueue"):
        with ThreadPoolExecutor(2) as people:
            approved, denied = people.map(decide, ("APPROVED", "DENIED"))
        for order_id in orders:
            assert [approved[order_id][0], denied[order_id][0]].count(True) == 1, (approved, denied)
        won = {order_id: "APPROVED" if approved[order_id][0] else "DENIED" for order_id in orders}
        answer = {order_id: (approved if won[order_id] == "DENIED" else denied)[order_id][1] for order_id in orders}
        assert answer == {
            each: f"Order {each} was already decided by somebody else, who has it {won[each]}." for each in orders
        }
        [same] = got(api.post("decisions", json={"orders": orders[:1], "decision": won[orders[0]]}))["decisions"]
        assert same["taken"], "to say the same again is no contradiction"
    ends = {"APPROVED": "COMPLETED", "DENIED": "DENIED"}
    store.wait_for("the outcome", lambda: all(store.state(bed, each) == ends[won[each]] for each in orders))
    store.wait_until_idle(bed)
    assert got(api.get("dead-letters"))["letters"] == []


def test_a_document_that_contradicts_a_decision_is_refused(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed)
    wait_until_completed(bed, order_id)
    document = f'<OrderApproval xmlns="urn:petlab:documents:1"><orderId>{order_id}</orderId><decision>%s</decision>'
    bed.put("OrderApprovalQueue", document % "APPROVED" + "</OrderApproval>", "opc")
    store.wait_for("a duplicate", lambda: (store.row(bed, "opc", order_id) or {})["duplicates"] == "1")
    bed.put("OrderApprovalQueue", document % "DENIED" + "</OrderApproval>", "opc")
    [letter] = wait_for_letters(api, 1)
    assert letter["reason"] == f"Order {order_id} cannot be DENIED any more: it is COMPLETED"


def test_a_decision_may_come_as_the_document_of_the_workflow(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed, LARGE)
    wait_for_decision(api, order_id)
    document = (
        f'<OrderApproval xmlns="urn:petlab:documents:1"><orderId>{order_id}</orderId>'
        "<decision>DENIED</decision></OrderApproval>"
    )
    as_xml = {"Content-Type": "application/xml", "Accept": "application/xml"}
    answer = api.post("decisions", content=document, headers=as_xml)
    assert answer.status_code == 200, answer.text
    root = ET.fromstring(answer.text)  # noqa: S314 - our own server's
    assert root.findtext(f"{XML}decisions/{XML}decision/{XML}taken") == "true"
    store.wait_for("denial", lambda: store.state(bed, order_id) == "DENIED")

    bomb = '<!DOCTYPE a [<!ENTITY a "aaaa">]>' + document.replace(order_id, "&a;")
    refused = api.post("decisions", content=bomb, headers=as_xml)
    assert refused.status_code == 400
    assert "DOCTYPE is disallowed" in refused.text


def test_orders_are_found_by_what_is_known_of_them(bed: Bed, api: httpx.Client) -> None:
    completed = []
    for _ in range(3):
        completed.append(store.order(bed))
        # Else the next one may be received before it.
        store.wait_for("its receipt", lambda: store.state(bed, completed[-1]))
    denied = store.order(bed, card="4000000000000002")
    for order_id in completed:
        wait_until_completed(bed, order_id)
    store.wait_for("denial", lambda: store.state(bed, denied) == "DENIED")
    newest_first = [denied, *reversed(completed)]

    def found(**restrictions: str) -> list[str]:
        return [order["id"] for order in got(api.get("orders", params=restrictions))["orders"]]

    assert found() == newest_first
    assert found(state="DENIED") == [denied]
    assert found(customer="customer1") == newest_first
    assert found(customer="nobody") == []
    assert found(text=completed[0]) == [completed[0]]
    assert found(text="ada@") == newest_first
    assert found(to="2020-01-01") == []
    first = got(api.get("orders", params={"limit": "3"}))
    second = got(api.get("orders", params={"limit": "3", "after": first["next"]}))
    assert [order["id"] for order in (*first["orders"], *second["orders"])] == newest_first
    assert second["next"] is None


def test_an_address_with_more_orders_than_are_looked_at_is_found_whole(
    bed: Bed, api: httpx.Client, pages: httpx.Client
) -> None:
    with store.sql(bed, "opc") as database:
        # The newest have the greatest numbers, so that a limit on the first matches leaves them out.
        database.execute(
            """
            insert into purchase_order (order_id, state, customer_id, email, total, awaiting_approval, document,
                                        received_ns, invoices, duplicates)
            select 'many' || number, 'COMPLETED', 'many', 'many@example.org', 1, false, '', number, 0, 0
            from generate_series(10001, 11001) number
            union all values ('other', 'COMPLETED', 'other', 'many@example.org.uk', 1, false, '', 1, 0, 0)
            """
        )

    def found(text: str) -> tuple[list[str], bool]:
        answer = got(api.get("orders", params={"text": text, "limit": "2"}))
        return [order["id"] for order in answer["orders"]], answer["incomplete"]

    assert found("many@example.org") == (["many11001", "many11000"], False)
    assert found("many@example.org.") == (["other"], False)
    assert found("many1")[1]
    assert found("many@")[1]
    assert "More than 1,000 orders begin with this" in pages.get("admin/orders", params={"text": "many@"}).text
    assert "More than 1,000 orders" not in pages.get("admin/orders", params={"text": "many110"}).text


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("orders?state=LOST", "known are"),
        ("orders?after=nowhere", "not a valid cursor"),
        ("orders?limit=0", "from 1 to 500"),
        ("sales?from=yesterday", "Expected a date"),
        ("sales?from=2020-01-01&to=2024-01-01", "1 to 366 days"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_expected(api: httpx.Client, path: str, message: str) -> None:
    answer = api.get(path)
    assert answer.status_code == 400
    assert message in answer.json()["message"]


def test_sales_are_added_up_by_category(bed: Bed, api: httpx.Client, pages: httpx.Client) -> None:
    order_id = store.order(bed, {"EST-1": 2})
    wait_until_completed(bed, order_id)
    sales = got(api.get("sales"))
    assert [(total["category"], total["items"]) for total in sales["totals"]] == [("Fish", 2)]
    assert sales["total"] == pytest.approx(33.00)
    with store.sql(bed, "opc") as database:  # they are added up where they lie
        assert database.execute("select category from item_category where item_id = 'EST-1'").fetchone() == ("Fish",)
    page = pages.get("admin/sales").text
    assert '<rect class="series-1"' in page
    assert "style=" not in page


def test_a_poisoned_document_becomes_a_dead_letter_and_is_discarded(bed: Bed, api: httpx.Client) -> None:
    bed.put("SupplierOrderQueue", "a cat, please", "opc")
    [letter] = wait_for_letters(api, 1)
    assert (letter["queue"], letter["order_id"]) == ("SupplierOrderQueue", "unknown")
    assert "SupplierOrder" in letter["reason"]
    assert dead(api)["SupplierOrderQueue"] == 1
    got(api.delete(f"dead-letters/{letter['queue']}/{letter['id']}"))
    assert got(api.get("dead-letters"))["letters"] == []
    again = api.delete(f"dead-letters/{letter['queue']}/{letter['id']}")
    assert again.status_code == 404
    assert "any more" in again.json()["message"]


def test_an_unreadable_document_that_is_retried_comes_back_with_its_reason(bed: Bed, api: httpx.Client) -> None:
    bed.put("InvoiceTopic", "a cat, please", "supplier")
    letters = wait_for_letters(api, 2)
    assert sorted(letter["queue"] for letter in letters) == ["invoicing", "notifying-shipment"]
    old = next(letter for letter in letters if letter["queue"] == "invoicing")
    got(api.post(f"dead-letters/invoicing/{old['id']}/retry"))
    store.wait_for("it is dead again", lambda: old["id"] not in [each["id"] for each in wait_for_letters(api, 2)])
    assert dead(api) == {"invoicing": 1, "notifying-shipment": 1}, "only the subscription that failed has it again"


def test_a_step_that_failed_too_often_succeeds_when_it_is_retried(bed: Bed, api: httpx.Client) -> None:
    with giving_up.soon(bed, "SupplierOrderQueue"), store.table_away(bed, "supplier", "shipment"):
        order_id = store.order(bed)
        [letter] = wait_for_letters(api, 1)
    assert (letter["queue"], letter["order_id"]) == ("SupplierOrderQueue", order_id)
    assert letter["id"].startswith("given-up-")

    got(api.post(f"dead-letters/{letter['queue']}/{letter['id']}/retry"))

    wait_until_completed(bed, order_id)
    assert got(api.get("dead-letters"))["letters"] == []


def wait_for_letters(api: httpx.Client, count: int) -> list[dict[str, Any]]:
    letters: list[dict[str, Any]] = []

    def there() -> bool:
        letters[:] = got(api.get("dead-letters"))["letters"]
        return len(letters) == count

    store.wait_for(f"{count} dead letters", there, timeout_s=60)
    return letters


def dead(api: httpx.Client) -> dict[str, int]:
    return {each["queue"]: each["dead_letters"] for each in got(api.get("queues"))["queues"] if each["dead_letters"]}


def test_a_switched_delegate_is_in_the_next_orders_history(bed: Bed, api: httpx.Client, pages: httpx.Client) -> None:
    before = {each["transition"]: each["delegate"] for each in got(api.get("transitions"))["transitions"]}
    switchable = ("order-submission", "supplier-order", "invoice")
    try:
        got(api.put("transitions/supplier-order", json={"delegate": "soap"}))
        got(api.put("transitions/invoice", json={"delegate": "jms-nontransacted"}))
        page = pages.post("admin/transitions", data={"transition": "order-submission", "delegate": "soap"})
        assert re.search(r'id="delegate-of-order-submission">\s*soap', page.text)
        assert bed.delegates() == {
            "order-submission": "soap",
            "supplier-order": "soap",
            "invoice": "jms-nontransacted",
        }
        order_id = store.order(bed)
        wait_until_completed(bed, order_id)
        expected = {"order-submission": "soap", "supplier-order": "soap", "invoice": "jms-nontransacted"}

        def used() -> dict[str, str]:
            return {s["transition"]: s["delegate"] for s in history(api, order_id) if s["transition"] in switchable}

        store.wait_for("the delegates in the history", lambda: used() == expected)
        bed.switch("invoice", "drawn:7:soap,jms-transacted")
        page = pages.get("admin/transitions")
        assert re.search(r'id="delegate-of-invoice">\s*drawn per order: soap, jms-transacted\s*<', page.text)
        assert {"invoice": "drawn:7:soap,jms-transacted"}.items() <= {
            each["transition"]: each["delegate"] for each in got(api.get("transitions"))["transitions"]
        }.items()
        unknown = api.put("transitions/invoice", json={"delegate": "pigeon"})
        assert unknown.status_code == 400
        assert "known are" in unknown.json()["message"]
    finally:
        for transition in switchable:
            bed.switch(transition, before[transition])


def test_the_description_names_what_is_there(api: httpx.Client) -> None:
    description = got(api.get("openapi.json"))
    assert description["openapi"].startswith("3.")
    for path, calls in description["paths"].items():
        for method in calls:
            request = re.sub(r"\{\w+\}", "none", path).lstrip("/")
            answer = api.request(method, request, content=b"", headers={"Content-Type": "application/json"})
            assert answer.status_code in {200, 400, 404}, f"{method} {path}: {answer.status_code}"
            if answer.status_code != 200:
                assert answer.json()["message"], f"{method} {path} is there, and says what is wrong"


def test_every_page_shows_itself_without_inline_styles_or_scripts(bed: Bed, pages: httpx.Client) -> None:
    order_id = store.order(bed)
    wait_until_completed(bed, order_id)
    for page in ("orders", f"orders/{order_id}", "waiting", "sales", "dead-letters", "queues", "transitions"):
        answer = pages.get(f"admin/{page}")
        assert answer.status_code == 200, f"{page}: {answer.text}"
        assert not re.search(r"<script|style=|<style|\son\w+=", answer.text), page
    missing = pages.get("admin/orders/none")
    assert missing.status_code == 404
    assert "There is no order none." in missing.text


def test_nobody_comes_in_without_being_an_administrator(bed: Bed) -> None:
    opc = bed.applications["opc"]
    wrong = ("administrator", "wrong")
    for address in ("api/orders", "api/transitions", "api/openapi.json"):
        assert httpx.get(f"{opc}/{address}").status_code == 401
        assert httpx.get(f"{opc}/{address}", auth=wrong).status_code == 401
    assert httpx.get(f"{opc}/admin/orders", follow_redirects=False).status_code in {302, 303, 401}


def test_the_history_is_a_moment_behind_and_no_more(bed: Bed, api: httpx.Client) -> None:
    order_id = store.order(bed)
    wait_until_completed(bed, order_id)
    steps = store.wait_for("nine steps in the history", lambda: at_least(9, history(api, order_id)), timeout_s=20)
    assert len(steps) == 9


def at_least(count: int, steps: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    return steps if len(steps) >= count else None
