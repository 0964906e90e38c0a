"""The supplier's pages, as a person in the warehouse uses them."""

import html
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import psycopg
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import store
from deploy.tests.test_malformed_documents import example, post, soap

pytestmark = pytest.mark.bed

PAGES = ("inventory", "inventory/EST-1", "orders", "shipments", "invoices")
ROWS_PER_PAGE = 30


@pytest.fixture(scope="module", autouse=True)
def nothing_is_left_over(bed: Bed) -> Iterator[None]:
    bed.reset()
    yield
    store.wait_until_idle(bed)
    bed.reset()


@pytest.fixture
def as_at_first(bed: Bed) -> None:
    """For tests that count, whatever those before them have ordered."""
    store.wait_until_idle(bed)
    bed.reset()


fresh = pytest.mark.usefixtures("as_at_first")


@pytest.fixture
def clerk(bed: Bed) -> Iterator[httpx.Client]:
    """Somebody of the supplier, signed on."""
    with httpx.Client(base_url=bed.applications["supplier"], timeout=30, follow_redirects=True) as client:
        settings = settings_of(bed, "supplier")
        user, password = settings["signon.supplier.name"], settings["signon.supplier.password"]
        answer = client.post("/signon", data={"user": user, "password": password, "next": ""})
        assert answer.status_code == 200, answer.text
        yield client


def settings_of(bed: Bed, application: str) -> dict[str, str]:
    """What the bed tells an application."""
    for file in bed.home.glob("**/petlab*.properties"):
        lines = file.read_text(encoding="utf-8").splitlines()
        settings = dict(line.split("=", 1) for line in lines if "=" in line)
        if any(jvm.name == settings["jvm.name"] and application in jvm.applications for jvm in bed.jvms):
            return settings
    raise AssertionError(f"no settings of {application}")


def text(answer: httpx.Response) -> str:
    """What a person reads, in one line."""
    assert answer.status_code == 200, answer.text
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


def form(page: httpx.Response, action: str) -> dict[str, str]:
    """The hidden fields of the form that carries out this action."""
    forms = re.findall(r"<form[^>]*>(.*?)</form>", page.text, re.DOTALL)
    [found] = [each for each in forms if f'name="action" value="{action}"' in each]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', found))


def on_hand(clerk: httpx.Client, item: str) -> int:
    found = re.search(r'<dd id="on-hand">(\d+)</dd>', clerk.get(f"/inventory/{item}").text)
    assert found
    return int(found.group(1))


def stock(bed: Bed, item: str) -> dict[str, int]:
    row = next(row for row in store.rows(bed, "supplier", "stock") if row["item_id"] == item)
    return {name: int(row[name]) for name in ("initial", "restocked", "on_hand")}


def shipped(bed: Bed, item: str) -> int:
    return sum(int(row["quantity"]) for row in store.rows(bed, "supplier", "shipments") if row["item_id"] == item)


@fresh
def test_restocking_ships_the_order_that_waits(bed: Bed, clerk: httpx.Client) -> None:
    store.set_on_hand(bed, "EST-3", 1)
    order_id = store.order(bed, {"EST-1": 1, "EST-3": 2})
    store.wait_until_told(bed, order_id, "approved", "shipped")

    assert f"{order_id} " in text(clerk.get("/orders"))
    assert re.search(r"2 × EST-3 [\w ]+ waits ", text(clerk.get("/orders")))
    assert "EST-3 1 2 1 0" in text(clerk.get("/inventory", params={"show": "awaited"}))
    page = clerk.get("/inventory/EST-3")
    assert order_id in text(page)

    done = clerk.post("/inventory/EST-3", data=form(page, "restock") | {"quantity": "5"})

    assert done.request.method == "GET", "a page that is loaded again books nothing again"
    outcome = "Booked: 5 have arrived. Of the orders that waited for it, 1 were shipped and 0 are still waiting."
    assert outcome in text(done)
    assert "Booked" not in text(clerk.get("/inventory/EST-3")), "it is said once"
    assert on_hand(clerk, "EST-3") == 4
    store.wait_until_told(bed, order_id, "approved", "shipped", "shipped", "completed")
    store.wait_for("completion", lambda: store.state(bed, order_id) == "COMPLETED")
    assert "No order waits for stock." in text(clerk.get("/orders"))
    assert f"{order_id}-I2-2 {order_id} EST-3 2" in text(clerk.get("/shipments", params={"order": order_id}))
    invoices = text(clerk.get("/invoices", params={"order": order_id}))
    assert re.search(rf"{order_id}-I2 .*{order_id}-I1 ", invoices)
    totals = [float(total) for total in re.findall(r"\$(\d+\.\d\d)", invoices)]
    [ordered] = [row for row in store.rows(bed, "storefront") if row["order_id"] == order_id]
    assert sum(totals) == pytest.approx(float(ordered["total"]))


