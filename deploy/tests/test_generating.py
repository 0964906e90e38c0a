"""What the generator makes, without a database: the same from the same seed, and books that agree with each other."""

import hashlib
from itertools import pairwise
from xml.etree import ElementTree

import polars as pl
import pytest

from deploy.errors import PlanError
from deploy.generating import animals, calendar, people, rows
from deploy.generating.animals import Catalog
from deploy.generating.orders import CHUNK, OrderGenerator
from deploy.generating.rows import Names
from deploy.generating.tables import copied_text
from deploy.specification.past import Past, check

LIMIT_CENTS = 50_000
KNOWN_HASH = "$argon2id$v=19$m=19456,t=2,p=1$salt$hash"
XML = "{urn:petlab:documents:1}"
NS_PER_DAY = 86_400 * 10**9


def seeded() -> Catalog:
    items_df = pl.DataFrame(
        {"id": [f"EST-{n}" for n in range(1, 29)], "name": ["Koi"] * 28, "cents": [550 * n for n in range(1, 29)]}
    )
    return Catalog(pl.DataFrame({"id": [f"P-{n}" for n in range(16)]}), items_df)


def everything(past: Past) -> dict[str, pl.DataFrame]:
    """All rows, by table."""
    added = animals.more_animals(past, seeded())
    items_df = pl.concat([seeded().items_df, added.items_df.select("id", "name", "cents")])
    names = Names(people.customers(past, KNOWN_HASH), items_df)
    written = [
        ("customer", names.customers_df),
        *rows.catalog_rows(added).items(),
        *rows.stock_rows(added, 1000).items(),
    ]
    for chunk in OrderGenerator.of(past, items_df["cents"].to_numpy(), LIMIT_CENTS).chunks():
        for application in rows.TABLES:
            written += rows.ROWS[application](chunk, names).items()
    return {table: pl.concat([each for name, each in written if name == table]) for table, _ in written}


def checksums(tables: dict[str, pl.DataFrame]) -> dict[str, str]:
    return {table: hashlib.sha256(copied_text(frame)).hexdigest() for table, frame in tables.items()}


@pytest.fixture(scope="module")
def tables() -> dict[str, pl.DataFrame]:
    return everything(Past(customers=300, products=80, orders=6000, seed=7))


def money(column: str) -> pl.Expr:
    return (pl.col(column).cast(pl.Decimal(12, 2)) * 100).cast(pl.Int64)


def test_the_same_seed_gives_the_same_rows(tables):
    again = everything(Past(customers=300, products=80, orders=6000, seed=7))
    other = everything(Past(customers=300, products=80, orders=6000, seed=8))

    assert checksums(again) == checksums(tables)
    assert all(checksums(other)[table] != checksum for table, checksum in checksums(tables).items() if table != "stock")


def test_fewer_products_change_no_customer(tables):
    other = everything(Past(customers=300, products=16, orders=10, seed=7))

    assert other["customer"].equals(tables["customer"])


def test_every_table_that_is_emptied_is_filled(tables):
    assert {table for each in rows.TABLES.values() for table in each} <= set(tables)
    assert all(len(frame) > 0 for frame in tables.values())


def test_orders_are_numbered_from_the_oldest(tables):
    placed_df = tables["placed_order"]

    assert placed_df["order_id"].to_list() == [f"H{number:07d}" for number in range(1, 6001)]
    assert placed_df["received_ns"].is_sorted()
    assert placed_df["received_ns"].max() < calendar.until_ns(Past())


