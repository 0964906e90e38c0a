"""A bed that is given a past: pages show it, and the lab behaves as if there were none."""

import hashlib
import re
import time
from typing import Any

import httpx
import polars as pl
import pytest

from deploy.bed.standing_bed import Bed
from deploy.errors import BedError
from deploy.generating import people, rows, tables
from deploy.generating.animals import Catalog
from deploy.generating.filling import fill
from deploy.generating.orders import OrderGenerator
from deploy.generating.rows import Names
from deploy.generating.tables import copied_text
from deploy.progress import Silent
from deploy.specification.past import Past
from deploy.tests import store

pytestmark = pytest.mark.bed

PAST = Past(customers=50, products=40, orders=3000, seed=3)
THREE_MAILS = ("approved", "shipped", "completed")
PLACED = """copy (select order_id, customer, received_ns, total, lines from placed_order order by order_id) to stdout"""
INDEXES = "select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1"
CONSTRAINTS = """select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
where connamespace = current_schema()::regnamespace and contype <> 'n' order by 1, 2"""

OF_ORDERS = {
    "opc": ("shipment_notice", "booked_invoice", "order_line", "purchase_order"),
    "supplier": ("shipment", "supplier_order_line", "supplier_order"),
}

Looked = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def definitions(limited_bed: Bed) -> Looked:
    """Indexes and constraints as the DDL has made them."""
    return look(limited_bed)


@pytest.fixture(scope="module")
def old_bed(limited_bed: Bed, definitions: Looked) -> Bed:
    """The same with a past."""
    fill(limited_bed, PAST, Silent())
    return limited_bed


def look(bed: Bed) -> Looked:
    return {each: [*queried(bed, each, INDEXES), *queried(bed, each, CONSTRAINTS)] for each in rows.TABLES}


def queried(bed: Bed, application: str, query: str) -> list[tuple[Any, ...]]:
    with store.sql(bed, application) as database:
        return database.execute(query.encode()).fetchall()


def test_the_past_is_in_all_three_databases(old_bed: Bed):
    assert queried(old_bed, "storefront", "select count(*) from placed_order") == [(3000,)]
    assert queried(old_bed, "storefront", "select count(*) from customer where name like 'shopper%'") == [(50,)]
    assert queried(old_bed, "storefront", "select count(*) from product") == [(40,)]
    states = dict(queried(old_bed, "opc", "select state, count(*) from purchase_order group by 1"))
    assert states["COMPLETED"] > 2500
    assert queried(old_bed, "supplier", "select count(*) from supplier_order") == [(states["COMPLETED"],)]


def test_indexes_and_constraints_are_there_again(old_bed: Bed, definitions: Looked):
    assert look(old_bed) == definitions


def test_the_rows_are_those_of_the_seed(old_bed: Bed):
    with store.sql(old_bed, "storefront") as database:
        items = database.execute("select id, name, (price * 100)::bigint from item order by position").fetchall()
        with database.cursor().copy(PLACED) as stream:
            stored = hashlib.sha256(b"".join(stream)).hexdigest()
    items_df = pl.DataFrame(items, schema={"id": pl.String, "name": pl.String, "cents": pl.Int64}, orient="row")
    names = Names(people.customers(PAST, "1:00:00"), Catalog(pl.DataFrame(), items_df).items_df)
    chunks = OrderGenerator.of(PAST, items_df["cents"].to_numpy(), 50_000).chunks()
    generated = b"".join(copied_text(rows.storefront_rows(chunk, names)["placed_order"]) for chunk in chunks)
    assert hashlib.sha256(generated).hexdigest() == stored


def test_the_lab_counts_no_past_order(old_bed: Bed):
    for application in old_bed.applications:
        assert set(old_bed.manage(application).get_json("counts").values()) == {0}
        assert store.rows(old_bed, application) == []
    assert store.rows(old_bed, "supplier", "shipments") == []
    stock = store.rows(old_bed, "supplier", "stock")
    assert len(stock) > 40
    assert all(each["on_hand"] == each["initial"] and each["restocked"] == "0" for each in stock)


def test_what_was_shipped_had_come_in_before(old_bed: Bed):
    unbalanced = """select item_id from stock s left join
      (select item_id, sum(quantity) as shipped from shipment group by item_id) g using (item_id)
      where on_hand + coalesce(shipped, 0) <> initial_quantity + restocked + past_shipped"""
    assert queried(old_bed, "supplier", unbalanced) == []


def test_a_shopper_sees_a_past_order_and_nobody_elses(old_bed: Bed):
    (mine,) = queried(old_bed, "storefront", "select min(order_id) from placed_order where customer = 'shopper1'")[0]
    (other,) = queried(old_bed, "storefront", "select min(order_id) from placed_order where customer = 'shopper2'")[0]
    with store.Customer(old_bed, "shopper1") as shopper:
        shopper._post("signon", {"user": "shopper1", "password": "shopper1"})
        shown = shopper.client.get(f"/orders/{mine}")
        assert shown.status_code == 200
        assert str(mine) in shown.text
        assert shopper.client.get(f"/orders/{other}").status_code == 404


def test_a_shoppers_list_tells_where_past_orders_stand(old_bed: Bed):
    with store.Customer(old_bed, "shopper1") as shopper:
        shopper._post("signon", {"user": "shopper1", "password": "shopper1"})
        listed = shopper.client.get("/orders").text
    ids = re.findall(r'/orders/(H\d+)"', listed)
    shown = re.findall(r'<span class="badge \w+">([^<]+)<', listed)
    stand = dict(queried(old_bed, "opc", "select order_id, lower(replace(state, '_', ' ')) from purchase_order"))
    assert len(ids) == 10
    assert shown == [stand[each] for each in ids]


