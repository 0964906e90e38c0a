"""The summary of an experiment: one sentence for each comparison."""

from dataclasses import dataclass

from analysis.comparing.comparison import EVERY_LEVEL, Comparison
from analysis.comparing.design import CUSTOMERS, Design
from analysis.comparing.launches import ONE_LAUNCH
from analysis.counting import quantity
from analysis.metrics import metric
from analysis.presentation.formatting import TIMES, canary_note, effect, excluded_by_side, held_words, number, ratio
from analysis.reading.trial_facts import LOAD

# The metrics that a sentence names, in this order, with their names there.
SUMMARISED = (
    ("response_mean_ms", "mean response time"),
    ("latency_mean_ms", "latency"),
    ("throughput_per_min", "throughput"),
    ("mailed_per_min", "throughput (by the mail sink)"),
    ("cpu_per_order_ms", "CPU per order"),
    ("forced_writes_per_order", "forced writes per order"),
)


@dataclass(frozen=True)
class SummarySentence:
    """`level` against `against`, in one sentence."""

    level: str
    against: str
    text: str


def sentences_of(design: Design, comparisons: list[Comparison]) -> list[SummarySentence]:
    """A sentence for each pair of levels: its main effects, or where it has none the lightest and the heaviest load,
    and what else was held where more was varied.
    """
    comparisons = [c for c in comparisons if c.assignment in ("trial", "bed")]  # the others have sentences of their own
    pairs = dict.fromkeys((c.factor, c.level, c.against) for c in comparisons)
    return [sentence(design, [c for c in comparisons if (c.factor, c.level, c.against) == pair]) for pair in pairs]


def sentence(design: Design, of_pair: list[Comparison]) -> SummarySentence:
    first = of_pair[0]
    of_pair = [c for c in of_pair if c.is_main_effect] or of_pair
    conditions = list(dict.fromkeys(condition(design, c) for c in of_pair))
    outermost = conditions if len(conditions) <= 2 else [conditions[0], conditions[-1]]
    clauses = [
        at_condition(where, [c for c in of_pair if condition(design, c) == where and c.ratio is not None])
        for where in outermost
    ]
    known = [clause for clause in clauses if clause]
    return SummarySentence(
        str(first.level), str(first.against), "; ".join(known) + "." if known else "no metric could be compared."
    )


def at_condition(where: str, comparisons: list[Comparison]) -> str:
    """`at 15 customers, mean response time 1.35 × (1.25–1.47), the same throughput within 5 %, and no verdict on
    CPU per order`.
    """
    by_metric = {comparison.metric: comparison for comparison in comparisons}
    if "throughput_per_min" in by_metric:
        by_metric.pop("mailed_per_min", None)
    asked_for = {name: metric(name).label for name, c in by_metric.items() if c.primary or c.secondary}
    summarised = [
        (words, by_metric[name]) for name, words in (asked_for | dict(SUMMARISED)).items() if name in by_metric
    ]
    # What is known of a single pair of trials is its ratio: the spread within them would be taken for more.
    definite = [f"{words} {number(c.ratio)}{TIMES}" for words, c in summarised if c.n == 1]
    definite += [f"{words} {ratio(c)}{canary_note(c)}" for words, c in summarised if c.verdict == "different"]
    definite += [f"{words} unstable ({c.reason})" for words, c in summarised if c.verdict == "unstable"]
    same = [f"{words}{canary_note(c)}" for words, c in summarised if c.verdict == "equivalent within the margin"]
    open_ones = [f"{words}{seen(c)}" for words, c in summarised if c.verdict == "cannot tell" and c.n > 1]
    parts = definite
    parts += [f"the same {enumerate_words(same)} within {effect(comparisons[0].margin)}"] if same else []
    parts += [f"no verdict on {enumerate_words(open_ones)}"] if open_ones else []
    return f"at {where}, {enumerate_words(parts)}{left_out([c for _, c in summarised])}" if parts else ""


def seen(comparison: Comparison) -> str:
    """What could have been seen, where nothing was."""
    known = comparison.smallest_effect
    return f" (an effect of {effect(known)} could have been seen)" if known else ""


def left_out(comparisons: list[Comparison]) -> str:
    """The trials that these verdicts do without, of the one that lacks most: times lack overloaded trials, too."""
    excluded = excluded_by_side(max(comparisons, key=lambda c: c.excluded_level + c.excluded_against))
    return "" if excluded == "none" else f" (excluded trials: {excluded})"


def enumerate_words(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def condition(design: Design, comparison: Comparison) -> str:
    """Where a comparison was made: the load, and the levels of the other factors that vary."""
    varied = [factor for factor in design.compared if factor != comparison.factor]
    every = [held_words(comparison, factor) for factor in varied if comparison.held[factor] == EVERY_LEVEL]
    others = [held_words(comparison, factor) for factor in varied if comparison.held[factor] != EVERY_LEVEL]
    others += [" and ".join(every)] if every else []
    customers, rate = comparison.held.get(CUSTOMERS), comparison.held.get(LOAD)
    if rate is not None:
        return " with ".join([f"a load of {rate}", *(other for other in others if other != rate)])
    return " with ".join(["? customers" if customers is None else quantity(customers, "customer"), *others])


def single_repetition(comparisons: list[Comparison]) -> bool:
    """Whether nothing was repeated, so that no comparison can have a verdict."""
    return bool(comparisons) and max((c.n for c in comparisons if c.ratio is not None), default=0) <= 1


def without_repetition(comparisons: list[Comparison]) -> str:
    """Why no comparison can have a verdict, and what to do."""
    if any(comparison.reason == ONE_LAUNCH for comparison in comparisons):
        return (
            "Each level had servers of its own, launched once. Ratios of single launches cannot separate an effect "
            "from how the servers happened to start: new runs start fresh beds for each repetition."
        )
    return (
        "The experiment has a single repetition. Ratios of single trials cannot separate an effect from noise: "
        "increase repetitions for confidence intervals and verdicts."
    )