@fresh
def test_a_count_does_not_bring_back_what_was_shipped_meanwhile(bed: Bed, clerk: httpx.Client) -> None:
    store.set_on_hand(bed, "EST-4", 50)
    page = clerk.get("/inventory/EST-4")
    order_id = store.order(bed, {"EST-4": 3})
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")

    done = clerk.post("/inventory/EST-4", data=form(page, "count") | {"counted": "48"})

    assert "Corrected by -2." in text(done)
    assert stock(bed, "EST-4") == {"initial": 50, "restocked": -2, "on_hand": 45}


def test_what_lies_there_can_be_counted_however_much_it_is(bed: Bed, clerk: httpx.Client) -> None:
    """More than can arrive at once: by default there is a million of each."""
    store.set_on_hand(bed, "EST-4", 1_000_005)
    page = clerk.get("/inventory/EST-4")
    assert 'max="1000000000" value="1000005"' in page.text
    done = clerk.post("/inventory/EST-4", data=form(page, "count") | {"counted": "1000004"})
    assert "Corrected by -1." in text(done)
    too_many = clerk.post(
        "/inventory/EST-4", data=form(clerk.get("/inventory/EST-4"), "count") | {"counted": "1000000001"}
    )
    assert too_many.status_code == 400 and "from 0 to 1000000000" in too_many.text


@pytest.mark.parametrize(("action", "field"), [("restock", "quantity"), ("count", "counted")])
def test_a_form_is_carried_out_once(bed: Bed, clerk: httpx.Client, action: str, field: str) -> None:
    store.set_on_hand(bed, "EST-4", 10)
    typed = form(clerk.get("/inventory/EST-4"), action) | {field: "7"}
    assert clerk.post("/inventory/EST-4", data=typed).status_code == 200
    before = stock(bed, "EST-4")
    again = clerk.post("/inventory/EST-4", data=typed)
    assert again.status_code == 409
    assert f"There are {before['on_hand']} on hand now" in html.unescape(again.text)
    assert stock(bed, "EST-4") == before


@pytest.mark.parametrize(
    ("action", "typed"),
    [
        ("restock", {"quantity": "0"}),
        ("restock", {"quantity": "-1"}),
        ("restock", {"quantity": "1e3"}),
        ("restock", {"quantity": "9999999999"}),
        ("restock", {}),
        ("count", {"counted": ""}),
        ("count", {"counted": "3", "seen_on_hand": "x"}),
        ("burn", {"quantity": "1"}),
    ],
)
def test_what_cannot_be_booked_is_refused(bed: Bed, clerk: httpx.Client, action: str, typed: dict[str, str]) -> None:
    before = stock(bed, "EST-4")
    hidden = form(clerk.get("/inventory/EST-4"), "restock") | {"action": action}
    answer = clerk.post("/inventory/EST-4", data=hidden | typed)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert stock(bed, "EST-4") == before


@fresh
def test_nothing_is_lost_when_goods_arrive_while_others_leave(bed: Bed, clerk: httpx.Client) -> None:
    store.set_on_hand(bed, "EST-5", 5)
    with ThreadPoolExecutor(4) as customers:
        orders = list(customers.map(lambda _: store.order(bed, {"EST-5": 1}), range(4)))
        more = [customers.submit(store.order, bed, {"EST-5": 1}) for _ in range(12)]
        for _ in range(6):
            page = clerk.get("/inventory/EST-5")
            clerk.post("/inventory/EST-5", data=form(page, "restock") | {"quantity": "2"})
        orders += [each.result() for each in more]
    for order_id in orders:
        store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    assert stock(bed, "EST-5") == {"initial": 5, "restocked": 12, "on_hand": 1}
    assert shipped(bed, "EST-5") == 16