def test_the_sales_of_the_past_add_up(old_bed: Bed):
    sold = """select sum(quantity * unit_price) from order_line join purchase_order using (order_id)
      where state in ('APPROVED', 'SHIPPED_PART', 'COMPLETED')
        and received_ns >= extract(epoch from date '2025-01-01') * 1000000000"""
    [administrator] = [each for each in old_bed.sign_ons if each.application == "opc"]
    answer = httpx.get(
        f"{old_bed.applications['opc']}/api/sales",
        params={"from": "2025-01-01", "to": "2025-12-31"},
        auth=(administrator.name, administrator.password),
        timeout=30,
    ).json()
    assert answer["total"] == pytest.approx(float(queried(old_bed, "opc", sold)[0][0]))
    assert {each["category"] for each in answer["totals"]} == {"Fish", "Dogs", "Cats", "Reptiles", "Birds"}


def test_the_planner_knows_how_many_days_there_are(old_bed: Bed):
    """Else it would sort the sales of a year instead of adding them up, which takes much longer."""
    known = queried(old_bed, "opc", "select n_distinct from pg_stats_ext_exprs where statistics_name = 'order_day'")
    days = queried(old_bed, "opc", "select count(distinct received_ns / 86400000000000) from purchase_order")[0][0]
    [(distinct,)] = known
    estimated = distinct if distinct > 0 else -distinct * PAST.orders
    assert days * 0.5 < estimated < days * 2


def test_a_generated_animal_is_found_and_can_be_ordered(old_bed: Bed):
    last = (
        "select p.id, p.name, i.id from product p join item i on i.product_id = p.id order by i.position desc limit 1"
    )
    product, name, item = queried(old_bed, "storefront", last)[0]
    with store.Customer(old_bed) as customer:
        assert str(product) in customer.client.get("/search", params={"q": str(name)}).text
    order_id = store.order(old_bed, {str(item): 1})
    store.wait_until_told(old_bed, order_id, *THREE_MAILS)
    assert re.fullmatch(r"\d+", order_id)
    assert [each["order_id"] for each in store.rows(old_bed, "opc")] == [order_id]
    assert old_bed.manage("storefront").get_json("counts") == {"acknowledged": 1}


def test_a_reset_forgets_orders_but_not_the_past(old_bed: Bed):
    order_id = store.order(old_bed)
    store.wait_until_told(old_bed, order_id, *THREE_MAILS)
    store.wait_until_idle(old_bed)
    old_bed.reset()
    test_the_lab_counts_no_past_order(old_bed)
    test_the_past_is_in_all_three_databases(old_bed)


def test_one_past_is_enough(old_bed: Bed):
    with pytest.raises(BedError, match="has generated data already"):
        fill(old_bed, PAST, Silent())


def test_a_past_that_one_application_alone_has_is_one(bed: Bed):
    """Another one's generating was interrupted while it committed."""
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, *THREE_MAILS)
    row = """insert into purchase_order select past.* from purchase_order as known,
    jsonb_populate_record(known, '{"order_id": "H0000001"}') as past where known.order_id = %s"""
    with store.sql(bed, "opc") as database:
        database.execute(row, [order_id])
        try:
            with pytest.raises(BedError, match="has generated data already"):
                fill(bed, PAST, Silent())
        finally:
            database.execute("delete from purchase_order where order_id = 'H0000001'")
            bed.reset()


def test_who_holds_a_table_is_not_waited_for_in_vain(old_bed: Bed, monkeypatch: pytest.MonkeyPatch):
    """The data of the past are forgotten first, by hand, so that they could be generated once more."""
    monkeypatch.setattr(tables, "_LOCK_TIMEOUT", "1s")
    with store.sql(old_bed, "storefront") as database:
        database.execute("delete from placed_order")
        database.execute("delete from customer where name like 'shopper%'")
        database.execute("delete from item where position >= 28")
        database.execute("delete from product where position >= 16")
    for application, emptied in OF_ORDERS.items():
        with store.sql(old_bed, application) as database:
            for table in emptied:
                database.execute(f"delete from {table}".encode())  # noqa: S608 - a name of the dict above
    with store.sql(old_bed, "supplier") as other, other.transaction():
        other.execute("lock table supplier_order in access share mode")
        with pytest.raises(BedError, match="the store is in use"):
            fill(old_bed, Past(customers=1, orders=1), Silent())
    assert queried(old_bed, "storefront", "select count(*) from placed_order") == [(0,)]


def test_an_address_opens_so_many_accounts_a_minute_and_then_has_to_wait(old_bed: Bed):
    def register(name: str) -> httpx.Response:
        password = {"password": "difference engine", "password_again": "difference engine"}
        form = {"user": name, "email": "ada@example.org", **password}
        return httpx.post(f"{old_bed.applications['storefront']}/register", data=form, timeout=30)

    old_bed.reset()
    assert register("No Name").status_code == 400, "what is not hashed is free"
    began = time.monotonic()
    answers: list[httpx.Response] = []
    while not answers or (answers[-1].status_code == 303 and len(answers) < 60):
        answers.append(register(f"ada{len(answers)}"))
    one_more_each_two_seconds = (time.monotonic() - began) / 2
    assert 30 <= len(answers) - 1 <= 30 + one_more_each_two_seconds
    refused = answers[-1]
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) in {1, 2}
    assert "Too many passwords were set from your address. Please try again in" in refused.text
    with store.Customer(old_bed) as customer:
        assert customer.client.post("/signon", data={"user": "customer1", "password": "customer1"}).status_code == 200
    old_bed.reset()
    assert register("ada").status_code == 303, "a reset forgets"
