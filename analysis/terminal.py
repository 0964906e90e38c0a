"""What is printed in the terminal: the key table of a report."""

from pathlib import Path

from rich.table import Table

from analysis.figures import figure
from analysis.results import Results, read_results
from analysis.shown_tables import KEY_FIGURES, measured_figures
from analysis.wording import with_interval

# Headings of two short lines, so that the table fits a terminal.
HEADINGS = {
    "throughput_per_min": "orders\n/min",
    "mailed_per_min": "orders\n/min",
    "response_mean_ms": "response\nmean ms",
    "response_p50_ms": "median\nms",
    "response_p95_ms": "p95\nms",
    "call_mean_ms": "call\nms",
    "latency_mean_ms": "latency\nms",
    "cpu_per_order_ms": "CPU ms\n/order",
    "gc_pause_s": "GC\npauses s",
    "hit_share": "hit by\na pause",
}


def key_table(results_dir: Path) -> Table:
    """The report's key table: one row a variant and load, and below it what the figures do without."""
    results = read_results(results_dir)
    table = Table(title=str(results.experiment["question"]), title_justify="left", caption_justify="left")
    table.caption = left_out(results)
    names = measured_figures(KEY_FIGURES, results)
    for heading in ("variant", "custo-\nmers", "trials", *(HEADINGS[name] for name in names)):
        table.add_column(heading, justify="left" if heading == "variant" else "right")
    for row in results.combinations:
        # An interval stands below its value.
        cells = [
            with_interval(row.figures.get(name), figure(name).unit == "share").replace(" (", "\n(") for name in names
        ]
        table.add_row(row.variant, str(row.customers), str(len(row.trials)), *cells)
    return table


def left_out(results: Results) -> str | None:
    """The trials that no figure comes from, loudly."""
    told = [f"trial {hole.trial} is {hole.status.upper()}: {'; '.join(hole.reasons)}" for hole in results.holes]
    return "\n".join(told) or None
