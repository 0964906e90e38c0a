"""What faults did, as tables and sentences."""

from analysis.comparing.fault_statistics import HARM, DurationSummary, FaultRow
from analysis.counting import quantity
from analysis.presentation.formatting import NOTHING, number
from analysis.presentation.report_tables import Table

ORDERS = (
    "lost", "missing_acknowledged", "denied_shipped", "duplicated", "phantom", "stuck", "mails_missing",
    "mails_duplicated", "dead_letters", "in_doubt_after",
)  # fmt: skip
DOCUMENTS = ("sent_by_rolled_back", "taken_from_rolled_back", "duplicate_documents")
HEADINGS = {
    "missing_acknowledged": "acknowledged but missing",
    "denied_shipped": "denied but shipped",
    "duplicated": "duplicated",
    "sent_by_rolled_back": "sent by steps that rolled back",
    "taken_from_rolled_back": "of these, documents taken",
    "duplicate_documents": "duplicate documents",
}


def heading(name: str) -> str:
    return HEADINGS.get(name, name.replace("_", " "))


def orders_table(rows: list[FaultRow], whole: FaultRow) -> Table:
    """Orders and mails of each combination of levels, and over all of them."""
    return outcomes("Orders and mails of the trials with faults", rows, whole)


def kinds_table(rows: list[FaultRow], whole: FaultRow) -> Table:
    """The same of each kind of fault, whatever drove the transactions."""
    return outcomes("Each kind of fault, whatever drove the transactions", rows, whole)


def outcomes(caption: str, rows: list[FaultRow], whole: FaultRow) -> Table:
    """What became of the orders, with the bounds that it gives."""
    columns = ["faults", "throws and delays", "orders at risk", *map(heading, ORDERS)]
    columns += ["loss at most (per fault)", "harm at most (per fault)", "loss at most (per order at risk)"]
    cells = [
        [
            str(row.crashes),
            str(row.triggered),
            str(row.at_risk),
            *(counted(row, name) for name in ORDERS),
            percent(row.loss_bound),
            percent(row.harm_bound),
            percent(row.order_loss_bound),
        ]
        for row in (*rows, whole)
    ]
    return with_levels(caption, rows, columns, cells)


def recovery_table(rows: list[FaultRow], whole: FaultRow) -> Table:
    """What faults left in doubt, and how long it took until all was well again."""
    columns = ["faults", "in doubt at the recovery", "trials that needed a restart"]
    columns += ["recovered (median)", "longest", "times", "nothing in doubt (median)", "longest", "times"]
    cells = [
        [
            str(row.crashes),
            str(row.branches_at_recovery),
            str(row.restarts),
            *times(row.recovery),
            *times(row.resolved),
        ]
        for row in (*rows, whole)
    ]
    return with_levels("After a fault: prepared branches found, and seconds from the fault", rows, columns, cells)


def documents_table(rows: list[FaultRow], whole: FaultRow) -> Table:
    """Documents that could not be taken back, and those that came again."""
    columns = ["throws and delays", *map(heading, DOCUMENTS)]
    cells = [[str(row.triggered), *(counted(row, name) for name in DOCUMENTS)] for row in (*rows, whole)]
    return with_levels("Documents sent outside a transaction that rolled back", rows, columns, cells)


def with_levels(caption: str, rows: list[FaultRow], columns: list[str], cells: list[list[str]]) -> Table:
    """The cells behind their levels; the last line is that of the total. What no record tells, and
    crashes, throws or delays where there were none, has no column.
    """
    factors = list(rows[0].levels)
    levels = [[row.levels[factor] for factor in factors] for row in rows]
    levels.append(["all", *("" for _ in factors[1:])])
    kept = [index for index, column in enumerate(columns) if not is_empty_column(column, [row[index] for row in cells])]
    shown = [[*level, *(row[index] for index in kept)] for level, row in zip(levels, cells, strict=True)]
    return Table(caption, [*factors, *(columns[index] for index in kept)], shown, names=len(factors))


def is_empty_column(column: str, cells: list[str]) -> bool:
    missing = {NOTHING, "0"} if column in ("faults", "throws and delays", "orders at risk") else {NOTHING}
    return set(cells) <= missing


