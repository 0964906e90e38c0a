"""Two campaigns side by side, for the terminal."""

from pathlib import Path

from rich.table import Table

from analysis.comparing.campaigns import compare_results
from analysis.metrics import metric
from analysis.presentation.formatting import NOTHING, number


def compare(a: Path, b: Path) -> Table:
    """Ratios B / A, metric by metric, wherever both folders have the same combination of levels."""
    table = Table(title=f"{b.name} against {a.name}: ratios above 1 mean more in {b.name}", title_justify="left")
    for column in ("variant", "customers", "metric", "unit", a.name, b.name, "ratio (interval)", "verdict", "trials"):
        table.add_column(column)
    for found in compare_results(a, b):
        shown = metric(found.metric)
        interval = f" ({number(found.low)}–{number(found.high)})" if found.low is not None else f" ({NOTHING})"
        ratio, trials = number(found.ratio) + interval, f"{found.n_a} and {found.n_b}"
        place, values = (found.variant, str(found.customers)), (number(found.a), number(found.b))
        table.add_row(*place, shown.label, shown.unit, *values, ratio, found.verdict, trials)
    return table
