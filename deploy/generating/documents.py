"""Purchase orders as the order processing center keeps them: what the storefront once sent, valid against its XSD."""

import polars as pl

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><PurchaseOrder xmlns="urn:petlab:documents:1">'
_GOOD_CARD, _BAD_CARD = "4111111111111111", "4000000000000002"
_EXPIRY = "12/2030"


def money(cents: str) -> pl.Expr:
    """An amount with two decimals, from a column of cents."""
    return pl.concat_str(pl.col(cents) // 100, pl.lit("."), (pl.col(cents) % 100).cast(pl.String).str.zfill(2))


def escaped(text: pl.Expr) -> pl.Expr:
    """As it may stand between tags."""
    return text.str.replace_all("&", "&amp;", literal=True).str.replace_all("<", "&lt;", literal=True)


def addresses(customers_df: pl.DataFrame) -> pl.Series:
    """For each customer what its documents say of it: from the customer's id to where the goods go."""
    return customers_df.select(
        pl.format(
            "<customerId>{}</customerId><email>{}</email><shipTo><name>{} {}</name><street>{}</street><city>{}</city>"
            "<postalCode>{}</postalCode><country>{}</country><telephone>{}</telephone></shipTo>",
            "name",
            "email",
            *(
                escaped(pl.col(column))
                for column in ("given_name", "family_name", "street", "city", "postal_code", "country")
            ),
            "telephone",
        )
    ).to_series()


def line() -> pl.Expr:
    """A line, from line_no, item_id, description, quantity and unit_price."""
    return pl.format(
        "<line><number>{}</number><itemId>{}</itemId><description>{}</description>"
        "<quantity>{}</quantity><unitPrice>{}</unitPrice></line>",
        "line_no",
        "item_id",
        escaped(pl.col("description")),
        "quantity",
        "unit_price",
    )


def purchase_order() -> pl.Expr:
    """A purchase order, from order_id, placed_ns, address, bad_card, lines and total."""
    placed = pl.from_epoch("placed_ns", time_unit="ns").dt.strftime("%Y-%m-%dT%H:%M:%S%.9fZ")
    card = pl.when(pl.col("bad_card")).then(pl.lit(_BAD_CARD)).otherwise(pl.lit(_GOOD_CARD))
    return pl.format(
        _HEAD
        + "<orderId>{}</orderId><placedAt>{}</placedAt>{}<card><number>{}</number><expiry>"
        + _EXPIRY
        + "</expiry></card>"
        "<lines>{}</lines><total>{}</total></PurchaseOrder>",
        "order_id",
        placed,
        "address",
        card,
        "lines",
        "total",
    )
