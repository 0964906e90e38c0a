"""Orders that a customer saw acknowledged, and that the storefront does not have, where the customers' answers were not
recorded (`confirmations` where they were).

Acknowledged to the customer is the last request of a pass when it was answered with 200. Such a request and an order
belong together when the account is the same and the order was received while the request was on its way, within what
the generator's clock leaves open. An order whose answer never reached its customer cannot so make up for one that is
gone, unless the customer placed both at the same time.
"""

from itertools import chain

import polars as pl

from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND

# The generator stamps a request in whole seconds, when it comes to write its line.
CLOCK_S = 5.0


def missing_acknowledged_orders(records: Records) -> int | None:
    """How many; None where the requests do not name their accounts, or none was acknowledged."""
    last = records.trial.facts.scenario.requests - 1
    answered_df = records.requests.filter((pl.col("url_index") == last) & (pl.col("status") == 200))
    if not answered_df["account"].count():
        return None
    instants_s = receive_instants_s(records.storefront_orders)
    lost = 0
    # Requests of unknown account come last: they may be any order that is left.
    for (account,), posts_df in answered_df.sort("account", nulls_last=True).group_by("account", maintain_order=True):
        left_s = sorted(chain.from_iterable(instants_s.values()))
        lost += count_unmatched(
            receive_spans_s(posts_df), left_s if account is None else instants_s.get(str(account), [])
        )
    return lost


def receive_instants_s(orders_df: pl.DataFrame) -> dict[str, list[float]]:
    """When each account's orders were received, in seconds since the epoch, in the order of time."""
    grouped = orders_df.sort("received_ns").group_by("customer", maintain_order=True)
    return {str(customer): (group["received_ns"] / NS_PER_SECOND).to_list() for (customer,), group in grouped}


def receive_spans_s(posts_df: pl.DataFrame) -> list[tuple[float, float]]:
    """In which time the order of each request was received, at the earliest and at the latest."""
    earliest, latest = pl.col("end_s") - pl.col("duration_s") - CLOCK_S, pl.col("end_s") + CLOCK_S
    return list(posts_df.select(earliest, latest.alias("latest")).sort("latest").iter_rows())


def count_unmatched(spans: list[tuple[float, float]], instants: list[float]) -> int:
    """Spans for which no instant is left. Those that were used are taken out of `instants`.

    Spans come by their end, instants by time: to give each span the first instant in it matches as many as can be.
    """
    left = 0
    for earliest, latest in spans:
        fitting = next((instant for instant in instants if earliest <= instant <= latest), None)
        if fitting is None:
            left += 1
        else:
            instants.remove(fitting)
    return left
