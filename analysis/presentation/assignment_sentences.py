"""Comparisons by order and by window as sentences that need no statistics to be understood."""

from dataclasses import dataclass

from analysis.comparing.comparison import Comparison
from analysis.contract.document import Level
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.presentation.formatting import FACTOR_FROM, effect, excluded_by_side, number
from analysis.reading.trial_facts import DELAY, NO_DELAY
from analysis.statistics.clustered_ratio import BLOCK_S


@dataclass(frozen=True)
class Wording:
    """`<topic>` is alike; `<subject> <verb> 15 % <more> than <other>`, or `17 times as <much> as`.

    Subject and other name a level as `{level}`, or as `{by}` with its preposition.
    """

    topic: str
    subject: str
    more: str
    less: str
    much: str
    other: str


WORDINGS = {
    "response_geomean_ms": Wording(
        "response time", "Orders {by} take", "longer", "less time", "long", "{by}",
    ),
    "call_geomean_ms": Wording(
        "call time", "The call to the supplier {by} takes", "longer", "less time", "long", "{by}",
    ),
    "latency_geomean_ms": Wording(
        "latency", "The supplier order {by} takes",
        "longer to arrive", "less time to arrive", "long to arrive", "{by}",
    ),
    "order_cpu_geomean_ms": Wording(
        "CPU time of an order", "An order {by} takes", "more CPU time in the servers",
        "less CPU time in the servers", "much CPU time in the servers", "{by}",
    ),
    "throughput_per_min": Wording(
        "throughput", "With {level} the store completes", "more orders", "fewer orders", "many orders", "with {level}",
    ),
    "cpu_per_order_ms": Wording(
        "CPU of all processes per order", "With {level} all processes together use", "more CPU per order",
        "less CPU per order", "much CPU per order", "with {level}",
    ),
    "gc_per_order_ms": Wording(
        "time of GC pauses per order", "With {level} the servers are stopped", "longer per order for collections",
        "less per order for collections", "long per order for collections", "with {level}",
    ),
}  # fmt: skip


def sentence(found: Comparison) -> str:
    """What is known of one ratio, with n and the smallest effect that could have been seen."""
    return f"{statement(found)}; {basis(found)}."


def statement(found: Comparison) -> str:
    words = wording(found.metric)
    if found.ratio is None or found.low is None or found.high is None:
        known = "" if found.ratio is None else f" (once {change(found.ratio)})"
        return f"Nothing can be said about the {words.topic}{known}: {found.reason or 'it was not measured'}"
    pair = f"{level_name(found, found.level)} and {level_name(found, found.against)}"
    between = f"{change(found.low)} to {change(found.high)}"
    if found.verdict == "equivalent within the margin":
        return f"The {words.topic} of {pair} is the same within {effect(found.margin)} ({between})"
    if found.verdict in ("cannot tell", "unstable"):
        why = f": {found.reason}" if found.reason else ""
        return f"Whether the {words.topic} of {pair} differs cannot be told ({between}){why}"
    return different(words, found, found.ratio, found.low, found.high)


def different(words: Wording, found: Comparison, ratio: float, low: float, high: float) -> str:
    subject, other = _filled(words.subject, found, found.level), _filled(words.other, found, found.against)
    if ratio >= FACTOR_FROM:
        return f"{subject} {number(ratio)} times as {words.much} ({number(low)}–{number(high)}) as {other}"
    side, bounds = (words.more, (low - 1, high - 1)) if ratio > 1 else (words.less, (1 - high, 1 - low))
    digits = 0 if round(max(map(abs, bounds)), 3) >= 0.1 else 1
    by, least, most = (f"{100 * value:.{digits}f}" for value in (abs(ratio - 1), *bounds))
    return f"{subject} {by} % {side} ({least}–{most} %) than {other}"


def _filled(template: str, found: Comparison, level: Level) -> str:
    name = level_name(found, level)
    return template.format(level=name, by=f"{'with' if found.factor == DELAY else 'by'} {name}")


def level_name(found: Comparison, level: Level) -> str:
    """As a sentence names it: a transition's delegate as it is, `received@approving 1 ms` as the delay that it is."""
    if found.factor != DELAY:
        return str(level)
    where, _, duration = str(level).partition(" ")
    return "no delay" if level == NO_DELAY else f"a delay of {duration} at {where}"


def basis(found: Comparison) -> str:
    """n, what could have been seen, and what was left out."""
    of_time = f"{quantity(found.n, 'block')} of {BLOCK_S:g} s"
    n = f"n = {of_time if found.assignment == 'order' else quantity(found.n, found.unit)}"
    seen = f"an effect of {effect(found.smallest_effect)} could have been seen" if found.smallest_effect else None
    excluded = excluded_by_side(found)
    left_out = None if excluded == "none" else f"excluded trials: {excluded}"
    return "; ".join(part for part in (n, seen, left_out) if part)


def wording(name: str) -> Wording:
    """Of any metric; of one without words of its own by its label."""
    if name in WORDINGS:
        return WORDINGS[name]
    label = metric(name).label
    return Wording(label, f"{label} with {{level}} is", "more", "less", "much", "with {level}")


def change(ratio: float) -> str:
    """`+8 %`, `−3.2 %`, or a factor where it is more than twofold."""
    if ratio >= FACTOR_FROM:
        return f"{number(ratio)} times"
    percent = 100 * (ratio - 1)
    digits = 0 if round(abs(percent), 1) >= 10 else 1
    return f"{percent:+.{digits}f} %".replace("-", "−")
