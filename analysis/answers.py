"""The answer to the question of an experiment: one sentence for each comparison."""

from dataclasses import dataclass

from analysis.comparisons import Comparison
from analysis.design import LOAD, Design
from analysis.wording import clause

# What a sentence tells of, in this order, with the words for it.
TOLD = (
    ("response_mean_ms", "mean response time"),
    ("latency_mean_ms", "latency"),
    ("throughput_per_min", "throughput"),
    ("mailed_per_min", "throughput (by the mail sink)"),
    ("cpu_per_order_ms", "CPU per order"),
)


@dataclass(frozen=True)
class Answer:
    """`level` against `against`, in one sentence."""

    level: str
    against: str
    sentence: str


def answers_of(design: Design, comparisons: list[Comparison]) -> list[Answer]:
    """A sentence for each pair of levels: the lightest and the heaviest load, and what else was held where more was varied."""
    pairs = dict.fromkeys((c.factor, c.level, c.against) for c in comparisons)
    return [answer(design, [c for c in comparisons if (c.factor, c.level, c.against) == pair]) for pair in pairs]


def answer(design: Design, of_pair: list[Comparison]) -> Answer:
    first = of_pair[0]
    measured = {c.figure for c in of_pair if c.ratio is not None}
    told = [(figure, words) for figure, words in TOLD if figure in measured and not (figure == "mailed_per_min" and "throughput_per_min" in measured)]
    clauses = [f"{words} {at_loads(design, [c for c in of_pair if c.figure == figure and c.ratio is not None])}" for figure, words in told]
    if not clauses:
        return Answer(str(first.level), str(first.against), "no figure of both could be compared.")
    return Answer(str(first.level), str(first.against), "; ".join(clauses) + ".")


def at_loads(design: Design, of_figure: list[Comparison]) -> str:
    """`1.06 × (…) at 15 customers and 1.08 × (…) at 100`: of all loads the outermost two."""
    outermost = of_figure if len(of_figure) <= 2 else [of_figure[0], of_figure[-1]]
    return " and ".join(f"{clause(comparison)} at {place(design, comparison)}" for comparison in outermost)


def place(design: Design, comparison: Comparison) -> str:
    """Where a comparison was made: the load, and the levels of the other factors that vary."""
    others = [str(comparison.held[factor]) for factor in design.compared if factor != comparison.factor]
    return " with ".join([f"{comparison.held.get(LOAD, '?')} customers", *others])


def single_pass(comparisons: list[Comparison]) -> bool:
    """Whether nothing was repeated, so that no comparison can have a verdict."""
    return bool(comparisons) and max(comparison.n for comparison in comparisons) <= 1
