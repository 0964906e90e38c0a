"""What an experiment varies: its factors, which levels are compared, and what a combination of levels is called."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from analysis.contract.assignment_units import LEVEL_WORDS
from analysis.contract.document import Level
from analysis.contract.experiment_document import ExperimentDocument
from analysis.reading.trial_facts import CHECKOUT, FAULT, LOAD, NO_FAULT, TRANSACTIONS

CUSTOMERS = "customers"
TRANSITION = "transition"


def load_of(levels: Mapping[str, Level]) -> str:
    """`15 customers`, or `load 5/s`."""
    return f"{levels[CUSTOMERS]} {CUSTOMERS}" if CUSTOMERS in levels else f"{LOAD} {levels.get(LOAD)}"


def by_levels(levels: Iterable[tuple[str, Level]]) -> list[tuple[bool, float, str]]:
    """A key that sorts combinations of levels: numbers by size, before words."""
    return [
        (isinstance(level, str), 0.0 if isinstance(level, str) else float(level), str(level)) for _, level in levels
    ]


@dataclass(frozen=True)
class Pair:
    """Two levels of one factor to be compared; `against` is the baseline, or what comes nearest to it."""

    factor: str
    level: Level
    against: Level


@dataclass(frozen=True)
class Design:
    """The factors of an experiment, in the order of its file."""

    factors: dict[str, list[Level]]
    baseline: Level
    assigned: dict[str, list[Level]] = field(default_factory=dict)  # by factor, what its trials have for a level
    compare: str | None = None  # the factor that the question is about; None: all of them

    @property
    def compared(self) -> list[str]:
        """Factors with more than one level, the load left out."""
        return [factor for factor, levels in self.factors.items() if factor != CUSTOMERS and len(levels) > 1]

    @property
    def compares_checkouts(self) -> bool:
        return CHECKOUT in self.compared

    @property
    def loads(self) -> list[Level]:
        return sorted(self.factors.get(CUSTOMERS, []), key=float)

    def variant(self, levels: dict[str, Level]) -> str:
        """What varies beside the load, in words: `soap`, or `soap · -XX:+UseZGC`."""
        names = [str(levels[factor]) for factor in self.compared]
        return " · ".join(names) if names else str(levels[TRANSITION])

    def variant_at_any_load(self, levels: dict[str, Level]) -> str:
        """The same without the rate at which orders came: what is conducted at several."""
        names = [str(levels[factor]) for factor in self.compared if factor != LOAD]
        return " · ".join(names) if names else str(levels[TRANSITION])

    def variants(self) -> list[str]:
        """All variants, in the order of the file: it gives each its colour and marker. Those of trials that had all
        levels of a factor come last.
        """
        listed = [""]
        for factor in self.compared:
            levels = [*self.factors[factor], *self.assigned.get(factor, [])]
            listed = [f"{name} · {level}" if name else str(level) for name in listed for level in levels]
        return listed if listed != [""] else [str(self.factors[TRANSITION][0])]

    def pairs(self) -> Iterator[Pair]:
        """Every level against the baseline, then the others among each other.

        Transactions, which have many levels, are held against the baseline alone; faults against their absence. Where
        two checkouts are compared nothing else is: the more ratios, the less can be told of each.
        """
        for factor in [CHECKOUT] if self.compares_checkouts else self.compared:
            if factor == LOAD:
                continue
            first, *others = self.ordered(factor)
            if factor == FAULT and first != NO_FAULT:
                continue
            for against, level in combinations((first, *others), 2):
                if against == first or factor not in (TRANSACTIONS, FAULT):
                    yield Pair(factor, level, against)

    def main_pairs(self) -> Iterator[Pair]:
        """The levels of the factor that the question names against the baseline; none where it names none."""
        if self.compares_checkouts or self.compare in self.compared:
            yield from (pair for pair in self.pairs() if self.asks_for(pair.factor, pair.against))

    def asks_for(self, factor: str, against: Level) -> bool:
        """Whether such a ratio answers the question: of a level of the compared factor to the baseline; any, where that
        factor has one level.
        """
        compare = CHECKOUT if self.compares_checkouts else self.compare
        return compare not in self.compared or (factor == compare and against == self.ordered(factor)[0])

    def ordered(self, factor: str) -> list[Level]:
        """The baseline, or what comes nearest to it, before the other levels."""
        levels, first = self.factors[factor], NO_FAULT if factor == FAULT else self.baseline
        return sorted(levels, key=lambda level: (str(level) != str(first), levels.index(level)))

    def at_reference(self, levels: dict[str, Level]) -> bool:
        """Whether a trial of these levels has no fault, and is plain otherwise: papers refer to no other."""
        return self.plain(levels) and levels.get(FAULT, NO_FAULT) == NO_FAULT

    def plain(self, levels: dict[str, Level]) -> bool:
        """Whether a trial of these levels has, of all but transition, load and fault, what stands first."""
        others = [factor for factor in self.compared if factor not in (TRANSITION, FAULT)]
        return all(levels[factor] == self.ordered(factor)[0] for factor in others)


def design_of(experiment: ExperimentDocument, all_levels: list[dict[str, Level]]) -> Design:
    """The design by the experiment's file; factors that only the trials name are added."""
    factors: dict[str, list[Level]] = {name: list(levels) for name, levels in experiment.factors.items()}
    assigned: dict[str, list[Level]] = {}
    for levels in all_levels:
        for factor, level in levels.items():
            known = (assigned if level in LEVEL_WORDS.values() else factors).setdefault(factor, [])
            if level not in known:
                known.append(level)
    return Design(factors, experiment.baseline, assigned, experiment.compare)