@fresh
def test_an_order_that_is_just_being_booked_is_not_overlooked(bed: Bed, clerk: httpx.Client) -> None:
    """It has found nothing and has not committed when the goods arrive."""
    store.set_on_hand(bed, "EST-6", 0)
    page = clerk.get("/inventory/EST-6")
    restocking = threading.Thread(
        target=clerk.post, args=("/inventory/EST-6",), kwargs={"data": form(page, "restock") | {"quantity": "9"}}
    )
    with store.sql(bed, "supplier") as database, database.transaction():
        database.execute("select 1 from stock where item_id = 'EST-6' for update")
        order_id = store.order(bed, {"EST-6": 1})
        store.wait_for("supplying waits", lambda: store.waiting_for_locks(bed, "supplier") == 1)
        restocking.start()
        store.wait_for("restocking waits", lambda: store.waiting_for_locks(bed, "supplier") == 2)
    restocking.join(30)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    assert on_hand(clerk, "EST-6") == 8


@fresh
def test_long_lists_are_walked_through_and_each_row_is_met_once(bed: Bed, clerk: httpx.Client) -> None:
    with store.sql(bed, "supplier") as database:
        past_orders(database, 100)
    for path, number in (
        ("/orders?state=shipped", r"<th scope=\"row\">(P\d+)</th>"),
        ("/shipments?order=", r"<th scope=\"row\">(P\d+-I3-\d)</th>"),
        ("/invoices?order=", r"<th scope=\"row\">(P\d+-I3)</th>"),
    ):
        met, sizes = walk(clerk, path, number)
        assert len(met) == len(set(met)) == (200 if "shipments" in path else 100), path
        assert max(sizes) <= ROWS_PER_PAGE
        assert met == sorted(met, reverse=True), "the newest first"


def past_orders(database: psycopg.Connection, count: int) -> None:
    """Orders of two lines each; those that came in the same instant are told apart by their numbers."""
    for number in range(count):
        order_id, at = f"P{number:03}", 1_700_000_000_000_000_000 + number // 7
        document_id = f"{order_id}-S"
        database.execute(
            "insert into supplier_order values (%s, %s, 'SHIPPED', %s, %s, 1, 0)", (document_id, order_id, at, at)
        )
        for line in (1, 2):
            database.execute(
                "insert into supplier_order_line values (%s, %s, %s, 'An animal', 1, 16.50, true)",
                (document_id, line, f"EST-{line}"),
            )
            database.execute(
                "insert into shipment values (%s, %s, %s, 1, %s)",
                (f"{order_id}-I3-{line}", order_id, f"EST-{line}", at),
            )


def walk(clerk: httpx.Client, path: str, number: str) -> tuple[list[str], list[int]]:
    met: list[str] = []
    sizes: list[int] = []
    following: str | None = path
    while following:
        page = clerk.get(following)
        assert page.status_code == 200
        found = re.findall(number, page.text)
        met, sizes = [*met, *found], [*sizes, len(found)]
        link = re.search(r'<a href="/supplier([^"]+)" rel="next">', page.text)
        following = html.unescape(link.group(1)) if link else None
    return met, sizes


@fresh
def test_the_inventory_is_filtered(bed: Bed, clerk: httpx.Client) -> None:
    store.set_on_hand(bed, "EST-7", 0)
    assert items(clerk.get("/inventory", params={"show": "out"})) == ["EST-7"]
    assert items(clerk.get("/inventory", params={"item": "est-2"})) == [
        "EST-2",
        *(f"EST-2{digit}" for digit in range(9)),
    ]
    assert items(clerk.get("/inventory", params={"item": "EST-99"})) == []
    assert items(clerk.get("/inventory")) == [f"EST-{number}" for number in range(1, 29)]
    assert items(clerk.get("/inventory", params={"after": "EST-9"}))[:2] == ["EST-10", "EST-11"]


def items(page: httpx.Response) -> list[str]:
    assert page.status_code == 200
    return re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', page.text)


EVIL = "\"><script>alert('1')</script>"


