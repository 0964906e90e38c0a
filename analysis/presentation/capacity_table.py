"""The load up to which each variant keeps the objective, as rows of text and as a sentence."""

from analysis.comparing.capacity import Capacity
from analysis.presentation.formatting import NOTHING, with_interval
from analysis.presentation.report_tables import Table


def capacity_table(shown: list[Capacity], unit: str, *, up_and_down: bool = False) -> Table:
    """unit: what a load counts, `customers`; up_and_down: whether the loads of a variant followed from each other."""
    repeated, always = (
        ("trials", "spread of single trials") if up_and_down else ("blocks", f"kept in every block at ({unit})")
    )
    columns = ["variant", repeated, f"kept up to ({unit})", always, "ratio to the baseline"]
    rows = [
        [
            each.variant,
            str(each.load.n if up_and_down else len(each.crossings)),
            NOTHING if each.load.value is None else with_interval(each.load),
            _spread(each) if up_and_down else _kept(each),
            NOTHING if each.against_baseline.value is None else with_interval(each.against_baseline),
        ]
        for each in shown
    ]
    return Table("The load up to which each variant keeps the objective", columns, rows)


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
    if all(crossing.broken is None for crossing in crossings):
        return f"{objective} holds at every load; conduct greater ones to see its end."
    if all(crossing.kept is None for crossing in crossings):
        return f"{objective} holds at no load; conduct smaller ones to see where it does."
    kept = f"every block keeps it at {shown.kept:g} {unit}" if shown.kept else "no load keeps it in every block"
    counted = f"{len(crossings) - shown.without_crossing} of {len(crossings)}"
    return f"{objective} ends between two loads in {counted} blocks only, so that there is no mean: {kept}."