def counted(row: FaultRow, name: str) -> str:
    value, untold = row.counts[name], row.untold[name]
    if value is None:
        return NOTHING
    return f"{value:,} ({row.trials - untold} of {row.trials} trials)" if untold else f"{value:,}"


def percent(fraction: float | None) -> str:
    """Two significant digits: a bound of so many orders or faults knows no more."""
    return NOTHING if fraction is None else f"{float(f'{fraction * 100:.2g}'):g} %"


def times(summary: DurationSummary) -> list[str]:
    return [number(summary.median_s), number(summary.max_s), str(summary.n)]


def crash_sentences(whole: FaultRow) -> str:
    """What the faults did, in a few sentences."""
    crashes, at_risk = quantity(whole.crashes, "fault"), quantity(whole.at_risk, "order")
    sentences = [
        f"{crashes} under load put {at_risk} at risk: {count_phrase(whole.counts['lost'])} lost, "
        f"{count_phrase(whole.counts['duplicated'])} duplicated, {count_phrase(whole.counts['stuck'])} stuck, "
        f"{count_phrase(whole.counts['phantom'])} phantom, {confirmation_phrase(whole)}; "
        f"{in_doubt_phrase(whole.counts['in_doubt_after'])} in doubt afterwards"
    ]
    if whole.restarts:
        trials = quantity(whole.restarts, "trial")
        sentences.append(f"In {trials} something stayed in doubt until the servers were restarted")
    if whole.loss_bound is not None:
        sentences.append(
            f"At 95 % confidence, a fault loses an order with a probability of at most {percent(whole.loss_bound)}, "
            f"and does harm with one of at most {percent(whole.harm_bound)}"
        )
        sentences += [
            f"In {whole.untold[name]} of {whole.trials} trials it is not known what was {heading(name)}: harm of this "
            "kind is in the bound only where it was looked for"
            for name in HARM
            if whole.untold[name]
        ]
    if whole.order_loss_bound is not None:
        sentences.append(
            f"If the orders at risk in one fault were independent, each would be lost with a probability "
            f"of at most {percent(whole.order_loss_bound)}"
        )
    if whole.recovery.n:
        middle, longest = number(whole.recovery.median_s), number(whole.recovery.max_s)
        sentences.append(f"The store recovered after {middle} s (median; {longest} s at most)")
    return ". ".join(sentences) + "."


def confirmation_phrase(whole: FaultRow) -> str:
    """What customers were told and is not so; nothing of denials where nobody listened."""
    acknowledged = f"{count_phrase(whole.counts['missing_acknowledged'])} acknowledged but missing"
    denied = whole.counts["denied_shipped"]
    return acknowledged if denied is None else f"{acknowledged}, {count_phrase(denied)} denied but shipped"


def count_phrase(count: int | None) -> str:
    return "none" if not count else f"{count:,}"


def in_doubt_phrase(count: int | None) -> str:
    if count is None:
        return "it is not recorded what was"
    if not count:
        return "nothing was left"
    return "1 was left" if count == 1 else f"{count:,} were left"


def spec_sentence(row: FaultRow) -> str:
    """What faults that threw or delayed did, at one combination of levels."""
    documents = row.counts["sent_by_rolled_back"]
    triggered = f"the fault was triggered {quantity(row.triggered, 'time')}"
    if documents is None:
        return f"{triggered}; without marks it is not known what was sent."
    taken = row.counts["taken_from_rolled_back"]
    sent = "no document stayed sent when its step rolled back"
    if documents:
        stayed, them = quantity(documents, "document"), "it" if documents == 1 else f"{count_phrase(taken)} of them"
        took = f"took {them}" if taken or documents > 1 else "did not take it"
        sent = f"{stayed} stayed sent when the step rolled back, and the receiver {took}"
    lost = f"{count_phrase(row.counts['lost'])} of the orders lost, {count_phrase(row.counts['duplicated'])} duplicated"
    missing = f", {confirmation_phrase(row)}" if row.counts["missing_acknowledged"] else ""
    return f"{triggered}; {sent}; {lost}{missing}."
