"""Two campaigns side by side, for the terminal."""

from pathlib import Path

from rich.table import Table

from analysis.comparing.campaigns import FolderComparison, compare_results
from analysis.comparing.design import CUSTOMERS
from analysis.metrics import metric
from analysis.presentation.formatting import NOTHING, effect, number
from analysis.reading.trial_facts import LOAD


def compare(a: Path, b: Path) -> Table:
    """Ratios B / A, metric by metric, wherever both folders have the same combination of levels."""
    compared = compare_results(a, b)
    title = f"{b.name} against {a.name}: geometric means; ratios above 1 mean more in {b.name}"
    equivalent = [found for found in compared if found.verdict == "equivalent within the margin"]
    title += f"; the margin is {effect(equivalent[0].margin)}" if equivalent else ""
    table = Table(title=title, title_justify="left")
    load = LOAD if any(found.rate for found in compared) else CUSTOMERS
    for column in ("variant", load, "metric", "unit", a.name, b.name, "ratio (interval)", "verdict", "launches"):
        table.add_column(column)
    for found in compared:
        place, values = (found.variant, found.rate or str(found.customers)), (number(found.a), number(found.b))
        judged = f"{found.verdict}: {found.reason}" if found.p_different is not None and found.reason else found.verdict
        launches = f"{found.n_a} and {found.n_b}"
        table.add_row(*place, metric(found.metric).label, unit(found), *values, ratio(found), judged, launches)
    untested = dict.fromkeys(found.reason for found in compared if found.p_different is None and found.reason)
    table.caption, table.caption_justify = "\n".join(untested) or None, "left"
    return table


def unit(found: FolderComparison) -> str:
    shown = metric(found.metric)
    return f"{shown.unit}/min" if shown.is_sum else shown.unit


def ratio(found: FolderComparison) -> str:
    if found.ratio is None or found.low is None:
        return f"{number(found.ratio)} ({NOTHING})"
    return f"{number(found.ratio)} ({number(found.low)}–{number(found.high)})"
