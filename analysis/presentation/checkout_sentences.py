"""This checkout against another revision of it: whether the change made the store slower, and by how much."""

from analysis.comparing.comparison import Comparison
from analysis.comparing.design import Design
from analysis.comparing.results import Results
from analysis.counting import quantity
from analysis.presentation.formatting import TIMES, canary_note, effect
from analysis.presentation.summary_sentences import SummarySentence, condition, left_out

# What is told of each load, in this order. More is better of the last one only.
_THROUGHPUT = "throughput_per_min"
_TOLD = (
    ("cpu_per_order_ms", "CPU per order"),
    ("order_cpu_geomean_ms", "of which in the applications' threads"),
    ("response_mean_ms", "mean response time"),
    (_THROUGHPUT, "throughput"),
)


def checkout_sentences(design: Design, comparisons: list[Comparison]) -> list[SummarySentence]:
    """A sentence for each load, and for what else was varied."""
    found: dict[str, list[Comparison]] = {}
    for comparison in comparisons:
        found.setdefault(condition(design, comparison), []).append(comparison)
    return [_sentence(where, there) for where, there in found.items()]


def _sentence(where: str, there: list[Comparison]) -> SummarySentence:
    by_metric = {comparison.metric: comparison for comparison in there}
    told = [f"{words} {_told(by_metric[name])}" for name, words in _TOLD if name in by_metric]
    text = "; ".join(told) or "no metric could be compared"
    return SummarySentence("this checkout", str(there[0].against), f"at {where}, {text}{left_out(there)}.")


def _told(found: Comparison) -> str:
    """`1.051 × (1.041–1.061), n = 6 launches: slower`. What a change costs is often seen in the third decimal only."""
    if found.ratio is None:
        return str(found.reason)
    known = found.low is not None and found.high is not None
    interval = f" ({found.low:.3f}–{found.high:.3f})" if known else ""
    why = f" ({found.reason})" if found.verdict == "unstable" else ""
    n = quantity(found.n, found.unit)
    return f"{found.ratio:.3f}{TIMES}{interval}, n = {n}: {verdict(found)}{why}{canary_note(found)}"


def verdict(found: Comparison) -> str:
    """What a comparison says of the store's speed; an order that costs more CPU time makes it slower."""
    if found.verdict == "different" and found.ratio is not None:
        return "faster" if (found.ratio > 1) == (found.metric == _THROUGHPUT) else "slower"
    if found.verdict == "equivalent within the margin":
        return f"as fast within {effect(found.margin)}"
    return found.verdict


def checkout_rows(results: Results) -> list[tuple[str, str]]:
    """How to have the other checkout again."""
    against = results.experiment.against
    return [("compared with", f"commit {against.commit}, built and put up by this checkout")] if against else []


def not_compared(results: Results) -> list[tuple[str, str]]:
    """What differs between the two and cannot be seen in these results."""
    against = results.experiment.against
    if against is None or not against.not_compared:
        return []
    first, count = against.not_compared[0], len(against.not_compared)
    more = f" and {quantity(count - 1, 'more file')}" if count > 1 else ""
    return [
        ("not compared", f"{first}{more}: this checkout puts up the beds of both, and the two differ in how they do it")
    ]
