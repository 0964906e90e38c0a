"""Whether a trial is valid, and what a reader should know of one that is."""

from datetime import UTC, datetime

import polars as pl

from analysis.contract.steady_state import WINDOWS, variation
from analysis.contract.trial_document import MAX_CLOCK_STEP_NS
from analysis.counting import quantity
from analysis.reading.records import Records
from analysis.reading.trial_facts import NS_PER_SECOND, Trial
from analysis.statistics.intervals import Estimate
from analysis.timing import order_times, waterfall
from analysis.trials import trial_transactions
from analysis.trials.assignment_validity import assignment_remarks, assignment_void_reasons
from analysis.trials.compilers import compiling_remark
from analysis.trials.consistency_checks import silent_customers
from analysis.trials.open_load import schedule_reasons, unanswered_remark
from analysis.trials.trend import cpu_trend, trend_remark, unsteady_reason

# Values beyond these are remarked upon.
IN_BALANCE = (0.9, 1.1)  # Little's law
FOLLOWED_FRACTION, OTHER_CPU_FRACTION = 0.95, 0.15
MAX_DELAY_RATIO = 1.2
MAX_NAMED = 3  # requests that a reason lists
CUT_LINES = 2  # of a GC log's slice: at its begin and at its end


def void_reasons(records: Records, orders_df: pl.DataFrame, overloaded: str | None) -> list[str]:
    """Why the trial is void, the audit left out. Where a server was killed, requests fail and
    queues wait: these are results. overloaded: how the store could not keep up.
    """
    trial, facts = records.trial, records.trial.facts
    refused_df = records.requests.filter(pl.col("status") >= 400)
    served = records.requests["user"].n_unique()
    unmarked = len(records.storefront_orders.join(orders_df, on="order_id", how="anti")) if trial.measured else 0
    conditions = [
        (facts.data_loss > 0, f"marks were lost: {quantity(facts.data_loss, 'jdk.DataLoss event')}"),
        (unmarked > 0, f"marks were lost: {quantity(unmarked, 'acknowledged order')} without an order-received mark"),
        (
            trial.clock_step_ns > MAX_CLOCK_STEP_NS,
            f"the wall clock was set during the trial, by {trial.clock_step_ns / order_times.NS_PER_MS:.1f} ms",
        ),
        (facts.generator.exit != 0, f"the generator failed: exit {facts.generator.exit}"),
        (facts.generator.ran_out_of_files, "the generator had no file descriptor left: too many connections failed"),
        (
            # When the generator is ended, each customer may have a request on its way.
            trial.requests_without_line > trial.customers,
            f"the generator's counts and its lines differ by {quantity(trial.requests_without_line, 'request')}",
        ),
        (served < trial.customers, f"only {served} of {quantity(trial.customers, 'customer')} received a response"),
        (trial.measured and not orders_df["mailed_in_window"].any(), "no order was completed in the window"),
        *((not trial.delay_hits(level), f"no step was delayed by {level}") for level in trial.delays),
    ]
    unless_faulted = [
        (bool(facts.load.failed), f"requests failed: {facts.load.failed} by the generator's count"),
        (
            len(refused_df) > 0,
            f"requests failed: {len(refused_df)} were answered with status 400 or above, "
            + described(refused_df, trial),
        ),
        (not facts.drained, "the queues had not been emptied when the deadline was reached"),
    ]
    reasons = [reason for holds, reason in conditions + ([] if trial.faulted else unless_faulted) if holds]
    reasons += schedule_reasons(records, overloaded=overloaded is not None)
    reasons += assignment_void_reasons(records, orders_df)
    unsteady = unsteady_reason(records)
    reasons += [unsteady] if unsteady else []
    wrong_manager = trial_transactions.not_as_requested(trial)
    return [*reasons, wrong_manager] if wrong_manager else reasons


def described(refused_df: pl.DataFrame, trial: Trial) -> str:
    """The first of these requests, each with its time."""
    first_df = refused_df.sort("end_s").head(MAX_NAMED)
    requests = (
        f"{request} {status} at {utc(end_s)}, {end_s - trial.begin_ns / NS_PER_SECOND:+.0f} s from the window's begin"
        for request, status, end_s in first_df.select("method_url", "status", "end_s").iter_rows()
    )
    return "; ".join([*requests, *(["..."] if len(refused_df) > MAX_NAMED else [])])


def utc(wall_s: float) -> str:
    return f"{datetime.fromtimestamp(wall_s, UTC):%H:%M:%S} UTC"


