"""Whether levels were assigned within a trial as they were to be: part of what makes it valid."""

import polars as pl

from analysis.contract.trial_document import AssignmentOfTrial
from analysis.counting import quantity
from analysis.metrics import GEOMETRIC_MEANS
from analysis.reading.records import Records
from analysis.statistics.sample_ratio import MISMATCH, sample_ratio_p
from analysis.timing.assigned_levels import drawn_level, kept_windows, placed, switched_calls
from analysis.timing.order_times import measured
from analysis.trials.switchback_blocks import carried_over_fraction

# A call may have been given its delegate just before a switch, and begun just after it.
MAX_OTHER_FRACTION = 0.01
MAX_CARRIED_FRACTION = 0.05


def assignment_void_reasons(records: Records, orders_df: pl.DataFrame) -> list[str]:
    """Why the levels of the trial cannot be compared; nothing for one whose levels were assigned by trial or bed."""
    assignment = records.trial.assignment
    if assignment is None:
        return []
    if not records.has_steps:
        return [
            f"levels were assigned by {assignment.unit}, and which each order had is not recorded: measuring is off"
        ]
    if assignment.unit == "order":
        drawn = not_as_drawn(records, assignment, orders_df) if assignment.transitions else None
        reasons = [drawn, unequal(assignment, orders_df)]
    else:
        reasons = [not_as_switched(records, assignment)]
    return [reason for reason in reasons if reason]


def not_as_drawn(records: Records, assignment: AssignmentOfTrial, orders_df: pl.DataFrame) -> str | None:
    """That a call of a measured order went by another delegate than the one that was drawn for the order."""
    ids = measured(orders_df)["order_id"]
    calls_df = switched_calls(records, assignment).filter(pl.col("order_id").is_in(ids.implode()))
    drawn = [drawn_level(assignment.seed, order_id, assignment.levels) for order_id in calls_df["order_id"]]
    other_df = calls_df.filter(pl.col("delegate") != pl.Series(drawn, dtype=pl.String))
    if not assignment.transitions:  # of a placebo, which no call can contradict
        return None
    if not len(calls_df):
        return f"no call was recorded along {' and '.join(assignment.transitions)}"
    if not len(other_df):
        return None
    of = quantity(len(calls_df), "call")
    return f"{len(other_df)} of {of} went by another delegate than was drawn for the order, {of_order(other_df)} first"


def unequal(assignment: AssignmentOfTrial, orders_df: pl.DataFrame) -> str | None:
    """That the orders which could be measured are not shared evenly among the levels: some were selected."""
    told_df = measured(orders_df).filter(pl.col("response_ms").is_not_null())
    counts = [len(told_df.filter(pl.col("level") == level)) for level in assignment.levels]
    p = sample_ratio_p(counts)
    if p >= MISMATCH:
        return None
    shares = ", ".join(f"{count} of {level}" for level, count in zip(assignment.levels, counts, strict=True))
    return f"the levels do not have equally many measured orders, as they were drawn to: {shares} (p = {p:.1g})"


def not_as_switched(records: Records, assignment: AssignmentOfTrial) -> str | None:
    """That there is no whole block, or calls in the windows of a level went by other delegates."""
    kept_df = kept_windows(records)
    if not len(kept_df):
        return "no block of windows is whole: each has every level twice"
    calls_df = placed(switched_calls(records, assignment), "begin_ns", kept_df)
    other_df = calls_df.filter(pl.col("delegate") != pl.col("window_level"))
    if len(other_df) <= MAX_OTHER_FRACTION * len(calls_df):
        return None
    of = quantity(len(calls_df), "call")
    return f"{len(other_df)} of {of} went by another delegate than their window's, {of_order(other_df)} first"


def of_order(calls_df: pl.DataFrame) -> str:
    return f"of order {calls_df.sort('begin_ns')['order_id'][0]}"


def assignment_remarks(records: Records, orders_df: pl.DataFrame) -> list[str]:
    """What a reader should know of the orders and windows that the comparisons do without."""
    if records.trial.assignment is None:
        return []
    found = []
    carried = carried_over_fraction(records, orders_df)
    if carried is not None and carried > MAX_CARRIED_FRACTION:
        found.append(f"{carried:.0%} of the orders were completed in a window of another level: lengthen washout_s")
    not_positive = {
        metric: len(measured(orders_df).filter(pl.col(column) <= 0)) for metric, column in GEOMETRIC_MEANS.items()
    }
    found += [
        f"{metric} is without {quantity(count, 'order')} whose time was zero or less"
        for metric, count in not_positive.items()
        if count
    ]
    return found
