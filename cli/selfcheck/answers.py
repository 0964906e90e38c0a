"""Known answers, and how far what is found may be from them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.comparing.comparison import Comparison
from cli.selfcheck.evidence import Evidence

#: An estimate that is right is farther than so many of its standard errors from the truth once in 16,000 times.
STANDARD_ERRORS = 4.0


@dataclass(frozen=True)
class Answer:
    """What is known, what was found, and within what it had to be."""

    known: str
    found: str
    within: str
    is_right: bool


@dataclass(frozen=True)
class Check:
    """A known answer by name. experiments: those that it asks."""

    name: str
    ask: Callable[[Evidence], Answer]


def exactly(known: object, found: object) -> Answer:
    return Answer(str(known), str(found), "exact", known == found)


def near(known: float, found: float, error: float) -> Answer:
    """error: the greatest difference, absolute."""
    return Answer(f"{known:.6g}", f"{found:.6g}", f"± {error:.2g}", abs(found - known) <= error)


def ratio(known: float, found: Comparison, largest_error: float) -> Answer:
    """Within four of its standard errors, which must not be greater than they should be, either.

    largest_error: of the ratio's logarithm, as a standard error.
    """
    if found.ratio is None or found.log_std_error is None:
        return Answer(f"{known:.3f}", f"nothing: {found.reason}", "", False)
    apart, error = abs(math.log(found.ratio / known)), found.log_std_error
    within = f"4 standard errors of {100 * error:.2g} %"
    is_right = apart <= STANDARD_ERRORS * error + 1e-9 and error <= largest_error
    return Answer(f"{known:.3f}", f"{found.ratio:.4f}", within, is_right)


def all_of(answers: Sequence[Answer]) -> Answer:
    """One row for several values that belong together."""
    return Answer(
        ", ".join(answer.known for answer in answers),
        ", ".join(answer.found for answer in answers),
        ", ".join(dict.fromkeys(answer.within for answer in answers)),
        all(answer.is_right for answer in answers),
    )
