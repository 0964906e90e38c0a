"""The check after a trial: what became of every order, whether the stock adds up, whether each mail came once, and what
was left in doubt.

In a trial with faults all of it is found just the same, but mails that came twice are no failure: the mail server takes
part in no transaction, so that a step which is done again sends its mail again.
"""

from dataclasses import asdict, dataclass, field

import polars as pl

from analysis.auditing.confirmations import ConfirmationCheck, check_confirmations
from analysis.auditing.documents_sent import by_rolled_back_steps
from analysis.auditing.mail_counts import mail_faults
from analysis.auditing.order_outcomes import CLASSES, ids, order_outcomes, phantom_orders
from analysis.counting import quantity
from analysis.reading.records import Records

MAX_NAMED = 10  # order ids that a reason lists


@dataclass(frozen=True)
class Audit:
    """Counts of one trial, and why it failed, if it did; None where the records cannot tell."""

    acknowledged: int
    completed: int
    refused: int
    waiting: int
    lost: int
    duplicated: int
    stuck: int
    phantom: int
    mails: int
    mails_missing: int
    mails_duplicated: int
    stock_unbalanced: int  # items
    dead_letters: int
    duplicate_documents: int
    redeliveries: int | None
    missing_acknowledged: int | None = None  # the customer saw the order acknowledged, and the storefront lacks it
    missing_acknowledged_completed: int | None = None  # of these, completed by the OPC all the same
    denied_shipped: int | None = None  # the customer was told that nothing was ordered, and it was shipped
    sent_by_rolled_back: int | None = None  # calls outside the transaction of steps that rolled back
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
    outcomes_df = order_outcomes(records)
    mails_df = mail_faults(records, outcomes_df)
    phantoms = phantom_orders(records)
    unbalanced = unbalanced_items(records)
    classes = {name: ids(outcomes_df.filter(pl.col("outcome") == name)) for name in CLASSES}
    missing = mails_df.filter(pl.col("came") < pl.col("due"))
    duplicated = mails_df.filter(pl.col("came") > pl.col("due"))
    confirmations, in_doubt = check_confirmations(records), records.trial.in_doubt_after
    sent = by_rolled_back_steps(records)
    failures = [
        *named("lost", classes["lost"]),
        *named("duplicated", classes["duplicated"]),
        *named("stuck", classes["stuck"]),
        *named("phantom", phantoms),
        *named("with a mail missing", ids(missing)),
        *([] if records.trial.faulted else named("with a duplicate mail", ids(duplicated))),
        *named("refused, and shipped all the same", refused_and_shipped(records, classes["refused"])),
        *([f"stock does not add up for {', '.join(unbalanced[:MAX_NAMED])}"] if unbalanced else []),
        *failed_confirmations(confirmations),
        *([f"left in doubt: {in_doubt}, branches of transactions and entries of the log"] if in_doubt else []),
    ]
    return Audit(
        acknowledged=len(outcomes_df),
        **{name: len(members) for name, members in classes.items()},
        phantom=len(phantoms),
        mails=len(records.mails),
        mails_missing=int((missing["due"] - missing["came"]).sum()),
        mails_duplicated=int((duplicated["came"] - duplicated["due"]).sum()),
        stock_unbalanced=len(unbalanced),
        dead_letters=len(records.dead_letters),
        duplicate_documents=int(records.opc_orders["duplicates"].sum())
        + int(records.supplier_orders["duplicates"].sum()),
        redeliveries=redeliveries(records),
        missing_acknowledged=confirmations.missing,
        missing_acknowledged_completed=confirmations.missing_completed,
        denied_shipped=confirmations.denied_shipped,
        sent_by_rolled_back=sent.calls if sent else None,
        taken_from_rolled_back=sent.taken if sent else None,
        in_doubt_after=in_doubt,
        failures=tuple(failures),
    )


def failed_confirmations(confirmations: ConfirmationCheck) -> list[str]:
    """What customers were told, and is not so."""
    missing = "acknowledged to the customer, and missing in the storefront"
    failures = named(missing, list(confirmations.missing_ids))
    if confirmations.missing and not failures:
        failures = [f"{quantity(confirmations.missing, 'order')} {missing}"]
    if confirmations.missing_completed:
        failures = [f"{failures[0]}; completed by the order processing center: {confirmations.missing_completed}"]
    if confirmations.denied_shipped:
        denied = "of which the customer was told that nothing was ordered, and shipped"
        failures.append(f"{quantity(confirmations.denied_shipped, 'order')} {denied}")
    return failures


def named(what: str, members: list[str]) -> list[str]:
    """One reason with the orders' ids, or none."""
    if not members:
        return []
    more = f" and {len(members) - MAX_NAMED} more" if len(members) > MAX_NAMED else ""
    return [f"{quantity(len(members), 'order')} {what}: {', '.join(members[:MAX_NAMED])}{more}"]


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
