"""The check after a trial: what became of every order, whether the stock adds up, whether each mail came once, and what
was left in doubt.

In a trial with faults all of it is found just the same, but mails that came twice are no failure: the mail server takes
part in no transaction, so that a step which is done again sends its mail again.
"""

from dataclasses import asdict, dataclass, field

import polars as pl

from analysis.confirmations import Promises, promises
from analysis.counting import so_many
from analysis.documents_handed_on import by_rolled_back_steps
from analysis.mail_counts import mail_faults
from analysis.order_outcomes import CLASSES, fates, ids, phantom_orders
from analysis.records import Records

NAMED_AT_MOST = 10  # order ids that a reason lists


@dataclass(frozen=True)
class Audit:
    """Counts of one trial, and why it failed, if it did; None where the records cannot tell."""

    acknowledged: int
    completed: int
    refused: int
    waiting: int
    lost: int
    doubled: int
    stuck: int
    phantom: int
    mails: int
    mails_missing: int
    mails_doubled: int
    stock_unbalanced: int  # items
    dead_letters: int
    repeated_documents: int
    redeliveries: int | None
    acknowledged_lost: int | None = None  # the customer saw the order acknowledged, and the storefront lacks it
    acknowledged_lost_completed: int | None = None  # of these, completed by the OPC all the same
    denied_shipped: int | None = None  # the customer was told that nothing was ordered, and it was shipped
    handed_on_by_rolled_back: int | None = None  # calls outside the transaction of steps that rolled back
    taken_from_rolled_back: int | None = None  # documents of these that the receiver took
    in_doubt_after: int | None = None  # branches and transactions
    failures: tuple[str, ...] = field(default=())

    @property
    def passed(self) -> bool:
        return not self.failures

    def counts(self) -> dict[str, int | bool | None]:
        """As `summary.json` has it."""
        counted = {name: value for name, value in asdict(self).items() if name != "failures"}
        return {**counted, "passed": self.passed}


def audit(records: Records) -> Audit:
    """Classifies every order, balances the stock, counts the mails and the branches in doubt."""
    fates_df = fates(records)
    mails_df = mail_faults(records, fates_df)
    phantoms = phantom_orders(records)
    unbalanced = unbalanced_items(records)
    classes = {name: ids(fates_df.filter(pl.col("fate") == name)) for name in CLASSES}
    missing = mails_df.filter(pl.col("came") < pl.col("due"))
    doubled = mails_df.filter(pl.col("came") > pl.col("due"))
    promised, in_doubt = promises(records), records.trial.in_doubt_after
    handed_on = by_rolled_back_steps(records)
    failures = [
        *named("lost", classes["lost"]),
        *named("doubled", classes["doubled"]),
        *named("stuck", classes["stuck"]),
        *named("phantom", phantoms),
        *named("with a mail missing", ids(missing)),
        *([] if records.trial.faulted else named("with a mail too many", ids(doubled))),
        *named("refused, and shipped all the same", refused_and_shipped(records, classes["refused"])),
        *([f"stock does not add up for {', '.join(unbalanced[:NAMED_AT_MOST])}"] if unbalanced else []),
        *broken_promises(promised),
        *([f"left in doubt: {in_doubt}, branches of transactions and entries of the log"] if in_doubt else []),
    ]
    return Audit(
        acknowledged=len(fates_df),
        **{name: len(members) for name, members in classes.items()},
        phantom=len(phantoms),
        mails=len(records.mails),
        mails_missing=int((missing["due"] - missing["came"]).sum()),
        mails_doubled=int((doubled["came"] - doubled["due"]).sum()),
        stock_unbalanced=len(unbalanced),
        dead_letters=len(records.dead_letters),
        repeated_documents=int(records.opc_orders["repeated"].sum()) + int(records.supplier_orders["repeated"].sum()),
        redeliveries=redeliveries(records),
        acknowledged_lost=promised.gone,
        acknowledged_lost_completed=promised.gone_completed,
        denied_shipped=promised.denied_shipped,
        handed_on_by_rolled_back=handed_on.calls if handed_on else None,
        taken_from_rolled_back=handed_on.taken if handed_on else None,
        in_doubt_after=in_doubt,
        failures=tuple(failures),
    )


def broken_promises(promised: Promises) -> list[str]:
    """What customers were told, and is not so."""
    gone = "acknowledged to the customer, and gone from the storefront"
    told = named(gone, list(promised.gone_ids))
    if promised.gone and not told:
        told = [f"{so_many(promised.gone, 'order')} {gone}"]
    if promised.gone_completed:
        told = [f"{told[0]}; completed by the order processing center: {promised.gone_completed}"]
    if promised.denied_shipped:
        denied = "of which the customer was told that nothing was ordered, and shipped"
        told.append(f"{so_many(promised.denied_shipped, 'order')} {denied}")
    return told


def named(what: str, members: list[str]) -> list[str]:
    """One reason with the orders' ids, or none."""
    if not members:
        return []
    more = f" and {len(members) - NAMED_AT_MOST} more" if len(members) > NAMED_AT_MOST else ""
    return [f"{so_many(len(members), 'order')} {what}: {', '.join(members[:NAMED_AT_MOST])}{more}"]


def refused_and_shipped(records: Records, refused: list[str]) -> list[str]:
    return ids(records.shipments.filter(pl.col("order_id").is_in(refused)))


def unbalanced_items(records: Records) -> list[str]:
    """Items for which stock on hand and pieces shipped are not what there was and came in."""
    shipped_df = records.shipments.group_by("item_id").agg(shipped=pl.col("quantity").sum())
    balance = (
        pl.col("on_hand").fill_null(0)
        + pl.col("shipped").fill_null(0)
        - pl.col("initial").fill_null(0)
        - pl.col("restocked").fill_null(0)
    )
    stock_df = records.stock.join(shipped_df, on="item_id", how="full", coalesce=True)
    return stock_df.filter(balance != 0).sort("item_id")["item_id"].to_list()


def redeliveries(records: Records) -> int | None:
    """Attempts at a step on a document delivered before; None in a trial without marks."""
    return len(records.steps.filter(pl.col("deliveries") > 1)) if records.has_steps else None
