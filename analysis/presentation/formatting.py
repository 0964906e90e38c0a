"""Formats numbers: as many digits as a reader needs, the interval after its value."""

from analysis.comparing.comparison import EVERY_LEVEL, Comparison
from analysis.comparing.design import CUSTOMERS
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.statistics.intervals import Estimate

NOTHING = "–"
# Ratios from here on are told as "times as long", and not in per cent.
FACTOR_FROM = 2.0
TIMES = "\u00a0×"  # with a space that no line breaks at


def number(value: float | None, fraction: bool = False) -> str:
    """Three significant digits, whole numbers from 100 on; fractions in percent."""
    if value is None:
        return NOTHING
    if fraction:
        return f"{value * 100:.1f} %" if abs(value) < 0.1 else f"{value * 100:.0f} %"
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:#.3g}"


def with_interval(estimate: Estimate | None, fraction: bool = False) -> str:
    """`58.0 (55.5–60.5)`, or the value alone."""
    if estimate is None:
        return NOTHING
    if estimate.low is None or estimate.high is None:
        return number(estimate.value, fraction)
    return f"{number(estimate.value, fraction)} ({number(estimate.low, fraction)}–{number(estimate.high, fraction)})"


def ratio(comparison: Comparison) -> str:
    """`1.35 × (1.25–1.47)`."""
    if comparison.ratio is None:
        return NOTHING
    text = f"{comparison.ratio:#.3g}{TIMES}"
    if comparison.low is None or comparison.high is None:
        return text
    return f"{text} ({comparison.low:#.3g}–{comparison.high:#.3g})"


def canary_note(comparison: Comparison) -> str:
    """`; corrected by the canary, without that 1.05 × (1.01–1.09)`; nothing where nothing was corrected."""
    if comparison.uncorrected is None:
        return ""
    value, low, high = comparison.uncorrected
    interval = "" if low is None or high is None else f" ({low:#.3g}–{high:#.3g})"
    return f"; corrected by the canary, without that {value:#.3g}{TIMES}{interval}"


def effect(relative: float | None) -> str:
    """The size of an effect, rounded as one looks at it beforehand: `4 %`, `0.8 %`, `a factor of 2.3`."""
    if relative is None:
        return NOTHING
    if relative >= FACTOR_FROM - 1:
        return f"a factor of {number(float(f'{1 + relative:.2g}'))}"
    return f"{float(f'{100 * relative:.2g}'):g} %"


def excluded_by_side(found: Comparison) -> str:
    """What was left out on each side: a trial is seldom void by chance alone."""
    sides = ((found.level, found.excluded_level), (found.against, found.excluded_against))
    return ", ".join(f"{count} of {level}" for level, count in sides if count) or "none"


def held_words(found: Comparison, factor: str) -> str:
    """The level that it holds of another factor; of a main effect over all of them `every heap`."""
    level = found.held[factor]
    if level == EVERY_LEVEL:
        return f"every {factor}"
    return quantity(level, "customer") if factor == CUSTOMERS else str(level)


def heading(name: str) -> str:
    shown = metric(name)
    return f"{shown.label} ({shown.unit})" if shown.unit not in ("fraction", "ratio") else shown.label
