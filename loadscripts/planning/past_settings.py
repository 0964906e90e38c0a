"""The past that the bed of a trial is given: how many past orders it has is a factor, the rest is the experiment's."""

from typing import Annotated

from pydantic import AfterValidator, Field

from deploy.specification.past import (
    FIRST_DAY,
    LAST_DAY,
    MAX_CUSTOMERS,
    MAX_PRODUCTS,
    SEEDED_PRODUCTS,
    Past,
    is_day,
)
from loadscripts.planning.factors import Strict

ORDERS_PER_CUSTOMER = 10


def _day(text: str) -> str:
    if not is_day(text):
        raise ValueError(f"expected a day from {FIRST_DAY} to {LAST_DAY}, such as 2026-01-01")
    return text


class PastOfTrials(Strict):
    """The table [past] of an experiment. customers: None: one for each ten past orders."""

    customers: int | None = Field(default=None, ge=1, le=MAX_CUSTOMERS, strict=True)
    products: int = Field(default=SEEDED_PRODUCTS, ge=SEEDED_PRODUCTS, le=MAX_PRODUCTS, strict=True)
    seed: int = Field(default=1, ge=0, lt=2**63, strict=True)
    until: Annotated[str, AfterValidator(_day)] = Past.until

    def with_orders(self, orders: int | None) -> Past | None:
        """The past of a trial; None when its store begins empty."""
        if orders is None:
            return None
        customers = -(-orders // ORDERS_PER_CUSTOMER) if self.customers is None else self.customers
        past = Past(customers, self.products, orders, self.seed, self.until)
        return None if past.is_empty else past
