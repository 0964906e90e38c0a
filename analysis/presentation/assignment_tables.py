"""The tables of levels that were assigned by order and by window."""

from analysis.comparing.comparison import Comparison
from analysis.comparing.design import CUSTOMERS, load_of
from analysis.comparing.interference import InterferenceCheck
from analysis.comparing.order_samples import OrderSample
from analysis.comparing.window_samples import WindowSample
from analysis.contract.document import Level
from analysis.counting import quantity
from analysis.metrics import GEOMETRIC_MEANS, metric
from analysis.presentation.formatting import effect, excluded_by_side, heading, number, ratio, with_interval
from analysis.presentation.report_tables import Table, named
from analysis.reading.trial_facts import LOAD

# By window, in this order; then those of single processes.
OF_WINDOWS = (
    "throughput_per_min", "cpu_per_order_ms", "gc_per_order_ms", "gc_cpu_per_order_ms", "queue_longest_mean",
    "cpu_other_fraction",
    *GEOMETRIC_MEANS,
)  # fmt: skip
GEOMETRIC = ", geometric mean"
WORDS = {"agree": "they agree", "disagree": "they disagree"}


def place(held: dict[str, Level], varied: list[str]) -> str:
    """The levels of the other factors: the load, and those that vary."""
    others = [str(level) for factor, level in held.items() if factor in varied and factor not in (CUSTOMERS, LOAD)]
    return ", ".join([load_of(held), *others])


def short_heading(name: str) -> str:
    """Where the caption or the section says that means are geometric."""
    return heading(name).replace(GEOMETRIC, "")


def order_table(samples: list[OrderSample], levels: list[str], varied: list[str]) -> Table:
    """Each level's orders and geometric means."""
    known = {name for sample in samples for name, _ in sample.logs}
    names = [name for name in GEOMETRIC_MEANS if name in known]
    rows = [
        [level, place(sample.held, varied), f"{sample.orders.get(level, 0):,}"]
        + [with_interval(sample.estimate(name, level)) for name in names]
        for sample in samples
        for level in levels
    ]
    columns = ["level", "at", "orders", *(short_heading(name) for name in names)]
    return Table("Each level's orders, geometric means", columns, rows, names=2)


def window_table(samples: list[WindowSample], levels: list[str], varied: list[str], *, times_too: bool) -> Table:
    """Each level's means over the blocks. times_too: where nothing tells more of orders' times."""
    measured = dict.fromkeys(name for sample in samples for name in sample.metrics)
    known = [name for name in measured if times_too or name not in GEOMETRIC_MEANS]
    names = [name for name in OF_WINDOWS if name in known] + sorted(set(known) - set(OF_WINDOWS))
    rows = [
        [level, place(sample.held, varied), str(sample.blocks)]
        + [with_interval(sample.estimate(name, level), metric(name).unit == "fraction") for name in names]
        for sample in samples
        for level in levels
    ]
    columns = ["level", "at", "blocks", *(short_heading(name) for name in names)]
    return Table("Each level's means over the switchback blocks", columns, rows, names=2)


def ratio_table(comparisons: list[Comparison], varied: list[str]) -> Table:
    """Every ratio with its verdict, and the smallest effect that could have been seen."""
    rows = [
        [
            f"{found.level} against {found.against}",
            place(found.held, varied),
            named(found),
            ratio(found),
            f"{found.verdict}: {found.reason}" if found.reason else found.verdict,
            quantity(found.n, found.unit),
            effect(found.smallest_effect),
            excluded_by_side(found),
        ]
        for found in comparisons
    ]
    columns = ["compared", "at", "metric", "ratio", "verdict", "n", "could have been seen", "excluded trials"]
    return Table("Ratios, with what could have been seen", columns, rows)


def interference_table(checks: list[InterferenceCheck], varied: list[str]) -> Table:
    """The same ratio by order and by window."""
    rows = [
        [
            f"{check.level} against {check.against}",
            place(check.held, varied),
            metric(check.metric).label,
            number(check.by_order),
            number(check.by_window),
            f"{number(check.disturbance)} ({number(check.low)}–{number(check.high)})",
            f"{WORDS[check.verdict]} (p = {check.p:.2g})",
        ]
        for check in checks
    ]
    columns = ["compared", "at", "metric", "by order", "by window", "by order / by window", "verdict"]
    return Table("The same ratio by order and by window", columns, rows)