@pytest.mark.parametrize(
    "path", ["/inventory?item=", "/inventory?show=", "/inventory?after=", "/orders?order=", "/orders?state="]
)
@pytest.mark.parametrize("typed", [EVIL, "' or 1=1 --", "${7*7}"])
def test_what_is_typed_into_a_filter_is_never_carried_out(clerk: httpx.Client, path: str, typed: str) -> None:
    name = path.partition("?")[2].rstrip("=")
    answer = clerk.get(path.partition("?")[0], params={name: typed})
    assert answer.status_code == 400
    assert "<script>" not in answer.text
    assert "49" not in text_of_alert(answer)


def text_of_alert(answer: httpx.Response) -> str:
    [found] = re.findall(r'<p role="alert">(.*?)</p>', answer.text, re.DOTALL)
    return str(found)


@pytest.mark.parametrize(
    "path", ["/orders?after=x", "/shipments?after=99999999999999999999_a", "/inventory/NO-SUCH", "/inventory/%2e%2e"]
)
def test_there_is_no_such_page(clerk: httpx.Client, path: str) -> None:
    # What leads out of the pages, to the application's bare address, may be closed instead.
    assert clerk.get(path).status_code in ({403, 404} if "%2e" in path else {404})


@fresh
def test_what_a_document_says_is_shown_and_not_carried_out(bed: Bed, clerk: httpx.Client) -> None:
    store.set_on_hand(bed, "EST-1", 0)
    document = example("purchase-order").replace("10001", "evil").replace("Large angelfish", html.escape(EVIL))
    assert post(bed, "order-submission", soap(document)).status_code == 200
    store.wait_until_told(bed, "evil", "approved")
    store.wait_for("the order", lambda: "evil" in clerk.get("/orders").text)
    for page in ("/orders", "/inventory/EST-1"):
        answer = clerk.get(page)
        assert "<script>" not in answer.text
        assert EVIL in html.unescape(answer.text)


@pytest.mark.parametrize("path", PAGES)
def test_nobody_else_sees_the_pages(bed: Bed, path: str) -> None:
    answer = httpx.get(f"{bed.applications['supplier']}/{path}", follow_redirects=True)
    assert 'name="password"' in answer.text
    assert "<table" not in answer.text


@pytest.mark.parametrize("path", PAGES)
def test_the_pages_ask_for_nothing_that_their_policy_forbids(clerk: httpx.Client, path: str) -> None:
    answer = clerk.get(f"/{path}")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert not re.search(r"<script|<style| style=| on\w+=|src=\"http", answer.text)


@fresh
def test_goods_that_arrive_lock_their_own_item_only(bed: Bed) -> None:
    """An order can begin to wait while goods are being booked; its other items may be in anybody's hands."""
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 0, on_hand = 0 where item_id in ('EST-3', 'EST-5')")
    with store.sql(bed, "supplier") as first, store.sql(bed, "supplier") as second, ThreadPoolExecutor(1) as clerk:
        with first.transaction():
            first.execute("select * from stock where item_id = 'EST-5' for update")
            restocked = clerk.submit(bed.manage("supplier").post, "stock/EST-5", "7")
            store.wait_for("goods that wait to be booked", lambda: waits_for_a_lock(bed))
            begin_to_wait(bed, "late", {"EST-5": 2, "EST-3": 1})
            second.execute("begin")
            second.execute("select * from stock where item_id = 'EST-3' for update")
        assert restocked.result(timeout=60) == '{"orders_that_waited":1}'
        second.execute("select * from stock where item_id = 'EST-5' for update")
        second.execute("rollback")
    bed.manage("supplier").post("stock/EST-3", "1")
    shipped = {(row["shipment_id"], row["item_id"]) for row in store.rows(bed, "supplier", "shipments")}
    assert shipped == {("late-I1-1", "EST-5"), ("late-I2-2", "EST-3")}
    bed.reset()  # of an order that the order processing center does not know, the invoices would be tried eight times


@fresh
def test_goods_that_arrive_for_one_do_not_wait_for_all_who_go_on_waiting(bed: Bed) -> None:
    """Thousands may wait for an item of which a single piece has come."""
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 0, on_hand = 0 where item_id = 'EST-3'")
    begin_to_wait(bed, "older", {"EST-3": 1})
    begin_to_wait(bed, "younger", {"EST-3": 1})
    with store.sql(bed, "supplier") as other, other.transaction():
        other.execute("select * from supplier_order where order_id = 'younger' for update")
        assert bed.manage("supplier").post("stock/EST-3", "1") == '{"orders_that_waited":2}'
    assert [row["shipment_id"] for row in store.rows(bed, "supplier", "shipments")] == ["older-I1-1"]
    bed.reset()  # of orders that the order processing center does not know, the invoices would be tried eight times


