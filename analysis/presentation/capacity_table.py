"""The load up to which each variant keeps the objective, as rows of text and as a sentence."""

from analysis.comparing.capacity import Capacity
from analysis.presentation.formatting import NOTHING, number, with_interval
from analysis.presentation.report_tables import Table
from analysis.statistics.intervals import NOTHING as NO_ESTIMATE
from analysis.statistics.intervals import Estimate
from analysis.statistics.probit_threshold import GREATEST_SLOPE

#: Of the interval of a slope, against all slopes that are thought possible, of which 95 % are 0.95.
WIDE_AS_BEFORE = 0.8


def capacity_table(shown: list[Capacity], unit: str, *, up_and_down: bool = False) -> Table:
    """unit: what a load counts, `customers`; up_and_down: whether the loads of a variant followed from each other."""
    repeated, always = (
        ("trials", "spread of single trials") if up_and_down else ("blocks", f"kept in every block at ({unit})")
    )
    columns = ["variant", repeated, f"kept up to ({unit})", always, "ratio to the baseline"]
    numbers = range(max((len(each.series) for each in shown), default=0))
    columns += [
        *(f"series {number + 1} alone ({unit})" for number in numbers),
        *(["second to first"] if numbers else []),
    ]
    rows = [
        [
            each.variant,
            str(each.load.n) if up_and_down else _blocks(each),
            _or_nothing(each.load),
            _spread(each) if up_and_down else _kept(each),
            _or_nothing(each.against_baseline),
            *(_or_nothing(each.series[number] if each.series else NO_ESTIMATE) for number in numbers),
            *([_or_nothing(each.second_to_first)] if numbers else []),
        ]
        for each in shown
    ]
    return Table("The load up to which each variant keeps the objective", columns, rows)


def _blocks(shown: Capacity) -> str:
    blocks = str(len(shown.crossings))
    return f"{blocks}, on {shown.load.n} launches" if shown.load.interval == "t over launches" else blocks


def _or_nothing(estimate: Estimate) -> str:
    return NOTHING if estimate.value is None else with_interval(estimate)


def _spread(shown: Capacity) -> str:
    return NOTHING if shown.spread is None else f"{100 * shown.spread:.0f} %"


def _kept(shown: Capacity) -> str:
    return NOTHING if shown.kept is None else f"{shown.kept:g}"


def capacity_sentence(shown: Capacity, objective: str, unit: str, *, up_and_down: bool = False) -> str:
    """`p99 response <= 1 s holds up to 61.0 (57.0–66.0) customers`, or why that cannot be told."""
    if shown.load.value is not None:
        half = " in half of the trials" if up_and_down else ""
        return f"{objective} holds{half} up to {with_interval(shown.load)} {unit}."
    crossings = shown.crossings.values()
    if up_and_down:
        [crossing] = crossings
        if crossing.kept is not None:
            return (
                f"{objective} holds at {crossing.kept:g} {unit} in most trials; "
                "conduct greater loads to see where it ends."
            )
        return f"{objective} does not hold at {crossing.broken or 0:g} {unit} in most trials; conduct smaller loads."
    if all(crossing.broken is None for crossing in crossings):
        return (
            f"{objective} holds at every load that has a valid trial, up to {shown.kept or 0:g} {unit} in every block; "
            "conduct greater loads to see where it ends."
        )
    if all(crossing.kept is None for crossing in crossings):
        return f"{objective} holds at no load; conduct smaller loads to see where it does."
    kept = f"every block keeps it at {shown.kept:g} {unit}" if shown.kept else "no load keeps it in every block"
    counted = f"{len(crossings) - shown.without_crossing} of {len(crossings)}"
    return f"{objective} stops holding between two loads in only {counted} blocks, so there is no mean: {kept}."


def again_sentence(shown: Capacity, unit: str) -> str:
    """What two series that took turns tell of it, each by itself; nothing where there was one, or one does not tell."""
    if shown.second_to_first.value is None:
        return ""
    first, second = (with_interval(each) for each in shown.series)
    return (
        f"Measured twice in the same period, by separate trials: {first} and {second} {unit}, the second "
        f"{with_interval(shown.second_to_first)} times the first."
    )


def machine_sentence(shown: Capacity) -> str:
    """What a slower machine took off the loads; nothing where it is not known to have been slower at any time. Where
    the interval is next to all that was thought possible before, the trials tell nothing of it.
    """
    slope = shown.slope
    if slope.value is None or slope.low is None or slope.high is None or shown.canary_ms is None:
        return ""
    mean = f"The loads shown belong to a canary of {number(shown.canary_ms)} ms, its mean."
    if slope.high - slope.low > WIDE_AS_BEFORE * GREATEST_SLOPE:
        return (
            "How much a slower machine lowers the loads cannot be told from these trials: the intervals allow for "
            f"up to {number(GREATEST_SLOPE)} % where the canary within the window took 1 % longer. {mean}"
        )
    return (
        "The machine was not always equally fast: where the canary within the window took 1 % longer, loads were "
        f"{with_interval(slope)} % lower. {mean}"
    )
