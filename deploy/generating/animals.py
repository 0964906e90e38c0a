"""The catalog beyond the one that every bed has: breeds of other breeders, with the prices that such animals have."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from deploy.generating import words
from deploy.generating.random_streams import ANIMALS, Ints, between, stream
from deploy.specification.past import Past


@dataclass(frozen=True)
class Catalog:
    """What is sold. Columns as the storefront's tables, the price in cents."""

    products_df: pl.DataFrame
    items_df: pl.DataFrame


def more_animals(past: Past, known: Catalog) -> Catalog:
    """What has to be added to the catalog that there is; items go on where its numbers end."""
    count = past.products - len(known.products_df)
    kinds = _kinds()
    kind, look, breeder = _distinct(past, len(kinds), count)
    chance = stream(past, ANIMALS, 1)
    names = pl.DataFrame(
        {
            "position": np.arange(len(known.products_df), past.products),
            "number": np.arange(len(known.products_df) + 1, past.products + 1),
            "kind_name": kinds["kind"].gather(kind),
            "prefix": kinds["prefix"].gather(kind),
            "category_id": kinds["category_id"].gather(kind),
            "look": pl.Series(words.LOOKS).gather(look),
            "breeder": pl.Series(words.BREEDERS).gather(breeder),
            "temper": pl.Series(words.TEMPERS).gather(between(chance, 0, len(words.TEMPERS), count)),
            "cents": _prices(kinds["cents"].gather(kind).to_numpy(), chance.lognormal(0.0, 0.35, count)),
            "items": between(chance, 1, len(words.AGES) + 1, count),
        }
    )
    products_df = names.with_columns(
        id=pl.format("{}-{}", "prefix", pl.col("number").cast(pl.String).str.zfill(6)),
        name=pl.concat_str("look", pl.lit(" "), pl.col("kind_name").str.to_lowercase(), pl.lit(" of "), "breeder"),
        description=pl.concat_str("temper", pl.lit(" Bred at "), "breeder", pl.lit(".")),
    )
    return Catalog(
        products_df.select("id", "position", "category_id", "name", "description"),
        _items(products_df, len(known.items_df)),
    )


def _items(products_df: pl.DataFrame, known: int) -> pl.DataFrame:
    """One to three items of each product."""
    ages = pl.DataFrame(
        {
            "age": range(len(words.AGES)),
            "sold_as": [age for age, _ in words.AGES],
            "percent": [percent for _, percent in words.AGES],
            "note": words.AGE_NOTES,
        }
    )
    sold = products_df.join(ages, how="cross", maintain_order="left_right").filter(pl.col("age") < pl.col("items"))
    return sold.select(
        id=pl.format("EST-{}", pl.int_range(known + 1, known + 1 + pl.len())),
        position=pl.int_range(known, known + pl.len()),
        product_id="id",
        name=pl.concat_str(
            "sold_as",
            pl.lit(" "),
            pl.col("look").str.to_lowercase(),
            pl.lit(" "),
            pl.col("kind_name").str.to_lowercase(),
        ),
        description="note",
        cents=pl.col("cents") * pl.col("percent") // 100,
    )


def _kinds() -> pl.DataFrame:
    rows = [
        (category, prefix, kind, cents) for category, (prefix, kinds, cents) in words.KINDS.items() for kind in kinds
    ]
    return pl.DataFrame(rows, schema=["category_id", "prefix", "kind", "cents"], orient="row")


def _distinct(past: Past, kinds: int, count: int) -> tuple[Ints, Ints, Ints]:
    """Kind, look and breeder of each product, no two alike: of all that there could be, 160,000, mixed up."""
    looks = len(words.LOOKS)
    places = stream(past, ANIMALS).permutation(kinds * looks * len(words.BREEDERS))[:count]
    return places % kinds, places // kinds % looks, places // (kinds * looks)


def _prices(middle_cents: Ints, factors: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Ints:
    """In steps of half a dollar, never less than two dollars."""
    return np.maximum(4, np.rint(middle_cents * factors / 50)).astype(np.int64) * 50
