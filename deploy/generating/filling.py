"""Fills the databases of a running bed: the three applications' at the same time, each in one transaction."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from threading import Event

import polars as pl
import psycopg
from psycopg import Connection, sql

from deploy.bed.standing_bed import Bed
from deploy.errors import BedError
from deploy.generating import animals, people, rows
from deploy.generating.animals import Catalog
from deploy.generating.connecting import checkpoint, connect, require_disk_space
from deploy.generating.orders import OrderGenerator
from deploy.generating.rows import Names
from deploy.generating.tables import columns_of, copy, without_indexes
from deploy.host.held_signals import held_signals
from deploy.progress import Progress
from deploy.specification import past as past_of_a_bed
from deploy.specification.past import SEEDED_PRODUCTS, Past
from deploy.specification.plan import check as checked

_FURTHER_PEOPLE_OR_ANIMALS = """
select exists (select from customer where name like 'shopper%%') or (select count(*) from product) > %s"""

_PAST_ORDERS = sql.SQL("select exists (select from {} where order_id >= 'H0' and order_id < 'HA')")

_PAST_SHIPPED = """
update stock set past_shipped = past.pieces
from (select item_id, sum(quantity) as pieces from shipment group by item_id) as past
where past.item_id = stock.item_id"""


@dataclass(frozen=True)
class _Work:
    """What is to be written: the frames that are small enough to be held, and from what the orders are drawn."""

    names: Names
    added: Catalog
    generator: OrderGenerator
    initial_stock: int
    stop: Event


def fill(bed: Bed, past: Past, progress: Progress) -> None:
    """Resets the store and gives it this past. Orders that it had before are forgotten.

    Raises:
        PlanError: this past is not possible, or not in this database.
        BedError: the bed has a past already, the disk is too small, or somebody orders meanwhile.
    """
    past_of_a_bed.check(past)
    require_disk_space(bed, past)
    with ExitStack() as opened, _told_by_the_database():
        databases = {application: opened.enter_context(connect(bed, application)) for application in rows.TABLES}
        _require_no_past(databases)
        progress.step("resetting the store")
        bed.reset()
        progress.step(f"generating {past.describe()}")
        work = _work(bed, past, databases["storefront"])
        _all_at_once(databases, lambda application, database: _WRITERS[application](database, work), work.stop)
        with held_signals():  # some would have a past then, and others none
            _all_at_once(databases, lambda _, database: database.commit(), work.stop)
        progress.step("gathering statistics")
        _all_at_once(databases, lambda _, database: _analyze(database), work.stop)
    checkpoint(bed)
    bed.reset()  # the storefront learns of its further animals


@contextmanager
def _told_by_the_database() -> Iterator[None]:
    try:
        yield
    except psycopg.errors.LockNotAvailable as locked:
        raise BedError("the store is in use: stop the load, then generate again") from locked
    except psycopg.Error as error:
        raise BedError(f"the database did not take the generated rows: {str(error).strip()}") from error


def _require_no_past(databases: Mapping[str, Connection]) -> None:
    found = [databases["storefront"].execute(_FURTHER_PEOPLE_OR_ANIMALS, [SEEDED_PRODUCTS]).fetchone()]
    for application, database in databases.items():
        orders, *_ = rows.TABLES[application]
        found.append(database.execute(_PAST_ORDERS.format(sql.Identifier(orders))).fetchone())
        database.commit()
    if any(row is None or row[0] for row in found):
        raise BedError("this bed has generated data already: petlab down, petlab up, then generate again")


def _work(bed: Bed, past: Past, storefront: Connection) -> _Work:
    settings = checked(bed.plan).settings
    known = _known_catalog(storefront)
    added = animals.more_animals(past, known)
    items_df = pl.concat([known.items_df, added.items_df.select("id", "name", "cents")])
    limit_cents = int(Decimal(settings["approval.limit"]) * 100)
    return _Work(
        Names(people.customers(past, _known_hash(storefront)), items_df),
        added,
        OrderGenerator.of(past, items_df["cents"].to_numpy(), limit_cents),
        int(settings["stock.initial"]),
        Event(),
    )


def _known_hash(storefront: Connection) -> str:
    found = storefront.execute("select password_hash from customer where name = 'customer1'").fetchone()
    storefront.commit()
    if found is None:
        raise BedError("the store has no customer1: it was not reset")
    return str(found[0])


def _known_catalog(storefront: Connection) -> Catalog:
    products = storefront.execute("select id from product order by position").fetchall()
    items = storefront.execute("select id, name, (price * 100)::bigint from item order by position").fetchall()
    storefront.commit()
    return Catalog(
        pl.DataFrame(products, schema={"id": pl.String}, orient="row"),
        pl.DataFrame(items, schema={"id": pl.String, "name": pl.String, "cents": pl.Int64}, orient="row"),
    )


def _all_at_once(databases: Mapping[str, Connection], do: Callable[[str, Connection], None], stop: Event) -> None:
    """The same with each database; when one fails the others need not go on."""
    with ThreadPoolExecutor(len(databases)) as pool:
        running = [pool.submit(do, application, database) for application, database in databases.items()]
        try:
            for each in as_completed(running):
                each.result()
        except BaseException:
            stop.set()
            for database in databases.values():
                database.cancel_safe()
            raise


def _write_storefront(database: Connection, work: _Work) -> None:
    known = columns_of(database, "customer")
    customers_df = work.names.customers_df
    copy(
        database, "customer", customers_df.select(name for name in customers_df.columns if name in known), freeze=False
    )
    for table, rows_df in rows.catalog_rows(work.added).items():
        copy(database, table, rows_df, freeze=False)
    _write_orders("storefront", database, work)


def _write_opc(database: Connection, work: _Work) -> None:
    _write_orders("opc", database, work)


def _write_supplier(database: Connection, work: _Work) -> None:
    for table, rows_df in rows.stock_rows(work.added, work.initial_stock).items():
        copy(database, table, rows_df, freeze=False)
    _write_orders("supplier", database, work)
    database.execute(_PAST_SHIPPED)


_WRITERS: Mapping[str, Callable[[Connection, _Work], None]] = {
    "storefront": _write_storefront,
    "opc": _write_opc,
    "supplier": _write_supplier,
}


def _write_orders(application: str, database: Connection, work: _Work) -> None:
    """Each application draws all orders for itself: that is quicker than to hand them round."""
    with without_indexes(database, rows.TABLES[application]):
        for chunk in work.generator.chunks():
            if work.stop.is_set():
                raise BedError("the generator was stopped")
            for table, rows_df in rows.ROWS[application](chunk, work.names).items():
                copy(database, table, rows_df, freeze=True)


def _analyze(database: Connection) -> None:
    """Else the planner would believe that the tables are as small as they were."""
    database.autocommit = True
    for (table,) in database.execute("select tablename from pg_tables where schemaname = current_schema()").fetchall():
        database.execute(sql.SQL("analyze {}").format(sql.Identifier(table)))
