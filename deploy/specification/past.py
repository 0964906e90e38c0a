"""The past of a store: how many customers, products and past orders a bed is to hold before anybody enters it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from deploy.errors import PlanError

SEEDED_PRODUCTS = 16
"""Those that every bed has (storefront, catalog.json)."""

MAX_CUSTOMERS = 1_000_000
MAX_PRODUCTS = 100_000  # the storefront holds its catalog in memory
MAX_ORDERS = 9_999_999  # H0000001 has seven digits
FIRST_DAY, LAST_DAY = date(1980, 1, 1), date(2199, 12, 31)
"""The years before it and its instants in nanoseconds can be told."""


@dataclass(frozen=True)
class Past:
    """What is generated. products: of the whole catalog; until: the day before which the last past order came."""

    customers: int = 0
    products: int = SEEDED_PRODUCTS
    orders: int = 0
    seed: int = 1
    until: str = "2026-01-01"

    @property
    def is_empty(self) -> bool:
        """Whether a bed with this past is one without any."""
        return (self.customers, self.products, self.orders) == (0, SEEDED_PRODUCTS, 0)

    def describe(self) -> str:
        """In a few words, for a person."""
        return f"{self.customers:,} customers, {self.products:,} products, {self.orders:,} past orders"


def check(past: Past) -> Past:
    """Raises PlanError that lists everything that cannot be."""
    if mistakes := list(_mistakes(past)):
        raise PlanError("this past is not possible: " + "; ".join(mistakes))
    return past


def _mistakes(past: Past) -> Iterator[str]:
    bounds = (
        ("customers", past.customers, 0, MAX_CUSTOMERS),
        ("products", past.products, SEEDED_PRODUCTS, MAX_PRODUCTS),
        ("orders", past.orders, 0, MAX_ORDERS),
        ("seed", past.seed, 0, 2**63 - 1),
    )
    for name, value, least, most in bounds:
        if not least <= value <= most:
            yield f"{name}: {least:,} to {most:,} was expected, not {value:,}"
    if past.orders > 0 and past.customers == 0:
        yield "customers: past orders need customers who placed them, 1 or more"
    if not is_day(past.until):
        yield f"until: a day from {FIRST_DAY} to {LAST_DAY} was expected, such as 2026-01-01, not {past.until!r}"


def is_day(text: str) -> bool:
    """Whether the past may end on that day."""
    try:
        return FIRST_DAY <= date.fromisoformat(text) <= LAST_DAY
    except ValueError:
        return False
