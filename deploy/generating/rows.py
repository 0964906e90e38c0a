"""From generated customers, animals and orders to the rows of the applications' tables: a frame for each table."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from deploy.generating import documents
from deploy.generating.animals import Catalog
from deploy.generating.documents import money
from deploy.generating.orders import Chunk

Rows = Mapping[str, pl.DataFrame]
"""By table, in the order in which they can be written."""


@dataclass(frozen=True)
class Names:
    """What the numbers of a chunk stand for."""

    customers_df: pl.DataFrame
    items_df: pl.DataFrame

    @cached_property
    def addresses(self) -> pl.Series:
        """What documents say of each customer."""
        return documents.addresses(self.customers_df)


def storefront_rows(chunk: Chunk, names: Names) -> Rows:
    """The storefront knows who ordered what, and never what became of it."""
    short_df = (
        _lines(chunk, names)
        .group_by("order", maintain_order=True)
        .agg(lines=pl.format("{}:{}", "item_id", "quantity").str.join(";"))
    )
    orders_df = _orders(chunk).with_columns(
        customer=names.customers_df["name"].gather(chunk.orders_df["customer"]), lines=short_df["lines"]
    )
    return {
        "placed_order": orders_df.select("order_id", "customer", received_ns="placed_ns", total="total", lines="lines")
    }


def opc_rows(chunk: Chunk, names: Names) -> Rows:
    """The order processing center knows all of it."""
    lines_df = _lines(chunk, names)
    documented_df = lines_df.group_by("order", maintain_order=True).agg(lines=documents.line().str.join(""))
    orders_df = _orders(chunk).with_columns(
        customer_id=names.customers_df["name"].gather(chunk.orders_df["customer"]),
        email=names.customers_df["email"].gather(chunk.orders_df["customer"]),
        address=names.addresses.gather(chunk.orders_df["customer"]),
        lines=documented_df["lines"],
        awaiting_approval=pl.col("state") == "PENDING",
        invoices=pl.when(pl.col("state") == "COMPLETED").then(pl.col("in_two_parts").cast(pl.Int64) + 1).otherwise(0),
        duplicates=pl.lit(0),
    )
    invoices_df = _lines_shipped(chunk, names).select("order_id", document_id="invoice_id").unique(maintain_order=True)
    return {
        "purchase_order": orders_df.select(
            "order_id",
            "state",
            "customer_id",
            "email",
            "total",
            "refusal",
            "awaiting_approval",
            "received_ns",
            "approved_ns",
            "completed_ns",
            "invoices",
            "duplicates",
            document=documents.purchase_order(),
        ),
        "order_line": lines_df.select(
            "order_id",
            "line_no",
            "item_id",
            "quantity",
            "unit_price",
            shipped=pl.when("went_on").then("quantity").otherwise(0),
        ),
        "booked_invoice": invoices_df,
        "shipment_notice": invoices_df,
    }


def supplier_rows(chunk: Chunk, names: Names) -> Rows:
    """The supplier knows of what was approved. All of it has been shipped."""
    orders_df = _orders(chunk).filter(state="COMPLETED")
    lines_df = _lines_shipped(chunk, names)
    document_id = pl.concat_str("order_id", pl.lit("-S"))
    return {
        "supplier_order": orders_df.select(
            "order_id",
            "shipped_ns",
            document_id=document_id,
            state=pl.lit("SHIPPED"),
            received_ns="supplier_ns",
            shipments=pl.col("in_two_parts").cast(pl.Int64) + 1,
            duplicates=pl.lit(0),
        ),
        "supplier_order_line": lines_df.select(
            "line_no", "item_id", "description", "quantity", "unit_price", document_id=document_id, shipped=pl.lit(True)
        ),
        "shipment": lines_df.select(
            "order_id",
            "item_id",
            "quantity",
            "shipped_ns",
            shipment_id=pl.concat_str("invoice_id", "line_no", separator="-"),
        ),
    }


ROWS: Mapping[str, Callable[[Chunk, Names], Rows]] = {
    "storefront": storefront_rows,
    "opc": opc_rows,
    "supplier": supplier_rows,
}
"""What past orders leave in the tables of each application."""

TABLES: Mapping[str, tuple[str, ...]] = {
    "storefront": ("placed_order",),
    "opc": ("purchase_order", "order_line", "booked_invoice", "shipment_notice"),
    "supplier": ("supplier_order", "supplier_order_line", "shipment"),
}
"""The tables of past orders, each filled by nothing else."""


def catalog_rows(added: Catalog) -> Rows:
    """The storefront's further animals."""
    return {
        "product": added.products_df,
        "item": added.items_df.with_columns(price=money("cents")).drop("cents"),
    }


def stock_rows(added: Catalog, initial: int) -> Rows:
    """The supplier's, as many of each as a bed has."""
    return {
        "stock": added.items_df.select(
            item_id="id", initial_quantity=pl.lit(initial), restocked=pl.lit(0), on_hand=pl.lit(initial)
        )
    }


def _orders(chunk: Chunk) -> pl.DataFrame:
    return chunk.orders_df.with_columns(
        order_id=pl.concat_str(pl.lit("H"), pl.col("number").cast(pl.String).str.zfill(7)), total=money("total_cents")
    )


def _lines(chunk: Chunk, names: Names) -> pl.DataFrame:
    orders_df, place = _orders(chunk), chunk.lines_df["order"]
    return chunk.lines_df.with_columns(
        order_id=orders_df["order_id"].gather(place),
        went_on=(orders_df["state"] == "COMPLETED").gather(place),
        item_id=names.items_df["id"].gather(chunk.lines_df["item"]),
        description=names.items_df["name"].gather(chunk.lines_df["item"]),
        unit_price=money("cents"),
    )


def _lines_shipped(chunk: Chunk, names: Names) -> pl.DataFrame:
    """Those of completed orders; an invoice is named by its lines, as the supplier does it: a bit for each."""
    together = (2 ** (pl.col("line_no") - 1)).sum().over("order_id", "part")
    lines = together.cast(pl.Int64).replace_strict({bits: f"{bits:x}" for bits in range(1, 16)}, return_dtype=pl.String)
    return _lines(chunk, names).filter("went_on").with_columns(invoice_id=pl.format("{}-I{}", "order_id", lines))