def remarks(
    records: Records, orders_df: pl.DataFrame, metrics: dict[str, Estimate], overloaded: str | None
) -> tuple[str, ...]:
    """What a reader should know of a trial that is not void for it. overloaded: how the store could not keep up."""
    found = [f"{fault.kind} was not triggered" for fault in records.trial.faults if not fault.triggered]
    found += [overloaded] if overloaded else []
    found += assignment_remarks(records, orders_df)
    found += longer_delays(records.trial)
    found += unsteady(records)
    found += unread_collections(records)
    found += [] if overloaded else unanswered_remark(records)
    silent, seconds = (0, 0.0) if overloaded or records.trial.faulted else silent_customers(records)
    if silent:
        found.append(
            f"{quantity(silent, 'customer')} finished no request in the last {seconds:.0f} s of the window: they had "
            "stopped, and the load was lighter than asked for"
        )
    missed = records.trial.queue_polls_missed
    if missed and not records.trial.crashes:
        found.append(f"the broker did not answer {quantity(missed, 'poll')} of its queues")
    found += [] if records.trial.assignment else switched_under_load(records, orders_df)
    gap, followed = metrics["waterfall_gap_fraction"].value, metrics["waterfall_followed_fraction"].value
    if gap is not None and abs(gap) > waterfall.TOLERANCE_FRACTION:
        found.append(f"the waterfall misses the end-to-end time by {gap:+.1%}")
    if followed is not None and followed < FOLLOWED_FRACTION:
        found.append(f"only {followed:.0%} of the finished orders could be followed from end to end")
    compiling = compiling_remark(records, metrics)
    found += [compiling] if compiling else []
    other = metrics["cpu_other_fraction"].value if "cpu_other_fraction" in metrics else None
    if other is not None and other > OTHER_CPU_FRACTION:
        found.append(f"the machine was shared: other programs used {other:.0%} of the cores")
    for name, what in (("little_ratio", "orders"), ("customers_ratio", "customers")):
        ratio = metrics[name].value
        # A store that was stopped while a server came back is in no balance.
        if ratio is not None and not records.trial.crashes and not IN_BALANCE[0] <= ratio <= IN_BALANCE[1]:
            found.append(f"Little's law of the {what} gives {ratio:.2f}, not 1: the trial was not in balance")
    return tuple(found)


def unread_collections(records: Records) -> list[str]:
    """The JVMs whose GC log has lines that cannot be read, other than those that the slice or a killed JVM cut off."""
    logs = {**records.gc_logs, **(records.broker.gc_logs if records.broker else {})}
    cut = CUT_LINES + len(records.trial.faults)
    return [
        f"{quantity(log.unreadable, 'line')} of the GC log of {jvm} could not be read: what they told is missing"
        for jvm, log in sorted(logs.items())
        if log.unreadable > cut
    ]


def unsteady(records: Records) -> tuple[str, ...]:
    """What shows that the store still changed while it was measured."""
    return tuple(remark for remark in (trend_remark(cpu_trend(records)), unsteady_jvms(records.trial)) if remark)


def unsteady_jvms(trial: Trial) -> str | None:
    """That the JVMs still changed when their warm-up had taken as long as it might."""
    warmup = trial.facts.jvm_warmup
    if warmup is None or warmup.steady:
        return None
    found = variation(warmup.windows)
    seen = "" if found is None else f": CPU per order varied by {found:.0%} in the last {WINDOWS} windows"
    return f"the JVMs of this launch were not steady when their warm-up ended{seen}"


def longer_delays(trial: Trial) -> list[str]:
    """That threads were woken so late that the delay had another size than it was to have."""
    waits = [(level, float(level.split()[-2]), trial.delay_ms(level)) for level in trial.delays]
    return [
        f"the delay {level} was {waited:.3g} ms long on average"
        for level, meant, waited in waits
        if waited is not None and waited > MAX_DELAY_RATIO * meant
    ]


def switched_under_load(records: Records, orders_df: pl.DataFrame) -> list[str]:
    """That a person switched the delegate during the trial."""
    used_df = order_times.measured(orders_df)["delegate"].drop_nulls().value_counts()
    used_df = used_df.sort("count", "delegate", descending=[True, False])
    if used_df["delegate"].to_list() in ([], [records.trial.facts.delegates.get(order_times.SUPPLIER_ORDER)]):
        return []
    fractions = ", ".join(f"{delegate} ({quantity(count, 'order')})" for delegate, count in used_df.iter_rows())
    return [f"{order_times.SUPPLIER_ORDER} was switched under load: {fractions}"]
