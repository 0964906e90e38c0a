"""How rows get into PostgreSQL quickly: by COPY, into tables that are empty and have no index yet.

A table that was emptied in the same transaction needs no write-ahead log (wal_level minimal), and its rows need no
second visit (FREEZE). Indexes are built once at the end, as the DDL of the application has defined them.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

import polars as pl
from psycopg import Connection, sql

from deploy.errors import BedError

_LOCK_TIMEOUT = "10s"
_WORK_MEMORY = "256MB"

_CONSTRAINTS = """
select conrelid::regclass::text, conname, contype = 'f', pg_get_constraintdef(oid)
from pg_constraint
where contype in ('p', 'u', 'f') and (conrelid = any(%(tables)s::regclass[]) or confrelid = any(%(tables)s::regclass[]))
order by contype = 'f', conrelid, conname"""

_INDEXES = """
select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
where indrelid = any(%(tables)s::regclass[])
  and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
order by indexrelid"""


@dataclass(frozen=True)
class _Lookup:
    """What has to be there again when the rows are in."""

    constraints: tuple[tuple[str, str, bool, str], ...]
    indexes: tuple[tuple[str, str], ...]


@contextmanager
def without_indexes(database: Connection, tables: Sequence[str]) -> Iterator[None]:
    """For the block these tables belong to this transaction alone, empty and bare; then their indexes are built.

    Raises:
        BedError: somebody else is in them, or has rows there.
    """
    database.execute(f"set local lock_timeout = '{_LOCK_TIMEOUT}'")
    database.execute(f"set local maintenance_work_mem = '{_WORK_MEMORY}'")
    names = sql.SQL(", ").join(map(sql.Identifier, tables))
    database.execute(sql.SQL("lock table {} in access exclusive mode").format(names))
    _require_empty(database, tables)
    known = _lookup(database, tables)
    for table, name, _, _ in reversed(known.constraints):
        database.execute(f"alter table {table} drop constraint {name}")
    for index, _ in known.indexes:
        database.execute(f"drop index {index}")
    database.execute(sql.SQL("truncate table {}").format(names))
    yield
    _build(database, known)


def _require_empty(database: Connection, tables: Sequence[str]) -> None:
    for table in tables:
        found = database.execute(sql.SQL("select exists (select from {})").format(sql.Identifier(table))).fetchone()
        if found is None or found[0]:
            raise BedError(f"there are rows in {table}: orders are being placed. Stop the load, then generate again")


def _lookup(database: Connection, tables: Sequence[str]) -> _Lookup:
    parameters = {"tables": list(tables)}
    constraints = database.execute(_CONSTRAINTS, parameters).fetchall()
    return _Lookup(tuple(constraints), tuple(database.execute(_INDEXES, parameters).fetchall()))


def _build(database: Connection, known: _Lookup) -> None:
    """Keys first: foreign keys need them."""
    for table, name, is_foreign, definition in known.constraints:
        if not is_foreign:
            database.execute(f"alter table {table} add constraint {name} {definition}")
    for _, definition in known.indexes:
        database.execute(definition)
    for table, name, is_foreign, definition in known.constraints:
        if is_foreign:
            database.execute(f"alter table {table} add constraint {name} {definition}")


def copy(database: Connection, table: str, rows_df: pl.DataFrame, *, freeze: bool) -> None:
    """Adds rows to a table. freeze: it was emptied in this transaction."""
    statement = sql.SQL("copy {} ({}) from stdin with (format text{})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, rows_df.columns)),
        sql.SQL(", freeze" if freeze else ""),
    )
    with database.cursor() as cursor, cursor.copy(statement) as stream:
        stream.write(copied_text(rows_df))


def copied_text(rows_df: pl.DataFrame) -> bytes:
    """The rows as COPY reads them. No generated text has a tab, a line's end or a backslash in it."""
    text = BytesIO()
    rows_df.write_csv(text, include_header=False, separator="\t", quote_style="never", null_value="\\N")
    return text.getvalue()


def columns_of(database: Connection, table: str) -> list[str]:
    """The names of a table's columns."""
    query = "select attname from pg_attribute where attrelid = %s::regclass and attnum > 0 and not attisdropped"
    return [row[0] for row in database.execute(query, [table])]
