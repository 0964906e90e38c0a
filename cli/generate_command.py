"""generate: gives the running bed a past, so that it can be looked at as a store that has been open for years."""

import time
from typing import Annotated

import typer

from cli.consoles import plain_console
from cli.progress_display import ProgressDisplay
from deploy.generating.filling import fill
from deploy.lifecycle import lifetime
from deploy.specification.past import Past, check


def generate(
    customers: Annotated[int, typer.Option(help="Customers: shopper1, shopper2, …; the name is the password.")] = 1_000,
    products: Annotated[int, typer.Option(help="Products in the catalogue, including the 16 of every bed.")] = 200,
    orders: Annotated[int, typer.Option(help="Past orders, numbered from H0000001.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same data.")] = 1,
    until: Annotated[str, typer.Option(metavar="DAY", help="The last past order came before this day.")] = Past.until,
) -> None:
    """Fill the running bed with customers, products and past orders. The store is reset first."""
    past, begin_s = check(Past(customers, products, orders, seed, until)), time.monotonic()
    standing = lifetime.bed_to_change("fill")
    with ProgressDisplay(plain_console(stderr=True, highlight=False)).shown() as progress:
        fill(standing, past, progress)
    typer.echo(f"{past.describe()} in {time.monotonic() - begin_s:.0f} s")