def test_orders_come_by_the_week_and_more_each_year():
    moments = pl.Series(calendar.moments_ns(Past(customers=1, orders=40_000)))
    days_df = moments.cast(pl.Datetime("ns")).to_frame("at").select(pl.col("at").dt.weekday().alias("day"), "at")
    by_day = dict(days_df.group_by("day").len().iter_rows())

    assert by_day[6] > 1.2 * by_day[2]
    assert moments[-1] - moments[0] > 1400 * NS_PER_DAY
    assert moments[len(moments) // 2] > (moments[0] + moments[-1]) // 2


def test_orders_come_by_the_hour():
    """Of 252 parts of a day 14 come from midnight to seven (UTC), 81 from six in the evening to ten, 12 after that."""
    hours = [moment // (3600 * 10**9) % 24 for moment in calendar.moments_ns(Past(customers=1, orders=40_000)).tolist()]
    share = [sum(begin <= hour < end for hour in hours) / 40_000 for begin, end in ((0, 7), (18, 22), (22, 23))]
    assert share == pytest.approx([14 / 252, 81 / 252, 12 / 252], abs=0.01)


def test_few_are_popular_and_shopper1_most_of_all(tables):
    by_customer = tables["placed_order"]["customer"].value_counts(sort=True)
    by_item = tables["order_line"]["item_id"].value_counts(sort=True)["count"]

    assert by_customer["customer"][0] == "shopper1"
    assert by_item[0] > 10 * by_item[len(by_item) // 2]


def test_totals_are_the_sums_of_lines(tables):
    sums_df = tables["order_line"].group_by("order_id").agg(cents=(money("unit_price") * pl.col("quantity")).sum())
    both_df = tables["purchase_order"].join(sums_df, on="order_id")

    assert len(both_df) == 6000
    assert both_df.select((money("total") == pl.col("cents")).all()).item()
    assert tables["placed_order"]["total"].to_list() == tables["purchase_order"]["total"].to_list()


def test_what_became_of_an_order_fits_its_rows(tables):
    orders_df = tables["purchase_order"]
    completed_df, denied_df, open_df = (orders_df.filter(state=each) for each in ("COMPLETED", "DENIED", "PENDING"))

    assert len(completed_df) + len(denied_df) + len(open_df) == 6000
    assert 0.01 < len(denied_df) / 6000 < 0.1
    assert (
        denied_df["refusal"].null_count()
        == 0
        == completed_df.select("approved_ns", "completed_ns").null_count().sum_horizontal()[0]
    )
    assert open_df["awaiting_approval"].all()
    assert open_df.select((money("total") > LIMIT_CENTS).all()).item()
    assert tables["supplier_order"]["order_id"].to_list() == completed_df["order_id"].to_list()
    assert (
        len(tables["booked_invoice"]) == completed_df["invoices"].sum() == tables["supplier_order"]["shipments"].sum()
    )
    assert completed_df["invoices"].max() == 2


def test_an_order_goes_its_way_in_order_of_time(tables):
    way_df = tables["supplier_order"].join(tables["purchase_order"], on="order_id", suffix="_opc")
    way_df = way_df.join(tables["placed_order"], on="order_id", suffix="_placed")
    stations = ("received_ns_placed", "received_ns_opc", "approved_ns", "received_ns", "shipped_ns", "completed_ns")

    for before, after in pairwise(stations):
        assert (way_df[before] < way_df[after]).all()


def test_every_line_of_a_completed_order_left_once(tables):
    shipped_df = tables["shipment"].group_by("order_id", "item_id").agg(pl.col("quantity").sum())
    ordered_df = tables["order_line"].filter(pl.col("shipped") > 0).select("order_id", "item_id", "quantity")

    assert shipped_df.sort("order_id", "item_id").equals(ordered_df.sort("order_id", "item_id"))
    assert tables["shipment"]["shipment_id"].is_unique().all()
    of_invoices = set(tables["shipment"]["shipment_id"].str.extract(r"(.*)-\d+$"))
    assert of_invoices == set(tables["booked_invoice"]["document_id"])


def test_an_invoice_is_named_by_the_lines_that_left_together(tables):
    parts_df = tables["shipment"].with_columns(
        invoice=pl.col("shipment_id").str.extract(r"-I([0-9a-f]+)-\d+$"),
        line=pl.col("shipment_id").str.extract(r"-(\d+)$").cast(pl.Int64),
    )
    named = {
        (str(invoice), tuple(sorted(lines_df["line"])))
        for (_, invoice), lines_df in parts_df.group_by("order_id", "invoice")
    }

    assert {("1", (1,)), ("3", (1, 2)), ("2", (2,)), ("4", (3,)), ("f", (1, 2, 3, 4))} <= named
    assert all(int(invoice, 16) == sum(2 ** (line - 1) for line in lines) for invoice, lines in named)


def test_a_purchase_order_says_what_the_tables_say(tables):
    for row in tables["purchase_order"].gather_every(700).iter_rows(named=True):
        document = ElementTree.fromstring(row["document"])  # noqa: S314 - our own
        quantities = [int(each.text or "") for each in document.iter(f"{XML}quantity")]
        numbers = [int(line.findtext(f"{XML}number") or "") for line in document.iter(f"{XML}line")]
        of_order = tables["order_line"].filter(order_id=row["order_id"])

        assert document.findtext(f"{XML}orderId") == row["order_id"]
        assert document.findtext(f"{XML}customerId") == row["customer_id"]
        assert document.findtext(f"{XML}total") == row["total"]
        assert quantities == of_order["quantity"].to_list()
        assert numbers == of_order["line_no"].to_list()


def test_the_catalog_grows_to_the_size_that_was_asked_for(tables):
    assert len(tables["product"]) == 80 - 16
    assert tables["product"]["id"].is_unique().all()
    assert tables["product"]["name"].is_unique().all()
    assert tables["item"]["id"][0] == "EST-29"
    assert set(tables["stock"]["item_id"]) == set(tables["item"]["id"])
    assert tables["item"]["position"].to_list() == list(range(28, 28 + len(tables["item"])))


def test_no_text_would_break_the_copy(tables):
    for frame in tables.values():
        for column in frame.select(pl.col(pl.String)).iter_columns():
            assert not column.str.contains(r"[\t\n\r\\]").any()


def test_chunks_join_without_a_seam():
    past = Past(customers=5, orders=CHUNK + 10)
    placed = everything(past)["placed_order"]

    assert placed["order_id"][-1] == f"H{CHUNK + 10:07d}"
    assert placed["received_ns"].is_sorted()


@pytest.mark.parametrize(
    ("past", "message"),
    [
        (Past(customers=-1), "customers: 0 to 1,000,000"),
        (Past(orders=10), "customers who placed them"),
        (Past(customers=1, orders=10_000_000), "orders: 0 to 9,999,999"),
        (Past(products=3), "products: 16 to 100,000"),
        (Past(seed=-1), "seed"),
        (Past(until="soon"), "until: a day from 1980-01-01 to 2199-12-31"),
        (Past(until="1979-12-31"), "until: a day"),
        (Past(until="2200-01-01"), "until: a day"),
    ],
)
def test_a_past_that_cannot_be_is_refused(past, message):
    with pytest.raises(PlanError, match=message):
        check(past)


@pytest.mark.parametrize("until", ["1980-01-01", "2199-12-31"])
def test_a_past_may_end_on_the_first_and_on_the_last_day(until):
    moments_ns = calendar.moments_ns(check(Past(customers=1, orders=20, until=until)))
    assert 0 <= moments_ns.max() < calendar.until_ns(Past(until=until)) < 2**63


def test_all_mistakes_are_reported_together():
    with pytest.raises(PlanError, match=r"customers: .*products: .*seed: "):
        check(Past(customers=-1, products=1, seed=-1))