@fresh
def test_an_order_that_cannot_be_shipped_keeps_neither_goods_nor_others_from_their_way(
    bed: Bed, clerk: httpx.Client
) -> None:
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 0, on_hand = 0 where item_id = 'EST-3'")
        database.execute("insert into shipment values ('broken-I1-1', 'broken', 'EST-3', 1, 1)")
    for order_id in ("broken", "whole"):
        begin_to_wait(bed, order_id, {"EST-3": 1})

    page = clerk.get("/inventory/EST-3")
    done = clerk.post("/inventory/EST-3", data=form(page, "restock") | {"quantity": "2"})

    assert (
        "Booked: 2 have arrived. Of the orders that waited for it, 1 were shipped and 1 are still waiting. 1 could not "
        "be shipped just now: to try again, book a count of what is there." in text(done)
    )
    shipped = {row["shipment_id"] for row in store.rows(bed, "supplier", "shipments")}
    assert shipped == {"broken-I1-1", "whole-I1-1"} and on_hand(clerk, "EST-3") == 1

    with store.sql(bed, "supplier") as database:
        database.execute("delete from shipment where shipment_id = 'broken-I1-1'")
    page = clerk.get("/inventory/EST-3")
    done = clerk.post("/inventory/EST-3", data=form(page, "count") | {"counted": "1"})
    assert "Corrected by +0. Of the orders that waited for it, 1 were shipped and 0 are still waiting." in text(done)
    bed.reset()


def waits_for_a_lock(bed: Bed) -> bool:
    with store.sql(bed, "supplier") as database:
        found = database.execute(
            "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and usename = current_user"
        ).fetchone()
    return found == (1,)


def begin_to_wait(bed: Bed, order_id: str, items: dict[str, int]) -> None:
    """An order of which nothing was there when it came."""
    with store.sql(bed, "supplier") as database:
        database.execute(
            "insert into supplier_order (document_id, order_id, state, received_ns, shipments, duplicates)"
            " values (%s, %s, 'WAITING', 1, 0, 0)",
            [f"{order_id}-S", order_id],
        )
        for number, (item, quantity) in enumerate(items.items(), start=1):
            database.execute(
                "insert into supplier_order_line (document_id, line_no, item_id, description, quantity, unit_price,"
                " shipped) values (%s, %s, %s, 'A fish', %s, 1, false)",
                [f"{order_id}-S", number, item, quantity],
            )


@fresh
def test_goods_of_many_items_arrive_while_many_orders_wait_for_several(bed: Bed) -> None:
    items = [f"EST-{number}" for number in range(3, 9)]
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 0, on_hand = 0 where item_id = any(%s)", [items])
    orders = [submit(bed, f"F-{number}", items if number % 2 else items[::-1]) for number in range(12)]
    with ThreadPoolExecutor(len(items)) as clerks:
        for _ in range(4):
            done = clerks.map(lambda item: bed.manage("supplier").post(f"stock/{item}", "3"), items)
            assert len(list(done)) == len(items)
    store.wait_until_idle(bed)
    assert {(store.row(bed, "supplier", each) or {})["state"] for each in orders} == {"shipped"}
    assert {row["on_hand"] for row in store.rows(bed, "supplier", "stock") if row["item_id"] in items} == {"0"}
    assert bed.dead_letters() == []


def submit(bed: Bed, order_id: str, items: list[str]) -> str:
    """One piece of each item, in this order."""
    head, line, tail = re.split(r"(<line>.*</line>)", example("purchase-order"), flags=re.DOTALL)
    lines = "".join(line.replace("EST-1", item).replace("<quantity>2<", "<quantity>1<") for item in items)
    document = (head + lines + tail).replace("<orderId>10001<", f"<orderId>{order_id}<")
    total = f"<total>{16.50 * len(items):.2f}<"
    bed.put("PurchaseOrderQueue", document.replace("<total>33.00<", total), "foreign-client")
    return order_id
